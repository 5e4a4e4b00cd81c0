from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from engine import rulesets
from tournaments.domain.championship import OWN


class Tournament(models.Model):
    """``key`` names it in addresses, in the manifest and in its stream ``tournament-<key>``.

    ``version`` is that of the stream; every page that shows the tournament depends on it.
    """

    SCHEDULED, OPEN, CLOSED, SEATED, RUNNING, FINISHED, CANCELLED = (
        "scheduled",
        "registration_open",
        "registration_closed",
        "seated",
        "running",
        "finished",
        "cancelled",
    )
    STATUSES: ClassVar[tuple[str, ...]] = (
        SCHEDULED,
        OPEN,
        CLOSED,
        SEATED,
        RUNNING,
        FINISHED,
        CANCELLED,
    )

    key = models.CharField(primary_key=True, max_length=40)
    title = models.CharField(max_length=120)
    status = models.CharField(max_length=24, db_index=True)
    organizer_id = models.BigIntegerField(null=True, db_index=True)
    zone = models.CharField(max_length=64)
    ruleset = models.CharField(max_length=40)
    options = models.JSONField()
    options_sha256 = models.CharField(max_length=64)
    policy = models.CharField(max_length=12)
    ranked = models.BooleanField()
    primary = models.CharField(max_length=16)
    head_to_head_min = models.IntegerField()
    boards_a_round = models.IntegerField()
    capacity = models.IntegerField()
    auto_start = models.BooleanField()
    """Rounds start by the clock; otherwise the organizer starts each."""
    generator = models.CharField(max_length=40)
    dessert = models.JSONField(default=list)
    """The pass games that are the last boards of every session."""
    chat = models.CharField(max_length=12, default="between")
    undo = models.BooleanField(default=False)
    delay = models.IntegerField(default=0)
    """Minutes after its release that a board of the featured table is shown to who watches."""
    language = models.CharField(max_length=5, default="nl")
    action_seconds = models.IntegerField(default=0)
    """For each action; 0 where there is no clock at the tables."""
    board_reserve = models.IntegerField(default=0)
    stand_in_after = models.IntegerField(default=0)
    """Seconds without a connection after which a house player stands in; 0 for never."""
    given_back = models.CharField(max_length=12, default="at_once")
    venue = models.CharField(max_length=8, default="online")
    """Everybody online, everybody in the hall, or each entry where it says (``hybrid``)."""
    cards = models.CharField(max_length=12, default="duplicate")
    """The same deals at all tables, or each table shuffles its ``own``."""
    tariff = models.IntegerField(default=0)
    """Cents that a point is worth when all is over; 0: it is not played for money."""
    test_deals = models.BooleanField()
    """Dealt from a seed that somebody chose: never to be taken for a championship."""
    starts = models.DateTimeField()
    rounds_count = models.IntegerField()
    entries_count = models.IntegerField(default=0)
    """Entries with standing that have not withdrawn."""
    round_number = models.IntegerField(default=0)
    """The round being played, or the last one that was; 0 before the first."""
    boards_released = models.IntegerField(default=0)
    manifest = models.TextField(default="")
    """The exact bytes that were published, as text; empty until the deals are committed."""
    publication = models.TextField(default="")
    standings_version = models.BigIntegerField(default=0)
    """The stream's version up to which the standings have been made; set by the follower."""
    standings_moved = models.DateTimeField(null=True)
    values_confirmed = models.DateTimeField(null=True)
    """When the organizer said that the points of the rules are meant as they are."""
    club = models.CharField(max_length=20, default="", db_index=True)
    """Whose evening it is, and which; "" for nobody's."""
    evening = models.CharField(max_length=20, default="")
    featured = models.CharField(max_length=40, default="")
    """The table that the organizer chose for those who watch."""
    created = models.DateTimeField()
    finished = models.DateTimeField(null=True)
    version = models.BigIntegerField()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = (models.Index(fields=["status", "starts"]),)

    @property
    def closed_list(self) -> bool:
        """Nobody enters by himself any more."""
        return self.status not in (self.SCHEDULED, self.OPEN)

    @property
    def own_cards(self) -> bool:
        return self.cards == OWN

    @property
    def values_reconstructed(self) -> bool:
        """The source does not tell all the points, and the organizer has not confirmed them."""
        reconstructed = rulesets.get(self.ruleset).values_reconstructed
        return reconstructed and self.values_confirmed is None

    def __str__(self) -> str:
        return f"tournament {self.key}"
