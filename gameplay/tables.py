"""A table as a value: who sits where, which boards were opened, who is ready.

Pure. The functions named after what a person wants (``take_seat``, ``hand_to_house`` …) may
refuse and return events; ``apply`` folds events and never refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from engine import SEATS, Seat
from gameplay.errors import NotAllowed, PlayRefused
from gameplay.events import (
    BETWEEN,
    LEFT,
    UNIFORM,
    BoardOpened,
    CardsDealt,
    CardsGathered,
    CardsMixed,
    PlannedBoard,
    SeatAskedBack,
    SeatGivenBack,
    SeatHandedToHouse,
    SeatInvited,
    SeatLeft,
    SeatReady,
    SeatTaken,
    TableClosed,
    TableEvent,
    TableOpened,
    TablePaused,
    TableResumed,
)
from gameplay.places import PLACES, Bench, Place
from gameplay.time_controls import BOARD, TimeControl

HOUSE = "house"

# From when until when something stood still; None: it does so now.
Span = tuple[datetime, datetime | None]


@dataclass(frozen=True, slots=True)
class HousePlayer:
    """A house player with a name of its own; ``player`` is how it plays."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a seat. ``away``: a house player plays it until its owner is back.

    ``form``: nobody does; it is the fourth hand of three players. ``why`` the house plays it;
    ``returning``: its owner is here again, and waits for the next board. ``absences`` are those
    of this board.
    """

    user_id: int | None = None
    player: str = ""
    away: bool = False
    invitation: str = ""
    name: str = ""
    form: str = ""
    why: str = ""
    returning: bool = False
    absences: tuple[Span, ...] = ()

    @property
    def kind(self) -> str:
        if self.form:
            return "fourth"
        if self.user_id is not None:
            return "person"
        return "house" if self.player else "empty"

    @property
    def played_by_house(self) -> bool:
        return bool(self.player)

    @property
    def stood_in_for(self) -> bool:
        """Its owner never gave it up: he sees his cards, and has it back as soon as he may."""
        return self.away and self.why != LEFT


@dataclass(frozen=True, slots=True)
class OpenedBoard:
    """``chairs`` says of each place which chair holds it."""

    game_id: str
    board: int
    dealer: Seat | None
    turn: int = 0
    chairs: tuple[int, ...] = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class TableState:
    """``seats`` are the compass seats of the board in play; it is turned by ``turn``.

    The ``bench`` is where five or six are at the table: who sits out this board. ``chairs`` says of
    each place which chair holds it. ``deals`` counts boards, without those dealt again.
    """

    table_id: str
    ruleset: str
    options: Mapping[str, object]
    length: int | None
    policy: str
    opener: int | None
    first_dealer: Place
    seats: Mapping[Seat, Occupant] = field(default_factory=lambda: dict.fromkeys(SEATS, Occupant()))
    bench: Mapping[Bench, Occupant] = field(default_factory=dict)
    chairs: tuple[int, ...] = (0, 1, 2, 3)
    boards: tuple[OpenedBoard, ...] = ()
    ready: frozenset[Seat] = frozenset()
    closed: bool = False
    plan: tuple[PlannedBoard, ...] = ()
    origin: str = ""
    turn: int = 0
    paused: bool = False
    closed_reason: str = ""
    deals: int = 0
    form: str = ""
    dealing: str = UNIFORM
    dessert: tuple[str, ...] = ()
    chat: str = BETWEEN
    time: TimeControl | None = None
    undo: bool = False
    # Those of the board in play.
    pauses: tuple[Span, ...] = ()

    @property
    def planned(self) -> bool:
        """Its boards were dealt elsewhere, and it never waits for watchers."""
        return bool(self.plan)

    @property
    def deserted(self) -> bool:
        """Nobody is here, and somebody is expected back."""
        return not self.people and any(owner.stood_in_for for owner in self.places.values())

    @property
    def goes_on_by_itself(self) -> bool:
        """After a board it waits for people as long as is fair, and no longer."""
        return self.planned or (self.time is not None and self.time.seconds > 0)

    @property
    def moves(self) -> bool:
        """Whether people hold other seats from board to board, and count by their chairs."""
        return self.planned or bool(self.bench) or bool(self.form)

    @property
    def places(self) -> dict[Place, Occupant]:
        """Seats and bench: everybody at the table."""
        return {**self.seats, **self.bench}

    @property
    def full(self) -> bool:
        return all(occupant.kind != "empty" for occupant in self.places.values())

    @property
    def people(self) -> tuple[Seat, ...]:
        """Seats whose owner is here now and plays this board."""
        return tuple(
            seat
            for seat, occupant in self.seats.items()
            if occupant.kind == "person" and not occupant.away
        )

    @property
    def house_only(self) -> bool:
        """Only house players play, so the table may rest when nobody watches: also nobody who
        sits out."""
        return self.full and not self.people

    @property
    def current(self) -> OpenedBoard | None:
        return self.boards[-1] if self.boards else None

    @property
    def last_board_done(self) -> bool:
        return self.length is not None and self.deals >= self.length

    def pass_game(self, *, again: bool) -> str:
        """What the next board is without an auction: the dessert, where its turn has come."""
        if self.length is None:
            return ""
        number = self.deals + (not again)
        course = number - 1 - (self.length - len(self.dessert))
        return self.dessert[course] if 0 <= course < len(self.dessert) else ""

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        if self.closed:
            return ()
        return tuple(seat for seat in self.people if seat not in self.ready)

    def place_of(self, user_id: int) -> Place | None:
        for place, occupant in self.places.items():
            if occupant.user_id == user_id:
                return place
        return None

    def seat_of(self, user_id: int) -> Seat | None:
        """The compass seat this person holds; none while he sits out."""
        place = self.place_of(user_id)
        return place if isinstance(place, Seat) else None

    def chair_of(self, place: Place) -> Place:
        """Where the holder of a place sits, whichever way the board is turned."""
        return PLACES[self.chairs[place]]

    def seat_on(self, board: OpenedBoard, place: Place) -> Seat | None:
        """Which seat the holder of this place had on a board; none where he sat out."""
        held = board.chairs.index(self.chairs[place])
        return SEATS[held] if held < len(SEATS) else None

    def next_board(self) -> PlannedBoard | None:
        """The next board of the plan; None on a free table or when all were opened."""
        opened = len(self.boards)
        return self.plan[opened] if opened < len(self.plan) else None

    def next_dealer(self, *, again: bool = False) -> Place:
        """The chair that deals next; ``again``: the one that has just dealt."""
        dealers = 3 if self.form else len(self.chairs)
        return PLACES[(self.first_dealer + self.deals - again) % dealers]


def start(table_id: str, opened: TableOpened) -> TableState:
    further = PLACES[len(SEATS) : opened.players]
    seats = dict.fromkeys(SEATS, Occupant())
    if opened.form:
        seats[Seat.WEST] = Occupant(form=opened.form)
    return TableState(
        table_id=table_id,
        ruleset=opened.ruleset,
        options=opened.options,
        length=opened.length,
        policy=opened.policy,
        opener=opened.opener,
        first_dealer=opened.first_dealer,
        seats=seats,
        bench={place: Occupant() for place in further if isinstance(place, Bench)},
        chairs=tuple(range(max(opened.players, len(SEATS)))),
        plan=opened.plan,
        origin=opened.origin,
        form=opened.form,
        dealing=opened.dealing,
        dessert=opened.dessert,
        chat=opened.chat,
        time=opened.time,
        undo=opened.undo,
    )


def apply(state: TableState, event: TableEvent, at: datetime | None = None) -> TableState:
    """``at``: when it happened; whoever asks no clock may leave it out."""
    match event:
        case SeatInvited(seat=seat, invitation=invitation):
            return _seat(state, seat, replace(state.places[seat], invitation=invitation))
        case SeatTaken(seat=seat, user_id=user_id, player=player, name=name):
            return _seat(state, seat, Occupant(user_id=user_id, player=player, name=name))
        case SeatLeft(seat=seat):
            return _seat(state, seat, Occupant())
        case SeatHandedToHouse(seat=seat, player=player, why=why):
            return _seat(state, seat, _gone(state.places[seat], player, why, at))
        case SeatAskedBack(seat=seat):
            return _seat(state, seat, replace(state.places[seat], returning=True))
        case SeatGivenBack(seat=seat):
            return _seat(state, seat, _back(state.places[seat], at))
        case BoardOpened():
            return _with_board(state, event)
        case SeatReady(seat=seat):
            return replace(state, ready=state.ready | {seat})
        case TablePaused():
            return replace(state, paused=True, pauses=_begun(state.pauses, at))
        case TableResumed():
            return replace(state, paused=False, pauses=_ended(state.pauses, at))
        case TableClosed(reason=reason):
            return replace(state, closed=True, closed_reason=reason)
        case TableOpened() | CardsGathered() | CardsMixed() | CardsDealt():
            return state


def _gone(owner: Occupant, player: str, why: str, at: datetime | None) -> Occupant:
    absences = owner.absences if owner.away else _begun(owner.absences, at)
    return replace(owner, player=player, away=True, why=why, returning=False, absences=absences)


def _back(owner: Occupant, at: datetime | None) -> Occupant:
    absences = _ended(owner.absences, at)
    return replace(owner, player="", away=False, why="", returning=False, absences=absences)


def _begun(spans: tuple[Span, ...], at: datetime | None) -> tuple[Span, ...]:
    return spans if at is None else (*spans, (at, None))


def _ended(spans: tuple[Span, ...], at: datetime | None) -> tuple[Span, ...]:
    if at is None or not spans or spans[-1][1] is not None:
        return spans
    return (*spans[:-1], (spans[-1][0], at))


def _open_ones(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(span for span in spans if span[1] is None)


def replay(table_id: str, opened: TableOpened, events: Iterable[TableEvent]) -> TableState:
    state = start(table_id, opened)
    for event in events:
        state = apply(state, event)
    return state


def _with_board(state: TableState, event: BoardOpened) -> TableState:
    """Everybody keeps his chair; the board that comes may be turned, and names the seats."""
    chairs = event.chairs or tuple((seat - event.turn) % 4 for seat in SEATS)
    opened = OpenedBoard(event.game_id, event.board, event.dealer, event.turn, chairs)
    sat = {
        state.chairs[place]: replace(occupant, absences=_open_ones(occupant.absences))
        if occupant.absences
        else occupant
        for place, occupant in state.places.items()
    }
    return replace(
        state,
        seats={seat: sat[chairs[seat]] for seat in SEATS},
        bench={place: sat[chairs[place]] for place in state.bench},
        chairs=chairs,
        turn=event.turn,
        boards=(*state.boards, opened),
        deals=state.deals + (not event.again),
        ready=frozenset(),
        pauses=_open_ones(state.pauses),
    )


def _seat(state: TableState, place: Place, occupant: Occupant) -> TableState:
    if isinstance(place, Bench):
        return replace(state, bench={**state.bench, place: occupant})
    return replace(state, seats={**state.seats, place: occupant})


# What people want. Each refuses with a code or returns the events to append.


def invite(state: TableState, *, seat: Place, user_id: int, invitation: str) -> list[TableEvent]:
    _must_be_open(state)
    if user_id != state.opener:
        raise NotAllowed("not_the_opener", "only who opened the table may do this")
    if _occupant(state, seat).kind != "empty":
        raise PlayRefused("seat_occupied", "the seat is taken", seat=seat.letter)
    return [SeatInvited(seat=seat, invitation=invitation)]


def take_seat(
    state: TableState, *, seat: Place, user_id: int, invitation: str = ""
) -> list[TableEvent]:
    """Sit down where one is invited, or come back to one's own seat. Sitting already: nothing."""
    _must_be_open(state)
    own = state.place_of(user_id)
    if own is not None and state.moves:
        seat = own  # the page may still name the seat he held before the board was turned
    occupant = _occupant(state, seat)
    if occupant.user_id == user_id:
        return come_back(state, user_id=user_id)
    if own is not None:
        raise PlayRefused("already_seated", "this person has another seat here")
    if occupant.kind != "empty":
        raise PlayRefused("seat_occupied", "the seat is taken", seat=seat.letter)
    if not invitation or invitation != occupant.invitation:
        raise NotAllowed("not_invited", "this seat is kept for somebody else", seat=seat.letter)
    return [SeatTaken(seat=seat, user_id=user_id, player="")]


