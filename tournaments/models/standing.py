from __future__ import annotations

from django.db import models

from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class Standing(models.Model):
    """A player's line with every component that decided it.

    ``scope`` 0 is the whole event so far, n the boards of round n alone. Exact values are
    fractions as text; the ``shown_…`` columns are rounded for people as ``scoring.md`` says.
    """

    key = models.CharField(primary_key=True, max_length=100)
    """``<tournament>:<scope>:<entry>``"""
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="standings")
    scope = models.IntegerField()
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="standings")
    place = models.IntegerField()
    """Order in the list, from 1, without gaps; the rank may be shared or missing."""
    rank = models.IntegerField(null=True)
    rank_before = models.IntegerField(null=True)
    """In scope 0: the rank after the round before the last one with a released board."""
    boards = models.IntegerField()
    percent = models.TextField()
    head_to_head = models.CharField(max_length=40)
    above = models.CharField(max_length=40)
    difference = models.TextField()
    points = models.TextField()
    points_total = models.TextField()
    shown_percent = models.CharField(max_length=16)
    shown_difference = models.CharField(max_length=16)
    shown_points = models.CharField(max_length=16)
    above_count = models.IntegerField()
    """How many boards were above 50 %, for "6 of 8"."""
    difference_boards = models.IntegerField()
    """What ``difference`` was divided by: the next board goes on from there."""
    sat_in = models.IntegerField(default=0)
    """How many of these boards somebody else played, who sat in."""
    unranked = models.CharField(max_length=12, default="")
    """Why boards make no rank: ``withdrawn`` before half, or ``sat_in`` for more than half."""

    WITHDRAWN, SAT_IN = "withdrawn", "sat_in"

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "scope", "place"], name="one_line_for_each_place"
            ),
        )
