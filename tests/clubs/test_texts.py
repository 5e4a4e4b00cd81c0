"""Every refusal, role, power and event of a club has words for people; every event a sample."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import clubs
from clubs import codec, history, texts
from clubs.domain import events, roles
from gameplay.eventstore import codec as store_codec
from gameplay.eventstore.records import Recorded

FOLDER = Path(clubs.__file__).parent
RAISED = re.compile(r"(?:ClubRefused|NoSuchClub|NotAllowed)\(\s*\"([a-z_]+)\"")
SAMPLES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "samples" / "events.jsonl").read_text().splitlines()
]


def test_every_code_has_a_sentence() -> None:
    source = "".join(path.read_text() for path in FOLDER.rglob("*.py"))
    codes = {*RAISED.findall(source), "stale_version", "command_id_reused", "bad_command_id"}
    assert {"last_owner", "no_such_club", "not_allowed"} <= codes
    assert codes - {"file_too_big"} <= set(texts.TEXTS)
    assert all(str(text).endswith(".") for text in texts.TEXTS.values())


def test_every_role_and_power_has_words() -> None:
    assert list(texts.ROLES) == list(roles.POWERS)
    assert set(texts.POWERS) == set(roles.EVERY_POWER) == roles.POWERS[roles.OWNER]


def test_every_event_is_told_in_the_history_and_has_a_sample() -> None:
    assert set(history.TELL) == set(events.EVENTS)
    kept = {(sample["type"], sample["schema"]) for sample in SAMPLES}
    now = {(kind.__name__, schema) for kind, schema in codec.SCHEMAS.items()}
    before = {(name, older) for name, schema in now for older in range(1, schema)}
    assert kept == now | before


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s['type']}-{s['schema']}")
def test_a_stored_sample_is_read_and_written_again(sample: dict[str, Any]) -> None:
    schema, payload = store_codec.events.upcast(sample["type"], sample["schema"], sample["payload"])
    when = datetime(2027, 3, 1, 19, 0, tzinfo=UTC)
    event = codec.from_stored(
        Recorded(1, "club-x", 1, sample["type"], schema, payload, "user:1", "", "c", when, b"")
    )
    assert type(event).__name__ == sample["type"]
    stored = codec.to_stored(event)
    assert dict(stored.payload) == payload
    assert payload == sample["payload"] or stored.schema > sample["schema"]
