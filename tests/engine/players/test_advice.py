"""One piece of advice, one test: from "Het spel" of the Dutch Wikibooks page and from the tips for
beginners of the German rulebook. The position is the smallest that shows it."""

from __future__ import annotations

import engine
from engine.players import choose
from tests.vocabulary import Game, bidding, deal, playing

RIK = "rik by N, trump S, calls HA"


def house(game: Game) -> str:
    """What the house player in turn does, written as short as in a transcript."""
    command = choose("house", engine.seat_view(game.state, game.to_act), 0)
    match command:
        case engine.PlayCard(card=card, face_down=face_down):
            return f"({card})" if face_down else str(card)
        case engine.MakeBid(bid=bid):
            return bid
        case engine.Declare(trump=trump, card=card):
            return f"{trump}:{card}"
        case engine.ChoosePassGame(game=chosen):
            return chosen


# The rikker's side


def test_the_rikker_on_lead_draws_trumps() -> None:
    game = playing(RIK, hands={"N": "AKQJ2.K43.K43.43", "E": "HA"})
    assert house(game) == "SA"


def test_the_rikker_goes_on_drawing_while_somebody_may_have_a_trump() -> None:
    hands = {"N": "AKQJ2.K43.K43.43", "E": "HA S3 S4 S5", "S": "S6 S7 S8", "W": "S9 ST"}
    game = playing(RIK, hands=hands).after("N:SA S3 S6 S9 SK S4 S7 ST")
    assert house(game) in ("SQ", "SJ")


def test_the_rikker_keeps_his_last_trumps_when_the_others_have_none() -> None:
    hands = {"N": "AKQJT2.K43.K4.43", "E": "HA S3 S4", "S": "S5 S6 S7", "W": "S8 S9"}
    game = playing(RIK, hands=hands).after("N:SA S3 S5 S8 SK S4 S6 S9")
    game = game.after(f"SQ {game.after('SQ').cards.split()[-1]} S7")
    game = game.after(game.cards.split()[-1])
    assert house(game)[0] != "S"


def test_a_rikker_without_trumps_leads_the_suit_of_the_called_ace() -> None:
    game = playing(RIK, hands={"N": ".K432.AK432.AK32", "E": "HA"})
    assert house(game) == "H2"


def test_a_rikker_who_called_blind_asks_for_the_ace_with_a_useless_card_face_down() -> None:
    hands = {"N": "A..AKQJ32.A98432", "E": "HA S2", "S": "S3", "W": "S4"}
    game = playing("rik by N, trump S, calls HA blind", hands=hands).after("N:SA S2 S3 S4")
    assert house(game) in ("(C2)", "(D2)")


def test_the_partner_on_lead_draws_trumps_and_keeps_the_called_ace() -> None:
    game = playing(RIK, hands={"N": "SA SQ HK H3", "E": "K3.A2.QJ876.J876"}, leader="E")
    assert house(game) == "SK"


def test_the_partner_leads_the_called_ace_when_the_rikker_has_no_trump() -> None:
    hands = {"N": ".K432.AK432.AK32", "W": "S2 S3", "E": "SA S4 HA H5 D5 C5"}
    game = playing(RIK, hands=hands, leader="W").after("W:S2 D2 SA")
    game = game.after(house(game))
    assert game.to_act is engine.Seat.EAST
    assert house(game) == "HA"


def test_the_partner_helps_without_showing_himself_by_throwing_the_called_ace() -> None:
    hands = {"N": "SA SK SQ HK", "E": ".AT2.QJ987.QJT98"}
    game = playing(RIK, hands=hands, leader="N").after("N:SA")
    assert house(game) != "HA"


def test_the_partner_does_not_take_the_rikkers_trick() -> None:
    hands = {"N": "AKJ32.K43.AQ3.43", "E": "54.A52.K542.8765", "W": "DJ"}
    game = playing(RIK, hands=hands, leader="W").after("W:DJ DA")
    assert house(game) in ("D2", "D4", "D5")


