"""What people do with a free table; every function is safe to call twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

import engine
from engine import SEATS, Seat
from gameplay import broadcast, handlers, house_plan, streams, tables
from gameplay.errors import PlayRefused, StaleView
from gameplay.events import SeatTaken, TableClosed, TableEvent, TableOpened, to_stored
from gameplay.eventstore import store
from gameplay.eventstore.store import AlreadyDone, CommandIdReused, StaleVersion
from gameplay.ids import new_id, table_stream
from gameplay.projections import table_summary
from gameplay.streams import LiveTable
from gameplay.visibility import LIVE, POLICIES

# A table's events are few and its writers are four people; a lost race is simply tried again.
ATTEMPTS = 5


def open_table(
    *,
    ruleset: str,
    options: Mapping[str, object],
    opener: int | None,
    occupants: Mapping[Seat, int | str | None],
    actor: str,
    length: int | None = None,
    policy: str = LIVE,
    first_dealer: Seat = Seat.NORTH,
    now: datetime | None = None,
    table_id: str | None = None,
) -> str:
    """Open a table and answer its id. ``occupants``: a user id, ``"house"`` or None (kept free).

    The first board is opened at once when no seat is free.

    :raises engine.RikkenError: unknown ruleset or option, naming the nearest valid one.
    :raises PlayRefused: a length that is no multiple of four, or an unknown policy.
    """
    now = now or timezone.now()
    resolved = engine.rulesets.get(ruleset).resolve(options)
    if length is not None and (length <= 0 or length % 4):
        raise PlayRefused("bad_length", "deals come in multiples of four", length=length)
    if policy not in POLICIES:
        raise PlayRefused("unknown_policy", "no such policy", policy=policy)
    table_id = table_id or new_id()
    opened = TableOpened(
        ruleset=ruleset,
        options=dict(options),
        options_sha256=engine.rulesets.options_sha256(ruleset, resolved),
        length=length,
        policy=policy,
        opener=opener,
        first_dealer=first_dealer,
    )
    events: list[TableEvent] = [opened]
    for seat in SEATS:
        who = occupants.get(seat)
        if isinstance(who, str):
            events.append(SeatTaken(seat=seat, user_id=None, player=who))
        elif who is not None:
            events.append(SeatTaken(seat=seat, user_id=who, player=""))
    with transaction.atomic():
        head = store.append(
            table_stream(table_id),
            [to_stored(event) for event in events],
            expected_version=0,
            actor=actor,
            command_id="open",
            now=now,
        )
        live = LiveTable(tables.replay(table_id, opened, events[1:]), head.version, head.hash)
        live = _go_on(live, now)
        _project(live, now)
    return table_id


def table_state(table_id: str) -> tables.TableState:
    """:raises NotFound: there is no such table."""
    return streams.table(table_id).state


def change(
    table_id: str,
    want: Callable[[tables.TableState], list[TableEvent]],
    *,
    actor: str,
    now: datetime | None = None,
) -> LiveTable:
    """Decide ``want`` on the table as it is and append what it answers.

    :raises PlayRefused: what ``want`` refuses.
    :raises StaleView: the table changed again and again meanwhile; try again.
    """
    now = now or timezone.now()
    for _ in range(ATTEMPTS):
        live = streams.table(table_id)
        events = want(live.state)
        if not events:
            return live
        try:
            with transaction.atomic():
                live = _append(live, events, actor=actor, now=now)
                live = _go_on(live, now)
                _project(live, now)
            return live
        except (StaleVersion, AlreadyDone, CommandIdReused):
            continue
    raise StaleView("stale_version", "the table is being changed by others", version=0)


def ready(table_id: str, *, user_id: int, board: int) -> LiveTable:
    """Ready for the board after ``board``, once that is over.

    :raises PlayRefused: it is not over. Said too early it would be an event like any other,
        and nobody would be left to say it when the time has come.
    """

    def want(state: tables.TableState) -> list[TableEvent]:
        events = tables.ready(state, user_id=user_id, board=board)
        current = state.current
        if events and current and not streams.game(current.game_id).state.finished:
            raise PlayRefused("wrong_phase", "the board is not over", board=board)
        return events

    return change(table_id, want, actor=f"user:{user_id}")


def _append(
    live: LiveTable, events: Sequence[TableEvent], *, actor: str, now: datetime
) -> LiveTable:
    head = store.append(
        table_stream(live.state.table_id),
        [to_stored(event) for event in events],
        expected_version=live.version,
        actor=actor,
        command_id=handlers.fresh_command_id(),
        now=now,
        head=live.head,
    )
    return streams.fold_table(live, events, head)


def _go_on(live: LiveTable, now: datetime) -> LiveTable:
    """Open the next board, or close the table, when nothing is left to wait for."""
    state = live.state
    if state.closed or not state.full:
        return live
    if state.current is not None:
        if not streams.game(state.current.game_id).state.finished:
            return live
        if state.last_board_done:
            done: list[TableEvent] = [TableClosed(reason="length")]
            return _append(live, done, actor="system:table", now=now)
        if state.waiting_for or not state.people:
            return live
    return open_next_board(live, now=now)


def open_next_board(
    live: LiveTable, *, now: datetime, deal: engine.Deal | None = None, game_id: str | None = None
) -> LiveTable:
    """The next board with the next dealer clockwise; runs inside the caller's transaction.

    The command id carries the board's number, so that no board is ever opened twice.
    """
    state = live.state
    board = len(state.boards) + 1
    opened = handlers.open_game(
        table_id=state.table_id,
        board=board,
        dealer=state.next_dealer(),
        ruleset=state.ruleset,
        options=state.options,
        policy=state.policy,
        actor="system:table",
        command_id=f"board-{board}",
        now=now,
        deal=deal,
        game_id=game_id,
    )
    head = store.append(
        table_stream(state.table_id),
        [to_stored(opened)],
        expected_version=live.version,
        actor="system:table",
        command_id=f"board-{board}",
        content={"board": board},
        now=now,
        head=live.head,
    )
    return streams.fold_table(live, [opened], head)


def next_house_board(table_id: str, *, board: int, now: datetime) -> None:
    """The tick's way to go on at a table where only house players sit."""
    live = streams.table(table_id)
    current = live.state.current
    if live.state.closed or not live.state.house_only or current is None:
        return
    if current.board != board or not streams.game(current.game_id).state.finished:
        return
    try:
        with transaction.atomic():
            if live.state.last_board_done:
                done: list[TableEvent] = [TableClosed(reason="length")]
                live = _append(live, done, actor="system:table", now=now)
            else:
                live = open_next_board(live, now=now)
            _project(live, now)
    except (StaleVersion, AlreadyDone, CommandIdReused):
        return


def _project(live: LiveTable, now: datetime) -> None:
    table_summary.store_state(live, now)
    if live.state.current is not None:
        house_plan.after_table(
            live.state, streams.game(live.state.current.game_id, fresh=False), now
        )

    def committed() -> None:
        streams.live_tables.put(live.state.table_id, live)
        broadcast.moved(table_stream(live.state.table_id), live.version)

    transaction.on_commit(committed, robust=True)
