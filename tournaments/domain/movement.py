"""Seat plans: who sits where in every round, and who holds which cards on every board.

A barometer: all tables play the same four boards in the same round, so standings are true after
each. `python -m tournaments.domain.movement PLAYERS ROUNDS [--seed N]` prints a plan and how well
it is balanced; exit status 2 where there can be none.
"""

# ruff: noqa: T201 - printing is what a command is for

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import sqrt
from struct import unpack
from typing import ClassVar

from engine import SEATS, Seat
from engine.errors import RikkenError
from tournaments.domain.chance import numbers_for, shuffled
from tournaments.domain.designs import Design, Four, Seating, best
from tournaments.domain.repeats import of_length
from tournaments.domain.turns import BOARDS_A_ROUND, Turn, choose_turns

__all__ = [
    "BOARDS_A_ROUND",
    "MAX_PLAYERS",
    "MAX_ROUNDS",
    "MIN_PLAYERS",
    "Movement",
    "MovementRefused",
    "TablePlan",
    "draw",
    "no_repeat_limit",
    "plan",
    "report",
    "seatings",
    "side_by_side",
    "warnings",
]

MIN_PLAYERS = 8
MAX_PLAYERS = 400
MAX_ROUNDS = 100
USAGE_ERROR = 2


class MovementRefused(RikkenError):
    """No seat plan exists for what was asked."""

    default_code: ClassVar[str] = "bad_movement"


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Four people at one table for one round. They keep their chairs; the board is turned."""

    table: int
    players: Four
    """Player numbers in the chairs N E S W."""
    turn: Turn

    def holders(self, board: int) -> Four:
        """Who holds the compass seats N E S W of the round's board 1, 2, 3 or 4."""
        turned = self.turn[board - 1]
        north, east, south, west = (self.players[(seat - turned) % 4] for seat in SEATS)
        return (north, east, south, west)


@dataclass(frozen=True, slots=True)
class Movement:
    players: int
    """Entries, numbered from 0. Numbers from here on are house players without standing."""
    house: tuple[int, ...]
    rounds: tuple[tuple[TablePlan, ...], ...]
    construction: str
    no_repeat_limit: int


def no_repeat_limit(players: int) -> int:
    """For how many rounds nobody meets anybody twice. More are possible, with repeats."""
    _check_players(players)
    return best(_seats(players)).limit


def plan(players: int, rounds: int, seed: int = 0) -> Movement:
    """A movement for 8 to 400 players. The seed decides how boards are turned, not who meets whom.

    A number of players that is no multiple of four is filled up with house players, whose numbers
    come last. Which entry has which number is a free choice, see `draw`.
    """
    return side_by_side((players,), rounds, seed)


def side_by_side(parts: Sequence[int], rounds: int, seed: int = 0) -> Movement:
    """A movement of several groups that never meet, though all play the same boards: tables and
    numbers of the first come first, then those of the next. A group has four players or more.

    House players have the last numbers of all, those of the first group before the others.
    """
    players = sum(parts)
    _check_players(players)
    designs = [_meeting(part, rounds) for part in parts]
    seatings = _together_at(parts, designs)
    turns = choose_turns(seatings, numbers_for("turns", players, rounds, seed))
    return Movement(
        players=players,
        house=tuple(range(players, 4 * len(seatings[0]))),
        rounds=tuple(
            tuple(
                TablePlan(number, table, turn)
                for number, (table, turn) in enumerate(zip(seating, row, strict=True), start=1)
            )
            for seating, row in zip(seatings, turns, strict=True)
        ),
        construction=" + ".join(design.name for design in designs),
        no_repeat_limit=min(best(_seats(part)).limit for part in parts),
    )


def seatings(players: int, rounds: int) -> tuple[Seating, ...]:
    """Who sits together in each round, where their number fills tables of four."""
    return _meeting(players, rounds).rounds


def _together_at(parts: Sequence[int], designs: Sequence[Design]) -> tuple[Seating, ...]:
    """The rounds of all groups beside each other, with numbers that everybody has alone."""
    first, house = 0, sum(parts)
    numbers: list[list[int]] = []
    for part in parts:
        more = len(_house(part))
        numbers.append([*range(first, first + part), *range(house, house + more)])
        first, house = first + part, house + more
    return tuple(
        tuple(
            (here[n], here[e], here[s], here[w])
            for here, seating in zip(numbers, seatings, strict=True)
            for n, e, s, w in seating
        )
        for seatings in zip(*(design.rounds for design in designs), strict=True)
    )


