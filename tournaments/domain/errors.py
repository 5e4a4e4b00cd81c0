"""Refusals of the pure part: `code` for programs, `detail` with facts, English for logs."""

from __future__ import annotations

from typing import ClassVar

from engine.errors import RikkenError

__all__ = ["DealsRefused"]


class DealsRefused(RikkenError):
    """Something cannot be dealt, or a file does not prove what it should.

    The code is one of `rikdeal-1` §8. Message and detail name places (a session, a board) and never
    a key, a number or a card: they end up in logs while the deals are still secret.
    """

    default_code: ClassVar[str] = "bad_deals"
