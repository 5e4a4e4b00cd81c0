"""What happened at the table. Stored for ever, so a payload holds what a person did and nothing
that the rules can work out again; `GameFinished` is a bell for followers, not a second truth.

An event is not fit for sending: the declaration holds a blind call, the face-down lead and the
discard their cards.
What the table may see of one is `engine.telling.public_event`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import CARDS, Card, Suit
from engine.commands import (
    AnswerClaim,
    ChoosePassGame,
    Claim,
    Command,
    Declare,
    Discard,
    Exchange,
    MakeBid,
    NameLeader,
    PlayCard,
    read_fields,
    write_action,
)
from engine.errors import MalformedAction, quoted
from engine.seats import SEATS, Seat

__all__ = [
    "BidMade",
    "CardPlayed",
    "ClaimAnswered",
    "Claimed",
    "Declared",
    "Discarded",
    "Event",
    "Exchanged",
    "GameFinished",
    "LeaderNamed",
    "PassGameChosen",
    "card_played",
    "command_of",
    "event_from_payload",
    "event_of",
    "event_payload",
]


@dataclass(frozen=True, slots=True)
class BidMade:
    seat: Seat
    bid: str


@dataclass(frozen=True, slots=True)
class PassGameChosen:
    seat: Seat
    game: str


@dataclass(frozen=True, slots=True)
class Declared:
    seat: Seat
    trump: Suit | None
    card: Card | None
    blind: bool = False


@dataclass(frozen=True, slots=True)
class LeaderNamed:
    seat: Seat
    leader: Seat


@dataclass(frozen=True, slots=True)
class Discarded:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Everybody sees both cards: the one taken lay open, and the one given lies there now."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    card: Card
    face_down: bool = False
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """The hand of this seat lies open from here on; what it holds the deal says."""

    seat: Seat
    tricks: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    seat: Seat
    accept: bool


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The deal is over. Its result is derived from the other events."""


Action = (
    BidMade
    | PassGameChosen
    | Exchanged
    | Declared
    | LeaderNamed
    | Discarded
    | CardPlayed
    | Claimed
    | ClaimAnswered
)
Event = Action | GameFinished

_PLAYED: tuple[tuple[tuple[CardPlayed, ...], ...], ...] = tuple(
    tuple(tuple(CardPlayed(seat, card, face_down) for card in CARDS) for seat in SEATS)
    for face_down in (False, True)
)


def card_played(seat: Seat, card: Card, *, face_down: bool = False) -> CardPlayed:
    """The one shared object for this event."""
    return _PLAYED[face_down][seat][card.index]


def event_of(command: Command) -> Action:
    """What has happened once this command is accepted: the same facts, in the past tense."""
    if isinstance(command, PlayCard):
        if command.by is not None:
            return CardPlayed(command.seat, command.card, command.face_down, command.by)
        return card_played(command.seat, command.card, face_down=command.face_down)
    if isinstance(command, MakeBid):
        return BidMade(command.seat, command.bid)
    if isinstance(command, ChoosePassGame):
        return PassGameChosen(command.seat, command.game)
    if isinstance(command, NameLeader):
        return LeaderNamed(command.seat, command.leader)
    if isinstance(command, Discard):
        return Discarded(command.seat, command.card)
    if isinstance(command, Claim):
        return Claimed(command.seat, command.tricks)
    if isinstance(command, AnswerClaim):
        return ClaimAnswered(command.seat, command.accept)
    if isinstance(command, Exchange):
        return Exchanged(command.seat, command.card)
    return Declared(command.seat, command.trump, command.card, command.blind)


def command_of(event: Action) -> Command:
    if isinstance(event, CardPlayed):
        return PlayCard(event.seat, event.card, event.face_down, event.by)
    if isinstance(event, BidMade):
        return MakeBid(event.seat, event.bid)
    if isinstance(event, PassGameChosen):
        return ChoosePassGame(event.seat, event.game)
    if isinstance(event, LeaderNamed):
        return NameLeader(event.seat, event.leader)
    if isinstance(event, Discarded):
        return Discard(event.seat, event.card)
    if isinstance(event, Claimed):
        return Claim(event.seat, event.tricks)
    if isinstance(event, ClaimAnswered):
        return AnswerClaim(event.seat, event.accept)
    if isinstance(event, Exchanged):
        return Exchange(event.seat, event.card)
    return Declare(event.seat, event.trump, event.card, event.blind)


_DO_OF = {
    "BidMade": "bid",
    "PassGameChosen": "choose",
    "Declared": "declare",
    "LeaderNamed": "leader",
    "Discarded": "discard",
    "Exchanged": "exchange",
    "CardPlayed": "play",
    "Claimed": "claim",
    "ClaimAnswered": "answer",
}


def event_payload(event: Event) -> tuple[str, dict[str, object]]:
    """Name and fields as they are stored: the record's fields without its `do`."""
    if isinstance(event, GameFinished):
        return "GameFinished", {}
    fields = write_action(command_of(event))
    del fields["do"]
    return type(event).__name__, fields


def event_from_payload(name: str, payload: Mapping[str, object]) -> Event:
    if name == "GameFinished":
        return GameFinished()
    if name not in _DO_OF:
        raise MalformedAction(f"{quoted(name)} is not an event", code="unknown_event")
    return event_of(read_fields(_DO_OF[name], payload))
