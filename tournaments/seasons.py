"""A club's season: of each player's evenings the best ones count."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from tournaments.models import Standing, Tournament

__all__ = ["Place", "ranking"]


@dataclass(frozen=True, slots=True)
class Place:
    """``total`` is the sum of the best percentages, exactly; who shares it shares the rank."""

    rank: int
    user: int
    total: Fraction
    counted: int
    played: int


def ranking(club: str, *, since: datetime, until: datetime, best: int) -> list[Place]:
    """Of finished, ranked evenings between the two moments. House players have no season."""
    lines = (
        Standing.objects.filter(
            tournament__club=club,
            tournament__status=Tournament.FINISHED,
            tournament__ranked=True,
            tournament__starts__gte=since,
            tournament__starts__lt=until,
            scope=0,
            boards__gt=0,
            entry__user_id__isnull=False,
        )
        .values_list("entry__user_id", "percent")
        .order_by("tournament__starts", "tournament_id", "place")
    )
    made: dict[int, list[Fraction]] = defaultdict(list)
    for user, percent in lines:
        if percent:
            made[user].append(Fraction(percent))
    return _ranked({user: sorted(each, reverse=True) for user, each in made.items()}, best)


def _ranked(made: dict[int, list[Fraction]], best: int) -> list[Place]:
    totals = sorted(
        ((sum(each[:best], Fraction(0)), user) for user, each in made.items()),
        key=lambda pair: (-pair[0], pair[1]),
    )
    places: list[Place] = []
    for number, (total, user) in enumerate(totals, start=1):
        rank = places[-1].rank if places and places[-1].total == total else number
        played = len(made[user])
        places.append(Place(rank, user, total, min(best, played), played))
    return places
