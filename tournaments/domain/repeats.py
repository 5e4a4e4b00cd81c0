"""More rounds than can be free of repeated meetings: go on, and repeat as little as possible.

Not a design but a search: every further round starts from a few seatings and swaps players while
that lowers how often its tables have met before. It stops after a fixed amount of work, never after
a time, so that the same question has the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.domain.chance import Numbers, shuffled
from tournaments.domain.designs import STARTERS, Design, Seating, balanced

__all__ = ["Meetings", "of_length"]

SWAPS_TRIED = 150_000
"""In all further rounds together; some tenths of a second."""
SHUFFLES = 6
SMALL = 60
"""Up to so many players it is worth starting from shuffled tables too."""


class Meetings:
    """How often any two have sat at one table."""

    def __init__(self, players: int) -> None:
        self._met = [[0] * players for _ in range(players)]

    def add(self, seating: Iterable[Sequence[int]]) -> None:
        for table in seating:
            for one, other in combinations(table, 2):
                self._met[one][other] += 1
                self._met[other][one] += 1

    def of(self, one: int, other: int) -> int:
        return self._met[one][other]

    def with_table(self, who: int, table: Iterable[int]) -> int:
        row = self._met[who]
        return sum(row[other] for other in table if other != who)

    def repeats(self, seating: Iterable[Sequence[int]]) -> int:
        """How often the people now at one table have met before, over all pairs."""
        return sum(self.of(*pair) for table in seating for pair in combinations(table, 2))

    def sum_of_squares(self) -> int:
        return sum(count * count for row in self._met for count in row)


def of_length(design: Design, rounds: int) -> Design:
    """The design cut or continued to `rounds` rounds; its limit stays what it promises."""
    if rounds <= len(design.rounds):
        return replace(design, rounds=design.rounds[:rounds])
    players = 4 * len(design.rounds[0])
    if players not in STARTERS:
        return _extended(design, rounds)
    shared_out = _again(balanced(players), rounds)
    if design.name == shared_out.name:
        return shared_out
    # On a tie the balanced design: it is proven, the other was found.
    return min(shared_out, _extended(design, rounds), key=_unevenness)


def _unevenness(design: Design) -> int:
    meetings = Meetings(4 * len(design.rounds[0]))
    for seating in design.rounds:
        meetings.add(seating)
    return meetings.sum_of_squares()


def _again(design: Design, rounds: int) -> Design:
    length = len(design.rounds)
    return replace(design, rounds=tuple(design.rounds[number % length] for number in range(rounds)))


def _extended(design: Design, rounds: int) -> Design:
    played = list(design.rounds)
    tables = len(played[0])
    meetings = Meetings(4 * tables)
    for seating in played:
        meetings.add(seating)
    numbers = Numbers(4 * tables)
    tries = SWAPS_TRIED // (rounds - len(played))
    for number in range(len(played), rounds):
        starts = _starts(design.rounds[number % len(design.rounds)], tables, numbers)
        ends = [_with_fewer(start, meetings, tries // len(starts)) for start in starts]
        played.append(min(ends, key=meetings.repeats))
        meetings.add(played[-1])
    return replace(design, rounds=tuple(played))


def _starts(again: Seating, tables: int, numbers: Numbers) -> list[list[list[int]]]:
    """A round once more; everybody with his own line, whom he has met least; shuffled tables."""
    players = 4 * tables
    orders = [list(range(players))]
    if players <= SMALL:
        orders += [shuffled(players, numbers) for _ in range(SHUFFLES)]
    return [
        [list(table) for table in again],
        *([order[first : first + 4] for first in range(0, players, 4)] for order in orders),
    ]


def _with_fewer(start: list[list[int]], meetings: Meetings, tries: int) -> Seating:
    """Swap two players of different tables wherever that saves meetings, until nothing does."""
    tables = [list(table) for table in start]
    better = True
    while better and tries > 0:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            tries -= 16
            better = _swap(tables[one], tables[other], meetings) or better
            if tries <= 0:
                break
    return tuple((n, e, s, w) for n, e, s, w in tables)


def _swap(one: list[int], other: list[int], meetings: Meetings) -> bool:
    swapped = False
    if not meetings.repeats((one, other)):
        return False
    for mine in range(4):
        for theirs in range(4):
            a, b = one[mine], other[theirs]
            now = meetings.with_table(a, one) + meetings.with_table(b, other)
            then = meetings.with_table(a, other) + meetings.with_table(b, one)
            # Each would count the other, who has left the table by then.
            if then - 2 * meetings.of(a, b) < now:
                one[mine], other[theirs] = b, a
                swapped = True
    return swapped
