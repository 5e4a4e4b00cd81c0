"""House players for people whose time is out, or who are not there.

Of a card and the time that runs out for it exactly one comes to be: the house player's answer is
appended to the game first, at the version the time was for, and the seat changes hands in the same
transaction.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.utils import timezone

import engine
from engine import players
from gameplay import (
    clocks,
    handlers,
    outages,
    presence,
    streams,
    table_handlers,
    tables,
    undo_handlers,
)
from gameplay.errors import CommandReused, Interrupted, PlayRefused, StaleView
from gameplay.events import (
    AWAY,
    TIME,
    SeatGivenBack,
    SeatHandedToHouse,
    TableEvent,
    from_stored,
)
from gameplay.eventstore import store
from gameplay.eventstore.store import AlreadyDone, CommandIdReused, StaleVersion
from gameplay.handlers import Done
from gameplay.house_plan import after_table
from gameplay.ids import game_stream, table_stream
from gameplay.models import Due, GameSummary, TableSeat, TableSummary
from gameplay.streams import LiveGame, LiveTable
from gameplay.tables import TableState

logger = logging.getLogger(__name__)

CAUSE = "tick"


def run(due: Due, now: datetime, *, player: str = tables.HOUSE) -> None:
    """Act for the seat this row is about if its time is out, by the clock as it is known now."""
    live = streams.game(due.stream.removeprefix("game-"))
    table = streams.table(due.table_id)
    if live.version == due.version and _is_out(live, table, now):
        _take_over(live, table, due.seed, now, player)
    else:
        after_table(table.state, live, now)


def _is_out(live: LiveGame, table: LiveTable, now: datetime) -> bool:
    clock = clocks.clock(live, table.state, outages.known(now), now)
    deadline = clock.deadline if clock is not None else None
    return deadline is not None and deadline <= now


def _take_over(live: LiveGame, table: LiveTable, seed: int, now: datetime, player: str) -> None:
    seat = live.state.actor
    assert seat is not None
    events = tables.hand_over(table.state, seat=seat, why=TIME)
    handed = table.state
    for event in events:
        handed = tables.apply(handed, event, now)
    command = players.choose(player, engine.seat_view(live.state, seat), seed)
    try:
        with transaction.atomic():
            handlers.act_for_house(live, handed, command, player=player, cause=CAUSE, now=now)
            cause = f"{game_stream(live.game_id)}:{live.version}"
            table_handlers.hand_over(table, events, cause=cause, now=now)
    except (StaleView, CommandReused, Interrupted, StaleVersion, AlreadyDone, CommandIdReused):
        # He acted, or came back, at the last moment; should his time be out yet, the next tick
        # sees it.
        logger.info("at table %s somebody was quicker than the clock", table.state.table_id)
    else:
        logger.info("at table %s the time of %s is out", table.state.table_id, seat.letter)


def roll_back(
    *,
    game_id: str,
    to: int,
    table: TableState,
    actor: str,
    command_id: str,
    based_on: int,
    cause: str = "",
    now: datetime | None = None,
) -> Done:
    """``undo_handlers.roll_back``; whoever ran out of time after ``to`` never did: it is his turn
    again, at his own seat.

    :raises StaleView: also where the table has changed meanwhile.
    """
    now = now or timezone.now()
    with transaction.atomic():
        done = undo_handlers.roll_back(
            game_id=game_id,
            to=to,
            table=table,
            actor=actor,
            command_id=command_id,
            based_on=based_on,
            cause=cause,
            now=now,
        )
        if not done.repeated:
            _give_back(table.table_id, game_id, to, f"{game_stream(game_id)}:{done.version}", now)
    return done


def _give_back(table_id: str, game_id: str, to: int, cause: str, now: datetime) -> None:
    live = streams.table(table_id)
    lost = {
        event.seat
        for row in store.load(table_stream(table_id))
        if _acted_after(row.cause, game_id, to)
        and isinstance(event := from_stored(row), SeatHandedToHouse)
        and event.why == TIME
    }
    events = [
        SeatGivenBack(place)
        for place, owner in live.state.places.items()
        if place in lost and owner.away and owner.why == TIME
    ]
    try:
        if events:
            table_handlers.hand_over(live, events, cause=cause, now=now)
    except StaleVersion as stale:
        raise StaleView("stale_version", "the table has changed", version=live.version) from stale


def _acted_after(cause: str, game_id: str, to: int) -> bool:
    """Was this seat handed over with an action that came after version ``to`` of the game?"""
    stream, _, version = cause.rpartition(":")
    return stream == game_stream(game_id) and version.isdecimal() and int(version) >= to


def stand_in(now: datetime) -> int:
    """Let house players go on for those whose connection has been gone for long enough."""
    open_tables = TableSummary.objects.filter(closed=False, paused=False, stands_in_after__gt=0)
    found = {table.table_id: table for table in open_tables.exclude(game_id="")}
    if not found:
        return 0
    seats = TableSeat.objects.filter(table_id__in=found, kind="person", away=False)
    here = [(seat.table_id, seat.user_id) for seat in seats if seat.user_id is not None]
    seen = presence.seen(presence.key(*each) for each in here)
    games = GameSummary.objects.in_bulk([table.game_id for table in found.values()])
    away = outages.known(now)
    done = 0
    for table_id, user_id in here:
        table = found[table_id]
        # Whoever sat down a moment ago may not be connected yet.
        since = games[table.game_id].opened
        last = seen.get(presence.key(table_id, user_id))
        gone = clocks.stood_apart(max(since, last or since), now, away)
        if gone.total_seconds() > table.stands_in_after:
            done += _stand_in(table_id, user_id, now)
    return done


def _stand_in(table_id: str, user_id: int, now: datetime) -> bool:
    def want(state: tables.TableState) -> list[TableEvent]:
        place = state.place_of(user_id)
        return [] if place is None else tables.hand_over(state, seat=place, why=AWAY)

    try:
        table_handlers.change(table_id, want, actor="system:clock", now=now)
    except PlayRefused as refusal:
        logger.info("at table %s nobody is stood in for: %s", table_id, refusal.code)
        return False
    logger.info("at table %s somebody has been away for long", table_id)
    return True
