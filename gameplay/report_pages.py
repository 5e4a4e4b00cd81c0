"""Messages that were reported at free tables, where nobody directs: for site staff who were given
the permission, and for nobody else there is such a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay import streams, talk, talk_handlers
from gameplay.eventstore import store
from gameplay.models import ChatMessage, Report
from gameplay.selectors import names_of

PERMISSION = "gameplay.change_report"
# The origin of a table that nobody's tournament opened.
FREE = ""

Trust = Callable[[HttpRequest], bool]


def _staff(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_staff", False))


_trusted: Trust = _staff


def register_trust(answer: Trust) -> None:
    """Who of those with the permission may read what people wrote: asked of whoever knows the ways
    to log in."""
    global _trusted
    _trusted = answer


@never_cache
@require_http_methods(["GET", "POST"])
def reports(request: HttpRequest) -> HttpResponse:
    """What waits to be looked into; POST says that one message has been."""
    if not request.user.has_perm(PERMISSION) or not _trusted(request):
        raise Http404
    reader = request.user.pk
    assert reader is not None
    if request.method == "POST":
        wanted = request.POST.get("report", "")
        if not wanted.isdecimal() or len(wanted) > 18:
            raise Http404
        row = Report.objects.filter(pk=int(wanted), origin=FREE).select_related("message").first()
        if row is None or _concerns(row, reader) or _plays(row, reader):
            raise Http404
        talk_handlers.handle_report(row.pk, origin=FREE, now=timezone.now())
        messages.success(request, gettext("The report is dealt with."))
        return redirect("gameplay:reports")
    found = list(_told(talk_handlers.reports_at(FREE), reader))
    return render(request, "gameplay/reports.html", {"reports": found})


def _plays(row: Report, reader: int) -> bool:
    """Also he whose place a house player has for good: he may come back to it."""
    return streams.table(row.table_id).state.place_of(reader) is not None


def _concerns(row: Report, reader: int) -> bool:
    return reader in (row.by, row.message.user_id)


def _too_early(message: ChatMessage) -> bool:
    """What those who may confer say is about cards that are yet to be played."""
    return message.channel == talk.PRAATJE and not streams.game(message.game_id).over


def _told(found: list[Report], reader: int) -> Iterator[dict[str, Any]]:
    """Whoever plays at the table himself reads nothing there: it may have been said behind him."""
    texts = store.read_texts(row.message.text_id for row in found if row.message.text_id)
    people = names_of({who for row in found for who in (row.by, row.message.user_id)})
    for row in found:
        plays, early = _plays(row, reader), _too_early(row.message)
        yield {
            "id": row.pk,
            "by": people.get(row.by, ""),
            "name": people.get(row.message.user_id, ""),
            "text": None if plays or early else texts.get(row.message.text_id),
            "plays": plays,
            "early": early,
            "has_part": plays or _concerns(row, reader),
            "table": row.table_id,
            "sent": row.message.sent,
        }
