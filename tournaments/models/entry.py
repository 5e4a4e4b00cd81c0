from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Tournament


class Entry(models.Model):
    """A player in a tournament. House players may be entered too, with or without standing.

    ``name`` is a house player's own; a person's comes from the user and is never stored here.
    """

    ACTIVE, WITHDRAWN = "active", "withdrawn"

    key = models.CharField(primary_key=True, max_length=40)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    user_id = models.BigIntegerField(null=True, db_index=True)
    player = models.CharField(max_length=16, default="")
    """The house player's program, "" for a person."""
    name = models.CharField(max_length=40, default="")
    text_id = models.CharField(max_length=40, default="")
    """The words that name a person without an account; "" where there are none."""
    member = models.CharField(max_length=20, default="")
    """Whom the club that holds it knows under this key; "" for everybody else."""
    place = models.CharField(max_length=8, default="online")
    """Where this entry plays: online or in the hall."""
    standing = models.BooleanField()
    """Compared and ranked. False: fills a seat that no entry holds."""
    status = models.CharField(max_length=12)
    number = models.IntegerField(null=True)
    """The player number in the movement, from 0."""
    entered = models.DateTimeField()
    withdrawn_from = models.IntegerField(null=True)
    """The first round in which a withdrawn entry does not play."""

    @property
    def house(self) -> bool:
        """Played by the program; in the hall there are people without an account."""
        return self.user_id is None and bool(self.player)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "user_id"],
                condition=models.Q(user_id__isnull=False),
                name="one_entry_for_each_person",
            ),
        )