def fill_with_house(state: TableState, *, user_id: int | None) -> list[TableEvent]:
    _must_be_open(state)
    if user_id != state.opener:
        raise NotAllowed("not_the_opener", "only who opened the table may do this")
    return [
        SeatTaken(seat=seat, user_id=None, player=HOUSE)
        for seat, occupant in state.places.items()
        if occupant.kind == "empty"
    ]


def stop(state: TableState, *, user_id: int) -> list[TableEvent]:
    """ "Stoppen": before the first board the seat is free again, afterwards the house plays it."""
    seat = _own_place(state, user_id)
    if state.closed or state.places[seat].away:
        return []
    if not state.boards:
        return [SeatLeft(seat=seat)]
    return [SeatHandedToHouse(seat=seat, player=HOUSE)]


def hand_over(state: TableState, *, seat: Place, why: str) -> list[TableEvent]:
    """A house player goes on for somebody whose time is out, or who is not there."""
    occupant = state.places[seat]
    if state.closed or state.paused or occupant.kind != "person" or occupant.away:
        return []
    return [SeatHandedToHouse(seat=seat, player=HOUSE, why=why)]


def sit_in(state: TableState, *, owner: int, user_id: int | None, why: str) -> list[TableEvent]:
    """A director lets somebody sit in for the owner of a seat, paused or not: a person, who has it
    from now on, or the house, until the owner is back by himself."""
    place = state.place_of(owner)
    if state.closed or place is None or state.place_of(user_id or 0) is not None:
        return []
    if user_id is not None:
        return [SeatTaken(seat=place, user_id=user_id, player="")]
    return (
        [] if state.places[place].away else [SeatHandedToHouse(seat=place, player=HOUSE, why=why)]
    )


