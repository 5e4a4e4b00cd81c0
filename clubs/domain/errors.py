"""Refusals: `code` for programs, `detail` with facts, English for logs; words are in texts.py."""

from __future__ import annotations


class ClubRefused(Exception):
    """A member can understand this and do something about it; nothing was changed."""

    def __init__(self, code: str, message: str, **detail: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.detail = detail


class NotAllowed(ClubRefused):
    """This person's roles do not give the power to do this."""


class NoSuchClub(ClubRefused):
    """It does not exist, or it has no such member, request, invitation or evening."""
