"""What somebody gives a program, or a calendar, so that it can ask in his name."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """What a token is good for. A calendar's stands in an address: it is good for nothing else."""

    READ = "read", _("read")
    RESULTS = "results", _("read, and enter results")
    MANAGE = "manage", _("everything that I may do")
    CALENDAR = "calendar", _("the calendar of my tournaments")


class AccessToken(models.Model):
    """Random, shown once and kept as a digest. ``last_used`` is a day: a clock would be a diary."""

    INCLUDES: ClassVar[dict[str, frozenset[str]]] = {
        Scope.READ: frozenset({Scope.READ}),
        Scope.RESULTS: frozenset({Scope.READ, Scope.RESULTS}),
        Scope.MANAGE: frozenset({Scope.READ, Scope.RESULTS, Scope.MANAGE}),
        Scope.CALENDAR: frozenset({Scope.CALENDAR}),
    }

    id = models.CharField(primary_key=True, max_length=20)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    scope = models.CharField(max_length=10, choices=Scope)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField()
    last_used = models.DateField(null=True)

    class Meta:
        ordering = ("created",)

    def __str__(self) -> str:
        return f"token {self.id}"

    def good_for(self, scope: str) -> bool:
        return scope in self.INCLUDES[self.scope]
