"""What every page of a club begins with: which club, who looks, and whether he may."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from clubs import ports, selectors, stream, texts
from clubs.domain.club import Club, Member
from clubs.domain.errors import ClubRefused, NoSuchClub, NotAllowed
from clubs.services.people import Sent
from gameplay.eventstore.ids import new_id

P = ParamSpec("P")
READING = ("GET", "HEAD")
EVERYBODY = ""
"""In place of a power: this page is for whoever finds it, signed in or not."""
SIGNED_IN = "signed_in"
"""In place of a power: the page itself judges whoever is signed in."""


@dataclass(frozen=True)
class Seen:
    """A club as this visitor meets it."""

    club: Club
    member: Member | None
    user: int | None
    now: datetime

    @property
    def powers(self) -> frozenset[str]:
        return self.member.powers if self.member is not None else frozenset()

    @property
    def own(self) -> str:
        """The visitor's own record; "" for who has none."""
        return self.member.key if self.member is not None else ""

    @property
    def belongs(self) -> bool:
        return self.member is not None and self.member.active

    @cached_property
    def people(self) -> dict[str, selectors.Person]:
        return selectors.people(self.club, self.powers)

    @property
    def waiting(self) -> int:
        return sum(each.state == "waiting" for each in self.club.requests.values())


def see(request: HttpRequest, key: str) -> Seen:
    try:
        state = stream.state(key)
    except NoSuchClub as missing:
        raise Http404 from missing
    user = request.user.pk if request.user.is_authenticated else None
    return Seen(state, state.member_of(user), user, timezone.now())


View: TypeAlias = Callable[Concatenate[HttpRequest, Seen, P], HttpResponse]


def page(
    power: str, *methods: str
) -> Callable[[View[P]], Callable[Concatenate[HttpRequest, str, P], HttpResponse]]:
    """A page of a club for those who have this power; ``EVERYBODY`` has to be said."""

    def permitted(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
        @wraps(view)
        def entered(
            request: HttpRequest, key: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            if power != EVERYBODY and not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if request.method not in (methods or READING):
                return HttpResponseNotAllowed(methods or READING)
            seen = see(request, key)
            if power not in (EVERYBODY, SIGNED_IN, *seen.powers):
                raise PermissionDenied
            try:
                return view(request, seen, *args, **kwargs)
            except NoSuchClub as missing:
                raise Http404 from missing

        return never_cache(entered)

    return permitted


def not_too_often(
    scope: str,
) -> Callable[[Callable[P, HttpResponse]], Callable[P, HttpResponse]]:
    """Refuse changes beyond the rates that hold for programs, with which these count together."""

    def limited(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
        @wraps(view)
        def counted(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            request: Any = args[0]
            seconds = 0 if request.method in READING else ports.seconds_to_wait(request, scope)
            if not seconds:
                return view(*args, **kwargs)
            text = gettext("That was too often. Wait a little, and try again.")
            answer = render(request, "clubs/refused.html", {"text": text}, status=429)
            answer["Retry-After"] = str(seconds)
            return answer

        return counted

    return limited


def show(
    request: HttpRequest, seen: Seen, template: str, tab: str, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "seen": seen,
        "club": seen.club,
        "may": sorted(seen.powers),
        "tab": tab,
        "command": new_id(),
        "season": ports.season(seen.club.key),
        **more,
    }
    name = template if "/" in template else f"clubs/{template}.html"
    return render(request, name, context, status=status)


def sent(request: HttpRequest, seen: Seen) -> Sent:
    assert seen.user is not None
    id_ = stream.sent("page", seen.user, request.POST.get("command", ""))
    return Sent(seen.user, seen.now, id_)


Action: TypeAlias = Callable[[HttpRequest, Seen, Sent], str]


def do(request: HttpRequest, seen: Seen, actions: Mapping[str, Action]) -> bool:
    """One of these by the name on its form. What is refused is said on the page; whoever may not
    at all is shown the door."""
    action = actions.get(request.POST.get("do", ""))
    if action is None:
        messages.error(request, gettext("This page does not know that button."))
        return False
    try:
        messages.success(request, action(request, seen, sent(request, seen)))
    except NotAllowed as refusal:
        if refusal.code == "not_allowed":
            raise PermissionDenied from refusal
        messages.error(request, texts.text_for(refusal.code))
        return False
    except NoSuchClub:
        raise
    except ClubRefused as refusal:
        messages.error(request, texts.text_for(refusal.code))
        return False
    return True


def rules_told(ruleset: str, options: Mapping[str, object]) -> dict[str, Any]:
    known = ports.rules()
    return {
        "name": known.name(ruleset),
        "options": known.told(ruleset, options),
        "address": known.address(ruleset, options),
    }


def whole(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else 0
