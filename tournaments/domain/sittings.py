"""Who sat in for whom, and from when until when: which boards of an entry its own person played.

A result is the entry's whoever sat there; but an entry of which its own person has played fewer
than half of the boards has no place in the ranking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tournaments.domain.reasons import Reason

__all__ = ["Sitting", "ended", "house_plays", "too_few_of_its_own"]

LETTERS = "NESW"


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody in the seat of an entry: the person ``user``, the house player ``player``, or whom
    ``called`` names. It ended at ``until``, in round ``until_round``; None: it goes on."""

    entry: str
    from_round: int
    since: datetime
    user: int | None = None
    player: str = ""
    called: Reason | None = None
    until_round: int | None = None
    until: datetime | None = None

    def covers(self, number: int, at: datetime) -> bool:
        """Whether a board of this round that ended then was played by whoever sat in.

        What is written down after its round, from a slip, was played before the next one: rounds
        are asked first, and the clock only in the round in which somebody came or went.
        """
        begun = self.from_round < number or (self.from_round == number and self.since < at)
        if self.until_round is None or self.until is None:
            return begun
        return begun and (
            self.until_round > number or (self.until_round == number and at <= self.until)
        )

    def in_round(self, number: int) -> bool:
        """Whether he sat in during this round at all. Who was let go before it began did not."""
        return self.from_round <= number and (self.until_round is None or self.until_round > number)


def ended(
    sittings: Iterable[Sitting], entry: str, number: int, at: datetime
) -> tuple[Sitting, ...]:
    """The same, with that of the entry over from this round on."""
    return tuple(
        replace(one, until_round=number, until=at)
        if one.entry == entry and one.until is None
        else one
        for one in sittings
    )


def too_few_of_its_own(boards: int, sat_in: int) -> bool:
    """Of ``boards`` that were played in an entry's seat others played ``sat_in``: more than half.
    Awards are none of them."""
    return 2 * sat_in > boards


def house_plays(
    happened: Iterable[tuple[str, Mapping[str, Any], datetime]], chair: int, at: datetime
) -> bool:
    """Whether the house played for who sits in this chair of an online table, at this moment.

    ``happened``: the table's events. Whoever the house sits in for may be back by himself, which
    only the table knows. Events name seats of the board in play, which is turned.
    """
    chairs: tuple[int, ...] = (0, 1, 2, 3)
    away: set[int] = set()
    for kind, what, when in happened:
        if when > at:
            break
        if kind == "BoardOpened":
            chairs = tuple((seat - what.get("turn", 0)) % 4 for seat in range(4))
        elif kind == "SeatHandedToHouse":
            away.add(chairs[LETTERS.index(what["seat"])])
        elif kind in ("SeatGivenBack", "SeatTaken"):
            away.discard(chairs[LETTERS.index(what["seat"])])
    return chair in away
