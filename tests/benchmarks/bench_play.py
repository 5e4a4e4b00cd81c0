"""One command at a socket, from its text to its acknowledgement, beside the bare row of one event.

Run as a module with the settings of the database to measure; prints one line of JSON::

    {"database": "postgresql", "insert": …, "play_p50": …, "play_p99": …, "events": …}

all in seconds. Four people sit at the sockets of the real ASGI application, with a hub behind
them; only the network is left out. What is timed is all that happens until the player is told
that the card lies: the way into a thread and back, reading the message, the session's and the
seat's check, the handler with decision, append, projection and commit, the announcement after
it. Everybody has seen the card before the next one falls. Both variants take turns game by game,
since the disk has good and bad minutes.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import django

GAMES = 12
INSERTS = 60
PATIENCE = 30.0


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    table = Table()
    with bare_insert() as insert:
        inserts, plays = asyncio.run(take_turns(table, insert))
    print(  # noqa: T201
        json.dumps(
            {
                "database": database(),
                "insert": median(inserts),
                "play_p50": median(plays),
                "play_p99": quantiles(plays, n=100)[98],
                "events": len(plays),
            }
        )
    )


async def take_turns(table: Table, insert: Callable[[], object]) -> tuple[list[float], list[float]]:
    from gameplay.hub import hub

    inserts: list[float] = []
    plays: list[float] = []
    await hub.startup()
    await table.sit_down()
    for game in range(GAMES + 1):
        rows = [timed(insert) for _ in range(INSERTS)]
        cards = await table.play_a_board(random.Random(game))
        if game:  # the first one warms up
            inserts += rows
            plays += cards
    await table.stand_up()
    await hub.shutdown()
    return inserts, plays


def timed(work: Callable[[], object]) -> float:
    before = perf_counter()
    work()
    return perf_counter() - before


def database() -> str:
    from django.db import connection

    return connection.vendor


class Socket:
    """One person's seat at the ASGI application, where uvicorn would be."""

    def __init__(self, table_id: str, session_key: str) -> None:
        self._to_it: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._from_it: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._meanwhile: list[str] = []
        self._scope = {
            "type": "websocket",
            "path": f"/ws/tables/{table_id}/",
            "query_string": b"",
            "subprotocols": [],
            "headers": [
                (b"host", b"localhost"),
                (b"origin", b"http://localhost"),
                (b"cookie", f"sessionid={session_key}".encode()),
            ],
        }

    async def open(self) -> None:
        from deploy.asgi import application

        self._running = asyncio.ensure_future(
            application(self._scope, self._to_it.get, self._from_it.put)
        )
        self._to_it.put_nowait({"type": "websocket.connect"})
        answer = await asyncio.wait_for(self._from_it.get(), PATIENCE)
        assert answer["type"] == "websocket.accept", answer
        await self.shown(1)

    async def close(self) -> None:
        self._to_it.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._running, PATIENCE)

    async def say(self, text: str) -> float:
        """Seconds until the acknowledgement is here."""
        before = perf_counter()
        self._to_it.put_nowait({"type": "websocket.receive", "text": text})
        self._meanwhile = []
        while True:
            said = (await self._from_it.get())["text"]
            if '"type": "ack"' in said:
                return perf_counter() - before
            self._meanwhile.append(said)
            assert '"type": "error"' not in said, said

    async def shown(self, version: int) -> None:
        """Wait until this seat has been shown this version of the game, or a later one."""
        heard = [json.loads(said) for said in self._meanwhile]
        self._meanwhile = []
        while not any(frame["type"] == "game" and frame["version"] >= version for frame in heard):
            message = await asyncio.wait_for(self._from_it.get(), PATIENCE)
            heard = [json.loads(message["text"])]


class Table:
    """Four signed-in people, each with a session of their own."""

    def __init__(self) -> None:
        from django.contrib.auth import (
            BACKEND_SESSION_KEY,
            HASH_SESSION_KEY,
            SESSION_KEY,
            get_user_model,
        )
        from django.contrib.sessions.backends.db import SessionStore

        from engine import SEATS
        from gameplay import table_handlers

        people, sessions = {}, {}
        for seat in SEATS:
            user = get_user_model().objects.create_user(f"bench-{seat.letter}")
            session = SessionStore()
            session[SESSION_KEY] = str(user.pk)
            session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
            session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            session.create()
            people[seat], sessions[seat] = user.pk, str(session.session_key)
        self.table_id = table_handlers.open_table(
            ruleset="championship-online",
            options={},
            opener=None,
            occupants=people,
            actor="system:bench",
        )
        self.board = 1
        self.sockets = {seat: Socket(self.table_id, key) for seat, key in sessions.items()}

    async def sit_down(self) -> None:
        for socket in self.sockets.values():
            await socket.open()

    async def stand_up(self) -> None:
        for socket in self.sockets.values():
            await socket.close()

    async def play_a_board(self, rng: random.Random) -> list[float]:
        """A board of random legal actions; seconds for each. Then the next board is opened."""
        import engine
        from gameplay import streams
        from gameplay.consumers import in_thread

        taken = []
        table = await in_thread(streams.table)(self.table_id)
        game_id = table.state.boards[-1].game_id
        while not (live := await in_thread(streams.game)(game_id)).state.finished:
            command = rng.choice(engine.legal_actions(live.state))
            fields = engine.write_action(command)
            if "game" in fields:
                fields["pass_game"] = fields.pop("game")
            seat = engine.Seat.parse(str(fields.pop("seat")))
            message = {"id": f"{rng.getrandbits(64):x}", "game": game_id, "version": live.version}
            taken.append(await self.sockets[seat].say(json.dumps({**message, **fields})))
            for socket in self.sockets.values():
                await socket.shown(live.version + 1)
        for socket in self.sockets.values():
            ready = {"id": f"{rng.getrandbits(64):x}", "do": "next", "board": self.board}
            await socket.say(json.dumps(ready))
        self.board += 1
        return taken


@contextmanager
def bare_insert() -> Iterator[Callable[[], None]]:
    """The same row by the driver alone: BEGIN, prepared INSERT, COMMIT."""
    from django.db import connection

    from tests.benchmarks.bench_append import same_rows

    given = same_rows("game-bench-bare")
    if connection.vendor == "postgresql":
        import psycopg

        parameters = connection.get_connection_params()
        names = ("host", "port", "user", "password", "dbname")
        address = {name: parameters[name] for name in names if parameters.get(name)}
        with psycopg.connect(**address, autocommit=True) as bare:
            yield _in_transaction(
                given, bare.execute, "BEGIN", lambda sql, row: bare.execute(sql, row, prepare=True)
            )
        return
    options = connection.settings_dict["OPTIONS"]
    with closing(
        sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, timeout=20)
    ) as lite:
        lite.executescript(options["init_command"])
        yield _in_transaction(given, lite.execute, "BEGIN IMMEDIATE", lite.execute, place="?")


def _in_transaction(
    given: Iterator[object],
    execute: Callable[..., object],
    begin: str,
    insert: Callable[..., object],
    place: str = "%s",
) -> Callable[[], None]:
    from tests.benchmarks.bench_append import insert_sql

    sql = insert_sql(place)

    def once() -> None:
        row = next(given)
        execute(begin)
        insert(sql, row)
        execute("COMMIT")

    return once


if __name__ == "__main__":
    main()
