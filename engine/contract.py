"""What the auction settled, and which trump and called card its declarer may name."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.bids import BidRung
from engine.cards import SUIT_MASKS, Card, Rank, Suit
from engine.seats import Seat

__all__ = ["Blind", "CallOption", "CallRules", "CalledCardDuty", "Contract", "call_options"]


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
    """`ranks`: what may be called, the first possible one; `blind`: when the table hears of it."""

    ranks: tuple[Rank, ...]
    blind: Blind


@dataclass(frozen=True, slots=True)
class CallOption:
    trump: Suit
    card: Card
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

    def tricks(self, taken: tuple[int, ...]) -> int:
        """What the side has: declarer and partner together."""
        own = taken[self.declarer]
        return own if self.partner is None else own + taken[self.partner]


def call_options(hand: int, trumps: tuple[Suit, ...], rules: CallRules) -> list[CallOption]:
    """Every call this hand may make, over the trumps its bid allows.

    A trump with nothing to call but a lower rank is out while another trump leaves a higher one
    (rules-decisions 21 and 22): nobody picks a trump to get round calling an ace.
    """
    by_trump = [(trump, *_calls_with(hand, trump, rules)) for trump in trumps]
    best = min((place for _, place, _ in by_trump), default=0)
    return [option for _, place, options in by_trump if place == best for option in options]


def _calls_with(hand: int, trump: Suit, rules: CallRules) -> tuple[int, list[CallOption]]:
    sides = [suit for suit in Suit if suit is not trump]
    for place, rank in enumerate(rules.ranks):
        wanted = [Card.of(suit, rank) for suit in sides if not hand & Card.of(suit, rank).bit]
        held = [card for card in wanted if hand & SUIT_MASKS[card.suit]]
        if held:
            return place, [CallOption(trump, card, blind=False) for card in held]
        if wanted:
            return place, [CallOption(trump, card, blind=True) for card in wanted]
    return len(rules.ranks), []
