"""Evenings: when the club meets, who comes, who was there."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from clubs import ports, selectors
from clubs.club_forms import PlanForm
from clubs.domain import roles
from clubs.domain.errors import NoSuchClub
from clubs.pages.common import Action, Seen, do, page, show
from clubs.services import evenings, people
from clubs.services.founding import MOST_NAME
from gameplay.eventstore import store

BEEN_SHOWN = 20
MOST_AT_ONCE = 400


@page(roles.SIGN_UP, "GET", "POST")
def index(request: HttpRequest, seen: Seen) -> HttpResponse:
    form = PlanForm(request.POST if request.POST.get("do") == "plan" else None, label_suffix="")
    if request.method == "POST" and (not form.is_bound or form.is_valid()):

        def plan(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
            evenings.plan(seen.club.key, by, **form.cleaned_data)
            return gettext("The evenings are planned.")

        do(request, seen, {"plan": plan, "up": _up, "off": _off})
        return redirect("clubs:evenings", seen.club.key)
    ahead = selectors.coming_up(seen.club, seen.now)
    return show(
        request,
        seen,
        "evenings",
        "evenings",
        ahead=ahead,
        been=selectors.been(seen.club, seen.now)[:BEEN_SHOWN],
        comes={each.key for each in ahead if seen.member and seen.member.key in each.coming},
        form=form if roles.PLAN in seen.powers else None,
        played=ports.played(seen.club.key),
    )


def _up(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
    named = [member for member in request.POST.getlist("member")[:MOST_AT_ONCE] if member]
    evenings.sign_up_all(
        seen.club.key,
        by,
        evening=request.POST.get("evening", ""),
        members=named or [seen.own],
    )
    return gettext("You are expected.") if _about_oneself(request, seen) else gettext("Noted.")


def _off(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
    evenings.sign_off(
        seen.club.key,
        by,
        evening=request.POST.get("evening", ""),
        member=request.POST.get("member", "") or seen.own,
    )
    return gettext("You are signed off.") if _about_oneself(request, seen) else gettext("Noted.")


def _about_oneself(request: HttpRequest, seen: Seen) -> bool:
    return set(request.POST.getlist("member")) <= {"", seen.own}


@page(roles.SIGN_UP, "GET", "POST")
def evening(request: HttpRequest, seen: Seen, evening: str) -> HttpResponse:
    known = seen.club.evenings.get(evening)
    if known is None:
        raise NoSuchClub("no_such_evening", "the club does not meet then")
    if request.method == "POST":
        do(request, seen, {"up": _up, "off": _off, **_of_one(evening)})
        return redirect("clubs:evening", seen.club.key, evening)
    coming = selectors.comers(known, seen.people)
    here = {each.key for each in coming}
    others = [each for each in selectors.active(seen.people) if each.key not in here]
    makes = ports.evenings()
    return show(
        request,
        seen,
        "evening",
        "evenings",
        evening=known,
        why=store.read_text(known.why.id) if known.why else "",
        coming=coming,
        comes=seen.own in known.coming,
        others=others if roles.PLAN in seen.powers else [],
        over=known.starts <= seen.now,
        played=ports.played(seen.club.key).get(evening, []),
        make=makes.address(seen.club.key, evening) if makes and roles.PLAN in seen.powers else "",
        came_without=[each for each in others if each.key in known.present],
    )


def _of_one(evening: str) -> Mapping[str, Action]:
    def bring(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        name = " ".join(request.POST.get("name", "").split())[:MOST_NAME]
        host = request.POST.get("member", "") or seen.own
        evenings.bring(seen.club.key, by, evening=evening, host=host, name=name)
        return gettext("Your guest is expected.")

    def drop(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        evenings.drop(seen.club.key, by, evening=evening, guest=request.POST.get("guest", ""))
        return gettext("Your guest is signed off.")

    def cancel(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        reason = request.POST.get("reason", "")[: people.MOST_SAYS]
        evenings.cancel(seen.club.key, by, evening=evening, reason=reason)
        return gettext("The evening is called off.")

    def attendance(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        present = request.POST.getlist("present")[:1000]
        evenings.note_attendance(seen.club.key, by, evening=evening, present=present)
        return gettext("It is noted who was there.")

    return {"bring": bring, "drop": drop, "cancel": cancel, "attendance": attendance}
