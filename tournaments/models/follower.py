from __future__ import annotations

from django.db import models


class Checkpoint(models.Model):
    """How far a follower of the feed has come; written with the rows it made."""

    name = models.CharField(primary_key=True, max_length=40)
    position = models.CharField(max_length=60)
    moved = models.DateTimeField()
