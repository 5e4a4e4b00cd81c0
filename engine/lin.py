"""LIN, as bridge programs open a deal: one line a board, without an auction."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Hand, Suit, suit_notation
from engine.pbn import MachineBoard
from engine.seats import Seat

__all__ = ["write_lin"]

# The dealer's digit, and the order in which three hands are written; the fourth is implied.
_SOUTH_FIRST = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)


def write_lin(boards: Iterable[MachineBoard]) -> str:
    lines = []
    for one in boards:
        dealer = _SOUTH_FIRST.index(one.dealer) + 1
        hands = ",".join(_hand(one.deal.hand(seat)) for seat in _SOUTH_FIRST[:3])
        lines.append(f"qx|o{one.number}|md|{dealer}{hands}|rh||ah|Board {one.number}|sv|o|pg||\n")
    return "".join(lines)


def _hand(hand: Hand) -> str:
    return "".join(f"{suit.letter}{suit_notation(hand.mask, suit)}" for suit in Suit)
