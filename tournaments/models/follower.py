from __future__ import annotations

from django.db import models


class Checkpoint(models.Model):
    """How far a follower of the feed has come; written with the rows it made."""

    name = models.CharField(primary_key=True, max_length=40)
    position = models.CharField(max_length=60)
    moved = models.DateTimeField()


class Behind(models.Model):
    """A tournament with an event that could not be followed. The checkpoint has gone on without
    it; it goes on by itself from ``position``, once it can, until it is where all others are."""

    tournament_key = models.CharField(primary_key=True, max_length=40)
    """No foreign key: rows are dropped in a rebuild."""
    position = models.CharField(max_length=60)
    since = models.DateTimeField()
    tried = models.DateTimeField()
