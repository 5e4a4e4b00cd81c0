"""Pages of play. Thin: parse, permit, call, present."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
    require_safe,
)

from engine import RikkenError, Seat
from gameplay import (
    access,
    demo,
    frames,
    invitations,
    languages,
    places,
    replays,
    room,
    selectors,
    table_handlers,
    tables,
    texts,
)
from gameplay.connections import new_login
from gameplay.errors import NotAllowed, NotFound, PlayRefused
from gameplay.events import BETWEEN, UNIFORM
from gameplay.forms import HOUSE, INVITE, NEVER, TableForm
from gameplay.places import Place

P = ParamSpec("P")

# A released board does not change any more; names of people may.
REPLAY_KEPT = 3600  # seconds


def _tells_refusals(
    view: Callable[Concatenate[HttpRequest, str, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """What a table refuses becomes a sentence on its page; what must not be known, a 404."""

    @wraps(view)
    def told(
        request: HttpRequest, table_id: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        try:
            return view(request, table_id, *args, **kwargs)
        except NotFound as missing:
            raise Http404 from missing
        except (PlayRefused, RikkenError) as refusal:
            messages.error(request, texts.text_for(refusal.code))
            status = 403 if isinstance(refusal, NotAllowed) else 409
            return render(request, "gameplay/refused.html", {"table_id": table_id}, status=status)

    return told


def _user_id(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    context = {
        "tables": selectors.list_of_tables(_user_id(request)),
        "planned": selectors.planned_tables_open(),
    }
    response = render(request, "gameplay/home.html", context)
    demo.expect(request, response)
    return response


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    form = TableForm(request.POST or None, initial={f"seat_{s}": HOUSE for s in "WNE56"})
    if request.method == "POST" and form.is_valid():
        user_id = request.user.pk
        players = form.cleaned_data["players"]
        others = [chair for chair in places.PLACES[:players] if chair is not Seat.SOUTH]
        choices = {chair: form.cleaned_data[f"seat_{chair.letter}"] or HOUSE for chair in others}
        table_id = table_handlers.open_table(
            ruleset=form.cleaned_data["ruleset"],
            options=form.options(),
            length=form.cleaned_data["length"],
            opener=user_id,
            occupants={
                Seat.SOUTH: user_id,
                **{seat: tables.HOUSE if c == HOUSE else None for seat, c in choices.items()},
            },
            players=players,
            form=form.cleaned_data["form"],
            dealing=form.cleaned_data["dealing"] or UNIFORM,
            dessert=[word] if (word := form.cleaned_data["dessert"]) else [],
            chat=form.cleaned_data["chat"] or BETWEEN,
            undo=form.cleaned_data["undo"] != NEVER,
            time=form.time_control(),
            actor=f"user:{user_id}",
        )
        if INVITE in choices.values():
            messages.info(request, texts.invite_hint())
        return redirect("gameplay:table", table_id)
    context = {"form": form, "main": [form[name] for name in form.MAIN]}
    return render(request, "gameplay/table_new.html", context)


@never_cache
@require_GET
@_tells_refusals
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table for whoever looks: his seat if he plays one, else as a spectator."""
    user_id = _user_id(request)
    look = room.first_look(table_id)
    state = look.table.state
    viewer = access.viewer(user_id, state)
    own_place = state.place_of(user_id) if user_id is not None else None
    left = own_place is not None and access.held_by(user_id, state) is None
    opening = [json.loads(f.text) for f in room.opening_frames(look, viewer, timezone.now())]
    home = access.home(state, user_id)
    if home is not None:
        languages.speak_for_event(request, home.language)
    plays = own_place is not None and not left
    context = {
        "table_id": table_id,
        "home": home,
        "ends": frames.moment(home.ends) if home is not None and home.ends is not None else "",
        "now": frames.moment(timezone.now()),
        "comment_url": reverse("gameplay:commentary", args=[table_id])
        if access.comments(user_id, state)
        else "",
        "replay_url": reverse("gameplay:table_replay", args=[table_id, 0]),
        "ws_url": f"/ws/tables/{table_id}/?lang={get_language()}&login={new_login()}"
        if plays
        else "",
        "sse_url": f"/sse/tables/{table_id}/",
        "my_seat": viewer.seat.letter if viewer.seat is not None else "",
        "away_seat": own_place.letter if own_place is not None and left else "",
        "is_opener": user_id is not None and user_id == state.opener,
        "empty_seats": [p.letter for p, sitter in state.places.items() if sitter.kind == "empty"],
        "state": opening,
    }
    return render(request, "gameplay/table.html", context)


