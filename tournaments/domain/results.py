"""What duplicate scoring starts from: entries, results, rulings and penalties of a whole event.

A championship may have stages (a qualifier, then a final); fields and head-to-heads never cross
from one stage to the next, only `carry` does. Numbers are exact: nothing here is ever a float.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from engine.errors import RikkenError

__all__ = [
    "ORIGINAL",
    "Adjustment",
    "Award",
    "Entry",
    "Event",
    "Outcome",
    "Penalty",
    "Primary",
    "Result",
    "ScoringRefused",
    "Stage",
    "Status",
    "check",
]

ORIGINAL = "original"


class ScoringRefused(RikkenError):
    """The input contradicts itself; nothing was scored."""

    default_code: ClassVar[str] = "malformed"


class Status(StrEnum):
    ACTIVE = "active"
    HOUSE = "house"
    """Without standing: neither compared nor ranked; may sit at several tables at once."""
    WITHDRAWN = "withdrawn"
    """Left before half: still compared, no longer ranked."""


class Primary(StrEnum):
    """What decides the ranking."""

    MATCHPOINTS = "matchpoints"
    DIFFERENCE = "difference"
    POINTS = "points"
    """For each board."""
    TOTAL = "total"
    """All points together, as a club's slip adds them up: for who is not compared."""


class Award(StrEnum):
    PLUS = "AVE+"
    AVERAGE = "AVE"
    MINUS = "AVE-"


@dataclass(frozen=True, slots=True)
class Entry:
    id: str
    status: Status = Status.ACTIVE
    team: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """One board at one table; entries and scores in the order N E S W."""

    session: str
    board: int
    table: int
    seats: tuple[str, str, str, str]
    scores: tuple[int, int, int, int] | None
    """None: scheduled and not played."""
    variant: str = ORIGINAL


@dataclass(frozen=True, slots=True)
class Outcome:
    """A score the director puts in place of the one made, with its share in the ruling."""

    points: int
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Adjustment:
    session: str
    board: int
    entry: str
    ruling: Award | tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Penalty:
    entry: str
    percent: Fraction = Fraction(0)
    """Of one board."""
    points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Stage:
    results: tuple[Result, ...]
    adjusted: tuple[Adjustment, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    carry: Fraction = Fraction(0)
    """What a board of everything before weighs against a board of this stage."""
    entries: tuple[str, ...] | None = None
    """Who is in the stage; None: everybody."""


@dataclass(frozen=True, slots=True)
class Event:
    entries: tuple[Entry, ...]
    stages: tuple[Stage, ...]
    primary: Primary = Primary.MATCHPOINTS
    head_to_head_min: int = 4
    """So many boards any two of a tied group must have played in the same seat."""
    team_counting: int | None = None
    """How many members count for a team; None: there are no teams."""
    table_sum: int = 0
    statuses: Mapping[str, Status] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "statuses", {entry.id: entry.status for entry in self.entries})

    def in_stage(self, stage: Stage) -> Collection[str]:
        return self.statuses if stage.entries is None else stage.entries


def check(event: Event) -> None:
    """Refuse an event that contradicts itself. Reads results once; costs little beside scoring."""
    _no_double([entry.id for entry in event.entries])
    for stage in event.stages:
        if stage.carry < 0:
            raise ScoringRefused("negative weight of what came before", code="bad_carry")
        _Stage(event, stage).check()


def _no_double(ids: Sequence[str]) -> None:
    if len(set(ids)) < len(ids):
        twice = next(who for who in ids if ids.count(who) > 1)
        raise ScoringRefused(
            f"{twice} is listed twice", code="entry_twice", detail={"entry": twice}
        )


class _Stage:
    """Checks of one stage. `seated` collects who held a seat on which board of which session."""

    def __init__(self, event: Event, stage: Stage) -> None:
        self.event = event
        self.stage = stage
        self.members = frozenset(event.in_stage(stage))
        self.seated: set[tuple[str, int, str]] = set()

    def check(self) -> None:
        if self.stage.entries is not None:
            _no_double(self.stage.entries)
            for entry in self.stage.entries:
                self._known(entry)
        tables: set[tuple[str, int, int]] = set()
        for result in self.stage.results:
            place = (result.session, result.board, result.table)
            if place in tables:
                raise self._refused("a table has two results", "table_twice", result)
            tables.add(place)
            if result.scores is not None and sum(result.scores) != self.event.table_sum:
                raise self._refused("the scores make another sum", "bad_sum", result)
            self._check_seats(result)
        self._check_adjustments()
        for penalty in self.stage.penalties:
            self._member(penalty.entry)
            if penalty.percent < 0 or penalty.points < 0:
                raise ScoringRefused(
                    "a penalty takes away", code="bad_penalty", detail={"entry": penalty.entry}
                )

    def _check_seats(self, result: Result) -> None:
        for entry in result.seats:
            self._member(entry)
            if self.event.statuses[entry] is Status.HOUSE:
                continue
            held = (result.session, result.board, entry)
            if held in self.seated:
                raise self._refused(
                    f"{entry} plays the board twice", "entry_twice_on_board", result
                )
            self.seated.add(held)

    def _check_adjustments(self) -> None:
        adjusted: set[tuple[str, int, str]] = set()
        for adjustment in self.stage.adjusted:
            entry = adjustment.entry
            place = (adjustment.session, adjustment.board, entry)
            self._member(entry)
            if self.event.statuses[entry] is Status.HOUSE:
                raise self._refused(f"{entry} is a house player", "house_adjusted", adjustment)
            if place in adjusted:
                raise self._refused(f"two rulings for {entry}", "adjusted_twice", adjustment)
            adjusted.add(place)
            if isinstance(adjustment.ruling, Award):
                continue
            weights = [outcome.weight for outcome in adjustment.ruling]
            if sum(weights) != 1 or min(weights, default=0) <= 0:
                raise self._refused("weights must be positive, sum 1", "bad_weights", adjustment)
            if place not in self.seated:
                raise self._refused(f"{entry} held no seat", "adjusted_without_seat", adjustment)

    def _known(self, entry: str) -> None:
        if entry not in self.event.statuses:
            raise ScoringRefused(
                f"{entry} is no entry", code="unknown_entry", detail={"entry": entry}
            )

    def _member(self, entry: str) -> None:
        self._known(entry)
        if entry not in self.members:
            raise ScoringRefused(
                f"{entry} is not in the stage", code="not_in_stage", detail={"entry": entry}
            )

    @staticmethod
    def _refused(message: str, code: str, where: Result | Adjustment) -> ScoringRefused:
        detail: dict[str, object] = {"session": where.session, "board": where.board}
        if isinstance(where, Result):
            detail["table"] = where.table
        else:
            detail["entry"] = where.entry
        return ScoringRefused(
            f"session {where.session}, board {where.board}: {message}", code=code, detail=detail
        )
