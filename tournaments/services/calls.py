"""Calls for the director: made at a table, answered from the organizer's page.

The table is told after the event is committed; it reads what was answered from the rows.
"""

from __future__ import annotations

from datetime import datetime

from gameplay import talk_handlers
from gameplay.ids import new_id
from tournaments import stream
from tournaments.domain import calls
from tournaments.models import DirectorCall

__all__ = ["answer", "call"]

LONGEST = 300


def call(
    key: str, *, table: str, user_id: int, kind: str, text: str, now: datetime, command_id: str
) -> None:
    """Call the director to this table.

    :raises TournamentRefused: this person does not sit there now, or there is no such kind.
    """
    new = new_id()
    stream.change(
        key,
        lambda state: calls.call(state, call=new, table=table, user=user_id, kind=kind),
        actor=f"user:{user_id}",
        now=now,
        command_id=command_id,
        content={"do": "call", "table": table, "kind": kind},
        reason=talk_handlers.readable(text)[:LONGEST],
    )
    talk_handlers.noticed(table)


def answer(
    key: str, *, call: str, how: str, text: str, actor: str, now: datetime, command_id: str = ""
) -> None:
    """Say that the director comes, what he says, or that it is done.

    :raises TournamentRefused: there is no such call.
    """
    words = talk_handlers.readable(text)[:LONGEST]
    stream.change(
        key,
        lambda state: calls.answer(state, call=call, how=how, says=bool(words)),
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "answer", "call": call, "how": how},
        reason=words,
    )
    row = DirectorCall.objects.filter(pk=f"{key}:{call}").first()
    if row is not None:
        talk_handlers.noticed(row.table_id)
