"""The director's page of one table: what has happened on the board in play, and taking it back.

It tells how a board is played that others have yet to play, so it is for who directs the table: the
organizer, if he never entered. What will have been seen is listed before anything is decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine import SEATS, RikkenError
from gameplay import frames, selectors, streams, undo_handlers, undoing
from gameplay.errors import NotFound
from gameplay.ids import new_id
from gameplay.streams import LiveGame
from gameplay.undoing import TakenBack
from tournaments import presenting, retelling, stream
from tournaments.selectors import schedule
from tournaments.services import directing, rolling_back
from tournaments.views import Look, look_to_lead, not_too_often


@dataclass(frozen=True, slots=True)
class Point:
    """A moment that the board can go back to: ``version``, and the last action before it."""

    version: int
    told: str
    number: int


@dataclass(frozen=True, slots=True)
class Back:
    """What was, or would be, taken back, and what everybody has seen of it."""

    actions: list[str]
    seen: list[str]
    director: bool = True


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@not_too_often()
def rollback(request: HttpRequest, key: str, table_id: str) -> HttpResponse:
    seen = look_to_lead(request, key)
    number = schedule.table_numbers([table_id]).get(table_id)
    try:
        origin = streams.table(table_id).state.origin
    except NotFound as missing:
        raise Http404 from missing  # a table in the hall, or not opened yet
    if number is None or origin != stream.name(key):
        raise Http404
    if not directing.directs(request.user.pk or 0, table_id):
        raise PermissionDenied(gettext("You play yourself: somebody else has to decide this."))
    if request.method == "POST":
        _roll_back(request, key, table_id)
        return redirect("tournaments:rollback", key, table_id)
    context = {
        "look": seen,
        "t": seen.tournament,
        "now": seen.now,
        "tab": "rollback",
        "number": number,
        "table_id": table_id,
        **_board(request, seen, table_id),
    }
    return render(request, "tournaments/rollback.html", context)


def _roll_back(request: HttpRequest, key: str, table_id: str) -> None:
    who, sent = request.user.pk or 0, request.POST
    try:
        rolling_back.roll_back(
            key,
            table=table_id,
            game=sent.get("game", "")[:40],
            to=_number(sent.get("to", "")),
            version=_number(sent.get("version", "")),
            reason=sent.get("reason", ""),
            actor=f"user:{who}",
            now=timezone.now(),
            command_id=stream.sent("page", who, sent.get("command", "")),
        )
    except RikkenError as refusal:
        messages.error(request, presenting.refusal(refusal.code, dict(refusal.detail)))
    else:
        messages.success(request, gettext("The board has been taken back; the table is told."))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def _board(request: HttpRequest, seen: Look, table_id: str) -> dict[str, Any]:
    table = streams.table(table_id)
    current = table.state.current
    if current is None:
        return {"live": None}
    live = streams.game(current.game_id)
    standing = selectors.standing(table)
    names = {
        seat.letter: str(frames.occupant(table, seat, standing)["name"]) or seat.letter
        for seat in SEATS
    }
    index = str(getattr(request.user, "card_index", "") or get_language() or "nl")
    points = _points(live, names, index)
    chosen = _number(request.GET.get("to", ""))
    return {
        "live": None if live.over or table.state.closed else live,
        "board": live.opened.board,
        "points": points,
        "chosen": next((each for each in points if each.version == chosen), None),
        "back": _would_take_back(live, chosen, names, index),
        "before": [_taken(each, names, index) for each in live.taken_back],
        "command": new_id(),
    }


def _points(live: LiveGame, names: dict[str, str], index: str) -> list[Point]:
    """The newest first, the one that nothing would change left out."""
    assert live.start is not None
    told = undoing.as_seen(live.start, [one.event for one in live.played])
    points = [
        Point(version, retelling.action(told[at - 1], names, index) if at else "", at)
        for at, version in enumerate(undo_handlers.points(live))
    ]
    return points[::-1]


def _would_take_back(live: LiveGame, to: int, names: dict[str, str], index: str) -> Back | None:
    if to not in undo_handlers.points(live):
        return None
    taken = streams.would_take_back(live, to)
    return _taken(taken, names, index)


def _taken(taken: TakenBack, names: dict[str, str], index: str) -> Back:
    return Back(
        actions=[retelling.action(each, names, index) for each in taken.events],
        seen=retelling.seen(taken.seen, names, index),
        director=taken.by == undoing.DIRECTOR,
    )
