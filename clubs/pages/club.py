"""The list of clubs, founding one, and what a club is: its page, its rules, its roles, its past."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import history, ports, selectors, texts
from clubs.club_forms import DescribeForm, FoundForm, JoinForm, default_zone
from clubs.domain import roles
from clubs.domain.errors import ClubRefused
from clubs.pages.common import EVERYBODY, Seen, do, not_too_often, page, rules_told, sent, show
from clubs.services import founding, people
from gameplay.eventstore import store
from gameplay.eventstore.ids import new_id

CLUBS_A_PAGE = 50
LINES = 100


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    mine = selectors.mine(request.user.pk, now) if request.user.is_authenticated else []
    clubs = Paginator(selectors.clubs(), CLUBS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/index.html", {"mine": mine, "clubs": clubs})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@not_too_often("create")
def new(request: HttpRequest) -> HttpResponse:
    """Found a club; whoever founds it owns it."""
    person: Any = request.user
    if person.is_demo:
        text = gettext("Make an account of your own to found a club.")
        return render(request, "clubs/refused.html", {"text": text}, status=403)
    if request.method != "POST":
        initial = {
            "form": new_id(),
            "own_name": person.own_name,
            "zone": default_zone(),
            "language": (get_language() or "nl")[:2],
        }
        form = FoundForm(initial=initial, label_suffix="")
        return render(request, "clubs/new.html", {"form": form, "rules": _rules_form(None, "")})
    form = FoundForm(request.POST, label_suffix="")
    rules = _rules_form(request.POST, "")
    if not (form.is_valid() & rules.is_valid()):
        return render(request, "clubs/new.html", {"form": form, "rules": rules})
    told = dict(form.cleaned_data)
    try:
        key = founding.found(
            **{name: told[name] for name in ("name", "place", "zone", "language", "own_name")},
            ruleset=rules.cleaned_data["ruleset"],
            options=rules.options(),
            user=person.pk,
            now=timezone.now(),
            key=founding.key_for(person.pk, told["form"]),
        )
    except ClubRefused as refusal:
        form.add_error(None, texts.text_for(refusal.code))
        return render(request, "clubs/new.html", {"form": form, "rules": rules})
    return redirect("clubs:detail", key)


def _rules_form(data: Any, ruleset: str) -> Any:
    known = ports.rules()
    form: Any = known.form(data, ruleset)
    form.template, form.style = known.template, known.style
    return form


@page(EVERYBODY)
def detail(request: HttpRequest, seen: Seen) -> HttpResponse:
    """For everybody: what it is, how it plays, when it meets. Nobody is named here."""
    club = seen.club
    rules = club.rules[-1]
    ahead = selectors.coming_up(club, seen.now)
    asked = [each for each in club.requests.values() if each.user == seen.user]
    return show(
        request,
        seen,
        "detail",
        "detail",
        about=store.read_text(club.about.id) if club.about else "",
        rules=rules_told(rules.ruleset, rules.options),
        version=rules,
        versions=len(club.rules),
        ahead=ahead[:5],
        more=max(0, len(ahead) - 5),
        count=sum(each.active for each in club.members.values()),
        asked=asked[-1] if asked and not seen.belongs else None,
        comes={each.key for each in ahead if seen.member and seen.member.key in each.coming},
    )


@page(EVERYBODY, "GET", "POST")
def join(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Ask to become a member. An account comes first: the answer has to find its person."""
    person: Any = request.user
    if not person.is_authenticated or person.is_demo:
        return show(request, seen, "join", "join", form=None, status=200)
    form = JoinForm(request.POST or None, initial={"name": person.own_name}, label_suffix="")
    if request.method == "POST" and form.is_valid():
        try:
            people.request(seen.club.key, sent(request, seen), **form.cleaned_data)
        except ClubRefused as refusal:
            messages.error(request, texts.text_for(refusal.code))
        else:
            messages.success(request, gettext("You have asked. The club will answer."))
        return redirect("clubs:detail", seen.club.key)
    return show(request, seen, "join", "join", form=form)


@page(roles.SIGN_UP, "POST")
def leave(request: HttpRequest, seen: Seen) -> HttpResponse:
    def gone(request: HttpRequest, seen: Seen, by: people.Sent) -> str:
        people.leave(seen.club.key, by)
        return gettext("You are not a member any more.")

    do(request, seen, {"leave": gone})
    return redirect("clubs:detail", seen.club.key)


@page(roles.CLUB, "GET", "POST")
def describe(request: HttpRequest, seen: Seen) -> HttpResponse:
    club = seen.club
    about = store.read_text(club.about.id) if club.about else ""
    initial = {"name": club.name, "place": club.place, "about": about or ""}
    form = DescribeForm(request.POST or None, initial=initial, label_suffix="")
    if request.method == "POST" and form.is_valid():
        by = sent(request, seen)
        try:
            founding.describe(
                club.key,
                by=by.by,
                now=by.now,
                command_id=by.command_id,
                **form.cleaned_data,
            )
        except ClubRefused as refusal:
            form.add_error(None, texts.text_for(refusal.code))
        else:
            messages.success(request, gettext("The club's page is changed."))
            return redirect("clubs:detail", club.key)
    return show(request, seen, "describe", "detail", form=form)


@page(EVERYBODY, "GET", "POST")
def rules(request: HttpRequest, seen: Seen) -> HttpResponse:
    """The house rules in all their versions; whoever may, sets new ones here."""
    club = seen.club
    form = None
    if roles.CLUB in seen.powers:
        form = _rules_form(request.POST or None, club.rules[-1].ruleset)
    if request.method == "POST":
        if form is None:
            return show(request, seen, "not_yours", "rules", status=403)
        if form.is_valid():
            by = sent(request, seen)
            founding.set_rules(
                club.key,
                by=by.by,
                ruleset=form.cleaned_data["ruleset"],
                options=form.options(),
                now=by.now,
                command_id=by.command_id,
            )
            messages.success(request, gettext("These are the house rules from now on."))
            return redirect("clubs:rules", club.key)
    versions = [(each, rules_told(each.ruleset, each.options)) for each in club.rules[::-1]]
    return show(request, seen, "rules", "rules", versions=versions, form=form)


@page(EVERYBODY)
def who_may_what(request: HttpRequest, seen: Seen) -> HttpResponse:
    """The table of roles and powers, as it is in force."""
    table = [
        (texts.POWERS[power], [power in given for given in roles.POWERS.values()])
        for power in roles.EVERY_POWER
    ]
    names = [texts.ROLES[role] for role in roles.POWERS]
    return show(request, seen, "roles", "roles", names=names, table=table)


@page(roles.AUDIT)
def what_happened(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Who did what when, the newest first."""
    asked = request.GET.get("page", "1")
    number = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    lines, pages = history.lines(seen.club, seen.people, seen.powers, page=number, most=LINES)
    if not 1 <= number <= pages:
        raise Http404
    return show(request, seen, "history", "history", lines=lines, number=number, pages=pages)
