"""The three stores that must be indistinguishable, under one set of method names.

The two on a database get one of their own, beside the one Django's test runner made: real
transactions and several connections, and the default database stays out of it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor

from gameplay.eventstore import feed, store
from gameplay.eventstore.memory import MemoryStore

_numbers = count(1)

__all__ = ["DatabaseStore", "MemoryStore", "on_postgresql", "on_sqlite"]


class DatabaseStore:
    """The functions of ``store`` and ``feed`` on one database; each append its own transaction."""

    def __init__(self, alias: str) -> None:
        self.alias = alias
        for function in (
            store.repeated,
            store.answered,
            store.find_command,
            store.load,
            store.load_several,
            store.version,
            store.head,
            store.save_text,
            store.read_text,
            store.read_texts,
            store.text_is_genuine,
            store.erase_texts,
            feed.read,
        ):
            setattr(self, function.__name__, partial(function, using=alias))

    @property
    def connection(self) -> Any:
        return connections[self.alias]

    def append(self, stream: str, events: Any, **how: Any) -> store.Head:
        with transaction.atomic(using=self.alias):
            return store.append(stream, events, using=self.alias, **how)

    def execute(self, sql: str, params: Any = None) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute(sql, params)

    def empty(self) -> None:
        if self.connection.vendor == "postgresql":
            self.execute(
                "TRUNCATE eventstore_storedevent, eventstore_answeredcommand,"
                " eventstore_personaltext"
            )
        else:
            self.execute("DELETE FROM eventstore_storedevent")
            self.execute("DELETE FROM eventstore_answeredcommand")
            self.execute("DELETE FROM eventstore_personaltext")

    @contextmanager
    def unguarded(self) -> Iterator[None]:
        """Let the test be the burglar: without the trigger that refuses changes."""
        if self.connection.vendor == "postgresql":
            trigger = "ALTER TABLE eventstore_storedevent {} TRIGGER eventstore_append_only"
            self.execute(trigger.format("DISABLE"))
            try:
                yield
            finally:
                self.execute(trigger.format("ENABLE"))
            return
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'eventstore_append_only'")
            (again,) = cursor.fetchone()
        self.execute("DROP TRIGGER eventstore_append_only")
        try:
            yield
        finally:
            self.execute(again)


@contextmanager
def on_sqlite(folder: Path) -> Iterator[DatabaseStore]:
    options = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
    }
    settings = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": folder / "events.sqlite3",
        "OPTIONS": options,
    }
    with _alias(settings) as made:
        yield made


@contextmanager
def on_postgresql(url: str) -> Iterator[DatabaseStore]:
    """In a database of its own in the cluster at ``url``."""
    name = f"events_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
    settings = {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "OPTIONS": {
            key: value
            for key, value in psycopg.conninfo.conninfo_to_dict(url).items()
            if key != "dbname" and value
        },
    }
    try:
        with _alias(settings) as made:
            yield made
    finally:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def _alias(settings: dict[str, Any]) -> Iterator[DatabaseStore]:
    # Two folders of tests may hold a store of their own at the same time.
    alias = f"events_{next(_numbers)}"
    known = connections.settings
    known[alias] = connections.configure_settings({"default": {}, alias: settings})[alias]
    try:
        executor = MigrationExecutor(connections[alias])
        executor.migrate(executor.loader.graph.leaf_nodes("eventstore"))
        yield DatabaseStore(alias)
    finally:
        connections[alias].close()
        del connections[alias]
        del known[alias]
