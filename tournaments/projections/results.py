"""What happens at the tables of a round, in rows: one for each board at each table.

Written by the follower of the feed and by nobody else. Which table is in which round, and how its
boards are turned, is read from the events before the round's start and not from rows, so that a
rebuild reads what the first time read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Q

from engine import SEATS
from gameplay.eventstore import store
from gameplay.eventstore.records import Recorded
from gameplay.models import GameSummary
from gameplay.selectors import finished_games
from tournaments import codec
from tournaments.domain.desk_events import exchanged
from tournaments.domain.events import (
    RoundsSeated,
    RoundStarted,
    SeatedTable,
    SeatsSwapped,
    TablesPlanned,
)
from tournaments.models import Board, Result
from tournaments.projections.rulings import OUTCOME, happened

__all__ = ["PLAY", "follow_play", "round_started", "seats_swapped", "tables_planned"]

OPENED, FINISHED, INTERRUPTED, CLOSED = (
    "GameOpened",
    "GameFinished",
    "GameInterrupted",
    "TableClosed",
)
PLAY = frozenset((OPENED, FINISHED, INTERRUPTED, CLOSED))
"""Of the events at tables, those that a result is made of."""

_SEATED = {RoundsSeated.__name__, SeatsSwapped.__name__, TablesPlanned.__name__}
_PLAYED = ("state", "game_id", *OUTCOME, "ended")


def round_started(tournament_key: str, started: RoundStarted, row: Recorded) -> None:
    """A waiting result for each board at each table of the round."""
    _wait(tournament_key, started.round, row)


def tables_planned(tournament_key: str, event: TablesPlanned, row: Recorded) -> None:
    """A round that had started with nothing written down waits for others at its tables."""
    begun = {
        each.payload["round"]
        for each in store.load(row.stream)
        if each.type == RoundStarted.__name__ and each.version < row.version
    }
    for number in begun.intersection(one.round for one in event.rounds):
        Result.objects.filter(table__round=f"{tournament_key}:{number}").delete()
        _wait(tournament_key, number, row)


def _wait(tournament_key: str, number: int, row: Recorded) -> None:
    boards = list(Board.objects.filter(round=f"{tournament_key}:{number}").order_by("number"))
    Result.objects.bulk_create(
        _waiting(table, board, at)
        for table in _seated(row, number)
        for at, board in enumerate(boards)
    )


def _seated(until: Recorded, number: int) -> Sequence[SeatedTable]:
    """The tables of a round as they were seated last by then; or were planned later, for until the
    last plan nothing was played at any, and the rows of tables that there were before are gone."""
    tables: Sequence[SeatedTable] = ()
    for row in store.load(until.stream):
        later = row.version > until.version
        if row.type not in _SEATED or (later and row.type != TablesPlanned.__name__):
            continue
        event = codec.from_stored(row)
        if isinstance(event, RoundsSeated | TablesPlanned):
            tables = next((one.tables for one in event.rounds if one.round == number), tables)
        elif isinstance(event, SeatsSwapped) and event.round == number:
            tables = [replace(one, chairs=exchanged(one.chairs, event)) for one in tables]
    return tables


def seats_swapped(tournament_key: str, event: SeatsSwapped) -> None:
    """Two people in each other's chairs after the round began: nothing was played there yet."""
    pair = {event.first: event.second, event.second: event.first}
    held = [f"entry_{seat.letter.lower()}_id" for seat in SEATS]
    rows = list(Result.objects.filter(table__round=f"{tournament_key}:{event.round}"))
    moved = [row for row in rows if any(getattr(row, name) in pair for name in held)]
    for row in moved:
        for name in held:
            entry = getattr(row, name)
            setattr(row, name, pair.get(entry, entry))
    _save(moved, held)


def _waiting(table: SeatedTable, board: Board, at: int) -> Result:
    held = {
        f"entry_{seat.letter.lower()}_id": entry
        for seat, entry in zip(SEATS, table.holders(at), strict=True)
    }
    return Result(
        key=f"{table.table}:{board.number}",
        board=board,
        table_id=table.table,
        state=Result.WAITING,
        source="hall" if table.hall else "online",
        **held,
    )


def follow_play(events: Sequence[Recorded]) -> None:
    """Bring the results up to date with what happened at tables.

    Games and tables that belong to no round are passed over. A few queries for any number of
    events: of one result they always come in the order opened, over, table closed.
    """
    by_type: dict[str, list[Recorded]] = {kind: [] for kind in PLAY}
    for row in events:
        if row.type in PLAY:
            by_type[row.type].append(row)
    changed = _opened(by_type[OPENED])
    over = {_name(row): row for row in (*by_type[FINISHED], *by_type[INTERRUPTED])}
    changed |= _over(over, {row.game_id: row for row in changed.values()})
    _save(list(changed.values()), _PLAYED)
    if by_type[CLOSED]:
        _interrupt_waiting({_name(row): row.time for row in by_type[CLOSED]})


def _name(row: Recorded) -> str:
    return row.stream.partition("-")[2]


def _opened(events: Sequence[Recorded]) -> dict[str, Result]:
    games = {f"{row.payload['table']}:{row.payload['board']}": _name(row) for row in events}
    found: dict[str, Result] = Result.objects.in_bulk(list(games)) if games else {}
    for key, result in found.items():
        result.game_id = games[key]
        happened(result, state=Result.PLAYING)
    return found


def _over(events: Mapping[str, Recorded], opened: Mapping[str, Result]) -> dict[str, Result]:
    earlier = [game for game in events if game not in opened]
    results = {game: opened[game] for game in events if game in opened}
    if earlier:
        for row in Result.objects.filter(game_id__in=earlier):
            results[row.game_id] = row
    finished = [game for game in results if events[game].type == FINISHED]
    outcomes = finished_games(finished) if finished else {}
    for game, result in results.items():
        result.ended = events[game].time
        if events[game].type == FINISHED:
            happened(result, state=Result.FINISHED, **_outcome(outcomes[game]))
        else:
            happened(result, state=Result.INTERRUPTED)
    return {result.key: result for result in results.values()}


def _outcome(game: GameSummary) -> dict[str, object]:
    return {name: getattr(game, name) for name in OUTCOME}


def _interrupt_waiting(closed: Mapping[str, datetime]) -> None:
    """Boards that their table never came to."""
    is_waiting = Q(state=Result.WAITING, as_played__isnull=True) | Q(
        as_played__state=Result.WAITING
    )
    waiting = list(Result.objects.filter(is_waiting, table__in=closed))
    for row in waiting:
        row.ended = closed[row.table_id]
        happened(row, state=Result.INTERRUPTED)
    _save(waiting, ("state", "ended"))


def _save(rows: list[Result], columns: Collection[str]) -> None:
    """These columns of rows that exist: one plain statement, where ``bulk_update`` builds a tree
    of cases that costs more than all the rest."""
    Result.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["key"], update_fields=columns
    )
