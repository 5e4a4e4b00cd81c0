"""Actions and events as fields: what is read, what is refused, what is written."""

from __future__ import annotations

import pytest

import engine
from engine import (
    AnswerClaim,
    BidMade,
    Card,
    CardPlayed,
    ChoosePassGame,
    Claim,
    ClaimAnswered,
    Claimed,
    Declare,
    Declared,
    GameFinished,
    MakeBid,
    MalformedAction,
    PassGameChosen,
    PlayCard,
    Seat,
    Suit,
    read_action,
    write_action,
)

NO_TRICKS = {"N": 0, "E": 0, "S": 0, "W": 0}
ACTIONS = [
    ({"seat": "E", "do": "bid", "bid": "rik"}, MakeBid(Seat.EAST, "rik")),
    ({"seat": "N", "do": "choose", "game": "rondpiek"}, ChoosePassGame(Seat.NORTH, "rondpiek")),
    (
        {"seat": "S", "do": "declare", "trump": "D", "card": "SA"},
        Declare(Seat.SOUTH, Suit.DIAMONDS, Card("SA")),
    ),
    (
        {"seat": "S", "do": "declare", "trump": "D", "card": "SA", "blind": True},
        Declare(Seat.SOUTH, Suit.DIAMONDS, Card("SA"), blind=True),
    ),
    ({"seat": "S", "do": "declare", "trump": "H"}, Declare(Seat.SOUTH, Suit.HEARTS, None)),
    ({"seat": "W", "do": "play", "card": "H7"}, PlayCard(Seat.WEST, Card("H7"))),
    (
        {"seat": "W", "do": "play", "card": "H7", "face_down": True},
        PlayCard(Seat.WEST, Card("H7"), face_down=True),
    ),
    (
        {"seat": "N", "do": "claim", "tricks": {"N": 7, "E": 3, "S": 2, "W": 1}},
        Claim(Seat.NORTH, (7, 3, 2, 1)),
    ),
    ({"seat": "E", "do": "answer", "accept": True}, AnswerClaim(Seat.EAST, True)),
    ({"seat": "S", "do": "answer", "accept": False}, AnswerClaim(Seat.SOUTH, False)),
]


@pytest.mark.parametrize(("fields", "command"), ACTIONS)
def test_an_action_is_read_and_written_alike(fields: dict[str, object], command: engine.Command):
    assert read_action(fields) == command
    assert write_action(command) == fields


