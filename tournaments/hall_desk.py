"""The organizer's desk for tables in the hall: their codes, and a grid for paper slips."""

from __future__ import annotations

import json
from dataclasses import astuple
from itertools import accumulate
from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import RikkenError
from gameplay import rule_texts
from tournaments import device, papers, presenting, stream
from tournaments.domain import hall as halls
from tournaments.domain import slips
from tournaments.domain.championship import Board, Championship, Round
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import SeatedTable
from tournaments.models import Entry
from tournaments.selectors import doubts, leading, rankings, stand_ins
from tournaments.services import hall, table_links
from tournaments.views import Look, look_to_lead, not_too_often

LONGEST = 2000


def _hidden(seen: Look, state: Championship, board: Board) -> bool:
    """An organizer who plays learns what came of a board when all do, and settles none before."""
    return halls.secret(state, board) and seen.plays


@never_cache
@login_required
@require_POST
@not_too_often()
def codes(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """New codes for the tables of a round in the hall, to be printed: they are shown only now."""
    seen = look_to_lead(request, key)
    table = request.POST.get("table", "")
    try:
        if seen.plays and not seen.tournament.own_cards:
            raise TournamentRefused("plays_too", "an organizer who plays is no table's device")
        made = table_links.make(
            key,
            number,
            tables=[int(table)] if table.isdecimal() and len(table) < 5 else [],
            user_id=request.user.pk,
            now=timezone.now(),
        )
    except RikkenError as refusal:
        messages.error(request, presenting.refusal(refusal.code, dict(refusal.detail)))
        return redirect("tournaments:manage", key)
    state = stream.state(key).championship
    # On the card is who sits there, as on the list of places.
    names = stand_ins.beside(
        _names(state, [seated for seated, _ in made]), stand_ins.names(state, number)
    )
    cards = [
        {
            "number": seated.number,
            "names": [names[entry] for entry in seated.chairs],
            "link": (
                link := request.build_absolute_uri(reverse("tournaments:hall_join", args=[token]))
            ),
            "svg": mark_safe(segno.make(link, error="m").svg_inline(scale=5, omitsize=True)),  # noqa: S308
        }
        for seated, token in made
    ]
    context = {"t": seen.tournament, "round": number, "cards": cards}
    return render(request, "tournaments/hall_codes.html", context)


@never_cache
@login_required
@require_safe
def results(request: HttpRequest, key: str) -> HttpResponse:
    """For a scorer: the tables in the hall of every round that began, and what they owe."""
    seen = look_to_lead(request, key, leading.RESULTS)
    state = stream.state(key).championship
    context = {
        "look": seen,
        "t": seen.tournament,
        "now": seen.now,
        "tab": "results",
        "rounds": [
            (known, _tables(state, known))
            for known in reversed(state.rounds)
            if known.started is not None and any(table.hall for table in known.tables)
        ],
    }
    return render(request, "tournaments/results.html", context)


def _tables(state: Championship, known: Round) -> list[tuple[int, list[int]]]:
    """Numbers of the tables in the hall, each with the boards for which it owes a result."""
    owed: dict[int, list[int]] = {table.number: [] for table in known.tables if table.hall}
    for each in halls.missing(state, known.number):
        owed[each.table.number].append(each.board.number)
    return sorted(owed.items())


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def grid(request: HttpRequest, key: str, number: int, table: int) -> HttpResponse:
    """One table's boards on one page, as on its slip; every row is saved by itself."""
    seen = look_to_lead(request, key, leading.RESULTS)
    state = stream.state(key).championship
    known = state.round(number)
    seated = (
        next((t for t in known.tables if t.hall and t.number == table), None) if known else None
    )
    if known is None or seated is None or known.started is None:
        raise Http404
    if request.method == "POST":
        return _save(request, seen, known, seated)
    names = stand_ins.beside(_names(state, [seated]), stand_ins.names_in(state, number))
    form = hall.form(state, halls.Place(known, seated, known.boards[0]))
    context = {
        "t": seen.tournament,
        "round": known,
        "table": seated,
        "names": [names[entry] for entry in seated.chairs],
        "rows": _rows(seen, state, known, seated),
        "late": known.closing is not None or known.closed is not None,
        "codes": [(code, _word(word)) for code, word in slips.codes(form).items()],
        "columns": [
            ("code", gettext("Code")),
            ("who", gettext("Who")),
            ("partner", gettext("With")),
            ("tricks", gettext("Tricks")),
        ],
        "others": [t.number for t in known.tables if t.hall],
    }
    return render(request, "tournaments/grid.html", context)


@not_too_often()
def _save(request: HttpRequest, seen: Look, known: Round, seated: SeatedTable) -> HttpResponse:
    key = seen.tournament.key
    state = stream.state(key).championship
    try:
        sent = json.loads(request.body[:LONGEST])
        here = halls.place(state, seated.table, int(sent["board"]))
        if _hidden(seen, state, here.board):
            raise TournamentRefused("plays_too", "others have yet to play it", board=sent["board"])
        line = slips.Line(
            *(str(sent.get(name, ""))[:40] for name in ("code", "who", "partner", "tricks"))
        )
        facts = slips.read(hall.form(state, here), line, here.compass)
        before = state.hall_results.get(here.key)
        seen_line = sent.get("before")
        if seen_line is not None and _stale(state, here, before, str(seen_line), line):
            raise TournamentRefused("result_changed", "another desk wrote it", board=sent["board"])
        if before is not None:
            if not slips.fits(before.facts):
                raise TournamentRefused("joint_bids", "no line has two bids")
            facts = slips.kept(facts, before.facts)
        who = request.user.pk
        hall.put(
            key,
            hall.Written(
                table=seated.table,
                board=here.board.number,
                facts=facts,
                entry="",
                instead_of=before.facts if before else None,
            ),
            reason=str(sent.get("reason", ""))[:500],
            actor=f"user:{who}",
            now=timezone.now(),
            command_id=stream.sent("page", who, str(sent.get("id", ""))),
        )
    except RikkenError as refusal:
        words = presenting.refusal(refusal.code, dict(refusal.detail))
        told: dict[str, Any] = {"error": {"code": refusal.code, "message": words}}
        if refusal.code == "result_changed":
            told["rows"] = _rows(seen, stream.state(key).championship, known, seated)
        return JsonResponse(told, status=409)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return JsonResponse({"error": {"code": "bad_request", "message": ""}}, status=400)
    after = stream.state(key).championship
    return JsonResponse({"rows": _rows(seen, after, known, seated)})


@never_cache
@login_required
@require_safe
def paper(request: HttpRequest, key: str, number: int, kind: str) -> HttpResponse:
    """The seat list, or blank slips, of a round on A4 in the event's language."""
    seen = look_to_lead(request, key, leading.RESULTS)
    state = stream.state(key).championship
    known = state.round(number)
    make = papers.PAPERS.get(kind)
    if known is None or make is None or not known.tables:
        raise Http404
    with translation.override(seen.tournament.language):
        names = _names(state, list(known.tables))
        made = make(state, known, stand_ins.beside(names, stand_ins.names_in(state, number)))
    answer = HttpResponse(made, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{kind}-{number}.pdf"'
    return answer


def _rows(
    seen: Look, state: Championship, known: Round, seated: SeatedTable
) -> list[dict[str, Any]]:
    """Points by chair, as the paper has columns, and what they come to."""
    rows: list[dict[str, Any]] = []
    for board in known.boards:
        here = halls.Place(known, seated, board)
        result = state.hall_results.get(here.key)
        row: dict[str, Any] = {
            "board": board.number,
            "dealer": seated.chairs.index(here.dealer) + 1,
        }
        if result is not None and not _hidden(seen, state, board):
            scored = device.scored(state, result.facts)
            line = slips.written(hall.form(state, here), result.facts, here.compass)
            row |= {
                "line": {
                    name: getattr(line, name) for name in ("code", "who", "partner", "tricks")
                },
                "fixed": not slips.fits(result.facts),
                "told": scored["told"],
                "points": [scored["scores"].get(seat) for seat in here.compass],
                "stands": result.stands,
            }
            if code := doubts.doubt(state, here, timezone.now()):
                row["doubt"] = _contradicted(code)
        rows.append(row)
    nothing = [0] * len(seated.chairs)
    columns = zip(
        *([each or 0 for each in row.get("points", nothing)] for row in rows), strict=True
    )
    for row, totals in zip(rows, zip(*map(accumulate, columns), strict=True), strict=True):
        row["totals"] = list(totals)
    return rows


def _stale(
    state: Championship,
    here: halls.Place,
    result: halls.HallResult | None,
    seen_line: str,
    line: slips.Line,
) -> bool:
    """Whether the row holds something that this browser did not show, and would be overwritten."""
    now = slips.written(hall.form(state, here), result.facts, here.compass) if result else None
    return seen_line != ("|".join(astuple(now)) if now else "") and line != now


def _contradicted(code: str) -> str:
    return gettext("The cards say otherwise: %(why)s") % {"why": presenting.refusal(code, {})}


def _names(state: Championship, tables: list[SeatedTable]) -> dict[str, str]:
    keys = {entry for table in tables for entry in table.chairs}
    return {
        key: presenting.player_name(name)
        for key, name in rankings.names(Entry.objects.filter(pk__in=keys)).items()
    }


def _word(word: str) -> str:
    return rule_texts.contract_name(word) or presenting.contract_name(word)
