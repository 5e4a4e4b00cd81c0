"""Events of a championship and how they lie in the store.

A new field needs a new schema number, an upcaster and a stored sample.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gameplay.eventstore import codec, plain
from gameplay.eventstore.records import NewEvent, Recorded
from tournaments.domain import events

SCHEMAS: Mapping[type, int] = {
    **dict.fromkeys(events.EVENTS, 1),
    events.TournamentScheduled: 9,
    events.EntryMade: 2,
    events.RoundsSeated: 3,
}
NAMES = tuple(kind.__name__ for kind in SCHEMAS)
"""The event types of this package, for followers of the feed."""


def to_stored(event: events.TournamentEvent) -> NewEvent:
    return codec.encode(type(event).__name__, event)


def from_stored(recorded: Recorded) -> events.TournamentEvent:
    """:raises UnknownEvent: newer code wrote it."""
    event: events.TournamentEvent = codec.decode(recorded)
    return event


plain.register(SCHEMAS)

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
# Since 7 players may be let take back; before, what was done was done.
codec.register_upcaster("TournamentScheduled", 6, lambda old: {**old, "undo": False})
# Since 8 tables may be in a hall, with real cards; before, all were online.
codec.register_upcaster("TournamentScheduled", 7, lambda old: {**old, "venue": "online"})
# Since 9 tables may play their own cards, and for money; before, all played the same for nothing.
SAME_CARDS = {"cards": "duplicate", "plan": "meet", "tariff": 0}
codec.register_upcaster("TournamentScheduled", 8, lambda old: {**old, **SAME_CARDS})
codec.register_upcaster("EntryMade", 1, lambda old: {**old, "place": "online", "called": None})


def _tables(old: Mapping[str, Any], **more: object) -> dict[str, Any]:
    rounds = [
        {**each, "tables": [{**table, **more} for table in each["tables"]]}
        for each in old["rounds"]
    ]
    return {**old, "rounds": rounds}


codec.register_upcaster("RoundsSeated", 1, lambda old: _tables(old, hall=False))
# Since 3 there may be five at a table, of whom one sits out each deal.
codec.register_upcaster("RoundsSeated", 2, lambda old: _tables(old, out=[]))
