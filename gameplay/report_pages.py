"""Messages that were reported at free tables, where nobody directs: for site staff who were given
the permission, and for nobody else there is such a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay import streams, talk_handlers
from gameplay.access import held_by
from gameplay.eventstore import store
from gameplay.models import Report
from gameplay.selectors import names_of

PERMISSION = "gameplay.change_report"
# The origin of a table that nobody's tournament opened.
FREE = ""


@never_cache
@require_http_methods(["GET", "POST"])
def reports(request: HttpRequest) -> HttpResponse:
    """What waits to be looked into; POST says that one message has been."""
    if not request.user.has_perm(PERMISSION):
        raise Http404
    if request.method == "POST":
        wanted = request.POST.get("report", "")
        if not wanted.isdecimal() or len(wanted) > 18:
            raise Http404
        talk_handlers.handle_report(int(wanted), origin=FREE, now=timezone.now())
        messages.success(request, gettext("The report is dealt with."))
        return redirect("gameplay:reports")
    assert request.user.pk is not None
    found = list(_told(talk_handlers.reports_at(FREE), request.user.pk))
    return render(request, "gameplay/reports.html", {"reports": found})


def _told(found: list[Report], reader: int) -> Iterator[dict[str, Any]]:
    """Whoever plays at the table himself reads nothing there: it may have been said behind him."""
    texts = store.read_texts(row.message.text_id for row in found if row.message.text_id)
    people = names_of({who for row in found for who in (row.by, row.message.user_id)})
    for row in found:
        plays = held_by(reader, streams.table(row.table_id).state) is not None
        yield {
            "id": row.pk,
            "by": people.get(row.by, ""),
            "name": people.get(row.message.user_id, ""),
            "text": None if plays else texts.get(row.message.text_id),
            "plays": plays,
            "table": row.table_id,
            "sent": row.message.sent,
        }
