from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Tournament


class DirectorCall(models.Model):
    """That a table called the director, and how far that is. Words are personal texts."""

    key = models.CharField(primary_key=True, max_length=64)
    """``<tournament>:<call>``"""
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="calls")
    table_id = models.CharField(max_length=40, db_index=True)
    number = models.IntegerField()
    """Of the table."""
    entry = models.CharField(max_length=64)
    kind = models.CharField(max_length=12)
    state = models.CharField(max_length=12, db_index=True)
    called = models.DateTimeField()
    answered = models.DateTimeField(null=True)
    text_id = models.CharField(max_length=40)
    answer_id = models.CharField(max_length=40)


class DirectorsNote(models.Model):
    """What the organizer says at a table, or at all of them (``table_id`` ""), until it is taken
    away or another one stands in its place. Words are a personal text."""

    key = models.CharField(primary_key=True, max_length=64)
    """``<tournament>:<table>``"""
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="notes")
    table_id = models.CharField(max_length=40, db_index=True)
    said = models.DateTimeField()
    text_id = models.CharField(max_length=40)
