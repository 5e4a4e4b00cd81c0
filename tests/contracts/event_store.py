"""What every event store must do, whatever it is made of. Subclasses bring a ``store``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from gameplay.eventstore import codec
from gameplay.eventstore.feed import START, Position
from gameplay.eventstore.store import (
    AlreadyDone,
    BadField,
    CommandIdReused,
    NewEvent,
    NotCanonical,
    StaleVersion,
)

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
NINE = NewEvent("CardPlayed", 1, {"seat": "E", "card": "H9"})
TEN = NewEvent("CardPlayed", 1, {"seat": "S", "card": "HT"})


def play(store: Any, *events: NewEvent, at: int, id: str, **how: Any) -> Any:  # noqa: A002
    """Append as East's player does it, at version ``at`` under command id ``id``."""
    how = {"actor": "user:7", "now": NOON, **how}
    return store.append(
        how.pop("stream", "game-1"), list(events), expected_version=at, command_id=id, **how
    )


@pytest.fixture
def upcasting() -> Iterator[codec.Codec]:
    """The codec with room for a synthetic event, put back as it was afterwards."""
    before = dict(codec.events._forms), dict(codec.events._upcasters)
    yield codec.events
    codec.events._forms, codec.events._upcasters = before


class EventStoreContract:
    # -- what goes in comes out ------------------------------------------------------------

    def test_a_stream_nobody_wrote_to_is_empty(self, store):
        assert store.load("game-1") == []
        assert store.version("game-1") == 0
        assert store.head("game-1") == (0, bytes(32))

    def test_several_streams_are_read_at_once_each_behind_its_own_version(self, store):
        play(store, NINE, TEN, at=0, id="c1")
        play(store, TEN, NINE, at=0, id="c1", stream="game-2")
        play(store, NINE, at=0, id="c1", stream="game-3")
        found = store.load_several({"game-1": 1, "game-2": 0, "game-4": 0})
        assert found == {
            "game-1": store.load("game-1", after=1),
            "game-2": store.load("game-2"),
            "game-4": [],
        }
        assert [row.version for row in found["game-2"]] == [1, 2]
        assert store.load_several({}) == {}

    def test_events_come_back_in_order_with_who_why_and_when(self, store):
        head = play(store, NINE, TEN, at=0, id="c1", cause="tick")
        first, second = store.load("game-1")
        assert (first.version, second.version) == (1, 2)
        assert (first.type, first.schema, first.payload) == ("CardPlayed", 1, NINE.payload)
        assert second.payload == TEN.payload
        assert (first.stream, first.actor, first.cause, first.command_id) == (
            "game-1",
            "user:7",
            "tick",
            "c1",
        )
        assert first.time == NOON
        assert first.time.tzinfo is UTC
        assert head == (2, second.hash)
        assert store.head("game-1") == head

    def test_load_goes_on_behind_a_version(self, store):
        play(store, NINE, TEN, at=0, id="c1")
        play(store, NINE, at=2, id="c2")
        assert [event.version for event in store.load("game-1", after=1)] == [2, 3]
        assert store.load("game-1", after=3) == []

    def test_times_are_exact_to_the_microsecond_in_any_zone(self, store):
        in_utrecht = NOON.astimezone(ZoneInfo("Europe/Amsterdam"))
        play(store, NINE, at=0, id="c1", now=in_utrecht + timedelta(microseconds=1))
        assert store.load("game-1")[0].time == NOON + timedelta(microseconds=1)

    def test_any_text_and_any_shape_survive(self, store):
        payload = {"text": 'é\x00\u2028𝄞"\\/\n', "list": [1, [None, True], {"b": {}, "a": -5}]}
        play(store, NewEvent("Said", 1, payload), at=0, id="c1")
        assert store.load("game-1")[0].payload == payload

    def test_streams_do_not_mix(self, store):
        play(store, NINE, at=0, id="c1")
        play(store, TEN, at=0, id="c1", stream="game-2")
        assert [event.payload for event in store.load("game-2")] == [TEN.payload]
        assert store.version("game-1") == 1

    def test_a_head_given_leads_to_the_same_hash_as_one_read(self, store):
        head = play(store, NINE, at=0, id="c1")
        play(store, NINE, at=0, id="c1", stream="game-2")
        given = play(store, TEN, at=1, id="c2", head=head.hash)
        assert given == store.head("game-1")
        assert given.hash != play(store, TEN, at=1, id="c2", stream="game-2").hash

    # -- two at once ---------------------------------------------------------------------

    def test_two_plays_at_the_same_version_cannot_both_win(self, store):
        head = play(store, NINE, at=0, id="c1")
        play(store, NINE, at=1, id="c2", head=head.hash)
        with pytest.raises(StaleVersion) as refused:
            play(store, TEN, at=1, id="c3", head=head.hash)
        assert refused.value.code == "stale_version"
        assert refused.value.detail == {"stream": "game-1", "expected": 1, "actual": 2}
        assert [event.payload for event in store.load("game-1")] == [NINE.payload] * 2

    def test_of_several_events_at_a_stale_version_none_is_kept(self, store):
        head = play(store, NINE, at=0, id="c1")
        play(store, NINE, at=1, id="c2")
        with pytest.raises(StaleVersion):
            play(store, TEN, TEN, TEN, at=1, id="c3", head=head.hash)
        assert store.version("game-1") == 2
        assert store.find_command("game-1", "c3") == []

    def test_a_version_that_is_not_there_yet_is_refused(self, store):
        play(store, NINE, at=0, id="c1")
        with pytest.raises(StaleVersion):
            play(store, TEN, at=5, id="c2")
        assert store.version("game-1") == 1

    # -- the same command again ------------------------------------------------------------

    def test_a_retry_is_told_the_version_it_led_to(self, store):
        play(store, NINE, TEN, at=0, id="c1")
        play(store, NINE, at=2, id="c2")
        for at in (0, 2, 3):
            with pytest.raises(AlreadyDone) as done:
                play(store, NINE, TEN, at=at, id="c1")
            assert done.value.version == 2
        assert store.version("game-1") == 3

    def test_what_was_asked_makes_a_retry_not_what_came_of_it(self, store):
        asked = {"do": "play", "card": "H9"}
        play(store, NINE, at=0, id="c1", content=asked)
        with pytest.raises(AlreadyDone):
            play(store, NINE, TEN, at=1, id="c1", content=asked)
        with pytest.raises(CommandIdReused):
            play(store, NINE, at=1, id="c1", content={"do": "play", "card": "H8"})

    def test_a_command_id_of_somebody_else_is_refused(self, store):
        play(store, NINE, at=0, id="c1")
        with pytest.raises(CommandIdReused) as refused:
            play(store, NINE, at=1, id="c1", actor="user:8")
        assert refused.value.code == "command_id_reused"
        assert store.version("game-1") == 1

    def test_a_command_id_with_other_content_is_refused(self, store):
        play(store, NINE, at=0, id="c1")
        with pytest.raises(CommandIdReused):
            play(store, TEN, at=1, id="c1")
        assert store.version("game-1") == 1

    def test_a_command_is_found_by_its_id(self, store):
        play(store, NINE, at=0, id="c1")
        play(store, NINE, TEN, at=1, id="c2")
        assert [event.version for event in store.find_command("game-1", "c2")] == [2, 3]
        assert store.find_command("game-1", "c3") == []

    def test_a_handler_can_ask_before_it_judges(self, store):
        asked = {"do": "play", "card": "H9"}
        ask = {"actor": "user:7", "content": asked}
        assert store.repeated("game-1", "c1", **ask) is None
        play(store, NINE, TEN, at=0, id="c1", content=asked)
        assert store.repeated("game-1", "c1", **ask) == 2
        with pytest.raises(CommandIdReused):
            store.repeated("game-1", "c1", actor="user:8", content=asked)
        with pytest.raises(CommandIdReused):
            store.repeated("game-1", "c1", actor="user:7", content={})

    def test_a_command_to_which_nothing_happened_is_known_again(self, store):
        asked = {"do": "resume"}
        ask = {"actor": "user:7", "content": asked}
        play(store, NINE, at=0, id="c1")
        store.answered("game-1", "c2", version=1, now=NOON, **ask)
        play(store, TEN, at=1, id="c3")
        store.answered("game-1", "c2", version=2, now=NOON, **ask)
        assert store.repeated("game-1", "c2", **ask) == 1
        assert store.repeated("game-2", "c2", **ask) is None
        with pytest.raises(CommandIdReused):
            store.repeated("game-1", "c2", actor="user:8", content=asked)
        with pytest.raises(CommandIdReused):
            store.repeated("game-1", "c2", actor="user:7", content={"do": "pause"})
        assert store.find_command("game-1", "c2") == []
        assert store.version("game-1") == 2

    # -- refused at the door -------------------------------------------------------------

    @pytest.mark.parametrize(
        "payload",
        [
            {"x": 1.0},
            {"x": float("nan")},
            {"x": 2**53},
            {"x": -(2**53)},
            {"x": "\ud800"},
            {"é": 1},
            {1: 1},
            {"x": b"raw"},
            {"x": {"deep": [{"y": NOON}]}},
        ],
        ids=["float", "nan", "huge", "negative", "half", "key", "number", "bytes", "time"],
    )
    def test_a_payload_without_one_spelling_is_refused(self, store, payload):
        with pytest.raises(NotCanonical) as refused:
            play(store, NewEvent("Odd", 1, payload), at=0, id="c1")
        assert refused.value.code == "not_canonical"
        assert store.version("game-1") == 0

    @pytest.mark.parametrize(
        "how",
        [
            {"stream": ""},
            {"id": ""},
            {"stream": "game-\x00"},
            {"actor": "user:\ud800"},
            {"cause": "x" * 201},
            {"now": datetime(2026, 3, 1)},
            {"now": datetime(1969, 3, 1, tzinfo=UTC)},
        ],
        ids=["stream", "id", "zero", "half", "long", "zone", "old"],
    )
    def test_a_field_that_a_database_would_refuse_or_change_is_refused_here(self, store, how):
        with pytest.raises(BadField) as refused:
            play(store, NINE, **{"at": 0, "id": "c1", **how})
        assert refused.value.code == "bad_field"
        assert store.read()[0] == []

    def test_nothing_cannot_be_appended(self, store):
        with pytest.raises(BadField):
            play(store, at=0, id="c1")

    # -- the chain -----------------------------------------------------------------------

    def test_the_chain_is_the_published_one(self, store):
        """Written out here a second time, from the definition and not from the code."""
        play(store, NINE, TEN, at=0, id="c1", cause="tick")
        hash_ = bytes(32)
        for event in store.load("game-1"):
            seat, card = event.payload["seat"], event.payload["card"]
            fields = (
                "game-1",
                str(event.version),
                "CardPlayed",
                "1",
                "user:7",
                "tick",
                "c1",
                "1772366400123456",
                f'{{"card":"{card}","seat":"{seat}"}}',
            )
            for field in fields:
                hash_ += len(field).to_bytes(4, "big") + field.encode()
            hash_ = sha256(hash_).digest()
            assert event.hash == hash_
        pinned = "e3972f0d562ee5fc865ee4baa391b1c02f77aced0ccf85140deb512e27876c0d"
        assert hash_.hex() == pinned

    # -- the feed -------------------------------------------------------------------------

    def test_the_feed_has_all_streams_in_order_of_arrival(self, store):
        play(store, NINE, at=0, id="c1")
        play(store, TEN, NINE, at=0, id="c1", stream="game-2")
        play(store, TEN, at=1, id="c2")
        events, _ = store.read()
        assert [(event.stream, event.version) for event in events] == [
            ("game-1", 1),
            ("game-2", 1),
            ("game-2", 2),
            ("game-1", 2),
        ]
        positions = [event.position for event in events]
        assert positions == sorted(positions)
        assert events[0] == store.load("game-1")[0]

    def test_a_follower_goes_on_where_its_checkpoint_says(self, store):
        for number in range(5):
            play(store, NINE, at=number, id=f"c{number}")
        seen, checkpoint = [], str(START)
        while True:
            events, position = store.read(Position.parse(checkpoint), 2)
            if not events:
                break
            seen += [event.version for event in events]
            checkpoint = str(position)
        assert seen == [1, 2, 3, 4, 5]
        assert str(position) == checkpoint
        play(store, NINE, at=5, id="c5")
        events, _ = store.read(Position.parse(checkpoint))
        assert [event.version for event in events] == [6]

    # -- old events, new code ---------------------------------------------------------------

    def test_an_old_event_is_read_in_the_form_of_today(self, store, upcasting):
        play(store, NewEvent("Synthetic", 1, {"suit": "H"}), at=0, id="c1")
        (old,) = store.load("game-1")
        upcasting.register_upcaster("Synthetic", 1, lambda p: {"suits": [p["suit"]]})
        upcasting.register_upcaster("Synthetic", 2, lambda p: {**p, "open": False})
        play(store, NewEvent("Synthetic", 3, {"suits": [], "open": True}), at=1, id="c2")
        first, second = store.load("game-1")
        assert (first.schema, first.payload) == (3, {"suits": ["H"], "open": False})
        assert (second.schema, second.payload) == (3, {"suits": [], "open": True})
        assert first.hash == old.hash
        assert store.read()[0] == [first, second]

    # -- personal text ----------------------------------------------------------------------

    def test_a_persons_text_can_be_read_and_checked_until_it_is_erased(self, store):
        saved = store.save_text(7, "Tante Jo 🌷")
        other = store.save_text(8, "Tante Jo 🌷")
        assert saved.digest != other.digest, "the salt must hide that two texts are the same"
        assert store.read_text(saved.id) == "Tante Jo 🌷"
        assert store.text_is_genuine(saved.id, saved.digest) is True
        assert store.text_is_genuine(saved.id, other.digest) is False
        assert store.erase_texts(7) == 1
        assert store.read_text(saved.id) is None
        assert store.text_is_genuine(saved.id, saved.digest) is None
        assert store.read_texts([saved.id, other.id]) == {other.id: "Tante Jo 🌷"}
        assert store.erase_texts(7) == 0

    @pytest.mark.parametrize("text", ["a\x00b", "\udc00"])
    def test_a_text_that_a_database_would_refuse_is_refused_here(self, store, text):
        with pytest.raises(BadField):
            store.save_text(7, text)
