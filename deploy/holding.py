"""Links that a restore makes hold again, although somebody may have withdrawn them since.

Nothing in an archive tells which. Ending all of them would send a hall that plays back for codes,
so whoever restores is told how many there are, and ends them if he cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import QuerySet

from clubs import stream as clubs_stream
from clubs.domain.club import Club
from clubs.domain.events import ClubEvent, InvitationRevoked
from clubs.models import ClubInvitation
from gameplay.invitations import VALID_FOR
from gameplay.models import Invitation
from tournaments.domain.errors import TournamentRefused
from tournaments.models import TableLink
from tournaments.services import table_links

__all__ = ["counts", "end"]

ACTOR = "system:restore"


def counts(now: datetime) -> dict[str, int]:
    """How many of each kind hold, those of which there are none left out."""
    links = list(_clubs(now))
    every = {
        "codes of tables in the hall": len(_codes()),
        "links into clubs": sum(len(keys) for _, keys in links),
        "invitations to a seat": _seats(now).count(),
    }
    return {what: many for what, many in every.items() if many}


def end(now: datetime) -> None:
    """All of them; phones in the hall go on with new codes, and everybody else with new links."""
    TableLink.objects.filter(pk__in=_codes()).update(revoked=now)
    _seats(now).update(revoked=now)
    for club, _ in list(_clubs(now)):
        clubs_stream.change(club, lambda state: _events(state, now), actor=ACTOR, now=now)


def _codes() -> list[str]:
    """A code ends with its round also where nobody withdrew it."""
    return [
        key
        for key in TableLink.objects.filter(revoked=None).values_list("pk", flat=True)
        if _opens(key)
    ]


def _opens(link: str) -> bool:
    try:
        table_links.opened(link)
    except TournamentRefused:
        return False
    return True


def _seats(now: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(used=None, revoked=None, created__gt=now - VALID_FOR)


def _clubs(now: datetime) -> Iterator[tuple[str, list[str]]]:
    with_any = ClubInvitation.objects.filter(revoked=None, expires__gt=now)
    for club in sorted(set(with_any.values_list("club_id", flat=True))):
        state = clubs_stream.state(club)
        if keys := [key for key, each in state.invitations.items() if each.opens(now)]:
            yield club, keys


def _events(state: Club, now: datetime) -> list[ClubEvent]:
    return [InvitationRevoked(key) for key, each in state.invitations.items() if each.opens(now)]
