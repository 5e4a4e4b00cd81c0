"""One released board by itself: a page to step through it, and a picture of it.

What is not released is not there: one answer for every reason, and nobody may keep it.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from gameplay import access, board_svg, languages, replays, selectors
from gameplay.errors import NotFound

KEPT = 3600
"""Seconds. A released board does not change any more; names of people may."""


@never_cache
@require_GET
def board(request: HttpRequest, table_id: str, board: int) -> HttpResponse:
    """Step through a board, event by event; ``#12`` or ``?at=12`` is the twelfth of them."""
    now = timezone.now()
    try:
        found = replays.released(table_id, board, now=now)
    except NotFound:
        return _not_there(request)
    user_id = request.user.pk if request.user.is_authenticated else None
    state = found.table.state
    home = access.home(state, user_id)
    if home is not None:
        languages.speak_for_event(request, home.language)
    shown = selectors.boards_released(table_id, now - access.delay(state))
    place = shown.index(board) if board in shown else 0
    context = {
        "table_id": table_id,
        "board": board,
        "home": home,
        "replay_url": reverse("gameplay:table_replay", args=[table_id, board]),
        "svg_url": reverse("gameplay:board_svg", args=[table_id, board]),
        "back_url": reverse("gameplay:table", args=[table_id]),
        "compare_url": home.board_url.replace("/0/", f"/{board}/") if home is not None else "",
        "before": shown[place - 1] if place else None,
        "after": shown[place + 1] if place + 1 < len(shown) else None,
    }
    return render(request, "gameplay/board.html", context)


def _not_there(request: HttpRequest) -> HttpResponse:
    return render(request, "gameplay/board_hidden.html", status=404)


@require_GET
@gzip_page
def svg(request: HttpRequest, table_id: str, board: int) -> HttpResponse:
    """The picture, in the language of ``?lang=``: its address alone decides what it looks like."""
    asked = request.GET.get("lang", "")
    known = {code for code, _ in settings.LANGUAGES}
    language = asked if asked in known else settings.LANGUAGE_CODE
    try:
        found = replays.released(table_id, board, now=timezone.now())
    except NotFound:
        return HttpResponse(status=404, headers={"Cache-Control": "no-store"})
    with translation.override(language):
        text = board_svg.draw(found, language)
    headers = {
        "Cache-Control": f"public, max-age={KEPT}",
        "Access-Control-Allow-Origin": "*",
        "Content-Language": language,
    }
    return HttpResponse(text, content_type="image/svg+xml; charset=utf-8", headers=headers)
