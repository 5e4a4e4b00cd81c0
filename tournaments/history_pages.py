"""What happened in a tournament, who decided it and why: for everybody to read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from gameplay.selectors import names_of
from tournaments import telling, texts
from tournaments.domain.events import (
    MessageSent,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    TableFeatured,
)
from tournaments.selectors import history as selector
from tournaments.selectors import rankings, schedule
from tournaments.views import Look, look

LINES = 100
WITH_TABLE = (TableFeatured, ResultEntered, ResultConfirmed, ResultCorrected)


@dataclass(frozen=True, slots=True)
class Line:
    at: datetime
    who: str
    what: str
    why: str
    told: bool
    """What it says was told to tables, and is no reason."""


@never_cache
@require_safe
def history(request: HttpRequest, key: str) -> HttpResponse:
    """The newest first. All lines are public; of the reasons see ``Happened.tells_why_to``."""
    seen = look(request, key)
    events = seen.tournament.version
    pages = max(1, -(-events // LINES))
    asked = request.GET.get("page", "1")
    page = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    if not 1 <= page <= pages:
        raise Http404
    last = events - LINES * (page - 1)
    first = max(0, last - LINES)
    context = {
        "look": seen,
        "t": seen.tournament,
        "now": seen.now,
        "tab": "history",
        "lines": _lines(seen, first, last - first),
        "page": page,
        "pages": pages,
    }
    return render(request, "tournaments/history.html", context)


def _lines(seen: Look, after: int, most: int) -> list[Line]:
    happened = selector.of(seen.tournament.key, after=after, most=most)[::-1]
    entries = schedule.entries_of(seen.tournament)
    people = names_of(
        {each.user_id for each in happened if each.user_id is not None}
        | {user for each in happened if (user := getattr(each.event, "user", None)) is not None}
    )
    tables = [each.event.table for each in happened if isinstance(each.event, WITH_TABLE)]
    facts = telling.Facts(
        names=rankings.names(entries),
        without_standing=frozenset(entry.key for entry in entries if not entry.standing),
        rounds=len(seen.rounds),
        several=seen.several,
        zone=seen.tournament.zone,
        people=people,
        tables=schedule.table_numbers(tables),
    )
    mine = seen.entry.key if seen.entry is not None else ""
    # Whoever leads and has sat in reads what an entrant reads, though he has no entry.
    mine = mine or ("sat in" if seen.manages and seen.plays else "")
    return [
        Line(
            at=each.at,
            who=_who(each, people),
            what=telling.sentence(each.event, facts),
            why=_why(each) if each.tells_why_to(organizer=seen.manages, entry=mine) else "",
            told=isinstance(each.event, MessageSent),
        )
        for each in happened
    ]


def _who(happened: selector.Happened, people: dict[int, str]) -> str:
    if happened.user_id is None:
        return gettext("by itself")
    return people.get(happened.user_id) or gettext("somebody who has gone")


def _why(happened: selector.Happened) -> str:
    return str(texts.REMOVED) if happened.removed else happened.words or ""
