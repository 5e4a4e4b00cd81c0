"""Every event ever released can still be read: one stored sample of each schema version."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from gameplay.events import from_stored, to_stored
from gameplay.eventstore import canonical, codec
from gameplay.eventstore.records import Recorded
from tests.engine.histories import play_out

SAMPLES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "samples" / "events.jsonl").read_text().splitlines()
]


def recorded(sample: dict[str, Any]) -> Recorded:
    schema, payload = codec.events.upcast(sample["type"], sample["schema"], sample["payload"])
    when = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)
    return Recorded(1, "game-x", 1, sample["type"], schema, payload, "user:1", "", "c", when, b"")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s['type']}-{s['schema']}")
def test_a_stored_sample_is_read_and_written_again(sample: dict[str, Any]) -> None:
    event = from_stored(recorded(sample))
    again = to_stored(event)
    assert again.type == sample["type"]
    if again.schema == sample["schema"]:
        assert dict(again.payload) == sample["payload"]


def test_every_event_type_has_a_sample_of_its_present_schema() -> None:
    # Other packages write events too, and keep their own samples in the same way.
    everywhere = Path(__file__).parents[1].glob("*/samples/events.jsonl")
    lines = [line for path in everywhere for line in path.read_text().splitlines()]
    kept = {(sample["type"], sample["schema"]) for sample in map(json.loads, lines)}
    assert set(codec.current().items()) <= kept


@pytest.mark.parametrize(
    ("kind", "said_since"),
    [
        ("GameOpened", {"forehand": None, "form": "", "pass_game": ""}),
        (
            "TableOpened",
            {
                "plan": (),
                "origin": "",
                "players": 4,
                "form": "",
                "dealing": "uniform",
                "dessert": (),
                "chat": "between",
                "time": None,
                "undo": False,
            },
        ),
        ("SeatTaken", {"name": ""}),
        ("SeatHandedToHouse", {"why": "left"}),
        ("BoardOpened", {"turn": 0, "chairs": (), "again": False}),
    ],
)
def test_what_an_old_event_could_not_say_is_filled_in(
    kind: str, said_since: dict[str, object]
) -> None:
    old = [sample for sample in SAMPLES if (sample["type"], sample["schema"]) == (kind, 1)]
    assert old
    for sample in old:
        event = from_stored(recorded(sample))
        assert {name: getattr(event, name) for name in said_since} == said_since


@pytest.mark.parametrize("slug", engine.rulesets.names())
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(min_value=0, max_value=2**32 - 1))
def test_every_event_of_a_game_comes_out_of_the_store_as_it_went_in(slug: str, seed: int) -> None:
    for event in play_out(slug, seed).events:
        stored = to_stored(event)
        payload = json.loads(canonical.canonical_json(stored.payload))
        sample = {"type": stored.type, "schema": stored.schema, "payload": payload}
        assert from_stored(recorded(sample)) == event
