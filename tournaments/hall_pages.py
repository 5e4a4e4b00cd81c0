"""The device of a table in the hall. Nobody signs in: a code on the table lets a phone in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import RikkenError
from gameplay import languages
from tournaments import device, presenting, stream
from tournaments.domain import hall as halls
from tournaments.domain.championship import OWN, Championship
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.services import hall, late_results, table_links
from tournaments.services.table_links import At

COOKIE, WROTE = "hall", "hall-wrote"
SALT = "tournaments.hall"
KEPT_FOR = 12 * 3600
"""Seconds: an evening. A code ends with its round anyway."""
REMEMBERED = 4
"""Tables a phone still sends for, what it kept while it had no network."""
MOST_WRITTEN = 40
"""Boards of which a phone is known to have written down the result."""
LONGEST = 4000
PASSING = ("device_unknown", "other_table", "round_not_started", "stale_version")
"""Refusals after which a phone keeps what it sent: a code, or a moment, may change the answer."""


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows which table the code is for and changes nothing; POST makes this its device."""
    try:
        at = _allowed(request, table_links.find(token))
    except RikkenError as refusal:
        return _refused_page(request, refusal)
    languages.speak_for_event(request, at.state.setup.language)
    if request.method != "POST":
        return render(request, "tournaments/hall_join.html", {"at": device.told(at)})
    known = [link for link in _links(request) if link != at.link.id]
    answer = redirect("tournaments:device")
    _remember(answer, COOKIE, [at.link.id, *known][:REMEMBERED])
    return answer


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The table's page on its phone; with ``?format=json`` what it shows."""
    try:
        at = _at(request)
    except RikkenError as refusal:
        if request.GET.get("format") == "json":
            return _error(refusal)
        return _refused_page(request, refusal)
    languages.speak_for_event(request, at.state.setup.language)
    told = device.told(at, _kept(request, WROTE))
    if request.GET.get("format") == "json":
        return JsonResponse({"state": told})
    own = at.state.setup.cards == OWN
    word = gettext("deal") if own else gettext("board")
    context = {
        "at": told,
        "event": at.state.key,
        "words": words(own_cards=own),
        "board_word": word,
    }
    return render(request, "tournaments/device.html", context)


@never_cache
@require_POST
def send(request: HttpRequest) -> HttpResponse:
    """One thing that the table did: enter, confirm or correct a result, or ask what it scores."""
    try:
        _must_be_a_device(request)
        sent = _sent(request)
        at = _at(request, str(sent.get("table", "")))
        languages.speak_for_event(request, at.state.setup.language)
        if sent.get("do") == "score":
            return JsonResponse(_score(at, sent))
        wrote = _kept(request, WROTE)
        mine = _do(at, sent, wrote)
    except RikkenError as refusal:
        return _error(refusal)
    wrote = [mine, *(one for one in wrote if one != mine)][:MOST_WRITTEN]
    answer = JsonResponse({"state": device.told(table_links.opened(at.link.id), wrote)})
    _remember(answer, WROTE, wrote)
    return answer


@never_cache
@require_POST
def late(request: HttpRequest) -> HttpResponse:
    """What a phone with an outdated code still kept goes to the organizer, and counts for nothing
    before he enters it."""
    try:
        links = _must_be_a_device(request)
        sent = _sent(request)
        board = sent.get("board")
        if type(board) is not int:
            raise TournamentRefused("bad_request", "a board is missing")
        late_results.hand_in(
            links,
            table=str(sent.get("table", "")),
            board=board,
            facts=sent.get("facts"),
            entry=str(sent.get("entry", ""))[:40],
            now=timezone.now(),
        )
    except RikkenError as refusal:
        return _error(refusal)
    return JsonResponse({"handed": True})


