"""What a director rules about scores, as it lies in the stream of a championship.

`rulings` folds it and decides, `duplicate` and `standings` say what comes of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.domain.reasons import Reason

__all__ = [
    "BoardFouled",
    "HeldSeats",
    "PenaltyGiven",
    "ResultAmended",
    "RuledOutcome",
    "RulingEvent",
    "RulingUndone",
    "ScoreAdjusted",
    "SeatsCorrected",
    "TrayTurned",
]


@dataclass(frozen=True, slots=True)
class RuledOutcome:
    """Points that a ruling puts in place of those made; ``weight`` is a fraction as text."""

    points: int
    weight: str


@dataclass(frozen=True, slots=True)
class ScoreAdjusted:
    """An entry's score on a board as a director decided it: ``award`` (``AVE+``, ``AVE``,
    ``AVE-``), or else outcomes whose weights sum 1.

    Of this and of all rulings: ``ruling`` is a key of its own, by which it can be undone, ``by``
    the director's user id, 0 for nobody's.
    """

    ruling: str
    session: str
    board: int
    entry: str
    award: str
    outcomes: tuple[RuledOutcome, ...]
    by: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """Taken from an entry's totals: percent of one board, or points, as text. ``round`` is where
    it was earned; its own ranking has it too."""

    ruling: str
    entry: str
    round: int
    percent: str
    points: str
    by: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class BoardFouled:
    """These tables, by number, held other cards than the rest: they are compared among each
    other, as everybody who played the ``variant``."""

    ruling: str
    session: str
    board: int
    tables: tuple[int, ...]
    variant: str
    by: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class HeldSeats:
    table: int
    seats: tuple[str, ...]
    """Entries in the compass seats N E S W of the board."""


@dataclass(frozen=True, slots=True)
class SeatsCorrected:
    """Who really held which cards; the scores stay with the cards."""

    ruling: str
    session: str
    board: int
    tables: tuple[HeldSeats, ...]
    by: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class TrayTurned:
    """The tray lay turned: who thought to hold N held the seat ``turn`` places clockwise of it,
    and took the score along. So did everybody."""

    ruling: str
    session: str
    board: int
    table: int
    turn: int
    by: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class ResultAmended:
    """The director says what came of the board: facts as ``engine.read_facts`` takes them."""

    ruling: str
    session: str
    board: int
    table: int
    facts: Mapping[str, object]
    by: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class RulingUndone:
    ruling: str
    by: int
    reason: Reason | None = None


RulingEvent = (
    ScoreAdjusted | PenaltyGiven | BoardFouled | SeatsCorrected | TrayTurned | ResultAmended
)
