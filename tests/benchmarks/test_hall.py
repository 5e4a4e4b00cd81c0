"""`make bench`: sixty tables, 240 people at them and a thousand who watch, on two cores."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import psycopg
import pytest
import uvloop

from tests.benchmarks.bench_hall import (
    EVERY,
    BareTable,
    Delivered,
    Table,
    percentile,
    resident,
    to_seats,
    to_watchers,
    untold,
    watch,
    worked,
)
from tests.engines import a_database
from tests.flows.cluster import Process, command_lines, running_cluster
from tests.service import clean_environment, told

pytestmark = [pytest.mark.bench, pytest.mark.services]

TABLES, WATCHED, WATCHERS = 60, 10, 1000
CONNECT_WITHIN = 2.0
# A board of rik takes some 60 actions: everybody plays one, and begins the next.
SECONDS = 65.0
BARE_SECONDS = 20.0


@dataclass(frozen=True)
class Measured:
    connected: list[float]
    seats: Delivered
    watchers: Delivered
    untold: list[str]
    refused: list[Any]
    per_seat: float
    per_watcher: float
    busy: dict[str, float]
    """Share of a core, by process, while they played."""


async def evening(
    urls: Sequence[str], processes: dict[str, int], tables: dict[str, Table], seconds: float
) -> Measured:
    """Everybody comes within two seconds, a thousand watch, and all play for a while."""
    webs = [number for name, number in processes.items() if name.startswith("web")]

    def memory() -> int:
        return sum(resident(number) or 0 for number in webs)

    everybody = [chair for table in tables.values() for chair in table.chairs]
    empty = memory()

    async def arrive(number: int) -> float:
        await asyncio.sleep(CONNECT_WITHIN * number / len(everybody))
        return await everybody[number].connect()

    order = random.Random(1).sample(range(len(everybody)), len(everybody))
    connected = await asyncio.gather(*(arrive(number) for number in order))
    seated = memory()
    watchers = await watch(urls, list(tables)[:WATCHED], WATCHERS)
    full = memory()

    before = {name: worked(number) for name, number in processes.items()}
    first = perf_counter() + 0.5
    async with asyncio.TaskGroup() as playing:
        for number, table in enumerate(tables.values()):
            start = first + EVERY * number / len(tables)
            playing.create_task(table.play(start, first + seconds, random.Random(number)))
    busy = {name: (worked(n) - before[name]) / seconds for name, n in processes.items()}
    await asyncio.sleep(1.0)

    found = Measured(
        connected,
        to_seats(tables.values()),
        to_watchers(dict(list(tables.items())[:WATCHED]), watchers),
        [wrong for table in tables.values() for wrong in untold(table)],
        [frame for chair in everybody for frame in chair.refused],
        (seated - empty) / len(everybody),
        (full - seated) / WATCHERS,
        busy,
    )
    for watcher in watchers:
        watcher.close()
    await asyncio.gather(*(chair.close() for chair in everybody))
    return found


def at_the_service(
    postgresql_url: str, valkey_url: str, folder: Path
) -> tuple[Measured, dict[str, Any]]:
    """With a game frame as somebody at a seat was sent it."""
    with running_cluster(postgresql_url, valkey_url, folder) as cluster:
        urls = [cluster.first.url, cluster.second.url]
        rows = told(
            "tests.benchmarks.bench_hall", str(TABLES + 1), timeout=120, **cluster.environment
        )
        *tables, warm = (Table(urls, f"/tables/{row['table']}/", row["sessions"]) for row in rows)
        names = ("web 1", "web 2", "worker", "beat")
        processes = dict(zip(names, (each.pid for each in cluster.processes), strict=True))
        uvloop.run(warm_up(urls, warm))
        found = uvloop.run(evening(urls, processes, {t.path: t for t in tables}, SECONDS))
        cluster.events.verify()
        assert "Traceback" not in cluster.log
    return found, warm.chairs[0].game


async def warm_up(urls: Sequence[str], table: Table) -> None:
    """What the first socket makes a process load is not the price of a socket."""
    for chair in table.chairs:
        await chair.connect()
    await table.play(perf_counter(), perf_counter() + 4, random.Random(0))
    for watcher in await watch(urls, [table.path], 2):
        watcher.close()
    for chair in table.chairs:
        await chair.close()


@contextmanager
def bare_processes(
    postgresql_url: str, valkey_url: str, folder: Path, frame: dict[str, Any]
) -> Iterator[list[Process]]:
    rest = {**frame, "events": [{}]}
    for name in ("type", "game", "version"):
        del rest[name]
    line = command_lines()["web"].replace(
        "deploy.asgi:application", "tests.benchmarks.bare_hall:application"
    )
    with ExitStack() as stack:
        database = stack.enter_context(a_database(postgresql_url, "template1"))
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("CREATE TABLE bare_event (stream text, version int, payload text)")
        environment = clean_environment(
            PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            DATABASE_URL=database,
            REDIS_URL=valkey_url,
            BARE_FRAME=json.dumps(rest, ensure_ascii=False, separators=(",", ":"))[1:],
        )
        processes = [Process(line, environment, folder / f"bare-{n}.log") for n in range(2)]
        for process in processes:
            process.start()
            stack.callback(process.wait_until_it_stops)
            stack.callback(process.ask_to_stop)
        for process in processes:
            process.wait_until_it_answers()
        yield processes


def at_the_bare_one(
    postgresql_url: str, valkey_url: str, folder: Path, frame: dict[str, Any]
) -> Measured:
    with bare_processes(postgresql_url, valkey_url, folder, frame) as processes:
        urls = [each.url for each in processes]
        paths = [f"/tables/{number}/" for number in range(TABLES)]
        tables = {path: BareTable(urls, path, [""] * 4) for path in paths}
        named = {f"web {n}": each.pid for n, each in enumerate(processes, 1)}
        return uvloop.run(evening(urls, named, tables, BARE_SECONDS))


def line(name: str, ours: Sequence[float], bare: Sequence[float]) -> str:
    """Milliseconds, and how many times what nobody can do without."""
    shown = []
    for which in (50, 99):
        mine, least = percentile(ours, which) * 1e3, percentile(bare, which) * 1e3
        shown.append(f"p{which} {mine:7.1f} ms (bare {least:6.1f}, ratio {mine / least:4.1f})")
    return f"{name:34} {', '.join(shown)}"


def test_sixty_tables_and_a_thousand_spectators(
    postgresql_url: str, valkey_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, frame = at_the_service(postgresql_url, valkey_url, tmp_path)
    bare = at_the_bare_one(postgresql_url, valkey_url, tmp_path, frame)
    capsys.readouterr()  # the processes' logs, which are for a failure
    rate = ours.seats.actions / SECONDS
    with capsys.disabled():
        print(f"\n{4 * TABLES} people at {TABLES} tables, {WATCHERS} watching {WATCHED} of them:")  # noqa: T201
        print(line("connecting within 2 s, to the view", ours.connected, bare.connected))  # noqa: T201
        print(line("an action at the other seats", ours.seats.late, bare.seats.late))  # noqa: T201
        print(line("the same at who watches", ours.watchers.late, bare.watchers.late))  # noqa: T201
        for name, each in (("seats", ours.seats), ("watching", ours.watchers)):
            print(  # noqa: T201
                f"{name:9} {each.actions} actions, {len(each.late)} deliveries, {each.lost} lost,"
                f" {each.out_of_order} out of order, {each.merged} with a later one"
            )
        print(f"actions a second {rate:.1f} (asked {TABLES / EVERY:.0f})")  # noqa: T201
        print(  # noqa: T201
            f"memory: {ours.per_seat / 1024:.0f} kB a seat (bare {bare.per_seat / 1024:.0f}),"
            f" {ours.per_watcher / 1024:.1f} kB a stream (bare {bare.per_watcher / 1024:.1f})"
        )
        busy = ", ".join(f"{name} {share:.0%}" for name, share in ours.busy.items())
        spare = ", ".join(f"{name} {share:.0%}" for name, share in bare.busy.items())
        print(f"of a core: {busy}; bare: {spare}")  # noqa: T201
    assert ours.refused == []
    for each in (ours.seats, ours.watchers):
        assert (each.lost, each.out_of_order) == (0, 0)
    assert ours.untold == []
