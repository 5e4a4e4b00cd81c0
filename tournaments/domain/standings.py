"""From scores on boards to the ranking of a stage, with every component that decided it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from tournaments.domain.duplicate import BoardScore, Kind, score_stage
from tournaments.domain.results import (
    Entry,
    Event,
    Penalty,
    Primary,
    Status,
    check,
)
from tournaments.domain.tiebreaks import CHAINS, Held, ranked

__all__ = [
    "StageScores",
    "Standing",
    "Tally",
    "TeamStanding",
    "Totals",
    "held_in",
    "rank_teams",
    "score_event",
    "shown",
    "standings",
    "tally",
]


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums and their divisors. They add up over boards and stages; a stage may weigh less."""

    percent: Fraction = Fraction(0)
    percent_boards: Fraction = Fraction(0)
    difference: Fraction = Fraction(0)
    difference_boards: Fraction = Fraction(0)
    points: Fraction = Fraction(0)
    points_boards: Fraction = Fraction(0)

    def plus(self, weight: Fraction, other: Totals) -> Totals:
        return Totals(
            self.percent + weight * other.percent,
            self.percent_boards + weight * other.percent_boards,
            self.difference + weight * other.difference,
            self.difference_boards + weight * other.difference_boards,
            self.points + weight * other.points,
            self.points_boards + weight * other.points_boards,
        )

    def mean_percent(self) -> Fraction | None:
        return _mean(self.percent, self.percent_boards)

    def mean_difference(self) -> Fraction | None:
        return _mean(self.difference, self.difference_boards)

    def mean_points(self) -> Fraction | None:
        return _mean(self.points, self.points_boards)


@dataclass(frozen=True, slots=True)
class Tally:
    """An entry's part of a stage. Tallies of different boards add up, so one board more is cheap.

    An exception are awards: their percent moves with the entry's other boards of the session.
    """

    sums: Totals = Totals()
    boards: int = 0
    """With a percent."""
    compared: int = 0
    """The same without awards."""
    above: int = 0
    """How many of the compared were above 50 %."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.sums.plus(Fraction(1), other.sums),
            self.boards + other.boards,
            self.compared + other.compared,
            self.above + other.above,
        )

    def share_above(self) -> Fraction | None:
        return Fraction(self.above, self.compared) if self.compared else None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line. Percent, difference and points are per board, carry-forward included."""

    rank: int | None
    entry: str
    boards: int
    """With a percent, in this stage alone."""
    percent: Fraction | None
    head_to_head: Fraction | None
    """None where the tie-break was not reached, or skipped."""
    above: Fraction | None
    difference: Fraction | None
    points: Fraction | None
    points_total: Fraction
    """Of this stage alone, penalties taken off."""

    def primary(self, measure: Primary) -> Fraction | None:
        return {
            Primary.MATCHPOINTS: self.percent,
            Primary.DIFFERENCE: self.difference,
            Primary.POINTS: self.points,
            Primary.TOTAL: self.points_total,
        }[measure]


@dataclass(frozen=True, slots=True)
class TeamStanding:
    rank: int
    team: str
    complete: bool
    sum: Fraction
    counted: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class StageScores:
    boards: tuple[BoardScore, ...]
    standings: tuple[Standing, ...]
    teams: tuple[TeamStanding, ...]


def score_event(event: Event) -> tuple[StageScores, ...]:
    """All stages of an event, or `ScoringRefused` with one of the codes of the scoring rules."""
    check(event)
    stages = []
    before: dict[str, Totals] = {}
    for stage in event.stages:
        boards = score_stage(stage, event.statuses)
        members = frozenset(event.in_stage(stage))
        entries = [entry for entry in event.entries if entry.id in members]
        own = tally(boards, stage.penalties)
        lines = standings(
            entries,
            own,
            held_in(boards),
            carry=stage.carry,
            before=before,
            primary=event.primary,
            head_to_head_min=event.head_to_head_min,
        )
        teams = rank_teams(entries, lines, event.team_counting, event.primary)
        stages.append(StageScores(boards, lines, teams))
        # Also of those who sit this stage out: the next one may take them back.
        before = {
            who: own.get(who, Tally()).sums.plus(stage.carry, before.get(who, Totals()))
            for who in event.statuses
        }
    return tuple(stages)


def tally(boards: Iterable[BoardScore], penalties: Iterable[Penalty] = ()) -> dict[str, Tally]:
    """Every entry that has a score or a penalty; house players' own results are not counted."""
    lines: defaultdict[str, list[BoardScore]] = defaultdict(list)
    for score in boards:
        if score.kind is not Kind.HOUSE:
            lines[score.entry].append(score)
    tallies = {entry: _tally(scores) for entry, scores in lines.items()}
    for penalty in penalties:
        taken = Totals(percent=-penalty.percent, difference=-penalty.points, points=-penalty.points)
        tallies[penalty.entry] = tallies.get(penalty.entry, Tally()) + Tally(taken)
    return tallies


def held_in(boards: Iterable[BoardScore]) -> Callable[[str], Held]:
    """Looks up what an entry made where; sorted out when the first tie asks."""
    places: defaultdict[str, dict[tuple[object, ...], Fraction]] = defaultdict(dict)

    def held(entry: str) -> Held:
        if not places:
            for score in boards:
                if score.points is not None:
                    place = (score.session, score.board, score.variant, score.seat)
                    places[score.entry][place] = score.points
        return places[entry]

    return held


