"""Starting, pausing and closing rounds, and bringing their tables to where the round is.

The round's event comes first; ``settle`` then does table by table what it means. Whoever is
killed in between has lost nothing: the clock settles the rest.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NotRequired, TypedDict, Unpack

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from engine import SEATS, Seat
from gameplay import table_handlers, tables
from gameplay.events import AWAY, PlannedBoard
from gameplay.models import GameSummary, TableSeat, TableSummary
from gameplay.tables import HousePlayer
from gameplay.time_controls import TimeControl
from tournaments import stream
from tournaments.domain import championship, wants
from tournaments.domain.championship import Championship, Round
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import SeatedTable, TournamentEvent
from tournaments.models import RoundTable

logger = logging.getLogger(__name__)

CLOSED_WITH_ROUND = "round_closed"


def blockers(key: str, round: int) -> list[TournamentRefused]:  # noqa: A002
    """Everything that keeps the round from starting; empty: it can."""
    return wants.blockers(stream.state(key).championship, round)


class By(TypedDict):
    """Who asks, when, and under which id: the same for every change."""

    actor: str
    now: datetime
    command_id: NotRequired[str]


def start(key: str, round: int, **by: Unpack[By]) -> None:  # noqa: A002
    """Start the round and open its tables.

    :raises TournamentRefused: the first of ``blockers``.
    """
    _decide(key, round, wants.start_round, "start", **by)


def pause(key: str, round: int, *, reason: str, **by: Unpack[By]) -> None:  # noqa: A002
    """Stop the clock of the round and of all its tables."""
    _decide(key, round, wants.pause_round, "pause", reason=reason, **by)


def resume(key: str, round: int, **by: Unpack[By]) -> None:  # noqa: A002
    """Go on; the clock shows what it showed at the pause."""
    _decide(key, round, wants.resume_round, "resume", **by)


def extend(key: str, round: int, *, minutes: int, reason: str, **by: Unpack[By]) -> None:  # noqa: A002
    """Give the round more minutes, running or paused."""
    _decide(key, round, wants.extend_round, "extend", {"minutes": minutes}, reason=reason, **by)


def close(key: str, round: int, *, reason: str, **by: Unpack[By]) -> None:  # noqa: A002
    """End the round: boards that are not finished are interrupted. The clock does the rest."""
    _decide(key, round, wants.close_round, "close", reason=reason, **by)


def _decide(
    key: str,
    number: int,
    want: Callable[..., list[TournamentEvent]],
    do: str,
    how: Mapping[str, int] | None = None,
    *,
    reason: str = "",
    **by: Unpack[By],
) -> None:
    """``how``: what ``want`` must know besides championship and round."""
    given = how or {}
    stream.change(
        key,
        lambda state: want(state, number, **given),
        content={"do": do, "round": number, **given},
        reason=reason,
        **by,
    )
    settle(key, number, actor=by["actor"], now=by["now"])


def settle(key: str, round: int, *, actor: str, now: datetime) -> int:  # noqa: A002
    """Open, pause, wake or close tables until they are where their round is; how many were not.

    Safe to call at any time and twice at once. One table that fails does not stop the others.
    """
    state = stream.state(key).championship
    known = state.round(round)
    if known is None or known.started is None:
        return 0
    # A table in the hall is opened by whoever sits down at it.
    tables = [table for table in known.tables if not table.hall]
    ids = [table.table for table in tables]
    found = {
        table_id: (closed, paused)
        for table_id, closed, paused in TableSummary.objects.filter(table_id__in=ids).values_list(
            "table_id", "closed", "paused"
        )
    }
    unfinished = set(left_unfinished().filter(table_id__in=ids).values_list("table_id", flat=True))
    done = 0
    for table in tables:
        try:
            if table.table in unfinished:
                table_handlers.close(table.table, reason=CLOSED_WITH_ROUND, actor=actor, now=now)
            done += _settle_table(state, known, table, found.get(table.table), actor, now)
        except Exception:
            logger.exception("table %s could not be brought to its round", table.table)
    opened = TableSummary.objects.filter(table_id__in=ids).values("table_id")
    RoundTable.objects.filter(key__in=opened, opened=False).update(opened=True)
    return done


def left_unfinished() -> QuerySet[GameSummary]:
    """Games without an end at tables that have closed. Both come in one transaction; should they
    ever not, a board would have no result and its round would close for nobody."""
    closed = TableSummary.objects.filter(table_id=OuterRef("table_id"), closed=True)
    return GameSummary.objects.filter(Exists(closed), finished=None, interrupted=None)


def _settle_table(
    state: Championship,
    known: Round,
    table: SeatedTable,
    found: tuple[bool, bool] | None,
    actor: str,
    now: datetime,
) -> int:
    if found is None:
        _open(state, known, table, actor, now)
    closed, paused = found or (False, False)
    if closed:
        return 0
    match known.state:
        case championship.CLOSING | championship.CLOSED:
            table_handlers.close(table.table, reason=CLOSED_WITH_ROUND, actor=actor, now=now)
            return 1
        case championship.PAUSED if not paused:
            reason_id = known.why.id if known.why else ""
            table_handlers.pause(table.table, actor=actor, reason_id=reason_id, now=now)
            return 1
        case championship.RUNNING if paused:
            table_handlers.resume(table.table, actor=actor, now=now)
            return 1
    return 0 if found else 1


@transaction.atomic
def _open(state: Championship, known: Round, table: SeatedTable, actor: str, now: datetime) -> None:
    """With whoever sits in: a table that is there already is not looked at again."""
    setup = state.setup
    plan = [
        PlannedBoard(
            board=board.number,
            dealer=Seat.parse(board.dealer),
            deal_id=board.deal,
            deal_digest=board.digest,
            turn=turn,
        )
        for board, turn in zip(known.boards, table.turn, strict=True)
    ]
    table_handlers.open_table(
        ruleset=setup.ruleset,
        options=setup.options,
        opener=None,
        occupants={
            chair: _occupant(state, key) for chair, key in zip(SEATS, table.chairs, strict=True)
        },
        actor=actor,
        policy=setup.policy,
        now=now,
        table_id=table.table,
        plan=plan,
        dessert=state.dessert(known),
        chat=setup.chat,
        undo=setup.undo,
        time=TimeControl(
            seconds=setup.action_seconds,
            reserve=setup.board_reserve,
            away=setup.stand_in_after,
            back=setup.given_back,
        ),
        origin=stream.name(state.key),
    )
    for key in table.chairs:
        owner = state.entries[key].user
        if owner is not None and _house_sits_in(state, known, key, owner):
            table_handlers.change(
                table.table,
                lambda at, who=owner: tables.sit_in(at, owner=who, user_id=None, why=AWAY),
                actor=actor,
                now=now,
            )


def _occupant(state: Championship, key: str) -> int | HousePlayer:
    entry, stand_in = state.entries[key], state.desk.stand_ins.get(key)
    if entry.user is None:
        return HousePlayer(entry.player, entry.name)
    return entry.user if stand_in is None or stand_in.user is None else stand_in.user


def _house_sits_in(state: Championship, known: Round, key: str, owner: int) -> bool:
    """Not any more for whoever came back to his seat by himself in the round before."""
    stand_in = state.desk.stand_ins.get(key)
    if stand_in is None or not stand_in.player:
        return False
    before = state.round(known.number - 1)
    sat = [each.table for each in before.tables if key in each.chairs] if before else []
    was_there = TableSeat.objects.filter(table_id__in=sat, user_id=owner, away=False).exists()
    return stand_in.from_round == known.number or not was_there
