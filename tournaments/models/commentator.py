from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Tournament


class Commentator(models.Model):
    """Somebody who may see all hands while they are played, or might once: he never enters."""

    key = models.CharField(primary_key=True, max_length=64)
    """``<tournament>:<user>``"""
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="commentators")
    user_id = models.BigIntegerField(db_index=True)
    active = models.BooleanField()
