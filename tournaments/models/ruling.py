from __future__ import annotations

from django.db import models

from tournaments.models.board import Board
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class Ruling(models.Model):
    """What a director decided about a score, and whether it holds. Words are personal texts."""

    ADJUSTED, PENALTY, FOULED, SEATS, TURNED, AMENDED = (
        "adjusted",
        "penalty",
        "fouled",
        "seats",
        "turned",
        "amended",
    )

    key = models.CharField(primary_key=True, max_length=80)
    """``<tournament>:<ruling>``"""
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rulings")
    number = models.IntegerField()
    """In the order in which they were made, from 1."""
    kind = models.CharField(max_length=12)
    board = models.ForeignKey(Board, models.CASCADE, null=True, related_name="rulings")
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="rulings")
    table = models.IntegerField(null=True)
    what = models.JSONField()
    """The event's other fields, by name."""
    by = models.BigIntegerField()
    """The director's user id; 0 for nobody's."""
    made = models.DateTimeField()
    text_id = models.CharField(max_length=40, default="")
    undone = models.DateTimeField(null=True)
    undone_text_id = models.CharField(max_length=40, default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="one_ruling_by_number"),
        )
