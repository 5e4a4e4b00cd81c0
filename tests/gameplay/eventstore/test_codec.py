"""Between an event's class and its stored form stands one table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from gameplay.eventstore.codec import Codec
from gameplay.eventstore.errors import UnknownEvent
from gameplay.eventstore.memory import MemoryStore
from gameplay.eventstore.records import START, Position
from gameplay.eventstore.store import BadField
from tests.contracts.event_store import play


@dataclass(frozen=True)
class Rang:
    bell: str
    times: int


@pytest.fixture
def codec() -> Codec:
    codec = Codec()
    codec.register(
        "Rang",
        2,
        lambda event: {"bell": event.bell, "times": event.times},
        lambda payload: Rang(payload["bell"], payload["times"]),
    )
    return codec


@pytest.fixture
def stored(codec):
    store = MemoryStore()
    play(store, codec.encode("Rang", Rang("gong", 3)), at=0, id="c1")
    (recorded,) = store.load("game-1")
    return recorded


def test_an_event_comes_back_as_it_went(codec, stored):
    assert (stored.type, stored.schema) == ("Rang", 2)
    assert codec.decode(stored) == Rang("gong", 3)


def test_an_upcaster_leads_an_old_payload_to_the_schema_of_today(codec):
    codec.register_upcaster("Rang", 1, lambda payload: {**payload, "times": 1})
    assert codec.upcast("Rang", 1, {"bell": "gong"}) == (2, {"bell": "gong", "times": 1})
    assert codec.upcast("Rang", 2, {"bell": "gong", "times": 4})[0] == 2


def test_an_event_of_newer_code_is_not_guessed_at(codec, stored):
    for unknown in (
        replace(stored, schema=3),
        replace(stored, schema=1),
        replace(stored, type="X"),
    ):
        with pytest.raises(UnknownEvent) as refused:
            codec.decode(unknown)
        assert refused.value.code == "unknown_event"


def test_two_packages_cannot_claim_one_name(codec):
    with pytest.raises(ValueError, match="Rang is registered twice"):
        codec.register("Rang", 1, dict, dict)
    codec.register_upcaster("Rang", 1, dict)
    with pytest.raises(ValueError, match="Rang v1 is registered twice"):
        codec.register_upcaster("Rang", 1, dict)


def test_a_position_survives_being_written_down():
    position = Position(2**63, 12)
    assert Position.parse(str(position)) == position
    assert START < Position(0, 1) < Position(1, 0) < position


@pytest.mark.parametrize("text", ["", "7", "7:", ":7", "-1:7", "1:7:9", "٣:1", "1.0:1"])
def test_a_checkpoint_that_is_none_is_refused(text):
    with pytest.raises(BadField):
        Position.parse(text)
