"""A stream of integers from one seed: splitmix64.

The engine may not import `random`, and the caller stores the seed with the due time of a move, so
the same seed has to give the same numbers on every Python and every machine.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Numbers:
    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """The next of 2**64 equally likely integers."""
        self._state = (self._state + _GOLDEN) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """An integer from 0 to `bound` - 1; without bias, so numbers may be drawn again."""
        limit = (1 << 64) - (1 << 64) % bound
        number = self.next()
        while number >= limit:
            number = self.next()
        return number % bound
