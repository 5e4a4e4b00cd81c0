"""What happened in a tournament, and why, as it is read back on pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gameplay.eventstore import store
from tournaments import codec
from tournaments.domain.events import (
    BoardFouled,
    BoardRolledBack,
    BoardsGivenUp,
    CardsTaken,
    DirectorAnswered,
    DirectorCalled,
    EntryReinstated,
    EntryWithdrawn,
    MessageSent,
    PenaltyGiven,
    ResultAmended,
    ResultCorrected,
    ResultEntered,
    RoundsSeated,
    RulingUndone,
    ScoreAdjusted,
    SeatsCorrected,
    SeatsSwapped,
    StandInLeft,
    StandInSeated,
    TablesPlanned,
    TournamentEvent,
    TrayTurned,
)

ABOUT_CARDS = (
    CardsTaken,
    DirectorCalled,
    DirectorAnswered,
    BoardFouled,
    SeatsCorrected,
    TrayTurned,
    ResultAmended,
    RulingUndone,
    BoardRolledBack,
    ResultEntered,
    ResultCorrected,
    BoardsGivenUp,
)
"""Events whose reason may tell of cards that others have yet to play: the director's alone."""
ABOUT_PEOPLE = (
    EntryWithdrawn,
    EntryReinstated,
    RoundsSeated,
    TablesPlanned,
    ScoreAdjusted,
    PenaltyGiven,
    StandInSeated,
    StandInLeft,
    SeatsSwapped,
)
"""Events whose reason may tell of somebody's health, home or conduct: why he left, whom it moved,
what he did."""


@dataclass(frozen=True, slots=True)
class Happened:
    """``words`` are the reason given; ``removed``: there were some, and their writer is erased."""

    version: int
    at: datetime
    actor: str
    kind: str
    event: TournamentEvent
    words: str | None
    removed: bool

    @property
    def user_id(self) -> int | None:
        """Who did it; None: the service did, by itself."""
        kind, _, who = self.actor.partition(":")
        return int(who) if kind == "user" and who.isdecimal() else None

    def tells_why_to(self, *, organizer: bool, entry: str) -> bool:
        """What was decided about the event is everybody's; why somebody left is his own and the
        organizer's. ``entry`` is that of whoever reads, "" if he has none."""
        at_one_table = isinstance(self.event, MessageSent) and self.event.number != 0
        if at_one_table or isinstance(self.event, ABOUT_CARDS):
            return organizer and not entry
        if organizer or not isinstance(self.event, ABOUT_PEOPLE):
            return True
        return getattr(self.event, "entry", None) == entry


def of(key: str, *, after: int = 0, most: int | None = None) -> list[Happened]:
    """Oldest first, in two queries; those behind the version ``after``, ``most`` of them."""
    recorded = store.load(f"tournament-{key}", after)[:most]
    events = [codec.from_stored(row) for row in recorded]
    reasons = [getattr(event, "reason", None) for event in events]
    texts = store.read_texts(reason.id for reason in reasons if reason)
    return [
        Happened(
            version=row.version,
            at=row.time,
            actor=row.actor,
            kind=row.type,
            event=event,
            words=texts.get(reason.id) if reason else None,
            removed=reason is not None and reason.id not in texts,
        )
        for row, event, reason in zip(recorded, events, reasons, strict=True)
    ]
