"""Tokens for programs and calendars: shown once, kept as a digest, gone when revoked."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.utils import timezone

from clubs.domain.errors import ClubRefused
from clubs.models import AccessToken
from clubs.services.links import digest_of
from gameplay.eventstore.ids import new_id

# So that a token that lies around is known for what it is, by people and by programs that look.
PREFIX = "rikken_"
MOST = 20


def issue(user: int, *, name: str, scope: str, now: datetime) -> str:
    """The new token. It is nowhere kept: whoever lost it makes another one.

    :raises ClubRefused: ``too_many_tokens``.
    """
    if AccessToken.objects.filter(user=user).count() >= MOST:
        raise ClubRefused("too_many_tokens", "somebody has as many tokens as he can have")
    token = PREFIX + secrets.token_urlsafe(30)
    AccessToken.objects.create(
        id=new_id(), user_id=user, name=name, scope=scope, digest=digest_of(token), created=now
    )
    return token


def revoke(user: int, token_id: str) -> None:
    """One's own; twice is once."""
    AccessToken.objects.filter(user=user, pk=token_id).delete()


def find(token: str) -> AccessToken | None:
    """The token and, at its ``user``, who gave it; None for all that must not open anything."""
    found = AccessToken.objects.select_related("user").filter(digest=digest_of(token)).first()
    if found is None or not found.user.is_active:
        return None
    today = timezone.localdate()
    if found.last_used != today:
        AccessToken.objects.filter(pk=found.pk).update(last_used=today)
    return found
