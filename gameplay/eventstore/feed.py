"""All events of all streams in one order that never changes behind a reader.

Ids are given out before transactions commit, so a row with a smaller id may appear after one
with a larger id was read. On PostgreSQL each row therefore knows its transaction, and readers
go in the order (transaction, id) and only below the oldest transaction still running: nothing
can appear there any more. SQLite has one writer; its ids are in order of commit.

One open writing transaction holds every follower back, hence short transactions and an
idle-transaction time-out.
"""

from __future__ import annotations

from django.db import DEFAULT_DB_ALIAS, connections

from gameplay.eventstore.records import START, Position, Recorded
from gameplay.eventstore.store import COLUMNS, recorded

__all__ = ["START", "Position", "read"]

# Sorted by the column and not by its text, which a bare name would mean: 1000 comes behind 999.
_POSTGRESQL = f"""
    SELECT xid::text, {COLUMNS} FROM eventstore_storedevent
    WHERE (xid, position) > (%s::xid8, %s) AND xid < pg_snapshot_xmin(pg_current_snapshot())
    {{until}} ORDER BY eventstore_storedevent.xid, position LIMIT %s
"""  # noqa: S608
_SQLITE = f"""
    SELECT {COLUMNS} FROM eventstore_storedevent
    WHERE position > %s {{until}} ORDER BY position LIMIT %s
"""  # noqa: S608
_UNTIL_POSTGRESQL = "AND (xid, position) <= (%s::xid8, %s)"
_UNTIL_SQLITE = "AND position <= %s"


def read(
    after: Position = START,
    limit: int = 500,
    *,
    until: Position | None = None,
    using: str = DEFAULT_DB_ALIAS,
) -> tuple[list[Recorded], Position]:
    """The next events and the position behind them, ``after`` itself when there are none.

    With ``until`` none behind that position, which another follower may have come to.
    Save the position in the transaction that saves what was made of the events.
    """
    connection = connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            end: list[str | int] = [] if until is None else [str(until.transaction), until.id]
            sql = _POSTGRESQL.format(until=_UNTIL_POSTGRESQL if end else "")
            cursor.execute(sql, [str(after.transaction), after.id, *end, limit])
            found = cursor.fetchall()
            transaction = int(found[-1][0]) if found else 0
            events = recorded(row[1:] for row in found)
        else:
            last = [] if until is None else [until.id]
            sql = _SQLITE.format(until=_UNTIL_SQLITE if last else "")
            cursor.execute(sql, [after.id, *last, limit])
            transaction = 0
            events = recorded(cursor.fetchall())
    if not events:
        return [], after
    return events, Position(transaction, events[-1].position)
