"""Rebuilding the projections from the streams alone, also while people play.

While people play, handlers write these rows in the transaction that appends the event, so
they need no checkpoint. Dropped and rebuilt they must come out equal, column for column.

On PostgreSQL the rebuild locks the three tables against writers. Whoever wrote one of these
rows has then committed, event and row, and is read here; whoever has not waits with its event
still invisible, and writes its row behind ours. A card alone writes none of them and goes on.
SQLite has one writer anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import connection, transaction

from gameplay import streams
from gameplay.events import GameInterrupted, GameOpened, TableOpened, from_stored
from gameplay.eventstore import lookups
from gameplay.eventstore.records import Recorded
from gameplay.models import GameSummary, TableSeat, TableSummary
from gameplay.projections import game_summary, table_summary

# In the order in which handlers write them: taken in another, two locks wait for each other.
PROJECTIONS = (GameSummary, TableSummary, TableSeat)
GAME_FINISHED = "GameFinished"
READ = (TableOpened.__name__, GameOpened.__name__, GameInterrupted.__name__, GAME_FINISHED)
BATCH = 500


def rebuild(progress: Callable[[int], None] = lambda count: None) -> int:
    """Drop all rows, make them again, and answer from how many events.

    ``progress`` is told the running count after each batch. Release times that a director
    or a tournament set are kept: they are not derived from the game.
    """
    with transaction.atomic():
        _keep_writers_out()
        released = dict(
            GameSummary.objects.exclude(released=None).values_list("game_id", "released")
        )
        for model in PROJECTIONS:
            model.objects.all().delete()
        count = _replay(progress)
        for game_id, moment in released.items():
            GameSummary.objects.filter(game_id=game_id).update(released=moment)
    return count


def _keep_writers_out() -> None:
    if connection.vendor == "postgresql":
        names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in PROJECTIONS)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def _replay(progress: Callable[[int], None]) -> int:
    # Not the feed: it waits for the oldest transaction still running, and what was committed
    # behind that one would be dropped here and made again by nobody.
    tables: dict[str, datetime] = {}
    count = 0
    for rows in lookups.of_types(READ, BATCH):
        for row in rows:
            _apply(row, tables)
        count += len(rows)
        progress(count)
    for table_id, opened in tables.items():
        table_summary.store_state(streams.table(table_id), opened)
    return count


def _apply(row: Recorded, tables: dict[str, datetime]) -> None:
    kind, _, name = row.stream.partition("-")
    if kind == "table" and row.type == TableOpened.__name__:
        tables[name] = row.time
    elif kind == "game" and row.type == GameOpened.__name__:
        game_summary.opened(name, from_stored(row), row.time)
    elif kind == "game" and row.type == GameInterrupted.__name__:
        game_summary.interrupted(streams.game(name), row.time)
    elif kind == "game" and row.type == GAME_FINISHED:
        game_summary.finished(streams.game(name), row.time)
