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
from gameplay.models import Due, TableSeat, TableSummary, Watch
from gameplay.streams import LiveGame
from gameplay.tables import TableState

# A house player acts; the table goes on or closes after a board; a person is awaited.
ACT, NEXT, WAIT = "act", "next", "wait"
BETWEEN_BOARDS = timedelta(seconds=8)
# After the fourth card people want to see the trick before the next lead covers it.
LOOK_AT_TRICK_MS = 1200


def after_game(live: LiveGame, now: datetime) -> None:
    """Plan what the house must do after an event of this game; part of its transaction."""
    table_id = live.opened.table_id
    rows = {row.seat: row for row in TableSeat.objects.filter(table_id=table_id)}
    here = any(row.kind == "person" and not row.away for row in rows.values())
    to_act = live.state.to_act
    player = rows[to_act.letter].player if to_act is not None and rows else ""
    last = live.state.finished and _is_last(live)
    _write(live, player=player, rests=bool(rows) and not here, last=last, now=now)


def after_table(table: TableState, live: LiveGame, now: datetime) -> None:
    """The same after an event of the table: somebody sat down, left or came back."""
    rows = Due.objects.filter(table_id=table.table_id)
    if table.closed:
        rows.delete()
        return
    if live.version == 1 and live.opened.board > 1:
        rows.exclude(stream=game_stream(live.game_id)).delete()
    to_act = live.state.to_act
    player = table.seats[to_act].player if to_act is not None else ""
    _write(live, player=player, rests=table.house_only, last=table.last_board_done, now=now)


def _is_last(live: LiveGame) -> bool:
    table = TableSummary.objects.filter(pk=live.opened.table_id).values_list("length", flat=True)
    length = table.first()
    return length is not None and live.opened.board >= length


def _write(live: LiveGame, *, player: str, rests: bool, last: bool, now: datetime) -> None:
    kind, at = WAIT, None
    if live.state.finished and last:
        # The last board closes the table at once, whoever is there.
        kind, at, rests = NEXT, now, False
    elif live.state.finished and rests:
        kind, at = NEXT, now + BETWEEN_BOARDS
    elif player:
        kind, at = ACT, now + _thinking_time(live)
    row = Due(
        stream=game_stream(live.game_id),
        table_id=live.opened.table_id,
        kind=kind,
        version=live.version,
        seat=live.state.to_act.letter if live.state.to_act is not None else "",
        at=at,
        seed=new_seed(),
        rests_unwatched=rests,
    )
    Due.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["stream"],
        update_fields=["kind", "version", "seat", "at", "seed", "rests_unwatched", "faults"],
    )


def new_seed() -> int:
    return secrets.randbits(62)


def _thinking_time(live: LiveGame) -> timedelta:
    shortest, longest = settings.HOUSE_PACE_MS
    trick = engine.public_view(live.state).trick
    if trick is not None and trick.number > 1 and not trick.plays:
        shortest = min(max(shortest, LOOK_AT_TRICK_MS), longest)
    return timedelta(milliseconds=shortest + secrets.randbelow(longest - shortest + 1))


def keep_watched(table_ids: Iterable[str], now: datetime) -> None:
    """Note that somebody watches these tables; called by each hub every two seconds.

    Written only for tables that would rest otherwise.
    """
    may_rest = TableSummary.objects.filter(
        table_id__in=list(table_ids), house_only=True, closed=False
    )
    # In one order: two hubs that note the same tables must not wait for each other.
    rows = [
        Watch(table_id=table_id, seen=now)
        for table_id in sorted(may_rest.values_list("pk", flat=True))
    ]
    if rows:
        Watch.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["table_id"], update_fields=["seen"]
        )
