"""Questions about many streams at once, for those who look after what others may have lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Exists, F, OuterRef

from gameplay.eventstore.canonical import moment
from gameplay.eventstore.models import StoredEvent
from gameplay.eventstore.records import Recorded
from gameplay.eventstore.store import COLUMNS, recorded


def has_gone_on(stream: OuterRef | F, version: OuterRef | F) -> Exists:
    """For a filter: whether ``stream`` has events behind ``version``, both columns outside."""
    return Exists(StoredEvent.objects.filter(stream=stream, version__gt=version))


def of_types(types: Sequence[str], batch: int = 500) -> Iterator[list[Recorded]]:
    """All committed events of these types, oldest position first.

    Unlike ``feed`` this waits for nobody: an event that commits behind the reader is missed.
    Only for a caller who keeps the writers of these types out (see ``gameplay.projections``).
    """
    position = 0
    while True:
        found = list(
            StoredEvent.objects.filter(type__in=types, position__gt=position)
            .order_by("position")
            .values_list(*COLUMNS.split(", "))[:batch]
        )
        if not found:
            return
        position = found[-1][0]
        yield recorded(found)


class Named(NamedTuple):
    """That something happened, and nothing of what."""

    version: int
    type: str
    actor: str
    time: datetime


def names(stream: str, *, last: int, using: str = DEFAULT_DB_ALIAS) -> list[Named]:
    """The ``last`` events of a stream, oldest first, without what they hold."""
    rows = StoredEvent.objects.using(using).filter(stream=stream).order_by("-version")
    found = rows.values_list("version", "type", "actor", "time")[:last]
    return [Named(version, type_, actor, moment(time)) for version, type_, actor, time in found][
        ::-1
    ]


def last_position(*, using: str = DEFAULT_DB_ALIAS) -> int:
    """The highest position that an event has; 0 where there is none."""
    last = StoredEvent.objects.using(using).order_by("-position").values_list("position", flat=True)
    return last.first() or 0


def count(streams: Sequence[str], batch: int = 500) -> int:
    """How many events lie in these streams together."""
    return sum(
        StoredEvent.objects.filter(stream__in=streams[start : start + batch]).count()
        for start in range(0, len(streams), batch)
    )
