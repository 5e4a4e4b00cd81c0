"""What happened at a table and in a game, as it lies in the store.

A game's stream begins with ``GameOpened`` and goes on with the engine's events; a table's
stream holds the events below. Events name people by user id and deals by id and digest:
no card that has not been played, no key and no person's name is ever in one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import engine
from engine import Seat
from gameplay import places, time_controls
from gameplay.eventstore import codec
from gameplay.eventstore.records import NewEvent, Recorded
from gameplay.places import Place
from gameplay.time_controls import TimeControl

# Why a house player has somebody's seat: he left it, he let his time run out, or his connection
# has been gone for long.
LEFT, TIME, AWAY = "left", "time", "away"

# How a free table comes by its deals.
UNIFORM, OWN = "uniform", "own"
# When the people of a table may talk there: never, while no board is played, or always.
SHUT, BETWEEN, OPEN = "shut", "between", "open"
CHATS = (SHUT, BETWEEN, OPEN)


@dataclass(frozen=True, slots=True)
class GameOpened:
    """The first event of every game; it freezes the rules that hold for all that follows.

    ``forehand`` is named where the dealer is none of the four who play; ``form`` where three do;
    ``pass_game`` where one is played without an auction.
    """

    ruleset: str
    options: Mapping[str, object]
    options_sha256: str
    dealer: Seat | None
    board: int
    deal_id: str
    deal_digest: str
    policy: str
    table_id: str
    forehand: Seat | None = None
    form: str = ""
    pass_game: str = ""


@dataclass(frozen=True, slots=True)
class GameInterrupted:
    """The last event of a game that its table closed over; the rules know nothing of it."""

    reason: str


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """At ``seat`` somebody wants to take back his last action, which led to version ``of``."""

    seat: Seat
    of: int


@dataclass(frozen=True, slots=True)
class UndoAnswered:
    seat: Seat
    agree: bool


@dataclass(frozen=True, slots=True)
class RolledBack:
    """What happened in the game behind version ``to`` counts no more; it stays in the stream.

    By ``consent`` or by a ``director``, whose reason lies where he directs. ``to`` is the version
    of an action that stands, or 1: the deal.
    """

    to: int
    by: str


@dataclass(frozen=True, slots=True)
class PlannedBoard:
    """A board that a table is to play, dealt beforehand: the same for every table that has it.

    ``board`` is its number where it was dealt. It is turned by ``turn``: who sits in chair c
    holds compass seat (c + turn) % 4.
    """

    board: int
    dealer: Seat
    deal_id: str
    deal_digest: str
    turn: int = 0


@dataclass(frozen=True, slots=True)
class TableOpened:
    """``length`` counts deals, or is None for an open end: a multiple of ``players`` on a free
    table, and a deal that the same dealer deals again is not counted.

    With five or six players the dealer sits out; with six the chair opposite does so too. With
    three, ``form`` says how they play, and nobody sits in the fourth chair. With a
    ``plan`` its boards are played in order, and ``length`` says how many they are.
    ``origin`` is a label of whoever opened the table ("" for a free one) and means nothing here.
    ``dealing``: every deal drawn anew, or the table's own from the cards of the one before. With a
    ``dessert`` the last deals of the ``length`` are these pass games. ``chat``: when they may talk.
    ``undo``: whether an action can be taken back if all agree.
    """

    ruleset: str
    options: Mapping[str, object]
    options_sha256: str
    length: int | None
    policy: str
    opener: int | None
    first_dealer: Place
    plan: tuple[PlannedBoard, ...] = ()
    origin: str = ""
    players: int = 4
    form: str = ""
    dealing: str = UNIFORM
    dessert: tuple[str, ...] = ()
    chat: str = BETWEEN
    time: TimeControl | None = None
    undo: bool = False


@dataclass(frozen=True, slots=True)
class SeatInvited:
    seat: Place
    invitation: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """By a person (``user_id``) or by the house player ``player``.

    ``name`` is a house player's own; "" means the one that goes with the seat.
    """

    seat: Place
    user_id: int | None
    player: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class SeatLeft:
    seat: Place


@dataclass(frozen=True, slots=True)
class SeatHandedToHouse:
    """``why``: its owner ``left``, let his ``time`` run out, or has been ``away`` for long."""

    seat: Place
    player: str
    why: str = LEFT


@dataclass(frozen=True, slots=True)
class SeatAskedBack:
    """Its owner is here again, and has his seat back with the next board."""

    seat: Place


@dataclass(frozen=True, slots=True)
class SeatGivenBack:
    seat: Place


@dataclass(frozen=True, slots=True)
class BoardOpened:
    """From here on seats are those of this board: occupants keep their chair, ``turn`` says
    how far the board is turned, and events that follow name compass seats.

    At a table of five or six ``chairs`` says instead which chair holds each place, and so who
    sits out: the dealer, who is none of the four, first. ``again``: the same dealer deals once
    more, since the deal before was thrown in.
    """

    game_id: str
    board: int
    dealer: Seat | None
    turn: int = 0
    chairs: tuple[int, ...] = ()
    again: bool = False


@dataclass(frozen=True, slots=True)
class CardsGathered:
    """This board is dealt from the cards of the one before it."""

    board: int


@dataclass(frozen=True, slots=True)
class CardsMixed:
    """Cut or shuffled (``how``) by this seat. Where and into what order is in no event: with it and
    the tricks that everybody saw, the new hands could be worked out."""

    board: int
    seat: Place
    how: str


@dataclass(frozen=True, slots=True)
class CardsDealt:
    board: int
    packets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatReady:
    seat: Seat
    board: int


@dataclass(frozen=True, slots=True)
class TablePaused:
    """``reason_id`` names a ``PersonalText``, or is "" where nobody wrote one."""

    reason_id: str = ""


@dataclass(frozen=True, slots=True)
class TableResumed:
    pass


@dataclass(frozen=True, slots=True)
class TableClosed:
    reason: str


TableEvent = (
    TableOpened
    | SeatInvited
    | SeatTaken
    | SeatLeft
    | SeatHandedToHouse
    | SeatAskedBack
    | SeatGivenBack
    | BoardOpened
    | CardsGathered
    | CardsMixed
    | CardsDealt
    | SeatReady
    | TablePaused
    | TableResumed
    | TableClosed
)


def _seat(payload: Mapping[str, Any]) -> Place:
    return places.parse(payload["seat"])


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.letter


def _seat_or_none(letter: str | None) -> Seat | None:
    return None if letter is None else Seat.parse(letter)


def _planned(planned: PlannedBoard) -> dict[str, object]:
    return {
        "board": planned.board,
        "dealer": planned.dealer.letter,
        "deal": {"id": planned.deal_id, "digest": planned.deal_digest},
        "turn": planned.turn,
    }


def _plan(payload: Mapping[str, Any]) -> PlannedBoard:
    deal = payload["deal"]
    return PlannedBoard(
        board=payload["board"],
        dealer=Seat.parse(payload["dealer"]),
        deal_id=deal["id"],
        deal_digest=deal["digest"],
        turn=payload["turn"],
    )


# One row for each event of this package: its schema, how it is written, how it is read. A new
# field needs a new schema number, an upcaster and a stored sample in tests/gameplay/samples.
_FORMS: tuple[
    tuple[type[Any], int, Callable[[Any], dict[str, object]], Callable[[Any], object]], ...
] = (
    (
        GameOpened,
        4,
        lambda e: {
            "ruleset": e.ruleset,
            "options": dict(e.options),
            "options_sha256": e.options_sha256,
            "dealer": _letter(e.dealer),
            "forehand": _letter(e.forehand),
            "board": e.board,
            "deal": {"id": e.deal_id, "digest": e.deal_digest},
            "policy": e.policy,
            "table": e.table_id,
            "form": e.form,
            "pass_game": e.pass_game,
        },
        lambda p: GameOpened(
            ruleset=p["ruleset"],
            options=p["options"],
            options_sha256=p["options_sha256"],
            dealer=_seat_or_none(p["dealer"]),
            forehand=_seat_or_none(p["forehand"]),
            board=p["board"],
            deal_id=p["deal"]["id"],
            deal_digest=p["deal"]["digest"],
            policy=p["policy"],
            table_id=p["table"],
            form=p["form"],
            pass_game=p["pass_game"],
        ),
    ),
    (GameInterrupted, 1, lambda e: {"reason": e.reason}, lambda p: GameInterrupted(p["reason"])),
    (
        UndoAsked,
        1,
        lambda e: {"seat": e.seat.letter, "of": e.of},
        lambda p: UndoAsked(Seat.parse(p["seat"]), p["of"]),
    ),
    (
        UndoAnswered,
        1,
        lambda e: {"seat": e.seat.letter, "agree": e.agree},
        lambda p: UndoAnswered(Seat.parse(p["seat"]), p["agree"]),
    ),
    (
        RolledBack,
        1,
        lambda e: {"to": e.to, "by": e.by},
        lambda p: RolledBack(p["to"], p["by"]),
    ),
    (
        TableOpened,
        8,
        lambda e: {
            "ruleset": e.ruleset,
            "options": dict(e.options),
            "options_sha256": e.options_sha256,
            "length": e.length,
            "policy": e.policy,
            "opener": e.opener,
            "first_dealer": e.first_dealer.letter,
            "plan": [_planned(each) for each in e.plan],
            "origin": e.origin,
            "players": e.players,
            "form": e.form,
            "dealing": e.dealing,
            "dessert": list(e.dessert),
            "chat": e.chat,
            "time": None if e.time is None else e.time.as_dict(),
            "undo": e.undo,
        },
        lambda p: TableOpened(
            ruleset=p["ruleset"],
            options=p["options"],
            options_sha256=p["options_sha256"],
            length=p["length"],
            policy=p["policy"],
            opener=p["opener"],
            first_dealer=places.parse(p["first_dealer"]),
            plan=tuple(_plan(each) for each in p["plan"]),
            origin=p["origin"],
            players=p["players"],
            form=p["form"],
            dealing=p["dealing"],
            dessert=tuple(p["dessert"]),
            chat=p["chat"],
            time=time_controls.read(p["time"]),
            undo=p["undo"],
        ),
    ),
    (
        SeatInvited,
        1,
        lambda e: {"seat": e.seat.letter, "invitation": e.invitation},
        lambda p: SeatInvited(_seat(p), p["invitation"]),
    ),
    (
        SeatTaken,
        2,
        lambda e: {"seat": e.seat.letter, "user": e.user_id, "player": e.player, "name": e.name},
        lambda p: SeatTaken(_seat(p), p["user"], p["player"], p["name"]),
    ),
    (SeatLeft, 1, lambda e: {"seat": e.seat.letter}, lambda p: SeatLeft(_seat(p))),
    (
        SeatHandedToHouse,
        2,
        lambda e: {"seat": e.seat.letter, "player": e.player, "why": e.why},
        lambda p: SeatHandedToHouse(_seat(p), p["player"], p["why"]),
    ),
    (SeatAskedBack, 1, lambda e: {"seat": e.seat.letter}, lambda p: SeatAskedBack(_seat(p))),
    (SeatGivenBack, 1, lambda e: {"seat": e.seat.letter}, lambda p: SeatGivenBack(_seat(p))),
    (
        BoardOpened,
        3,
        lambda e: {
            "game": e.game_id,
            "board": e.board,
            "dealer": _letter(e.dealer),
            "turn": e.turn,
            "chairs": places.written(e.chairs),
            "again": e.again,
        },
        lambda p: BoardOpened(
            p["game"],
            p["board"],
            _seat_or_none(p["dealer"]),
            p["turn"],
            places.read(p["chairs"]),
            p["again"],
        ),
    ),
    (
        CardsGathered,
        1,
        lambda e: {"board": e.board},
        lambda p: CardsGathered(p["board"]),
    ),
    (
        CardsMixed,
        1,
        lambda e: {"board": e.board, "seat": e.seat.letter, "how": e.how},
        lambda p: CardsMixed(p["board"], _seat(p), p["how"]),
    ),
    (
        CardsDealt,
        1,
        lambda e: {"board": e.board, "packets": list(e.packets)},
        lambda p: CardsDealt(p["board"], tuple(p["packets"])),
    ),
    (
        SeatReady,
        1,
        lambda e: {"seat": e.seat.letter, "board": e.board},
        lambda p: SeatReady(_seat(p), p["board"]),
    ),
    (TablePaused, 1, lambda e: {"reason": e.reason_id}, lambda p: TablePaused(p["reason"])),
    (TableResumed, 1, lambda e: {}, lambda p: TableResumed()),
    (TableClosed, 1, lambda e: {"reason": e.reason}, lambda p: TableClosed(p["reason"])),
)

for _kind, _schema, _write, _read in _FORMS:
    codec.register(_kind.__name__, _schema, _write, _read)

# What the first schemas did not say: nothing was planned, turned or named then.
codec.register_upcaster("TableOpened", 1, lambda old: {**old, "plan": [], "origin": ""})
codec.register_upcaster("SeatTaken", 1, lambda old: {**old, "name": ""})
codec.register_upcaster("BoardOpened", 1, lambda old: {**old, "turn": 0})
# Nor these: every table had four players, and every dealer played.
codec.register_upcaster("GameOpened", 1, lambda old: {**old, "forehand": None})
codec.register_upcaster("TableOpened", 2, lambda old: {**old, "players": 4})
codec.register_upcaster("BoardOpened", 2, lambda old: {**old, "chairs": {}, "again": False})
# Nor this: nobody had played with three.
codec.register_upcaster("GameOpened", 2, lambda old: {**old, "form": ""})
codec.register_upcaster("TableOpened", 3, lambda old: {**old, "form": ""})
# Nor these: every deal was drawn, and every board had an auction.
codec.register_upcaster("GameOpened", 3, lambda old: {**old, "pass_game": ""})
codec.register_upcaster("TableOpened", 4, lambda old: {**old, "dealing": UNIFORM, "dessert": []})
# Nor this: nobody could talk there.
codec.register_upcaster("TableOpened", 5, lambda old: {**old, "chat": BETWEEN})
# Nor these: everybody had all the time he wanted.
codec.register_upcaster("TableOpened", 6, lambda old: {**old, "time": None})
codec.register_upcaster("SeatHandedToHouse", 1, lambda old: {**old, "why": LEFT})
# Nor this: what was done was done.
codec.register_upcaster("TableOpened", 7, lambda old: {**old, "undo": False})

RULES_SCHEMA = 1


def _register_rules(kind: type[Any]) -> None:
    name = kind.__name__
    codec.register(
        name,
        RULES_SCHEMA,
        lambda event: engine.event_payload(event)[1],
        lambda payload: engine.event_from_payload(name, payload),
    )


RULES_EVENTS: tuple[type[Any], ...] = (
    engine.BidMade,
    engine.PassGameChosen,
    engine.Exchanged,
    engine.Declared,
    engine.LeaderNamed,
    engine.Discarded,
    engine.CardPlayed,
    engine.Claimed,
    engine.ClaimAnswered,
    engine.GameFinished,
)
for _kind in RULES_EVENTS:
    _register_rules(_kind)


def to_stored(event: object) -> NewEvent:
    """Any event of a game or a table in the form the store appends."""
    return codec.encode(type(event).__name__, event)


def from_stored(recorded: Recorded) -> Any:
    """The event behind a stored row.

    :raises UnknownEvent: newer code wrote it.
    """
    return codec.decode(recorded)
