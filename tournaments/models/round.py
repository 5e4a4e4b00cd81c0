from __future__ import annotations

from typing import ClassVar

from django.db import models

from tournaments.models.tournament import Tournament


class Session(models.Model):
    """An evening: it has one key of its own, revealed after its last table has closed."""

    key = models.CharField(primary_key=True, max_length=80)
    """``<tournament>:<name>``"""
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sessions")
    name = models.CharField(max_length=16)
    """"1", "2", …: the session's id in manifest and results."""
    number = models.IntegerField()
    starts = models.DateTimeField()
    boards_count = models.IntegerField()
    revealed = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="session_number"),
        )


class Round(models.Model):
    """A stretch in which the same four meet. Its number counts through all sessions."""

    PLANNED, DEALT, RUNNING, PAUSED, CLOSING, CLOSED = (
        "planned",
        "dealt",
        "running",
        "paused",
        "closing",
        "closed",
    )
    STATES: ClassVar[tuple[str, ...]] = (PLANNED, DEALT, RUNNING, PAUSED, CLOSING, CLOSED)

    key = models.CharField(primary_key=True, max_length=80)
    """``<tournament>:<number>``"""
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    session = models.ForeignKey(Session, models.CASCADE, related_name="rounds")
    number = models.IntegerField()
    state = models.CharField(max_length=12, db_index=True)
    starts = models.DateTimeField()
    """As planned, or as it was moved to."""
    minutes = models.IntegerField()
    started = models.DateTimeField(null=True)
    ends = models.DateTimeField(null=True)
    """When the clock runs out; null before the start and while paused."""
    seconds_left = models.IntegerField(null=True)
    """While paused: what the clock will show when play goes on."""
    closed = models.DateTimeField(null=True)
    first_board = models.IntegerField()
    last_board = models.IntegerField()
    """Numbers of its boards in the session, both included."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number"),
        )
