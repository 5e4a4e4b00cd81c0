"""For a hall's screen and for other sites: a tournament as a stranger sees it, whoever looks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from gameplay.embedding import embeddable
from gameplay.eventstore import store
from tournaments import stream
from tournaments.domain.championship import Championship
from tournaments.selectors import lobby, rankings, schedule, stand_ins
from tournaments.views import Look, live_page, look_as, ranking_lines, table_facts

T = TypeVar("T")
LINES_A_SCREEN = 24
"""Two columns that can be read from the last row of a hall."""
TABLES_A_SCREEN = 24
EMBEDDED = 50
"""Lines of a ranking on another site."""


@never_cache
@require_safe
def hall(request: HttpRequest, key: str) -> HttpResponse:
    """For a projector: ranking, seats and clock in turn. Nobody signs in, nothing is personal."""
    seen = look_as(request, key, None)
    row = seen.round

    def context() -> dict[str, Any]:
        lines = ranking_lines(seen)
        seats = schedule.seats_in(row.key) if row is not None else []
        names = rankings.names([seat.entry for _, four in seats for seat in four])
        tiles = lobby.tiles(row, seen.now) if row is not None and row.started else []
        state = stream.state(key).championship
        if row is not None:
            names = stand_ins.beside(names, stand_ins.names_in(state, row.number))
        tables = [
            (table.number, [names.get(seat.entry_id, "") for seat in four]) for table, four in seats
        ]
        return {
            "ranks": _screens(lines, LINES_A_SCREEN),
            "counted": rankings.boards_counted(key) if lines else 0,
            "seating": _screens(tables, TABLES_A_SCREEN),
            "row": row,
            "tables": len(tiles),
            "done": sum(tile.ended == tile.boards for tile in tiles),
            "note": _note(state),
        }

    facts = ("hall", *table_facts(row, seen.now))
    return live_page(request, "hall", seen, facts, context, page="tournaments/hall_page.html")


def _note(state: Championship) -> str:
    """What all tables are told stands on every screen until it is taken away."""
    said = state.desk.messages.get("")
    return (store.read_text(said.text.id) or "") if said is not None else ""


def _screens(rows: Sequence[T], size: int) -> list[list[T]]:
    walk = iter(rows)
    return list(iter(lambda: list(islice(walk, size)), []))


@never_cache
@require_safe
@embeddable
def embed_standings(request: HttpRequest, key: str) -> HttpResponse:
    """The ranking for a frame on another site."""
    seen = look_as(request, key, None)

    def context() -> dict[str, Any]:
        lines = ranking_lines(seen)
        return {
            "lines": lines[:EMBEDDED],
            "more": max(0, len(lines) - EMBEDDED),
            "counted": rankings.boards_counted(key) if lines else 0,
        }

    return live_page(
        request, "embed_standings", seen, (), context, page="tournaments/embed_page.html"
    )


@never_cache
@require_safe
@embeddable
def embed_featured(request: HttpRequest, key: str) -> HttpResponse:
    """To the featured table of the round in play, or of the last one that was."""
    table = featured_table(look_as(request, key, None))
    if not table:
        raise Http404
    asked = {"lang": lang} if (lang := request.GET.get("lang", "")) else {}
    where = reverse("gameplay:embed_table", args=[table])
    return redirect(f"{where}?{urlencode(asked)}" if asked else where)


def featured_table(seen: Look) -> str:
    """Its id; "" before any table was opened."""
    row = seen.round if seen.round and seen.round.started else schedule.last_started(seen.rounds)
    if row is None or row.started is None:
        return ""
    return lobby.featured_in(row.key, seen.tournament.featured)
