"""Turning the board: who holds which compass seat, and with whom he is compared.

The four at a table keep their chairs for a round of four boards; the board is turned. A *turn* says
by how many quarters for each of the four, always another, so that everybody holds every compass
seat once a round. If chairs were compass seats, people would be compared with their own line only,
and one event would be four.

The price is the dealer, who belongs to the compass seat: some deal more often than others. Turns
are therefore chosen so that everybody deals about once a round first, and that any two people
are compared about equally often second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import TypeAlias

from tournaments.domain.chance import Numbers
from tournaments.domain.designs import Four, Seating

__all__ = ["BOARDS_A_ROUND", "Turn", "choose_turns"]

BOARDS_A_ROUND = 4
Turn: TypeAlias = Four
"""For each board of the round by how many quarters, clockwise, it is turned."""

TURNS: tuple[Turn, ...] = tuple((a, b, c, d) for a, b, c, d in permutations(range(4)))

# How many of the four boards each chair deals: on board k the dealer is compass seat k.
_DEALS = tuple(
    tuple(sum((chair + turn[k]) % 4 == k for k in range(4)) for chair in range(4)) for turn in TURNS
)


def _squares(one: Turn, other: Turn) -> int:
    """Of two tables: how often each chair is compared with each other one, squared and summed."""
    apart = Counter((a - b) % 4 for a, b in zip(one, other, strict=True))
    return 4 * sum(count * count for count in apart.values())


_SQUARES = tuple(tuple(_squares(one, other) for other in TURNS) for one in TURNS)

WORK = 100_000
"""Pairs of tables looked at while comparisons are evened out; bounds the time, not by a clock."""
MAX_SWEEPS = 12


def choose_turns(rounds: Sequence[Seating], numbers: Numbers) -> list[list[Turn]]:
    """A turn for every table of every round; the same numbers give the same turns."""
    chosen = _Choice(rounds, numbers)
    tables = len(rounds[0])
    chosen.first()
    sweeps = min(MAX_SWEEPS, WORK // (len(rounds) * tables * tables))
    for _ in range(sweeps):
        if not chosen.sweep():
            break
    return [[TURNS[number] for number in row] for row in chosen.turns]


class _Choice:
    """The turns so far, how often everybody deals, and how often any two are compared."""

    def __init__(self, rounds: Sequence[Seating], numbers: Numbers) -> None:
        self._rounds = rounds
        self._numbers = numbers
        players = 4 * len(rounds[0])
        self.turns: list[list[int]] = [[] for _ in rounds]
        self._dealt = [0] * players
        self._compared = [[0] * players for _ in range(players)]
        # Per compass seat and board of the round at hand: who holds it.
        self._held: list[list[list[int]]] = []

    def first(self) -> None:
        for number, seating in enumerate(self._rounds):
            self._held = [[[] for _ in range(4)] for _ in range(4)]
            for table in seating:
                turn = self._best(table, self.turns[number], number + 1)
                self.turns[number].append(turn)
                self._place(table, turn)

    def sweep(self) -> bool:
        """Choose every turn again, all others as they are. False when none changed."""
        changed = False
        for seating, turns in zip(self._rounds, self.turns, strict=True):
            self._held = [[[] for _ in range(4)] for _ in range(4)]
            for table, turn in zip(seating, turns, strict=True):
                for board, seats in enumerate(self._held):
                    for chair, who in enumerate(table):
                        seats[(chair + TURNS[turn][board]) % 4].append(who)
            for place, table in enumerate(seating):
                before = turns[place]
                self._remove(table, before)
                others = turns[:place] + turns[place + 1 :]
                turns[place] = self._best(table, others, len(self._rounds), before)
                self._place(table, turns[place])
                changed = changed or turns[place] != before
        return changed

    def _best(self, table: Four, others: Sequence[int], deals: int, keep: int | None = None) -> int:
        """The turn that brings these four nearest to `deals` deals each; then comparisons."""
        dealt = [self._dealt[who] - deals for who in table]
        uneven = [
            sum((have + more) ** 2 for have, more in zip(dealt, gets, strict=True))
            for gets in _DEALS
        ]
        least = min(uneven)
        fair = [turn for turn, cost in enumerate(uneven) if cost == least]
        if len(fair) == 1:
            return fair[0]
        costs = self._comparison_costs(table, others, fair)
        cheapest = min(costs.values())
        equal = [turn for turn in fair if costs[turn] == cheapest]
        return keep if keep in equal else equal[self._numbers.below(len(equal))]

    def _comparison_costs(
        self, table: Four, others: Sequence[int], turns: Sequence[int]
    ) -> dict[int, int]:
        """By how much each turn raises the sum of all squared comparison counts.

        (c + m)² - c² = 2cm + m²: the first part adds up board by board, the second depends only
        on the turns of the two tables.
        """
        before = [[0] * 4 for _ in range(4)]
        for chair, who in enumerate(table):
            row = self._compared[who].__getitem__
            for board, seats in enumerate(self._held):
                for seat, field in enumerate(seats):
                    before[board][(seat - chair) % 4] += sum(map(row, field))
        same = Counter(others)
        return {
            turn: sum(2 * before[board][TURNS[turn][board]] for board in range(4))
            + sum(count * _SQUARES[turn][other] for other, count in same.items())
            for turn in turns
        }

    def _place(self, table: Four, turn: int) -> None:
        self._count(table, turn, 1)
        for board, seats in enumerate(self._held):
            for chair, who in enumerate(table):
                seats[(chair + TURNS[turn][board]) % 4].append(who)

    def _remove(self, table: Four, turn: int) -> None:
        for board, seats in enumerate(self._held):
            for chair, who in enumerate(table):
                seats[(chair + TURNS[turn][board]) % 4].remove(who)
        self._count(table, turn, -1)

    def _count(self, table: Four, turn: int, step: int) -> None:
        for chair, who in enumerate(table):
            self._dealt[who] += step * _DEALS[turn][chair]
            mine = self._compared[who]
            for board, seats in enumerate(self._held):
                for other in seats[(chair + TURNS[turn][board]) % 4]:
                    mine[other] += step
                    self._compared[other][who] += step
