"""Who may do what at a tournament: asked by its pages, its API, card tables and calendars.

A tournament that a club holds is led by whoever has a role in that club now, whoever made it;
another one by the account that made it. Nobody else may do anything that is named here. Who leads
and plays is another question: what could show a card asks ``services.directing`` besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Case, Exists, OuterRef, Q, When

from clubs import stream as clubs
from clubs.domain import roles
from clubs.domain.club import ACTIVE
from clubs.models import Membership
from tournaments.models import Entry, Tournament

__all__ = [
    "LEAD",
    "POWERS",
    "RESULTS",
    "comes_to_evenings",
    "entry_in",
    "entry_of",
    "led_by",
    "led_since",
    "may",
    "of",
    "owner_of",
    "powers",
]

LEAD = "lead"
"""Registration, seats, rounds, messages and rulings: everything that changes the event."""
RESULTS = "results"
"""Enter and correct what tables in the hall wrote down, and print what they write it on."""

POWERS: Mapping[str, str] = {LEAD: roles.PLAN, RESULTS: roles.RESULTS}
"""For each power at a tournament the one in its club that gives it (``clubs.domain.roles``)."""


def powers(tournament: Tournament, user_id: int | None) -> frozenset[str]:
    if user_id is None:
        return frozenset()
    if tournament.club:
        given = _in_club(tournament.club, user_id)
        return frozenset(mine for mine, theirs in POWERS.items() if theirs in given)
    return frozenset(POWERS if tournament.organizer_id == user_id else ())


def may(tournament: Tournament, user_id: int | None, power: str) -> bool:
    return power in powers(tournament, user_id)


def comes_to_evenings(club: str, user_id: int) -> bool:
    """Whether the pages of this club's evenings are for this person."""
    return roles.SIGN_UP in _in_club(club, user_id)


def led_since(tournament: Tournament, user_id: int, since: datetime) -> bool:
    """Whether this person led or scored then or after it: a role that he has given up shows no
    cards any more, and he has seen them."""
    if not tournament.club:
        return bool(powers(tournament, user_id))
    might = clubs.powers_since(tournament.club, user_id, since)
    return not might.isdisjoint(POWERS.values())


def led_by(user_id: int) -> Q:
    """Tournaments that this person leads."""
    rows = Membership.objects.filter(user_id=user_id, state=ACTIVE).values_list("club", "roles")
    clubs = [club for club, given in rows if POWERS[LEAD] in roles.powers(given)]
    return Q(club="", organizer_id=user_id) | Q(club__in=clubs)


def _in_club(club: str, user_id: int) -> frozenset[str]:
    rows = Membership.objects.filter(club=club, user_id=user_id, state=ACTIVE)
    return roles.powers(role for given in rows.values_list("roles", flat=True) for role in given)


def of(user_id: int) -> Q:
    """Entries of this person: by his account, or by a record of a club that is his by now."""
    record = Membership.objects.filter(
        club=OuterRef("tournament__club"), member=OuterRef("member"), user_id=user_id
    )
    return Q(user_id=user_id) | (~Q(member="") & Exists(record))


def owner_of(club: str, member: str) -> int | None:
    """The account whose record of the club this is by now."""
    found = Membership.objects.filter(club=club, member=member, user_id__isnull=False)
    return found.values_list("user_id", flat=True).first()


def entry_of(tournament: Tournament, user_id: int | None) -> Entry | None:
    if user_id is None:
        return None
    mine = of(user_id) if tournament.club else Q(user_id=user_id)
    # His account's before one that a record brought him.
    own_first = Case(When(user_id=user_id, then=0), default=1)
    return tournament.entries.filter(mine).order_by(own_first, "entered", "key").first()


def entry_in(tournament_key: str, user_id: int) -> Entry | None:
    tournament = Tournament.objects.filter(pk=tournament_key).first()
    return entry_of(tournament, user_id) if tournament is not None else None
