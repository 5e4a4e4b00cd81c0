"""The director takes a board back to an earlier moment: on record here, done at the table.

Both in one transaction, at the version of the game that he was shown: of his decision and a card
exactly one comes to be, and the reason never stands alone.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from gameplay import streams, table_handlers, talk_handlers, time_outs
from gameplay.errors import NotFound, PlayRefused, StaleView
from gameplay.eventstore.ids import fresh_command_id
from tournaments import stream
from tournaments.domain import calls
from tournaments.domain.errors import NoSuchTournament, TournamentRefused

__all__ = ["roll_back"]

LONGEST = 300


def roll_back(
    key: str,
    *,
    table: str,
    game: str,
    to: int,
    version: int,
    reason: str,
    actor: str,
    now: datetime,
    command_id: str = "",
) -> None:
    """Take the running board ``game`` back to its version ``to``, as it was at ``version``.

    :raises TournamentRefused: no reason is given; the round is not in play; the board is over, or
        has gone on; there is no such moment.
    """
    words = talk_handlers.readable(reason)[:LONGEST]
    if not words:
        raise TournamentRefused("reason_missing", "a board is taken back for a reason")
    try:
        state = table_handlers.table_state(table)
        if state.current is None or state.current.game_id != game:
            raise TournamentRefused("board_over", "the board is over")
        board = streams.game(game).opened.board
        with transaction.atomic():
            live = stream.change(
                key,
                lambda known: calls.roll_back(known, table=table, board=board),
                actor=actor,
                now=now,
                command_id=command_id,
                content={"do": "roll_back", "game": game, "to": to, "version": version},
                reason=words,
            )
            time_outs.roll_back(
                game_id=game,
                to=to,
                table=state,
                actor=actor,
                command_id=command_id or fresh_command_id(),
                based_on=version,
                cause=f"{stream.name(key)}:{live.version}",
                now=now,
            )
    except NotFound as missing:
        raise NoSuchTournament("no_such_table", missing.message) from missing
    except StaleView as stale:
        raise TournamentRefused("board_went_on", stale.message) from stale
    except PlayRefused as refused:
        code = "board_over" if refused.code == "game_finished" else refused.code
        raise TournamentRefused(code, refused.message) from refused
