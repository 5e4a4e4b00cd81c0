"""Pages of a tournament for everybody, and what an entrant does. Thin: find, permit, call, show."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.api.throttling import seconds_to_wait
from engine import RikkenError
from gameplay import languages
from tournaments import presenting, stream
from tournaments.api.texts import text_for
from tournaments.domain import wants
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors import (
    cards,
    homes,
    leading,
    lobby,
    rankings,
    schedule,
    stand_ins,
    travellers,
)
from tournaments.services import directing, registration

P = ParamSpec("P")
View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponse]
READING = ("GET", "HEAD")

ROUNDS_SHOWN = 8
"""Columns of single rounds in the ranking; an event of more shows the last ones."""
NEAR = 16
"""Lines of the short ranking beside the lobby."""


@dataclass(frozen=True)  # without slots: what is asked for twice is kept
class Look:
    """A tournament as this visitor meets it: what every page of it shows."""

    tournament: Tournament
    rounds: list[Round]
    round: Round | None
    entry: Entry | None
    powers: frozenset[str]
    """What this visitor may do here, of ``leading.POWERS``."""
    now: datetime
    user: int | None = None

    @property
    def manages(self) -> bool:
        return leading.LEAD in self.powers

    @property
    def scores(self) -> bool:
        return leading.RESULTS in self.powers

    @cached_property
    def plays(self) -> bool:
        """Of whoever leads or scores: he is shown nothing that could help at a table."""
        return self.user is not None and directing.knows_cards(self.tournament, self.user)

    @property
    def several(self) -> bool:
        """More than one session: a board's number alone does not name it."""
        return len({row.session_id for row in self.rounds}) > 1

    @property
    def by_itself(self) -> bool:
        """Rounds start without anybody: by the clock, or in the demo one after the other."""
        return self.tournament.auto_start or self.demo

    @property
    def demo(self) -> bool:
        return self.tournament.organizer_id is None

    @property
    def in_time(self) -> bool:
        """The time that was planned for the round at which everybody looks can still be kept."""
        row = self.round
        ahead = row is not None and row.started is None and row.starts > self.now
        return ahead and not (self.demo and self.begun)

    @property
    def begun(self) -> bool:
        return schedule.last_started(self.rounds) is not None


