from __future__ import annotations

from django.db import models

from tournaments.domain import sittings
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class Sitting(models.Model):
    """Somebody in the seat of an entry for a while; what is made there is the entry's.

    Who: a person (``user_id``), the house (``player``), or whom the words ``text_id`` name.
    """

    key = models.CharField(primary_key=True, max_length=64)
    """``<tournament>:<number>``"""
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sittings")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="sittings")
    user_id = models.BigIntegerField(null=True, db_index=True)
    player = models.CharField(max_length=16, default="")
    text_id = models.CharField(max_length=40, default="")
    from_round = models.IntegerField()
    since = models.DateTimeField()
    until_round = models.IntegerField(null=True)
    until = models.DateTimeField(null=True)
    """This and the round before it: null as long as it goes on."""

    def value(self) -> sittings.Sitting:
        """The same for the domain, without the name."""
        return sittings.Sitting(
            entry=self.entry_id,
            from_round=self.from_round,
            since=self.since,
            user=self.user_id,
            player=self.player,
            until_round=self.until_round,
            until=self.until,
        )
