"""What is kept about a person, and the end of it.

History stays true and its chains verify: events hold ids alone, and what those led to is gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from clubs import ports, selectors, stream
from clubs.domain import wants
from clubs.domain.club import MERGED, Club
from clubs.domain.errors import ClubRefused, NoSuchClub
from clubs.domain.events import ClubEvent, MemberErased
from clubs.models import ImportDraft
from clubs.services import erasures, people
from gameplay.eventstore import store

ACCOUNT = ("username", "email", "display_name", "shown", "language", "date_joined", "last_login")


def about(user: int) -> dict[str, Any]:
    """As plain JSON values: the account, its clubs, and what other packages know."""
    person = get_user_model().objects.get(pk=user)
    account = {name: getattr(person, name) for name in ACCOUNT}
    rows = selectors.memberships(user).exclude(state=MERGED)
    clubs = [_membership(row.club_id, user) for row in rows]
    return {"account": account, "clubs": clubs, **ports.about_me(user)}


def _membership(key: str, user: int) -> dict[str, Any]:
    state = stream.state(key)
    member = state.member_of(user)
    assert member is not None
    parts = {"name": member.name, "nickname": member.nickname, "note": member.note}
    words = store.read_texts(each.id for each in parts.values() if each)
    return {
        "club": state.name,
        **{part: words.get(said.id, "") if said else "" for part, said in parts.items()},
        "number": member.number,
        "roles": list(member.roles),
        "state": member.state,
        "joined": member.joined,
        "paid": list(member.paid),
        "evenings": [
            {
                "starts": evening.starts,
                "signed_up": member.key in evening.coming,
                "was_there": member.key in evening.present,
            }
            for evening in state.evenings.values()
            if member.key in (*evening.coming, *evening.present)
        ],
        "requests": [
            {"asked": each.asked, "says": store.read_text(each.says.id) if each.says else ""}
            for each in state.requests.values()
            if each.user == user
        ],
    }


def erase(user: int, now: datetime) -> None:
    """Everywhere at once, or not at all.

    :raises ClubRefused: ``last_owner``: a club would be nobody's.
    """
    sent = people.Sent(user, now)
    with transaction.atomic():
        for row in selectors.memberships(user):
            member = stream.state(row.club_id).member_of(user)
            if member is not None:
                people.erase(row.club_id, sent, member=member.key)
        for club in selectors.clubs().filter(requests_count__gt=0):
            people.withdraw(club.key, sent)
        ImportDraft.objects.filter(user_id=user).delete()
        store.erase_texts(user)
        get_user_model().objects.filter(pk=user).delete()
        erasures.note(now, erasures.USER, user)


# -- after a restore ------------------------------------------------------------------------------


def again(now: datetime) -> Iterator[str]:
    """Erase all who are noted and there; answers each line, and why one could not be done."""
    path = Path(settings.ERASURES) if settings.ERASURES else None
    if path is None or not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        try:
            moment, kind, *rest = line.split(" ")
            if kind == erasures.USER:
                done = _user(int(rest[0]), datetime.fromisoformat(moment), now)
            else:
                done = _member(*rest, now=now)
        except (ValueError, IndexError, TypeError):
            # The disk was full, or the machine went down, while it was written.
            yield f"{line}: not erased again (nobody can read this line)"
        except ClubRefused as refusal:
            yield f"{line}: not erased again ({refusal.code})"
        else:
            if done:
                yield f"{line}: erased again"


def _user(user: int, noted: datetime, now: datetime) -> bool:
    # Behind the archive numbers are given anew: who came later is somebody else.
    if not get_user_model().objects.filter(pk=user, date_joined__lte=noted).exists():
        return False
    erase(user, now)
    return True


def _member(key: str, member: str, by: str, *, now: datetime) -> bool:
    """Nobody is asked again whether he may: he was allowed to when it was done."""
    done = False

    def want(state: Club) -> list[ClubEvent]:
        nonlocal done
        known = state.members.get(member)
        done = known is not None and (known.name is not None or known.active)
        if known is None or not done:
            return []
        if known.user is not None:
            return wants.erase(state, by=known.user, member=member)
        return [MemberErased(member)]

    try:
        stream.change(key, want, actor=f"user:{by}", now=now)
    except NoSuchClub:
        return False
    return done
