"""House players at work.

``house_plan`` drew time and seed; here the tick acts on rows whose time has come.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db.models import CharField, Exists, OuterRef, Q, Value
from django.db.models.functions import Concat

import engine
from engine import players
from gameplay import handlers, streams, table_handlers, time_outs, undo_handlers
from gameplay.errors import CommandReused, Interrupted, StaleView
from gameplay.eventstore import lookups
from gameplay.house_plan import ACT, NEXT, TIME, after_table, new_seed
from gameplay.ids import game_stream
from gameplay.models import Due, Presence, TableSeat, TableSummary, Watch
from gameplay.tables import HOUSE

logger = logging.getLogger(__name__)

RESTS_AFTER = timedelta(seconds=10)
WATCH_ROWS_LAST = timedelta(hours=1)
# What broke once may break again: the pause doubles with each fault.
AFTER_A_FAULT = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(minutes=10)
# Somebody waits at the table: after so many faults any legal card is better than none.
FAULTS_UNTIL_RANDOM = 3
RANDOM = "random"
CAUSE = "tick"
AT_ONCE = 200

_choosing = threading.Lock()
_at_work: set[str] = set()


def run_due(now: datetime) -> int:
    """Do what is due at ``now`` and answer how much was done. Safe to run twice at once."""
    due = Due.objects.filter(at__lte=now).order_by("at")
    watched = Watch.objects.filter(seen__gt=now - RESTS_AFTER).values("table_id")
    rows = [
        *due.filter(rests_unwatched=False)[:AT_ONCE],
        *due.filter(rests_unwatched=True, table_id__in=watched)[:AT_ONCE],
    ]
    done = 0
    for row in rows:
        with _claimed(row) as mine:
            if not mine:
                continue
            try:
                _run(row, now)
                done += 1
            except Exception:
                # One broken game must not stop the others; it is tried again, and the log names it.
                logger.exception("the house could not act in %s", row.stream)
                _put_off(row, now)
    return done


@contextmanager
def _claimed(due: Due) -> Iterator[bool]:
    """Whether this tick is to do what is due: not if another one of this process is at it or has
    done it since. It would lose that race anyway, after all the work; a busy worker whose ticks
    overlap would do everything as often as it has threads.
    """
    with _choosing:
        free = due.pk not in _at_work
        _at_work.add(due.pk)
    if not free:
        yield False
        return
    try:
        yield Due.objects.filter(pk=due.pk, version=due.version, at=due.at).exists()
    finally:
        with _choosing:
            _at_work.discard(due.pk)


def _put_off(due: Due, now: datetime) -> None:
    """Later, and with another seed: the same one would break the same way."""
    pause = min(AFTER_A_FAULT * 2 ** min(due.faults, 10), LONGEST_PAUSE)
    Due.objects.filter(pk=due.pk, version=due.version).update(
        at=now + pause, seed=new_seed(), faults=due.faults + 1
    )


def _run(due: Due, now: datetime) -> None:
    live = streams.game(due.stream.removeprefix("game-"))
    table = streams.table(due.table_id).state
    if table.closed or table.current is None or table.current.game_id != live.game_id:
        Due.objects.filter(pk=due.pk).delete()
        return
    if table.paused:
        after_table(table, live, now)  # planned by a card that fell as the pause began
        return
    if (
        due.kind == ACT
        and live.version == due.version
        and undo_handlers.agree_for_house(live, table, cause=CAUSE, now=now)
    ):
        return
    if due.kind == TIME:
        player = HOUSE if due.faults < FAULTS_UNTIL_RANDOM else RANDOM
        time_outs.run(due, now, player=player)
        return
    if due.kind == NEXT and table_handlers.go_on(
        due.table_id, board=live.opened.board, now=now, cause=CAUSE
    ):
        return
    to_act = live.state.actor
    if live.version != due.version or to_act is None or not table.seats[to_act].player:
        # Somebody was quicker: a second tick, or the owner who came back to the seat.
        after_table(table, live, now)
        return
    player = table.seats[to_act].player if due.faults < FAULTS_UNTIL_RANDOM else RANDOM
    command = players.choose(player, engine.seat_view(live.state, to_act), due.seed)
    try:
        handlers.act_for_house(live, table, command, player=player, cause=CAUSE, now=now)
    except (StaleView, CommandReused, Interrupted):
        # Lost a race with another tick or with the closing; the winner has planned what comes.
        logger.debug("somebody acted first in %s", due.stream)


def sweep(now: datetime) -> int:
    """Let the tick look at every open table whose plan is lost or wrong; answers how many.

    Three queries however many tables wait for people, and no game is opened here: what the tick
    finds broken, it puts off. The third is for tables where people are stood in for.
    """
    return _plan_lost(now) + _wake_forgotten(now) + time_outs.stand_in(now)


def _plan_lost(now: datetime) -> int:
    stream = Concat(Value(game_stream("")), OuterRef("game_id"), output_field=CharField())
    lost = (
        TableSummary.objects.filter(closed=False)
        .exclude(game_id="")
        .filter(~Exists(Due.objects.filter(stream=stream)))
    )
    rows = [
        Due(
            stream=game_stream(game_id),
            table_id=table_id,
            kind=ACT,
            version=0,  # no game's: whoever runs this row plans anew
            at=now,
            seed=new_seed(),
            rests_unwatched=house_only and not planned,
        )
        for table_id, game_id, house_only, planned in lost.values_list(
            "table_id", "game_id", "house_only", "planned"
        )[:AT_ONCE]
    ]
    if rows:
        Due.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def _wake_forgotten(now: datetime) -> int:
    """Rows that wait for a person and should not: planned on what had just become the past."""
    key = Concat(OuterRef("table_id"), Value(":"), OuterRef("seat"), output_field=CharField())
    paused = Exists(TableSummary.objects.filter(pk=OuterRef("table_id"), paused=True))
    waiting = Due.objects.filter(~paused, Q(at=None) | Q(kind=TIME))
    for_the_house = Exists(TableSeat.objects.filter(key=key).exclude(player=""))
    behind = lookups.has_gone_on(OuterRef("stream"), OuterRef("version"))
    found = list(waiting.filter(for_the_house | behind).values_list("pk", flat=True)[:AT_ONCE])
    if found:
        waiting.filter(pk__in=found).update(kind=ACT, at=now)
    return len(found)


def forget_watchers(now: datetime) -> int:
    """Drop rows of people who watched long ago; answers how many."""
    before = now - WATCH_ROWS_LAST
    gone = Presence.objects.filter(seen__lt=before).delete()[0]
    return gone + Watch.objects.filter(seen__lt=before).delete()[0]
