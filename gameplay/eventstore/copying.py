"""All events as they lie in the table, out of one database and into another of any engine.

Positions are not taken along, since each database gives its own, in the same order. The chain is
over what is copied, so whoever copies should ask ``verify`` whether all of it arrived.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

from gameplay.eventstore.canonical import field
from gameplay.eventstore.models import StoredEvent
from gameplay.eventstore.records import Row

_COLUMNS = ", ".join(Row._fields)
_INSERT = f"INSERT INTO eventstore_storedevent ({_COLUMNS}) VALUES "  # noqa: S608
_PLACES = f"({', '.join(['%s'] * len(Row._fields))})"
_AT_ONCE = 500


def number(*, using: str = DEFAULT_DB_ALIAS) -> int:
    return StoredEvent.objects.using(using).count()


def everything(*, using: str = DEFAULT_DB_ALIAS) -> Iterator[Row]:
    """Oldest first. For the caller's snapshot: what is appended meanwhile may or may not come."""
    position = 0
    while True:
        found = list(
            StoredEvent.objects.using(using)
            .filter(position__gt=position)
            .order_by("position")
            .values_list("position", *Row._fields)[:_AT_ONCE]
        )
        if not found:
            return
        position = found[-1][0]
        for row in found:
            yield _as_stored(row[1:])


def of(streams: Sequence[str], *, using: str = DEFAULT_DB_ALIAS) -> Iterator[Row]:
    """All events of these streams, one stream after the other."""
    for start in range(0, len(streams), _AT_ONCE):
        found = StoredEvent.objects.using(using).filter(
            stream__in=streams[start : start + _AT_ONCE]
        )
        for row in found.order_by("stream", "version").values_list(*Row._fields).iterator():
            yield _as_stored(row)


def _as_stored(columns: Sequence[Any]) -> Row:
    return Row._make(bytes(v) if isinstance(v, memoryview) else v for v in columns)


def put_back(rows: Iterable[Row], *, using: str = DEFAULT_DB_ALIAS) -> int:
    """Insert them in this order, in the caller's transaction; answers how many there were."""
    total = 0
    waiting = iter(rows)
    with connections[using].cursor() as cursor:
        while part := list(islice(waiting, _AT_ONCE)):
            places = ", ".join([_PLACES] * len(part))
            cursor.execute(_INSERT + places, [value for row in part for value in row])
            total += len(part)
    return total


def heads_digest(*, using: str = DEFAULT_DB_ALIAS) -> str:
    """One hash over where every stream stands: equal where all of them are."""
    with connections[using].cursor() as cursor:
        cursor.execute(
            "SELECT e.stream, e.version, e.hash FROM eventstore_storedevent e JOIN"
            " (SELECT stream, MAX(version) AS last FROM eventstore_storedevent GROUP BY stream) h"
            " ON h.stream = e.stream AND h.last = e.version"
        )
        found = sorted(
            (str(s).encode(), str(v).encode(), bytes(h)) for s, v, h in cursor.fetchall()
        )
    return sha256(b"".join(field(part) for row in found for part in row)).hexdigest()
