"""Two records of one person: what would become of them, becoming one, and apart again."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from clubs import naming, ports, selectors
from clubs.domain import roles
from clubs.domain.club import ACTIVE, LEFT, MERGED, Club, Evening
from clubs.domain.errors import NoSuchClub
from clubs.pages.common import Seen, do, page, show
from clubs.services import people


@dataclass(frozen=True, slots=True)
class Brings:
    """What is written down under a record."""

    person: selectors.Person
    came: frozenset[str]
    present: frozenset[str]
    guests: int
    results: int

    @property
    def paid(self) -> str:
        return ", ".join(map(str, self.person.member.paid))


def _brings(club: Club, person: selectors.Person) -> Brings:
    key, every = person.key, club.evenings.values()
    known = ports.evenings()
    return Brings(
        person=person,
        came=frozenset(each.key for each in every if key in each.coming),
        present=frozenset(each.key for each in every if key in each.present),
        guests=sum(guest.host == key for each in every for guest in each.guests),
        results=known.results(club.key, [key, *club.merged_into(key)]) if known else 0,
    )


@page(roles.PEOPLE, "GET", "POST")
def merge(request: HttpRequest, seen: Seen, member: str) -> HttpResponse:
    """``?gone=`` shows beforehand what merging that record into this one would move."""
    into = seen.people.get(member)
    if into is None or not into.member.active:
        raise NoSuchClub("no_such_member", "there is no such record")

    def joins(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        gone = request.POST.get("gone", "")
        people.merge(seen.club.key, by, kept=member, gone=gone, reason=_reason(request))
        return gettext("The two records are one now.")

    def parts(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        people.part(seen.club.key, by, gone=request.POST.get("gone", ""), reason=_reason(request))
        return gettext("The two records are apart again.")

    if request.method == "POST":
        do(request, seen, {"merge": joins, "part": parts})
        return redirect("clubs:merge", seen.club.key, member)
    gone = seen.people.get(request.GET.get("gone", ""))
    there = gone is not None and _may_go(gone, into)
    stays = _brings(seen.club, into)
    goes = _brings(seen.club, gone) if there and gone is not None else None
    return show(
        request,
        seen,
        "merge",
        "members",
        person=into,
        stays=stays,
        goes=goes,
        together=_together(seen.club, stays, goes) if goes else [],
        others=_others(seen, into),
        merged=[
            each
            for each in seen.people.values()
            if each.member.state == MERGED and seen.club.merges[each.key].kept == member
        ],
    )


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "")[: people.MOST_SAYS]


def _may_go(person: selectors.Person, into: selectors.Person) -> bool:
    return (
        person.key != into.key
        and person.member.user is None
        and person.member.state in (ACTIVE, LEFT)
    )


def _others(seen: Seen, into: selectors.Person) -> list[selectors.Person]:
    """Those of that very name first."""
    found = [each for each in seen.people.values() if _may_go(each, into)]
    same = into.full.casefold()
    return sorted(
        found, key=lambda each: (each.full.casefold() != same, naming.sorted_as(each.name))
    )


def _together(club: Club, one: Brings, other: Brings) -> list[Evening]:
    """Evenings to which both came: are these really one person?"""
    both = (one.came | one.present) & (other.came | other.present)
    return [each for key, each in club.evenings.items() if key in both]
