"""What a holding is worth: tricks it may win, and the danger that it wins one against its will.

Both are rules of thumb over one suit: my cards and the cards I have not seen. They know no seats,
so the auction and the play use the same figures.
"""

from __future__ import annotations

from functools import lru_cache

from engine.players.bits import higher, lower, ranks

_CACHE = 1 << 16

# Chance that a card wins its trick in a side suit, by the number of unseen cards above it and the
# number of lower cards that guard it while those are played.
_CARD = (
    (1.0, 1.0, 1.0, 1.0),
    (0.22, 0.50, 0.55, 0.55),
    (0.04, 0.12, 0.26, 0.30),
    (0.02, 0.04, 0.06, 0.12),
)
# Later rounds of a side suit are ruffed more often than the first.
_ROUND = (0.96, 0.85, 0.60, 0.40, 0.35, 0.35)
# Round of the suit that beats a low holding when the others follow with one, two or three cards.
_SLIPS = ((1, 0.20), (2, 0.30), (3, 0.42))

# A holding that is only beaten in a late round is often saved by a discard before.
_RIPENS = (1.0, 0.95, 0.85, 0.5, 0.3)


@lru_cache(maxsize=_CACHE)
def worth(mine: int, unseen: int) -> float:
    """Tricks to expect from a side suit of `mine` when `unseen` is with the others."""
    held = ranks(mine)[::-1]
    # With a joker there are fourteen clubs.
    gone = max(0, 13 - len(held) - unseen.bit_count()) // 4
    total = 0.0
    for place, rank in enumerate(held):
        above = higher(unseen, rank).bit_count()
        guards = len(held) - 1 - place
        chance = _CARD[min(above, 3)][min(guards, 3)]
        total += chance * _ROUND[min(place + gone, 5)]
    spare = len(held) - (unseen.bit_count() + 1) // 2
    return total + 0.25 * max(0, spare)


@lru_cache(maxsize=_CACHE)
def danger(mine: int, unseen: int) -> float:
    """Chance that `mine` is made to win a trick although it ducks whenever it can.

    The others lead the suit again and again from their lowest card up. How many of them still
    follow decides how high the card to duck under is; with one follower a round they are at
    their most dangerous.
    """
    return sum(weight * _caught(mine, unseen, followers) for followers, weight in _SLIPS)


def _caught(mine: int, unseen: int, followers: int) -> float:
    others = ranks(unseen)
    held = mine
    for rounds, last in enumerate(range(followers - 1, len(others), followers)):
        if not held:
            return 0.0
        under = lower(held, others[last])
        if not under:
            return _RIPENS[min(rounds, 4)]
        held ^= 1 << (under.bit_length() - 1)
    return 0.0
