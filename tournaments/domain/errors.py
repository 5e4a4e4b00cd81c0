"""Refusals: `code` for programs, `detail` with facts, English for logs."""

from __future__ import annotations

from typing import ClassVar

from engine.errors import RikkenError

__all__ = ["DealsRefused", "NoSuchTournament", "TournamentRefused"]


class DealsRefused(RikkenError):
    """Something cannot be dealt, or a file does not prove what it should.

    The code is one of `rikdeal-1` §8. Message and detail name places (a session, a board) and never
    a key, a number or a card: they end up in logs while the deals are still secret.
    """

    default_code: ClassVar[str] = "bad_deals"


class TournamentRefused(RikkenError):
    """An organizer or a player can understand this and do something about it."""

    def __init__(self, code: str, message: str, **detail: object) -> None:
        super().__init__(message, code=code, detail=detail)


class NoSuchTournament(TournamentRefused):
    """It does not exist, or it has no such round or entry."""
