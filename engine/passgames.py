"""What is played when all four have passed, as data.

A pass game names winning trick counts (`wins`), penalties for a card and for the last trick, or a
pot to which some cards pay; `bar` and `discard` bend the following of suit. All but the forced rik
are played without trump, and all of them to the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.bids import BidRung
from engine.cards import Card, Suit
from engine.seats import SEATS, Seat

__all__ = ["FOREHAND", "PASS_GAME_WORDS", "BarredSuit", "Chooser", "DiscardDuty", "PassGame", "Pot"]

# Every pass game any ruleset knows; see BID_WORDS for why both kinds of unknown are told apart.
PASS_GAME_WORDS: frozenset[str] = frozenset(
    [
        "schoppen_mie",
        "one_or_five",
        "two_or_five",
        "one_three_five",
        "rondpiek",
        "verplicht_misere",
        "verplichte_rik",
        "redeal",
        "one_five_eleven",
        "dames",
        "last_trick",
        "fewest_tricks",
    ]
)


@dataclass(frozen=True, slots=True)
class BarredSuit:
    """No card of `suit` in the first `tricks` tricks, except by somebody who has nothing else."""

    suit: Suit
    tricks: int


@dataclass(frozen=True, slots=True)
class DiscardDuty:
    """From trick `from_trick` on, `card` goes the first time its holder cannot follow suit."""

    card: Card
    from_trick: int


@dataclass(frozen=True, slots=True)
class Pot:
    """Whoever takes one of `cards` pays `each`; those who took none share it in equal parts."""

    cards: tuple[Card, ...]
    each: int


@dataclass(frozen=True, slots=True)
class PassGame:
    """`pairs`: two winners are paid by one loser each, not by both. `fewest`: the fewest tricks
    win, and `wins` is empty. `rung`: forehand plays this contract. `redeal`: nothing is played."""

    game: str
    wins: frozenset[int] = frozenset()
    fewest: bool = False
    stake: int = 0
    pairs: bool = False
    penalty_card: Card | None = None
    penalty_last_trick: bool = False
    penalty: int = 0
    pot: Pot | None = None
    bar: BarredSuit | None = None
    discard: DiscardDuty | None = None
    rung: BidRung | None = None
    redeal: bool = False

    @property
    def amount(self) -> int:
        """The points of one payment: a stake, a penalty, or what a card costs."""
        return self.stake or self.penalty or (self.pot.each if self.pot is not None else 0)

    def worth(self, amount: int) -> PassGame:
        """The same game for other points."""
        if self.pot is not None:
            return replace(self, pot=replace(self.pot, each=amount))
        return replace(self, penalty=amount) if self.penalty else replace(self, stake=amount)

    @property
    def by_counts(self) -> bool:
        """Do the numbers of tricks alone make the score, whichever tricks they are?"""
        return self.penalty_card is None and not self.penalty_last_trick and self.pot is None

    @property
    def follows_suit_only(self) -> bool:
        """Is any card free to be led or thrown away?"""
        return self.bar is None and self.discard is None


@dataclass(frozen=True, slots=True)
class Chooser:
    """Who picks the pass game, counted clockwise from the dealer: 0 the dealer, 1 forehand."""

    steps: int

    def seat(self, dealer: Seat) -> Seat:
        return SEATS[(dealer + self.steps) % 4]


FOREHAND = Chooser(steps=1)
