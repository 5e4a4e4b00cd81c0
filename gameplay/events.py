"""What happened at a table and in a game, as it lies in the store.

A game's stream begins with ``GameOpened`` and goes on with the engine's events; a table's
stream holds the events below. Events name people by user id and deals by id and digest:
no card that has not been played, no key and no name is ever in one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import engine
from engine import Seat
from gameplay.eventstore import codec
from gameplay.eventstore.records import NewEvent, Recorded


@dataclass(frozen=True, slots=True)
class GameOpened:
    """The first event of every game; it freezes the rules that hold for all that follows."""

    ruleset: str
    options: Mapping[str, object]
    options_sha256: str
    dealer: Seat
    board: int
    deal_id: str
    deal_digest: str
    policy: str
    table_id: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    """``length`` counts deals, a multiple of four, or is None for an open end."""

    ruleset: str
    options: Mapping[str, object]
    options_sha256: str
    length: int | None
    policy: str
    opener: int | None
    first_dealer: Seat


@dataclass(frozen=True, slots=True)
class SeatInvited:
    seat: Seat
    invitation: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """By a person (``user_id``) or by the house player ``player``."""

    seat: Seat
    user_id: int | None
    player: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatHandedToHouse:
    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class SeatGivenBack:
    seat: Seat


@dataclass(frozen=True, slots=True)
class BoardOpened:
    game_id: str
    board: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class SeatReady:
    seat: Seat
    board: int


@dataclass(frozen=True, slots=True)
class TableClosed:
    reason: str


TableEvent = (
    TableOpened
    | SeatInvited
    | SeatTaken
    | SeatLeft
    | SeatHandedToHouse
    | SeatGivenBack
    | BoardOpened
    | SeatReady
    | TableClosed
)


def _seat(payload: Mapping[str, Any]) -> Seat:
    return Seat.parse(payload["seat"])


# One row for each event of this package: how it is written, how it is read. A new field
# needs a new schema number, an upcaster and a stored sample in tests/gameplay/samples.
_FORMS: tuple[
    tuple[type[Any], Callable[[Any], dict[str, object]], Callable[[Any], object]], ...
] = (
    (
        GameOpened,
        lambda e: {
            "ruleset": e.ruleset,
            "options": dict(e.options),
            "options_sha256": e.options_sha256,
            "dealer": e.dealer.letter,
            "board": e.board,
            "deal": {"id": e.deal_id, "digest": e.deal_digest},
            "policy": e.policy,
            "table": e.table_id,
        },
        lambda p: GameOpened(
            ruleset=p["ruleset"],
            options=p["options"],
            options_sha256=p["options_sha256"],
            dealer=Seat.parse(p["dealer"]),
            board=p["board"],
            deal_id=p["deal"]["id"],
            deal_digest=p["deal"]["digest"],
            policy=p["policy"],
            table_id=p["table"],
        ),
    ),
    (
        TableOpened,
        lambda e: {
            "ruleset": e.ruleset,
            "options": dict(e.options),
            "options_sha256": e.options_sha256,
            "length": e.length,
            "policy": e.policy,
            "opener": e.opener,
            "first_dealer": e.first_dealer.letter,
        },
        lambda p: TableOpened(
            ruleset=p["ruleset"],
            options=p["options"],
            options_sha256=p["options_sha256"],
            length=p["length"],
            policy=p["policy"],
            opener=p["opener"],
            first_dealer=Seat.parse(p["first_dealer"]),
        ),
    ),
    (
        SeatInvited,
        lambda e: {"seat": e.seat.letter, "invitation": e.invitation},
        lambda p: SeatInvited(_seat(p), p["invitation"]),
    ),
    (
        SeatTaken,
        lambda e: {"seat": e.seat.letter, "user": e.user_id, "player": e.player},
        lambda p: SeatTaken(_seat(p), p["user"], p["player"]),
    ),
    (SeatLeft, lambda e: {"seat": e.seat.letter}, lambda p: SeatLeft(_seat(p))),
    (
        SeatHandedToHouse,
        lambda e: {"seat": e.seat.letter, "player": e.player},
        lambda p: SeatHandedToHouse(_seat(p), p["player"]),
    ),
    (SeatGivenBack, lambda e: {"seat": e.seat.letter}, lambda p: SeatGivenBack(_seat(p))),
    (
        BoardOpened,
        lambda e: {"game": e.game_id, "board": e.board, "dealer": e.dealer.letter},
        lambda p: BoardOpened(p["game"], p["board"], Seat.parse(p["dealer"])),
    ),
    (
        SeatReady,
        lambda e: {"seat": e.seat.letter, "board": e.board},
        lambda p: SeatReady(_seat(p), p["board"]),
    ),
    (TableClosed, lambda e: {"reason": e.reason}, lambda p: TableClosed(p["reason"])),
)

SCHEMA = 1
for _kind, _write, _read in _FORMS:
    codec.register(_kind.__name__, SCHEMA, _write, _read)


def _register_rules(kind: type[Any]) -> None:
    name = kind.__name__
    codec.register(
        name,
        SCHEMA,
        lambda event: engine.event_payload(event)[1],
        lambda payload: engine.event_from_payload(name, payload),
    )


RULES_EVENTS: tuple[type[Any], ...] = (
    engine.BidMade,
    engine.PassGameChosen,
    engine.Declared,
    engine.CardPlayed,
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
