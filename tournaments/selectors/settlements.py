"""What everybody made on an evening, and what that comes to where it is played for money."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from engine import SEATS
from tournaments.domain.championship import OWN
from tournaments.domain.settlement import Payment, settle
from tournaments.models import Entry, Result, Tournament
from tournaments.selectors import rankings

__all__ = ["Line", "evening", "of", "points"]

_LETTERS = tuple(seat.letter.lower() for seat in SEATS)


@dataclass(frozen=True, slots=True)
class Line:
    rank: int | None
    name: str
    points: int
    deals: int
    cents: int


def evening(club: str, evening: str) -> QuerySet[Tournament]:
    """What was played there with each table's own cards."""
    found = Tournament.objects.filter(club=club, evening=evening, cards=OWN)
    return found.exclude(status=Tournament.CANCELLED).order_by("created")


def points(tournament: Tournament) -> dict[str, int]:
    """By entry, as it was played or as the director corrected a result; a penalty is of the ranking
    and moves no money, so they sum zero."""
    made: defaultdict[str, int] = defaultdict(int)
    columns = [*(f"entry_{at}_id" for at in _LETTERS), *(f"score_{at}" for at in _LETTERS)]
    counts = Q(board__tournament=tournament, board__released__isnull=False, score_n__isnull=False)
    for row in Result.objects.filter(counts).values_list(*columns):
        for entry, score in zip(row[:4], row[4:], strict=True):
            made[entry] += score
    return dict(made)


def of(tournament: Tournament) -> tuple[list[Line], list[Payment]]:
    """The ranking so far with what it comes to; and, once it is over, who pays whom."""
    made = points(tournament)
    entries = Entry.objects.filter(pk__in=made)
    names = rankings.names(entries)
    lines = [
        Line(
            line.standing.rank,
            names.get(line.entry.key, ""),
            made[line.entry.key],
            line.standing.boards,
            made[line.entry.key] * tournament.tariff,
        )
        for line in rankings.lines(tournament.key)
        if line.entry.key in made
    ]
    if tournament.status != Tournament.FINISHED or not tournament.tariff:
        return lines, []
    owed = {who: each * tournament.tariff for who, each in made.items()}
    return lines, _named(settle(owed), names)


def _named(payments: Sequence[Payment], names: dict[str, str]) -> list[Payment]:
    told = [Payment(names[one.payer], names[one.payee], one.cents) for one in payments]
    return sorted(told, key=lambda one: (one.payer.casefold(), one.payee.casefold()))
