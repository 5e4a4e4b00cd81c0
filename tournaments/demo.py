"""The championship that a demo runs for whoever looks in: house players, session after session.

Called every second or two where ``DEMO`` is set; it looks at what is there and does the next
thing, so that it may be called twice and a restart goes on where it was.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from gameplay.eventstore.errors import StaleVersion
from gameplay.visibility import LIVE
from tournaments import rehearsal
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Round, Tournament
from tournaments.services import registration, rounds, schedule, seating

logger = logging.getLogger(__name__)

ACTOR = "system:demo"
PREFIX = "demo-"
OURS = r"^demo-[0-9]{1,9}$"
OVER = (Tournament.FINISHED, Tournament.CANCELLED)
TITLE = "Rikken Demo {number}"
PLAYERS, ROUNDS = 16, 5
BETWEEN_SESSIONS = timedelta(minutes=2)
BETWEEN_ROUNDS = timedelta(seconds=5)
# Four boards take house players four to five minutes; a slow machine is given time.
ROUND_MINUTES = 10


def go_on(now: datetime) -> None:
    """Do what comes next in the newest demo championship, or schedule the one after it."""
    try:
        newest = _ours().order_by("-created", "-starts").first()
        if newest is None or newest.status in OVER:
            _schedule(newest, now)
        else:
            _prepare(newest.key, now)
            _start_next_round(newest, now)
    except (TournamentRefused, StaleVersion) as refusal:
        # Somebody was quicker: the next call sees what he did.
        logger.debug("demo: %s", refusal.code)


def _ours() -> QuerySet[Tournament]:
    """Nobody's, that is: what a person organizes is no demo, whatever it is called."""
    return Tournament.objects.filter(key__regex=OURS, organizer_id=None)


def _schedule(last: Tournament | None, now: datetime) -> None:
    """Announced as soon as the last session is over, so that everybody sees when it goes on."""
    number = 1 + max(map(_number, _taken()), default=0)
    starts = now if last is None else max(now, _over_at(last, now) + BETWEEN_SESSIONS)
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


def _taken() -> Iterable[str]:
    return Tournament.objects.filter(key__regex=OURS).values_list("key", flat=True)


def _number(key: str) -> int:
    return int(key.removeprefix(PREFIX))


def _over_at(last: Tournament, now: datetime) -> datetime:
    """A session that was called off is over as soon as somebody looks."""
    return last.finished if last.finished is not None else now


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
