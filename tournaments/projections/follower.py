"""Results and standings, made by following what everybody appends.

Nobody waits for a ranking: whoever plays the last card of a board has appended an event, and this
reads it a moment later. What was read and what was made of it are saved together, so that every
event counts once, whoever is killed when; of two followers one passes.

An event that cannot be followed holds up its own tournament and no other: a ``Behind`` row keeps
where that one stands, and it is tried again from there, so that nothing is passed over.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists

from gameplay.eventstore import feed
from gameplay.eventstore.records import Position, Recorded
from tournaments import codec
from tournaments.domain.events import (
    BoardReleased,
    EntryMade,
    EntryReinstated,
    EntryWithdrawn,
    RoundStarted,
    SeatsSwapped,
    TablesPlanned,
)
from tournaments.models import Behind, Checkpoint
from tournaments.projections import hall, results, rulings, standings
from tournaments.projections.owners import tournaments_of
from tournaments.projections.rows import board_key

__all__ = ["NAME", "follow", "follow_from_start", "hold"]

logger = logging.getLogger(__name__)

NAME = "standings"
STREAM = "tournament"
HEARD = frozenset(
    kind.__name__
    for kind in (
        *(BoardReleased, EntryMade, EntryWithdrawn, EntryReinstated),
        *(RoundStarted, SeatsSwapped, TablesPlanned),
        *hall.HALL,
        *rulings.RULED,
    )
)


TRIED_AGAIN = timedelta(seconds=15)
"""How long a tournament that could not be followed is left alone."""
UNAVAILABLE = (OperationalError, InterfaceError)
"""The database and no event is to blame: everybody waits, and nobody is left behind."""


def follow(now: datetime, limit: int = 500) -> int:
    """Go on from where the last one stopped to the end; answers how many events that were.

    ``limit`` is how many are taken into one transaction. 0 too when another process is at it.
    """
    total = 0
    while count := _step(now, limit):
        total += count
        if count < limit:
            break
    return total


def hold(now: datetime) -> None:
    """Keep every follower away to the end of the caller's transaction."""
    _checkpoint(now)
    Checkpoint.objects.select_for_update().get(name=NAME)


def follow_from_start(now: datetime, limit: int = 500) -> Iterator[int]:
    """All events once more, in the caller's transaction, which holds the followers and has
    dropped the rows; yields the running count."""
    checkpoint = Checkpoint.objects.get(name=NAME)
    checkpoint.position = str(feed.START)
    Behind.objects.all().delete()
    total = 0
    while count := _take(checkpoint, now, limit):
        total += count
        yield total


def _checkpoint(now: datetime) -> Checkpoint:
    due = Behind.objects.filter(tried__lte=now - TRIED_AGAIN)
    asked = Checkpoint.objects.filter(name=NAME).annotate(waiting=Exists(due))
    known = asked.first()
    if known is None:
        start = {"position": str(feed.START), "moved": now}
        Checkpoint.objects.get_or_create(name=NAME, defaults=start)
        known = asked.get()
    return known


def _step(now: datetime, limit: int) -> int:
    known = _checkpoint(now)
    count = _follow_behind(now, limit) if known.waiting else 0
    # Most of the time there is nothing, and no need to hold up whoever writes.
    if not feed.read(Position.parse(known.position), 1)[0]:
        return count
    with transaction.atomic():
        row = Checkpoint.objects.select_for_update(skip_locked=True).filter(name=NAME).first()
        return count + (_take(row, now, limit) if row is not None else 0)


def _take(checkpoint: Checkpoint, now: datetime, limit: int) -> int:
    events, position = feed.read(Position.parse(checkpoint.position), limit)
    if events:
        _apply_all(events, checkpoint.position, now)
        checkpoint.position, checkpoint.moved = str(position), now
        checkpoint.save(update_fields=["position", "moved"])
    return len(events)


def _apply_all(events: Sequence[Recorded], before: str, now: datetime) -> None:
    """At once, or else tournament by tournament; whoever fails stays at ``before``."""
    behind = set(Behind.objects.values_list("tournament_key", flat=True))
    if behind:
        left = tournaments_of(events)
        events = [row for row, key in zip(events, left, strict=True) if key not in behind]
    try:
        with transaction.atomic():
            _apply(events)
    except UNAVAILABLE:
        raise
    except Exception:
        logger.exception("events could not be followed; now each tournament by itself")
        _apply_apart(events, before, now)