def _told(sent: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    board, facts = sent.get("board"), sent.get("facts")
    if type(board) is not int or not isinstance(facts, dict):
        raise TournamentRefused("bad_request", "a board and its facts are missing")
    return board, facts


def _score(at: At, sent: dict[str, Any]) -> dict[str, Any]:
    board, facts = _told(sent)
    hall.facts_of(at.state, halls.place(at.state, at.table.table, board), facts)
    return device.scored(at.state, facts)


def _do(at: At, sent: dict[str, Any], wrote: Sequence[str]) -> str:
    """Which board of which table this phone has now written down itself."""
    board, facts = _told(sent)
    act = ACTIONS.get(str(sent.get("do")))
    entry = sent.get("entry")
    if act is None or not isinstance(entry, str) or not entry:
        raise TournamentRefused("bad_request", "nobody, or nothing to do")
    id_ = str(sent.get("id", ""))
    if not stream.sent("page", 0, id_):
        raise TournamentRefused("bad_request", "what is sent has an id")
    written = hall.Written(
        table=at.table.table,
        board=board,
        facts=facts,
        entry=entry,
        seats=str(sent.get("seats", "")),
    )
    if sent.get("do") == "correct" and isinstance(sent.get("instead_of"), dict):
        written["instead_of"] = sent["instead_of"]
    # Of the table and not of its code: what was sent under an older one is not done again.
    device_of = f"device:{at.table.table}"
    mine = f"{at.table.table}:{board}"
    act(
        at.state.key,
        written,
        seen=mine in wrote,
        actor=device_of,
        now=timezone.now(),
        command_id=f"{device_of}:{id_}",
    )
    return mine


ACTIONS: dict[str, Callable[..., None]] = {
    "enter": hall.enter,
    "confirm": hall.confirm,
    "correct": hall.correct,
}


def _sent(request: HttpRequest) -> dict[str, Any]:
    try:
        sent = json.loads(request.body[: LONGEST + 1])
    except (ValueError, RecursionError):
        sent = None
    if not isinstance(sent, dict) or len(request.body) > LONGEST:
        raise TournamentRefused("bad_request", "this cannot be read")
    return sent


def _links(request: HttpRequest) -> list[str]:
    return _kept(request, COOKIE)


def _kept(request: HttpRequest, name: str) -> list[str]:
    found = request.get_signed_cookie(name, default="", salt=SALT, max_age=KEPT_FOR)
    return found.split(".") if found else []


def _remember(answer: HttpResponse, name: str, kept: Iterable[str]) -> None:
    answer.set_signed_cookie(
        name,
        ".".join(kept),
        salt=SALT,
        max_age=KEPT_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _must_be_a_device(request: HttpRequest) -> list[str]:
    links = _links(request)
    if not links:
        raise TournamentRefused("device_unknown", "this phone has used no code")
    return links


def _at(request: HttpRequest, table: str = "") -> At:
    """The last table whose code was used; with ``table`` that one, if its code was."""
    links = _must_be_a_device(request)
    if not table:
        return _allowed(request, table_links.opened(links[0]))
    for link in links:
        try:
            at = table_links.opened(link)
        except TournamentRefused as refusal:
            if link == links[-1]:
                raise refusal
            continue
        if at.table.table == table:
            return _allowed(request, at)
    raise TournamentRefused("seats_changed", "this is the device of another table")


def _allowed(request: HttpRequest, at: At) -> At:
    table_links.must_not_play_elsewhere(at, request.user.pk)
    return at


def _error(refusal: RikkenError) -> HttpResponse:
    status = 403 if refusal.code == "device_unknown" else 409
    words = presenting.refusal(refusal.code, dict(refusal.detail))
    final = refusal.code not in PASSING
    told = {"code": refusal.code, "message": words, "final": final}
    return JsonResponse({"error": told}, status=status)


def _refused_page(request: HttpRequest, refusal: RikkenError) -> HttpResponse:
    text = presenting.refusal(refusal.code, dict(refusal.detail))
    status = 404 if refusal.code == "device_unknown" else 409
    last = _last_state(request)
    context = {
        "text": text,
        "event": last.key if last else "",
        "late": device.late(last),
        "words": late_words(),
    }
    return render(request, "tournaments/hall_refused.html", context, status=status)


def _last_state(request: HttpRequest) -> Championship | None:
    """Where this phone was last, though its code holds no more: what it kept is of that event."""
    for link in late_results.remembered(_links(request)):
        try:
            return stream.state(link.tournament_key).championship
        except NoSuchTournament:
            continue
    return None


def late_words() -> dict[str, str]:
    return {
        "count": gettext("Results kept on this phone: %(count)s"),
        "why": gettext(
            "They were written down here and never reached the service. Hand them to the "
            "organizer, or read them out: nothing is lost, and nothing is overwritten."
        ),
        "place": gettext("Table %(table)s, board %(board)s"),
        "played": gettext("%(what)s: %(who)s, tricks: %(tricks)s"),
        "thrown_in": gettext("All passed"),
        "hand": gettext("Hand them to the organizer"),
        "handed": gettext("With the organizer, as late. It counts once it is entered there."),
        "offline": gettext("no network"),
        "away": gettext("Throw away"),
    }


def words(*, own_cards: bool = False) -> dict[str, str]:
    """What the page says; its script knows no language."""
    board = presenting.numbered_in("%(board)s", own_cards=own_cards)
    return {
        "director": gettext("The director says:"),
        "what": gettext("What was played?"),
        "who": gettext("Who played it?"),
        "together": gettext("Who played it? (one or more)"),
        "as": gettext("%(name)s played"),
        "partner": gettext("Partner"),
        "alone": gettext("nobody"),
        "trump": gettext("Trump"),
        "called": gettext("Called card"),
        "tricks": gettext("Tricks"),
        "of": gettext("of %(target)s needed"),
        "penalty_card": gettext("Who took the card that costs?"),
        "last_trick": gettext("Who took the last trick?"),
        "taken": gettext("Tricks of each"),
        "pot_cards": gettext("Cards that cost, taken by each"),
        "thrown_in": gettext("All passed"),
        "writer": gettext("Who are you?"),
        "enter": gettext("Enter the result"),
        "correct": gettext("Correct the result"),
        "confirm": gettext("Right? Somebody else confirms:"),
        "stands": gettext("Confirmed."),
        "unconfirmed": gettext("Entered by %(name)s."),
        "by_organizer": gettext("Entered by the organizer."),
        "change": gettext("This is wrong: change it"),
        "elsewhere": gettext(
            "Written down on another phone of this table, where it can be looked at and confirmed, "
            "or by the director."
        ),
        "onward": gettext("Go on: %(board)s") % {"board": board},
        "event": gettext("Where I play next, and the ranking"),
        "back": gettext("Back"),
        "fill": gettext("Fill in what was played; the points appear here."),
        "online": gettext("connected"),
        "offline": gettext("no network"),
        "kept": gettext("kept: %(count)s"),
        "queued": gettext("Kept on this phone, and sent as soon as there is a network."),
        "refused": gettext("Not taken:"),
        "away": gettext("Throw away"),
        "all_done": gettext("Everything of this round has a result. You can go on."),
        "waits": gettext("The round has not started yet."),
        "board": capfirst(board),
        "place": gettext("Table %(table)s") + f", {board}",
        "dealer": gettext("%(name)s deals"),
        "sits_out": gettext("%(name)s deals and sits out"),
        "totals": gettext("Together at this table"),
    }
