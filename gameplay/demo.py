"""What only a demo offers: a seat with one click, and a table of four house players to watch.

Both exist only where ``DEMO`` is set, which ``check --deploy`` refuses. Both may be clicked
twice in the same instant: who somebody is and which table he gets follow from what is known
before the click, and unique keys let one of two clicks make it.
"""

from __future__ import annotations

import contextlib
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.hashers import make_password
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_POST

import engine
from engine import SEATS, Seat
from gameplay import house_plan, selectors, table_handlers, tables
from gameplay.eventstore.store import AlreadyDone, CommandIdReused, StaleVersion
from gameplay.models import TableSummary
from gameplay.places import Place

BACKEND = "django.contrib.auth.backends.ModelBackend"
HOUSE_TABLE = "demo-house-"
VISITOR_COOKIE = "demo_visitor"


def _only_in_the_demo() -> None:
    if not settings.DEMO:
        raise Http404


def expect(request: HttpRequest, response: HttpResponse) -> None:
    """Give a visitor who may be about to click a name of his own, by cookie.

    The click is then answered by the name, however often it comes.
    """
    known = request.user.is_authenticated or VISITOR_COOKIE in request.COOKIES
    if settings.DEMO and not known:
        response.set_cookie(
            VISITOR_COOKIE,
            secrets.token_urlsafe(24),
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )


@require_POST
def take_seat(request: HttpRequest) -> HttpResponse:
    """Sign a visitor in as a demo player and seat him; a second click finds the same table."""
    _only_in_the_demo()
    if not request.user.is_authenticated:
        _sign_in(request)
    user_id = request.user.pk
    for mine in selectors.tables_of(user_id):
        seat = table_handlers.table_state(mine.table_id).place_of(user_id)
        if seat is None:
            continue
        table_handlers.change(
            mine.table_id,
            lambda state, seat=seat: tables.take_seat(state, seat=seat, user_id=user_id),
            actor=f"user:{user_id}",
        )
        return redirect("gameplay:table", mine.table_id)
    occupants: dict[Place, int | str | None] = dict.fromkeys(SEATS, tables.HOUSE)
    occupants[Seat.SOUTH] = user_id
    number = TableSummary.objects.filter(opener_id=user_id).count() + 1
    table_id = f"demo-{_derived('table', f'{user_id}:{number}')}"
    _open_once(table_id, opener=user_id, occupants=occupants, actor=f"user:{user_id}")
    return redirect("gameplay:table", table_id)


@require_POST
def watch(request: HttpRequest) -> HttpResponse:
    """The demo's house table; opened by whoever asks first, then shared by all."""
    _only_in_the_demo()
    house_tables = TableSummary.objects.filter(table_id__startswith=HOUSE_TABLE)
    running = house_tables.filter(closed=False).order_by("opened").first()
    if running is not None:
        table_id = running.table_id
    else:
        table_id = f"{HOUSE_TABLE}{house_tables.count() + 1}"
        occupants: dict[Place, int | str | None] = dict.fromkeys(SEATS, tables.HOUSE)
        _open_once(table_id, opener=None, occupants=occupants, actor="system:demo")
    house_plan.keep_watched([table_id], timezone.now())
    return redirect("gameplay:table", table_id)


def _open_once(
    table_id: str,
    *,
    opener: int | None,
    occupants: dict[Place, int | str | None],
    actor: str,
) -> None:
    # Refused: the other click was quicker.
    with contextlib.suppress(StaleVersion, AlreadyDone, CommandIdReused):
        table_handlers.open_table(
            ruleset=engine.rulesets.DEFAULT,
            options={},
            opener=opener,
            occupants=occupants,
            first_dealer=SEATS[secrets.randbelow(4)],
            actor=actor,
            table_id=table_id,
            undo=True,
        )


def _sign_in(request: HttpRequest) -> None:
    before = request.META.get("CSRF_COOKIE")
    login(request, _demo_player(request.COOKIES.get(VISITOR_COOKIE, "")), backend=BACKEND)
    if before is not None:
        # Signing in exchanges this, and the second half of a double click would be turned away.
        request.META["CSRF_COOKIE"] = before


def _demo_player(visitor: str) -> Any:
    """A person of his own for each visitor; the name tells a number and nothing else."""
    name = _derived("visitor", visitor) if visitor else secrets.token_hex(8)
    number = 1000 + secrets.randbelow(9000)
    user, _ = get_user_model().objects.get_or_create(
        username=f"demo-{name}",
        defaults={
            "display_name": f"Demo {number}",
            "language": translation.get_language() or settings.LANGUAGE_CODE,
            "is_demo": True,
            "hints": True,
            "password": make_password(None),
        },
    )
    return user


def _derived(what: str, value: str) -> str:
    return salted_hmac(f"gameplay.demo.{what}", value, algorithm="sha256").hexdigest()[:16]
