"""A club's season: of each player's evenings the best ones count.

Percentages of evenings on which all played the same cards, or points of those on which every table
had its own: the two are never added up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from clubs.domain.club import Club
from tournaments.domain.championship import OWN
from tournaments.models import Standing, Tournament

__all__ = [
    "BEST",
    "MEASURES",
    "PERCENT",
    "POINTS",
    "Place",
    "Season",
    "measures",
    "of_year",
    "ranking",
]

BEST = 10
"""Evenings of a season that count, where nobody asks for another number."""
MEASURES = PERCENT, POINTS = "percent", "points"
_COLUMNS = {PERCENT: "percent", POINTS: "points_total"}


@dataclass(frozen=True, slots=True)
class Place:
    """``who`` is the key of a member, ``total`` the exact sum of the best percentages or points;
    who shares it shares the rank."""

    rank: int
    who: str
    total: Fraction
    counted: int
    played: int


@dataclass(frozen=True, slots=True)
class Season:
    """``measures`` are those by which something was played, ``by`` the one of these places."""

    by: str
    measures: list[str]
    places: list[Place]


def of_year(club: Club, year: int, best: int, by: str = "") -> Season:
    """By what was played last, where nothing was played by what is asked for."""
    zone = ZoneInfo(club.zone)
    since = datetime(year, 1, 1, tzinfo=zone).astimezone(UTC)
    until = datetime(year + 1, 1, 1, tzinfo=zone).astimezone(UTC)
    known = measures(club.key, since=since, until=until)
    by = by if by in known else known[0]
    places = ranking(
        club.key,
        {key: each.user for key, each in club.members.items()},
        since=since,
        until=until,
        best=best,
        kept=club.kept,
        by=by,
    )
    return Season(by, known, places)


def measures(club: str, *, since: datetime, until: datetime) -> list[str]:
    """Those by which something was played, that of the last evening first."""
    played = _evenings(club, since, until).order_by("-starts").values_list("cards", flat=True)
    return list(dict.fromkeys(POINTS if cards == OWN else PERCENT for cards in played)) or [PERCENT]


def _evenings(club: str, since: datetime, until: datetime) -> QuerySet[Tournament]:
    return Tournament.objects.filter(
        club=club,
        status=Tournament.FINISHED,
        ranked=True,
        starts__gte=since,
        starts__lt=until,
    )


def ranking(
    club: str,
    members: Mapping[str, int | None],
    *,
    since: datetime,
    until: datetime,
    best: int,
    by: str = PERCENT,
    kept: Callable[[str], str] = str,
) -> list[Place]:
    """Of finished, ranked evenings between the two moments. ``members`` are the keys of all
    records, with the user of those who have an account; ``kept`` names the record that another one
    is part of now. House players and guests have no season; nor counts the percentage of an evening
    that ranked its player nowhere, since it is one of a few boards. Points are kept: they are money
    where the house plays for it."""
    every = _evenings(club, since, until)
    evenings = every.filter(cards=OWN) if by == POINTS else every.exclude(cards=OWN)
    lines = (
        Standing.objects.filter(
            tournament__in=evenings,
            scope=0,
            boards__gt=0,
        )
        .exclude(entry__user_id=None, entry__member="")
        .filter(**({} if by == POINTS else {"unranked": ""}))
        .values_list("entry__user_id", "entry__member", _COLUMNS[by])
        .order_by("tournament__starts", "tournament_id", "place")
    )
    by_user = {user: member for member, user in members.items() if user is not None}
    made: dict[str, list[Fraction]] = defaultdict(list)
    for user, member, value in lines:
        who = kept(member or by_user.get(user, ""))
        if value and who in members:
            made[who].append(Fraction(value))
    return _ranked({who: sorted(each, reverse=True) for who, each in made.items()}, best)


def _ranked(made: dict[str, list[Fraction]], best: int) -> list[Place]:
    totals = sorted(
        ((sum(each[:best], Fraction(0)), who) for who, each in made.items()),
        key=lambda pair: (-pair[0], pair[1]),
    )
    places: list[Place] = []
    for number, (total, who) in enumerate(totals, start=1):
        rank = places[-1].rank if places and places[-1].total == total else number
        played = len(made[who])
        places.append(Place(rank, who, total, min(best, played), played))
    return places
