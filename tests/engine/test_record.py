"""Records: what is refused before a card is played, and what may be left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

import engine
from engine import RecordError
from tests.engine.test_vectors import GAMES

WHOLE = GAMES[0]


def record(**changes: object) -> dict[str, Any]:
    return {**WHOLE, "actions": [], **changes}


def refused(changed: object) -> RecordError:
    with pytest.raises(RecordError) as error:
        engine.fold(changed)
    return error.value


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": None}, "bad_format"),
        ({"version": "1"}, "bad_version"),
        ({"version": True}, "bad_version"),
        ({"version": 1.0}, "bad_version"),
        ({"ruleset": None}, "unknown_ruleset"),
        ({"ruleset": ["championship-online"]}, "unknown_ruleset"),
        ({"ruleset": "championship-onlin"}, "unknown_ruleset"),
        ({"options": []}, "bad_option"),
        ({"options": {"early_ned": False}}, "unknown_option"),
        ({"options": {"early_end": None}}, "bad_option"),
        ({"options": {"early_end": 0}}, "bad_option"),
        ({"dealer": None}, "missing_dealer"),
        ({"forehand": "E"}, "dealer_and_forehand"),
        ({"dealer": None, "forehand": "X"}, "bad_seat"),
        ({"dealer": "north"}, "bad_seat"),
        ({"deal": None}, "bad_deal"),
        ({"deal": 12}, "bad_deal"),
        ({"actions": None}, "missing_actions"),
        ({"actions": "bid"}, "missing_actions"),
        ({"actions": {}}, "missing_actions"),
        ({"turned": "H7"}, "unexpected_turned"),
    ],
)
def test_a_malformed_record_is_refused_before_its_first_action(
    changes: dict[str, object], code: str
):
    error = refused(record(**changes))
    assert (error.index, error.code) == (None, code)


@pytest.mark.parametrize("thing", [None, [], "record", 7])
def test_what_is_no_record_is_refused(thing: object):
    assert refused(thing).code == "malformed_record"


def test_options_may_be_missing_and_unknown_keys_are_ignored():
    plain = record(turned=None, name="a game", weather="rain")
    del plain["options"]
    assert engine.fold(plain).answer["finished"] is False


def test_a_game_just_begun_waits_for_forehand():
    answer = engine.fold(record(dealer="S")).answer
    assert answer["to_act"] == "W"
    assert answer["scores"] is None
    assert answer["contracts"] == []
    assert answer["tricks"] == {"N": 0, "E": 0, "S": 0, "W": 0}
    assert answer["legal"] == [
        {"seat": "W", "do": "bid", "bid": bid} for bid in ("pass", "rik", "piek", "misere")
    ]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"seat": "W", "do": "bid", "bid": "slam"}, "bad_bid"),
        ({"seat": "W", "do": "bid", "bid": "rik", "score": 70}, "unknown_field"),
        ({"seat": "W", "do": "claim", "tricks": {}}, "bad_tricks"),
        (None, "not_an_object"),
        ([], "not_an_object"),
    ],
)
def test_a_malformed_action_is_refused_at_its_place(action: object, code: str):
    error = refused(record(actions=[*WHOLE["actions"][:1], action]))
    assert (error.index, error.code) == (1, code)


def test_a_game_written_down_has_only_the_options_that_differ():
    start = engine.start(
        ruleset="championship-online",
        options={"early_end": False, "called_card_duty": "always"},
        dealer=engine.Seat.NORTH,
        deal=engine.Deal.from_number(0),
    )
    written = engine.write_record(start, [engine.MakeBid(engine.Seat.EAST, "pass")])
    assert json.loads(json.dumps(written)) == written
    assert written["options"] == {"early_end": False}
    assert written["actions"] == [{"seat": "E", "do": "bid", "bid": "pass"}]
    assert engine.fold(written).state.options["early_end"] is False
