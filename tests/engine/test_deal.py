"""Deals and their numbers: rikdeal-1 §1, held in place by its vectors."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import DEALS, SEATS, BadDeal, Card, Deal, Hand, Seat

VECTORS = json.loads(
    (Path(__file__).parent.parent / "vectors" / "deals.json").read_text(encoding="utf-8")
)

numbers = st.integers(min_value=0, max_value=DEALS - 1)


def test_there_are_as_many_deals_as_the_vectors_say():
    assert int(VECTORS["deals_in_all"]) == DEALS == 0xAD55E315634DDA658BF49200


@pytest.mark.parametrize("row", VECTORS["numbers"], ids=lambda row: row["number"])
def test_number_and_deal_belong_to_each_other(row: dict[str, str]):
    assert Deal.from_number(int(row["number"])).notation == row["deal"]
    assert Deal.parse(row["deal"]).number == int(row["number"])


@pytest.mark.parametrize("row", VECTORS["other_forms"], ids=lambda row: row["number"])
def test_a_deal_may_begin_with_any_seat_and_name_ranks_in_any_order(row: dict[str, str]):
    deal = Deal.parse(row["text"])
    assert (deal.notation, deal.number) == (row["deal"], int(row["number"]))


@pytest.mark.parametrize("row", VECTORS["bad_deal_strings"], ids=lambda row: row["why"])
def test_anything_else_is_no_deal(row: dict[str, str]):
    with pytest.raises(BadDeal):
        Deal.parse(row["text"])


@pytest.mark.parametrize("text", [None, 7, "", "N:", ["N:"], "N:a b c d", "N:... ... ... ..."])
def test_what_is_not_even_text_of_a_deal_is_refused(text: object):
    with pytest.raises(BadDeal):
        Deal.parse(text)


@pytest.mark.parametrize("number", [-1, DEALS])
def test_there_is_no_deal_outside_the_numbers(number: int):
    with pytest.raises(BadDeal):
        Deal.from_number(number)


@given(numbers)
def test_every_number_is_a_deal_of_its_own_number(number: int):
    deal = Deal.from_number(number)
    assert deal.number == number
    assert Deal.parse(deal.notation) == deal
    assert all(len(deal.hand(seat)) == 13 for seat in SEATS)


def test_every_card_has_one_holder():
    deal = Deal.parse("N:AK2.QT9.J87.A654 QJ3.A2.KQT9.K872 T987.KJ87.A2.QJ3 654.6543.6543.T9")
    assert deal.holder(Card("HA")) is Seat.EAST
    assert deal.hand(Seat.WEST) == Hand.parse("654.6543.6543.T9")


def test_a_deal_does_not_show_its_cards_by_accident():
    deal = Deal.from_number(0)
    assert f"{deal} {deal!r}" == "<Deal> <Deal>"
    with pytest.raises(AttributeError):
        deal.masks = (0, 0, 0, 0)


def test_the_joker_takes_the_place_of_the_open_card_in_the_hand_that_had_it():
    dealt = Deal.from_number(2986888205529437060267403780)
    joker = dealt.with_joker(Card("D7"))
    holder = dealt.holder(Card("D7"))
    assert joker.holder(Card("C1")) is holder
    for seat in SEATS:
        same = set(dealt.hand(seat)) ^ set(joker.hand(seat))
        assert same == ({Card("D7"), Card("C1")} if seat is holder else set())
    assert joker.without_joker(Card("D7")) == dealt
    assert pickle.loads(pickle.dumps(joker)) == joker
    with pytest.raises(BadDeal, match="without the joker"):
        _ = joker.number
    with pytest.raises(BadDeal, match="joker is not written"):
        Deal.parse(joker.notation)


def test_a_joker_that_is_itself_the_open_card_is_in_no_hand():
    dealt = Deal.from_number(1)
    assert dealt.with_joker(Card("C1")) == dealt == dealt.without_joker(Card("C1"))
