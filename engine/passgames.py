"""What is played when all four have passed, as data.

A pass game names winning trick counts (`wins`), or penalties for a card and for the last trick, or
both; `bar` and `discard` bend the following of suit. All are played without trump, and to the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Suit
from engine.seats import SEATS, Seat

__all__ = ["PASS_GAME_WORDS", "BarredSuit", "Chooser", "DiscardDuty", "PassGame"]

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
class PassGame:
    game: str
    wins: frozenset[int] = frozenset()
    stake: int = 0
    penalty_card: Card | None = None
    penalty_last_trick: bool = False
    penalty: int = 0
    bar: BarredSuit | None = None
    discard: DiscardDuty | None = None


@dataclass(frozen=True, slots=True)
class Chooser:
    """Who picks the pass game, counted clockwise from the dealer: 0 the dealer, 1 forehand."""

    steps: int

    def seat(self, dealer: Seat) -> Seat:
        return SEATS[(dealer + self.steps) % 4]
