"""Results and standings, made by following what everybody appends.

Nobody waits for a ranking: whoever plays the last card of a board has appended an event, and this
reads it a moment later. What was read and what was made of it are saved together, so that every
event counts once, whoever is killed when; of two followers one passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.db import transaction

from gameplay.eventstore import feed
from gameplay.eventstore.records import Position, Recorded
from tournaments import codec
from tournaments.domain.events import (
    BoardReleased,
    EntryMade,
    EntryWithdrawn,
    RoundStarted,
)
from tournaments.models import Checkpoint
from tournaments.projections import results, standings
from tournaments.projections.rows import board_key

__all__ = ["NAME", "follow", "follow_from_start", "hold"]

NAME = "standings"
STREAM = "tournament"
HEARD = frozenset(
    kind.__name__ for kind in (BoardReleased, EntryMade, EntryWithdrawn, RoundStarted)
)


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
    total = 0
    while count := _take(checkpoint, now, limit):
        total += count
        yield total


def _checkpoint(now: datetime) -> Checkpoint:
    known = Checkpoint.objects.filter(name=NAME).first()
    if known is None:
        start = {"position": str(feed.START), "moved": now}
        known, _ = Checkpoint.objects.get_or_create(name=NAME, defaults=start)
    return known


def _step(now: datetime, limit: int) -> int:
    known = _checkpoint(now)
    # Most of the time there is nothing, and no need to hold up whoever writes.
    if not feed.read(Position.parse(known.position), 1)[0]:
        return 0
    with transaction.atomic():
        row = Checkpoint.objects.select_for_update(skip_locked=True).filter(name=NAME).first()
        return _take(row, now, limit) if row is not None else 0


def _take(checkpoint: Checkpoint, now: datetime, limit: int) -> int:
    events, position = feed.read(Position.parse(checkpoint.position), limit)
    if events:
        _apply(events)
        checkpoint.position, checkpoint.moved = str(position), now
        checkpoint.save(update_fields=["position", "moved"])
    return len(events)


@dataclass
class _Moved:
    """What these events mean for the ranking of one tournament."""

    released: list[str] = field(default_factory=list)
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
    what = moved.setdefault(key, _Moved())
    what.last = row
    if isinstance(event, BoardReleased):
        what.released.append(board_key(key, event.session, event.board))
    else:
        what.entries = True
