"""A hall full of people: sixty tables with four sockets each, and spectators at some of them.

The people here are clients and nothing more: they know what their frames say, play a legal card
of their own ``me.legal`` once a second per table, and note when each frame arrived. Against the
real processes (``tests.flows.cluster``) and against ``bare_hall``, by the same clients.

    python -m tests.benchmarks.bench_hall 60      seats people at tables; prints who sits where
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import quantiles
from time import perf_counter
from typing import Any, cast

import websockets.asyncio.client as client
from websockets.exceptions import ConnectionClosed

PATIENCE = 30.0
# An action is asked for this often at every table, unless the table is later than that.
EVERY = 1.0


# -- people --------------------------------------------------------------------------------------


def seat_people(tables: int) -> list[dict[str, Any]]:
    """Tables at which four people with a session each may sit down; for each its id and cookies."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model

    from engine import SEATS
    from gameplay import table_handlers

    user = get_user_model()
    people = [user(username=f"hall-{number}") for number in range(tables * len(SEATS))]
    for person in people:
        person.set_unusable_password()
    people = user.objects.bulk_create(people)
    keys = [session_of(person) for person in people]
    made = []
    for number in range(tables):
        four = slice(number * len(SEATS), (number + 1) * len(SEATS))
        table_id = table_handlers.open_table(
            ruleset="championship-online",
            options={},
            opener=None,
            occupants={seat: each.pk for seat, each in zip(SEATS, people[four], strict=True)},
            actor="system:bench",
        )
        made.append({"table": table_id, "sessions": keys[four]})
    return made


def session_of(person: Any) -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return str(session.session_key)


# -- at a seat -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heard:
    """A frame of a game: how far it shows it, what it says happened, and when it was here."""

    game: str
    version: int
    events: int
    at: float


