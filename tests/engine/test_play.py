"""Following, the called card, the blind lead, the end. Situations 1 to 7, 18 to 20 and 24 to 27."""

from __future__ import annotations

import doctest

import pytest

import engine
import engine.play
from engine import (
    CardNotInHand,
    FaceDownNotAllowed,
    GameAlreadyFinished,
    MustDiscardQueen,
    MustFollowSuit,
    MustPlayCalledCard,
    NotYourTurn,
    SpadeBarred,
)
from tests.vocabulary import Game, playing

# North rikt in spades and calls the ace of hearts, which East holds.
RIK = "rik by N, trump S, calls HA"
HANDS = {
    "N": "KQJT98.32.A32.32",
    "E": "765.AKQ.654.9876",
    "S": "A4.9876.KQJ.AKQJ",
    "W": "32.JT54.T987.T54",
}


def rik(leader: str = "N", **options: object) -> Game:
    return playing(RIK, hands=HANDS, leader=leader, **options)


def test_suit_must_be_followed():
    game = rik().after("N:D2")
    assert game.cards == "D6 D5 D4"
    with pytest.raises(MustFollowSuit) as refused:
        game.play("E:S7")
    assert refused.value.code == "must_follow_suit"
    assert refused.value.detail == {"card": "S7", "suit": "D"}


def test_void_in_the_led_suit_any_card_may_be_played():
    """Nobody has to trump, though he could."""
    hands = {**HANDS, "E": "765.AKQ.654987.6", "W": "32.JT54.T.T54987"}
    game = playing("alleen_8 by N, trump S", hands=hands)
    game = game.after("N:C2 E:C6 S:CA W:C4 S:CK W:C5 N:C3")
    assert game.cards == "S7 S6 S5 HA HK HQ D9 D8 D7 D6 D5 D4"


def test_the_highest_trump_wins_and_otherwise_the_highest_of_the_led_suit():
    game = rik().after("N:C2 E:C9 S:CJ W:CT")
    assert game.to_act is engine.Seat.SOUTH
    game = game.after("S:CA W:C5 N:C3 E:C6 S:CK W:C4 N:S8 E:C7")
    assert game.to_act is engine.Seat.NORTH, "eight of trumps beats king of clubs"


def test_a_card_in_another_hand_cannot_be_played_and_nobody_is_told_whose_it_is():
    with pytest.raises(CardNotInHand) as refused:
        rik().play("N:HA")
    assert refused.value.detail == {"card": "HA"}


def test_a_card_is_played_once():
    with pytest.raises(CardNotInHand):
        rik().after("N:C2 E:C9 S:CJ W:CT").play("S:CJ")


def test_nobody_plays_before_his_turn():
    with pytest.raises(NotYourTurn) as refused:
        rik().play("S:D2")
    assert refused.value.detail == {"seat": "S", "to_act": "N"}


@pytest.mark.parametrize("leader", ["N", "S", "W"])
def test_the_called_ace_must_fall_whoever_leads_its_suit(leader: str):
    heart = {"N": "N:H2", "S": "S:H9", "W": "W:HJ"}[leader]
    between = {"N": "", "S": " W:H4 N:H2", "W": " N:H2"}[leader]
    game = rik(leader).after(heart + between)
    assert game.to_act is engine.Seat.EAST
    assert game.cards == "HA"
    with pytest.raises(MustPlayCalledCard) as refused:
        game.play("E:HQ")
    assert refused.value.detail == {"card": "HQ", "called": "HA"}
    assert game.table.contracts[0].partner is None
    assert game.play("E:HA").table.contracts[0].partner is engine.Seat.EAST


def test_the_duty_lasts_until_the_suit_is_led_for_the_first_time_however_late():
    game = rik().after(
        "N:S8 E:S5 S:SA W:S2 S:S4 W:S3 N:SK E:S6 N:SQ E:S7 S:DJ W:D7 N:DA E:D4 S:DQ W:D8 "
        "N:SJ E:C6 S:CJ W:C4 N:ST E:C7 S:CQ W:C5 N:S9 E:C8 S:CK W:CT N:D2 E:D5 S:DK W:D9"
    )
    assert game.tricks == 8
    assert game.after("S:H6 W:H4 N:H2").cards == "HA"


