from __future__ import annotations

from typing import ClassVar

from django.db import models

from tournaments.models.board import Board
from tournaments.models.entry import Entry
from tournaments.models.table import RoundTable


class Result(models.Model):
    """One board at one table: who held which compass seat, and what came of it."""

    WAITING, PLAYING, FINISHED, INTERRUPTED = "waiting", "playing", "finished", "interrupted"
    STATES: ClassVar[tuple[str, ...]] = (WAITING, PLAYING, FINISHED, INTERRUPTED)

    key = models.CharField(primary_key=True, max_length=64)
    """``<table>:<board number>``"""
    board = models.ForeignKey(Board, models.CASCADE, related_name="results")
    table = models.ForeignKey(RoundTable, models.CASCADE, related_name="results")
    state = models.CharField(max_length=12)
    source = models.CharField(max_length=8, default="online")
    """Played here card by card, or written down in the hall."""
    game_id = models.CharField(max_length=40, default="", db_index=True)
    entry_n = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    entry_e = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    entry_s = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    entry_w = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    score_n = models.IntegerField(null=True)
    score_e = models.IntegerField(null=True)
    score_s = models.IntegerField(null=True)
    score_w = models.IntegerField(null=True)
    contract = models.CharField(max_length=40, default="")
    declarer = models.CharField(max_length=4, default="")
    """Letters of the declarers' compass seats."""
    partner = models.CharField(max_length=1, default="")
    trump = models.CharField(max_length=1, default="")
    called = models.CharField(max_length=2, default="")
    tricks = models.CharField(max_length=12, default="")
    """This and the four before it: as in ``gameplay.models.GameSummary``."""
    variant = models.CharField(max_length=16, default="original")
    """The version of the deal: others have held other cards."""
    as_played = models.JSONField(null=True)
    """Columns that a director's rulings changed, as they were; null where none did."""
    made = models.BooleanField(null=True)
    ended = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=["board", "state"]),)


class BoardScore(models.Model):
    """A line of the traveller: what one entry's seat on a released board is worth.

    Exact values are fractions as text ("250/3"); "" where there is none.
    """

    key = models.CharField(primary_key=True, max_length=100)
    """``<board>:<table>:<seat>``"""
    board = models.ForeignKey(Board, models.CASCADE, related_name="scores")
    table = models.ForeignKey(RoundTable, models.CASCADE, null=True, related_name="+")
    """Null, and no seat: an award to somebody who did not sit on the board."""
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="scores")
    seat = models.CharField(max_length=1)
    kind = models.CharField(max_length=12)
    """``played``, ``assigned``, ``award``, ``unplayed`` or ``house``."""
    variant = models.CharField(max_length=16, default="original")
    award = models.CharField(max_length=4, default="")
    points = models.CharField(max_length=40)
    matchpoints = models.CharField(max_length=60)
    percent = models.CharField(max_length=60)
    difference = models.CharField(max_length=60)
    field = models.IntegerField(null=True)
    """How many results were compared in this seat."""
