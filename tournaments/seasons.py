"""A club's season: of each player's evenings the best ones count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from tournaments.models import Standing, Tournament

__all__ = ["Place", "ranking"]


@dataclass(frozen=True, slots=True)
class Place:
    """``who`` is the key of a member, ``total`` the exact sum of the best percentages; who shares
    it shares the rank."""

    rank: int
    who: str
    total: Fraction
    counted: int
    played: int


def ranking(
    club: str,
    members: Mapping[str, int | None],
    *,
    since: datetime,
    until: datetime,
    best: int,
    kept: Callable[[str], str] = str,
) -> list[Place]:
    """Of finished, ranked evenings between the two moments. ``members`` are the keys of all
    records, with the user of those who have an account; ``kept`` names the record that another one
    is part of now. House players and guests have no season."""
    lines = (
        Standing.objects.filter(
            tournament__club=club,
            tournament__status=Tournament.FINISHED,
            tournament__ranked=True,
            tournament__starts__gte=since,
            tournament__starts__lt=until,
            scope=0,
            boards__gt=0,
        )
        .exclude(entry__user_id=None, entry__member="")
        .values_list("entry__user_id", "entry__member", "percent")
        .order_by("tournament__starts", "tournament_id", "place")
    )
    by_user = {user: member for member, user in members.items() if user is not None}
    made: dict[str, list[Fraction]] = defaultdict(list)
    for user, member, percent in lines:
        who = kept(member or by_user.get(user, ""))
        if percent and who in members:
            made[who].append(Fraction(percent))
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