# Against the rikker


def test_defenders_lead_neither_trump_nor_the_called_suit() -> None:
    hands = {"W": "QJT.QJ9.8643.864", "N": "SA SK HK", "E": "HA"}
    game = playing(RIK, hands=hands, leader="W")
    assert house(game)[0] in "DC"


def test_a_defender_does_not_take_the_trick_of_a_colleague_against_a_soloist() -> None:
    hands = {"N": "AKQJT98.A2.32.32", "E": "DA D4", "S": "DK D5 D6 S2", "W": "D7 D8"}
    game = playing("alleen_8 by N, trump S", hands=hands, leader="E").after("E:DA")
    assert house(game) in ("D5", "D6")


def test_defenders_go_on_with_the_suit_the_soloist_is_weak_in() -> None:
    hands = {
        "N": "AKQJT98.A2.432.2",
        "E": "2.T983.AQ75.KJ98",
        "S": "S3 DK D6",
        "W": "S4 D8 D9",
    }
    game = playing("alleen_8 by N, trump S", hands=hands, leader="E").after("E:DA DK D8 D2")
    assert house(game) == "DQ"


# No trick, or exactly one


def test_a_misere_player_ducks_as_high_as_he_can_and_keeps_his_twos_and_threes() -> None:
    hands = {"N": "HJ", "E": "5432.9532.432.32", "S": "HK"}
    game = playing("misere by E", hands=hands, leader="N").after("N:HJ")
    assert house(game) == "H9"


def test_a_misere_player_throws_away_what_could_still_catch_him() -> None:
    hands = {"N": "CA", "E": "5432.5432.K8543.", "S": "CK"}
    game = playing("misere by E", hands=hands, leader="N").after("N:CA")
    assert house(game) == "DK"


def test_a_misere_player_on_lead_leads_low() -> None:
    game = playing("misere by E", hands={"E": "5432.9432.432.32"}, leader="E")
    assert house(game)[1] in "23"


def test_a_real_pieker_takes_the_first_trick() -> None:
    game = playing("piek by E", hands={"E": "A.5432.5432.5432"}, leader="E")
    assert house(game) == "SA"


def test_a_pieker_who_has_his_trick_ducks_like_a_misere_player() -> None:
    hands = {"E": "A.9432.5432.5432", "N": "S5 HJ", "S": "S2 H8", "W": "S3 HT"}
    game = playing("piek by E", hands=hands, leader="E").after("E:SA S2 S3 S5 E:H2 H8 HT HJ")
    game = game.after("N:HK" if "HK" in game.cards else game.cards.split()[0])
    assert house(game) != "HA"


def test_against_a_misere_the_lead_is_a_card_he_has_to_go_over() -> None:
    hands = {"E": "AKJ9.5432.543.32", "S": "2.KQJ.AKQJ.AKQJT"}
    game = playing("misere by E", hands=hands, leader="S")
    assert house(game) == "S2"


def test_nobody_takes_the_trick_off_a_misere_player() -> None:
    hands = {"E": "T987.5432.543.32", "S": "SA S4", "N": "S3 S2", "W": "S5 SK"}
    game = playing("misere by E", hands=hands, leader="N").after("N:S3 S7")
    assert house(game) == "S4"
    assert house(game.after("S4")) == "S5"


def test_against_a_misere_a_trick_he_has_ducked_takes_our_high_cards() -> None:
    hands = {"E": "S3 H2 D2 C2", "N": "S9", "S": "SA S4", "W": "S5"}
    game = playing("misere by E", hands=hands, leader="N").after("N:S9 S3")
    assert house(game) == "SA"


# Bidding


def bid(cards: str, *, calls: str = "", seat: str = "E") -> str:
    dealer = engine.Seat.parse(seat).after(3 - len(calls.split()))
    game = bidding(dealer=dealer.letter, cards=deal(**{seat: cards})).bid(calls)
    assert game.to_act is engine.Seat.parse(seat)
    return house(game)


