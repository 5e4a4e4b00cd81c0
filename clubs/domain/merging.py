"""Two records of one person become one, and two again if that was a mistake.

What the club wrote down under the record that goes is the kept one's from then on: who paid, who
came, whose guests. The record stays where it was, hidden, so that whatever names it (an entry of an
evening, a line of the history) still leads to the person.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Merge", "Moved", "moved", "put_back", "take_over"]


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a key stood in a list; ``beside``: the other one stood there too."""

    at: int
    beside: bool


@dataclass(frozen=True, slots=True)
class Merge:
    """What parting needs: the state the record was in, and what it brought along."""

    kept: str
    was: str
    paid: tuple[int, ...]
    coming: Mapping[str, Moved]
    present: Mapping[str, Moved]
    guests: tuple[str, ...]


def moved(where: tuple[str, ...], gone: str, kept: str) -> Moved | None:
    return Moved(where.index(gone), kept in where) if gone in where else None


def take_over(where: tuple[str, ...], gone: str, kept: str) -> tuple[str, ...]:
    """The very same list where nothing changes."""
    if gone not in where:
        return where
    if kept in where:
        return tuple(each for each in where if each != gone)
    return tuple(kept if each == gone else each for each in where)


def put_back(where: tuple[str, ...], gone: str, kept: str, at: Moved | None) -> tuple[str, ...]:
    """Whoever was struck off the list meanwhile does not come back to it."""
    if at is None or kept not in where:
        return where
    if not at.beside:
        return tuple(gone if each == kept else each for each in where)
    return (*where[: at.at], gone, *where[at.at :])
