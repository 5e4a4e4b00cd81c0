"""What an organizer does at the desk, as it lies in the stream of a championship, and its fold.

Results are an entry's, whoever sat in its seat; so a stand-in changes no seat and no score.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from tournaments.domain.reasons import Reason

__all__ = [
    "Call",
    "Desk",
    "DeskEvent",
    "Message",
    "MessageSent",
    "SeatsSwapped",
    "StandInLeft",
    "StandInSeated",
    "apply",
    "exchanged",
    "leave",
]


@dataclass(frozen=True, slots=True)
class StandInSeated:
    """From this round on somebody sits in the seat of the entry: the person ``user``, the house
    player ``player``, or in the hall a person whose name ``called`` points to."""

    entry: str
    from_round: int
    user: int | None
    player: str
    called: Reason | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class StandInLeft:
    """The entry has its seat again, from this round on."""

    entry: str
    from_round: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """In this round alone these two sit in each other's chairs."""

    round: int
    first: str
    second: str
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class MessageSent:
    """The organizer says something at a table (``number``; 0: at all of them, and on the screen of
    the hall). It stands in place of what was said there before; without words that is gone."""

    table: str
    number: int
    reason: Reason | None = None


DeskEvent = StandInSeated | StandInLeft | MessageSent


@dataclass(frozen=True, slots=True)
class Message:
    number: int
    text: Reason
    said: datetime


@dataclass(frozen=True, slots=True)
class Call:
    """A call for the director. ``state``: waiting, or how it was answered last."""

    number: int
    table: str
    entry: str
    kind: str
    called: datetime
    why: Reason | None = None
    state: str = "waiting"
    answered: datetime | None = None
    says: Reason | None = None

    @property
    def open(self) -> bool:
        return self.state != "done"


@dataclass(frozen=True, slots=True)
class Desk:
    """Who sits for whom now, by entry; and what stands at tables, by table, "" for all."""

    stand_ins: Mapping[str, StandInSeated] = field(default_factory=dict)
    messages: Mapping[str, Message] = field(default_factory=dict)
    sat_in: frozenset[int] = frozenset()
    """People who have seen cards in a seat of somebody else."""

    def seats(self, user: int) -> bool:
        """Whether this person sits in for somebody now."""
        return any(one.user == user for one in self.stand_ins.values())

    def heard_at(self, table: str) -> list[Message]:
        """What this table is told, the newest last."""
        found = [self.messages[key] for key in ("", table) if key in self.messages]
        return sorted(found, key=lambda message: message.said)


def apply(desk: Desk, event: DeskEvent, at: datetime) -> Desk:
    match event:
        case StandInSeated(entry=entry, user=user):
            seen = desk.sat_in if user is None else desk.sat_in | {user}
            return replace(desk, stand_ins={**desk.stand_ins, entry: event}, sat_in=seen)
        case StandInLeft(entry=entry):
            left = {key: one for key, one in desk.stand_ins.items() if key != entry}
            return replace(desk, stand_ins=left)
        case MessageSent(table=table, number=number, reason=text):
            kept = {key: one for key, one in desk.messages.items() if key != table}
            if text is not None:
                kept[table] = Message(number, text, at)
            return replace(desk, messages=kept)


def leave(desk: Desk, there: Collection[str]) -> Desk:
    """Nobody sits in for an entry that plays no more: whoever did may have another seat."""
    left = {key: one for key, one in desk.stand_ins.items() if key in there}
    return replace(desk, stand_ins=left)


def exchanged(chairs: tuple[str, ...], event: SeatsSwapped) -> tuple[str, ...]:
    others = {event.first: event.second, event.second: event.first}
    return tuple(others.get(key, key) for key in chairs)
