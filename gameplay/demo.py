"""What only a demo offers: a seat with one click, and a table of four house players to watch.

Both exist only where ``DEMO`` is set, which ``check --deploy`` refuses.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.views.decorators.http import require_POST

import engine
from engine import SEATS, Seat
from gameplay import house_plan, selectors, table_handlers, tables
from gameplay.models import TableSummary

BACKEND = "django.contrib.auth.backends.ModelBackend"


def _only_in_the_demo() -> None:
    if not settings.DEMO:
        raise Http404


@require_POST
def take_seat(request: HttpRequest) -> HttpResponse:
    """Sign a visitor in as a demo player and seat him; a second click finds the same table."""
    _only_in_the_demo()
    if not request.user.is_authenticated:
        login(request, _demo_player(), backend=BACKEND)
    user_id = request.user.pk
    for mine in selectors.tables_of(user_id):
        seat = table_handlers.table_state(mine.table_id).seat_of(user_id)
        if seat is None:
            continue
        table_handlers.change(
            mine.table_id,
            lambda state, seat=seat: tables.take_seat(state, seat=seat, user_id=user_id),
            actor=f"user:{user_id}",
        )
        return redirect("gameplay:table", mine.table_id)
    occupants: dict[Seat, int | str | None] = dict.fromkeys(SEATS, tables.HOUSE)
    occupants[Seat.SOUTH] = user_id
    table_id = table_handlers.open_table(
        ruleset=engine.rulesets.names()[0],
        options={},
        opener=user_id,
        occupants=occupants,
        first_dealer=SEATS[secrets.randbelow(4)],
        actor=f"user:{user_id}",
    )
    return redirect("gameplay:table", table_id)


@require_POST
def watch(request: HttpRequest) -> HttpResponse:
    """The demo's house table; opened by whoever asks first, then shared by all."""
    _only_in_the_demo()
    running = TableSummary.objects.filter(closed=False, opener_id=None).order_by("opened").first()
    if running is not None:
        table_id = running.table_id
    else:
        table_id = table_handlers.open_table(
            ruleset=engine.rulesets.names()[0],
            options={},
            opener=None,
            occupants=dict.fromkeys(SEATS, tables.HOUSE),
            actor="system:demo",
        )
    house_plan.keep_watched([table_id], timezone.now())
    return redirect("gameplay:table", table_id)


def _demo_player() -> Any:
    """A person of his own for each visitor; the name tells a number and nothing else."""
    number = 1000 + secrets.randbelow(9000)
    user = get_user_model()(
        username=f"demo-{secrets.token_hex(6)}",
        display_name=f"Demo {number}",
        language=translation.get_language() or settings.LANGUAGE_CODE,
        is_demo=True,
    )
    user.set_unusable_password()
    user.save()
    return user
