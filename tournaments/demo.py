"""The championship that a demo runs for whoever looks in: house players, session after session.

Called every second or two where ``DEMO`` is set; it looks at what is there and does the next
thing, so that it may be called twice and a restart goes on where it was.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from gameplay.visibility import LIVE
from tournaments import rehearsal
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Round, Tournament
from tournaments.services import registration, rounds, schedule, seating

logger = logging.getLogger(__name__)

ACTOR = "system:demo"
PREFIX = "demo-"
TITLE = "Demokampioenschap, zitting {number}"
PLAYERS, ROUNDS = 16, 5
BETWEEN_SESSIONS = timedelta(minutes=2)
BETWEEN_ROUNDS = timedelta(seconds=5)
# Four boards take house players four to five minutes; a slow machine is given time.
ROUND_MINUTES = 10


def go_on(now: datetime) -> None:
    """Do what comes next in the newest demo championship, or schedule the one after it."""
    try:
        newest = Tournament.objects.filter(key__startswith=PREFIX).order_by("-created").first()
        if newest is None or newest.finished is not None:
            _schedule(newest, now)
        else:
            _prepare(newest.key, now)
            _start_next_round(newest, now)
    except TournamentRefused as refusal:
        # Somebody was quicker: the next call sees what he did.
        logger.debug("demo: %s", refusal.code)


def _schedule(last: Tournament | None, now: datetime) -> None:
    """Announced as soon as the last session is over, so that everybody sees when it goes on."""
    number = 1 if last is None else int(last.key.removeprefix(PREFIX)) + 1
    finished = last.finished if last is not None else None
    starts = now if finished is None else max(now, finished + BETWEEN_SESSIONS)
    schedule.schedule(
        key=f"{PREFIX}{number}",
        settings={
            "title": TITLE.format(number=number),
            # House players have no secrets from each other: whoever watches may watch at once.
            "policy": LIVE,
            "ranked": False,
            "capacity": PLAYERS,
            "round_minutes": ROUND_MINUTES,
            "round_break_minutes": 0,
            "sessions": [{"starts": starts.strftime("%Y-%m-%dT%H:%M:%SZ"), "rounds": ROUNDS}],
        },
        organizer=None,
        actor=ACTOR,
        now=now,
    )
    _prepare(f"{PREFIX}{number}", now)


def _prepare(key: str, now: datetime) -> None:
    """Enter sixteen house players and seat them; the clock has the boards dealt."""
    if Tournament.objects.get(pk=key).status in (
        Tournament.SCHEDULED,
        Tournament.OPEN,
        Tournament.CLOSED,
    ):
        registration.open(key, actor=ACTOR, now=now)
        rehearsal.enter_house_players(key, PLAYERS, actor=ACTOR)
        seating.seat(key, actor=ACTOR, now=now)


def _start_next_round(tournament: Tournament, now: datetime) -> None:
    """As soon as the one before is over: house players need no coffee."""
    before: Round | None = None
    for each in Round.objects.filter(tournament=tournament).order_by("number"):
        if each.state != Round.CLOSED:
            free = each.starts if before is None else _end_of(before) + BETWEEN_ROUNDS
            if each.state == Round.DEALT and free <= now:
                rounds.start(tournament.key, each.number, actor=ACTOR, now=now)
            return
        before = each


def _end_of(before: Round) -> datetime:
    assert before.closed is not None
    return before.closed
