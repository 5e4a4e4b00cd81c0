"""Comparing tables: what a score is worth against the others who held the same cards.

A *field* is everybody who held one seat on one board of one session. Each seat stands alone: a
house player in East takes nothing from North's field at that table. A is how many are compared,
E how many results the session expects of a board, so that a short field is stretched to the size
of the others (Neuberg) and no board weighs more or less than another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from engine import SEATS, Seat
from tournaments.domain.results import (
    Adjustment,
    Award,
    Outcome,
    Result,
    Stage,
    Status,
)

__all__ = [
    "BoardScore",
    "Kind",
    "expected_results",
    "matchpoints",
    "percent",
    "score_board",
    "score_stage",
    "seat_difference",
    "with_awards",
    "without_seat",
]

Exact: TypeAlias = Fraction | int
Spread: TypeAlias = tuple[tuple[Exact, Exact], ...]
"""(points, weight), the weights sum 1: what one seat made, or was ruled to have made."""


class Kind(StrEnum):
    PLAYED = "played"
    ASSIGNED = "assigned"
    AWARD = "award"
    UNPLAYED = "unplayed"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class BoardScore:
    """One entry on one board. An award to somebody who held no seat has no table, no variant."""

    session: str
    board: int
    variant: str | None
    table: int | None
    seat: Seat | None
    entry: str
    kind: Kind
    points: Fraction | None = None
    mp: Fraction | None = None
    field: int | None = None
    """A: how many were compared in this seat, this one included."""
    percent: Fraction | None = None
    difference: Fraction | None = None
    award: Award | None = None


def matchpoints(field: Sequence[Spread]) -> list[Exact]:
    """For each of the field: 2 for every other who made less, 1 for every other who made the same.

    Weighted outcomes are compared one by one and every comparison counts with the product of the
    two weights. The field's sum is always A(A-1).

    >>> matchpoints([((15, 1),), ((-30, 1),), ((15, 1),), ((-5, 1),)])
    [5, 0, 5, 2]
    """
    mass: defaultdict[Exact, Exact] = defaultdict(int)
    for spread in field:
        for points, weight in spread:
            mass[points] += weight
    beaten: dict[Exact, Exact] = {}
    below: Exact = 0
    for points in sorted(mass):
        beaten[points] = 2 * below + mass[points]
        below += mass[points]
    return [
        sum(weight * (beaten[points] - _against(spread, points)) for points, weight in spread)
        for spread in field
    ]


def _against(spread: Spread, points: Exact) -> Exact:
    """What `points` would score against this one seat: nobody is compared with himself."""
    return sum(weight * ((points > other) + (points >= other)) for other, weight in spread)


def percent(mp: Exact, compared: int, expected: int, *, small_group: bool = False) -> Fraction:
    """`mp` out of a field of `compared`, as if it had been a field of `expected` (Neuberg).

    A small group is at most three tables, and at most a third of the session, that played another
    deal because theirs went bad: they get fixed steps around 60 instead.

    >>> percent(4, 3, 4), percent(4, 3, 9, small_group=True), percent(0, 1, 4)
    (Fraction(850, 9), Fraction(70, 1), Fraction(50, 1))
    """
    if small_group:
        return Fraction(60 + 5 * (mp - (compared - 1)))
    if compared == 1:
        return Fraction(50)
    # 100·((mp+1)·E/A − 1) / (2(E−1)), in one fraction.
    return Fraction(50 * ((mp + 1) * expected - compared), compared * (expected - 1))


def seat_difference(points: Exact, total: Exact, compared: int) -> Fraction | None:
    """Points minus the mean of the others. A table never moves what it is measured against.

    >>> seat_difference(15, -5, 4)
    Fraction(65, 3)
    """
    if compared == 1:
        return None
    return Fraction(points * compared - total, compared - 1)


def expected_results(results: Iterable[Result]) -> dict[str, int]:
    """E of every session: the most results, played or not, that any one of its boards has."""
    rows = Counter((result.session, result.board) for result in results)
    expected: dict[str, int] = {}
    for (session, _), count in rows.items():
        expected[session] = max(count, expected.get(session, 0))
    return expected


def score_board(
    results: Sequence[Result],
    *,
    statuses: Mapping[str, Status],
    expected: int,
    rulings: Mapping[str, Award | tuple[Outcome, ...]] | None = None,
) -> list[BoardScore]:
    """All results of one board of one session, all its variants; by table, seats N E S W.

    An award has no percent yet: it depends on the entry's other boards, see `with_awards`.
    """
    scored: list[BoardScore] = []
    by_variant: defaultdict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_variant[result.variant].append(result)
    for rows in by_variant.values():
        for seat in SEATS:
            field = _Field(seat, expected=expected, may_be_small=len(by_variant) > 1)
            for result in rows:
                entry = result.seats[seat]
                field.add(result, statuses[entry], rulings.get(entry) if rulings else None)
            scored += field.scores()
    return sorted(scored, key=_by_table)


def score_stage(stage: Stage, statuses: Mapping[str, Status]) -> tuple[BoardScore, ...]:
    """Every board of a stage, by session, board, table and seat; awards without a seat last."""
    expected = expected_results(stage.results)
    rulings: defaultdict[tuple[str, int], dict[str, Award | tuple[Outcome, ...]]]
    rulings = defaultdict(dict)
    for adjustment in stage.adjusted:
        place = (adjustment.session, adjustment.board)
        rulings[place][adjustment.entry] = adjustment.ruling
    scores: list[BoardScore] = []
    for place, rows in groupby(sorted(stage.results, key=_place), key=_place):
        scores += score_board(
            list(rows),
            statuses=statuses,
            expected=expected[place[0]],
            rulings=rulings.get(place),
        )
    if not stage.adjusted:
        return tuple(scores)
    scores += without_seat(stage.adjusted, scores)
    scores.sort(key=lambda score: (_place(score), _by_table(score)))
    return tuple(with_awards(scores))


def with_awards(scores: Sequence[BoardScore]) -> list[BoardScore]:
    """The same scores of one stage, awards filled in from what each entry made in that session.

    AVE+ is at least 60, AVE- at most 40, and whoever does better, or worse, on his other boards
    gets that. Other awards do not enter, nor do penalties.
    """
    made: defaultdict[tuple[str, str], list[Fraction]] = defaultdict(list)
    for score in scores:
        if score.percent is not None and score.kind is not Kind.AWARD:
            made[score.session, score.entry].append(score.percent)
    return [
        replace(score, percent=_awarded(score.award, made.get((score.session, score.entry), [])))
        if score.award is not None
        else score
        for score in scores
    ]


def _awarded(award: Award, made: Sequence[Fraction]) -> Fraction:
    if award is Award.AVERAGE:
        return Fraction(50)
    bound, better = (60, max) if award is Award.PLUS else (40, min)
    if not made:
        return Fraction(bound)
    return better(Fraction(bound), sum(made, Fraction(0)) / len(made))


def without_seat(adjusted: Sequence[Adjustment], scores: Sequence[BoardScore]) -> list[BoardScore]:
    """Awards to people who held no seat on the board: late, say, and a stand-in played."""
    seated = {(score.session, score.board, score.entry) for score in scores}
    return [
        BoardScore(
            session=adjustment.session,
            board=adjustment.board,
            variant=None,
            table=None,
            seat=None,
            entry=adjustment.entry,
            kind=Kind.AWARD,
            award=adjustment.ruling,
        )
        for adjustment in adjusted
        if isinstance(adjustment.ruling, Award)
        and (adjustment.session, adjustment.board, adjustment.entry) not in seated
    ]


class _Field:
    """One seat of one board and variant: who is compared, and everybody's line."""

    def __init__(self, seat: Seat, *, expected: int, may_be_small: bool) -> None:
        self._seat = seat
        self._expected = expected
        self._may_be_small = may_be_small
        self._compared: list[tuple[Result, Kind, Spread]] = []
        self._others: list[BoardScore] = []

    def add(
        self, result: Result, status: Status, ruling: Award | tuple[Outcome, ...] | None
    ) -> None:
        score = None if result.scores is None else result.scores[self._seat]
        if isinstance(ruling, Award):
            self._others.append(self._line(result, Kind.AWARD, award=ruling))
        elif ruling is not None:
            spread = tuple((outcome.points, outcome.weight) for outcome in ruling)
            self._compared.append((result, Kind.ASSIGNED, spread))
        elif score is None:
            self._others.append(self._line(result, Kind.UNPLAYED))
        elif status is Status.HOUSE:
            self._others.append(self._line(result, Kind.HOUSE, points=Fraction(score)))
        else:
            self._compared.append((result, Kind.PLAYED, ((score, 1),)))

    def scores(self) -> list[BoardScore]:
        spreads = [spread for _, _, spread in self._compared]
        compared = len(spreads)
        small = self._may_be_small and compared <= 3 and 3 * compared <= self._expected
        total = sum(_mean(spread) for spread in spreads)
        # Many made the same: worked out once for each different spread.
        worth: dict[Spread, tuple[Fraction, Fraction, Fraction, Fraction | None]] = {
            spread: (
                Fraction(_mean(spread)),
                Fraction(mp),
                percent(mp, compared, self._expected, small_group=small),
                seat_difference(_mean(spread), total, compared),
            )
            for spread, mp in dict(zip(spreads, matchpoints(spreads), strict=True)).items()
        }
        scored = []
        for result, kind, spread in self._compared:
            points, mp, share, difference = worth[spread]
            scored.append(
                self._line(
                    result,
                    kind,
                    points=points,
                    mp=mp,
                    field=compared,
                    percent=share,
                    difference=difference,
                )
            )
        return scored + self._others

    def _line(
        self,
        result: Result,
        kind: Kind,
        *,
        points: Fraction | None = None,
        mp: Fraction | None = None,
        field: int | None = None,
        percent: Fraction | None = None,
        difference: Fraction | None = None,
        award: Award | None = None,
    ) -> BoardScore:
        return BoardScore(
            session=result.session,
            board=result.board,
            variant=result.variant,
            table=result.table,
            seat=self._seat,
            entry=result.seats[self._seat],
            kind=kind,
            points=points,
            mp=mp,
            field=field,
            percent=percent,
            difference=difference,
            award=award,
        )


def _mean(spread: Spread) -> Exact:
    return sum(points * weight for points, weight in spread)


def _place(row: Result | BoardScore) -> tuple[str, int]:
    return (row.session, row.board)


def _by_table(score: BoardScore) -> tuple[bool, int, int, str]:
    """Awards without a seat come after the tables."""
    return (score.table is None, score.table or 0, score.seat or 0, score.entry)
