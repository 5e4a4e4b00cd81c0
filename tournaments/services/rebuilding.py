"""All rows of championships made again from the events, also while one is played.

Session keys are no projection and stay. On PostgreSQL whoever would write a row waits until this
has committed; cards are played on, for no card writes one. SQLite has one writer anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import connection, transaction

from gameplay.eventstore import lookups
from tournaments import stream
from tournaments.domain.events import TournamentScheduled
from tournaments.models import (
    Board,
    BoardScore,
    Commentator,
    DirectorCall,
    DirectorsNote,
    Entry,
    Result,
    Round,
    RoundSeat,
    RoundTable,
    Ruling,
    Session,
    Sitting,
    Standing,
    Tournament,
)
from tournaments.projections import follower

__all__ = ["PROJECTIONS", "rebuild"]

# In the order in which they are written: taken in another, two locks wait for each other.
PROJECTIONS = (
    Tournament,
    Session,
    Entry,
    Round,
    RoundTable,
    RoundSeat,
    Board,
    Commentator,
    DirectorCall,
    DirectorsNote,
    Sitting,
    Ruling,
    Result,
    BoardScore,
    Standing,
)


def rebuild(
    now: datetime, progress: Callable[[str, int], None] = lambda what, count: None
) -> tuple[int, int]:
    """Drop all rows and make them again; answers how many championships and how many events.

    ``progress`` is told "championships" or "events" and the running count. The rows of games are
    read, not made: rebuild those first where they are missing (``rebuild_projections``).
    """
    with transaction.atomic():
        follower.hold(now)
        _keep_writers_out()
        for model in reversed(PROJECTIONS):
            model.objects.all().delete()
        keys = _keys()
        for made, key in enumerate(keys, start=1):
            stream.rebuild(key)
            progress("championships", made)
        events = 0
        for events in follower.follow_from_start(now):
            progress("events", events)
    return len(keys), events


def _keys() -> list[str]:
    scheduled = lookups.of_types((TournamentScheduled.__name__,))
    return [row.stream.partition("-")[2] for rows in scheduled for row in rows]


def _keep_writers_out() -> None:
    if connection.vendor == "postgresql":
        names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in PROJECTIONS)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
