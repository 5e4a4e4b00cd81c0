"""Who plays in a championship: an entry as a value, and its fold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from tournaments.domain.events import (
    EntryMade,
    EntryOfMember,
    EntryPlaced,
    EntryReinstated,
    EntryWithdrawn,
)
from tournaments.domain.reasons import Reason

__all__ = ["ONLINE", "Entry", "EntryEvent", "apply"]

ONLINE = "online"


@dataclass(frozen=True, slots=True)
class Entry:
    """A person's or a house player's place in the field. Withdrawn entries stay."""

    key: str
    user: int | None
    player: str
    name: str
    standing: bool
    entered: datetime
    place: str = ONLINE
    called: Reason | None = None
    """Where the name of a person without an account is."""
    member: str = ""
    """In whose name the club that holds it has entered somebody without an account."""
    withdrawn_from: int | None = None
    """The first round it does not play; None: it plays."""

    @property
    def active(self) -> bool:
        return self.withdrawn_from is None

    @property
    def fills(self) -> bool:
        """A house player, or in the hall whoever is at hand, that keeps a seat warm for which
        there is no entry."""
        return self.active and not self.standing and self.user is None


EntryEvent = EntryMade | EntryPlaced | EntryWithdrawn | EntryReinstated | EntryOfMember


def apply(known: Entry | None, event: EntryEvent, at: datetime) -> Entry:
    """``known``: None for a new one."""
    if isinstance(event, EntryMade):
        return Entry(
            event.entry,
            event.user,
            event.player,
            event.name,
            event.standing,
            at,
            event.place,
            event.called,
            known.member if known else "",
        )
    assert known is not None
    match event:
        case EntryPlaced(place=place):
            return replace(known, place=place)
        case EntryWithdrawn(from_round=number):
            return replace(known, withdrawn_from=number)
        case EntryReinstated():
            return replace(known, withdrawn_from=None)
        case EntryOfMember(member=member):
            return replace(known, member=member)
