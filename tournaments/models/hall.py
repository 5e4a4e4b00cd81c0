from __future__ import annotations

from django.db import models


class TableLink(models.Model):
    """A code that makes a phone the device of one table in the hall for one round.

    No projection: the digest of its token lies nowhere else. No foreign keys: rows are dropped in
    a rebuild.
    """

    id = models.CharField(primary_key=True, max_length=40)
    tournament_key = models.CharField(max_length=40)
    table_id = models.CharField(max_length=40, db_index=True)
    """A table of one round: the code ends with it."""
    token_digest = models.CharField(max_length=64, unique=True)
    created_by = models.BigIntegerField()
    created = models.DateTimeField()
    revoked = models.DateTimeField(null=True)


class LateResult(models.Model):
    """What a phone still kept when its code was out of date, handed to the organizer: it counts for
    nothing, and overwrites nothing, until he enters it himself.

    No projection, and no foreign keys, as above.
    """

    id = models.CharField(primary_key=True, max_length=40)
    """Made of all the rest: handed in twice it is here once."""
    tournament_key = models.CharField(max_length=40, db_index=True)
    table_id = models.CharField(max_length=40)
    board = models.IntegerField()
    facts = models.JSONField()
    entry = models.CharField(max_length=40)
    """Who of the table wrote it down."""
    link = models.CharField(max_length=40, default="")
    """The code by which the phone was at the table; "" before that was kept."""
    received = models.DateTimeField()
    set_aside = models.DateTimeField(null=True)
