"""Questions to the read models. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet, Sum

from engine import SEATS
from gameplay import frames, places
from gameplay.frames import Standing
from gameplay.models import GameSummary, TableSeat, TableSummary
from gameplay.streams import LiveTable
from gameplay.tables import TableState

# An open-ended table goes on for years; its page shows the last boards and the totals of all.
BOARDS_SHOWN = 12


def names_of(user_ids: Iterable[int]) -> dict[int, str]:
    people = get_user_model().objects.filter(pk__in=list(user_ids))
    return {person.pk: person.get_short_name() for person in people}


def stood_in_for(table_ids: Iterable[str]) -> set[tuple[str, int]]:
    """Table and user of everybody whose seat a house player has for now."""
    away = TableSeat.objects.filter(table_id__in=list(table_ids), away=True)
    return {(row.table_id, row.user_id) for row in away if row.user_id is not None}


def standing(live: LiveTable, *, released_by: datetime | None = None) -> Standing:
    """Names, totals and the last boards of one table; or only of boards released by then.

    Scores stand at the seat that whoever made them holds now: a planned table's boards are
    turned, and it is people who count up what they made.
    """
    games = GameSummary.objects.filter(table_id=live.state.table_id, finished__isnull=False)
    if released_by is not None:
        games = games.filter(released__lte=released_by)
    if live.state.moves:
        boards = _turned(live.state, games.order_by("board"))
        held = [place.letter for place in live.state.places]
        totals = {letter: sum(each["scores"][letter] for each in boards) for letter in held}
        boards = boards if live.state.planned else boards[-BOARDS_SHOWN:]
    else:
        newest = [_board(game) for game in games.order_by("-board")[: BOARDS_SHOWN + 1]]
        boards = newest[:BOARDS_SHOWN][::-1]
        if len(newest) > BOARDS_SHOWN:
            sums = {s.letter: Sum(f"score_{s.letter.lower()}") for s in SEATS}
            totals = {seat: total or 0 for seat, total in games.aggregate(**sums).items()}
        else:
            totals = {s.letter: sum(each["scores"][s.letter] for each in boards) for s in SEATS}
    people = [who.user_id for who in live.state.places.values() if who.user_id is not None]
    return Standing(
        boards=tuple(boards),
        totals=totals,
        names=names_of(people) if people else {},
    )


def _board(game: GameSummary) -> dict[str, Any]:
    return {"board": game.board, "dealer": game.dealer or None, "scores": game.scores}


def _turned(state: TableState, games: Iterable[GameSummary]) -> list[dict[str, Any]]:
    """Who sat out made nothing."""
    opened = {board.game_id: board for board in state.boards}
    boards = []
    for game in games:
        made, board = game.scores or {}, opened.get(game.game_id)
        if board is None:
            continue  # in a transaction that this table is not part of
        seats = {place.letter: state.seat_on(board, place) for place in state.places}
        scores = {
            letter: made[seat.letter] if seat is not None else 0 for letter, seat in seats.items()
        }
        boards.append({**_board(game), "scores": scores})
    return boards


def newest_released(
    table_id: str, now: datetime, *, later: timedelta = timedelta(0)
) -> dict[str, object] | None:
    """The board of this table that was let go last: its number, its game and the moment, each of
    them so much ``later`` for who watches."""
    boards = GameSummary.objects.filter(table_id=table_id, released__lte=now - later)
    newest = boards.order_by("-released", "-board").first()
    if newest is None or newest.released is None:
        return None
    at = frames.moment(newest.released + later)
    return {"board": newest.board, "game": newest.game_id, "at": at}


def boards_released(table_id: str, now: datetime) -> list[int]:
    """Numbers of the boards of this table that were let go by then, in their order."""
    boards = GameSummary.objects.filter(table_id=table_id, released__lte=now)
    return sorted(set(boards.values_list("board", flat=True)))


def outcome_of(game_id: str) -> dict[str, int] | None:
    """Points at the table by compass seat; None for a game that has not finished, or never will."""
    game = GameSummary.objects.filter(pk=game_id).first()
    return game.scores if game is not None else None


def finished_games(game_ids: Iterable[str]) -> dict[str, GameSummary]:
    """Contract, declarers and points of those of these games that have finished."""
    return GameSummary.objects.filter(finished__isnull=False).in_bulk(list(game_ids))


def game_of(table_id: str, board: int) -> str | None:
    """The game in which this table plays, or played, a board; None before it was opened."""
    games = GameSummary.objects.filter(table_id=table_id, board=board)
    return games.values_list("game_id", flat=True).first()


def released(game_id: str) -> datetime | None:
    return GameSummary.objects.values_list("released", flat=True).get(pk=game_id)


def open_tables(limit: int = 24, *, origin: str = "") -> QuerySet[TableSummary]:
    """Free tables, or those that somebody opened under this label."""
    tables = TableSummary.objects.filter(closed=False, origin=origin)
    return tables.order_by("-opened")[:limit]


def planned_tables_open() -> int:
    """How many tables play for whoever opened them, and are not listed among the free ones."""
    return TableSummary.objects.filter(closed=False).exclude(origin="").count()


def seats_of(table_ids: Iterable[str]) -> dict[str, list[TableSeat]]:
    """Seats by table, in the order North, East, South, West, and then the bench."""
    found: dict[str, list[TableSeat]] = {}
    for seat in TableSeat.objects.filter(table_id__in=list(table_ids)):
        found.setdefault(seat.table_id, []).append(seat)
    for seats in found.values():
        seats.sort(key=lambda row: places.LETTERS.index(row.seat))
    return found


def tables_of(user_id: int) -> QuerySet[TableSummary]:
    """Open tables at which this person holds a seat, the newest first."""
    mine = TableSeat.objects.filter(user_id=user_id).values("table_id")
    return TableSummary.objects.filter(closed=False, table_id__in=mine).order_by("-opened")


def list_of_tables(user_id: int | None, limit: int = 24) -> list[dict[str, object]]:
    """What the home page shows of each open table, own tables first."""
    own = {table.table_id: table for table in tables_of(user_id)} if user_id else {}
    others = {table.table_id: table for table in open_tables(limit)}
    tables = list({**own, **others}.values())[: limit + len(own)]
    seats = seats_of(table.table_id for table in tables)
    names = names_of({s.user_id for rows in seats.values() for s in rows if s.user_id})
    return [
        {
            "id": table.table_id,
            "ruleset": table.ruleset,
            "board": table.board,
            "length": table.length,
            "mine": table.table_id in own,
            "house_only": table.house_only,
            "seats": [_seat(row, names) for row in seats.get(table.table_id, [])],
        }
        for table in tables
    ]


def _seat(row: TableSeat, names: dict[int, str]) -> dict[str, object]:
    name = names.get(row.user_id or 0, "")
    if row.kind in ("house", "fourth"):
        name = row.name or frames.HOUSE_NAMES[places.parse(row.seat)]
    return {"seat": row.seat, "name": name, "kind": row.kind, "away": row.away}