def _apply_apart(events: Sequence[Recorded], before: str, now: datetime) -> None:
    apart: dict[str, list[Recorded]] = {}
    for row, key in zip(events, tournaments_of(events), strict=True):
        if key:
            apart.setdefault(key, []).append(row)
    for key, rows in apart.items():
        try:
            with transaction.atomic():
                _apply(rows)
        except UNAVAILABLE:
            raise
        except Exception:
            logger.exception("tournament %s could not be followed beyond %s", key, before)
            Behind.objects.create(tournament_key=key, position=before, since=now, tried=now)


def _follow_behind(now: datetime, limit: int) -> int:
    """Try those again that could not be followed; how many events they went on by."""
    total = 0
    for row in Behind.objects.filter(tried__lte=now - TRIED_AGAIN):
        Behind.objects.filter(pk=row.pk).update(tried=now)
        try:
            while count := _step_behind(row.pk, now, limit):
                total += count
        except UNAVAILABLE:
            raise
        except Exception:
            logger.exception("tournament %s still cannot be followed", row.pk)
    return total


def _step_behind(key: str, now: datetime, limit: int) -> int:
    """One tournament nearer to the others, who are kept where they are meanwhile."""
    with transaction.atomic():
        checkpoint = Checkpoint.objects.select_for_update(skip_locked=True).filter(name=NAME)
        ahead = checkpoint.first()
        row = Behind.objects.filter(pk=key).first()
        if ahead is None or row is None:
            return 0
        end = Position.parse(ahead.position)
        events, position = feed.read(Position.parse(row.position), limit, until=end)
        own = tournaments_of(events)
        _apply([event for event, whose in zip(events, own, strict=True) if whose == key])
        if position == end:
            row.delete()
            logger.info("tournament %s is followed again", key)
        else:
            row.position = str(position)
            row.save(update_fields=["position"])
        return len(events)


@dataclass
class _Moved:
    """What these events mean for the ranking of one tournament."""

    released: list[str] = field(default_factory=list)
    again: list[str] = field(default_factory=list)
    ruled: bool = False
    entries: bool = False
    last: Recorded | None = None


def _apply(events: Sequence[Recorded]) -> None:
    """Tables first, as far as they came before an event of a tournament; rankings at the end.

    A ranking depends on what has been released and who has withdrawn, not on the order of it, so
    one is enough however much was released.
    """
    moved: dict[str, _Moved] = {}
    for ours, run in groupby(events, key=_is_heard):
        if not ours:
            results.follow_play(list(run))
            continue
        for row in run:
            _hear(row, moved)
    for key, what in moved.items():
        if what.last is not None:
            standings.bring_up_to_date(
                key,
                what.released,
                again=what.again,
                ruled=what.ruled,
                entries_moved=what.entries,
                version=what.last.version,
                moment=what.last.time,
            )


def _is_heard(row: Recorded) -> bool:
    return row.type in HEARD and row.stream.startswith(f"{STREAM}-")


def _hear(row: Recorded, moved: dict[str, _Moved]) -> None:
    key = row.stream.partition("-")[2]
    event = codec.from_stored(row)
    if isinstance(event, RoundStarted):
        results.round_started(key, event, row)
        return
    if isinstance(event, SeatsSwapped):
        results.seats_swapped(key, event)
        return
    if isinstance(event, TablesPlanned):
        results.tables_planned(key, event, row)
        return
    again: list[str] = []
    if isinstance(event, hall.HALL):
        again = hall.follow(key, event, row)
        if not again:
            return  # nothing that a ranking is made of
    what = moved.setdefault(key, _Moved())
    what.last = row
    what.again += again
    if isinstance(event, BoardReleased):
        what.released.append(board_key(key, event.session, event.board))
    elif isinstance(event, rulings.RULED):
        what.again += rulings.follow(key, event)
        what.ruled = True
    elif not again:
        what.entries = True
