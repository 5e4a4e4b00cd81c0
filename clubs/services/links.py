"""Links and QR codes by which people join: shown once, kept as a digest, used by POST."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from clubs import stream
from clubs.domain import wants
from clubs.domain.club import Club, Invitation
from clubs.domain.errors import NoSuchClub
from clubs.models import ClubInvitation
from clubs.services.founding import MOST_NAME
from clubs.services.people import Sent
from gameplay.eventstore.ids import id_from, new_id

MOST_DAYS = 366
BYTES = 24


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def invite(key: str, sent: Sent, *, role: str, uses: int, days: int) -> str:
    """The token of a new link. It is nowhere kept: whoever lost it makes another one, or sends the
    same command once more."""
    token, made = _token_for(key, sent), sent.id_for(key, "invitation")
    expires = sent.now + timedelta(days=min(days, MOST_DAYS))
    sent.change(
        key,
        lambda state: wants.invite(
            state,
            by=sent.by,
            key=made,
            digest=digest_of(token),
            role=role,
            uses=uses,
            expires=expires,
        ),
        do="invite",
        role=role,
        uses=uses,
        days=days,
    )
    return token


def _token_for(key: str, sent: Sent) -> str:
    """At random; for a command that may come again it is made of that and of our secret, so that
    the answer is the same."""
    if not sent.command_id:
        return secrets.token_urlsafe(BYTES)
    salted = f"{key}:{sent.command_id}"
    made = salted_hmac("clubs.invitation", salted, algorithm="sha256").digest()
    return urlsafe_b64encode(made[:BYTES]).decode()


def revoke(key: str, sent: Sent, *, invitation: str) -> None:
    sent.change(
        key,
        lambda state: wants.revoke(state, by=sent.by, invitation=invitation),
        do="revoke",
        invitation=invitation,
    )


def find(token: str, now: datetime) -> tuple[Club, Invitation]:
    """:raises NoSuchClub: unknown, used up, revoked and expired tokens get the same answer."""
    club = _club(token)
    return club, wants.opened_by(club, digest_of(token), now)


def accept(token: str, *, user: int | None, name: str, now: datetime, sent: str = "") -> str:
    """Join, and answer the club's key. A second click is fine: by the same account, or from the
    form that was ``sent`` before."""
    club = _club(token)
    called = stream.draft(user, name, MOST_NAME)
    member, digest = _key_for(token, sent) if sent else new_id(), digest_of(token)
    actor = f"user:{user}" if user is not None else f"{stream.BY_LINK}{of(club, token).key}"
    stream.change(
        club.key,
        lambda state: wants.accept(
            state,
            digest=digest,
            now=now,
            member=member,
            user=user,
            name=stream.words(called),
        ),
        actor=actor,
        now=now,
        content={"do": "join"},
        texts=[called] if called else [],
    )
    return club.key


def _key_for(token: str, sent: str) -> str:
    return id_from(salted_hmac("clubs.join", f"{token}:{sent}", algorithm="sha256").digest())


def _club(token: str) -> Club:
    row = ClubInvitation.objects.filter(token_digest=digest_of(token)).first()
    if row is None:
        raise NoSuchClub("invitation_invalid", "no such invitation, or no longer valid")
    return stream.state(row.club_id)


def of(club: Club, token: str) -> Invitation:
    """What a token of this club was made for, whether it opens anything now or not.

    :raises NoSuchClub: it is none of this club's.
    """
    digest = digest_of(token)
    for each in club.invitations.values():
        if each.digest == digest:
            return each
    raise NoSuchClub("invitation_invalid", "no such invitation")
