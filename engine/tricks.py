"""A complete trick: who led, what fell, who took it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import SUIT_MASKS, Card, Suit
from engine.seats import Seat

__all__ = ["Trick", "takes_all"]


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick, `cards` in order of play. `face_down`: its lead was the blind one."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    face_down: bool = False


def takes_all(hand: int, unseen: int, trump: Suit | None) -> bool:
    """Whether whoever leads with `hand` can take every trick, wherever the unseen cards lie and
    however they are played; all of them bit sets.

    He draws trumps, then plays each suit from the top. The worst spread of a suit is all of it in
    one hand, one card falling in each round: as many of his highest cards as there are unseen ones
    have to beat the highest of those.

    >>> from engine.cards import Hand
    >>> mine, theirs = Hand.parse("SA SQ"), Hand.parse("SK S2")
    >>> takes_all(mine.mask, theirs.mask, None)
    False
    >>> takes_all(mine.mask, Hand.parse("SK").mask, None)  # the king falls under the ace
    True
    """
    if trump is not None:
        trumps, others = hand & SUIT_MASKS[trump], unseen & SUIT_MASKS[trump]
        if others and trumps != hand and trumps.bit_count() < others.bit_count():
            return False
    return all(_holds(hand & suit, unseen & suit) for suit in SUIT_MASKS)


def _holds(mine: int, others: int) -> bool:
    highest = others & -others
    above = mine & (highest - 1) if others else mine
    return above.bit_count() >= min(mine.bit_count(), others.bit_count())
