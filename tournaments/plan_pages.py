"""Before a session: who is here, who left, who came; and the tables planned for these people.

As at the desk it is told first what would change, and only the second button does it.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine import RikkenError
from gameplay.ids import new_id
from tournaments import foretelling, presenting, stream
from tournaments.domain import replanning as domain
from tournaments.domain.championship import Championship, Round
from tournaments.domain.errors import TournamentRefused
from tournaments.services import replanning
from tournaments.services.desk import LONGEST
from tournaments.services.replanning import Present
from tournaments.views import Look, look_to_lead, not_too_often, posted

MOST_NEW = 20_000
"""Characters of names."""


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@not_too_often()
def page(request: HttpRequest, key: str) -> HttpResponse:
    seen = look_to_lead(request, key)
    state = stream.state(key).championship
    present = _present(request)
    asked: dict[str, Any] = {}
    if request.method == "POST":
        try:
            if request.POST.get("step") == "do":
                _do(request, seen, present)
                return redirect("tournaments:manage", key)
            asked = _asked(seen, state, present)
        except RikkenError as refusal:
            messages.error(request, presenting.refusal(refusal.code, refusal.detail))
    return render(
        request, "tournaments/plan.html", {**_context(request, seen, state, present), **asked}
    )


def _present(request: HttpRequest) -> Present:
    names = request.POST.get("names", "")[:MOST_NEW].splitlines()
    return Present(
        asked=tuple(request.POST.getlist("asked")),
        here=tuple(request.POST.getlist("here")),
        members=tuple(dict.fromkeys(request.POST.getlist("member"))),
        names=tuple(name for name in (" ".join(each.split()) for each in names) if name),
    )


def _do(request: HttpRequest, seen: Look, present: Present) -> None:
    who, seed = request.user.pk or 0, posted(request, "seed", 12)
    replanning.replan(
        seen.tournament.key,
        present,
        seed=int(seed) if seed.isdecimal() else replanning.draw(),
        words=request.POST.get("words", ""),
        mark=posted(request, "mark"),
        actor=f"user:{who}",
        now=timezone.now(),
        command_id=stream.sent("page", who, request.POST.get("command", "")),
    )
    messages.success(request, gettext("The tables are planned for who is here."))


def _asked(seen: Look, state: Championship, present: Present) -> dict[str, Any]:
    """What it would change, who would sit where, and a form that does it."""
    seed = replanning.draw()
    told = replanning.foretell(seen.tournament.key, present, seed=seed)
    comes = foretelling.newcomers(state, present)
    names = {
        **foretelling.called(seen.tournament),
        **dict(zip(told.people, comes, strict=True)),
    }
    kept = [
        *(("asked", key) for key in present.asked),
        *(("here", key) for key in present.here),
        *(("member", key) for key in present.members),
        ("names", "\n".join(present.names)),
        *(("seed", seed), ("mark", told.mark), ("command", new_id())),
    ]
    return {
        "told": list(foretelling.of_plan(told.changes, names, comes)),
        "tables": foretelling.at_tables(told.tables, names),
        "first": told.round,
        "kept": kept,
        "longest": LONGEST,
    }


def _context(
    request: HttpRequest, seen: Look, state: Championship, present: Present
) -> dict[str, Any]:
    known = _first(state)
    names = foretelling.called(seen.tournament)
    everybody = [(each, names[each.key]) for each in state.entries.values() if each.standing]
    new = replanning.members_not_entered(state)
    here = set(present.here) if present.asked else {each.key for each in state.active}
    return {
        "look": seen,
        "t": seen.tournament,
        "now": seen.now,
        "tab": "manage",
        "row": known,
        "begun": known is not None and known.started is not None,
        "people": [
            (each.key, name, each.key in here, each.active, _where(known, each.key))
            for each, name in sorted(everybody, key=lambda one: one[1].casefold())
        ],
        "members": [(key, name, key in present.members) for key, name in new.items()],
        "names": "\n".join(present.names),
    }


def _first(state: Championship) -> Round | None:
    try:
        return domain.first_round(state)
    except TournamentRefused:
        return None


def _where(known: Round | None, entry: str) -> int | None:
    """The number of the table at which the plan has somebody."""
    tables = known.tables if known is not None else ()
    return next((table.number for table in tables if entry in table.chairs), None)