def sit_again(state: TableState, *, owner: int, stand_in: int | None) -> list[TableEvent]:
    """The owner has his seat again from whoever sat in for him; ``stand_in`` None: the house."""
    if state.closed:
        return []
    place = state.place_of(owner if stand_in is None else stand_in)
    if place is None:
        return []
    if stand_in is not None:
        return [SeatTaken(seat=place, user_id=owner, player="")]
    return [SeatGivenBack(seat=place)] if state.places[place].away else []


def come_back(state: TableState, *, user_id: int, between: bool = False) -> list[TableEvent]:
    """To one's own seat: at once, or with the next board where the table says so. ``between``: the
    board is over."""
    place = _own_place(state, user_id)
    owner = state.places[place]
    if state.closed or not owner.away:
        return []
    waits = state.time is not None and state.time.back == BOARD and not between
    if owner.stood_in_for and waits:
        return [] if owner.returning else [SeatAskedBack(seat=place)]
    return [SeatGivenBack(seat=place)]


def returning(state: TableState) -> list[TableEvent]:
    """Seats that go back to their owners now that another board begins."""
    return [SeatGivenBack(place) for place, owner in state.places.items() if owner.returning]


def ready(state: TableState, *, user_id: int, board: int) -> list[TableEvent]:
    """Ready for the board after ``board``; asked twice, or late, it changes nothing.

    Nor does it when somebody says it who sits out: he is not waited for.
    """
    seat = _own_place(state, user_id)
    current = state.current
    if (
        not isinstance(seat, Seat)
        or state.closed
        or current is None
        or current.board != board
        or seat in state.ready
    ):
        return []
    return [SeatReady(seat=seat, board=board)]


def pause(state: TableState, *, reason_id: str = "") -> list[TableEvent]:
    """Paused already, or closed: nothing."""
    return [] if state.paused or state.closed else [TablePaused(reason_id=reason_id)]


def resume(state: TableState) -> list[TableEvent]:
    return [TableResumed()] if state.paused and not state.closed else []


def _own_place(state: TableState, user_id: int) -> Place:
    place = state.place_of(user_id)
    if place is None:
        raise NotAllowed("not_your_seat", "this person has no seat here")
    return place


def _occupant(state: TableState, place: Place) -> Occupant:
    occupant = state.places.get(place)
    if occupant is None:
        raise PlayRefused("bad_seat", "no such place at this table", seat=place.letter)
    return occupant


def _must_be_open(state: TableState) -> None:
    if state.closed:
        raise PlayRefused("table_closed", "the table is closed")
