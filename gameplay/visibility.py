"""``visible``: the one question that every way out of the service asks.

Sockets, event streams, pages, exports and programming interfaces all build what they send
from facts for which ``visible(viewer, fact, now)`` is true. Unknown viewers and unknown facts
see and show nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from engine import Seat

LIVE = "live"
BOARD = "board"
POLICIES = (LIVE, BOARD)


class Audience(Enum):
    SEAT = "seat"
    SPECTATOR = "spectator"
    DIRECTOR = "director"
    COMMENTATOR = "commentator"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class Viewer:
    audience: Audience
    seat: Seat | None = None


SPECTATOR = Viewer(Audience.SPECTATOR)


COMMENTATOR = Viewer(Audience.COMMENTATOR)
"""Named by an event, never an entrant of it: sees all hands while they are played."""


DEALER = Viewer(Audience.DEALER)
"""Lays the cards of a hall in their boards before play, on record and never an entrant: sees the
deals, and nothing of what comes of them."""


def at_seat(seat: Seat) -> Viewer:
    return Viewer(Audience.SEAT, seat)


class Kind(Enum):
    PLACE = "place"  # table, board k of n, whether it is being played
    PLAY = "play"  # what everybody at the table sees: calls, cards as they fall, open hands
    OWN = "own"  # a seat's unplayed hand, legal actions, its own face-down card
    DEAL = "deal"  # the four hands as they were dealt
    RESULT = "result"  # what came of it: tricks, partner, scores


@dataclass(frozen=True, slots=True)
class Fact:
    """``seat`` is whose hand it is, for ``OWN``. ``released`` is when the policy let it go."""

    kind: Kind
    policy: str
    finished: bool
    released: datetime | None = None
    seat: Seat | None = None


def visible(viewer: Viewer | None, fact: Fact, now: datetime) -> bool:
    """May this viewer be sent this fact at this moment? In doubt: no."""
    if viewer is None or fact.policy not in POLICIES:
        return False
    if fact.kind is Kind.PLACE:
        return True
    if viewer.audience is Audience.DIRECTOR:
        return True
    if viewer.audience is Audience.COMMENTATOR:
        # What a player may do, and would do next, is that player's own.
        return fact.kind in (Kind.PLAY, Kind.DEAL, Kind.RESULT)
    if viewer.audience is Audience.DEALER and fact.kind is Kind.DEAL:
        return True
    released = fact.released is not None and fact.released <= now
    if fact.kind is Kind.OWN:
        return fact.seat is not None and viewer == at_seat(fact.seat)
    if fact.kind is Kind.PLAY:
        return viewer.audience is Audience.SEAT or fact.policy == LIVE or released
    if fact.kind is Kind.RESULT:
        # The four at the table saw every trick; their own score is no news to them.
        return fact.finished and (viewer.audience is Audience.SEAT or released)
    if fact.kind is Kind.DEAL:
        return fact.finished and released
    return False
