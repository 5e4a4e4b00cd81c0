"""Events of a championship and how they lie in the store.

An event is written field by field under the names of its class: there is nothing in one that
JSON has no word for. A new field needs a new schema number, an upcaster and a stored sample.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from gameplay.eventstore import codec
from gameplay.eventstore.records import NewEvent, Recorded
from tournaments.domain import events

SCHEMAS: Mapping[type, int] = {
    **dict.fromkeys(events.EVENTS, 1),
    events.TournamentScheduled: 6,
}
NAMES = tuple(kind.__name__ for kind in SCHEMAS)
"""The event types of this package, for followers of the feed."""


def to_stored(event: events.TournamentEvent) -> NewEvent:
    return codec.encode(type(event).__name__, event)


def from_stored(recorded: Recorded) -> events.TournamentEvent:
    """:raises UnknownEvent: newer code wrote it."""
    event: events.TournamentEvent = codec.decode(recorded)
    return event


def _write(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _write(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: _write(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_write(item) for item in value]
    return value


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    """How a value of this declared type is read; found once for each type."""
    if is_dataclass(hint):
        kind: Any = hint
        readers = {name: _reader(each) for name, each in get_type_hints(kind).items()}
        return lambda value: kind(**{name: read(value[name]) for name, read in readers.items()})
    if get_origin(hint) is tuple:
        read = _reader(get_args(hint)[0])
        return lambda value: tuple(read(item) for item in value)
    if get_origin(hint) in (Union, UnionType):
        read = _reader(next(each for each in get_args(hint) if each is not type(None)))
        return lambda value: None if value is None else read(value)
    return lambda value: value


for _kind, _schema in SCHEMAS.items():
    codec.register(_kind.__name__, _schema, _write, _reader(_kind))

# Since 2 the last boards of a session may be pass games.
codec.register_upcaster("TournamentScheduled", 1, lambda old: {**old, "dessert": []})
# Since 3 people can talk at a table; before, nobody could, and the default is the careful one.
codec.register_upcaster("TournamentScheduled", 2, lambda old: {**old, "chat": "between"})
# Since 4 the featured table can be shown later than the others.
codec.register_upcaster("TournamentScheduled", 3, lambda old: {**old, "delay": 0})
# Since 5 an event has a language; before, pages spoke Dutch to whoever asked for none of ours.
codec.register_upcaster("TournamentScheduled", 4, lambda old: {**old, "language": "nl"})
# Since 6 there may be a clock at the tables; before, everybody had all the time of the round.
NO_CLOCK = {"action_seconds": 0, "board_reserve": 0, "stand_in_after": 0, "given_back": "at_once"}
codec.register_upcaster("TournamentScheduled", 5, lambda old: {**old, **NO_CLOCK})
