"""How likely a hand without trumps is to take no trick, or exactly one."""

from __future__ import annotations

from functools import lru_cache

from engine.players.bits import higher, top
from engine.players.worth import danger

# Chance that my top card of a suit wins once, by the number of unseen cards above it.
_TOP_WINS = (0.97, 0.50, 0.28, 0.12)


def none_of(hand: list[int], unseen: list[int]) -> float:
    """Chance that the hand takes no further trick."""
    chance = 1.0
    for suit in range(4):
        chance *= 1.0 - danger(hand[suit], unseen[suit])
    return chance


def one_of(hand: list[int], unseen: list[int]) -> float:
    """Chance that the hand takes exactly one more: one suit gives the trick, the rest stay low."""
    low = [1.0 - danger(hand[suit], unseen[suit]) for suit in range(4)]
    best = 0.0
    for suit in range(4):
        chance = _one_from(hand[suit], unseen[suit])
        for other in range(4):
            if other != suit:
                chance *= low[other]
        best = max(best, chance)
    return best


@lru_cache(maxsize=1 << 16)
def _one_from(mine: int, unseen: int) -> float:
    if not mine:
        return 0.0
    best = top(mine)
    wins = _TOP_WINS[min(3, higher(unseen, best).bit_count())]
    return wins * (1.0 - danger(mine & ~(1 << best), unseen))
