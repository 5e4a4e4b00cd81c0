"""The organizer's pages: setting a tournament up, and leading it through its evening.

Every button names what it will change, and every form carries an id of its own: sent twice, it
is done once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine import RikkenError
from gameplay import outages, talk_handlers
from gameplay.ids import new_id
from tournaments import device, presenting, rehearsal, stream
from tournaments.domain import hall as halls
from tournaments.domain import movement, replanning, table_plan
from tournaments.domain.championship import ONLINE, OWN, Championship
from tournaments.domain.errors import NoSuchTournament
from tournaments.domain.events import SeatedTable
from tournaments.forms import ZONES, TournamentForm, defaults
from tournaments.models import Entry, LateResult, Round, Tournament
from tournaments.selectors import calls as called
from tournaments.selectors import doubts, lobby, rankings, schedule
from tournaments.selectors import reports as reported
from tournaments.services import calls, hall, late_results, registration, rounds, seating, watching
from tournaments.services import schedule as planning
from tournaments.views import Look, live_page, look_to_lead, not_too_often, table_facts

Post: TypeAlias = dict[str, Any]


# -- a new one ---------------------------------------------------------------------------------


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@not_too_often("create")
def new(request: HttpRequest) -> HttpResponse:
    """Set up a championship. What is unusual is told first and asked to be confirmed."""
    if getattr(request.user, "is_demo", False):
        text = gettext("Make an account of your own to organize a tournament.")
        context = {"text": text, "back": "/tournaments/"}
        return render(request, "tournaments/refused.html", context, status=403)
    now = timezone.now()
    if request.method != "POST":
        return _form(request, TournamentForm(initial=defaults(now), label_suffix=""))
    form = TournamentForm(request.POST, label_suffix="")
    if not form.is_valid():
        return _form(request, form)
    settings = form.settings()
    try:
        warned = planning.warnings(settings) + form.unusual(now)
        if warned and "confirm" not in request.POST:
            return _form(request, form, warnings=warned)
        key = planning.schedule(
            settings=settings,
            organizer=request.user.pk,
            actor=f"user:{request.user.pk}",
            now=now,
            key=planning.key_for(request.user.pk, f"form:{form.cleaned_data['form']}"),
        )
    except RikkenError as refusal:
        form.refuse(refusal)
        return _form(request, form)
    return redirect("tournaments:manage", key)


def _form(
    request: HttpRequest,
    form: TournamentForm,
    *,
    warnings: list[dict[str, object]] | None = None,
) -> HttpResponse:
    context = {
        "form": form,
        "main": [form[name] for name in form.MAIN],
        "more": [form[name] for name in form.MORE],
        "more_open": any(form[name].errors for name in form.MORE),
        "warnings": warnings or [],
        "asked": [
            {
                "field": field,
                "name": field.replace("starts", "offset"),
                "choices": _told(choices),
            }
            for field, choices in form.asked.items()
        ],
        "kept": [
            field
            for field in form
            if field.name.startswith("offset_")
            and field.name.replace("offset", "starts") not in form.asked
            and field.value()
        ],
        "zones": ZONES,
    }
    return render(request, "tournaments/new.html", context)


def _told(choices: list[dict[str, str]]) -> list[dict[str, str]]:
    """A moved clock leaves two instants to choose from: how each is told from the other."""
    twice = len({choice["wall"] for choice in choices}) < len(choices)
    order = (gettext("the first time"), gettext("the second time"))
    return [
        {
            **choice,
            "told": f"{choice['wall'][-5:]}, {order[place]}" if twice else choice["wall"][-5:],
        }
        for place, choice in enumerate(choices[:2])
    ]


# -- the evening -------------------------------------------------------------------------------


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@not_too_often()
def manage(request: HttpRequest, key: str) -> HttpResponse:
    """One page from announcement to final ranking: what can be done now, and what it changes."""
    seen = look_to_lead(request, key)
    if request.method == "POST":
        _do(request, seen)
        return redirect("tournaments:manage", key)
    row = seen.round if seen.round is not None and seen.round.started else None
    late = late_results.waiting(key) if seen.tournament.venue != ONLINE else []
    reports = len(talk_handlers.reports_at(stream.name(key)))
    facts = (*table_facts(row, seen.now), reports, *(each.pk for each in late))
    return live_page(request, "manage", seen, facts, lambda: _situation(seen, late))


def _situation(seen: Look, late: list[LateResult]) -> dict[str, Any]:
    tournament, key = seen.tournament, seen.tournament.key
    state = stream.state(key).championship
    entries = schedule.entries_of(tournament)
    names = rankings.names(entries)
    row = seen.round
    playing = row if row is not None and row.state in schedule.GOING_ON else None
    coming = row if row is not None and row.started is None and not state.over else None
    tiles = lobby.as_it_is(lobby.tiles(playing, seen.now)) if playing is not None else []
    house = sum(1 for entry in entries if entry.player and entry.standing)
    return {
        "state": state,
        "step": _step(tournament),
        "commands": _Commands(),
        "this_page": new_id(),  # hundreds of fresh ids would take longer than all the rest
        "entries": [(entry, presenting.player_name(names[entry.key])) for entry in entries],
        "house": house,
        "suggested": max(0, tournament.capacity - tournament.entries_count),
        "fillers": table_plan.fillers(
            state.setup, len([entry for entry in entries if entry.status == "active"])
        ),
        "seated": bool(state.numbers),
        "report": seating.report_of(state) if state.numbers else None,
        "warnings": _warnings(state),
        "playing": playing,
        "coming": coming,
        "blockers": _blockers(key, coming, names, own_cards=tournament.own_cards) if coming else [],
        "can_reseat": _can_reseat(state),
        "tiles": sorted(tiles, key=lambda tile: (-tile.late_for, tile.number)),
        "by_table": tiles,
        "counts": lobby.counts(tiles),
        "featured": lobby.featured(tiles, tournament.featured),
        "commentators": lobby.commentators(key),
        "unfinished": sum(tile.boards - tile.ended for tile in tiles),
        "busy": sum(tile.ended < tile.boards for tile in tiles),
        "owed": _owed(state, playing),
        "late": _late(state, seen, late),
        "doubts": [
            (each, presenting.refusal(each.code, {})) for each in doubts.doubts(state, seen.now)
        ],
        "halls": sum(table.hall for table in _next_tables(state)),
        "outages": outages.told(playing.started) if playing is not None else [],
        "calls": called.waiting(key, with_words=not seen.plays),
        "reports": reported.waiting(stream.name(key), with_words=not seen.plays),
        "enough": tournament.entries_count >= table_plan.fewest(state.setup),
        "withdrawn_count": sum(
            1 for entry in entries if entry.standing and entry.status == Entry.WITHDRAWN
        ),
        "wide": (bool(state.numbers) or state.over) and not tiles,
        "last_round": state.next_round > len(state.rounds),
        "tables": len(_next_tables(state)),
        "can_plan": state.setup.cards == OWN and bool(state.numbers) and not state.over,
        "left": schedule.seconds_left(playing, seen.now) if playing is not None else None,
    }


def _owed(state: Championship, playing: Round | None) -> list[tuple[int, list[int]]]:
    """Tables in the hall with the boards that they owe a result, or that nobody confirmed."""
    if playing is None:
        return []
    owed: dict[int, list[int]] = {}
    for each in halls.missing(state, playing.number):
        owed.setdefault(each.table.number, []).append(each.board.number)
    return sorted(owed.items())


def _late(state: Championship, seen: Look, late: list[LateResult]) -> list[dict[str, Any]]:
    """What phones with outdated codes kept. An organizer who plays sees that of released boards."""
    found = []
    for row in late:
        try:
            here = halls.place(state, row.table_id, row.board)
        except NoSuchTournament:
            continue  # the seats were drawn anew, and nobody plays there
        if here.board.released is not None or not seen.plays:
            told = device.sentence(row.facts), *device.players(row.facts)
            found.append({"row": row, "here": here, "told": " ".join(told)})
    return found


STEPS = (Tournament.SCHEDULED, Tournament.OPEN, Tournament.CLOSED, Tournament.SEATED)


def _step(tournament: Tournament) -> int:
    """How far it is, from 1 to 6: announced, registration, seats, ready, play, over."""
    if tournament.status in (Tournament.FINISHED, Tournament.CANCELLED):
        return 6
    if tournament.status == Tournament.RUNNING:
        return 5
    return STEPS.index(tournament.status) + 1


class _Commands:
    """A fresh id for every form that asks for one."""

    def __str__(self) -> str:
        return new_id()


def _warnings(state: Championship) -> list[dict[str, object]]:
    """Whether people must meet again: as many as there are now, or as there is room for."""
    if state.numbers or state.setup.cards == OWN:
        return []  # the report of the seats as they were drawn tells it
    entered = len(state.active)
    players = entered if entered >= movement.MIN_PLAYERS else state.setup.capacity
    found = movement.warnings(players, len(state.rounds))
    return [{**each, "players": players} for each in found]


def _can_reseat(state: Championship) -> bool:
    """Where each table plays its own cards, the tables are planned again instead."""
    own = state.setup.cards == OWN
    return bool(state.numbers) and replanning.out_of_date(state) and not state.over and not own


def _next_tables(state: Championship) -> tuple[SeatedTable, ...]:
    """Of the round that comes next, or of the last one."""
    return state.rounds[min(state.next_round, len(state.rounds)) - 1].tables


def _blockers(key: str, coming: Round, names: dict[str, str], *, own_cards: bool) -> list[str]:
    told = []
    for refusal in rounds.blockers(key, coming.number):
        facts = dict(refusal.detail)
        entry = str(facts.get("entry", ""))
        facts["name"] = presenting.player_name(names.get(entry, ""))
        told.append(presenting.refusal(refusal.code, facts, own_cards=own_cards))
    return list(dict.fromkeys(told))


# -- what a button does ------------------------------------------------------------------------


def _do(request: HttpRequest, seen: Look) -> None:
    """One of ``ACTIONS``, by the name on its form; what is refused is said on the page."""
    action = ACTIONS.get(request.POST.get("do", ""))
    if action is None:
        messages.error(request, gettext("This page does not know that button."))
        return
    who = request.user.pk
    told: Post = {"actor": f"user:{who}", "now": timezone.now()}
    try:
        told["command_id"] = stream.sent("page", who, request.POST.get("command", ""))
        done = action(seen.tournament.key, request, told)
    except RikkenError as refusal:
        names = rankings.names(schedule.entries_of(seen.tournament))
        facts = dict(refusal.detail)
        facts["name"] = presenting.player_name(names.get(str(facts.get("entry", "")), ""))
        messages.error(request, presenting.refusal(refusal.code, facts))
        return
    messages.success(request, done)


def _whole(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 5 else 0


def _whole_id(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 19 else 0


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:500]


def _values(key: str, request: HttpRequest, told: Post) -> str:
    planning.confirm_values(key, **told)
    return gettext("The points are confirmed: they are not called reconstructed any more.")


def _open(key: str, request: HttpRequest, told: Post) -> str:
    registration.open(key, **told)
    return gettext("Registration is open.")


def _close_registration(key: str, request: HttpRequest, told: Post) -> str:
    registration.close(key, **told)
    return gettext("Registration is closed.")


def _house(key: str, request: HttpRequest, told: Post) -> str:
    """Brings house players up to a number, so that a second click adds none."""
    wanted = min(_whole(request, "present") + _whole(request, "more"), movement.MAX_PLAYERS)
    playing = rehearsal.enter_house_players(key, wanted, actor=str(told["actor"]))
    return ngettext(
        "There is %(count)s house player now.",
        "There are %(count)s house players now.",
        playing,
    ) % {"count": playing}


def _withdraw(key: str, request: HttpRequest, told: Post) -> str:
    entry = request.POST.get("entry", "")
    registration.withdraw(key, entry=entry, reason=_reason(request), **told)
    return gettext("Withdrawn.")


def _seat(key: str, request: HttpRequest, told: Post) -> str:
    seating.seat(key, **told)
    return gettext("Everybody has a seat in every round. The cards are being dealt.")


def _reseat(key: str, request: HttpRequest, told: Post) -> str:
    seating.reseat(key, reason=_reason(request), **told)
    return gettext("The seats of the coming rounds have been changed.")


def _start(key: str, request: HttpRequest, told: Post) -> str:
    rounds.start(key, _whole(request, "round"), **told)
    return gettext("The round has started.")


def _pause(key: str, request: HttpRequest, told: Post) -> str:
    rounds.pause(key, _whole(request, "round"), reason=_reason(request), **told)
    return gettext("All tables are paused.")


def _resume(key: str, request: HttpRequest, told: Post) -> str:
    rounds.resume(key, _whole(request, "round"), **told)
    return gettext("Play goes on.")


def _extend(key: str, request: HttpRequest, told: Post) -> str:
    minutes = _whole(request, "minutes")
    rounds.extend(key, _whole(request, "round"), minutes=minutes, reason=_reason(request), **told)
    return gettext("The round has been extended.")


def _close(key: str, request: HttpRequest, told: Post) -> str:
    rounds.close(key, _whole(request, "round"), reason=_reason(request), **told)
    return gettext("The round is being closed.")


def _set_aside(key: str, request: HttpRequest, told: Post) -> str:
    late_results.set_aside(key, request.POST.get("late", "")[:40], now=told["now"])
    return gettext("Set aside.")


def _feature(key: str, request: HttpRequest, told: Post) -> str:
    watching.feature(key, table=request.POST.get("table", ""), **told)
    return gettext("Everybody who watches is pointed to that table now.")


def _appoint(key: str, request: HttpRequest, told: Post) -> str:
    watching.appoint(key, username=request.POST.get("username", ""), **told)
    return gettext("Appointed: the name stands on the pages of the tournament.")


def _dismiss(key: str, request: HttpRequest, told: Post) -> str:
    watching.dismiss(key, user_id=_whole_id(request, "user"), **told)
    return gettext("That commentator sees no hands any more.")


def _answer(key: str, request: HttpRequest, told: Post) -> str:
    calls.answer(
        key,
        call=request.POST.get("call", ""),
        how=request.POST.get("how", ""),
        text=_reason(request),
        **told,
    )
    return gettext("The table has been told.")


def _reported(key: str, request: HttpRequest, told: Post) -> str:
    report, now = _whole_id(request, "report"), told["now"]
    talk_handlers.handle_report(report, origin=stream.name(key), now=now)
    return gettext("The report is dealt with.")


def _guests(key: str, request: HttpRequest, told: Post) -> str:
    names = request.POST.get("names", "")[:20000].splitlines()
    count = registration.enter_guests(key, names, **told)
    return ngettext("%(count)s person was entered.", "%(count)s people were entered.", count) % {
        "count": count
    }


def _place(key: str, request: HttpRequest, told: Post) -> str:
    entry, place = request.POST.get("entry", ""), request.POST.get("place", "")
    registration.place_entry(key, entry=entry, place=place, **told)
    return gettext("Changed.")


def _give_up(key: str, request: HttpRequest, told: Post) -> str:
    hall.give_up(key, _whole(request, "round"), reason=_reason(request), **told)
    return gettext("Those boards count as interrupted; the round is being closed.")


def _cancel(key: str, request: HttpRequest, told: Post) -> str:
    planning.cancel(key, reason=_reason(request), **told)
    return gettext("The tournament has been cancelled.")


ACTIONS: dict[str, Callable[[str, HttpRequest, Post], str]] = {
    "values": _values,
    "open": _open,
    "close_registration": _close_registration,
    "house": _house,
    "withdraw": _withdraw,
    "seat": _seat,
    "reseat": _reseat,
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "close": _close,
    "feature": _feature,
    "set_aside": _set_aside,
    "appoint": _appoint,
    "dismiss": _dismiss,
    "answer": _answer,
    "reported": _reported,
    "cancel": _cancel,
    "guests": _guests,
    "place": _place,
    "give_up": _give_up,
}
