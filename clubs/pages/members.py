"""Members: the list, one record, the office that lets people in, and the way in by a link."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import segno
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import selectors, texts
from clubs.club_forms import InviteForm, NameForm, RecordForm
from clubs.domain import roles
from clubs.domain.errors import ClubRefused, NoSuchClub
from clubs.pages.common import SIGNED_IN, Action, Seen, do, not_too_often, page, sent, show, whole
from clubs.services import importing, links, people
from gameplay.eventstore.ids import new_id

MEMBERS_A_PAGE = 100


@page(roles.LOOK)
def members(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Names as each person wants them; more for those who keep the records."""
    looked_for = " ".join(request.GET.get("q", "").split())[:60]
    everybody = selectors.called(seen.people, seen.powers, looked_for)
    shown = Paginator(everybody, MEMBERS_A_PAGE).get_page(request.GET.get("page"))
    return show(
        request,
        seen,
        "members",
        "members",
        people=shown,
        looked_for=looked_for,
        year=timezone.localtime(seen.now).year,
    )


@page(roles.PEOPLE, "GET", "POST")
def add(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Somebody without an account."""
    form = RecordForm(request.POST or None, initial={"shown": "full"}, label_suffix="")
    if request.method == "POST" and form.is_valid():
        try:
            people.add(seen.club.key, sent(request, seen), form.record())
        except ClubRefused as refusal:
            form.add_error(None, texts.text_for(refusal.code))
        else:
            messages.success(request, gettext("The record is made."))
            return redirect("clubs:members", seen.club.key)
    return show(request, seen, "add", "members", form=form)


# -- one record ------------------------------------------------------------------------------------


@page(SIGNED_IN, "GET", "POST")
def member(request: HttpRequest, seen: Seen, member: str) -> HttpResponse:
    """One's own record, also of a guest or of who has left, or that of another for those who keep
    the records or give roles."""
    own = seen.member is not None and seen.member.key == member
    if not own and roles.LOOK not in seen.powers:
        raise PermissionDenied
    person = seen.people.get(member)
    if person is None:
        raise NoSuchClub("no_such_member", "there is no such record")
    if not own and not seen.powers & {roles.RECORDS, roles.ROLES, roles.HAND_OVER}:
        return show(request, seen, "not_yours", "members", status=403)
    form = _form_of(seen, person)
    if request.method == "POST":
        if request.POST.get("do") == "change" and form is not None:
            form = RecordForm(request.POST, label_suffix="")
            if not form.is_valid():
                return _record(request, seen, person, form, own=own)
        done = do(request, seen, _with_member(member))
        # Whoever gave something up may not look at this record, or at the list, any more.
        if done and (own or request.POST.get("do") == "hand_over"):
            return redirect("clubs:detail", seen.club.key)
        if done and request.POST.get("do") in ("remove", "erase"):
            return redirect("clubs:members", seen.club.key)
        return redirect("clubs:member", seen.club.key, member)
    return _record(request, seen, person, form, own=own)


def _form_of(seen: Seen, person: selectors.Person) -> RecordForm | None:
    if roles.PEOPLE not in seen.powers or not person.member.active:
        return None
    initial = {
        "name": person.full,
        "nickname": person.nickname,
        "number": person.member.number,
        "note": person.note,
        "shown": person.member.shown,
    }
    return RecordForm(initial=initial, label_suffix="")


def _record(
    request: HttpRequest,
    seen: Seen,
    person: selectors.Person,
    form: RecordForm | None,
    *,
    own: bool,
) -> HttpResponse:
    year = timezone.localtime(seen.now).year
    return show(
        request,
        seen,
        "member",
        "members",
        person=person,
        form=form,
        own=own,
        years=[(each, each in person.member.paid) for each in (year - 1, year, year + 1)],
        can_give=[
            (role, texts.ROLES[role], role in person.member.roles)
            for role in roles.POWERS
            if roles.POWERS[role] <= seen.powers or role in person.member.roles
        ],
    )


def _with_member(member: str) -> Mapping[str, Action]:
    def change(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        form = RecordForm(request.POST)
        form.full_clean()
        people.change(seen.club.key, by, member=member, record=form.record())
        return gettext("The record is changed.")

    def give(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        given = request.POST.getlist("role")[: len(roles.POWERS)]
        people.give_roles(seen.club.key, by, member=member, roles=given)
        return gettext("The roles are given.")

    def dues(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        paid = request.POST.get("paid") == "1"
        people.note_dues(seen.club.key, by, member=member, year=whole(request, "year"), paid=paid)
        return gettext("The dues are noted.")

    def remove(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        reason = request.POST.get("reason", "")[: people.MOST_SAYS]
        people.remove(seen.club.key, by, member=member, reason=reason)
        return gettext("That person is not a member any more.")

    def erase(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        people.erase(seen.club.key, by, member=member)
        return gettext("The record is erased: nothing in it leads to a person any more.")

    def hand_over(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        people.hand_over(seen.club.key, by, member=member)
        return gettext("You have handed the club over.")

    return {
        "change": change,
        "roles": give,
        "dues": dues,
        "remove": remove,
        "erase": erase,
        "hand_over": hand_over,
    }


# -- who wants in ----------------------------------------------------------------------------------


@page(roles.PEOPLE, "GET", "POST")
def office(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Requests to answer, invitations to make and to withdraw, imports to take back."""
    if request.method == "POST":
        if request.POST.get("do") == "invite":
            return _invite(request, seen)
        do(request, seen, {"answer": _answer, "revoke": _revoke, "undo": _undo})
        return redirect("clubs:office", seen.club.key)
    return _office(request, seen, InviteForm(label_suffix=""))


def _office(request: HttpRequest, seen: Seen, form: InviteForm) -> HttpResponse:
    club = seen.club
    links_open = selectors.open_links(club, seen.now)
    return show(
        request,
        seen,
        "office",
        "office",
        requests=selectors.asked(club, seen.people),
        without=[each for each in selectors.active(seen.people) if each.member.user is None],
        links=[(each, texts.ROLES[each.role]) for each in links_open],
        imports=importing.undoable(club),
        form=form,
    )


def _answer(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
    accepted = request.POST.get("accepted") == "1"
    people.answer(
        seen.club.key,
        by,
        request=request.POST.get("request", ""),
        accepted=accepted,
        claims=request.POST.get("claims", ""),
        reason=request.POST.get("reason", "")[: people.MOST_SAYS],
    )
    return (
        gettext("Welcome to the new member.") if accepted else gettext("The request is declined.")
    )


def _revoke(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
    links.revoke(seen.club.key, by, invitation=request.POST.get("invitation", ""))
    return gettext("Nobody can use this invitation any more.")


def _undo(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
    importing.undo(seen.club.key, by, source=request.POST.get("source", ""))
    return gettext("The import is undone: these records are gone.")


def _invite(request: HttpRequest, seen: Seen) -> HttpResponse:
    """The link and its code are shown only this once."""
    form = InviteForm(request.POST, label_suffix="")
    if not form.is_valid():
        return _office(request, seen, form)
    told = form.cleaned_data
    by = people.Sent(sent(request, seen).by, seen.now)
    token = links.invite(seen.club.key, by, role=told["role"], uses=told["uses"], days=told["days"])
    link = request.build_absolute_uri(reverse("clubs:invitation", args=[token]))
    return show(
        request,
        seen,
        "invited",
        "office",
        link=link,
        code=qr_code(link, gettext("QR code of the link")),
        role=texts.ROLES[told["role"]],
        **{name: told[name] for name in ("uses", "days")},
    )


def qr_code(link: str, title: str) -> str:
    """As SVG to stand in a page, sized by its style."""
    drawn = io.BytesIO()
    segno.make(link, error="m").save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, title=title, border=4
    )
    return mark_safe(drawn.getvalue().decode())  # noqa: S308 - made of a link of ours


@never_cache
@require_http_methods(["GET", "POST"])
@not_too_often("change")
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows what the link is for and changes nothing; POST joins, with an account or a name."""
    person: Any = request.user
    user = person.pk if person.is_authenticated and not person.is_demo else None
    form = NameForm(request.POST or None, initial={"form": new_id()}, label_suffix="")
    try:
        if request.method == "POST" and (user is not None or form.is_valid()):
            told = form.cleaned_data if user is None else {"name": "", "form": ""}
            key = links.accept(
                token, user=user, name=told["name"], now=timezone.now(), sent=told["form"]
            )
            messages.success(request, gettext("You are in. Welcome!"))
            return redirect("clubs:detail", key)
        club, found = links.find(token, timezone.now())
    except ClubRefused as refusal:
        status = 404 if isinstance(refusal, NoSuchClub) else 409
        context = {"problem": texts.text_for(refusal.code)}
        return render(request, "clubs/invitation.html", context, status=status)
    context = {
        "club": club,
        "role": texts.ROLES[found.role],
        "form": form,
        "with_account": user is not None,
        "problem": "",
    }
    return render(request, "clubs/invitation.html", context)
