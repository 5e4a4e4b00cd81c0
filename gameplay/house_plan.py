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
from django.db import connection

import engine
from engine import Seat
from gameplay import clocks, outages
from gameplay.ids import game_stream
from gameplay.models import Due, TableSummary, Watch
from gameplay.streams import LiveGame, dealt_again
from gameplay.tables import TableState

# A house player acts; the table goes on or closes after a board; a person is awaited, and maybe
# for so long only.
ACT, NEXT, WAIT, TIME = "act", "next", "wait", "time"
BETWEEN_BOARDS = timedelta(seconds=8)
# Nobody holds up the others at a planned table, nor where there is a clock: it goes on without who
# has not said "ready".
READY_WITHIN = timedelta(seconds=30)
PLAYED = ("person", "house")
# How long a house player whose turn it is leaves people the time to say whether an action may be
# taken back; then it plays, and the question is no more.
UNDO_WAITS = timedelta(seconds=15)
# How soon a clock that stands still for an outage is looked at again.
LOOK_AGAIN = timedelta(seconds=2)
# After the fourth card people want to see the trick before the next lead covers it.
LOOK_AT_TRICK_MS = 1200

# Written with every card that is played: the ORM takes longer to make this than the database.
_UPSERT = """
    INSERT INTO gameplay_due
        (stream, table_id, kind, version, seat, at, seed, rests_unwatched, faults)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (stream) DO UPDATE SET
        kind = excluded.kind, version = excluded.version, seat = excluded.seat,
        at = excluded.at, seed = excluded.seed,
        rests_unwatched = excluded.rests_unwatched, faults = excluded.faults
"""


def after_game(live: LiveGame, table: TableState, now: datetime) -> None:
    """Plan what the house must do after an event of this game; part of its transaction.

    The table may have changed since it was read. A pause, or a person who is back, is noticed
    by the tick; a house player who was taken for a person is woken by the sweep.
    """
    to_act = live.state.actor
    current = table.current
    _write(
        live,
        table,
        player=table.seats[to_act].player if to_act is not None else "",
        house_only=not table.people,
        last=table.last_board_done
        and current is not None
        and current.game_id == live.game_id
        and not dealt_again(table, live),
        now=now,
    )


def after_table(table: TableState, live: LiveGame, now: datetime) -> None:
    """The same after an event of the table: somebody sat down, left or came back."""
    rows = Due.objects.filter(table_id=table.table_id)
    if table.closed:
        rows.delete()
        return
    if live.version == 1 and len(table.boards) > 1:
        rows.exclude(stream=game_stream(live.game_id)).delete()
    to_act = live.state.actor
    _write(
        live,
        table,
        player=table.seats[to_act].player if to_act is not None else "",
        house_only=table.house_only,
        last=table.last_board_done and not dealt_again(table, live),
        now=now,
        # Whoever comes and goes between two boards keeps nobody waiting for longer.
        latest=rows.filter(kind=NEXT).values_list("at", flat=True).first()
        if table.goes_on_by_itself and live.state.finished
        else None,
    )


def _write(
    live: LiveGame,
    table: TableState,
    *,
    player: str,
    house_only: bool,
    last: bool,
    now: datetime,
    latest: datetime | None = None,
) -> None:
    kind, at = WAIT, None
    rests = house_only and not table.planned
    if table.paused:
        rests = False  # until somebody resumes
    elif live.state.finished and last:
        # The last board closes the table at once, whoever is there.
        kind, at, rests = NEXT, now, False
    elif live.state.finished and table.goes_on_by_itself and not rests:
        pause = timedelta(milliseconds=settings.BOARD_PAUSE_MS) if house_only else READY_WITHIN
        kind, at = NEXT, now + pause
        at = at if latest is None else min(at, latest)
    elif live.state.finished and rests and not table.deserted:
        kind, at = NEXT, now + BETWEEN_BOARDS
    elif house_asked(live, table):
        kind, at = ACT, now + _thinking_time(live)
        if not player and table.time is not None and live.state.actor is not None:
            runs_out = _time_out(live, table, now)
            kind, at = runs_out if runs_out[1] is not None and runs_out[1] < at else (kind, at)
    elif player:
        waits = UNDO_WAITS if asked(live, table) else timedelta(0)
        kind, at = ACT, now + waits + _thinking_time(live)
    elif table.time is not None and live.state.actor is not None:
        kind, at = _time_out(live, table, now)
    moment = None if at is None else connection.ops.adapt_datetimefield_value(at)
    to_act = live.state.actor
    with connection.cursor() as cursor:
        cursor.execute(
            _UPSERT,
            [
                game_stream(live.game_id),
                live.opened.table_id,
                kind,
                live.version,
                to_act.letter if to_act is not None else "",
                moment,
                new_seed(),
                rests,
                0,
            ],
        )


def asked(live: LiveGame, table: TableState) -> tuple[Seat, ...]:
    """Who has yet to say whether an action may be taken back; nobody plays the fourth hand."""
    question = live.question
    if question is None or question.refused or live.over:
        return ()
    return tuple(
        seat
        for seat, owner in table.seats.items()
        if seat is not question.seat and seat not in question.agreed and owner.kind in PLAYED
    )


def house_asked(live: LiveGame, table: TableState) -> tuple[Seat, ...]:
    """Those of them for whom a house player plays."""
    return tuple(seat for seat in asked(live, table) if table.seats[seat].player)


def _time_out(live: LiveGame, table: TableState, now: datetime) -> tuple[str, datetime | None]:
    """When the time of whoever is to act is over. The tick looks once more, and more exactly.

    While the clock stands still for an outage the tick has to see how it ends.
    """
    clock = clocks.clock(live, table, outages.lately(now), now)
    if clock is None:
        return WAIT, None
    return TIME, clock.deadline or now + LOOK_AGAIN


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

    Written only for tables that would rest otherwise; those with a plan never do.
    """
    may_rest = TableSummary.objects.filter(
        table_id__in=list(table_ids), house_only=True, planned=False, closed=False
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
