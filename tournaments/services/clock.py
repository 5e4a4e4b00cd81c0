"""What the hour brings: rounds start and end, boards are dealt and released, it is over.

Every due time lies in the database and every step may be taken twice or by two at once, so that a
tick which never came, or died half-way, is made good by the next one.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.core.cache import cache
from django.db.models import Count, Exists, F, OuterRef, Q

from gameplay import clocks, outages
from gameplay.models import Outage, TableSummary
from tournaments import stream
from tournaments.domain import championship, wants
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Board, Result, Round, RoundTable, Tournament
from tournaments.projections import follower
from tournaments.services import deals, releases, replanning, rounds, seating

logger = logging.getLogger(__name__)

Step = Callable[[datetime], int]

IN_PLAY = (Round.RUNNING, Round.PAUSED, Round.CLOSING)
BEFORE_PLAY = (Round.PLANNED, Round.DEALT)
SEATED_BEFORE = timedelta(seconds=60)
"""How long before its first round a championship that starts by itself is seated."""
MADE_GOOD_WITHIN = timedelta(hours=1)
_made_good: set[tuple[int, str]] = set()
"""Outages and rounds that this process has seen to; what another one did is not done again."""
DEAL_AGAIN_AFTER = 15
"""Seconds until a round whose dealing was asked for is asked for again."""


def run_due(now: datetime) -> int:
    """Do what is due at ``now``; answers how much was done. Safe to run twice at once."""
    done = _attempt(follower.follow, now)
    if released := _attempt(releases.release_due, now):
        done += released + _attempt(follower.follow, now)
    in_play, to_come = _look(now)
    steps: list[Step] = []
    if in_play:
        steps += [_settle, _make_good, _end, _close]
    if to_come:
        steps += [_seat, _deal, _start]
    return done + sum(_attempt(step, now) for step in (*steps, deals.reveal_due, _finish))


def _attempt(step: Step, now: datetime) -> int:
    """Rounds end in time even while, say, no ranking can be made."""
    try:
        return step(now)
    except Exception:
        logger.exception("the clock could not do all that is due")
        return 0


def _look(now: datetime) -> tuple[bool, bool]:
    """Whether any round is in play, and whether one to come may want something: most of the time
    there is neither, and one question is enough."""
    seated = Q(tournament__status__in=(Tournament.SEATED, Tournament.RUNNING))
    over = Q(tournament__status__in=(Tournament.FINISHED, Tournament.CANCELLED))
    soon = Q(tournament__auto_start=True, starts__lte=now + SEATED_BEFORE)
    to_come = Q(state__in=BEFORE_PLAY) & ~over & (soon | seated & Q(state=Round.PLANNED))
    found = Round.objects.filter(Q(state__in=IN_PLAY) | to_come)
    states = set(found.values_list("state", flat=True).distinct())
    return bool(states.intersection(IN_PLAY)), bool(states.intersection(BEFORE_PLAY))


def _each(keys: Iterable[str], act: Callable[[str], object]) -> int:
    """One championship that fails must not stop the others; the next tick tries it again."""
    done = 0
    for key in keys:
        try:
            act(key)
            done += 1
        except TournamentRefused as refusal:
            # Somebody else was quicker, or decided otherwise meanwhile.
            logger.debug("%s: %s", key, refusal.code)
        except Exception:
            logger.exception("the clock could not do what is due in %s", key)
    return done


def _split(round_key: str) -> tuple[str, int]:
    key, _, number = round_key.rpartition(":")
    return key, int(number)


def _settle(now: datetime) -> int:
    """Tables that are not where their round is: somebody died before he had seen to them all."""
    table = TableSummary.objects.filter(table_id=OuterRef("pk"), closed=False)
    astray = (
        Q(opened=False)
        | Q(round__state=Round.PAUSED) & Exists(table.filter(paused=False))
        | Q(round__state=Round.RUNNING) & Exists(table.filter(paused=True))
        | Q(round__state=Round.CLOSING) & Exists(table)
        | Exists(rounds.left_unfinished().filter(table_id=OuterRef("pk")))
    )
    found = RoundTable.objects.filter(astray, hall=False, round__state__in=IN_PLAY)

    def settle(round_key: str) -> None:
        rounds.settle(*_split(round_key), actor=stream.TICK, now=now)

    return _each(found.values_list("round_id", flat=True).distinct(), settle)


def _make_good(now: datetime) -> int:
    """Give running rounds the time in which the service was away; what two parts of it missed at
    once counts once."""
    done = 0
    for outage in Outage.objects.filter(ended__gt=now - MADE_GOOD_WITHIN).order_by("pk"):
        running = Round.objects.filter(state=Round.RUNNING, started__lt=outage.ended)
        for round_key, started in running.values_list("pk", "started"):
            if (outage.pk, round_key) in _made_good:
                continue
            began = max(outage.began, started)
            told = Outage.objects.filter(pk__lt=outage.pk, ended__gt=began)
            lost = clocks.stood_apart(began, outage.ended, list(told.values_list("began", "ended")))
            if _each([round_key], partial(_give_back, outage.pk, lost, now)):
                _made_good.add((outage.pk, round_key))
                done += 1
    return done


def _give_back(outage: int, lost: timedelta, now: datetime, round_key: str) -> None:
    key, number = _split(round_key)
    seconds = math.ceil(lost.total_seconds())
    stream.change(
        key,
        lambda state: wants.make_good(state, number, seconds),
        actor=stream.TICK,
        now=now,
        cause="tick",
        command_id=f"outage:{outage}:{number}",
        content={"round": number, "seconds": seconds},
    )


def _end(now: datetime) -> int:
    """Rounds whose clock has run out; while the service is away none does."""
    if any(ended is None for _, ended in outages.lately(now)):
        return 0
    due = Round.objects.filter(state=Round.RUNNING, ends__lte=now)

    def close(round_key: str) -> None:
        key, number = _split(round_key)
        # Between the look and the deed somebody may have given the round more time.
        _change(key, lambda state: wants.time_is_up(state, number, now), now)
        rounds.settle(key, number, actor=stream.TICK, now=now)

    return _each(due.values_list("pk", flat=True), close)


def _close(now: datetime) -> int:
    """Rounds of which every board has ended at every table."""
    results = Result.objects.filter(table__round=OuterRef("pk"))
    going_on = results.filter(state__in=(Result.WAITING, Result.PLAYING))
    ended = Round.objects.filter(Exists(results), ~Exists(going_on), state__in=IN_PLAY)
    # All of them: results are made by a follower, which may be behind.
    counted = ended.annotate(found=Count("tables__results")).annotate(
        tables_count=Count("tables", distinct=True)
    )
    boards = F("last_board") - F("first_board") + 1

    def close(round_key: str) -> None:
        key, number = _split(round_key)
        _change(key, lambda state: wants.all_ended(state, number), now)

    complete = counted.filter(found=F("tables_count") * boards)
    return _each(complete.values_list("pk", flat=True), close)


def _seat(now: datetime) -> int:
    """A championship that starts by itself is seated a minute before, if nobody did it."""
    due = Round.objects.filter(
        number=1,
        state__in=BEFORE_PLAY,
        starts__lte=now + SEATED_BEFORE,
        tournament__auto_start=True,
        tournament__status__in=(Tournament.SCHEDULED, Tournament.OPEN, Tournament.CLOSED),
    )

    def seat(key: str) -> None:
        seating.seat(key, actor=stream.TICK, now=now)

    return _each(due.values_list("tournament_id", flat=True), seat)


def _deal(now: datetime) -> int:
    """Ask for the boards of every round that is seated. Whoever deals asks nobody's leave."""
    due = Round.objects.filter(
        Exists(RoundTable.objects.filter(round=OuterRef("pk"))),
        state=Round.PLANNED,
        tournament__status__in=(Tournament.SEATED, Tournament.RUNNING),
    )

    def deal(round_key: str) -> None:
        if cache.add(f"tournaments.deal:{round_key}", 1, timeout=DEAL_AGAIN_AFTER):
            current_app.send_task("tournaments.deal_boards", args=[round_key], ignore_result=True)

    return _each(due.order_by("pk").values_list("pk", flat=True), deal)