# East has no heart; South holds the called ace.
RUFFED = {
    "N": "KQJT9.32.A32.A32",
    "E": "8765..KQJT.KQJT9",
    "S": "A43.AKQJT.987.87",
    "W": "2.987654.654.654",
}


def test_the_called_ace_falls_on_a_ruffed_trick_and_loses():
    game = playing(RIK, hands=RUFFED, leader="W").after("W:H4 N:H2 E:S5")
    assert game.cards == "HA"
    game = game.play("S:HA")
    assert game.to_act is engine.Seat.EAST
    assert game.table.contracts[0].partner is engine.Seat.SOUTH


def test_the_called_ace_may_be_thrown_away_on_another_suit():
    game = playing(RIK, hands=RUFFED, leader="N").after(
        "N:C2 E:CK S:C7 W:C4 E:CQ S:C8 W:C5 N:C3 E:CJ"
    )
    assert "HA" in game.cards.split()
    game = game.play("S:HA")
    assert game.table.contracts[0].partner is engine.Seat.SOUTH
    assert game.after("W:C6 N:CA N:H2 E:CT").cards == "HK HQ HJ HT", "nothing is forced any more"


def test_a_called_king_is_owed_like_an_ace():
    hands = {"N": "AKQJT.A32.A32.A2", "E": "9876.KQJ.654.543"}
    game = playing("rik by N, trump S, calls HK", hands=hands)
    assert game.after("N:H2").cards == "HK"


def test_the_holder_leads_the_called_suit_with_the_called_card_only():
    game = rik("E")
    assert "HA" in game.cards.split()
    assert "HK" not in game.cards.split()
    with pytest.raises(MustPlayCalledCard):
        game.play("E:HQ")


def test_the_holder_may_lead_another_suit():
    assert rik("E").cards == "S7 S6 S5 HA D6 D5 D4 C9 C8 C7 C6"


# What the option called_card_duty changes


def test_under_lead_the_holder_may_lead_low_keeps_the_ace_and_is_known():
    game = rik("E", called_card_duty="under_lead").after("E:HQ")
    assert game.table.contracts[0].partner is engine.Seat.EAST
    game = game.after("S:H6 W:H4 N:H2 E:D4 S:DK W:D7 N:DA N:H3")
    assert game.cards == "HA HK", "the duty is spent"


def test_under_lead_a_defenders_lead_still_calls_for_the_ace():
    game = rik("S", called_card_duty="under_lead").after("S:H6 W:H4 N:H2")
    assert game.cards == "HA"


def test_without_a_duty_the_ace_may_be_kept_and_the_partner_stays_unknown():
    game = rik("S", called_card_duty="none").after("S:H6 W:H4 N:H2")
    assert game.cards == "HA HK HQ"
    assert game.after("E:HK").table.contracts[0].partner is None
    game = rik("E", called_card_duty="none").after("E:HQ")
    assert game.table.contracts[0].partner is None


# The blind lead. North has no heart and calls the ace of hearts blind; it is with East.
BLIND = "rik by N, trump S, calls HA blind"
BLIND_HANDS = {
    "N": "AKQJT9..A432.A32",
    "E": "87.AK2.KQJT.KQJT",
    "S": "654.QJT987.98.98",
    "W": "32.6543.765.7654",
}
# The same, but one hand has no heart either: its owner may trump a lead he cannot see.
NO_HEART = "654..98765.98765"
HEARTS_ELSEWHERE = {"E": "87.AK2.KQJT.KQJT", "W": "32.QJT9876543..4"}


def blind(**hands: str) -> Game:
    return playing(BLIND, hands={**BLIND_HANDS, **hands})


def test_on_lead_the_blind_caller_may_lead_every_card_up_or_down():
    cards = "SA SK SQ SJ ST S9 DA D4 D3 D2 CA C3 C2"
    down = " ".join(f"({card})" for card in cards.split())
    assert blind().cards == f"{cards} {down}"


def test_others_follow_the_called_suit_on_a_lead_they_cannot_see():
    game = blind().after("N:(SA)")
    assert game.cards == "HA"
    with pytest.raises(MustFollowSuit) as refused:
        game.play("E:S7")
    assert refused.value.detail == {"card": "S7", "suit": "H"}
    assert game.after("E:HA").cards == "HQ HJ HT H9 H8 H7"
    assert game.after("E:HA S:H7").cards == "H6 H5 H4 H3"


