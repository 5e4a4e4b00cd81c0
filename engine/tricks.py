"""A trick: who leads, what lies there, who wins it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Suit
from engine.seats import Seat

__all__ = ["Trick", "winning_place"]


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick, `cards` in order of play. `face_down`: its lead was the blind one."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    face_down: bool = False


def winning_place(
    cards: tuple[Card, ...], led: Suit, trump: Suit | None, *, face_down: bool
) -> int | None:
    """Which card, counted from the lead, wins so far.

    A card lying face down never wins, not even as a trump (rules OQ-15), so a trick whose visible
    cards are all discards is nobody's yet: None.
    """
    best: Card | None = None
    place: int | None = None
    for here, card in enumerate(cards):
        if here == 0 and face_down:
            continue
        if best is None:
            wins = card.suit is led or card.suit is trump
        elif card.suit is best.suit:
            wins = card.index < best.index
        else:
            wins = card.suit is trump
        if wins:
            best, place = card, here
    return place