class Chair:
    """One socket at one seat."""

    def __init__(self, url: str, path: str, session: str) -> None:
        self.url, self.path, self.session = url, path, session
        self.heard: list[Heard] = []
        self.table: dict[str, Any] = {}
        self.game: dict[str, Any] = {}
        self.refused: list[dict[str, Any]] = []
        self.acknowledged: dict[str, int] = {}
        self.news = asyncio.Event()
        self._socket: client.ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def connect(self) -> float:
        """Seconds until this seat has its view: the table, and the game with its own hand."""
        began = perf_counter()
        self.table, self.game, self.heard = {}, {}, []
        self._socket = await client.connect(
            f"{self.url.replace('http', 'ws')}/ws{self.path}",
            origin=self.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": f"sessionid={self.session}"},
            compression=None,
            proxy=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        self._reading = asyncio.ensure_future(self._read())
        while not (self.table and self.game):
            await self.until_news()
        return self.heard[0].at - began

    async def close(self) -> None:
        assert self._socket is not None and self._reading is not None
        await self._socket.close()
        await self._reading

    async def _read(self) -> None:
        assert self._socket is not None
        with suppress(ConnectionClosed):
            while True:
                text = await self._socket.recv()
                now = perf_counter()
                frame = json.loads(text)
                match frame["type"]:
                    case "game":
                        self.game = frame
                        many = len(frame["events"])
                        self.heard.append(Heard(frame["game"], frame["version"], many, now))
                    case "table":
                        self.table = frame
                    case "ack":
                        self.acknowledged[frame["id"]] = frame["version"]
                    case "error":
                        self.refused.append(frame)
                self.news.set()

    async def until_news(self) -> None:
        self.news.clear()
        await asyncio.wait_for(self.news.wait(), PATIENCE)

    @property
    def asked(self) -> Sequence[Mapping[str, Any]]:
        """What this seat may do now; nothing while it is another's turn."""
        legal: Sequence[Mapping[str, Any]] = self.game["me"]["legal"]
        return legal

    @property
    def may_ask_for_next(self) -> bool:
        return bool(
            self.game["view"]["finished"]
            and self.game["game"] == self.table["game"]
            and self.game["me"]["seat"] in self.table["state"]["waiting_for"]
        )

    async def say(self, **message: object) -> str:
        assert self._socket is not None
        message_id = f"{random.getrandbits(64):016x}"
        await self._socket.send(json.dumps({"id": message_id, **message}))
        return message_id


# -- a table -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """An action as it left: by which chair, on what it was based, its message and when."""

    chair: int
    game: str
    based_on: int
    message_id: str
    at: float


class Table:
    """Four chairs, half of them at each process."""

    def __init__(self, urls: Sequence[str], path: str, sessions: Iterable[str]) -> None:
        self.path = path
        self.chairs = [
            Chair(urls[number % len(urls)], path, session)
            for number, session in enumerate(sessions)
        ]
        self.said: list[Said] = []

    async def play(self, first: float, until: float, rng: random.Random) -> None:
        """One action a second, by whoever is asked; a board that is over is followed by another."""
        due = first
        while due < until:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            number = await self.whoever_is_asked()
            chair = self.chairs[number]
            game, version = chair.game["game"], chair.game["version"]
            at = perf_counter()
            action = self.action(chair, rng)
            message_id = await chair.say(game=game, version=version, **action)
            self.said.append(Said(number, game, version, message_id, at))
            # His own frame is what takes the question away from him.
            while (chair.game["game"], chair.game["version"]) == (game, version):
                await chair.until_news()
            # Never two at once to make up for a late one: people do not play like that.
            due = max(due + EVERY, perf_counter())

    def action(self, chair: Chair, rng: random.Random) -> dict[str, Any]:
        """Something that is legal, as a message has it: without the seat, and ``game`` is taken."""
        made = {key: value for key, value in rng.choice(chair.asked).items() if key != "seat"}
        if made["do"] == "choose":
            made["pass_game"] = made.pop("game")
        return made

    async def whoever_is_asked(self) -> int:
        deadline = perf_counter() + PATIENCE
        while perf_counter() < deadline:
            for number, chair in enumerate(self.chairs):
                if chair.asked:
                    return number
                if chair.may_ask_for_next:
                    board = chair.table["state"]["board"]
                    before = chair.table["version"]
                    await chair.say(do="next", board=board)
                    while chair.table["version"] == before:
                        await chair.until_news()
            await asyncio.sleep(0.002)
        raise AssertionError([chair.game for chair in self.chairs])


class BareTable(Table):
    """At ``bare_hall`` nobody asks: everybody says something in turn."""

    def action(self, chair: Chair, rng: random.Random) -> dict[str, Any]:
        return {"do": "play", "card": "H7"}

    async def whoever_is_asked(self) -> int:
        return len(self.said) % len(self.chairs)


# -- who watches ---------------------------------------------------------------------------------


@dataclass(eq=False)
class Watcher(asyncio.Protocol):
    """One event stream; reads as little of it as the figures need."""

    path: str
    heard: list[tuple[str, int, float]] = field(default_factory=list)
    _rest: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not asked with isinstance: uvloop's is none of asyncio's.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(f"GET /sse{self.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        *events, self._rest = (self._rest + data).split(b"\n\n")
        now = perf_counter()
        for event in events:
            start = event.find(b"id: ")
            if start >= 0 and b'{"type":"game"' in event[start : start + 80]:
                name = event[start + 4 : event.index(b"\n", start)].decode()
                game, _, version = name.rpartition(":")
                self.heard.append((game, int(version), now))

    def close(self) -> None:
        self._transport.abort()


async def watch(urls: Sequence[str], paths: Sequence[str], count: int) -> list[Watcher]:
    """So many spectators over these tables and processes; all have seen their first frame."""
    loop = asyncio.get_running_loop()
    watchers: list[Watcher] = []
    for number in range(count):
        one = Watcher(paths[number % len(paths)])
        port = int(urls[number // len(paths) % len(urls)].rpartition(":")[2])
        await loop.create_connection(lambda one=one: one, "127.0.0.1", port)
        watchers.append(one)
    deadline = perf_counter() + PATIENCE
    while not all(each.heard for each in watchers):
        assert perf_counter() < deadline, sum(not each.heard for each in watchers)
        await asyncio.sleep(0.05)
    return watchers


# -- what came of it -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Delivered:
    """Seconds from a player's send to another's frame; what went wrong is counted, never timed."""

    actions: int
    late: list[float]
    lost: int
    out_of_order: int
    merged: int

    @property
    def p50(self) -> float:
        return percentile(self.late, 50)

    @property
    def p99(self) -> float:
        return percentile(self.late, 99)


def percentile(values: Sequence[float], which: int) -> float:
    return quantiles(values, n=100)[which - 1]


def to_seats(tables: Iterable[Table]) -> Delivered:
    """Each action at the three others; ``merged``: it came together with a later one."""
    actions = lost = disorder = merged = 0
    late: list[float] = []
    for table in tables:
        actions += len(table.said)
        disorder += sum(_disorder((h.game, h.version) for h in c.heard) for c in table.chairs)
        for said in table.said:
            led_to = table.chairs[said.chair].acknowledged.get(said.message_id)
            for number, chair in enumerate(table.chairs):
                if number == said.chair:
                    continue
                found = next(
                    (
                        heard
                        for heard in chair.heard
                        if heard.game == said.game and heard.version >= (led_to or 1 << 31)
                    ),
                    None,
                )
                if found is None:
                    lost += 1
                else:
                    late.append(found.at - said.at)
                    merged += found.version != led_to
    return Delivered(actions, late, lost, disorder, merged)


def to_watchers(tables: Mapping[str, Table], watchers: Iterable[Watcher]) -> Delivered:
    """The same at those who watch, from their table's path to the table."""
    actions = lost = disorder = merged = 0
    late: list[float] = []
    for watcher in watchers:
        table = tables[watcher.path]
        disorder += _disorder((game, version) for game, version, _ in watcher.heard)
        at = {(game, version): time for game, version, time in watcher.heard}
        newest = {game: version for game, version, _ in watcher.heard}
        for said in table.said:
            actions += 1
            led_to = table.chairs[said.chair].acknowledged.get(said.message_id)
            if led_to is None or led_to > newest.get(said.game, 0):
                lost += 1
            elif (time := at.get((said.game, led_to))) is None:
                merged += 1
            else:
                late.append(time - said.at)
    return Delivered(actions, late, lost, disorder, merged)


def _disorder(shown: Iterable[tuple[str, int]]) -> int:
    """How often an older state came after a newer one, or a game that was left came back."""
    newest: dict[str, int] = {}
    current, wrong = "", 0
    for game, version in shown:
        came_back = game != current and game in newest
        wrong += came_back or version < newest.get(game, 0)
        newest[game] = version
        current = game
    return wrong


def untold(table: Table) -> list[str]:
    """Where what a seat was told, event by event, does not make up the game it was shown.

    A game's first event is its opening, which nobody is told: it is there.
    """
    wrong = []
    for number, chair in enumerate(table.chairs):
        told: dict[str, int] = {}
        shown: dict[str, int] = {}
        for heard in chair.heard:
            told[heard.game] = told.get(heard.game, 0) + heard.events
            shown.setdefault(heard.game, heard.version - heard.events)
            if told[heard.game] + shown[heard.game] != heard.version:
                wrong.append(f"chair {number}: {heard}")
    return wrong


def resident(process_id: int) -> int | None:
    """Bytes of memory this process holds; None where nobody says so."""
    with suppress(OSError), open(f"/proc/{process_id}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    return None


def worked(process_id: int) -> float:
    """Seconds of processor time so far; 0 where nobody says so."""
    with suppress(OSError), open(f"/proc/{process_id}/stat", encoding="ascii") as stat:
        words = stat.read().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


if __name__ == "__main__":
    made = seat_people(int(sys.argv[1]))
    print(json.dumps(made))  # noqa: T201
