"""Naming trump and called card. Situations 8 to 11; rules-decisions 21 to 23."""

from __future__ import annotations

import random

import pytest

import engine
from engine import BlindMismatch, IllegalCalledCard, IllegalTrump, Suit
from engine.bids import ANY_SUIT
from engine.cards import SUIT_MASKS
from engine.contract import Blind, CallRules, call_options
from tests.vocabulary import Game, bidding, deal, hand

CHAMPIONSHIP = CallRules(tuple(engine.Rank), Blind.AT_LEAD)


def rikker(south: str, *, beter: bool = False) -> Game:
    """South has won the auction with this hand and is to declare."""
    game = bidding(dealer="E" if not beter else "N", cards=deal(S=south))
    return game.bid(
        "E:rik S:rik_beter W:pass N:pass E:pass" if beter else "S:rik W:pass N:pass E:pass"
    )


def test_an_ace_of_a_suit_in_hand_but_not_in_trump_is_called():
    game = rikker("KQJ9.KQ7.A43.K32")
    assert game.declarations == {
        "S:HA", "S:CA", "H:SA", "H:CA", "C:SA", "C:HA", "D:SA", "D:HA", "D:CA",
    }  # fmt: skip


def test_the_ace_of_trump_cannot_be_called():
    with pytest.raises(IllegalCalledCard) as refused:
        rikker("KQJ9.KQ7.A43.K32").declare("S", "SA")
    assert refused.value.code == "illegal_called_card"


def test_an_ace_in_hand_cannot_be_called():
    with pytest.raises(IllegalCalledCard):
        rikker("KQJ9.KQ7.A43.K32").declare("S", "DA")


def test_a_rik_must_call_somebody_and_name_a_trump():
    game = rikker("KQJ9.KQ7.A43.K32")
    with pytest.raises(IllegalCalledCard):
        game.declare("S")
    with pytest.raises(IllegalTrump):
        game.declare(None, "HA")


def test_a_void_suit_is_not_called_while_a_held_suit_lacks_its_ace():
    game = rikker("KQJ987.KQ7.A432.")
    assert "S:HA" in game.declarations
    assert not any(one.startswith("S:CA") for one in game.declarations)
    for blind in (False, True):
        with pytest.raises(IllegalCalledCard):
            game.declare("S", "CA", blind=blind)


def test_with_the_ace_of_every_suit_in_hand_the_fourth_is_called_blind():
    game = rikker("AKJ98.AK7.AK432.")
    assert "S:CA blind" in game.declarations
    assert all(one.endswith(":CA blind") for one in game.declarations if one[0] != "C")
    with pytest.raises(BlindMismatch) as refused:
        game.declare("S", "CA")
    assert refused.value.detail == {"card": "CA", "blind": True}


def test_a_normal_call_is_not_said_to_be_blind():
    with pytest.raises(BlindMismatch) as refused:
        rikker("KQJ9.KQ7.A43.K32").declare("S", "HA", blind=True)
    assert refused.value.detail == {"card": "HA", "blind": False}


def test_a_suit_he_is_void_in_may_be_trump():
    assert "C:HA" in rikker("KQJ987.KQ7.A432.").declarations


def test_with_all_four_aces_a_king_is_called():
    game = rikker("AKJ9.AJ7.AJ3.AJ2")
    assert game.declarations == {
        "S:HK", "S:DK", "S:CK", "H:DK", "H:CK", "D:HK", "D:CK", "C:HK", "C:DK",
    }  # fmt: skip
    with pytest.raises(IllegalCalledCard):
        game.declare("S", "HQ")


def test_with_all_aces_and_kings_a_queen_is_called():
    game = rikker("AKJ9.AKJ.AKJ.AKJ")
    assert "S:HQ" in game.declarations
    assert {one[-1] for one in game.declarations} == {"Q"}


def test_a_trump_that_would_leave_only_a_king_to_call_is_refused():
    """Three side aces and a trump suit without its ace: another trump leaves an ace to call."""
    game = rikker("KQJ987.A7.A43.A2")
    assert "H:SA" in game.declarations
    assert not any(one.startswith("S") for one in game.declarations)
    with pytest.raises(IllegalTrump):
        game.declare("S", "HK")


def test_beter_is_in_hearts_and_may_call_a_king_beside_three_aces():
    game = rikker("A7.KQJ987.A43.A2", beter=True)
    assert game.declarations == {"H:SK", "H:DK", "H:CK"}
    with pytest.raises(IllegalTrump):
        game.declare("S", "HA")


def test_nobody_is_called_when_playing_alone():
    game = bidding(cards=deal(S="KQJ9.KQ7.A43.K32")).bid("E:rik S:alleen_8 W:pass N:pass E:pass")
    assert game.declarations == {"C", "D", "H", "S"}
    with pytest.raises(IllegalCalledCard):
        game.declare("S", "HA")


def test_any_hand_can_call_somebody_and_never_itself():
    """Situation 11 over many hands: a call always exists, is nobody's own card and no trump."""
    rng = random.Random(11)
    for _ in range(300):
        held = engine.Hand(rng.sample(engine.DECK, 13))
        options = call_options(held.mask, ANY_SUIT, CHAMPIONSHIP)
        assert options
        assert len({option.card.rank for option in options}) == 1
        for option in options:
            assert option.card not in held
            assert option.card.suit is not option.trump
            assert option.blind == (not held.mask & SUIT_MASKS[option.card.suit])


def test_a_ruleset_that_calls_aces_only_may_leave_nobody_to_call():
    aces = CallRules((engine.Rank.ACE,), Blind.AT_CALL)
    three_side_aces = hand("KQJ987.A7.A43.A2").mask
    assert call_options(three_side_aces, (Suit.SPADES,), aces) == []
