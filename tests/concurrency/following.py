"""A process of its own that follows the feed while others commit late or follow too.

Run with the settings of a PostgreSQL to use up. Prints one line of JSON, a name and whether it
held for each thing the test asks.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier, Event
from typing import Any

import django

PATIENCE = 30
TABLES = [("a", "b", "c", "d"), ("e", "f", "g", "h")]
MADE = (15, -15, 15, -15)
BOARDS = (1, 2, 3, 4)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with ThreadPoolExecutor(6) as pool:
        held = late(pool) | together(pool) | rebuilt_meanwhile(pool)
    print(json.dumps(held))  # noqa: T201


def evening() -> Any:
    from tests.tournaments.scores.evening import Evening

    made = Evening(rounds=[TABLES])
    made.start(1)
    made.follow()
    return made


def late(pool: ThreadPoolExecutor) -> dict[str, bool]:
    """A last card is played in a transaction that takes its time; others come and go."""
    from tournaments.models import Result

    tables = evening()
    game = tables.open(1, 1, 1)
    holding, let_go = Event(), Event()
    slow = pool.submit(slowly, tables, game, holding, let_go)
    assert holding.wait(PATIENCE)
    tables.play(1, 2, 1, MADE)
    early = tables.follow()
    let_go.set()
    slow.result(PATIENCE)
    tables.follow()
    ended = Result.objects.filter(board__tournament=tables.key, board__number=1)
    return {
        "nothing is taken past an open transaction": early <= 1,  # the opening, before it
        "a late commit is not skipped": [r.state for r in ended] == ["finished"] * 2,
    }


def slowly(tables: Any, game: str, holding: Event, let_go: Event) -> None:
    from django.db import connection, transaction

    try:
        with transaction.atomic():
            tables.finish(game, MADE)
            holding.set()
            assert let_go.wait(PATIENCE)
    finally:
        connection.close()


def together(pool: ThreadPoolExecutor) -> dict[str, bool]:
    """Two tables play all boards; four workers follow and release as fast as they can."""
    from tests.tournaments.scores.evening import rows_of
    from tournaments.models import BoardScore, Checkpoint, Result, Standing
    from tournaments.projections import follower

    tables = evening()
    over, line = Event(), Barrier(5)
    workers = [pool.submit(work, line, over) for _ in range(4)]
    line.wait(PATIENCE)
    for board in BOARDS:
        for table in (1, 2):
            tables.play(1, table, board, MADE)
    deadline = datetime.now(UTC).timestamp() + PATIENCE
    while released(tables.key) < len(BOARDS) and datetime.now(UTC).timestamp() < deadline:
        over.wait(0.05)
    over.set()
    broken = sum(worker.result(PATIENCE) for worker in workers)
    tables.follow()
    kept = rows_of(tables.key)
    for model in (Standing, BoardScore, Result, Checkpoint):
        model.objects.all().delete()
    follower.follow(datetime.now(UTC))
    return {
        "no worker fails because of another": broken == 0,
        "every board is released once": releases_in(tables.key) == [*BOARDS],
        "no event is taken twice by two followers": len(kept["standings"]) == 16
        and rows_of(tables.key) == kept,
    }


def work(line: Barrier, over: Event) -> int:
    """Follow and release until it is over; answers how often something broke."""
    from django.db import connection

    from tournaments.projections import follower
    from tournaments.services import releases

    broken = 0
    line.wait(PATIENCE)
    try:
        while not over.is_set():
            try:
                follower.follow(datetime.now(UTC))
                releases.release_due(datetime.now(UTC))
            except Exception:
                broken += 1
        return broken
    finally:
        connection.close()


def released(key: str) -> int:
    from tournaments.models import Tournament

    return Tournament.objects.get(pk=key).boards_released


def releases_in(key: str) -> list[int]:
    from gameplay.eventstore import store

    rows = store.load(f"tournament-{key}")
    return sorted(row.payload["board"] for row in rows if row.type == "BoardReleased")


def rebuilt_meanwhile(pool: ThreadPoolExecutor) -> dict[str, bool]:
    """All rows are dropped and made again while tables finish and workers follow and release."""
    from tests.tournaments.scores.evening import rows_of
    from tournaments.services import rebuilding

    tables = evening()
    over, line = Event(), Barrier(3)
    workers = [pool.submit(work, line, over) for _ in range(2)]
    line.wait(PATIENCE)
    tables.play(1, 1, 1, MADE)
    tables.play(1, 2, 1, MADE)

    def meanwhile(what: str, count: int) -> None:
        if what == "events" and not played:
            played.append(pool.submit(play_on, tables))

    played: list[Any] = []
    rebuilding.rebuild(datetime.now(UTC), meanwhile)
    played[0].result(PATIENCE)
    deadline = datetime.now(UTC).timestamp() + PATIENCE
    while released(tables.key) < 2 and datetime.now(UTC).timestamp() < deadline:
        over.wait(0.05)
    over.set()
    broken = sum(worker.result(PATIENCE) for worker in workers)
    tables.follow()
    kept = rows_of(tables.key)
    rebuilding.rebuild(datetime.now(UTC))
    return {
        "a rebuild fails no worker": broken == 0,
        "what is played during a rebuild is ranked": releases_in(tables.key) == [1, 2],
        "a second rebuild agrees": rows_of(tables.key) == kept,
    }


def play_on(tables: Any) -> None:
    from django.db import connection

    try:
        for table in (1, 2):
            tables.play(1, table, 2, MADE)
    finally:
        connection.close()


if __name__ == "__main__":
    main()
