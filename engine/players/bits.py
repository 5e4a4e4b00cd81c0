"""Cards as small integers and suits as bit masks.

A house player looks at every holding many times for one move. Inside this package a card is
`suit * WIDTH + rank` (suits as in the engine; ranks from the one up, which is the joker's, so here
a higher number is a higher card) and a holding in one suit is a mask, so "how many unseen cards are
higher" is one shift and one popcount.
"""

from __future__ import annotations

from engine.cards import CARDS, SUIT_MASKS, Card, Hand, Suit

WIDTH = 14
# The thirteen cards of a suit without the joker.
FULL = (1 << WIDTH) - 2

INDEX: dict[Card, int] = {card: card.suit * WIDTH + WIDTH - 1 - card.rank for card in CARDS}


def higher(mask: int, rank: int) -> int:
    """The cards of `mask` above `rank`."""
    return mask >> (rank + 1) << (rank + 1)


def lower(mask: int, rank: int) -> int:
    """The cards of `mask` below `rank`."""
    return mask & ((1 << rank) - 1)


def ranks(mask: int) -> list[int]:
    """The ranks in `mask`, low to high."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def top(mask: int) -> int:
    """The highest rank in `mask`, -1 when it is empty."""
    return mask.bit_length() - 1


def bottom(mask: int) -> int:
    """The lowest rank in `mask`, -1 when it is empty."""
    return (mask & -mask).bit_length() - 1


# The engine's sets have the ace in the lowest bit of a suit.
_REVERSED = tuple(int(f"{mask:014b}"[::-1], 2) for mask in range(1 << WIDTH))


def suits_of(hand: Hand) -> list[int]:
    """Four masks, one a suit."""
    return [_REVERSED[(hand.mask & SUIT_MASKS[suit]) >> 13 * suit] for suit in Suit]


def masks(indices: list[int]) -> list[int]:
    """Four masks, one a suit, from card indices."""
    found = [0, 0, 0, 0]
    for index in indices:
        found[index // WIDTH] |= 1 << (index % WIDTH)
    return found
