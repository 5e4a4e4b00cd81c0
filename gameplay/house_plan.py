"""When house players act: planned with every event, carried out by the tick (``house``).

The thinking time and the seed are drawn before the house player sees its cards, so that a
pause tells nothing about a hand. Both lie in a ``Due`` row; one that was lost is drawn again
by the sweep, so that nothing hangs on a queue.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

import engine
from gameplay.ids import game_stream
from gameplay.models import Due, TableSeat, Watch
from gameplay.streams import LiveGame
from gameplay.tables import TableState

ACT, NEXT = "act", "next"
BETWEEN_BOARDS = timedelta(seconds=8)
# After the fourth card people want to see the trick before the next lead covers it.
LOOK_AT_TRICK_MS = 1200


def after_game(live: LiveGame, now: datetime) -> None:
    """Plan what the house must do after an event of this game; part of its transaction."""
    rows = {row.seat: row for row in TableSeat.objects.filter(table_id=live.opened.table_id)}
    here = any(row.kind == "person" and not row.away for row in rows.values())
    to_act = live.state.to_act
    player = rows[to_act.letter].player if to_act is not None and rows else ""
    _write(live, player=player, rests=not here, now=now)


def after_table(table: TableState, live: LiveGame, now: datetime) -> None:
    """The same after an event of the table: somebody sat down, left or came back."""
    to_act = live.state.to_act
    player = table.seats[to_act].player if to_act is not None else ""
    if table.closed:
        Due.objects.filter(stream=game_stream(live.game_id)).delete()
        return
    _write(live, player=player, rests=table.house_only, now=now)


def _write(live: LiveGame, *, player: str, rests: bool, now: datetime) -> None:
    stream = game_stream(live.game_id)
    kind = ""
    if live.state.finished:
        kind = NEXT if rests else ""
    elif player:
        kind = ACT
    if not kind:
        Due.objects.filter(stream=stream).delete()
        return
    row = Due(
        stream=stream,
        table_id=live.opened.table_id,
        kind=kind,
        version=live.version,
        at=now + (BETWEEN_BOARDS if kind == NEXT else _thinking_time(live)),
        seed=secrets.randbits(62),
        rests_unwatched=rests,
    )
    Due.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["stream"],
        update_fields=["kind", "version", "at", "seed", "rests_unwatched"],
    )


def _thinking_time(live: LiveGame) -> timedelta:
    shortest, longest = settings.HOUSE_PACE_MS
    trick = engine.public_view(live.state).trick
    if trick is not None and trick.number > 1 and not trick.plays:
        shortest = min(max(shortest, LOOK_AT_TRICK_MS), longest)
    return timedelta(milliseconds=shortest + secrets.randbelow(longest - shortest + 1))


def keep_watched(table_ids: Iterable[str], now: datetime) -> None:
    """Note that somebody watches these tables; called by each hub every two seconds."""
    Watch.objects.bulk_create(
        [Watch(table_id=table_id, seen=now) for table_id in table_ids],
        update_conflicts=True,
        unique_fields=["table_id"],
        update_fields=["seen"],
    )
