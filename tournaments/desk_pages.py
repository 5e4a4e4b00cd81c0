"""The organizer's desk while people play: stand-ins, seats that change, late arrivals, messages.

Every act is asked for first; the page then lists what it would change, and only the second button
does it. Names and words travel in the body of the request, never in an address. Who plays calls the
director from his table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from engine import RikkenError
from gameplay.eventstore import store
from gameplay.ids import new_id
from tournaments import foretelling, presenting, stream
from tournaments.domain import championship
from tournaments.domain import desk as acts
from tournaments.domain.championship import Championship, Round
from tournaments.domain.desk import Act
from tournaments.domain.errors import TournamentRefused
from tournaments.selectors import rankings, schedule, stand_ins
from tournaments.services import calls, desk
from tournaments.views import Look, look, look_to_lead, not_too_often, posted

WHO_ACCOUNT, WHO_NAME = "account", "name"
"""Who sits in or comes; anything else is the house."""


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@not_too_often()
def page(request: HttpRequest, key: str) -> HttpResponse:
    seen = look_to_lead(request, key)
    asked: dict[str, Any] = {}
    if request.method == "POST":
        try:
            what = _act(request)
            if request.POST.get("step") == "do":
                _do(request, seen, what)
                return redirect("tournaments:desk", key)
            asked = _asked(request, seen, what)
        except RikkenError as refusal:
            _say(request, seen, refusal)
    return render(request, "tournaments/desk.html", {**_context(seen), **asked})


def _whole(request: HttpRequest, name: str) -> int:
    text = posted(request, name)
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def _act(request: HttpRequest) -> Act:
    """:raises NoSuchTournament: nobody has that user name."""
    who, name = posted(request, "who"), posted(request, "name", 150)
    return Act(
        do=posted(request, "do"),
        entry=posted(request, "entry"),
        other=posted(request, "other"),
        round=_whole(request, "round"),
        table=_whole(request, "table"),
        user=desk.person(name) if who == WHO_ACCOUNT else None,
        named=who == WHO_NAME,
    )


def _do(request: HttpRequest, seen: Look, what: Act) -> None:
    who = request.user.pk or 0
    desk.act(
        seen.tournament.key,
        what,
        words=request.POST.get("words", ""),
        name=posted(request, "name", 150) if what.named else "",
        mark=posted(request, "mark"),
        actor=f"user:{who}",
        now=timezone.now(),
        command_id=stream.sent("page", who, request.POST.get("command", "")),
    )
    messages.success(request, gettext("Done; it stands in what happened."))


def _say(request: HttpRequest, seen: Look, refusal: RikkenError) -> None:
    facts = dict(refusal.detail)
    names = rankings.names(schedule.entries_of(seen.tournament))
    facts["name"] = presenting.player_name(names.get(str(facts.get("entry", "")), ""))
    messages.error(request, presenting.refusal(refusal.code, facts))


def _asked(request: HttpRequest, seen: Look, what: Act) -> dict[str, Any]:
    """What the act would change, and a form that does it."""
    told = desk.foretell(seen.tournament.key, what)
    if not told:
        raise TournamentRefused("so_already", "it is so already")
    sent = ("do", "entry", "other", "round", "table", "who", "name")
    names = foretelling.names_for(seen.tournament, what, posted(request, "name", 150))
    return {
        "told": [foretelling.sentence(each, names) for each in told],
        "kept": [(name, value) for name in sent if (value := posted(request, name, 150))],
        "mark": acts.mark(told),
        "command": new_id(),
        "words": posted(request, "words", desk.LONGEST),
        "says": what.do == acts.MESSAGE,
        "asks_why": what.do not in (acts.MESSAGE, acts.QUIET),
    }


def _context(seen: Look) -> dict[str, Any]:
    state = stream.state(seen.tournament.key).championship
    names = foretelling.called(seen.tournament)
    known = _round(state)
    return {
        "look": seen,
        "t": seen.tournament,
        "now": seen.now,
        "tab": "desk",
        "row": known,
        "begun": known is not None and known.started is not None,
        "people": _choices(state, known, names, house=False),
        "seats": _choices(state, known, names, house=True),
        "active": _active(state, names),
        "gone": _gone(state, names),
        "tables": [each.number for each in known.tables] if known else [],
        "coming": [each.number for each in state.rounds if each.tables and each.closed is None],
        "sitting": _sitting(state, names),
        "notes": _notes(state, seen.plays),
        "online": state.setup.venue != championship.HALL,
        "hall": state.setup.venue != championship.ONLINE,
        "can_arrive": bool(state.numbers) and state.next_round <= len(state.rounds),
        "next_round": state.next_round,
        "over": state.over,
    }


def _round(state: Championship) -> Round | None:
    try:
        return acts.round_for(state)
    except TournamentRefused:
        return None


def _choices(
    state: Championship, known: Round | None, names: Mapping[str, str], *, house: bool
) -> list[tuple[str, str]]:
    """Who sits in the round, with table and chair; ``house``: house players and fillers too."""
    if known is None:
        return []
    found = []
    for table in known.tables:
        where = gettext("table %(table)s") % {"table": table.number}
        for key in table.chairs:
            entry = state.entries[key]
            if house or not (entry.player or entry.fills):
                found.append((key, f"{names[key]}, {where}"))
    return sorted(found, key=lambda one: one[1].casefold())


def _active(state: Championship, names: Mapping[str, str]) -> list[tuple[str, str]]:
    found = [(each.key, names[each.key]) for each in state.active if each.standing]
    return sorted(found, key=lambda one: one[1].casefold())


def _gone(state: Championship, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Who withdrew, as long as there is a round to come back to."""
    if state.next_round > len(state.rounds):
        return []
    gone = [each for each in state.entries.values() if each.standing and not each.active]
    return sorted(((each.key, names[each.key]) for each in gone), key=lambda one: one[1].casefold())


def _sitting(state: Championship, names: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Entry, what it is called, and who sits in for it."""
    found = stand_ins.names(state, len(state.rounds))
    return [(key, names.get(key, ""), found[key]) for key in found]


def _notes(state: Championship, plays: bool) -> list[dict[str, Any]]:
    """Words to one table may tell of cards: an organizer who plays reads those to all."""
    said = sorted(state.desk.messages.values(), key=lambda one: one.said)
    words = store.read_texts(each.text.id for each in said) if said else {}
    return [
        {
            "number": each.number,
            "said": each.said,
            "text": None if plays and each.number else words.get(each.text.id),
        }
        for each in said
    ]


@login_required
@require_POST
@not_too_often()
def call(request: HttpRequest, key: str) -> HttpResponse:
    """Call the director from a table; its page asks for this and stays where it is."""
    who = request.user.pk
    look(request, key)
    given = {name: request.POST.get(name, "") for name in ("table", "kind", "text")}
    try:
        calls.call(
            key,
            **given,
            user_id=who,
            now=timezone.now(),
            command_id=stream.sent("page", who, request.POST.get("command", "")),
        )
    except RikkenError as refusal:
        words = presenting.refusal(refusal.code, refusal.detail)
        return JsonResponse({"error": {"code": refusal.code, "message": words}}, status=409)
    return JsonResponse({"called": True})
