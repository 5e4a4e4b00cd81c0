"""What lies in the event table, read from beside the service, and whether its chains hold."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from tests.service import ROOT

_COLUMNS = "version, type, payload, actor, command_id, time, hash"


class Stored(NamedTuple):
    version: int
    type: str
    payload: dict[str, Any]
    actor: str
    command_id: str
    time: int
    hash: bytes


class EventTable:
    """The table of a service that runs, or was killed."""

    def __init__(self, connect: Callable[[], Any], place: str, environment: Mapping[str, str]):
        self._connect = connect
        self._place = place
        self._environment = environment

    def events(self, stream: str) -> list[Stored]:
        rows = self._ask(
            f"SELECT {_COLUMNS} FROM eventstore_storedevent"
            f" WHERE stream = {self._place} ORDER BY version",
            [stream],
        )
        return [
            Stored(version, type_, json.loads(payload), actor, command_id, time, bytes(hash_))
            for version, type_, payload, actor, command_id, time, hash_ in rows
        ]

    def game(self, game_id: str) -> list[Stored]:
        return self.events(f"game-{game_id}")

    def heads(self) -> dict[str, tuple[int, bytes]]:
        """Where every stream of the service stands."""
        rows = self._ask(
            "SELECT stream, version, hash FROM eventstore_storedevent ORDER BY position", []
        )
        return {stream: (version, bytes(hash_)) for stream, version, hash_ in rows}

    def _ask(self, sql: str, parameters: list[str]) -> list[Any]:
        with closing(self._connect()) as connection:
            cursor = connection.cursor()
            cursor.execute(sql, parameters)
            found: list[Any] = cursor.fetchall()
            return found

    def verify(self) -> None:
        """Recompute every chain by the command that an operator would use."""
        outcome = subprocess.run(
            [sys.executable, "manage.py", "verify_streams"],
            cwd=ROOT,
            env=dict(self._environment),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert outcome.returncode == 0, outcome.stdout + outcome.stderr
        assert outcome.stdout.rstrip().endswith("verified"), outcome.stdout


def on_sqlite(data: Path, environment: Mapping[str, str]) -> EventTable:
    return EventTable(lambda: sqlite3.connect(data / "db.sqlite3", timeout=20), "?", environment)


def on_postgresql(url: str, environment: Mapping[str, str]) -> EventTable:
    import psycopg

    return EventTable(lambda: psycopg.connect(url), "%s", environment)


def plays(events: list[Stored]) -> list[tuple[str, str]]:
    return [(e.payload["seat"], e.payload["card"]) for e in events if e.type == "CardPlayed"]
