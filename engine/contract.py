"""What the auction settled, and which trump and called card its declarer may name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache

from engine.bids import BidRung
from engine.cards import ACES, SUIT_MASKS, Card, Rank, Suit
from engine.seats import Seat

__all__ = [
    "Blind",
    "CallOption",
    "CallRules",
    "CalledCardDuty",
    "Contract",
    "call_options",
    "is_blind",
    "last_ace",
]


class Blind(Enum):
    """When the table hears that a call was blind."""

    AT_CALL = "at_call"
    AT_LEAD = "at_lead"


class CalledCardDuty(Enum):
    """What its holder owes the called card; the values are those of the option."""

    ALWAYS = "always"
    UNDER_LEAD = "under_lead"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class CallRules:
    """`ranks`: what may be called, the first possible one; `blind`: when the table hears of it.

    `must_hold`: a card of a void suit is called blind, and only if there is no other. `highest`: a
    trump that leaves a lower card to call is out while another leaves a higher one; `held_first`:
    so is one that forces a blind call. `alone`: with nothing to call the declarer plays alone.
    `silent`: the call says nothing about being blind.
    """

    ranks: tuple[Rank, ...]
    blind: Blind
    must_hold: bool = True
    highest: bool = True
    held_first: bool = False
    alone: bool = False
    silent: bool = False


@dataclass(frozen=True, slots=True)
class CallOption:
    """`card` None: there is nothing to call, and the declarer plays alone."""

    trump: Suit
    card: Card | None
    blind: bool


@dataclass(frozen=True, slots=True)
class Contract:
    """One declarer's undertaking. A joint piek or misère is several of these.

    What the table may not know yet, partner and blind, stays out of the repr.
    """

    rung: BidRung
    declarer: Seat
    trump: Suit | None = None
    called: Card | None = None
    blind: bool = field(default=False, repr=False)
    partner: Seat | None = field(default=None, repr=False)

    def tricks(self, taken: Sequence[int]) -> int:
        """What the side has: declarer and partner together."""
        own = taken[self.declarer]
        return own if self.partner is None else own + taken[self.partner]


def call_options(
    hand: int, trumps: tuple[Suit, ...], rules: CallRules, gone: int = 0
) -> list[CallOption]:
    """Every call this hand may make, over the trumps its bid allows. `gone`: cards in no hand.

    A trump with nothing to call but a lower rank is out while another trump leaves a higher one
    (rules-decisions 21 and 22): nobody picks a trump to get round calling an ace.
    """
    by_trump = [(*_calls_with(hand, trump, rules, gone), trump) for trump in trumps]
    if rules.highest:
        best = min((place for place, _, _ in by_trump), default=0)
        by_trump = [one for one in by_trump if one[0] == best]
    options = [option for _, calls, _ in by_trump for option in calls]
    if rules.held_first and not all(option.blind for option in options):
        return [option for option in options if not option.blind]
    return options


def _calls_with(
    hand: int, trump: Suit, rules: CallRules, gone: int
) -> tuple[int, list[CallOption]]:
    not_to_call = hand | gone
    for place, rank in enumerate(rules.ranks):
        wanted = [card for card in _beside(trump, rank) if not not_to_call & card.bit]
        held = [card for card in wanted if hand & SUIT_MASKS[card.suit] or not rules.must_hold]
        if held:
            return place, [CallOption(trump, card, blind=False) for card in held]
        if wanted:
            return place, [CallOption(trump, card, blind=True) for card in wanted]
    place = len(rules.ranks)
    return place, [CallOption(trump, None, blind=False)] if rules.alone else []


@cache
def _beside(trump: Suit, rank: Rank) -> tuple[Card, ...]:
    return tuple(Card.of(suit, rank) for suit in Suit if suit is not trump)


def is_blind(hand: int, card: Card, rules: CallRules, *, said: bool) -> bool:
    """Whether a card of the called suit may be led face down: said at the call, or, where nothing
    is said, whenever the suit was void."""
    return not hand & SUIT_MASKS[card.suit] if rules.silent else said


def last_ace(hand: int, gone: int = 0) -> Card:
    """The ace missing from this hand; the highest heart that it lacks, when none is missing.
    `gone`: cards in no hand."""
    elsewhere = ~(hand | gone)
    missing = ACES & elsewhere or SUIT_MASKS[Suit.HEARTS] & elsewhere
    return Card.at((missing & -missing).bit_length() - 1)