def user_id(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


def look(request: HttpRequest, key: str) -> Look:
    return look_as(request, key, user_id(request))


def look_to_lead(request: HttpRequest, key: str, power: str = leading.LEAD) -> Look:
    """``look`` for a page of those who have this power here: the others are refused."""
    seen = look(request, key)
    if power not in seen.powers:
        raise PermissionDenied
    return seen


def look_as(request: HttpRequest, key: str, who: int | None) -> Look:
    """``None``: as everybody does, whoever is signed in."""
    tournament = schedule.find(key)
    if tournament is None:
        raise Http404
    languages.speak_for_event(request, tournament.language)
    rounds = schedule.rounds_of(tournament)
    return Look(
        tournament=tournament,
        rounds=rounds,
        round=schedule.present(rounds),
        entry=leading.entry_of(tournament, who),
        powers=leading.powers(tournament, who),
        now=timezone.now(),
        user=who,
    )


def tells_refusals(
    view: Callable[Concatenate[HttpRequest, str, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """What is refused becomes a sentence on the tournament's page."""

    @wraps(view)
    def told(request: HttpRequest, key: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, key, *args, **kwargs)
        except RikkenError as refusal:
            if refusal.code.startswith("no_such"):
                raise Http404 from refusal
            messages.error(request, presenting.refusal(refusal.code, refusal.detail))
            return redirect("tournaments:detail", key)

    return told


def posted(request: HttpRequest, name: str, most: int = 60) -> str:
    return request.POST.get(name, "").strip()[:most]


def not_too_often(scope: str = "change") -> Callable[[View[P]], View[P]]:
    """Refuse changes beyond the rates of the API: whoever is refused there does not come here."""

    def limited(view: View[P]) -> View[P]:
        @wraps(view)
        def counted(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            seconds = 0 if request.method in READING else seconds_to_wait(request, scope)
            if not seconds:
                return view(request, *args, **kwargs)
            key = kwargs.get("key")
            context = {
                "text": text_for("too_many_requests"),
                "back": reverse("tournaments:detail", args=[key]) if key else "/tournaments/",
            }
            answer = render(request, "tournaments/refused.html", context, status=429)
            answer["Retry-After"] = str(seconds)
            return answer

        return counted

    return limited


def live_page(
    request: HttpRequest,
    name: str,
    seen: Look,
    facts: tuple[object, ...],
    context: Callable[[], dict[str, Any]],
    *,
    page: str = "tournaments/page.html",
) -> HttpResponse:
    """A page whose middle is asked for again every few seconds (``?part=1``).

    ``facts`` are all that the middle depends on: while they stay the same the answer is 304, and
    nothing else is looked up.
    """
    told = seen.tournament
    whole = (
        name,
        told.key,
        told.version,
        told.standings_version,
        get_language(),
        user_id(request),
        overdue(seen),
        sorted(seen.powers),
        *facts,
    )
    etag = f'"{hashlib.sha256(repr(whole).encode()).hexdigest()[:32]}"'
    part = "part" in request.GET
    if part and request.headers.get("If-None-Match") == etag:
        answer = HttpResponse(status=304)
    else:
        shown = {"look": seen, "t": told, "tab": name, "now": seen.now, **context()}
        middle = render_to_string(f"tournaments/{name}.html", shown, request)
        if part:
            answer = HttpResponse(middle)
        else:
            asked = request.GET.copy()
            asked["part"] = "1"
            around = {**shown, "middle": middle, "etag": etag, "ask": f"?{asked.urlencode()}"}
            answer = render(request, page, around)
    answer["ETag"] = etag
    return answer


# -- lists -------------------------------------------------------------------------------------


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/index.html", {"events": schedule.agenda()})


# -- one tournament ----------------------------------------------------------------------------


@never_cache
@require_safe
def detail(request: HttpRequest, key: str) -> HttpResponse:
    """Schedule, seats, ranking, one's own place, and what to do now."""
    seen = look(request, key)
    chosen = _round(seen, request)

    def context() -> dict[str, Any]:
        seats = schedule.seats_in(chosen.key) if chosen is not None else []
        entries = schedule.entries_of(seen.tournament)
        names = rankings.names(entries)
        state = stream.state(key).championship
        lent = seen.user is not None and state.desk.seats(seen.user)
        sits_in = schedule.sits_in(key, seen.user) if lent else None
        mine = schedule.my_tables(seen.entry, sits_in)
        no_room = wants.no_room(state)
        sitting = stand_ins.names_in(state, chosen.number) if chosen is not None else {}
        beside = stand_ins.beside(names, sitting)
        return {
            "chosen": chosen,
            "sessions": _by_session(seen, mine),
            "seats": [
                (table, [(seat, beside.get(seat.entry_id, "")) for seat in four])
                for table, four in seats
            ],
            "entries": [(entry, names.get(entry.key, "")) for entry in entries if entry.standing],
            "withdrawn": sum(
                1 for entry in entries if entry.standing and entry.status == Entry.WITHDRAWN
            ),
            **_short_ranking(seen),
            "my_line": _my_line(seen),
            "table": homes.playing_at(seen.round, mine),
            "sits_in_for": names.get(sits_in.entry_id, "") if sits_in is not None else "",
            "sat_in_by": stand_ins.of(state, seen.round, seen.entry),
            "hall_table": hall_table(seen),
            "commentators": [name for _, name in lobby.commentators(key)],
            "snippets": snippets(request, key),
            "registration_open": state.registration_open,
            "no_room": presenting.refusal(no_room.code, no_room.detail) if no_room else "",
            "last_round": state.next_round > len(state.rounds),
        }

    shown = [row.key for row in (chosen, seen.round) if row is not None]
    facts = (chosen.key if chosen else "", lobby.opened(shown))
    return live_page(request, "detail", seen, facts, context)


@never_cache
@require_safe
def lobby_page(request: HttpRequest, key: str) -> HttpResponse:
    """All tables of the round in play, or of the last one, in table order."""
    seen = look(request, key)
    row = seen.round if seen.round and seen.round.started else schedule.last_started(seen.rounds)
    row = row or seen.round

    def context() -> dict[str, Any]:
        tiles = lobby.as_it_is(lobby.tiles(row, seen.now)) if row is not None else []
        return {
            "featured": lobby.featured(tiles, seen.tournament.featured),
            "commentators": [name for _, name in lobby.commentators(key)],
            "row": row,
            "tiles": tiles,
            "counts": lobby.counts(tiles),
            "done_count": sum(tile.ended == tile.boards for tile in tiles),
            **_short_ranking(seen),
        }

    return live_page(request, "lobby", seen, table_facts(row, seen.now), context)


@never_cache
@require_safe
def standings(request: HttpRequest, key: str) -> HttpResponse:
    """The ranking with every component, of the whole event or of one round."""
    seen = look(request, key)
    asked = request.GET.get("round", "")
    scope = int(asked) if asked.isdecimal() and len(asked) < 4 else 0
    if scope and not any(row.number == scope for row in seen.rounds):
        raise Http404

    def context() -> dict[str, Any]:
        played = [row for row in seen.rounds if row.started is not None][-ROUNDS_SHOWN:]
        shown = [] if scope else played
        lines = ranking_lines(seen, scope=scope, rounds=[row.number for row in shown])
        for entry, rounds in stand_ins.by_round(key).items() if lines else ():
            for place in lines:
                if place.line.entry.key == entry:
                    place.sat_in = presenting.sat_in(rounds, scope)
        main, *others = presenting.columns(seen.tournament.primary)
        return {
            "scope": scope,
            "played": shown,
            "choices": [row for row in seen.rounds if row.started is not None],
            "lines": lines,
            "counted": rankings.boards_counted(key),
            "main": main,
            "columns": others,
            "span": 4 + len(shown) + len(others),
            "boards": cards.released_boards(key),
            "several": seen.several,
        }

    return live_page(request, "standings", seen, (scope,), context)


@never_cache
@require_safe
def board(request: HttpRequest, key: str, session: str, number: int) -> HttpResponse:
    """The traveller of a released board. Before its release there is nothing to tell of it."""
    seen = look(request, key)
    found = travellers.traveller(key, session, number)
    if found is None:
        if not travellers.awaited(key, session, number):
            raise Http404
        context = {"look": seen, "t": seen.tournament, "now": seen.now, "tab": "board"}
        context |= {"number": number, "session": session, "several": seen.several}
        return render(request, "tournaments/unreleased.html", context, status=404)
    rows = [
        {
            "row": row,
            "declarers": [s for s in "NESW" if row.roles.get(s) == travellers.DECLARER],
            "partner": next((s for s in "NESW" if row.roles.get(s) == travellers.PARTNER), ""),
            "seats": [
                {
                    "seat": seat,
                    "name": presenting.player_name(row.names[seat]),
                    "stand_in": row.stand_ins.get(seat, ""),
                    "points": row.scores[seat] if row.scores else None,
                    "worth": row.worth.get(seat),
                    "role": row.roles.get(seat, ""),
                    "mine": seen.entry is not None and row.entries[seat].key == seen.entry.key,
                }
                for seat in "NESW"
            ],
        }
        for row in found.rows
    ]
    every = cards.released_boards(key)
    place = next((i for i, row in enumerate(every) if row.key == found.board.key), 0)
    context = {
        "look": seen,
        "t": seen.tournament,
        "now": seen.now,
        "tab": "board",
        "traveller": found,
        "rows": rows,
        "followed": any(row.result.source != "hall" for row in found.rows),
        "deal": cards.deal(found, seen.now),
        "index": getattr(request.user, "card_index", "") or get_language(),
        "several": seen.several,
        "before": every[place - 1] if place else None,
        "after": every[place + 1] if place + 1 < len(every) else None,
    }
    return render(request, "tournaments/board.html", context)


@never_cache
@login_required
@require_safe
def card(request: HttpRequest, key: str) -> HttpResponse:
    """One's own boards: what was played, made, and how it compared."""
    seen = look(request, key)
    if seen.entry is None:
        raise Http404
    entry = seen.entry

    def context() -> dict[str, Any]:
        return {
            "card": travellers.card(entry),
            "unreleased": cards.unreleased(entry),
            "several": seen.several,
            "my_line": _my_line(seen),
            "sat_in": presenting.sat_in(
                stand_ins.by_round(key, entry=entry.key).get(entry.key, {})
            ),
        }

    return live_page(request, "card", seen, (cards.version(entry),), context)


# -- to one's table ----------------------------------------------------------------------------


@never_cache
@login_required
@require_safe
def play(request: HttpRequest, key: str) -> HttpResponse:
    """To my table of the round in play; with ``?format=json`` where it is."""
    seen = look(request, key)
    if request.GET.get("format") == "json":
        return JsonResponse(_where(seen))
    sits_in = schedule.sits_in(key, seen.user)
    table = homes.playing_at(seen.round, schedule.my_tables(seen.entry, sits_in))
    if table is None:
        messages.info(request, str(_where(seen)["text"]))
        return redirect("tournaments:detail", key)
    return redirect("gameplay:table", table)


@never_cache
@require_safe
def where(request: HttpRequest, key: str) -> HttpResponse:
    """Where this visitor should be now: asked by a table that has closed."""
    return JsonResponse(_where(look(request, key)))


def hall_table(seen: Look) -> int | None:
    """The number of my table in the hall, in the round in play or to come."""
    if seen.entry is None or seen.round is None or seen.round.closed is not None:
        return None
    mine = schedule.my_tables(seen.entry).get(seen.round.key)
    return mine.number if mine is not None and mine.hall else None


def _where(seen: Look) -> dict[str, object]:
    sits_in = schedule.sits_in(seen.tournament.key, seen.user)
    return homes.where(
        seen.tournament,
        seen.rounds,
        seen.round,
        table=homes.playing_at(seen.round, schedule.my_tables(seen.entry, sits_in)),
        plays=bool(seen.entry or sits_in),
        now=seen.now,
    )


# -- what an entrant does ----------------------------------------------------------------------


@login_required
@require_POST
@not_too_often()
@tells_refusals
def enter(request: HttpRequest, key: str) -> HttpResponse:
    who = request.user.pk
    look(request, key)
    registration.enter(
        key,
        user_id=who,
        place=request.POST.get("place", ""),
        actor=f"user:{who}",
        now=timezone.now(),
    )
    messages.success(request, gettext("You are in. Good luck!"))
    return redirect("tournaments:detail", key)


@login_required
@require_POST
@not_too_often()
@tells_refusals
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    seen = look(request, key)
    if seen.entry is None:
        raise Http404
    registration.withdraw(
        key,
        entry=seen.entry.key,
        reason=request.POST.get("reason", "").strip()[:500],
        actor=f"user:{request.user.pk}",
        now=timezone.now(),
    )
    messages.info(request, gettext("You have withdrawn."))
    return redirect("tournaments:detail", key)


# -- parts of pages ----------------------------------------------------------------------------


def table_facts(row: Round | None, now: datetime) -> tuple[object, ...]:
    """What tiles depend on: how far the tables are, and the minute in which one becomes late."""
    if row is None:
        return ()
    return (row.key, lobby.progress(row), int(now.timestamp()) // 60)


def overdue(seen: Look) -> int:
    """How many rounds should have begun by now: what was planned for them is no longer said."""
    return sum(row.started is None and row.starts <= seen.now for row in seen.rounds)


def _short_ranking(seen: Look) -> dict[str, Any]:
    """Beside the lobby: all of a small field, else the first and oneself, and how many more."""
    every = ranking_lines(seen)
    own = [place for place in every[NEAR:] if place.mine]
    shown = every[: NEAR - len(own)] + own
    counted = rankings.boards_counted(seen.tournament.key) if every else 0
    return {"lines": shown, "more": len(every) - len(shown), "counted": counted}


def _round(seen: Look, request: HttpRequest) -> Round | None:
    asked = request.GET.get("round", "")
    if not asked:
        return seen.round
    for row in seen.rounds:
        if str(row.number) == asked:
            return row
    raise Http404


def _by_session(seen: Look, mine: dict[str, Any]) -> list[dict[str, Any]]:
    """The schedule: sessions with their rounds, and where the visitor sits."""
    seated = schedule.seated_rounds(seen.tournament)
    found: dict[str, dict[str, Any]] = {}
    for row in seen.rounds:
        part = found.setdefault(row.session_id, {"session": row.session, "rounds": []})
        part["rounds"].append(
            {
                "row": row,
                "table": mine.get(row.key),
                "seated": row.key in seated,
                "first_to_come": row is seen.round,
            }
        )
    return list(found.values())


def snippets(request: HttpRequest, key: str) -> list[tuple[str, str]]:
    """What a club's site puts in to show the ranking or the featured table."""
    language = get_language() or ""
    found = []
    for what, name, height in (("standings", "standings", 640), ("table", "featured", 720)):
        where = request.build_absolute_uri(reverse(f"tournaments:embed_{name}", args=[key]))
        code = (
            f'<iframe src="{where}?lang={language}" title="Rikken" width="100%" height="{height}"'
            ' loading="lazy" referrerpolicy="no-referrer"></iframe>'
        )
        found.append((what, code))
    return found


def ranking_lines(
    seen: Look, *, scope: int = 0, rounds: list[int] | None = None
) -> list[presenting.Place]:
    """The ranking ready to be shown."""
    if not seen.begun:
        return []
    found = rankings.lines(seen.tournament.key, scope)
    mine = seen.entry.key if seen.entry is not None else ""
    by_round: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for line in cards.by_round(seen.tournament.key, rounds) if rounds else ():
        shown = presenting.leading(line, seen.tournament.primary)
        by_round[line.entry_id][line.scope] = shown
    places = presenting.ranking(found, mine, seen.tournament.primary, rounds or [], by_round)
    by_points = seen.several and seen.tournament.own_cards and not scope
    played = rankings.sessions_played(seen.tournament.key) if by_points else {}
    return presenting.with_sessions(places, played)


def _my_line(seen: Look) -> rankings.Line | None:
    if seen.entry is None or not seen.begun:
        return None
    return next(iter(rankings.lines(seen.tournament.key, entries=[seen.entry.key])), None)
