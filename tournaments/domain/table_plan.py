"""Who sits at which table in every round of an event, as events have it.

With the same deals at all tables a movement says it, and house players or whoever is at hand fill
the last table. Where each table plays its own cards nobody is compared, so there are tables of five
instead: at those one sits out each deal, in turn, and deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

from engine import SEATS
from tournaments.domain import movement
from tournaments.domain.championship import HALL, OWN, Championship
from tournaments.domain.chance import numbers_for, shuffled
from tournaments.domain.events import (
    DealtBoard,
    RoundDealt,
    SeatedRound,
    SeatedTable,
    TournamentScheduled,
)
from tournaments.domain.repeats import Meetings

__all__ = [
    "BY_DRAW",
    "MEET",
    "PLANS",
    "at_tables",
    "fewest",
    "fillers",
    "meetings",
    "own_boards",
    "plan",
    "seat_rounds",
    "sizes",
]

MEET, BY_DRAW = "meet", "draw"
PLANS = (MEET, BY_DRAW)
FOUR, FIVE = 4, 5
STARTS = 12
GONE = -1
"""The number of whoever sat at a table and plays no more."""
SWAPS_TRIED = 300_000
"""In all rounds together; a second."""

Tables: TypeAlias = tuple[tuple[int, ...], ...]
_Seats: TypeAlias = tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]
"""Chairs, turns and who sits out."""

# A second for 400 players; while it is made, somebody may enter, and then it is wanted again.
plan = lru_cache(maxsize=4)(movement.side_by_side)


def fewest(setup: TournamentScheduled) -> int:
    """Players that an event needs: where nobody is compared one table is enough."""
    return FOUR if setup.cards == OWN else movement.MIN_PLAYERS


def fillers(setup: TournamentScheduled, players: int) -> int:
    """How many must fill up the last table. No tables of four and five make 6, 7 or 11."""
    fives = players % FOUR
    possible = setup.cards == OWN and FIVE * fives <= players
    return 0 if possible else -players % FOUR


def sizes(players: int) -> tuple[int, ...]:
    """How many sit at each table; those of five have the last numbers."""
    fives = players % FOUR
    return (FOUR,) * ((players - FIVE * fives) // FOUR) + (FIVE,) * fives


def sizes_filled_up(players: int) -> tuple[int, ...]:
    """The same where the last table is filled up if no tables of four and five fit; below four
    people there is none."""
    if players < FOUR:
        return ()
    fives = players % FOUR
    return sizes(players if FIVE * fives <= players else players + FOUR - fives)


def seat_rounds(
    state: Championship,
    parts: Mapping[str, int],
    numbers: Sequence[str],
    seed: int,
    new_key: Callable[[], str],
    first: int = 1,
) -> tuple[SeatedRound, ...]:
    """``numbers``: entries by player number; ``parts``: how many play in the hall, whose tables
    come first, and how many online. ``first``: of own cards, the round from which on they sit."""
    rounds, in_hall = len(state.rounds) - first + 1, -(-parts.get(HALL, 0) // FOUR)
    if state.setup.cards == OWN:
        by_lot = seed if state.setup.plan == BY_DRAW else None
        tables = at_tables(len(numbers), rounds, by_lot, _before(state, numbers, first))
        rows = [[_own(state, [numbers[who] for who in each]) for each in row] for row in tables]
    else:
        sets = state.setup.boards_a_round // movement.BOARDS_A_ROUND
        rows = [
            [
                (tuple(numbers[who] for who in each.players), tuple(each.turn) * sets, ())
                for each in row
            ]
            for row in plan(tuple(parts.values()), rounds, seed).rounds
        ]
    return tuple(
        SeatedRound(
            round=number,
            tables=tuple(
                SeatedTable(
                    number=at,
                    table=new_key(),
                    chairs=chairs,
                    turn=turn,
                    hall=at <= in_hall,
                    out=out,
                )
                for at, (chairs, turn, out) in enumerate(row, start=1)
            ),
        )
        for number, row in enumerate(rows, start=first)
    )


def _before(state: Championship, numbers: Sequence[str], first: int) -> tuple[Tables, ...]:
    """Who sat with whom in earlier rounds, by the numbers that they have now."""
    now = {key: number for number, key in enumerate(numbers)}
    return tuple(
        tuple(tuple(now.get(key, GONE) for key in table.chairs) for table in each.tables)
        for each in state.rounds[: first - 1]
    )


def _own(state: Championship, chairs: Sequence[str]) -> _Seats:
    """Nobody is compared, so the board is not turned; of five the chairs sit out in turn."""
    boards = range(state.setup.boards_a_round)
    out = tuple(board % FIVE for board in boards) if len(chairs) == FIVE else ()
    return tuple(chairs), (0,) * len(boards), out


def own_boards(state: Championship) -> list[RoundDealt]:
    """Boards of all rounds, of which nobody knows the cards: every table shuffles its own."""
    return [
        RoundDealt(
            each.number,
            tuple(
                DealtBoard(board, SEATS[(board - 1) % len(SEATS)].letter, "", "")
                for board in range(each.first_board, each.last_board + 1)
            ),
        )
        for each in state.rounds
        if state.setup.cards == OWN and not each.boards
    ]


def meetings(rounds: Iterable[Iterable[Sequence[str]]]) -> dict[str, int]:
    """How many pairs sit at one table how often; of everybody who sits at any."""
    rows = [[tuple(table) for table in row] for row in rounds]
    met = Counter(frozenset(two) for row in rows for table in row for two in combinations(table, 2))
    people = len({who for row in rows for table in row for who in table})
    counts = Counter(met.values())
    counts[0] = people * (people - 1) // 2 - len(met)
    return {str(times): counts[times] for times in sorted(counts) if counts[times]}


# -- tables of four and five -----------------------------------------------------------------------


@lru_cache(maxsize=16)
def at_tables(
    players: int, rounds: int, seed: int | None = None, before: tuple[Tables, ...] = ()
) -> tuple[Tables, ...]:
    """By lot from ``seed``; without one everybody meets everybody as evenly as can be found, those
    included whom he met in the rounds ``before``.

    Then it is the same plan every time: who has which number is drawn apart from it.
    """
    if seed is not None:
        numbers = numbers_for("tables by lot", players, rounds, seed)
        return tuple(_cut(shuffled(players, numbers)) for _ in range(rounds))
    if not players % FOUR and players >= movement.MIN_PLAYERS and not before:
        return movement.seatings(players, rounds)
    met, numbers, at_five = Meetings(players), numbers_for("tables", players), [0] * players
    for played in before:
        _sat(played, met, at_five)
    found: list[Tables] = []
    tries = SWAPS_TRIED // (STARTS * rounds)
    for _ in range(rounds):
        starts = [_cut(shuffled(players, numbers)) for _ in range(STARTS)]
        ends = [_with_fewer(start, met, at_five, tries) for start in starts]
        best = min(ends, key=lambda tables: _cost(tables, met, at_five))
        _sat(best, met, at_five)
        found.append(best)
    return tuple(found)


def _sat(tables: Tables, met: Meetings, at_five: list[int]) -> None:
    here = [[who for who in table if who != GONE] for table in tables]
    for table, still in zip(tables, here, strict=True):
        for who in still if len(table) == FIVE else ():
            at_five[who] += 1
    met.add(here)


def _cut(order: Sequence[int]) -> Tables:
    tables, first = [], 0
    for size in sizes(len(order)):
        tables.append(tuple(order[first : first + size]))
        first += size
    return tuple(tables)


def _cost(tables: Tables, met: Meetings, at_five: Sequence[int]) -> int:
    """Pairs that meet again, and people who sit out again: each counts one."""
    again = sum(at_five[who] for table in tables if len(table) == FIVE for who in table)
    return met.repeats(tables) + again


def _with_fewer(start: Tables, met: Meetings, at_five: Sequence[int], tries: int) -> Tables:
    """Swap people of different tables wherever that costs less, until nothing does."""
    tables = [list(table) for table in start]
    better = True
    while better and tries > 0:
        better = False
        for one, other in combinations(tables, 2):
            tries -= len(one) * len(other)
            if tries <= 0:
                break
            for mine, theirs in product(range(len(one)), range(len(other))):
                a, b = one[mine], other[theirs]
                now = met.with_table(a, one) + met.with_table(b, other)
                # Each would count the other, who has left the table by then.
                then = met.with_table(a, other) + met.with_table(b, one) - 2 * met.of(a, b)
                fives = (len(other) - len(one)) * (at_five[a] - at_five[b])
                if then + fives < now:
                    one[mine], other[theirs] = b, a
                    better = True
    return tuple(tuple(table) for table in tables)
