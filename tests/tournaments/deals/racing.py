"""A process of its own: two real workers, a broker, and messages that come eight times each.

Run with the settings of a PostgreSQL and a Valkey to use up. Prints one line of JSON: whether
each thing held that the test asks.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import django

PATIENCE = 60
TIMES = 8
ROUNDS = 6
THREADS = 8
WORKER = (
    *(sys.executable, "-m", "celery", "-A", "deploy.celery", "worker", "--pool", "threads"),
    *("--concurrency", "4", "--loglevel", "DEBUG"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with tempfile.TemporaryDirectory() as folder:
        held = {**by_threads(), **by_workers(Path(folder))}
    print(json.dumps(held))  # noqa: T201


# -- threads with connections of their own ---------------------------------------------------------


def by_threads() -> dict[str, bool]:
    from django.db import connection

    from tests.tournaments.deals.setting import deal, scheduled, setup

    key = scheduled(setup((2, 1)))
    gate = threading.Barrier(THREADS)
    done: list[bool] = []

    def work() -> None:
        try:
            gate.wait(PATIENCE)
            done.extend(deal(key, number) for number in (1, 2, 3))
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return {
        "every thread was answered": len(done) == 3 * THREADS,
        "each round was dealt by one thread": sum(done) == 3,
        "threads left one deal for each board": dealt(key) == (12, 12, 3),
    }


def dealt(key: str) -> tuple[int, int, int]:
    """Boards with a sealed deal of their own, fingerprints of those, and events."""
    from gameplay.eventstore import store
    from gameplay.models import DealFingerprint, SealedDeal
    from tournaments import stream
    from tournaments.models import Board

    ids = list(Board.objects.filter(tournament=key).values_list("deal_id", flat=True))
    events = [row for row in store.load(stream.name(key)) if row.type == "RoundDealt"]
    return (
        SealedDeal.objects.filter(pk__in=ids).count(),
        DealFingerprint.objects.filter(deal_id__in=ids).count(),
        len(events),
    )


# -- workers ---------------------------------------------------------------------------------------


def by_workers(folder: Path) -> dict[str, bool]:
    from deploy.celery import app
    from gameplay.models import DealFingerprint, SealedDeal
    from tests.tournaments.deals.setting import leaks, scheduled, secrets_of, setup
    from tournaments.models import Board

    key = scheduled(setup((3, 3)))
    before = SealedDeal.objects.count()
    for _ in range(TIMES):
        for number in range(1, ROUNDS + 1):
            app.send_task("tournaments.deal_boards", args=[f"{key}:{number}"], ignore_result=True)
    waiting = held_back(app)
    asked = [json.loads(message) for message in waiting]
    logs = [folder / f"worker-{number}.log" for number in (1, 2)]
    workers = [worker(log) for log in logs]
    try:
        deadline = time.monotonic() + PATIENCE
        # The one that is up first would take them all.
        while time.monotonic() < deadline and not all(
            b"ready." in log.read_bytes() for log in logs
        ):
            time.sleep(0.1)
        let_go(app, waiting)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and (queued(app) or unacknowledged(app)):
            time.sleep(0.1)
        left_in_redis = everything(app)
    finally:
        for process in workers:
            process.terminate()
        for process in workers:
            process.wait(PATIENCE)
    secrets = secrets_of(key)
    told = [log.read_bytes() for log in logs]
    return {
        "a message waited for each time it was sent": len(asked) == TIMES * ROUNDS,
        "a message names a round and nothing else": all(
            message["headers"]["argsrepr"] in {f"('{key}:{n}',)" for n in range(1, ROUNDS + 1)}
            or message["headers"]["argsrepr"] in {f"['{key}:{n}']" for n in range(1, ROUNDS + 1)}
            for message in asked
        ),
        "both workers worked": all(b"tournaments.deal_boards[" in log for log in told),
        "every message was taken": not queued(app),
        "workers left one deal for each board": dealt(key) == (24, 24, ROUNDS),
        "nothing else was sealed": SealedDeal.objects.count() - before == 24
        and DealFingerprint.objects.count() == SealedDeal.objects.count(),
        "boards are there once": Board.objects.filter(tournament=key).count() == 24,
        "no message held a secret": not any(leaks(message, secrets) for message in waiting),
        "no log held a secret": not any(leaks(log, secrets) for log in told),
        "the broker kept no secret": not any(leaks(value, secrets) for value in left_in_redis),
        "no result was kept": not any(b"celery-task-meta" in value for value in left_in_redis),
    }


def worker(log: Path) -> subprocess.Popen[bytes]:
    name = log.stem
    with log.open("wb") as out:
        return subprocess.Popen(
            [*WORKER, "--hostname", f"{name}@%h"],
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, "LOG_LEVEL": "DEBUG"},
        )


def redis_of(app: Any) -> Any:
    import redis

    return redis.Redis.from_url(app.conf.broker_url)


def queued(app: Any) -> list[bytes]:
    with redis_of(app) as server:
        return list(server.lrange("celery", 0, -1))


def held_back(app: Any) -> list[bytes]:
    """What is queued, taken out of the queue."""
    messages = queued(app)
    with redis_of(app) as server:
        server.delete("celery")
    return messages


def let_go(app: Any, messages: list[bytes]) -> None:
    """All at once, in the order in which they were queued."""
    with redis_of(app) as server:
        server.rpush("celery", *messages)


def unacknowledged(app: Any) -> int:
    with redis_of(app) as server:
        return int(server.hlen("unacked"))


def everything(app: Any) -> list[bytes]:
    """Every key and every value that the broker holds."""
    found: list[bytes] = []
    with redis_of(app) as server:
        for key in server.scan_iter():
            found += [key, server.dump(key) or b""]
    return found


if __name__ == "__main__":
    main()
