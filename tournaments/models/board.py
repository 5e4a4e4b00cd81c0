from __future__ import annotations

from django.db import models

from tournaments.models.round import Round, Session
from tournaments.models.tournament import Tournament


class SessionKey(models.Model):
    """A source, never rebuilt: the only place of a session's key, encrypted with ``DEAL_KEY``.

    Opened by ``tournaments.services.deals`` to deal, and to publish it once the session is over.
    """

    key = models.CharField(primary_key=True, max_length=80)
    """``<tournament>:<session>:<n>``: n counts the commitments, 1 for the first."""
    session = models.ForeignKey(Session, models.DO_NOTHING, db_constraint=False, related_name="+")
    sealed = models.BinaryField()
    created = models.DateTimeField()

    def __str__(self) -> str:
        return "session key"


class Board(models.Model):
    """A numbered deal and its dealer: one row for all tables. The cards lie in a sealed deal."""

    key = models.CharField(primary_key=True, max_length=80)
    """``<tournament>:<session>:<number>``"""
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="boards")
    session = models.ForeignKey(Session, models.CASCADE, related_name="boards")
    round = models.ForeignKey(Round, models.CASCADE, related_name="boards")
    number = models.IntegerField()
    """In the session, as the manifest counts."""
    dealer = models.CharField(max_length=1)
    deal_id = models.CharField(max_length=40)
    """"" where every table shuffles its own cards."""
    deal_digest = models.CharField(max_length=64)
    closed = models.DateTimeField(null=True)
    """When its last table had closed it."""
    released = models.DateTimeField(null=True, db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="board_number_in_session"),
            models.UniqueConstraint(
                fields=["deal_id"],
                condition=~models.Q(deal_id=""),
                name="no_deal_on_two_boards",
            ),
        )

    def __str__(self) -> str:
        return f"board {self.key}"
