"""Who may sit, act, direct and watch.

``tournaments`` knows who directs which table and where its people go from there; it registers
its answers here in its ``AppConfig.ready``, so that gameplay need not know what a tournament
is. Until somebody registers them, nobody directs anything and no table belongs anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from engine import Seat
from gameplay import streams
from gameplay.errors import NotAllowed, NotFound, PlayRefused
from gameplay.tables import TableState
from gameplay.visibility import SPECTATOR, Audience, Viewer, at_seat


class Directs(Protocol):
    def __call__(self, user_id: int, table_id: str) -> bool: ...


def _nobody(user_id: int, table_id: str) -> bool:
    return False


_directs: Directs = _nobody


def register_directors(answer: Directs) -> None:
    global _directs
    _directs = answer


@dataclass(frozen=True, slots=True)
class Home:
    """Where a table belongs: its page, and who is asked how it goes on from here.

    ``next_url`` answers ``{"table_url": ... or null, "text": ..., "ends": ... or null, "paused":
    ...}``; "" where nobody knows. ``ends`` is when play at this table has to be over, null without
    a clock and while it stands still. ``board_url`` tells of a released board how every table
    played it: the number of the board takes the place of its 0.
    """

    url: str
    title: str
    next_url: str
    plays: bool = False
    """This person belongs to those who are told their next table."""
    ends: datetime | None = None
    paused: bool = False
    board_url: str = ""
    standings_url: str = ""


class Homes(Protocol):
    def __call__(self, table_id: str, origin: str, user_id: int | None) -> Home | None: ...


def _no_home(table_id: str, origin: str, user_id: int | None) -> Home | None:
    return None


_homes: Homes = _no_home


def register_homes(answer: Homes) -> None:
    global _homes
    _homes = answer


def home(state: TableState, user_id: int | None) -> Home | None:
    """Where this table belongs, as this person is told; None for a free table."""
    return _homes(state.table_id, state.origin, user_id) if state.origin else None


def seat_of(user_id: int | None, table_id: str) -> Seat | None:
    """The seat this person holds and plays now; None for an away owner or anybody else.

    :raises NotFound: there is no such table.
    """
    return _played_by(user_id, streams.table(table_id).state)


def _played_by(user_id: int | None, state: TableState) -> Seat | None:
    seat = state.seat_of(user_id) if user_id is not None else None
    return None if seat is None or state.seats[seat].away else seat


def must_hold(user_id: int | None, table_id: str) -> Seat:
    """The seat this person may act for.

    :raises NotAllowed: there is none.
    """
    return _must_play(user_id, streams.table(table_id).state)


def must_hold_on_board(user_id: int | None, table_id: str, game_id: str) -> tuple[Seat, TableState]:
    """The compass seat this person may act for in one game of the table, however it is turned.

    With it comes the table as it was just read.

    :raises NotAllowed: there is none.
    :raises NotFound: the game is not one of this table.
    :raises PlayRefused: the table is paused.
    """
    state = streams.table(table_id).state
    seat = _must_play(user_id, state)
    if state.paused:
        raise PlayRefused("table_paused", "the table is paused")
    for board in reversed(state.boards):
        if board.game_id == game_id:
            return state.chair_of(seat).after(board.turn), state
    raise NotFound("no_such_game", "there is no such game at this table")


def _must_play(user_id: int | None, state: TableState) -> Seat:
    seat = _played_by(user_id, state)
    if seat is None:
        raise NotAllowed("not_your_seat", "this person plays no seat at this table")
    return seat


def viewer(user_id: int | None, state: TableState) -> Viewer:
    """As whom this person sees the table in this state of it; strangers are spectators.

    The state is that which will be shown: between two looks the seat may have changed hands.
    """
    if user_id is None:
        return SPECTATOR
    seat = _played_by(user_id, state)
    if seat is not None:
        return at_seat(seat)
    return Viewer(Audience.DIRECTOR) if _directs(user_id, state.table_id) else SPECTATOR
