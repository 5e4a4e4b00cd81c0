"""What tables in the hall wrote down, as the rows that online tables have too.

Written by the follower alone. A result is there from the moment it is entered, and counts as
finished once it is settled: nobody is shown either before the board is released.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

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
from tournaments.projections.rulings import as_ruled, columns_of, happened, state_of

__all__ = ["HALL", "follow"]

HALL = (ResultEntered, ResultConfirmed, ResultCorrected, RoundClosing, BoardsGivenUp)
ENDED = (Round.CLOSING, Round.CLOSED)


def follow(tournament_key: str, event: TournamentEvent, row: Recorded) -> list[str]:
    """Bring the results up to date; answers the released boards that have to be scored again."""
    match event:
        case RoundClosing(round=number):
            # What nobody confirmed by now stands as it was entered.
            entered = Result.objects.filter(_owed(tournament_key, number, Result.PLAYING))
            _change(entered, state=Result.FINISHED)
        case BoardsGivenUp(round=number):
            missing = Result.objects.filter(_owed(tournament_key, number, Result.WAITING))
            _change(missing, state=Result.INTERRUPTED, ended=row.time)
        case ResultConfirmed(table=table, board=board):
            _change(Result.objects.filter(pk=f"{table}:{board}"), state=Result.FINISHED)
        case ResultEntered() | ResultCorrected():
            return _written(event, row)
    return []


def _owed(tournament_key: str, number: int, state: str) -> Q:
    is_so = Q(state=state, as_played__isnull=True) | Q(as_played__state=state)
    return is_so & Q(table__round=f"{tournament_key}:{number}", table__hall=True)


def _change(found: QuerySet[Result], **columns: object) -> None:
    ruled = list(found.filter(as_played__isnull=False))
    found.filter(as_played__isnull=True).update(**columns)
    for result in ruled:
        happened(result, **columns)


def _written(event: ResultEntered | ResultCorrected, row: Recorded) -> list[str]:
    found = Result.objects.select_related("board__tournament", "table__round")
    result = found.get(pk=f"{event.table}:{event.board}")
    rules = result.board.tournament
    facts = engine.read_facts(event.facts)
    played = columns_of(rules.ruleset, rules.options, facts)
    settled = not event.entry or result.table.round.state in ENDED
    if settled or state_of(result) == Result.INTERRUPTED:
        played["state"] = Result.FINISHED
    elif not result.board.released:
        # Also where another result was settled: nobody has confirmed this one.
        played["state"] = Result.PLAYING
    if isinstance(event, ResultEntered):
        # When it was played, as far as is known here; whoever corrects it played nothing.
        result.ended = row.time
    as_ruled(result, played=played).save()
    return [result.board_id] if result.board.released else []
