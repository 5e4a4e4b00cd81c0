"""Cards as small integers and suits as 13-bit masks.

A house player looks at every holding many times for one move. Inside this package a card is
`suit * 13 + rank` (suits as in the engine; ranks from the
two up, so here a higher number is a higher card) and a holding in one suit is a mask, so
"how many unseen cards are higher" is one shift and one popcount.
"""

from __future__ import annotations

from engine.cards import Card, Hand, Suit

RANKS = "23456789TJQKA"
FULL = (1 << 13) - 1

CARDS: tuple[Card, ...] = tuple(Card(suit.letter + rank) for suit in Suit for rank in RANKS)
INDEX: dict[Card, int] = {card: index for index, card in enumerate(CARDS)}


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
_REVERSED = tuple(int(f"{mask:013b}"[::-1], 2) for mask in range(FULL + 1))


def suits_of(hand: Hand) -> list[int]:
    """Four masks, one a suit."""
    return [_REVERSED[hand.mask >> (13 * suit) & FULL] for suit in range(4)]


def masks(indices: list[int]) -> list[int]:
    """Four masks, one a suit, from card indices."""
    found = [0, 0, 0, 0]
    for index in indices:
        found[index // 13] |= 1 << (index % 13)
    return found
