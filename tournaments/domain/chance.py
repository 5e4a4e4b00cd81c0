"""Chance that can be repeated: integers from a question, the same on every Python and machine."""

from __future__ import annotations

from hashlib import sha256

from engine.players.splitmix import Numbers

__all__ = ["Numbers", "numbers_for", "shuffled"]


def numbers_for(*question: object) -> Numbers:
    """A stream of its own for every question, so that none changes when another asks more."""
    digest = sha256("/".join(str(part) for part in question).encode()).digest()
    return Numbers(int.from_bytes(digest[:8], "big"))


def shuffled(count: int, numbers: Numbers) -> list[int]:
    """0 to `count` - 1, every order equally likely."""
    order = list(range(count))
    for place in range(count - 1, 0, -1):
        other = numbers.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order
