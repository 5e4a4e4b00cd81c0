"""What a socket may say. Everything else is refused with a code."""

from __future__ import annotations

import json
from typing import Any

import pytest

import engine
from engine import Card, PlayCard, Seat
from gameplay import protocol
from gameplay.errors import MalformedMessage

PLAY: dict[str, Any] = {"id": "c81", "do": "play", "card": "H7", "game": "g2", "version": 23}


def code_of(message: object) -> str:
    text = message if isinstance(message, str) else json.dumps(message)
    with pytest.raises((MalformedMessage, engine.RikkenError)) as refused:
        protocol.read(text, Seat.EAST)
    return str(refused.value.code)


def test_east_plays_the_seven_of_hearts() -> None:
    act = protocol.read(json.dumps(PLAY), Seat.EAST)
    assert act == protocol.Act("c81", "g2", 23, PlayCard(Seat.EAST, Card.parse("H7")))


def test_the_seat_is_that_of_the_socket() -> None:
    assert code_of({**PLAY, "seat": "N"}) == "unknown_field"
    assert code_of({**PLAY, "seat": "E"}) == "unknown_field"


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2]", "null", '"play"', "NaN", '{"id": NaN}', "[" * 1900, "\ud800"]
)
def test_what_is_no_json_object_is_malformed(text: str) -> None:
    assert code_of(text) == "malformed_json"


@pytest.mark.parametrize(
    "text",
    [
        '{"id": "c81", "do": "play", "card": "H7", "card": "H8", "game": "g2", "version": 23}',
        '{"id": "c81", "do": "view", "id": "c82"}',
        '{"id": "c81", "do": "view", "do": "view"}',
        '{"id": "c81", "do": "play", "card": {"a": 1, "a": 2}, "game": "g2", "version": 23}',
    ],
)
def test_a_key_that_comes_twice_says_nothing(text: str) -> None:
    assert code_of(text) == "malformed_json"
    assert protocol.message_id(text) is None


def test_bytes_are_no_message() -> None:
    with pytest.raises(MalformedMessage):
        protocol.read(None, Seat.EAST)


def test_a_long_message_is_not_even_parsed() -> None:
    assert code_of(json.dumps({**PLAY, "card": "H" * 5000})) == "too_long"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"do": "peek"}, "unknown_do"),
        ({"do": ["play"]}, "unknown_do"),
        ({"do": None}, "unknown_do"),
        ({"id": None}, "bad_id"),
        ({"id": 7}, "bad_id"),
        ({"id": "x" * 65}, "bad_id"),
        ({"id": "../x"}, "bad_id"),
        ({"game": None}, "missing_game"),
        ({"game": {"$ne": 1}}, "missing_game"),
        ({"version": "23"}, "bad_number"),
        ({"version": -1}, "bad_number"),
        ({"version": True}, "bad_number"),
        ({"version": 10**30}, "bad_number"),
        ({"card": "H1"}, "bad_card"),
        ({"card": 7}, "bad_card"),
        ({"totals": {"E": 500}}, "unknown_field"),
        ({"do": "claim"}, "unknown_field"),
        ({"do": "answer"}, "unknown_field"),
    ],
)
def test_each_fault_has_its_code(change: dict[str, object], code: str) -> None:
    assert code_of({**PLAY, **change}) == code


def test_ready_for_the_next_deal_names_the_board_that_is_over() -> None:
    text = json.dumps({"id": "c82", "do": "next", "board": 3})
    assert protocol.read(text, Seat.EAST) == protocol.Next("c82", 3)
    assert code_of({"id": "c82", "do": "next", "board": 3, "seat": "N"}) == "unknown_field"


def test_the_answer_to_a_refused_message_carries_its_id_where_there_is_one() -> None:
    assert protocol.message_id('{"id": "c83", "do": "peek"}') == "c83"
    assert protocol.message_id("{") is None
    assert protocol.message_id('{"id": 4}') is None
