"""A complete trick: who led, what fell, who took it."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import SUIT_MASKS, Card, Suit
from engine.seats import Seat

__all__ = ["Trick", "certain_tricks", "takes_all"]


class Trick(NamedTuple):
    """A complete trick, `cards` in order of play. `face_down`: its lead was the blind one."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    face_down: bool = False


def takes_all(hand: int, unseen: int, trump: Suit | None) -> bool:
    """Whether whoever leads with `hand` can take every trick; see `certain_tricks`.

    >>> from engine.cards import Hand
    >>> mine = Hand.parse("SA SQ").mask
    >>> takes_all(mine, Hand.parse("SK S2").mask, None)
    False
    >>> takes_all(mine, Hand.parse("SK").mask, None)  # the king falls under the ace
    True
    """
    return certain_tricks(hand, unseen, trump) == hand.bit_count()


def certain_tricks(hand: int, unseen: int, trump: Suit | None) -> int:
    """How many tricks whoever leads with `hand` can take, wherever the unseen cards lie and however
    they are played; all of them bit sets.

    He draws trumps, then plays each suit from the top. The worst spread of a suit is all of it in
    one hand, one card falling in each round: once as many of his highest cards as there are unseen
    ones have beaten the highest of those, his others are good too.
    """
    if trump is not None:
        trumps, others = hand & SUIT_MASKS[trump], unseen & SUIT_MASKS[trump]
        taken = _from_the_top(trumps, others)
        if taken < others.bit_count():
            return taken  # somebody may still ruff
    return sum(_from_the_top(hand & suit, unseen & suit) for suit in SUIT_MASKS)


def _from_the_top(mine: int, others: int) -> int:
    highest = others & -others
    above = (mine & (highest - 1)).bit_count() if others else 0
    return mine.bit_count() if above >= others.bit_count() else above
