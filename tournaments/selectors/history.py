"""What happened in a tournament, and why, as its organizer reads it back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gameplay.eventstore import store
from tournaments import codec
from tournaments.domain.events import TournamentEvent


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


def of(key: str) -> list[Happened]:
    """Oldest first, in two queries."""
    recorded = store.load(f"tournament-{key}")
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