def test_null_and_a_false_flag_mean_absent():
    plain = {"seat": "S", "do": "declare", "trump": "H", "card": None, "blind": False}
    assert read_action(plain) == Declare(Seat.SOUTH, Suit.HEARTS, None)
    up = {"seat": "W", "do": "play", "card": "H7", "face_down": False, "blind": None}
    assert read_action(up) == PlayCard(Seat.WEST, Card("H7"))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (None, "not_an_object"),
        ([], "not_an_object"),
        ("play", "not_an_object"),
        ({}, "missing_field"),
        ({"seat": "E"}, "missing_field"),
        ({"seat": "E", "do": None}, "missing_field"),
        ({"seat": "E", "do": 7}, "unknown_do"),
        ({"seat": "E", "do": ["bid"]}, "unknown_do"),
        ({"seat": "E", "do": "shuffle"}, "unknown_do"),
        ({"do": "bid", "bid": "rik"}, "missing_field"),
        ({"seat": None, "do": "bid", "bid": "rik"}, "missing_field"),
        ({"seat": "Z", "do": "bid", "bid": "rik"}, "bad_seat"),
        ({"seat": 0, "do": "bid", "bid": "rik"}, "bad_seat"),
        ({"seat": {}, "do": "bid", "bid": "rik"}, "bad_seat"),
        ({"seat": "E", "do": "bid"}, "missing_field"),
        ({"seat": "E", "do": "bid", "bid": "slam"}, "bad_bid"),
        ({"seat": "E", "do": "bid", "bid": 8}, "bad_bid"),
        ({"seat": "E", "do": "bid", "bid": ["rik"]}, "bad_bid"),
        ({"seat": "E", "do": "bid", "bid": "rik", "card": "SA"}, "unknown_field"),
        ({"seat": "E", "do": "bid", "bid": "rik", "partner": "S"}, "unknown_field"),
        ({"seat": "E", "do": "choose", "game": "poker"}, "bad_game"),
        ({"seat": "E", "do": "declare", "trump": "X"}, "bad_suit"),
        ({"seat": "E", "do": "declare", "trump": 3}, "bad_suit"),
        ({"seat": "E", "do": "declare", "trump": "S", "card": "A"}, "bad_card"),
        ({"seat": "E", "do": "declare", "trump": "S", "card": "HA", "blind": 1}, "bad_flag"),
        ({"seat": "E", "do": "play"}, "missing_field"),
        ({"seat": "E", "do": "play", "card": "7H"}, "bad_card"),
        ({"seat": "E", "do": "play", "card": 7}, "bad_card"),
        ({"seat": "E", "do": "play", "card": {"suit": "H"}}, "bad_card"),
        ({"seat": "E", "do": "play", "card": "H7", "face_down": "yes"}, "bad_flag"),
        ({"seat": "E", "do": "play", "card": "H7", "trick": 3}, "unknown_field"),
        ({"seat": "E", "do": "play", "card": "H7", 3: 3}, "unknown_field"),
        ({"seat": "E", "do": "claim"}, "missing_field"),
        ({"seat": "E", "do": "claim", "tricks": 13}, "bad_tricks"),
        ({"seat": "E", "do": "claim", "tricks": {}}, "bad_tricks"),
        ({"seat": "E", "do": "claim", "tricks": {"N": 13}}, "bad_tricks"),
        ({"seat": "E", "do": "claim", "tricks": {"N": 13, "E": 0, "S": 0, 3: 0}}, "bad_tricks"),
        ({"seat": "E", "do": "claim", "tricks": {**NO_TRICKS, "X": 13}}, "bad_tricks"),
        ({"seat": "E", "do": "claim", "tricks": {**NO_TRICKS, "W": -1}}, "bad_tricks"),
        ({"seat": "E", "do": "claim", "tricks": {**NO_TRICKS, "W": 14}}, "bad_tricks"),
        ({"seat": "E", "do": "claim", "tricks": {**NO_TRICKS, "W": True}}, "bad_tricks"),
        ({"seat": "E", "do": "claim", "tricks": {**NO_TRICKS, "W": 7.0}}, "bad_tricks"),
        ({"seat": "E", "do": "claim", "tricks": {**NO_TRICKS, "W": None}}, "bad_tricks"),
        ({"seat": "E", "do": "claim", "tricks": NO_TRICKS, "hand": "AKQ..."}, "unknown_field"),
        ({"seat": "E", "do": "answer"}, "missing_field"),
        ({"seat": "E", "do": "answer", "accept": 1}, "bad_flag"),
        ({"seat": "E", "do": "answer", "accept": "yes"}, "bad_flag"),
    ],
)
def test_what_is_no_action_is_refused_with_a_code(action: object, code: str):
    with pytest.raises(MalformedAction) as refused:
        read_action(action)
    assert refused.value.code == code
    assert refused.value.message.isprintable()


def test_a_long_foreign_value_does_not_flood_the_log():
    with pytest.raises(MalformedAction) as refused:
        read_action({"seat": "E", "do": "x" * 10_000})
    assert len(refused.value.message) < 100


EVENTS = [
    (BidMade(Seat.EAST, "rik"), ("BidMade", {"seat": "E", "bid": "rik"})),
    (
        PassGameChosen(Seat.NORTH, "one_or_five"),
        ("PassGameChosen", {"seat": "N", "game": "one_or_five"}),
    ),
    (
        Declared(Seat.SOUTH, Suit.DIAMONDS, Card("SA"), blind=True),
        ("Declared", {"seat": "S", "trump": "D", "card": "SA", "blind": True}),
    ),
    (Declared(Seat.SOUTH, Suit.CLUBS, None), ("Declared", {"seat": "S", "trump": "C"})),
    (CardPlayed(Seat.EAST, Card("H7")), ("CardPlayed", {"seat": "E", "card": "H7"})),
    (
        CardPlayed(Seat.EAST, Card("H7"), face_down=True),
        ("CardPlayed", {"seat": "E", "card": "H7", "face_down": True}),
    ),
    (
        Claimed(Seat.WEST, (7, 3, 2, 1)),
        ("Claimed", {"seat": "W", "tricks": {"N": 7, "E": 3, "S": 2, "W": 1}}),
    ),
    (ClaimAnswered(Seat.NORTH, True), ("ClaimAnswered", {"seat": "N", "accept": True})),
    (ClaimAnswered(Seat.NORTH, False), ("ClaimAnswered", {"seat": "N", "accept": False})),
    (GameFinished(), ("GameFinished", {})),
]


@pytest.mark.parametrize(("event", "stored"), EVENTS)
def test_an_event_is_stored_and_read_back(
    event: engine.Event, stored: tuple[str, dict[str, object]]
):
    assert engine.event_payload(event) == stored
    assert engine.event_from_payload(*stored) == event


def test_an_unknown_event_is_refused():
    with pytest.raises(MalformedAction) as refused:
        engine.event_from_payload("CardEaten", {"seat": "E"})
    assert refused.value.code == "unknown_event"
