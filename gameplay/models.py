"""Rows of play that are not events.

``SealedDeal``, ``DealFingerprint``, ``Invitation`` and ``Outage`` are sources; ``Due``, ``Watch``,
``Presence`` and ``Pulse`` say what is going on now. These survive a rebuild.
``TableSummary``, ``TableSeat`` and ``GameSummary`` are projections of the table and game
streams (see ``gameplay.projections``) and may be dropped and rebuilt at any time.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class SealedDeal(models.Model):
    """The only place of a deal whose cards nobody has seen yet.

    Number, salt and draws are encrypted with ``DEAL_KEY``; ``digest`` is the promise that
    ``GameOpened`` carries. ``draws_sealed`` is empty where the rules draw nothing besides the
    deal. Opened only by ``gameplay.dealing``.
    """

    id = models.CharField(primary_key=True, max_length=40)
    number_sealed = models.BinaryField()
    salt_sealed = models.BinaryField()
    draws_sealed = models.BinaryField(default=bytes)
    digest = models.CharField(max_length=64)
    created = models.DateTimeField()

    def __str__(self) -> str:
        return f"sealed deal {self.id}"


class DealFingerprint(models.Model):
    """That a deal was dealt. Kept for ever: one that comes up again can only be a mistake.

    Keyed with ``DEAL_KEY``, so that it tells whoever reads it nothing (``sealing.fingerprint``).
    """

    fingerprint = models.CharField(primary_key=True, max_length=64)
    deal_id = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"fingerprint of deal {self.deal_id}"


class Invitation(models.Model):
    """A link for one seat at one table. The token itself is shown once and never stored."""

    id = models.CharField(primary_key=True, max_length=40)
    table_id = models.CharField(max_length=40, db_index=True)
    seat = models.CharField(max_length=1)
    token_digest = models.CharField(max_length=64, unique=True)
    created_by = models.BigIntegerField()
    created = models.DateTimeField()
    used = models.DateTimeField(null=True)
    revoked = models.DateTimeField(null=True)


class Due(models.Model):
    """What the tick must do and when: one row for the board in play of each open table.

    ``at`` is null while the board waits for a person; the row is kept, so that a table without
    one is a table that lost it. ``seat`` is to act at ``version``. ``seed`` is drawn together
    with the time, before the house player looks at its cards. ``faults`` counts attempts that
    broke. Losing rows is harmless: ``gameplay.house.sweep`` has missing ones drawn again.
    """

    stream = models.CharField(primary_key=True, max_length=64)
    table_id = models.CharField(max_length=40, db_index=True)
    kind = models.CharField(max_length=12)
    version = models.BigIntegerField()
    seat = models.CharField(max_length=1, default="")
    at = models.DateTimeField(null=True)
    seed = models.BigIntegerField()
    rests_unwatched = models.BooleanField()
    faults = models.IntegerField(default=0)

    class Meta:
        # Resting tables are overdue for years; the tick must not walk through them.
        indexes = (models.Index(fields=["rests_unwatched", "at"]),)


class Watch(models.Model):
    """When somebody was last seen at a table that may rest, whichever process serves him."""

    table_id = models.CharField(primary_key=True, max_length=40)
    seen = models.DateTimeField(db_index=True)


class Presence(models.Model):
    """When somebody was last connected to a table where people are stood in for. The key is table
    and user, as in ``bcd:7``."""

    key = models.CharField(primary_key=True, max_length=64)
    seen = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"presence {self.key}"


class Pulse(models.Model):
    """The last sign of life of one part of the service, whichever process left it."""

    part = models.CharField(primary_key=True, max_length=8)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"pulse of the {self.part}"


class Outage(models.Model):
    """A part of the service was away, and no clock ran. Kept: it is what a complaint is about."""

    part = models.CharField(max_length=8)
    began = models.DateTimeField()
    ended = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")

    @property
    def seconds(self) -> int:
        return round((self.ended - self.began).total_seconds())

    def __str__(self) -> str:
        return f"outage of the {self.part}"


class TableSummary(models.Model):
    table_id = models.CharField(primary_key=True, max_length=40)
    ruleset = models.CharField(max_length=40)
    policy = models.CharField(max_length=12)
    length = models.IntegerField(null=True)
    opener_id = models.BigIntegerField(null=True)
    board = models.IntegerField()
    game_id = models.CharField(max_length=40)
    house_only = models.BooleanField(db_index=True)
    closed = models.BooleanField(db_index=True)
    paused = models.BooleanField(default=False)
    planned = models.BooleanField(default=False)
    stands_in_after = models.IntegerField(default=0)
    origin = models.CharField(max_length=64, default="", db_index=True)
    opened = models.DateTimeField()
    version = models.BigIntegerField()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = (models.Index(fields=["closed", "opened"]),)


class TableSeat(models.Model):
    """One row for each seat of each table; ``key`` is table and seat, as in ``bcd:S``.

    Seats are those of the board in play. ``name`` is a house player's; people's are not here.
    """

    key = models.CharField(primary_key=True, max_length=44)
    table_id = models.CharField(max_length=40, db_index=True)
    seat = models.CharField(max_length=1)
    kind = models.CharField(max_length=8)
    user_id = models.BigIntegerField(null=True, db_index=True)
    player = models.CharField(max_length=16)
    name = models.CharField(max_length=40, default="")
    away = models.BooleanField()


class GameSummary(models.Model):
    """One game at one table. Contract, made and scores stay null until it has finished.

    ``contract`` is a bid, or two that were joined ("misere piek"), a pass game, or ``thrown_in``.
    A game has ``interrupted`` in place of ``finished`` when its table closed before its end.
    ``tricks`` has a number for each declarer, in their order, with his partner's where there is
    one: "9", or "0 2" of a joint misère.
    """

    game_id = models.CharField(primary_key=True, max_length=40)
    table_id = models.CharField(max_length=40, db_index=True)
    board = models.IntegerField()
    dealer = models.CharField(max_length=1)
    ruleset = models.CharField(max_length=40)
    opened = models.DateTimeField()
    finished = models.DateTimeField(null=True)
    interrupted = models.DateTimeField(null=True)
    released = models.DateTimeField(null=True)
    contract = models.CharField(max_length=40)
    declarer = models.CharField(max_length=4)
    partner = models.CharField(max_length=1, default="")
    trump = models.CharField(max_length=1, default="")
    called = models.CharField(max_length=2, default="")
    tricks = models.CharField(max_length=12, default="")
    made = models.BooleanField(null=True)
    score_n = models.IntegerField(null=True)
    score_e = models.IntegerField(null=True)
    score_s = models.IntegerField(null=True)
    score_w = models.IntegerField(null=True)

    @property
    def scores(self) -> dict[str, int] | None:
        """Points at the table by seat letter, or None while the game is not over."""
        if self.score_n is None or self.score_e is None:
            return None
        if self.score_s is None or self.score_w is None:
            return None
        return {"N": self.score_n, "E": self.score_e, "S": self.score_s, "W": self.score_w}


class ChatMessage(models.Model):
    """One thing said at a table, in no event and no log: its words lie in a personal text.

    ``number`` gives the order and is shown to nobody; pages know a message by its ``key``.
    ``seats`` may hear it, by their compass letters in ``game_id``; "" for all of the table.
    """

    number = models.BigAutoField(primary_key=True)
    key = models.CharField(max_length=20, unique=True)
    table_id = models.CharField(max_length=40)
    game_id = models.CharField(max_length=40, db_index=True)
    user_id = models.BigIntegerField()
    command_id = models.CharField(max_length=64)
    channel = models.CharField(max_length=8)
    seats = models.CharField(max_length=4)
    phrase = models.CharField(max_length=24)
    text_id = models.CharField(max_length=40)
    sent = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user_id", "command_id"], name="said_once"),)
        indexes = (
            models.Index(fields=["table_id", "number"]),
            models.Index(fields=["user_id", "sent"]),
        )


class Mute(models.Model):
    """``by`` hears nothing that ``whom`` says, at any table, until he wants to again."""

    by = models.BigIntegerField()
    whom = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["by", "whom"], name="muted_once"),)


class Report(models.Model):
    """Somebody found that a message should not have been said.

    ``origin`` is the table's, so that who directs there finds it; of a free table's, administrators
    do.
    """

    message = models.ForeignKey(ChatMessage, models.CASCADE, related_name="reports")
    table_id = models.CharField(max_length=40)
    origin = models.CharField(max_length=64, db_index=True)
    by = models.BigIntegerField()
    made = models.DateTimeField()
    handled = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["message", "by"], name="reported_once"),)
