"""Cards on paper and for machines: hand records for everybody once boards are released, and before
that, once and on record, what the boards in the hall are filled from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from engine import RikkenError
from engine.pbn import write_pbn
from gameplay import records
from gameplay.errors import NotAllowed
from gameplay.ids import new_id
from gameplay.selectors import names_of
from tournaments import card_papers, presenting, stream, telling
from tournaments.domain import taking
from tournaments.domain.championship import Championship
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Board, Result, Tournament
from tournaments.selectors import cards
from tournaments.services import deals
from tournaments.services import taking as service
from tournaments.views import Look, look, look_to_lead, not_too_often

KEPT_FOR = 600


# -- hand records ----------------------------------------------------------------------------------


@never_cache
@require_safe
def hand_records(request: HttpRequest, key: str, session: str) -> HttpResponse:
    """The released boards of a session on A4, in the event's language. Made once for everybody."""
    seen = look(request, key)
    tournament = seen.tournament
    boards = [
        row for row in cards.released_boards(key) if row.session.name == session and row.deal_id
    ]
    name = f"hand-records:{key}:{session}:{tournament.version}:{tournament.standings_version}"
    made = cache.get(name) if boards else None
    if made is None:
        with translation.override(tournament.language):
            recorded = _recorded(tournament, boards, seen.now)
            if not recorded:
                raise Http404
            below = telling.boards(seen.several, session, recorded[0].number, recorded[-1].number)
            made = card_papers.records(tournament.title, below, recorded)
        cache.set(name, made, KEPT_FOR)
    return _pdf(made, f"hands-{session}.pdf")


def _recorded(
    tournament: Tournament, boards: Iterable[Board], now: datetime
) -> list[card_papers.Recorded]:
    """Of boards that some table has played."""
    told: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for result in Result.objects.filter(board__in=boards, state=Result.FINISHED):
        told[result.board_id][_came_of_it(result)] += 1
    found = []
    for board in boards:
        if board.key not in told:
            continue
        try:
            deal = records.deal_of(
                board.deal_id, policy=tournament.policy, released=board.released, now=now
            )
        except NotAllowed:
            continue  # released a moment ago in another process: the next look has it
        lines = [
            text if count == 1 else f"{count}× {text}"
            for text, count in told[board.key].most_common()
        ]
        found.append(card_papers.Recorded(board.number, board.dealer, cards.diagram(deal), lines))
    return found


def _came_of_it(result: Result) -> str:
    """“Rik beter 9 N”: contract, tricks, and who declared."""
    seats = [str(presenting.SEAT_NAMES[letter])[0] for letter in result.declarer]
    parts = [presenting.contract_name(result.contract), result.tricks.replace(" ", "+")]
    return " ".join(part for part in (*parts, "/".join(seats)) if part)


def _pdf(made: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(made, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    return answer


# -- before play -----------------------------------------------------------------------------------


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@not_too_often()
def take(request: HttpRequest, key: str) -> HttpResponse:
    """GET tells who has which cards of the hall; POST hands them out, on record."""
    seen = look_to_lead(request, key)
    state = stream.state(key).championship
    if not any(table.hall for each in state.rounds for table in each.tables):
        raise Http404
    if request.method == "POST":
        return _hand_out(request, seen)
    people = names_of({each.user for each in state.taken})
    context = {
        "look": seen,
        "t": seen.tournament,
        "tab": "manage",
        "now": seen.now,
        "several": seen.several,
        "command": new_id,
        "sessions": [
            {
                "name": name,
                "first": (boards := taking.dealt(state, name))[0].number,
                "last": boards[-1].number,
                "machine": boards[-1].number <= taking.MOST_IN_A_MACHINE,
                "taken": [
                    people.get(each.user) or gettext("somebody who has gone")
                    for each in state.taken
                    if each.session == name
                ],
            }
            for name in taking.sessions(state)
        ],
    }
    return render(request, "tournaments/take_cards.html", context)


@sensitive_variables()
def _hand_out(request: HttpRequest, seen: Look) -> HttpResponse:
    key, who = seen.tournament.key, request.user.pk
    session, form = request.POST.get("session", ""), request.POST.get("form", "")
    try:
        if seen.plays:  # also by a record of a club that is his by now
            raise TournamentRefused("plays_cards", "an entrant never takes cards out")
        taken = service.take(
            key,
            session=session,
            form=form,
            reason=request.POST.get("reason", "").strip()[:500],
            user_id=who,
            now=timezone.now(),
            command_id=stream.sent("page", who, request.POST.get("command", "")),
        )
    except RikkenError as refusal:
        messages.error(request, presenting.refusal(refusal.code, dict(refusal.detail)))
        return redirect("tournaments:take_cards", key)
    if form == taking.MACHINE:
        answer = HttpResponse(_machine_file(taken, session), content_type="application/x-pbn")
        answer["Content-Disposition"] = f'attachment; filename="session-{session}.pbn"'
        return answer
    with translation.override(seen.tournament.language):
        first, last = taken.boards[0].number, taken.boards[-1].number
        below = telling.boards(seen.several, session, first, last)
        return _pdf(
            card_papers.strip(seen.tournament.title, below, taken.boards), f"strip-{session}.pdf"
        )


def _machine_file(taken: service.Taken, session: str) -> bytes:
    """No name of a person; which promise the cards follow from, for whoever checks them."""
    state: Championship = taken.state
    starts = state.rounds_of(session)[0].starts.astimezone(ZoneInfo(state.setup.zone))
    return write_pbn(
        taken.boards,
        event=state.setup.title,
        date=f"{starts:%Y.%m.%d}",
        remarks=[
            f"rules {state.setup.ruleset} {state.setup.options_sha256}",
            f"deals {deals.commitments(state.key)[session]}",
        ],
    )
