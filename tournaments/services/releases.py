"""Letting boards go: a board is everybody's the moment its last table has closed it.

Not by a delay, for a slow table outlasts any, and not by anybody's decision.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef

from gameplay import releases
from tournaments import stream
from tournaments.domain import hall
from tournaments.domain.championship import Championship
from tournaments.domain.events import BoardClosed, BoardReleased, TournamentEvent
from tournaments.models import Board, Result

__all__ = ["release_due"]

logger = logging.getLogger(__name__)
OVER = (Result.FINISHED, Result.INTERRUPTED)


def release_due(now: datetime) -> int:
    """Close and release every board that every table of its field has ended; how many.

    A board that its table was interrupted in, or never came to, counts as ended. Safe from two
    workers: the stream lets one of them through, and the other finds nothing left to do. One
    board that fails does not hold up the others.
    """
    count = 0
    for board in _due():
        try:
            count += _release(board, now)
        except Exception:
            logger.exception("board %s could not be released", board.key)
    return count


def _due() -> list[Board]:
    results = Result.objects.filter(board=OuterRef("pk"))
    return list(
        Board.objects.filter(
            # All results of a round are made at its start: none is none yet, not none left.
            Exists(results),
            ~Exists(results.exclude(state__in=OVER)),
            released=None,
        )
        .select_related("session")
        .order_by("session", "number")
    )


class _Played(NamedTuple):
    table: int
    state: str
    game_id: str


def _release(board: Board, now: datetime) -> int:
    name, number = board.session.name, board.number
    with transaction.atomic():
        played = [
            _Played(*row)
            for row in Result.objects.filter(board=board)
            .order_by("table__number")
            .values_list("table__number", "state", "game_id")
        ]
        before = stream.state(board.tournament_id).version
        after = stream.change(
            board.tournament_id,
            lambda state: _wanted(state, name, number, played),
            actor=stream.TICK,
            command_id=f"release:{name}:{number}",
            content={"do": "release", "session": name, "board": number},
            now=now,
        )
        let_go = after.championship.board(name, number)
        # A table in the hall may have opened its result again since the rows were read.
        if let_go is not None and let_go.released:
            releases.release([row.game_id for row in played if row.game_id], moment=now)
    return int(after.version > before)


def _wanted(
    state: Championship, session: str, number: int, played: Sequence[_Played]
) -> list[TournamentEvent]:
    board = state.board(session, number)
    if board is None or board.released or hall.unsettled(state, session, number):
        return []
    interrupted = tuple(row.table for row in played if row.state == Result.INTERRUPTED)
    return [BoardClosed(session, number, interrupted), BoardReleased(session, number)]
