"""Cards, hands and seats as values."""

from __future__ import annotations

import copy
import pickle

import pytest

from engine import DECK, SEATS, BadNotation, Card, Hand, Rank, Seat, Suit
from engine.cards import in_hand_order
from tests.vocabulary import hand


def test_a_card_is_written_suit_then_rank():
    seven = Card("H7")
    assert (seven.suit, seven.rank) == (Suit.HEARTS, Rank.SEVEN)
    assert str(seven) == seven.notation == "H7"
    assert repr(seven) == "Card('H7')"


def test_there_are_fifty_two_cards_in_the_order_of_their_indexes():
    assert len({card.notation for card in DECK}) == 52
    assert [card.index for card in DECK] == list(range(52))
    assert [DECK[index].notation for index in (0, 12, 13, 51)] == ["SA", "S2", "HA", "C2"]


def test_there_is_one_object_for_each_card():
    ace = Card("SA")
    assert ace is Card.parse("SA")
    assert ace is pickle.loads(pickle.dumps(ace))
    assert ace is copy.deepcopy(ace)
    with pytest.raises(AttributeError):
        ace.rank = Rank.TWO


@pytest.mark.parametrize("text", ["", "7H", "H1", "h7", "H10", "SAA", None, 7, ["SA"], {"SA": 1}])
def test_what_is_not_a_card_is_refused(text: object):
    with pytest.raises(BadNotation) as refused:
        Card(text)  # type: ignore[arg-type]
    assert refused.value.code == "bad_card"


def test_a_hand_is_read_from_cards_or_from_a_deal_string():
    assert hand("H7 HK S2") == hand("2.K7..")
    assert hand("AK2.QT9.J87.A654").notation == "AK2.QT9.J87.A654"
    assert len(hand("AK2.QT9.J87.A654")) == 13


@pytest.mark.parametrize("text", ["H7 H7", "AA...", "A..", "X...", "AK2.QT9.J87.A654.2"])
def test_what_is_not_a_hand_is_refused(text: str):
    with pytest.raises(BadNotation):
        hand(text)


def test_a_hand_knows_its_cards_and_stays_as_it_is():
    held = hand("H7 HK S2")
    assert Card("HK") in held
    assert Card("HQ") not in held
    assert held.without(Card("HK")) == hand("H7 S2")
    assert held.suit(Suit.HEARTS) == hand("HK H7")
    assert [str(card) for card in held] == ["S2", "HK", "H7"]
    assert held == hand("S2 H7 HK")
    assert hash(held) == hash(hand("S2 H7 HK"))
    with pytest.raises(AttributeError):
        held.mask = 0


def test_a_hand_does_not_show_its_cards_by_accident():
    held = hand("AK2.QT9.J87.A654")
    assert f"{held} {held!r}" == "<Hand of 13> <Hand of 13>"


def test_a_person_holds_spades_hearts_clubs_diamonds():
    shown = in_hand_order(hand("DA C2 H3 S4 SA").mask)
    assert [str(card) for card in shown] == ["SA", "S4", "H3", "C2", "DA"]


def test_seats_go_round_clockwise():
    assert [seat.letter for seat in SEATS] == ["N", "E", "S", "W"]
    assert Seat.WEST.next is Seat.NORTH
    assert Seat.SOUTH.after(3) is Seat.EAST
    assert Seat.parse("S").clockwise() == (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
    assert str(Seat.EAST) == "E"


@pytest.mark.parametrize("text", ["X", "n", "", "NE", None, 0, ["N"]])
def test_what_is_not_a_seat_is_refused(text: object):
    with pytest.raises(BadNotation):
        Seat.parse(text)


def test_the_joker_is_a_club_below_the_two():
    joker = Card("C1")
    assert (joker.index, joker.suit, joker not in DECK) == (52, Suit.CLUBS, True)
    assert Hand.parse("CA C2 C1").notation == "...A21"
    assert Hand.parse("...A21").suit(Suit.CLUBS) == Hand.parse("C1 CA C2")
    for text in ("S1", "H1", "D1"):
        with pytest.raises(BadNotation):
            Card(text)
    with pytest.raises(BadNotation):
        Hand.parse("A1...")
