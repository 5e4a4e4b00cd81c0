"""A process of its own whose database refuses a commit, and whose follower meets what it cannot
follow. Run with the settings of a database to use up; prints one line of JSON: what held."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import django

NOON = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)
BY = {"actor": "user:1", "now": NOON}


def main() -> None:
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from tournaments.services import clock

    clock._deal = lambda now: 0
    print(json.dumps({**refused_commit(), **left_behind()}))  # noqa: T201


def begun(key: str) -> None:
    from tournaments.services import deals, registration, rounds, schedule, seating

    sessions = [{"starts": "2027-03-28T13:00", "rounds": 1}]
    schedule.schedule(settings={"title": "Beker", "sessions": sessions}, organizer=1, key=key, **BY)
    for at in range(8):
        registration.enter_house(key, name=f"Huis {at}", **BY)
    seating.seat(key, seed=1, **BY)
    deals.deal_round(f"{key}:1", now=NOON)
    rounds.start(key, 1, **BY)


def closed(key: str) -> None:
    from tournaments.services import clock, rounds

    rounds.close(key, 1, reason="", **BY)
    for _ in range(4):
        clock.run_due(NOON)


def statuses() -> dict[str, str]:
    from tournaments.models import Tournament

    return dict(Tournament.objects.values_list("key", "status"))


def refused_commit() -> dict[str, bool]:
    """All is well until the commit itself: a row that points to nothing is found out there."""
    from django.db import IntegrityError

    from gameplay import house_plan, table_handlers
    from tournaments.models import Result, RoundTable
    from tournaments.services import rounds

    begun("commit")
    plan, errors = house_plan.after_table, []

    def spoils(*args: Any) -> None:
        plan(*args)
        if not errors:
            RoundTable.objects.create(key="astray", round_id="no such round", number=1)

    close = table_handlers.close

    def told(*args: Any, **how: Any) -> None:
        try:
            close(*args, **how)
        except IntegrityError as error:
            errors.append(error)
            raise

    house_plan.after_table, table_handlers.close = spoils, told
    try:
        rounds.close("commit", 1, reason="", **BY)
    finally:
        house_plan.after_table, table_handlers.close = plan, close
    closed("commit")
    states = set(Result.objects.values_list("state", flat=True))
    return {
        "one commit was refused": len(errors) == 1,
        "its boards are interrupted": states == {"interrupted"},
        "it is finished": statuses() == {"commit": "finished"},
    }


def left_behind() -> dict[str, bool]:
    """One of two cannot be followed for a while; then it can."""
    from tournaments.models import Behind, Result
    from tournaments.projections import follower
    from tournaments.services import clock

    start = follower.results.round_started

    def breaks(key: str, *args: Any) -> None:
        if key == "broken":
            raise ValueError("no such seat")
        start(key, *args)

    follower.results.round_started = breaks
    for key in ("broken", "sound"):
        begun(key)
        closed(key)
    alone = statuses()
    behind = list(Behind.objects.values_list("tournament_key", flat=True))
    follower.results.round_started = start
    later = NOON + follower.TRIED_AGAIN + timedelta(seconds=1)
    results = Result.objects.filter(board__tournament="broken")
    follower.follow(later, limit=3)
    # Events wait for every transaction that is older, also of those whom nobody asked to be here.
    patience = time.monotonic() + 60
    while set(statuses().values()) != {"finished"} and time.monotonic() < patience:
        clock.run_due(later)
    return {
        "the other is finished": (alone["sound"], alone["broken"]) == ("finished", "running"),
        "one is behind": behind == ["broken"],
        "nobody is any more": not Behind.objects.exists(),
        "it has all its results": results.filter(state="interrupted").count() == 8,
        "all are finished": set(statuses().values()) == {"finished"},
    }


if __name__ == "__main__":
    main()
