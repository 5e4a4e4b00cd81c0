"""Who is at his table, as far as connections tell; asked only where people are stood in for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from gameplay.models import Presence


def key(table_id: str, user_id: int) -> str:
    return f"{table_id}:{user_id}"


def keep(there: Iterable[tuple[str, int]], now: datetime) -> None:
    """Note that these people are connected to these tables; each hub does every two seconds."""
    # In one order, as everywhere: two hubs must not wait for each other.
    rows = [Presence(key=one, seen=now) for one in sorted({key(*each) for each in there})]
    if rows:
        Presence.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["key"], update_fields=["seen"]
        )


def seen(keys: Iterable[str]) -> dict[str, datetime]:
    return dict(Presence.objects.filter(pk__in=list(keys)).values_list("key", "seen"))
