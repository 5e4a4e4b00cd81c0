"""What playing a card costs later, in tricks: the holding before less the holding after."""

from __future__ import annotations

from functools import lru_cache

from engine.players.bits import WIDTH, higher
from engine.players.reading import NONE, Reading
from engine.players.worth import worth

# What a trump is worth to a side that draws trumps, and to one that only ruffs.
_TRUMP_BASE = 0.45
_DEFENDER_TRUMP_BASE = 0.20


@lru_cache(maxsize=1 << 15)
def _trump_card(rank: int, unseen: int, count: int, drawing: bool) -> float:
    above = higher(unseen, rank).bit_count()
    height = rank - 1
    base = _TRUMP_BASE if drawing else _DEFENDER_TRUMP_BASE
    if above == 0:
        return 0.9 + 0.005 * height
    guarded = 0.35 if count > above and above <= 2 else 0.0
    return min(0.85, base + guarded / above + 0.01 * height)


def cost(reading: Reading, card: int) -> float:
    suit, rank = divmod(card, WIDTH)
    mine, unseen = reading.hand[suit], reading.others_hold(suit)
    if suit == reading.trump:
        drawing = reading.me in reading.declarers
        return _trump_card(rank, unseen, mine.bit_count(), drawing)
    lost = worth(mine, unseen) - worth(mine & ~(1 << rank), unseen)
    # Of equals the lower goes first; a short suit goes before a long one when trumps are left.
    shape = 0.012 * mine.bit_count() if _ruffing(reading) else -0.004 * mine.bit_count()
    return 0.5 * max(0.0, lost) + 0.012 * (rank - 1) + shape


def _ruffing(reading: Reading) -> bool:
    return reading.trump != NONE and reading.hand[reading.trump] != 0
