"""Questions about a tournament's life: when, which round, who is in. Nothing here changes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from gameplay.places import LETTERS
from tournaments.models import Entry, Result, Round, RoundSeat, RoundTable, Sitting, Tournament

PAST_SHOWN = 30
OVERDUE = timedelta(hours=12)
"""An event that has not begun so long after its time is not coming any more."""
GOING_ON = (Round.RUNNING, Round.PAUSED, Round.CLOSING)


@dataclass(frozen=True, slots=True)
class Agenda:
    live: Sequence[Tournament]
    upcoming: Sequence[Tournament]
    past: Sequence[Tournament]


def agenda(*, past: int = PAST_SHOWN, upcoming: int = 50) -> Agenda:
    """What is played now, what comes (soonest first), and what has been (newest first).

    What was announced and never begun is past with its day, not something that comes.
    """
    every = Tournament.objects.all()
    missed = Q(starts__lt=timezone.now() - OVERDUE) & ~Q(status=Tournament.RUNNING)
    over = Q(status__in=(Tournament.FINISHED, Tournament.CANCELLED)) | missed
    ahead = every.exclude(over).exclude(status=Tournament.RUNNING).order_by("starts", "key")
    return Agenda(
        live=list(every.filter(status=Tournament.RUNNING).order_by("starts", "key")),
        upcoming=list(ahead[:upcoming]),
        past=list(every.filter(over).order_by("-starts", "-key")[:past]) if past else [],
    )


def find(key: str) -> Tournament | None:
    return Tournament.objects.filter(pk=key).first()


def rounds_of(tournament: Tournament) -> list[Round]:
    """All rounds, through all sessions, with their session.

    ``any_played`` and ``any_interrupted`` tell of their boards at all tables.
    """
    made = Result.objects.filter(table__round=OuterRef("pk"))
    found = tournament.rounds.select_related("session").annotate(
        any_played=Exists(made.filter(state=Result.FINISHED)),
        any_interrupted=Exists(made.filter(state=Result.INTERRUPTED)),
    )
    return list(found.order_by("number"))


def present(rounds: Sequence[Round]) -> Round | None:
    """The round at which everybody looks: the one in play, else the next, else the last."""
    going = [row for row in rounds if row.state in GOING_ON]
    ahead = [row for row in rounds if row.state in (Round.PLANNED, Round.DEALT)]
    return (going or ahead or list(rounds)[-1:] or [None])[0]


def last_started(rounds: Sequence[Round]) -> Round | None:
    started = [row for row in rounds if row.started is not None]
    return started[-1] if started else None


def entries_of(tournament: Tournament) -> list[Entry]:
    """In order of entering; house players without standing come last."""
    return list(tournament.entries.order_by("-standing", "entered", "key"))


def seats_in(round_key: str) -> list[tuple[RoundTable, list[RoundSeat]]]:
    """The tables of a round in their order, each with its chairs in their order."""
    tables = {table.key: table for table in RoundTable.objects.filter(round_id=round_key)}
    seats: dict[str, list[RoundSeat]] = {key: [] for key in tables}
    for seat in RoundSeat.objects.filter(round_id=round_key).select_related("entry"):
        seats[seat.table_id].append(seat)
    ordered = sorted(tables.values(), key=lambda table: table.number)
    return [
        (table, sorted(seats[table.key], key=lambda seat: LETTERS.index(seat.chair)))
        for table in ordered
    ]


def table_numbers(table_ids: Iterable[str]) -> dict[str, int]:
    found = RoundTable.objects.filter(key__in=set(table_ids) - {""})
    return dict(found.values_list("key", "number"))


def sits_in(tournament_key: str, user_id: int | None) -> Sitting | None:
    """For whom this person sits in, as long as it lasts."""
    if user_id is None:
        return None
    found = Sitting.objects.filter(tournament=tournament_key, user_id=user_id, until=None)
    return found.order_by("-since").first()


def my_tables(entry: Entry | None, sitting: Sitting | None = None) -> dict[str, RoundTable]:
    """Where somebody sits, by round: for his entry, and in the seat of whom he sits in for."""
    if entry is None and sitting is None:
        return {}
    mine = Q(entry=entry) if entry is not None else Q(pk__in=[])
    if sitting is not None:
        rounds = {"round__number__gte": sitting.from_round, "round__closed": None}
        mine |= Q(entry=sitting.entry_id, **rounds)
    seats = RoundSeat.objects.filter(mine).select_related("table")
    others = sitting.entry_id if sitting is not None else ""
    ordered = sorted(seats, key=lambda seat: seat.entry_id == others)
    return {seat.round_id: seat.table for seat in ordered}


def seated_rounds(tournament: Tournament) -> set[str]:
    found = RoundTable.objects.filter(round__tournament=tournament)
    return set(found.values_list("round_id", flat=True).distinct())


# -- the clock of a round ----------------------------------------------------------------------


def seconds_left(row: Round, now: datetime) -> int | None:
    """What the clock of a round shows; None where none runs."""
    if row.state == Round.PAUSED:
        return row.seconds_left
    if row.state == Round.RUNNING and row.ends is not None:
        return max(0, round((row.ends - now).total_seconds()))
    return None


def board_due(row: Round, place: int) -> datetime | None:
    """When the round's board at this place, from 1, should have ended: equal parts of the round.

    Pauses and extensions have moved the end of the round, and with it every board.
    """
    if row.ends is None or row.state != Round.RUNNING:
        return None
    boards = row.last_board - row.first_board + 1
    part = timedelta(minutes=row.minutes) / boards
    return row.ends - (boards - place) * part
