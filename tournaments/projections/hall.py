"""What tables in the hall wrote down, as the rows that online tables have too.

Written by the follower alone. A result is there from the moment it is entered, and counts as
finished once it is settled: nobody is shown either before the board is released.
"""

from __future__ import annotations

from django.db.models import Q

import engine
from gameplay.eventstore.records import Recorded
from tournaments.domain.events import (
    BoardsGivenUp,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    RoundClosing,
    TournamentEvent,
)
from tournaments.models import Result, Round
from tournaments.projections.rulings import as_ruled, columns_of

__all__ = ["HALL", "follow"]

HALL = (ResultEntered, ResultConfirmed, ResultCorrected, RoundClosing, BoardsGivenUp)
ENDED = (Round.CLOSING, Round.CLOSED)


def follow(tournament_key: str, event: TournamentEvent, row: Recorded) -> list[str]:
    """Bring the results up to date; answers the released boards that have to be scored again."""
    match event:
        case RoundClosing(round=number):
            # What nobody confirmed by now stands as it was entered.
            entered = Result.objects.filter(_owed(tournament_key, number, Result.PLAYING))
            entered.update(state=Result.FINISHED)
        case BoardsGivenUp(round=number):
            missing = Result.objects.filter(_owed(tournament_key, number, Result.WAITING))
            missing.update(state=Result.INTERRUPTED, ended=row.time)
        case ResultConfirmed(table=table, board=board):
            Result.objects.filter(pk=f"{table}:{board}").update(state=Result.FINISHED)
        case ResultEntered() | ResultCorrected():
            return _written(event, row)
    return []


def _owed(tournament_key: str, number: int, state: str) -> Q:
    return Q(table__round=f"{tournament_key}:{number}", table__hall=True, state=state)


def _written(event: ResultEntered | ResultCorrected, row: Recorded) -> list[str]:
    found = Result.objects.select_related("board__tournament", "table__round")
    result = found.get(pk=f"{event.table}:{event.board}")
    rules = result.board.tournament
    facts = engine.read_facts(event.facts)
    played = columns_of(rules.ruleset, rules.options, facts)
    settled = not event.entry or result.table.round.state in ENDED
    if settled or result.state == Result.INTERRUPTED:
        played["state"] = Result.FINISHED
    elif result.state == Result.WAITING:
        played["state"] = Result.PLAYING
    result.ended = row.time
    as_ruled(result, played=played).save()
    return [result.board_id] if result.board.released else []
