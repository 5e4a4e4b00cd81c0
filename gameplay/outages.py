"""When the service was away: every clock stood still then.

The tick and the hubs leave a sign of life in the database. Whoever leaves the first one after a
gap writes down that there was one; nobody need have noticed it while it lasted.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from gameplay.models import Outage, Pulse
from gameplay.tables import Span

logger = logging.getLogger(__name__)

TICK, HUB = "tick", "hub"
# Longer than any part is silent while all is well.
GAP = timedelta(seconds=6)
# A board that took longer than so many outages is nobody's hurry any more.
REMEMBERED = 50
FRESH_FOR = 1.0

BEAT_EVERY = 1.0

_beaten: dict[str, float] = {}
_known: tuple[float, tuple[Span, ...]] | None = None


def beat(part: str, now: datetime) -> Outage | None:
    """Say that this part of the service is alive; answers the outage that ends with it."""
    before = Pulse.objects.filter(pk=part).first()
    if before is None:
        Pulse.objects.bulk_create([Pulse(part=part, at=now)], ignore_conflicts=True)
        return None
    if before.at >= now:
        return None
    with transaction.atomic():
        # Of several that come back at once one tells it.
        first = Pulse.objects.filter(pk=part, at=before.at).update(at=now)
        if not first or now - before.at <= GAP:
            return None
        found = Outage.objects.create(part=part, began=before.at, ended=now)
    forget()
    logger.warning(
        "the %s was away from %s to %s; no clock ran meanwhile",
        part,
        found.began.isoformat(),
        found.ended.isoformat(),
    )
    return found


def alive(part: str, now: datetime) -> None:
    """``beat``, but not oftener than once a second in this process: for whoever ticks faster."""
    if time.monotonic() - _beaten.get(part, 0.0) >= BEAT_EVERY:
        _beaten[part] = time.monotonic()
        beat(part, now)


def last_sign(part: str) -> datetime | None:
    """When this part last said that it is alive."""
    return Pulse.objects.filter(pk=part).values_list("at", flat=True).first()


def known(now: datetime) -> tuple[Span, ...]:
    """The last outages, oldest first; the one that goes on has no end yet."""
    rows = Outage.objects.order_by("-ended")[:REMEMBERED]
    spans: list[Span] = [(row.began, row.ended) for row in reversed(rows)]
    spans += [(row.at, None) for row in Pulse.objects.all() if now - row.at > GAP]
    global _known
    _known = (time.monotonic(), tuple(spans))
    return _known[1]


def told(since: datetime | None) -> list[Outage]:
    """Those that have ended since then, for whoever directs; newest first."""
    rows = Outage.objects.order_by("-ended")
    return [] if since is None else list(rows.filter(ended__gt=since)[:REMEMBERED])


def lately(now: datetime) -> Sequence[Span]:
    """The same as this process read it not long ago, for what is asked with every card."""
    if _known is None or time.monotonic() - _known[0] > FRESH_FOR:
        return known(now)
    return _known[1]


def forget() -> None:
    global _known
    _known = None
