"""Rebuilding the projections from the streams alone.

While people play, handlers write these rows in the transaction that appends the event, so
they need no checkpoint. Dropped and rebuilt they must come out equal, column for column.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from gameplay import streams
from gameplay.events import GameOpened, TableOpened, from_stored
from gameplay.eventstore import feed
from gameplay.eventstore.records import Recorded
from gameplay.models import GameSummary, TableSeat, TableSummary
from gameplay.projections import game_summary, table_summary

PROJECTIONS = (TableSummary, TableSeat, GameSummary)
BATCH = 500


def rebuild(progress: Callable[[int], None] = lambda count: None) -> int:
    """Drop all rows, make them again, and answer from how many events.

    ``progress`` is told the running count after each batch. Release times that a director
    or a tournament set are kept: they are not derived from the game.
    """
    with transaction.atomic():
        released = dict(
            GameSummary.objects.exclude(released=None).values_list("game_id", "released")
        )
        for model in PROJECTIONS:
            model.objects.all().delete()
        count = _replay(progress)
        for game_id, moment in released.items():
            GameSummary.objects.filter(game_id=game_id).update(released=moment)
    return count


def _replay(progress: Callable[[int], None]) -> int:
    tables: dict[str, datetime] = {}
    position, count = feed.START, 0
    while True:
        rows, position = feed.read(position, BATCH)
        if not rows:
            break
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
    elif kind == "game" and row.type == "GameFinished":
        game_summary.finished(streams.game(name), row.time)
