"""Links for one seat: the token is shown once, kept only as a digest, and used by POST."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction

from gameplay import places, table_handlers, tables
from gameplay.errors import PlayRefused
from gameplay.ids import new_id
from gameplay.models import Invitation
from gameplay.places import Place

VALID_FOR = timedelta(days=14)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def invite(table_id: str, *, seat: Place, user_id: int, now: datetime) -> str:
    """A new link's token for this seat; older links for the seat stop working.

    :raises PlayRefused: only who opened the table invites, and only to an empty seat.
    """
    token = secrets.token_urlsafe(24)
    invitation_id = new_id()
    with transaction.atomic():
        table_handlers.change(
            table_id,
            lambda state: tables.invite(
                state, seat=seat, user_id=user_id, invitation=invitation_id
            ),
            actor=f"user:{user_id}",
            now=now,
        )
        Invitation.objects.filter(table_id=table_id, seat=seat.letter, revoked=None).update(
            revoked=now
        )
        Invitation.objects.create(
            id=invitation_id,
            table_id=table_id,
            seat=seat.letter,
            token_digest=_digest(token),
            created_by=user_id,
            created=now,
        )
    return token


def find(token: str, now: datetime) -> Invitation:
    """:raises PlayRefused: unknown, used, revoked and expired tokens get the same answer."""
    found = Invitation.objects.filter(
        token_digest=_digest(token), used=None, revoked=None, created__gt=now - VALID_FOR
    ).first()
    if found is None:
        raise PlayRefused("invitation_invalid", "no such invitation, or no longer valid")
    return found


def accept(token: str, *, user_id: int, now: datetime) -> str:
    """Take the seat and answer the table's id. A second click by the same person is fine."""
    again = Invitation.objects.filter(token_digest=_digest(token)).first()
    if again is not None and again.used is not None and _sits_there(again, user_id):
        return again.table_id
    invitation = find(token, now)
    with transaction.atomic():
        table_handlers.change(
            invitation.table_id,
            lambda state: tables.take_seat(
                state,
                seat=places.parse(invitation.seat),
                user_id=user_id,
                invitation=invitation.id,
            ),
            actor=f"user:{user_id}",
            now=now,
        )
        Invitation.objects.filter(pk=invitation.pk).update(used=now)
    return invitation.table_id


def _sits_there(invitation: Invitation, user_id: int) -> bool:
    state = table_handlers.table_state(invitation.table_id)
    place = state.place_of(user_id)
    return place is not None and state.chair_of(place) is places.parse(invitation.seat)
