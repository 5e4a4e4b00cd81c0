"""Small championships for scoring tests, written the way a scorer would write them down."""

from __future__ import annotations

from fractions import Fraction

from tournaments.domain.results import (
    Adjustment,
    Award,
    Entry,
    Event,
    Outcome,
    Penalty,
    Result,
    Stage,
    Status,
)
from tournaments.domain.standings import StageScores, Standing, score_event


def table(
    number: int, line: str, *, board: int = 1, session: str = "1", variant: str = "original"
) -> Result:
    """`table(1, "a +15 b -15 c +15 d -15")`; `"a b c d"` for a table that has not played."""
    words = line.replace("−", "-").split()
    names, scores = (words[::2], words[1::2]) if len(words) == 8 else (words, [])
    north, east, south, west = names
    made = tuple(int(score) for score in scores)
    return Result(
        session=session,
        board=board,
        table=number,
        seats=(north, east, south, west),
        scores=(made[0], made[1], made[2], made[3]) if made else None,
        variant=variant,
    )


def people(names: str, *, house: str = "", withdrawn: str = "") -> tuple[Entry, ...]:
    statuses = dict.fromkeys(house.split(), Status.HOUSE) | dict.fromkeys(
        withdrawn.split(), Status.WITHDRAWN
    )
    listed = dict.fromkeys([*names.split(), *statuses])
    return tuple(Entry(name, statuses.get(name, Status.ACTIVE)) for name in listed)


def everybody(*results: Result, house: str = "", withdrawn: str = "") -> tuple[Entry, ...]:
    names = " ".join(name for result in results for name in result.seats)
    return people(names, house=house, withdrawn=withdrawn)


def scored(
    *results: Result,
    house: str = "",
    withdrawn: str = "",
    adjusted: tuple[Adjustment, ...] = (),
    penalties: tuple[Penalty, ...] = (),
) -> StageScores:
    event = Event(
        everybody(*results, house=house, withdrawn=withdrawn),
        (Stage(tuple(results), adjusted, penalties),),
    )
    (stage,) = score_event(event)
    return stage


def line(stage: StageScores, entry: str) -> Standing:
    return next(standing for standing in stage.standings if standing.entry == entry)


def award(entry: str, given: str, *, board: int = 1) -> Adjustment:
    return Adjustment("1", board, entry, Award(given))


def ruled(entry: str, *outcomes: tuple[int, str], board: int = 1) -> Adjustment:
    return Adjustment(
        "1", board, entry, tuple(Outcome(points, Fraction(weight)) for points, weight in outcomes)
    )
