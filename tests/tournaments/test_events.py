"""Every event of a championship ever released can still be read, and says nothing it may not."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gameplay.eventstore import codec as store_codec
from gameplay.eventstore.records import Recorded
from tournaments import codec
from tournaments.domain import events

SAMPLES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "samples" / "events.jsonl").read_text().splitlines()
]
# Where somebody decides something that others will want to know the reason of.
DECISIONS = {
    "BoardRolledBack",
    "DirectorAnswered",
    "DirectorCalled",
    "ScoreAdjusted",
    "PenaltyGiven",
    "BoardFouled",
    "SeatsCorrected",
    "TrayTurned",
    "ResultAmended",
    "RulingUndone",
    "StandInSeated",
    "StandInLeft",
    "SeatsSwapped",
    "MessageSent",
    "BoardsGivenUp",
    "CardsTaken",
    "ResultCorrected",
    "ResultEntered",
    "RoundRescheduled",
    "EntryWithdrawn",
    "EntryReinstated",
    "DealsRecommitted",
    "RoundsSeated",
    "TablesPlanned",
    "RoundPaused",
    "RoundExtended",
    "RoundClosing",
    "TournamentFinished",
    "TournamentCancelled",
}


def recorded(sample: dict[str, Any]) -> Recorded:
    schema, payload = store_codec.events.upcast(sample["type"], sample["schema"], sample["payload"])
    when = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)
    return Recorded(
        1, "tournament-x", 1, sample["type"], schema, payload, "user:1", "", "c", when, b""
    )


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s['type']}-{s['schema']}")
def test_a_stored_sample_is_read_and_written_again(sample: dict[str, Any]) -> None:
    event = codec.from_stored(recorded(sample))
    assert type(event).__name__ == sample["type"]
    again = codec.to_stored(event)
    if again.schema == sample["schema"]:
        assert dict(again.payload) == sample["payload"]


def test_every_event_type_has_a_sample_of_its_present_schema() -> None:
    kept = {(sample["type"], sample["schema"]) for sample in SAMPLES}
    assert {(kind.__name__, schema) for kind, schema in codec.SCHEMAS.items()} <= kept
    assert len(codec.NAMES) == len(events.EVENTS) == len(set(codec.NAMES))


def test_an_event_is_read_into_the_types_it_declares() -> None:
    *_, seated = (each for each in SAMPLES if each["type"] == "RoundsSeated")
    event = codec.from_stored(recorded(seated))
    assert isinstance(event, events.RoundsSeated)
    assert isinstance(event.rounds[0].tables[0], events.SeatedTable)
    assert isinstance(event.reason, events.Reason)
    assert hash(event.rounds)


def test_decisions_of_people_have_room_for_a_reason() -> None:
    having = {kind.__name__ for kind in events.EVENTS if "reason" in _names(kind)}
    assert having == DECISIONS


def _names(kind: Any) -> set[str]:
    return {each.name for each in fields(kind)}