def test_a_hidden_ace_of_trump_does_not_win():
    game = blind().after("N:(SA) E:HA S:H7 W:H3")
    assert game.to_act is engine.Seat.EAST
    assert game.table.tricks[0].winner is engine.Seat.EAST


def test_the_highest_visible_trump_wins_a_blind_lead():
    game = blind(S=NO_HEART, **HEARTS_ELSEWHERE).after("N:(SA) E:HA S:S4 W:H3")
    assert game.to_act is engine.Seat.SOUTH


def test_a_blind_lead_happens_once():
    game = blind().after("N:(D2) E:HA S:H7 W:H3 E:DK S:D8 W:D5 N:DA")
    assert "(" not in game.cards
    with pytest.raises(FaceDownNotAllowed):
        game.play("N:(C2)")


def test_no_blind_lead_once_the_ace_has_gone():
    game = blind(S=NO_HEART, **HEARTS_ELSEWHERE)
    game = game.after("N:C2 E:CT S:C9 W:C4 E:HA S:D5 W:H3 N:S9")
    assert "(" not in game.cards


def test_a_blind_caller_need_not_lead_blind():
    game = blind().after("N:C2 E:CK S:C8 W:C4 E:HA S:H7 W:H3 N:C3")
    assert game.table.contracts[0].partner is engine.Seat.EAST


@pytest.mark.parametrize("words", ["N:(D2)", "N:C2 E:(C9)"])
def test_nobody_else_and_no_normal_caller_leads_face_down(words: str):
    with pytest.raises(FaceDownNotAllowed):
        rik().play(words)


def test_under_lead_a_face_down_lead_forces_the_ace_out_after_all():
    game = playing(BLIND, hands=BLIND_HANDS, leader="E", called_card_duty="under_lead")
    game = game.after("E:H2 S:HQ W:H3 N:S9")
    assert game.after("N:(D2)").cards == "HA"


# Alone, piek and misère


def test_thirteen_alone_is_lost_with_twelve():
    game = playing("alleen_13 by N, trump S", hands=HANDS).play_on()
    taken = engine.outcome(game.state).tricks[engine.Seat.NORTH]
    assert taken < 13
    assert engine.outcome(game.state).contracts[0].made is False
    assert game.scores["N"] == -3 * (70 + 5 * (12 - taken))


MISERE = {
    "N": "5432.5432.5432.2",
    "E": "9876.9876.9876.3",
    "S": "KQJT.KQJT.KQJT.4",
    "W": "A.A.A.AKQJT98765",
}


def test_a_misere_ends_with_its_first_trick():
    game = playing("misere by W", hands=MISERE, leader="S").after("S:C4")
    assert not game.state.finished
    game = game.after("W:C5 N:C2 E:C3")
    assert game.state.finished
    assert game.scores == {"N": 25, "E": 25, "S": 25, "W": -75}
    with pytest.raises(GameAlreadyFinished):
        game.play("W:C6")


def test_the_cards_of_a_deal_that_stopped_are_still_fifty_two():
    game = playing("misere by W", hands=MISERE, leader="S").after("S:C4 W:C5 N:C2 E:C3")
    played = [card for trick in game.table.tricks for card in trick.cards]
    left = [card for seat in engine.SEATS for card in engine.seat_view(game.state, seat).hand]
    assert sorted(card.index for card in played + left) == list(range(52))


def test_without_early_end_a_lost_misere_is_played_out():
    game = playing("misere by W", hands=MISERE, leader="S", early_end=False)
    game = game.after("S:C4 W:C5 N:C2 E:C3")
    assert not game.state.finished
    assert game.table.contracts[0].made is False
    game = game.play_on()
    assert game.tricks == 13
    assert game.scores["W"] == -75


def test_a_joint_misere_goes_on_for_those_who_have_not_failed():
    game = playing("misere by N and W", hands=MISERE, leader="S").after("S:C4 W:C5 N:C2 E:C3")
    assert not game.state.finished
    verdicts = {one.declarer.letter: one.made for one in game.table.contracts}
    assert verdicts == {"N": None, "W": False}
    game = game.play_on()
    assert game.tricks == 13
    assert game.scores == {"N": 100, "E": 0, "S": 0, "W": -100}


