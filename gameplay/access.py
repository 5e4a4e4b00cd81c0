"""Who may sit, act, direct and watch.

``tournaments`` knows who directs which table and where its people go from there; it registers
its answers here in its ``AppConfig.ready``, so that gameplay need not know what a tournament
is. Until somebody registers them, nobody directs anything and no table belongs anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from engine import Seat
from gameplay import streams
from gameplay.errors import NotAllowed, NotFound, PlayRefused
from gameplay.places import Place
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
    played it: the number of the board takes the place of its 0. ``compare_url`` tells the same as
    JSON.
    """

    url: str
    title: str
    next_url: str
    plays: bool = False
    """This person belongs to those who are told their next table."""
    ends: datetime | None = None
    paused: bool = False
    board_url: str = ""
    call_url: str = ""
    """Where this person calls the director from this table; "" where he cannot."""
    compare_url: str = ""
    standings_url: str = ""
    commentators: tuple[str, ...] = ()
    """Who may see all hands at this table while they are played."""
    language: str = ""
    """Spoken to whoever has chosen none and whose browser asks for none of ours."""
    values_confirmed: bool = False
    """Points that are not in the rules' source are meant as they are, somebody said there."""


class Comments(Protocol):
    def __call__(self, user_id: int, table_id: str) -> bool: ...


class Looks(Protocol):
    def __call__(self, user_id: int, table_id: str, origin: str, board: int) -> bool: ...


def _no_look(user_id: int, table_id: str, origin: str, board: int) -> bool:
    return False


_comments: Comments = _nobody
_looks: Looks = _no_look


def register_commentators(comments: Comments, looks: Looks) -> None:
    """``looks`` puts on record that the hands of a board are about to be shown, and answers
    whether they may be."""
    global _comments, _looks
    _comments, _looks = comments, looks


def comments(user_id: int | None, state: TableState) -> bool:
    """Does this person comment here, with all hands open? Nobody does who has a place here, and
    nobody at a free table."""
    if user_id is None or not state.origin or state.place_of(user_id) is not None:
        return False
    return _comments(user_id, state.table_id)


def look(user_id: int | None, state: TableState, board: int) -> bool:
    """Put on record that a commentator is shown the hands of this board; False: he may not be."""
    if user_id is None or not comments(user_id, state):
        return False
    return _looks(user_id, state.table_id, state.origin, board)


class Delays(Protocol):
    def __call__(self, table_id: str, origin: str) -> timedelta: ...


def _no_delay(table_id: str, origin: str) -> timedelta:
    return timedelta(0)


_delays: Delays = _no_delay


def register_delays(answer: Delays) -> None:
    global _delays
    _delays = answer


def delay(state: TableState) -> timedelta:
    """How long after its release who watches is shown a board of this table; never before it."""
    if not state.origin:
        return timedelta(0)
    return max(timedelta(0), _delays(state.table_id, state.origin))


@dataclass(frozen=True, slots=True)
class DirectorsAnswer:
    """The last call at a table: ``waiting``, ``coming``, ``answered`` or ``done``; "" where there
    was none. ``note`` is what the director says there unasked, and ``note_id`` changes with it."""

    state: str
    text: str
    note: str = ""
    note_id: str = ""


class Calls(Protocol):
    def __call__(self, table_id: str) -> DirectorsAnswer | None: ...


def _no_calls(table_id: str) -> DirectorsAnswer | None:
    return None


_calls: Calls = _no_calls


def register_calls(answer: Calls) -> None:
    global _calls
    _calls = answer


def last_call(state: TableState) -> DirectorsAnswer | None:
    """Whether the director was called to this table and what he said; None at a free table."""
    return _calls(state.table_id) if state.origin else None


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


def place_of(user_id: int | None, table_id: str) -> Place | None:
    """The place this person holds now; None for an owner who left it, or anybody else.

    :raises NotFound: there is no such table.
    """
    return held_by(user_id, streams.table(table_id).state)


def held_by(user_id: int | None, state: TableState) -> Place | None:
    """The place this person holds in this state of the table. Whoever is stood in for holds it yet:
    he sees his cards, and has only to say that he is back."""
    place = state.place_of(user_id) if user_id is not None else None
    if place is None:
        return None
    owner = state.places[place]
    return None if owner.away and not owner.stood_in_for else place


def must_hold(user_id: int | None, table_id: str) -> Place:
    """The place this person holds.

    :raises NotAllowed: there is none.
    """
    return _must_be_here(user_id, streams.table(table_id).state)


def must_hold_on_board(user_id: int | None, table_id: str, game_id: str) -> tuple[Seat, TableState]:
    """The compass seat this person may act for in one game of the table, however it is turned.

    With it comes the table as it was just read.

    :raises NotAllowed: there is none, or he sat out that board.
    :raises NotFound: the game is not one of this table.
    :raises PlayRefused: the table is paused.
    """
    state = streams.table(table_id).state
    place = _must_be_here(user_id, state)
    if state.paused:
        raise PlayRefused("table_paused", "the table is paused")
    for board in reversed(state.boards):
        if board.game_id == game_id:
            seat = state.seat_on(board, place)
            if seat is None:
                raise NotAllowed("sits_out", "this person sits out that board")
            return seat, state
    raise NotFound("no_such_game", "there is no such game at this table")


def _must_be_here(user_id: int | None, state: TableState) -> Place:
    place = held_by(user_id, state)
    if place is None:
        raise NotAllowed("not_your_seat", "this person plays no seat at this table")
    return place


def viewer(user_id: int | None, state: TableState) -> Viewer:
    """As whom this person sees the table in this state of it; strangers are spectators, and so
    is who sits out.

    The state is that which will be shown: between two looks the seat may have changed hands.
    """
    if user_id is None:
        return SPECTATOR
    place = held_by(user_id, state)
    if isinstance(place, Seat):
        return at_seat(place)
    return Viewer(Audience.DIRECTOR) if _directs(user_id, state.table_id) else SPECTATOR
