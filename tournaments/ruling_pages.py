"""The organizer's page of rulings: what was decided about scores, and a form for each kind.

Every form says what it will change; what it did can be taken back on the same page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import engine
from engine import RikkenError
from gameplay.eventstore import store
from gameplay.ids import new_id
from tournaments import presenting, stream, telling, texts
from tournaments.domain import rulings as ruled
from tournaments.domain.championship import Championship, Ruling
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import PenaltyGiven, ScoreAdjusted
from tournaments.models import Entry
from tournaments.selectors import rankings, schedule
from tournaments.services import rulings
from tournaments.views import Look, look_to_lead, not_too_often, posted

Told = dict[str, Any]
OURS = ("csrfmiddlewaretoken", "command")
"""Fields that nobody fills in."""


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@not_too_often()
def page(request: HttpRequest, key: str) -> HttpResponse:
    seen = look_to_lead(request, key)
    kept: dict[str, str] = {}
    if request.method == "POST":
        if _do(request, seen):
            return redirect("tournaments:rulings", key)
        # Nobody writes a result and its reason twice for a comma that was wrong.
        kept = {name: posted(request, name, 500) for name in request.POST if name not in OURS}
    return render(request, "tournaments/rulings.html", {**_context(seen), "kept": kept})


# -- what is shown ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    key: str
    at: datetime
    what: str
    worth: str
    """The points of a ruled score, "" where there are none to show."""
    why: str
    undone: datetime | None
    why_undone: str


@dataclass(frozen=True, slots=True)
class Place:
    """A board that can be ruled about."""

    value: str
    name: str
    closed: bool


def _context(seen: Look) -> Told:
    state = stream.state(seen.tournament.key).championship
    entries = list(schedule.entries_of(seen.tournament))
    names = rankings.names(entries)
    places = _places(state, seen)
    form = engine.result_form(seen.tournament.ruleset, seen.tournament.options)
    tables = max((len(each.tables) for each in state.rounds), default=0)
    return {
        "look": seen,
        "t": seen.tournament,
        "now": seen.now,
        "tab": "manage",
        "lines": _lines(state, seen, names),
        "places": places,
        "closed": [place for place in places if place.closed],
        "entries": _choices(entries, names, _seated(state)),
        "tables": range(1, tables + 1),
        # From the first on it would be all of them, and no rest to tell them from.
        "later_tables": range(2, tables + 1),
        "most": max((one.most for one in form.contracts), default=13),
        "contracts": [one.bid for one in form.contracts],
        "pass_games": [one.game for one in form.pass_games],
        "asks_cards": any(one.cards for one in form.pass_games),
        "thrown_in": form.thrown_in,
        "command": new_id,
    }


def _seated(state: Championship) -> set[str]:
    """Who sat somewhere. Whoever withdrew since may have given the number to a late arrival, and
    is ruled about all the same: what was played counts."""
    return {
        entry
        for each in state.rounds
        if each.started
        for board in each.boards[:1]
        for four in ruled.held(state, board.session, board.number).values()
        for entry in four
    }


def _choices(
    entries: list[Entry], names: Mapping[str, str], seated: set[str]
) -> list[tuple[str, str]]:
    named = [
        (row.key, presenting.player_name(names[row.key]))
        for row in entries
        if row.standing and (row.number is not None or row.key in seated)
    ]
    return sorted(named, key=lambda one: one[1].casefold())


def _places(state: Championship, seen: Look) -> list[Place]:
    """Boards of rounds that have started, the latest first."""
    facts = _facts(seen, {})
    return [
        Place(
            f"{board.session}:{board.number}",
            facts.board(board.session, board.number),
            board.closed is not None,
        )
        for each in reversed(state.rounds)
        if each.started
        for board in reversed(each.boards)
    ]


def _facts(seen: Look, names: Mapping[str, str]) -> telling.Facts:
    return telling.Facts(
        names=names,
        without_standing=frozenset(),
        rounds=len(seen.rounds),
        several=seen.several,
        zone=seen.tournament.zone,
    )


def _lines(state: Championship, seen: Look, names: Mapping[str, str]) -> list[Line]:
    found = list(state.rulings.items())[::-1]
    reasons = [each for _, one in found for each in (one.event.reason, one.why_undone) if each]
    words = store.read_texts(reason.id for reason in reasons)
    facts = _facts(seen, names)
    lines = []
    for key, one in found:
        secret = _is_secret(state, one, seen)
        why, gone = (
            "" if each is None or secret else words.get(each.id, str(texts.REMOVED))
            for each in (one.event.reason, one.why_undone)
        )
        what = telling.ruling(one.event, facts)
        lines.append(
            Line(key, one.made, what, "" if secret else _worth(one), why, one.undone, gone)
        )
    return lines


def _is_secret(state: Championship, one: Ruling, seen: Look) -> bool:
    """An organizer who plays is told nothing of a board that others have yet to play."""
    event = one.event
    if isinstance(event, PenaltyGiven):
        return False
    board = state.board(event.session, event.board)
    return (board is None or board.released is None) and seen.plays


def _worth(one: Ruling) -> str:
    event = one.event
    if not isinstance(event, ScoreAdjusted) or not event.outcomes:
        return ""
    if len(event.outcomes) == 1:
        return presenting.points(event.outcomes[0].points)
    return ", ".join(
        f"{presenting.points(each.points)} × {presenting.number(each.weight, 2)}"
        for each in event.outcomes
    )


# -- what a button does ----------------------------------------------------------------------------


def _do(request: HttpRequest, seen: Look) -> bool:
    """Whether it was done; what is to be said is said."""
    action = ACTIONS.get(request.POST.get("do", ""))
    if action is None:
        messages.error(request, gettext("This page does not know that button."))
        return False
    who = request.user.pk
    by: Told = {"user_id": who, "now": timezone.now(), "reason": posted(request, "reason", 500)}
    try:
        by["command_id"] = stream.sent("page", who, request.POST.get("command", ""))
        done = action(seen.tournament.key, request, by)
    except RikkenError as refusal:
        names = rankings.names(schedule.entries_of(seen.tournament))
        facts = dict(refusal.detail)
        facts["name"] = presenting.player_name(names.get(str(facts.get("entry", "")), ""))
        messages.error(request, presenting.refusal(refusal.code, facts))
        return False
    messages.success(request, done)
    return True


def _whole(request: HttpRequest, name: str) -> int | None:
    text = posted(request, name).replace("−", "-").removeprefix("+")
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 6 else None


def _board(request: HttpRequest) -> Told:
    session, _, number = posted(request, "board", 60).rpartition(":")
    return {"session": session, "board": int(number) if number.isdecimal() else 0}


def _decimal(request: HttpRequest, name: str) -> str:
    """As people write numbers here, with a comma."""
    return posted(request, name).replace(",", ".") or "0"


def _of_a_hundred(outcomes: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Shares written as percentages, 60 and 40, as the shares that a ruling has."""
    try:
        shares = [Decimal(share) for _, share in outcomes]
    except InvalidOperation:
        return outcomes
    if not all(share.is_finite() for share in shares) or sum(shares) != 100:
        return outcomes
    return [
        (points, f"{share / 100:f}") for (points, _), share in zip(outcomes, shares, strict=True)
    ]