@require_GET
@gzip_page
def table_replay(request: HttpRequest, table_id: str, board: int) -> HttpResponse:
    """A released board step by step, for anybody. What is not released is not there."""
    try:
        text = replays.replay(table_id, board, now=timezone.now())
    except NotFound:
        # One answer for every reason: it must not tell which boards have been opened.
        answer = {"error": {"code": "not_released", "message": texts.text_for("not_released")}}
        return JsonResponse(answer, status=404, headers={"Cache-Control": "no-store"})
    headers = {"Cache-Control": f"public, max-age={REPLAY_KEPT}"}
    return HttpResponse(text, content_type="application/json", headers=headers)


@login_required
@require_POST
@_tells_refusals
def table_seat(request: HttpRequest, table_id: str) -> HttpResponse:
    """Come back to one's own seat."""
    user_id = request.user.pk
    seat = _seat(request.POST.get("seat", ""))
    table_handlers.change(
        table_id,
        lambda state: tables.take_seat(state, seat=seat, user_id=user_id),
        actor=f"user:{user_id}",
    )
    return redirect("gameplay:table", table_id)


@login_required
@require_POST
@_tells_refusals
def table_leave(request: HttpRequest, table_id: str) -> HttpResponse:
    user_id = request.user.pk
    table_handlers.change(
        table_id, lambda state: tables.stop(state, user_id=user_id), actor=f"user:{user_id}"
    )
    return redirect("gameplay:home")


@login_required
@require_POST
@_tells_refusals
def table_fill(request: HttpRequest, table_id: str) -> HttpResponse:
    user_id = request.user.pk
    table_handlers.change(
        table_id,
        lambda state: tables.fill_with_house(state, user_id=user_id),
        actor=f"user:{user_id}",
    )
    return redirect("gameplay:table", table_id)


@never_cache
@login_required
@require_POST
@_tells_refusals
def table_invite(request: HttpRequest, table_id: str) -> HttpResponse:
    """Make a link for one seat and show it; it is shown only this once."""
    seat = _seat(request.POST.get("seat", ""))
    token = invitations.invite(table_id, seat=seat, user_id=request.user.pk, now=timezone.now())
    link = request.build_absolute_uri(reverse("gameplay:invitation", args=[token]))
    context = {"table_id": table_id, "seat": seat.letter, "link": link}
    return render(request, "gameplay/invitation_made.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows what the link is for and changes nothing; POST takes the seat."""
    try:
        if request.method == "POST":
            if not request.user.is_authenticated:
                return redirect(f"{reverse('account_login')}?next={request.path}")
            table_id = invitations.accept(token, user_id=request.user.pk, now=timezone.now())
            return redirect("gameplay:table", table_id)
        found = invitations.find(token, timezone.now())
    except (PlayRefused, RikkenError) as refusal:
        return render(
            request,
            "gameplay/invitation.html",
            {"problem": texts.text_for(refusal.code)},
            status=404 if refusal.code == "invitation_invalid" else 409,
        )
    context: dict[str, Any] = {"seat": found.seat, "table_id": found.table_id, "problem": ""}
    return render(request, "gameplay/invitation.html", context)


def _seat(letter: str) -> Place:
    try:
        return places.parse(letter)
    except (RikkenError, ValueError) as error:
        raise PlayRefused("bad_seat", "no such seat") from error
