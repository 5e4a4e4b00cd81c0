"""`make bench`: seating and ranking the largest championship, and how both grow with its size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from statistics import median
from time import perf_counter

import pytest

from engine.players.splitmix import Numbers
from tournaments.domain.duplicate import BoardScore, score_board, score_stage
from tournaments.domain.movement import BOARDS_A_ROUND, plan
from tournaments.domain.results import Entry, Event, Result, Stage, check
from tournaments.domain.standings import Tally, held_in, standings, tally

pytestmark = pytest.mark.bench

PLAYERS = 400
ROUNDS = 8
TIMES = 3


def seconds(act: Callable[[], object]) -> float:
    taken = []
    for _ in range(TIMES):
        began = perf_counter()
        act()
        taken.append(perf_counter() - began)
    return median(taken)


def said(what: str, small: float, large: float, note: str = "") -> None:
    print(  # noqa: T201
        f"tournaments: {what}: {large:.3f} s; a quarter of the size {small:.3f} s, "
        f"growth x{large / small:.1f}{note}"
    )


def results(players: int) -> Iterator[Result]:
    numbers = Numbers(players)
    for round_number, row in enumerate(plan(players, ROUNDS).rounds):
        for table in row:
            for board in range(1, BOARDS_A_ROUND + 1):
                n, e, s, w = (f"p{who:03}" for who in table.holders(board))
                side = (5, 10, 15, 20, 30, 60)[numbers.below(6)]
                scores = [(side, side, -side, -side), (3 * side, -side, -side, -side)]
                turn = numbers.below(4)
                made = scores[numbers.below(2)]
                a, b, c, d = made[turn:] + made[:turn]
                number = round_number * BOARDS_A_ROUND + board
                yield Result("1", number, table.table, (n, e, s, w), (a, b, c, d))


def championship(players: int) -> Event:
    return Event(
        tuple(Entry(f"p{who:03}") for who in range(players)),
        (Stage(tuple(results(players))),),
    )


def test_seating_400_players(capsys: pytest.CaptureFixture[str]):
    small = seconds(lambda: plan(PLAYERS // 4, ROUNDS))
    large = seconds(lambda: plan(PLAYERS, ROUNDS))
    with capsys.disabled():
        print()  # noqa: T201
        said(f"seating {PLAYERS} players for {ROUNDS} rounds", small, large)


def ranking(event: Event) -> tuple[object, ...]:
    check(event)
    boards = score_stage(event.stages[0], event.statuses)
    return standings(event.entries, tally(boards), held_in(boards))


class OneMore:
    """All boards but the last are scored and tallied; now that one is released too."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.tables = len(event.entries) // 4
        by_board = groupby(
            sorted(event.stages[0].results, key=lambda r: r.board), key=lambda r: r.board
        )
        *before, self.last = (list(rows) for _, rows in by_board)
        self.boards: list[BoardScore] = []
        self.tallies: dict[str, Tally] = {}
        for rows in before:
            self.boards += self.score(rows)
        self.tallies = tally(self.boards)

    def score(self, rows: list[Result]) -> list[BoardScore]:
        return score_board(rows, statuses=self.event.statuses, expected=self.tables)

    def release(self) -> object:
        new = self.score(self.last)
        sums = dict(self.tallies)
        for entry, part in tally(new).items():
            sums[entry] = sums[entry] + part
        return standings(self.event.entries, sums, held_in([*self.boards, *new]))


def test_standings_of_400_players_on_32_boards(capsys: pytest.CaptureFixture[str]):
    little, much = championship(PLAYERS // 4), championship(PLAYERS)
    small, large = seconds(lambda: ranking(little)), seconds(lambda: ranking(much))
    few, many = OneMore(little), OneMore(much)
    assert many.release() == ranking(much)
    one_small, one_large = seconds(few.release), seconds(many.release)
    rate = PLAYERS * ROUNDS * BOARDS_A_ROUND / large
    with capsys.disabled():
        print()  # noqa: T201
        said(
            f"standings of {PLAYERS} players on {ROUNDS * BOARDS_A_ROUND} boards",
            small,
            large,
            f", {rate:,.0f} scores/s",
        )
        said("one board more", one_small, one_large)
