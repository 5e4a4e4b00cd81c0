"""What pages ask about several clubs at once, made of what happened in each (``clubs.rows``).

Names and other words of people are not here: a row has the id of the text.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Club(models.Model):
    key = models.CharField(primary_key=True, max_length=20)
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=80)
    zone = models.CharField(max_length=40)
    language = models.CharField(max_length=5)
    about_id = models.CharField(max_length=40)
    rules_number = models.IntegerField()
    ruleset = models.CharField(max_length=40)
    options = models.JSONField()
    members_count = models.IntegerField()
    requests_count = models.IntegerField()
    founded = models.DateTimeField()
    version = models.BigIntegerField()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("of people", "clubs")
        ordering = ("name", "key")

    def __str__(self) -> str:
        return f"club {self.key}"


class Membership(models.Model):
    """``key`` is that of the club and of the record in it."""

    key = models.CharField(primary_key=True, max_length=40)
    club = models.ForeignKey(Club, models.CASCADE)
    member = models.CharField(max_length=20)
    user_id = models.BigIntegerField(null=True, db_index=True)
    name_id = models.CharField(max_length=40)
    nickname_id = models.CharField(max_length=40)
    note_id = models.CharField(max_length=40)
    number = models.CharField(max_length=20)
    roles = models.JSONField()
    shown = models.CharField(max_length=10)
    state = models.CharField(max_length=10)
    source = models.CharField(max_length=20)
    paid = models.JSONField()
    joined = models.DateTimeField()

    def __str__(self) -> str:
        return f"member {self.key}"


class ClubInvitation(models.Model):
    """A link or QR code; how it is opened is kept as a digest alone."""

    key = models.CharField(primary_key=True, max_length=40)
    club = models.ForeignKey(Club, models.CASCADE)
    token_digest = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=10)
    uses = models.IntegerField()
    used = models.IntegerField()
    made = models.DateTimeField()
    expires = models.DateTimeField()
    revoked = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"invitation {self.key}"


class Evening(models.Model):
    key = models.CharField(primary_key=True, max_length=40)
    club = models.ForeignKey(Club, models.CASCADE)
    evening = models.CharField(max_length=20)
    starts = models.DateTimeField(db_index=True)
    places = models.IntegerField()
    coming_count = models.IntegerField()
    cancelled = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"evening {self.key}"


class ImportDraft(models.Model):
    """A file as it was read, until it is confirmed or a day has passed. A source, no projection."""

    key = models.CharField(primary_key=True, max_length=20)
    club_key = models.CharField(max_length=20)
    user_id = models.BigIntegerField()
    made = models.DateTimeField()
    lines = models.JSONField()

    def __str__(self) -> str:
        return f"import {self.key}"