def test_five_sure_tricks_are_a_rik() -> None:
    assert bid("AKQ54.K83.A76.54") == "rik"


def test_three_tricks_are_not() -> None:
    assert bid("AQ542.J73.976.54") == "pass"


def test_hearts_go_over_another_rik() -> None:
    assert bid("K8.AKQJ65.A7.K54", calls="rik") == "rik_beter"


def test_eight_tricks_in_one_hand_are_played_alone() -> None:
    assert bid("AKQJT987.A2.A2.3", calls="rik") == "alleen_8"


def test_nine_alone_goes_over_a_piek() -> None:
    assert bid("AKQJT987.AK.A2.3", calls="rik piek") == "alleen_9"


def test_one_bare_ace_and_nothing_but_low_cards_is_a_piek() -> None:
    assert bid("A.5432.6432.7542") == "piek"


def test_a_piek_may_be_played_along() -> None:
    assert bid("A.5432.6432.7542", calls="piek") == "piek"


def test_low_cards_in_every_suit_are_a_misere() -> None:
    assert bid("542.6432.532.742") == "misere"


def test_a_high_card_without_low_ones_is_no_misere() -> None:
    assert bid("K9.6432.532.Q742") == "pass"


def test_the_called_ace_protects_a_king_or_queen() -> None:
    hands = {"E": "AKQ54.K83.972.54"}
    game = bidding(dealer="N", cards=deal(**hands)).bid("rik pass pass pass")
    assert house(game) == "S:HA"


# Pass games


def test_a_hand_for_one_trick_chooses_one_or_five() -> None:
    game = bidding(dealer="N", cards=deal(N="A.5432.6432.7542")).bid("pass pass pass pass")
    assert house(game) == "one_or_five"


def test_the_queen_of_spades_among_low_cards_chooses_schoppen_mie() -> None:
    hands = {"N": "Q2.QT87.QT87.QT8"}
    game = bidding(dealer="N", cards=deal(**hands)).bid("pass pass pass pass")
    assert house(game) == "schoppen_mie"


def test_who_holds_the_queen_of_spades_plays_away_a_short_suit() -> None:
    game = playing("schoppen_mie", hands={"N": "Q43.JT987.K932.3"}, leader="N")
    assert house(game) == "C3"


def test_high_cards_go_while_no_spade_may_be_played() -> None:
    hands = {"N": "J43.AT987.932.93", "W": "HK", "E": "H5", "S": "H4"}
    game = playing("schoppen_mie", hands=hands, leader="E").after("E:H5 H4 HK")
    assert house(game) == "HA"


def test_nobody_takes_the_queen_of_spades_who_can_stay_below_her() -> None:
    hands = {"N": "SQ", "E": "SA S2", "S": "S3", "W": "S4"}
    game = playing("schoppen_mie", hands=hands, leader="N").play_on(3)
    while "SQ" not in game.cards or game.state.play is None or game.state.play.cards:
        game = game.after(game.cards.split()[0])
    game = game.after("SQ")
    assert house(game) == "S2"


def test_after_one_trick_of_one_or_five_the_cards_stay_low() -> None:
    hands = {"N": "A.5432.6432.7542", "E": "HK S2", "S": "S3 H6", "W": "S4 H7"}
    game = playing("one_or_five", hands=hands, leader="N")
    assert house(game) == "SA"
    game = game.after("SA S2 S3 S4")
    assert house(game)[1] in "2345"


def test_a_hand_with_five_tricks_goes_for_five() -> None:
    hands = {"N": "AKQ.AK.65432.432", "E": "S2", "S": "S3", "W": "S4"}
    game = playing("one_or_five", hands=hands, leader="N").after("SA S2 S3 S4")
    assert house(game)[1] in "AKQ"
