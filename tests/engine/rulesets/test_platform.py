"""Rikken on the platform: one round, riks of nine and ten, forehand has to play."""

from __future__ import annotations

import pytest

import engine
from engine import NotYourTurn, Phase, rulesets
from engine.scoring import settle_contract
from tests.engine.rulesets.tables import bidding, declarers

RULES = rulesets.get("platform")
N, E, S, W = engine.SEATS


def test_everybody_speaks_once_and_higher():
    game = bidding("platform").bid("E:rik S:piek")
    assert game.bids == "pass misere"
    game = game.bid("W:misere")
    assert game.bids == "pass", "over misère nothing is left to say"
    game = game.bid("N:pass")
    assert declarers(game) == ["W misere"]
    assert (game.state.phase, game.to_act) == (Phase.PLAY, E)
    with pytest.raises(NotYourTurn):
        bidding("platform").bid("E:rik S:rik_beter W:pass N:pass").bid("E:piek")


def test_nobody_joins():
    assert bidding("platform").bid("E:piek").bids == "pass misere"


def test_forehand_rikt_when_all_have_passed():
    game = bidding("platform").bid("pass pass pass pass")
    assert (game.state.phase, game.to_act) == (Phase.DECLARE, E)
    assert declarers(game) == ["E rik"]
    assert game.table.standing is None


def test_beter_is_about_tricks_and_any_suit_may_be_trump():
    game = bidding("platform", hands={"E": "KQJ.KQJ.KQJ.KQJ2"}).bid("E:rik_beter pass pass pass")
    assert {one[0] for one in game.declarations} == set("CDHS")
    assert RULES.rungs["rik_beter"].target == 10


def test_any_ace_not_held_may_be_called_and_nothing_is_blind():
    game = bidding("platform", hands={"E": "AKQJT98.KQJT98.."}).bid("E:rik pass pass pass")
    assert {"S:HA", "S:DA", "S:CA", "H:DA", "H:CA"} <= game.declarations
    assert not any("blind" in one for one in game.declarations)


def test_with_the_three_other_aces_he_plays_alone():
    game = bidding("platform", hands={"E": "KQJ2.A32.A32.A32"}).bid("E:rik pass pass pass")
    assert "S" in game.declarations, "alone, with spades"
    assert {one for one in game.declarations if one[0] == "H"} == {"H:SA"}
    alone = game.declare("S")
    assert alone.table.contracts[0].partner is None
    assert sum(1 for score in alone.play_on().scores.values() if score > 0) in (1, 3)


def test_the_called_ace_may_stay_in_the_hand():
    game = bidding("platform", dealer="N", hands={"E": "H2 SK", "S": "HA H9"})
    game = game.bid("E:rik pass pass pass").declare("S", "HA").play("E:H2")
    assert {"HA", "H9"} <= set(game.cards.split())


@pytest.mark.parametrize(
    ("bid", "partner", "tricks", "points"),
    [
        ("rik", E, 9, (2, 2, -2, -2)),
        ("rik", E, 11, (4, 4, -4, -4)),
        ("rik", E, 8, (-3, -3, 3, 3)),
        ("rik_beter", E, 10, (3, 3, -3, -3)),
        ("rik_beter", E, 9, (-4, -4, 4, 4)),
        ("rik", None, 9, (6, -2, -2, -2)),
        ("rik", None, 7, (-12, 4, 4, 4)),
        ("piek", None, 1, (12, -4, -4, -4)),
        ("misere", None, 0, (15, -5, -5, -5)),
        ("misere", None, 3, (-15, 5, 5, 5)),
    ],
)
def test_base_and_one_for_every_trick_away_from_the_target(
    bid: str, partner: engine.Seat | None, tricks: int, points: tuple[int, ...]
):
    assert settle_contract(RULES.rungs[bid], N, partner, tricks) == points


def test_a_lost_misere_is_played_on_unless_told_otherwise():
    hands = {"E": "AKQJ.AKQ.AKQ.AKQ"}
    full = bidding("platform", hands=hands).bid("E:misere pass pass pass").play_on()
    assert full.tricks == 13
    short = bidding("platform", hands=hands, early_end=True).bid("E:misere pass pass pass")
    assert short.play_on().tricks == 1