# Two seconds for 400 players and 100 rounds, and never another answer.
@lru_cache(maxsize=16)
def _meeting(players: int, rounds: int) -> Design:
    """Who meets whom, and at which table."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise MovementRefused(
            f"{rounds} rounds: from 1 to {MAX_ROUNDS}",
            code="bad_rounds",
            detail={"rounds": rounds, "least": 1, "most": MAX_ROUNDS},
        )
    return of_length(_house_players_apart(best(_seats(players)), _house(players)), rounds)


def draw(players: int, seed: int) -> tuple[int, ...]:
    """A shuffled order of the numbers 0 to `players` - 1: which entry gets which player number."""
    return tuple(shuffled(players, numbers_for("draw", players, seed)))


def _check_players(players: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise MovementRefused(
            f"{players} players: from {MIN_PLAYERS} to {MAX_PLAYERS}",
            code="bad_players",
            detail={"players": players, "least": MIN_PLAYERS, "most": MAX_PLAYERS},
        )


def _seats(players: int) -> int:
    return -(-players // 4) * 4


def _house(players: int) -> tuple[int, ...]:
    return tuple(range(players, _seats(players)))


def _house_players_apart(design: Design, house: Sequence[int]) -> Design:
    """Rounds in which house players share a table come last: a short event may do without them."""
    together = set(house)

    def shared(seating: Seating) -> int:
        return sum(len(together & set(table)) > 1 for table in seating)

    if len(house) < 2:
        return design
    return replace(design, rounds=tuple(sorted(design.rounds, key=shared)))


# -- the report --------------------------------------------------------------------------------


def report(movement: Movement) -> dict[str, object]:
    """How well the plan is balanced, over entries only: house players have no standing.

    `warnings` holds facts for the organizer; it is empty where nothing has to be said.
    """
    entries = range(movement.players)
    seats = movement.players + len(movement.house)
    compared = _together(seats, _fields(movement))
    met = _together(seats, (t.players for row in movement.rounds for t in row))
    histogram = _met(movement.players, met)
    dealt = _dealers(movement)
    held = Counter(
        (who, seat)
        for row in movement.rounds
        for table in row
        for board in range(1, BOARDS_A_ROUND + 1)
        for seat, who in zip(SEATS, table.holders(board), strict=True)
    )
    return {
        "players": movement.players,
        "house": list(movement.house),
        "tables": len(movement.rounds[0]),
        "rounds": len(movement.rounds),
        "boards": BOARDS_A_ROUND * len(movement.rounds),
        "construction": movement.construction,
        "no_repeat_limit": movement.no_repeat_limit,
        "warnings": _warnings(len(movement.rounds), movement.no_repeat_limit, histogram),
        "meetings": histogram,
        "seats": _spread(held[who, seat] for who in entries for seat in SEATS),
        "dealers": _spread(dealt[who] for who in entries),
        "comparisons": _spread(compared[one][other] for one, other in combinations(entries, 2)),
    }


def warnings(players: int, rounds: int) -> list[dict[str, object]]:
    """Those of the report of such a plan, without making it: boards may be turned in any way."""
    limit = no_repeat_limit(players)  # refuses what is no number of players
    if rounds <= limit:
        return []
    return _warnings(rounds, limit, dict(_planned_meetings(players, rounds)))


@lru_cache(maxsize=64)
def _planned_meetings(players: int, rounds: int) -> Mapping[str, int]:
    tables = (table for seating in _meeting(players, rounds).rounds for table in seating)
    return _meetings(players, tables)


def _meetings(players: int, tables: Iterable[Four]) -> dict[str, int]:
    """How many pairs of entries meet how often."""
    return _met(players, _together(_seats(players), tables))


def _met(players: int, met: Sequence[Sequence[int]]) -> dict[str, int]:
    return _histogram(Counter(met[one][other] for one, other in combinations(range(players), 2)))


def _warnings(rounds: int, limit: int, meetings: dict[str, int]) -> list[dict[str, object]]:
    if rounds <= limit:
        return []
    return [
        {
            "code": "rounds_above_no_repeat_limit",
            "rounds": rounds,
            "no_repeat_limit": limit,
            "meetings": meetings,
        }
    ]


def _dealers(movement: Movement) -> Counter[int]:
    """How often everybody deals: on board 1 North, on board 2 East, and so on."""
    return Counter(
        table.holders(board)[Seat(board - 1)]
        for row in movement.rounds
        for table in row
        for board in range(1, BOARDS_A_ROUND + 1)
    )


def _fields(movement: Movement) -> Iterable[Sequence[int]]:
    """Everybody who holds the same cards: one field per board and compass seat."""
    for row in movement.rounds:
        for board in range(1, BOARDS_A_ROUND + 1):
            yield from zip(*(table.holders(board) for table in row), strict=True)


def _together(players: int, groups: Iterable[Sequence[int]]) -> list[list[int]]:
    """For any two, in how many groups both are.

    A row is one large integer with two bytes for every player, so that a whole group is added at
    once; for 400 players that is the difference between a second and an instant.
    """
    width = 2
    rows = [0] * players
    for group in groups:
        mask = sum(1 << (8 * width * who) for who in group)
        for who in group:
            rows[who] += mask
    return [list(unpack(f"<{players}H", row.to_bytes(width * players, "little"))) for row in rows]


def _histogram(counts: Counter[int]) -> dict[str, int]:
    return {str(value): counts[value] for value in sorted(counts)}


def _spread(values: Iterable[int]) -> dict[str, object]:
    counts = Counter(values)
    number = counts.total()
    mean = sum(value * count for value, count in counts.items()) / number
    variance = sum((value - mean) ** 2 * count for value, count in counts.items()) / number
    return {
        "mean": round(mean, 4),
        "sd": round(sqrt(variance), 4),
        "min": min(counts),
        "max": max(counts),
        "histogram": _histogram(counts),
    }


# -- the command -------------------------------------------------------------------------------


def _write(table: TablePlan) -> dict[str, object]:
    return {
        "table": table.table,
        **_by_letter(table.players),
        "boards": {
            str(board): _by_letter(table.holders(board)) for board in range(1, BOARDS_A_ROUND + 1)
        },
    }


def _by_letter(four: Four) -> dict[str, int]:
    return {seat.letter: four[seat] for seat in SEATS}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.domain.movement", description="Who sits where, round by round."
    )
    parser.add_argument("players", type=int, help=f"{MIN_PLAYERS} to {MAX_PLAYERS}")
    parser.add_argument("rounds", type=int, help="rounds of four boards")
    parser.add_argument("--seed", type=int, default=0, help="turns the boards in another way")
    chosen = parser.parse_args(arguments)
    try:
        movement = plan(chosen.players, chosen.rounds, chosen.seed)
    except MovementRefused as refusal:
        print(f"{refusal.code}: {refusal.message}", file=sys.stderr)
        return USAGE_ERROR
    rounds = [[_write(table) for table in row] for row in movement.rounds]
    print(json.dumps({"rounds": rounds, "report": report(movement)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
