"""Events of a club and how they lie in the store.

A new field needs a new schema number, an upcaster and a stored sample.
"""

from __future__ import annotations

from collections.abc import Mapping

from clubs.domain import events
from gameplay.eventstore import codec, plain
from gameplay.eventstore.records import NewEvent, Recorded

SCHEMAS: Mapping[type, int] = {**dict.fromkeys(events.EVENTS, 1), events.MemberLeft: 2}


def to_stored(event: events.ClubEvent) -> NewEvent:
    return codec.encode(type(event).__name__, event)


def from_stored(recorded: Recorded) -> events.ClubEvent:
    """:raises UnknownEvent: newer code wrote it."""
    event: events.ClubEvent = codec.decode(recorded)
    return event


plain.register(SCHEMAS)

# Since 2 it is said whether somebody else did it; before, only who did gave a reason.
codec.register_upcaster("MemberLeft", 1, lambda old: {**old, "removed": old["reason"] is not None})
