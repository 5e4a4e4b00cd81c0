"""A championship on paper: scheduled and committed, its rounds told without being played."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction

import engine
from engine import SEATS
from gameplay import dealing, sealing
from gameplay.ids import new_id
from tournaments import stream
from tournaments.domain.events import (
    BoardClosed,
    BoardReleased,
    PlannedRound,
    PlannedSession,
    RoundClosed,
    RoundClosing,
    RoundStarted,
    TournamentEvent,
    TournamentScheduled,
)
from tournaments.models import Board, SessionKey
from tournaments.services import deals

NOON = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)
ORGANIZER = "user:1"
RULESET = "championship-online"


def setup(
    sessions: Sequence[int] = (2, 1),
    *,
    boards: int = 4,
    generator: str = "uniform",
    test_deals: bool = False,
    organizer: int | None = None,
) -> TournamentScheduled:
    """``sessions``: how many rounds each has. One starts every 40 minutes, a day for a session."""
    planned, number = [], 0
    for index, rounds in enumerate(sessions):
        listed = []
        for place in range(rounds):
            number += 1
            starts = NOON + timedelta(days=index, minutes=40 * place)
            listed.append(PlannedRound(number, starts.strftime("%Y-%m-%dT%H:%M:%SZ"), 30))
        planned.append(PlannedSession(str(index + 1), tuple(listed)))
    resolved = engine.rulesets.get(RULESET).resolve({})
    return TournamentScheduled(
        title="Open Brabants kampioenschap",
        zone="Europe/Amsterdam",
        ruleset=RULESET,
        options={},
        options_sha256=engine.rulesets.options_sha256(RULESET, resolved),
        policy="board",
        ranked=True,
        primary="matchpoints",
        head_to_head_min=4,
        boards_a_round=boards,
        capacity=400,
        generator=generator,
        auto_start=False,
        test_deals=test_deals,
        organizer=organizer,
        sessions=tuple(planned),
        round_break=300,
        session_break=7200,
    )


def scheduled(event: TournamentScheduled | None = None, *, test_seed: str = "") -> str:
    """The key of a championship whose deals are committed."""
    key = new_id()
    event = event or setup(test_deals=bool(test_seed))
    with transaction.atomic():
        stream.schedule(key, event, actor=ORGANIZER, command_id="schedule", now=NOON)
    deals.commit(key, actor=ORGANIZER, now=NOON, test_seed=test_seed)
    return key


def happens(key: str, *events: TournamentEvent, now: datetime = NOON) -> None:
    stream.change(key, lambda state: list(events), actor=ORGANIZER, now=now)


def deal(key: str, number: int, now: datetime = NOON) -> bool:
    return deals.deal_round(f"{key}:{number}", now=now)


def play(key: str, number: int, *, release: bool = True) -> None:
    """Deal and play a round to its end."""
    deal(key, number)
    happens(key, RoundStarted(number))
    happens(key, RoundClosing(number), RoundClosed(number))
    if release:
        release_boards(key, number)


def release_boards(key: str, number: int) -> None:
    known = stream.state(key).championship.rounds[number - 1]
    for board in known.boards:
        happens(
            key,
            BoardClosed(known.session, board.number, ()),
            BoardReleased(known.session, board.number),
        )


# -- what nobody may find ----------------------------------------------------------------------


def secrets_of(key: str) -> list[bytes]:
    """Every key and every deal of a championship, in each spelling in which it could lie about."""
    found: list[bytes] = []
    for row in SessionKey.objects.filter(key__startswith=f"{key}:"):
        content = sealing.unseal_bytes(row.sealed, of=row.key, key=settings.DEAL_KEY)
        found += [content, content.hex().encode(), base64.b64encode(content)]
    for deal_id in Board.objects.filter(tournament=key).values_list("deal_id", flat=True):
        dealt = dealing.unseal(deal_id).deal
        number = dealt.number.to_bytes(12, "big")
        hands = [dealt.hand(seat).notation for seat in SEATS]
        masks = [str(mask) for mask in dealt.masks]
        texts = [dealt.notation, str(dealt.number), f"{dealt.number:x}", *hands, *masks]
        found += [number, base64.b64encode(number), *(text.encode() for text in texts)]
    assert found
    return found


def leaks(where: object, secrets: Sequence[bytes]) -> list[int]:
    """Places in ``secrets`` of what can be read there; places, so that a failure shows none."""
    content = where if isinstance(where, bytes) else str(where).encode()
    return [place for place, secret in enumerate(secrets) if secret in content]
