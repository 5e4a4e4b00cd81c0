"""Refusals of play that the rules of the card game know nothing about.

They share the shape of the engine's errors (code, detail, message), so that sockets, pages
and tests treat both alike. Text for people is looked up by code in ``gameplay.texts``.
"""

from __future__ import annotations


class PlayRefused(Exception):
    """A person can understand this and do something about it; nothing was changed.

    ``detail`` holds facts that can be written as JSON, never a card of somebody else's hand.
    """

    def __init__(self, code: str, message: str, **detail: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.detail = detail


class NotFound(PlayRefused):
    """The table or game does not exist, or must not be known to this person."""


class NotAllowed(PlayRefused):
    """This person may not do this here."""


class StaleView(PlayRefused):
    """The command was based on another version than the stream has; detail: version."""


class Interrupted(PlayRefused):
    """The table closed before the game was over; an event in its stream says why."""


class CommandReused(PlayRefused):
    """The same command id came before with other content or from somebody else."""


class MalformedMessage(PlayRefused):
    """A socket message that is no command at all."""
