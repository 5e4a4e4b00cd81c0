"""What was promised about the deals and whether it was kept: a page to read, files to check."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine import SEATS, Deal
from engine.cards import suit_notation
from gameplay.eventstore import store
from tournaments.domain.errors import DealsRefused, NoSuchTournament
from tournaments.models import Board, Session
from tournaments.selectors import cards
from tournaments.services import deals as service
from tournaments.views import look

COMMAND = "python -m tournaments.domain.verify manifest.json publication.json reveal-{session}.json"


@dataclass(frozen=True, slots=True)
class ShownPromise:
    promise: service.Promise
    reason: str


@dataclass(frozen=True, slots=True)
class ShownBoard:
    board: Board
    hands: cards.Hands


@dataclass(frozen=True, slots=True)
class ShownSession:
    """``verdict`` and ``boards`` only of a session that is revealed."""

    session: Session
    commitment: str
    verdict: str
    boards: list[ShownBoard]
    command: str


@never_cache
@require_safe
def deals(request: HttpRequest, key: str) -> HttpResponse:
    """For somebody who trusts nobody; in words for whoever never heard of a hash."""
    seen = look(request, key)
    promises = _promises(key) if seen.tournament.publication else []
    context = {
        "look": seen,
        "t": seen.tournament,
        "tab": "deals",
        "now": seen.now,
        "holds": promises[-1].promise if promises else None,
        "promises": promises,
        "sessions": _sessions(key) if promises else [],
        "index": getattr(request.user, "card_index", "") or get_language(),
        "several": seen.several,
    }
    return render(request, "tournaments/deals.html", context)


def _promises(key: str) -> list[ShownPromise]:
    found = service.promised(key)
    said = store.read_texts(each.reason.id for each in found if each.reason)
    return [
        ShownPromise(each, said.get(each.reason.id, "") if each.reason else "") for each in found
    ]


def _sessions(key: str) -> list[ShownSession]:
    commitments = service.commitments(key)
    shown = []
    for session in Session.objects.filter(tournament=key).order_by("number"):
        revealed = _revealed(key, session.name) if session.revealed else None
        shown.append(
            ShownSession(
                session=session,
                commitment=commitments[session.name],
                verdict=service.checked(key, session.name) if session.revealed else "",
                boards=_boards(session, revealed) if revealed else [],
                command=COMMAND.format(session=session.name),
            )
        )
    return shown


def _revealed(key: str, session: str) -> bytes | None:
    """None too where the key we have is not the promised one: there is nothing true to publish."""
    try:
        return service.reveal_bytes(key, session)
    except DealsRefused:
        return None


def _boards(session: Session, revealed: bytes) -> list[ShownBoard]:
    """The boards that were played; what the reveal tells of others nobody asked for."""
    told = {row["board"]: Deal.parse(row["deal"]) for row in json.loads(revealed)["deals"]}
    return [
        ShownBoard(board, _hands(told[board.number])) for board in session.boards.order_by("number")
    ]


def _hands(deal: Deal) -> cards.Hands:
    return {
        seat.letter: [
            (suit.letter, suit_notation(deal.masks[seat], suit)) for suit in cards.SUIT_ORDER
        ]
        for seat in SEATS
    }


# -- the files, byte for byte ----------------------------------------------------------------------


@never_cache
@require_safe
def manifest(request: HttpRequest, key: str) -> HttpResponse:
    return _file("manifest.json", lambda: service.manifest_bytes(key))


@never_cache
@require_safe
def publication(request: HttpRequest, key: str) -> HttpResponse:
    return _file("publication.json", lambda: service.publication_bytes(key))


@never_cache
@require_safe
def reveal(request: HttpRequest, key: str, session: str) -> HttpResponse:
    """Not there before the session is over, for anybody."""
    return _file(f"reveal-{session}.json", lambda: _revealed(key, session))


def _file(name: str, read: Callable[[], bytes | None]) -> HttpResponse:
    try:
        content = read()
    except NoSuchTournament:
        raise Http404 from None
    if content is None:
        raise Http404
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


deal_urls = [
    path("tournaments/<slug:key>/deals/", deals, name="deals"),
    path("tournaments/<slug:key>/deals/manifest.json", manifest, name="deals_manifest"),
    path("tournaments/<slug:key>/deals/publication.json", publication, name="deals_publication"),
    path("tournaments/<slug:key>/deals/reveal-<slug:session>.json", reveal, name="deals_reveal"),
]
