"""No deal is dealt twice, at whatever table."""

from __future__ import annotations

from unittest import mock

import pytest

import engine
from engine import SEATS
from gameplay import dealing, table_handlers
from gameplay.dealing import DealtBefore
from gameplay.models import DealFingerprint, SealedDeal, TableSummary
from tests.gameplay.conftest import NOON

pytestmark = pytest.mark.django_db

ONE, OTHER = engine.Deal.from_number(10**27), engine.Deal.from_number(10**27 + 1)


def kept(*deals: engine.Deal, among: str = "") -> list[SealedDeal]:
    rows = [dealing.sealed(deal, now=NOON) for deal in deals]
    dealing.keep(rows, deals, among=among)
    return rows


def test_a_kept_deal_opens_again() -> None:
    rows = kept(ONE, OTHER)
    assert [dealing.unseal(row.id).deal for row in rows] == [ONE, OTHER]


def test_a_deal_that_comes_up_again_is_not_dealt_and_nothing_of_its_round_is() -> None:
    """Situation 27."""
    [first] = kept(ONE)
    with pytest.raises(DealtBefore) as refused:
        kept(OTHER, ONE)
    assert refused.value.code == "deal_dealt_before"
    assert refused.value.detail["earlier"] == first.id
    assert SealedDeal.objects.count() == DealFingerprint.objects.count() == 1
    kept(OTHER)


def test_two_equal_deals_at_once_are_refused_too() -> None:
    with pytest.raises(DealtBefore):
        kept(ONE, ONE)
    assert not SealedDeal.objects.exists()


def test_a_refusal_tells_no_card_and_no_number() -> None:
    kept(ONE)
    with pytest.raises(DealtBefore) as refused:
        kept(ONE)
    told = f"{refused.value!r} {refused.value.detail}"
    assert str(ONE.number) not in told
    assert ONE.notation not in told


def test_deals_from_a_chosen_seed_are_compared_among_themselves_only() -> None:
    kept(ONE)
    kept(ONE, among="rehearsal")
    kept(ONE, among="another")
    with pytest.raises(DealtBefore):
        kept(ONE, among="rehearsal")


def test_a_free_table_is_not_dealt_what_was_dealt_before() -> None:
    kept(ONE)
    with (
        mock.patch.object(dealing, "uniform", return_value=ONE),
        pytest.raises(DealtBefore),
    ):
        open_table()
    assert not TableSummary.objects.exists()
    with mock.patch.object(dealing, "uniform", return_value=OTHER):
        open_table()


def open_table() -> str:
    return table_handlers.open_table(
        ruleset="championship-online",
        options={},
        opener=None,
        occupants=dict.fromkeys(SEATS, "house"),
        actor="user:1",
    )