def _start(now: datetime) -> int:
    """Rounds that start by themselves; who left makes room first, so that they can."""
    before = Round.objects.filter(
        tournament=OuterRef("tournament"), number=OuterRef("number") - 1
    ).exclude(state=Round.CLOSED)
    due = Round.objects.filter(
        ~Exists(before),
        state=Round.DEALT,
        starts__lte=now,
        tournament__auto_start=True,
        tournament__status__in=(Tournament.SEATED, Tournament.RUNNING),
    )

    def start(round_key: str) -> None:
        key, number = _split(round_key)
        codes = {each.code for each in rounds.blockers(key, number)}
        if codes & {"withdrawn_entry_seated", "entry_not_seated"}:
            own = stream.state(key).championship.setup.cards == championship.OWN
            make_room = replanning.again if own else partial(seating.reseat, reason="")
            make_room(key, actor=stream.TICK, now=now)
        rounds.start(key, number, actor=stream.TICK, now=now)

    return _each(due.values_list("pk", flat=True), start)


def _finish(now: datetime) -> int:
    """Championships of which nothing is left to play or to release."""
    due = Tournament.objects.filter(
        ~Exists(Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.CLOSED)),
        ~Exists(Board.objects.filter(tournament=OuterRef("pk"), released=None)),
        status=Tournament.RUNNING,
    )

    def finish(key: str) -> None:
        _change(key, wants.finish, now)

    return _each(due.values_list("pk", flat=True), finish)


def _change(key: str, want: stream.Want, now: datetime) -> None:
    stream.change(key, want, actor=stream.TICK, now=now, cause="tick")