def standings(
    entries: Iterable[Entry],
    tallies: Mapping[str, Tally],
    held: Callable[[str], Held],
    *,
    carry: Fraction = Fraction(0),
    before: Mapping[str, Totals] | None = None,
    primary: Primary = Primary.MATCHPOINTS,
    head_to_head_min: int = 4,
) -> tuple[Standing, ...]:
    """The ranking of a stage. `held` is asked about tied entries only, see `held_in`.

    House players are not listed. Who has no board with a percent, or has withdrawn, is listed
    without a rank, last.
    """
    listed = {entry.id: entry.status for entry in entries if entry.status is not Status.HOUSE}
    own = {who: tallies.get(who, Tally()) for who in listed}
    sums = {
        who: mine.sums.plus(carry, (before or {}).get(who, Totals())) if carry else mine.sums
        for who, mine in own.items()
    }
    values: dict[str, dict[str, Fraction | None]] = {
        "percent": {who: total.mean_percent() for who, total in sums.items()},
        "difference": {who: total.mean_difference() for who, total in sums.items()},
        "points": {who: total.mean_points() for who, total in sums.items()},
        "above": {who: mine.share_above() for who, mine in own.items()},
        "points_total": {who: mine.sums.points for who, mine in own.items()},
    }
    competing = [
        who for who, status in listed.items() if status is Status.ACTIVE and own[who].boards
    ]
    groups, met = ranked(competing, CHAINS[primary], values, held, head_to_head_min)
    # 1 2 2 4: a rank counts the people before it.
    firsts = accumulate((len(group) for group in groups), initial=1)
    ranks = {who: first for first, group in zip(firsts, groups, strict=False) for who in group}
    unranked = sorted(who for who in listed if who not in ranks)
    return tuple(
        Standing(
            rank=ranks.get(who),
            entry=who,
            boards=own[who].boards,
            percent=values["percent"][who],
            head_to_head=met.get(who),
            above=values["above"][who],
            difference=values["difference"][who],
            points=values["points"][who],
            points_total=own[who].sums.points,
        )
        for who in [*ranks, *unranked]
    )


def rank_teams(
    entries: Iterable[Entry],
    lines: Iterable[Standing],
    counting: int | None,
    primary: Primary = Primary.MATCHPOINTS,
) -> tuple[TeamStanding, ...]:
    """Teams by the sum of their `counting` best ranked members; incomplete ones behind."""
    if counting is None:
        return ()
    measures = {line.entry: line.primary(primary) for line in lines if line.rank is not None}
    members: defaultdict[str, list[Fraction]] = defaultdict(list)
    for entry in entries:
        if entry.team is not None:
            ranked_as = [measures[entry.id] or Fraction(0)] if entry.id in measures else []
            members[entry.team] += ranked_as
    counted = {
        team: tuple(sorted(values, reverse=True)[:counting]) for team, values in members.items()
    }
    # Longer is larger where one tuple begins another, so a missing member is lowest.
    keys = {
        team: (len(best) == counting, sum(best, Fraction(0)), best)
        for team, best in counted.items()
    }
    order = sorted(sorted(counted), key=lambda team: keys[team], reverse=True)
    better = {team: sum(keys[other] > keys[team] for other in keys) for team in keys}
    return tuple(
        TeamStanding(better[team] + 1, team, keys[team][0], keys[team][1], counted[team])
        for team in order
    )


def shown(value: Fraction | None, *, middle: int = 0) -> str | None:
    """Two decimals. A half goes away from `middle`: 50 for a percent, so P and 100 - P agree.

    >>> shown(Fraction(10001, 200), middle=50), shown(Fraction(9999, 200), middle=50)
    ('50.01', '49.99')
    >>> shown(Fraction(-1, 300)), shown(Fraction(-1, 200))
    ('0.00', '-0.01')
    """
    if value is None:
        return None
    away = value - middle
    hundredths = (200 * abs(away) + 1) // 2
    total = 100 * middle + (hundredths if away >= 0 else -hundredths)
    whole, rest = divmod(abs(total), 100)
    return f"{'-' if total < 0 else ''}{whole}.{rest:02}"


def _mean(total: Fraction, boards: Fraction) -> Fraction | None:
    return total / boards if boards else None


def _tally(scores: Sequence[BoardScore]) -> Tally:
    percents = [score.percent for score in scores if score.percent is not None]
    differences = [score.difference for score in scores if score.difference is not None]
    points = [score.points for score in scores if score.points is not None]
    compared = [
        score.percent
        for score in scores
        if score.percent is not None and score.kind is not Kind.AWARD
    ]
    return Tally(
        Totals(
            _total(percents),
            Fraction(len(percents)),
            _total(differences),
            Fraction(len(differences)),
            _total(points),
            Fraction(len(points)),
        ),
        boards=len(percents),
        compared=len(compared),
        above=sum(share > 50 for share in compared),
    )


def _total(values: Iterable[Fraction]) -> Fraction:
    """The exact sum. Few denominators occur in a field, and integers add far faster."""
    by_denominator: defaultdict[int, int] = defaultdict(int)
    for value in values:
        by_denominator[value.denominator] += value.numerator
    return sum((Fraction(above, below) for below, above in by_denominator.items()), Fraction(0))