def _adjust(key: str, request: HttpRequest, by: Told) -> str:
    outcomes = [
        (
            points,
            _decimal(request, f"weight_{place}") if posted(request, f"weight_{place}") else "1",
        )
        for place in (1, 2, 3)
        if (points := _whole(request, f"points_{place}")) is not None
    ]
    outcomes = _of_a_hundred(outcomes)
    rulings.adjust(
        key,
        **_board(request),
        entry=posted(request, "entry"),
        award=posted(request, "award"),
        outcomes=outcomes,
        **by,
    )
    return gettext("The score is ruled; the standings follow.")


def _penalise(key: str, request: HttpRequest, by: Told) -> str:
    rulings.penalise(
        key,
        entry=posted(request, "entry"),
        percent=_decimal(request, "percent"),
        points=_decimal(request, "points"),
        **by,
    )
    return gettext("The penalty is given; the standings follow.")


def _foul(key: str, request: HttpRequest, by: Told) -> str:
    rulings.foul(key, **_board(request), from_table=_whole(request, "from_table") or 0, **by)
    return gettext("These tables are compared among each other now.")


def _swap(key: str, request: HttpRequest, by: Told) -> str:
    """Two people changed places; one who had no seat sat in the other's."""
    place = _board(request)
    one, two = posted(request, "entry"), posted(request, "other")
    now = ruled.held(stream.state(key).championship, place["session"], place["board"])
    changed = {one: two, two: one}
    seats = {table: tuple(changed.get(who, who) for who in four) for table, four in now.items()}
    seats = {table: four for table, four in seats.items() if four != now[table]}
    if one == two or not seats:
        raise TournamentRefused("bad_seats", "nobody changed places")
    rulings.correct_seats(key, **place, seats=seats, **by)
    return gettext("The seats are corrected; the standings follow.")


def _turn(key: str, request: HttpRequest, by: Told) -> str:
    rulings.turn_tray(
        key,
        **_board(request),
        table=_whole(request, "table") or 0,
        turn=_whole(request, "turn") or 0,
        **by,
    )
    return gettext("The table is compared as the cards lay; the standings follow.")


def _amend(key: str, request: HttpRequest, by: Told) -> str:
    rulings.amend(
        key, **_board(request), table=_whole(request, "table") or 0, facts=_result(request), **by
    )
    return gettext("The result is amended; the standings follow.")


def _result(request: HttpRequest) -> Told:
    """The facts as ``engine.read_facts`` takes them; an empty field is no fact."""
    kind, _, word = posted(request, "what").partition(":")
    if kind == "thrown_in":
        return {"thrown_in": True}
    facts: Told = {}
    contracts = [
        {
            "bid": word,
            "declarer": declarer,
            "tricks": _whole(request, f"tricks_{place}"),
            "partner": posted(request, "partner") or None if place == 1 else None,
        }
        for place in (1, 2, 3, 4)
        if (declarer := posted(request, f"declarer_{place}"))
    ]
    if kind == "pass_game":
        facts["pass_game"] = word
    if contracts:
        facts["contracts"] = contracts
    for name in ("penalty_card", "last_trick"):
        facts[name] = posted(request, name) or None
    for name in ("taken", "pot_cards"):
        counts = {letter: _whole(request, f"{name}_{letter}") for letter in "NESW"}
        if any(count is not None for count in counts.values()):
            facts[name] = {letter: count or 0 for letter, count in counts.items()}
    return facts


def _undo(key: str, request: HttpRequest, by: Told) -> str:
    rulings.undo(key, ruling=posted(request, "ruling"), **by)
    return gettext("The ruling is taken back; the standings follow.")


ACTIONS: dict[str, Callable[[str, HttpRequest, Told], str]] = {
    "adjust": _adjust,
    "penalise": _penalise,
    "foul": _foul,
    "swap": _swap,
    "turn": _turn,
    "amend": _amend,
    "undo": _undo,
}
