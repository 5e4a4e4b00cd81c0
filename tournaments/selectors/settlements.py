"""What everybody made on an evening, and what that comes to where it is played for money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
    sessions: int = 0
    partly: bool = False
    """Others have played in more sessions."""


def evening(club: str, evening: str) -> QuerySet[Tournament]:
    """What was played there with each table's own cards."""
    found = Tournament.objects.filter(club=club, evening=evening, cards=OWN)
    return found.exclude(status=Tournament.CANCELLED).order_by("created")


def points(tournament: Tournament) -> dict[str, int]:
    """By entry, as it was played or as the director corrected a result; a penalty is of the ranking
    and moves no money, so they sum zero."""
    made: Counter[str] = Counter()
    for entry, score in _counted(tournament):
        made[entry] += score
    return dict(made)


def _counted(tournament: Tournament) -> Iterator[tuple[str, int]]:
    columns = [*(f"entry_{at}_id" for at in _LETTERS), *(f"score_{at}" for at in _LETTERS)]
    counts = Q(board__tournament=tournament, board__released__isnull=False, score_n__isnull=False)
    for row in Result.objects.filter(counts).values_list(*columns):
        yield from zip(row[:4], row[4:], strict=True)


def of(tournament: Tournament) -> tuple[list[Line], list[Payment]]:
    """The ranking so far with what it comes to; and, once it is over, who pays whom."""
    made = points(tournament)
    entries = Entry.objects.filter(pk__in=made)
    names = rankings.names(entries)
    found = rankings.lines(tournament.key)
    # Whoever only fills a table up has no rank, and pays like everybody.
    ranked = {line.entry.key: line.standing for line in found if line.entry.key in made}
    unranked = sorted(made.keys() - ranked, key=lambda key: -made[key])
    deals = Counter(entry for entry, _ in _counted(tournament))
    sessions = rankings.sessions_played(tournament.key)
    lines = [
        Line(
            rank=ranked[key].rank if key in ranked else None,
            name=names.get(key, ""),
            points=made[key],
            deals=ranked[key].boards if key in ranked else deals[key],
            cents=made[key] * tournament.tariff,
            sessions=sessions[key],
            partly=sessions[key] < sessions[""],
        )
        for key in (*ranked, *unranked)
    ]
    if tournament.status != Tournament.FINISHED or not tournament.tariff:
        return lines, []
    owed = {who: each * tournament.tariff for who, each in made.items()}
    return lines, _named(settle(owed), names)


def _named(payments: Sequence[Payment], names: dict[str, str]) -> list[Payment]:
    told = [Payment(names[one.payer], names[one.payee], one.cents) for one in payments]
    return sorted(told, key=lambda one: (one.payer.casefold(), one.payee.casefold()))
