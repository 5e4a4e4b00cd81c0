from __future__ import annotations

from django.db import models

from tournaments.models.entry import Entry
from tournaments.models.round import Round


class RoundTable(models.Model):
    """A table for one round. ``key`` is the id of the table in gameplay, known when seated."""

    key = models.CharField(primary_key=True, max_length=40)
    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.IntegerField()
    opened = models.BooleanField(default=False)
    hall = models.BooleanField(default=False)
    """Real cards: nothing is opened for it, and results are written down."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["round", "number"], name="table_number_in_round"),
        )


class RoundSeat(models.Model):
    """Who sits in which chair. On a board the chair's cards are those of another compass seat."""

    key = models.CharField(primary_key=True, max_length=44)
    """``<table>:<chair>``"""
    table = models.ForeignKey(RoundTable, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="seats")
    chair = models.CharField(max_length=1)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["round", "entry"], name="one_seat_in_each_round"),
        )
