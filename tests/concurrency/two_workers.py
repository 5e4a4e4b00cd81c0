"""A process of its own in which two workers do the same to a championship at once.

Run with the settings of a database to use up. Prints one line of JSON: what was found that may
not be, and how often each side was first.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier
from typing import Any

import django

PATIENCE = 60
NOON = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)
PLAYERS = 12
BY = {"actor": "user:1", "now": NOON}


def main(runs: int) -> None:
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    # Nobody deals for us here; the test does.
    from tournaments.services import clock

    clock._deal = lambda now: 0
    with ThreadPoolExecutor(2) as pool:
        print(json.dumps(observed(pool, runs)))  # noqa: T201


def observed(pool: ThreadPoolExecutor, runs: int) -> dict[str, Any]:
    from gameplay.eventstore.verify import verify_all

    answers: Counter[str] = Counter()
    faults: list[str] = []
    for run in range(runs):
        for what, works in scenes(run):
            gate = Barrier(2)
            both = [pool.submit(alone, gate, work) for work in works]
            answers.update(f"{what}: {each.result(PATIENCE)}" for each in both)
        faults += [f"run {run}: {fault}" for fault in contradictions()]
    return {
        "answers": dict(answers),
        "faults": faults[:20],
        "streams": len(list(verify_all())),
    }


def alone(gate: Barrier, work: Callable[[], object]) -> str:
    from django.db import connection

    from engine.errors import RikkenError

    # The connection is there before the start, or opening it would decide who is first.
    connection.ensure_connection()
    gate.wait(PATIENCE)
    try:
        work()
    except RikkenError as refused:
        return refused.code
    return "done"


def scenes(run: int) -> Iterator[tuple[str, tuple[Callable[[], object], Callable[[], object]]]]:
    """What the two do at once, one after the other, with the same championship."""
    from django.contrib.auth import get_user_model

    from tournaments import stream
    from tournaments.services import clock, deals, registration, rounds, schedule, seating

    key = f"cup{run}"
    sessions = [{"starts": "2027-03-28T13:00", "rounds": 1}]
    settings = {"title": "Beker", "sessions": sessions, "auto_start": run % 2 == 1}
    schedule.schedule(settings=settings, organizer=1, key=key, **BY)
    registration.open(key, **BY)
    ans = get_user_model().objects.create_user(f"ans-{run}").pk

    def enter() -> object:
        return registration.enter(key, user_id=ans, actor=f"user:{ans}", now=NOON)

    yield "enter", (enter, enter)
    for at in range(PLAYERS - 1):
        registration.enter_house(key, name=f"Huis {at}", **BY)
    yield "seat", (lambda: seating.seat(key, **BY), lambda: seating.seat(key, **BY))
    round_key = f"{key}:1"
    yield (
        "deal",
        (
            lambda: deals.deal_round(round_key, now=NOON),
            lambda: deals.deal_round(round_key, now=NOON),
        ),
    )

    def start() -> object:
        return rounds.start(key, 1, command_id=stream.sent("page", 1, "start"), **BY)

    def tick() -> object:
        return clock.run_due(NOON)

    yield "start", ((tick, start) if run % 2 else (start, start))
    yield "start again", (start, tick)
    yield (
        "close",
        (
            lambda: rounds.close(key, 1, reason="Sneeuw", **BY),
            lambda: rounds.close(key, 1, reason="Sneeuw", **BY),
        ),
    )
    yield "end", (tick, tick)
    for _ in range(3):
        tick()


def contradictions() -> Iterator[str]:
    """What is there twice, or not at all, in the championship that was just played."""
    from gameplay.eventstore import store
    from gameplay.models import TableSummary
    from tournaments import stream
    from tournaments.models import Board, Entry, Result, RoundTable, Tournament

    key = Tournament.objects.order_by("-created", "-key").values_list("key", flat=True)
    newest = max(key, key=lambda name: int(name.removeprefix("cup")))
    happened = Counter(row.type for row in store.load(stream.name(newest)))
    once = (
        "TournamentScheduled",
        "DealsCommitted",
        "RoundsSeated",
        "RoundDealt",
        "RoundStarted",
        "RoundClosing",
        "RoundClosed",
        "SessionRevealed",
        "TournamentFinished",
    )
    for kind in once:
        if happened[kind] != 1:
            yield f"{kind} {happened[kind]} times"
    for kind, count in (("EntryMade", PLAYERS), ("BoardClosed", 4), ("BoardReleased", 4)):
        if happened[kind] != count:
            yield f"{kind} {happened[kind]} times, not {count}"
    tables = TableSummary.objects.filter(origin=stream.name(newest))
    found = {
        "entries": Entry.objects.filter(tournament=newest).count() - PLAYERS,
        "tables": tables.count() - PLAYERS // 4,
        "open tables": tables.filter(closed=False).count(),
        "seated tables": RoundTable.objects.filter(round__tournament=newest).count() - 3,
        "boards": Board.objects.filter(tournament=newest).count() - 4,
        "results": Result.objects.filter(board__tournament=newest).count() - 12,
        "absent": Result.objects.filter(board__tournament=newest)
        .exclude(state=Result.INTERRUPTED)
        .count(),
    }
    for what, too_many in found.items():
        if too_many:
            yield f"{what}: {too_many:+d}"


if __name__ == "__main__":
    main(int(sys.argv[1]))
