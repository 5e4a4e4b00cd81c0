"""The rows of a club's life, written with the event that they tell of.

They are what the fold of the stream says, row by row; only what an event changed is written.
Parts of a club that it left alone are the very same objects before and after, which is how the
difference is found.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from clubs.domain import club
from clubs.domain.events import Words
from clubs.models import Club, ClubInvitation, Evening, Membership
from gameplay.eventstore.upserts import upsert

P = TypeVar("P")


def store_state(before: club.Club | None, after: club.Club, version: int) -> None:
    """Bring the rows from one state to the next; with ``before`` None: make them all."""
    _club(after, version, new=before is None)
    upsert([_member(after, each) for each in _new(before, after, "members")])
    upsert([_invitation(after, each) for each in _new(before, after, "invitations")])
    upsert([_evening(after, each) for each in _new(before, after, "evenings")])


def rebuild(after: club.Club, version: int) -> None:
    """Drop the rows of one club and make them anew."""
    Club.objects.filter(key=after.key).delete()
    store_state(None, after, version)


def row_key(club_key: str, part: str) -> str:
    return f"{club_key}:{part}"


def _new(before: club.Club | None, after: club.Club, part: str) -> list[Any]:
    known: Mapping[str, object] = getattr(before, part) if before else {}
    now: Mapping[str, object] = getattr(after, part)
    return [] if known is now else [each for key, each in now.items() if known.get(key) is not each]


def _club(state: club.Club, version: int, *, new: bool) -> None:
    rules = state.rules[-1] if state.rules else None
    columns: dict[str, Any] = {
        "name": state.name,
        "place": state.place,
        "zone": state.zone,
        "language": state.language,
        "about_id": _id(state.about),
        "rules_number": rules.number if rules else 0,
        "ruleset": rules.ruleset if rules else "",
        "options": dict(rules.options) if rules else {},
        "members_count": sum(each.active for each in state.members.values()),
        "requests_count": sum(each.state == club.WAITING for each in state.requests.values()),
        "founded": state.founded,
        "version": version,
    }
    if new:
        Club.objects.create(key=state.key, **columns)
    else:
        Club.objects.filter(key=state.key).update(**columns)


def _member(state: club.Club, each: club.Member) -> Membership:
    return Membership(
        key=row_key(state.key, each.key),
        club_id=state.key,
        member=each.key,
        user_id=each.user,
        name_id=_id(each.name),
        nickname_id=_id(each.nickname),
        note_id=_id(each.note),
        number=each.number,
        roles=list(each.roles),
        shown=each.shown,
        state=each.state,
        source=each.source,
        paid=list(each.paid),
        joined=each.joined,
    )


def _invitation(state: club.Club, each: club.Invitation) -> ClubInvitation:
    return ClubInvitation(
        key=row_key(state.key, each.key),
        club_id=state.key,
        token_digest=each.digest,
        role=each.role,
        uses=each.uses,
        used=each.used,
        made=each.made,
        expires=each.expires,
        revoked=each.revoked,
    )


def _evening(state: club.Club, each: club.Evening) -> Evening:
    return Evening(
        key=row_key(state.key, each.key),
        club_id=state.key,
        evening=each.key,
        starts=each.starts,
        places=each.places,
        coming_count=len(each.everybody),
        cancelled=each.cancelled,
    )


def _id(words: Words | None) -> str:
    return words.id if words is not None else ""
