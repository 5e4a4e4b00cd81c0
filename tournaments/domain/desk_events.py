"""What an organizer does at the desk, as it lies in the stream of a championship, and its fold.

Results are an entry's, whoever sat in its seat; so a stand-in changes no seat and no score.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from tournaments.domain import sittings
from tournaments.domain.reasons import Reason
from tournaments.domain.sittings import Sitting

__all__ = [
    "Call",
    "Desk",
    "DeskEvent",
    "Message",
    "MessageSent",
    "Sat",
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


class Sat(NamedTuple):
    """For whom somebody sat in, and the last round of which he has seen boards there."""

    entry: str
    round: int


@dataclass(frozen=True, slots=True)
class Desk:
    """Who sits for whom now, by entry; and what stands at tables, by table, "" for all."""

    stand_ins: Mapping[str, StandInSeated] = field(default_factory=dict)
    messages: Mapping[str, Message] = field(default_factory=dict)
    sat_in: Mapping[int, Sat] = field(default_factory=dict)
    """By user, of those who have seen cards in a seat of somebody else, the last one."""
    sittings: tuple[Sitting, ...] = ()
    """Everybody who has ever sat in for somebody, in the order in which they sat down."""

    def seats(self, user: int) -> bool:
        """Whether this person sits in for somebody now."""
        return any(one.user == user for one in self.stand_ins.values())

    def heard_at(self, table: str) -> list[Message]:
        """What this table is told, the newest last."""
        found = [self.messages[key] for key in ("", table) if key in self.messages]
        return sorted(found, key=lambda message: message.said)


def apply(desk: Desk, event: DeskEvent, at: datetime, begun: int) -> Desk:
    """``begun``: the last round that has, 0 before the first."""
    match event:
        case StandInSeated(entry=entry, user=user):
            freed = _without(desk, [entry], begun, event.from_round, at)
            sat_in = {} if user is None else {user: Sat(entry, begun)}
            return replace(
                freed,
                stand_ins={**freed.stand_ins, entry: event},
                sat_in={**freed.sat_in, **sat_in},
                sittings=(*freed.sittings, _sitting(event, at)),
            )
        case StandInLeft(entry=entry, from_round=number):
            return _without(desk, [entry], begun, number, at)
        case MessageSent(table=table, number=number, reason=text):
            kept = {key: one for key, one in desk.messages.items() if key != table}
            if text is not None:
                kept[table] = Message(number, text, at)
            return replace(desk, messages=kept)


def leave(desk: Desk, there: Collection[str], begun: int, at: datetime) -> Desk:
    """Nobody sits in for an entry that plays no more: whoever did may have another seat."""
    gone = [key for key in desk.stand_ins if key not in there]
    return _without(desk, gone, begun, begun + 1, at)


def _sitting(event: StandInSeated, at: datetime) -> Sitting:
    return Sitting(event.entry, event.from_round, at, event.user, event.player, event.called)


def _without(
    desk: Desk, entries: Collection[str], begun: int, from_round: int, at: datetime
) -> Desk:
    left = {key: one for key, one in desk.stand_ins.items() if key not in entries}
    seen = {
        one.user: Sat(key, begun)
        for key in entries
        if (one := desk.stand_ins.get(key)) is not None and one.user is not None
    }
    sat = desk.sittings
    for key in entries:
        sat = sittings.ended(sat, key, from_round, at)
    return replace(desk, stand_ins=left, sat_in={**desk.sat_in, **seen}, sittings=sat)


def exchanged(chairs: tuple[str, ...], event: SeatsSwapped) -> tuple[str, ...]:
    others = {event.first: event.second, event.second: event.first}
    return tuple(others.get(key, key) for key in chairs)
