"""One command from the socket's text to the announcement, beside the bare row of one event.

Run as a module with the settings of the database to measure; prints one line of JSON::

    {"database": "postgresql", "insert": …, "play_p50": …, "play_p99": …, "events": …}

all in seconds. What is timed: reading the message, the session's and the seat's check, the
handler with decision, append, projection and commit, and the announcement after it. Both
variants take turns game by game, since the disk has good and bad minutes.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from statistics import median, quantiles
from time import perf_counter

import django

GAMES = 12
INSERTS = 60


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    players = Players()
    inserts: list[float] = []
    plays: list[float] = []
    with bare_insert() as insert:
        for game in range(GAMES + 1):
            rows = [timed(insert) for _ in range(INSERTS)]
            cards = players.play_a_board(random.Random(game))
            if game:  # the first one warms up
                inserts += rows
                plays += cards
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


def timed(work: Callable[[], object]) -> float:
    before = perf_counter()
    work()
    return perf_counter() - before


def database() -> str:
    from django.db import connection

    return connection.vendor


class Players:
    """Four signed-in people at one table, each with a session of their own."""

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

        self.people = {}
        for seat in SEATS:
            user = get_user_model().objects.create_user(f"bench-{seat.letter}")
            session = SessionStore()
            session[SESSION_KEY] = str(user.pk)
            session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
            session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            session.create()
            self.people[seat] = (user.pk, session.session_key)
        self.table_id = table_handlers.open_table(
            ruleset="championship-online",
            options={},
            opener=None,
            occupants={seat: user_id for seat, (user_id, _) in self.people.items()},
            actor="system:bench",
        )
        self.board = 1

    def play_a_board(self, rng: random.Random) -> list[float]:
        """A board of random legal actions; seconds for each. Then the next board is opened."""
        import engine
        from gameplay import streams, table_handlers, tables

        taken = []
        game_id = streams.table(self.table_id).state.boards[-1].game_id
        while not (live := streams.game(game_id, fresh=False)).state.finished:
            command = rng.choice(engine.legal_actions(live.state))
            fields = engine.write_action(command)
            seat = engine.Seat.parse(str(fields.pop("seat")))
            message = {"id": f"{rng.getrandbits(64):x}", "game": game_id, "version": live.version}
            text = json.dumps({**message, **fields})
            taken.append(timed(lambda seat=seat, text=text: self.command(seat, text)))
        for user_id, _ in self.people.values():
            table_handlers.change(
                self.table_id,
                lambda s, user_id=user_id: tables.ready(s, user_id=user_id, board=self.board),
                actor=f"user:{user_id}",
            )
        self.board += 1
        return taken

    def command(self, seat: object, text: str) -> None:
        from gameplay import commands, protocol

        user_id, session_key = self.people[seat]  # type: ignore[index]
        message = protocol.read(text, seat)  # type: ignore[arg-type]
        assert commands.may_still_act(user_id, session_key)
        assert isinstance(message, protocol.Act)
        commands.perform(message, table_id=self.table_id, user_id=user_id)


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
