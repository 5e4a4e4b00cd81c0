"""House players at work.

``house_plan`` drew time and seed; here the tick acts on rows whose time has come.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

import engine
from engine import players
from gameplay import handlers, streams, table_handlers
from gameplay.errors import PlayRefused
from gameplay.house_plan import NEXT, after_table
from gameplay.models import Due, TableSeat, TableSummary, Watch

logger = logging.getLogger(__name__)

RESTS_AFTER = timedelta(seconds=10)
AFTER_A_FAULT = timedelta(seconds=5)
AT_ONCE = 200


def run_due(now: datetime) -> int:
    """Do what is due at ``now`` and answer how much was done. Safe to run twice at once."""
    watched = Watch.objects.filter(seen__gt=now - RESTS_AFTER).values("table_id")
    rows = Due.objects.filter(at__lte=now).filter(
        Q(rests_unwatched=False) | Q(table_id__in=watched)
    )
    done = 0
    for due in rows.order_by("at")[:AT_ONCE]:
        try:
            _run(due, now)
            done += 1
        except Exception:
            # One broken game must not stop the others; it is tried again, and the log names it.
            logger.exception("the house could not act in %s", due.stream)
            Due.objects.filter(pk=due.pk, version=due.version).update(at=now + AFTER_A_FAULT)
    return done


def _run(due: Due, now: datetime) -> None:
    live = streams.game(due.stream.removeprefix("game-"))
    if due.kind == NEXT:
        table_handlers.next_house_board(due.table_id, board=live.opened.board, now=now)
        Due.objects.filter(pk=due.pk, kind=NEXT, version=due.version).delete()
        return
    table = streams.table(due.table_id).state
    to_act = live.state.to_act
    if live.version != due.version or to_act is None or not table.seats[to_act].player:
        # Somebody was quicker: a second tick, or the owner who came back to the seat.
        after_table(table, live, now)
        return
    player = table.seats[to_act].player
    command = players.choose(player, engine.seat_view(live.state, to_act), due.seed)
    try:
        handlers.act(
            game_id=live.game_id,
            command=command,
            command_id=f"house-{live.version}",
            based_on=live.version,
            actor=f"house:{player}",
            now=now,
        )
    except PlayRefused:
        # Lost a race with another tick; the winner has planned what comes next.
        logger.debug("somebody acted first in %s", due.stream)


def sweep(now: datetime) -> int:
    """Plan again wherever the house should act and no row says so; answers how many."""
    planned = Due.objects.filter(table_id=OuterRef("table_id"))
    open_tables = TableSummary.objects.filter(closed=False).exclude(game_id="")
    house_seats = TableSeat.objects.filter(table_id=OuterRef("table_id")).exclude(player="")
    waiting = open_tables.filter(~Exists(planned), Exists(house_seats))
    for table_id, game_id in waiting.values_list("table_id", "game_id"):
        after_table(streams.table(table_id).state, streams.game(game_id), now)
    return Due.objects.count()