def test_a_joint_misere_ends_when_the_last_one_has_failed():
    hands = {**MISERE, "S": "AQJT.KQJT.KQJT.4", "W": "K.A.A.AKQJT98765"}
    game = playing("misere by S and W", hands=hands, leader="S").after("S:SA W:SK N:S2 E:S6")
    assert not game.state.finished
    game = game.after("S:C4 W:C5 N:C2 E:C3")
    assert game.state.finished
    assert game.scores == {"N": 50, "E": 50, "S": -50, "W": -50}


def test_a_piek_ends_with_its_second_trick():
    game = playing("piek by W", hands=MISERE, leader="S").after("S:C4 W:C5 N:C2 E:C3")
    assert game.table.contracts[0].made is None
    game = game.after("W:C6 N:S2 E:S6 S:ST")
    assert game.state.finished
    assert game.scores == {"N": 15, "E": 15, "S": 15, "W": -45}


def test_no_trick_at_all_fails_a_piek_and_makes_a_misere():
    piek = playing("piek by N", hands=MISERE, leader="S").play_on()
    assert engine.outcome(piek.state).tricks[engine.Seat.NORTH] == 0
    assert piek.scores == {"N": -45, "E": 15, "S": 15, "W": 15}
    misere = playing("misere by N", hands=MISERE, leader="S").play_on()
    assert misere.scores == {"N": 75, "E": -25, "S": -25, "W": -25}


# Schoppen mie. East holds the queen of spades and two clubs.
MIE = {
    "N": "KJ98.AK32.932.A2",
    "E": "AQT.QJT9.K654.K3",
    "S": "765432.8765.QJT.",
    "W": ".4.A87.QJT987654",
}
AFTER_TWO = "N:CA E:CK S:H8 W:C4 N:C2 E:C3 S:H7 W:C5"


def mie() -> Game:
    return playing("schoppen_mie", hands=MIE, leader="N")


def test_no_spade_is_led_in_the_first_three_tricks():
    assert mie().cards == "HA HK H3 H2 D9 D3 D2 CA C2"
    with pytest.raises(SpadeBarred) as refused:
        mie().play("N:SK")
    assert refused.value.detail == {"card": "SK", "suit": "S", "tricks": 3}


def test_no_spade_is_thrown_away_in_the_first_three_tricks():
    game = mie().after("N:CA E:C3")
    assert game.cards == "H8 H7 H6 H5 DQ DJ DT"
    with pytest.raises(SpadeBarred):
        game.play("S:S7")


def test_spades_are_free_from_the_fourth_trick():
    game = mie().after(AFTER_TWO + " W:DA N:D2 E:D4 S:DT W:D8 N:D3 E:DK S:DJ")
    assert game.cards == "SA SQ ST HQ HJ HT H9 D6 D5"


def test_the_queen_is_not_thrown_away_before_the_fourth_trick():
    game = mie().after(AFTER_TWO + " W:C6 N:H2")
    assert game.cards == "HQ HJ HT H9 DK D6 D5 D4"
    with pytest.raises(SpadeBarred):
        game.play("E:SQ")


def test_the_queen_must_go_at_the_first_chance_after_the_third_trick():
    game = mie().after(AFTER_TWO + " W:C6 N:H2 E:H9 S:H6 W:C7 N:H3")
    assert game.cards == "SQ"
    with pytest.raises(MustDiscardQueen) as refused:
        game.play("E:HQ")
    assert refused.value.detail == {"card": "HQ", "must": "SQ"}


def test_the_queen_need_not_go_while_suit_can_be_followed():
    game = mie().after(AFTER_TWO + " W:C6 N:H2 E:H9 S:H6 W:DA N:D2")
    assert game.cards == "DK D6 D5 D4"
    with pytest.raises(MustFollowSuit):
        game.play("E:SQ")


def test_a_hand_of_spades_may_play_them_at_any_time():
    hands = {
        "N": "Q.AK32.AK32.AK32",
        "E": ".QJT98.QJT9.QJT9",
        "S": "AKJT98765432.7..",
        "W": ".654.87654.87654",
    }
    game = playing("schoppen_mie", hands=hands, leader="S")
    assert game.cards == "H7"
    game = game.after("S:H7 W:H4 N:HK E:HT N:DA E:D9")
    assert game.cards == "SA SK SJ ST S9 S8 S7 S6 S5 S4 S3 S2"


def test_the_examples_in_the_engines_own_words_hold():
    tried = doctest.testmod(engine.play)
    assert tried.attempted
    assert not tried.failed
