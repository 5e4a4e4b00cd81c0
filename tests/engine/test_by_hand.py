"""Cards gathered, cut, shuffled and dealt by hand: nothing is lost and nothing comes twice."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import SEATS, BadDeal, Card, Deal, Seat, by_hand, rulesets
from engine.cards import CARDS, DECK
from tests.engine.histories import play_out
from tests.engine.rulesets.tables import bidding

EVERY = pytest.mark.parametrize("slug", rulesets.names())
seeds = st.integers(min_value=0, max_value=2**32 - 1)


@EVERY
@settings(max_examples=12, deadline=None)
@given(seeds)
def test_what_was_dealt_is_gathered_mixed_and_dealt_again(slug: str, seed: int):
    """Whatever was played, claimed, exchanged or put away, and after any cut and any shuffle."""
    rng = random.Random(seed)
    over = play_out(slug, seed).states[-1]
    stack = by_hand.gather(over)
    there = set(CARDS) if over.middle is not None else set(DECK)
    assert set(stack) == there
    assert len(stack) == len(there)
    at = rng.randrange(1, len(stack))
    mixed = by_hand.cut(stack, at)
    assert by_hand.cut(mixed, len(stack) - at) == stack
    order = rng.sample(range(len(stack)), len(stack))
    for one in (mixed, by_hand.shuffle(mixed, order)):
        dealt = by_hand.deal(one, over.ruleset.packets, over.forehand)
        middle = dealt.middle
        hands = dealt.deal if middle is None else dealt.deal.with_joker(middle)
        assert {card for seat in SEATS for card in hands.hand(seat)} | {middle} - {None} == there
        assert Deal.from_number(dealt.deal.number) == dealt.deal
        assert dealt.last in hands.hand(over.forehand.after(3))


def test_the_first_trick_lies_at_the_bottom_and_unplayed_hands_on_top():
    game = bidding("championship-online").bid("E:misere S:pass W:pass N:pass").play_on(1)
    assert game.state.play is not None
    over = game.play_on()
    assert over.state.play is not None
    tricks = over.state.play.tricks
    assert len(tricks) < 13, "the misère is lost early, and hands are left"
    stack = by_hand.gather(over.state)
    left = [card for seat in SEATS for card in over.seen_by(seat.letter).hand]
    assert list(stack[: len(left)]) == left
    assert stack[-4:] == tricks[0].cards
    assert stack[len(left) : len(left) + 4] == tricks[-1].cards
    swept = by_hand.gather(over.state, [(3, 2, 1, 0)])
    assert swept[-4:] == tricks[0].cards[::-1]
    assert swept[:-4] == stack[:-4]


@pytest.mark.parametrize(
    ("slug", "packets"),
    [
        ("wikibooks", (4, 5, 4)),
        ("platform", (6, 7)),
        ("german", (6, 7)),
        ("wiezen", (4, 4, 5)),
        ("championship-offline", (6, 7)),
        ("championship-online", (6, 7)),
    ],
)
def test_each_ruleset_has_its_packets_and_cuts_unless_it_shuffles(
    slug: str, packets: tuple[int, ...]
):
    rules = rulesets.get(slug)
    assert rules.packets == packets
    assert rules.mixing is (by_hand.Mixing.SHUFFLE if slug == "platform" else by_hand.Mixing.CUT)


def test_packets_go_round_from_forehand_and_the_dealer_gets_the_last_card():
    dealt = by_hand.deal(DECK, (4, 4, 5), Seat.EAST)
    assert dealt.deal.hand(Seat.EAST) == engine.Hand([*DECK[:4], *DECK[16:20], *DECK[32:37]])
    assert dealt.last is Card("C2")
    assert dealt.last in dealt.deal.hand(Seat.NORTH)
    assert dealt.middle is None


def test_a_fifty_third_card_is_left_open_in_the_middle():
    left = by_hand.deal(CARDS, (4, 5, 4), Seat.EAST)
    assert left.middle is engine.JOKER
    held = by_hand.deal((*CARDS[1:], CARDS[0]), (4, 5, 4), Seat.EAST)
    assert held.middle is Card("SA")
    assert held.deal.with_joker(Card("SA")).holder(engine.JOKER) is held.deal.holder(Card("SA"))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: by_hand.cut(DECK, 0),
        lambda: by_hand.cut(DECK, 52),
        lambda: by_hand.shuffle(DECK, [0] * 52),
        lambda: by_hand.shuffle(DECK, range(51)),
        lambda: by_hand.deal(DECK, (6, 6), Seat.EAST),
        lambda: by_hand.deal(DECK[:51], (6, 7), Seat.EAST),
        lambda: by_hand.deal((*DECK[:51], DECK[0]), (6, 7), Seat.EAST),
    ],
)
def test_cards_cannot_be_lost_or_doubled_on_the_way(wrong):  # type: ignore[no-untyped-def]
    with pytest.raises(BadDeal):
        wrong()
