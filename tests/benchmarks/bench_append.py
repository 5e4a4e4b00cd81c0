"""Append of one event against the same row by the bare driver, on PostgreSQL and SQLite.

All variants take turns in one run, a few dozen commits each: the disk has good and bad
minutes, and only what was measured side by side can be compared.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import psycopg
from django.db import connections, transaction

from gameplay.eventstore import store
from gameplay.eventstore.records import EMPTY, Head, NewEvent, Row, rows

NOW = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)
# About as long as a played card with its circumstances gets.
PAYLOAD = {"seat": "E", "card": "H7", "note": "x" * 90}


class Variant(NamedTuple):
    """``once`` is timed; what it is given is made before the clock starts."""

    given: Iterator[Any]
    once: Callable[[Any], object]


@dataclass(frozen=True)
class Medians:
    """Seconds for one append: through the store, and by the driver in its own transaction."""

    database: str
    goal: float
    store: float
    driver: float
    autocommit: float

    @property
    def ratio(self) -> float:
        return self.driver / self.store

    def table(self) -> str:
        shown = (
            (f"store.append, goal {self.goal} of", self.store),
            ("BEGIN, prepared INSERT, COMMIT", self.driver),
            ("prepared INSERT, autocommit", self.autocommit),
        )
        return "\n".join(
            f"{self.database:10} {name:31} {seconds * 1e6:8.0f} µs {self.driver / seconds:6.2f}"
            for name, seconds in shown
        )


def measure(alias: str, *, goal: float, turns: int = 40, appends: int = 25) -> Medians:
    """Medians over ``turns`` turns of ``appends`` appends for each variant, interleaved."""
    vendor = connections[alias].vendor
    driver = {"postgresql": _postgresql, "sqlite": _sqlite}[vendor]
    with driver(alias) as variants:
        variants["store"] = _through_the_store(alias)
        taken: dict[str, list[float]] = {name: [] for name in variants}
        for turn in range(turns + 1):
            for name, (given, once) in variants.items():
                for _ in range(appends):
                    what = next(given)
                    before = perf_counter()
                    once(what)
                    after = perf_counter()
                    if turn:  # the first turn warms up
                        taken[name].append(after - before)
    return Medians(vendor, goal, **{name: median(times) for name, times in taken.items()})


def _through_the_store(alias: str) -> Variant:
    head = EMPTY

    def once(command_id: str) -> None:
        nonlocal head
        with transaction.atomic(using=alias):
            head = store.append(
                "game-bench-store",
                [NewEvent("CardPlayed", 1, PAYLOAD)],
                expected_version=head.version,
                head=head.hash,
                actor="user:1234",
                command_id=command_id,
                now=NOW,
                using=alias,
            )

    return Variant((f"c8f3a1d0-0000-4000-8000-{n:012}" for n in count()), once)


def same_rows(stream: str) -> Iterator[Row]:
    head = EMPTY
    while True:
        (row,) = rows(
            stream,
            [NewEvent("CardPlayed", 1, PAYLOAD)],
            head=head,
            actor="user:1234",
            cause="",
            command_id=f"c8f3a1d0-0000-4000-8000-{head.version:012}",
            content=None,
            now=NOW,
        )
        yield row
        head = Head(row.version, row.hash)


@contextmanager
def _postgresql(alias: str) -> Iterator[dict[str, Variant]]:
    parameters = connections[alias].get_connection_params()
    address = {k: parameters[k] for k in ("host", "port", "user", "dbname") if k in parameters}
    insert = insert_sql("%s")
    with psycopg.connect(**address, autocommit=True) as connection:
        yield _bare(connection, "BEGIN", lambda row: connection.execute(insert, row, prepare=True))


@contextmanager
def _sqlite(alias: str) -> Iterator[dict[str, Variant]]:
    settings = connections[alias].settings_dict
    insert = insert_sql("?")
    with closing(sqlite3.connect(settings["NAME"], isolation_level=None)) as connection:
        connection.executescript(settings["OPTIONS"]["init_command"])
        yield _bare(connection, "BEGIN IMMEDIATE", lambda row: connection.execute(insert, row))


def insert_sql(place: str) -> str:
    places = ", ".join([place] * len(Row._fields))
    return f"INSERT INTO eventstore_storedevent ({', '.join(Row._fields)}) VALUES ({places})"


def _bare(connection: Any, begin: str, insert: Callable[[Row], object]) -> dict[str, Variant]:
    def in_transaction(row: Row) -> None:
        connection.execute(begin)
        insert(row)
        connection.execute("COMMIT")

    return {
        "driver": Variant(same_rows("game-bench-bare1"), in_transaction),
        "autocommit": Variant(same_rows("game-bench-bare2"), insert),
    }
