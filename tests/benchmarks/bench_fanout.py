"""A thousand spectators of one table: the real service beside a bare broadcast of the same bytes.

Three processes, as in real life: the server, somebody who plays (here ``feed``, the real
handlers on PostgreSQL, announcing through Valkey) and the listeners. The bare server takes
the server's place and writes recorded frames to the same number of connections.

    python -m tests.benchmarks.bench_fanout feed|bare     commands on stdin, answers on stdout
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


# -- listeners ---------------------------------------------------------------------------------


@dataclass(eq=False)
class Listener(asyncio.Protocol):
    """Notes when each game frame arrived; knows just enough of HTTP to find the frames."""

    path: str
    arrived: dict[bytes, float] = field(default_factory=dict)
    keep: list[bytes] | None = None
    _rest: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        request = f"GET {self.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        transport.write(request.encode())  # type: ignore[attr-defined]

    def close(self) -> None:
        self._transport.abort()  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        *events, self._rest = (self._rest + data).split(b"\n\n")
        now = perf_counter()
        for event in events:
            start = event.find(b"id: ")
            if start < 0 or b'{"type":"game"' not in event[start : start + 80]:
                continue
            name = event[start + 4 : event.index(b"\n", start)]
            self.arrived.setdefault(name, now)
            if self.keep is not None:
                self.keep.append(event[start:] + b"\n\n")


async def connect(port: int, path: str, count: int) -> list[Listener]:
    loop = asyncio.get_running_loop()
    listeners = [Listener(path) for _ in range(count)]
    for first in range(0, count, 50):
        part = listeners[first : first + 50]
        await asyncio.gather(
            *(loop.create_connection(lambda each=each: each, "127.0.0.1", port) for each in part)
        )
    return listeners


@dataclass(frozen=True)
class Run:
    """Seconds; ``rate`` is what was reached, not what was asked.

    ``merged``: the share of events that came together with a later one in one frame; ``lost``:
    events of which a listener got neither. A board's end and the next one's beginning come in a
    burst, so that a few merge at any rate.
    """

    rate: float
    sent: int
    lost: int
    merged: float
    p50: float
    p99: float

    @property
    def sustained(self) -> bool:
        return self.lost == 0 and self.merged <= 0.1 and self.p99 < 1.0


def judge(rate: float, sent: Mapping[str, float], listeners: list[Listener]) -> Run:
    late: list[float] = []
    lost = merged = 0
    names = [name.encode() for name in sent]
    for listener in listeners:
        came_later: dict[bytes, bool] = {}
        for name in reversed(names):
            game = name.partition(b":")[0]
            arrival = listener.arrived.get(name)
            if arrival is not None:
                late.append(arrival - sent[name.decode()])
                came_later[game] = True
            elif game in came_later:
                merged += 1
            else:
                lost += 1
        listener.arrived.clear()
    share = merged / (len(names) * len(listeners))
    moments = sorted(sent.values())
    if len(moments) > 1 and moments[-1] > moments[0]:
        rate = (len(moments) - 1) / (moments[-1] - moments[0])
    if len(late) < 2:
        return Run(rate, len(sent), lost, share, float("inf"), float("inf"))
    return Run(rate, len(sent), lost, share, median(late), quantiles(late, n=100)[98])


# -- somebody who plays ------------------------------------------------------------------------


def feed() -> None:
    """Reads ``rate seconds`` a line; answers with the frames' names and when each was due out."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    table = _Table()
    print(json.dumps({"table": table.table_id}), flush=True)  # noqa: T201
    for line in sys.stdin:
        rate, seconds = map(float, line.split())
        print(json.dumps(table.play(rate, seconds)), flush=True)  # noqa: T201


class _Table:
    def __init__(self) -> None:
        from engine import SEATS
        from gameplay import table_handlers

        self.rng = random.Random(1)
        self.table_id = table_handlers.open_table(
            ruleset="championship-online",
            options={},
            opener=None,
            occupants={seat: 1 + seat for seat in SEATS},
            actor="system:bench",
        )

    def play(self, rate: float, seconds: float) -> dict[str, float]:
        import engine
        from gameplay import handlers, streams

        sent: dict[str, float] = {}
        due = perf_counter()
        while len(sent) < rate * seconds:
            game_id = streams.table(self.table_id).state.boards[-1].game_id
            live = streams.game(game_id, fresh=False)
            if live.state.finished:
                self.next_board()
                continue
            # Never two at once to make up for a late one: people do not play like that.
            due = max(due + 1 / rate, perf_counter())
            sleep(due - perf_counter() if due > perf_counter() else 0)
            command = self.rng.choice(engine.legal_actions(live.state))
            done = handlers.act(
                game_id=game_id,
                command=command,
                command_id=f"{self.rng.getrandbits(64):x}",
                based_on=live.version,
                actor="user:1",
            )
            # The clock of a frame starts after its commit, which the bare server has not got.
            sent[f"{game_id}:{done.version}"] = _announced
        return sent

    def next_board(self) -> None:
        from engine import SEATS
        from gameplay import streams, table_handlers, tables

        board = len(streams.table(self.table_id).state.boards)
        for seat in SEATS:
            table_handlers.change(
                self.table_id,
                lambda s, seat=seat: tables.ready(s, user_id=1 + seat, board=board),
                actor="user:1",
            )


_announced = 0.0


def _note_announcements() -> None:
    """Remember when the last announcement left, without touching what it does."""
    from gameplay import broadcast

    original = broadcast.moved

    def moved(stream: str, version: int) -> None:
        global _announced
        _announced = perf_counter()
        original(stream, version)

    broadcast.moved = moved


# -- the bare server ---------------------------------------------------------------------------


async def bare(recorded: bytes) -> None:
    """Broadcast recorded frames to whoever is connected; commands as for ``feed``."""
    bodies = recorded.split(b"\n\n")[:-1]
    payloads = [body[body.index(b"\n") + 1 :] for body in bodies]
    connected: set[asyncio.Transport] = set()

    class Accepted(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self.transport = transport
            transport.write(HEAD)  # type: ignore[attr-defined]
            connected.add(transport)  # type: ignore[arg-type]

        def connection_lost(self, exc: Exception | None) -> None:
            connected.discard(self.transport)  # type: ignore[arg-type]

    loop = asyncio.get_running_loop()
    server = await loop.create_server(Accepted, "127.0.0.1", 0, backlog=1024)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)  # noqa: T201
    number = 0
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        rate, seconds = map(float, line.split())
        sent: dict[str, float] = {}
        began = perf_counter()
        while len(sent) < rate * seconds:
            await asyncio.sleep(max(0.0, began + len(sent) / rate - perf_counter()))
            number += 1
            frame = b"id: bare:%d\n%s\n\n" % (number, payloads[number % len(payloads)])
            sent[f"bare:{number}"] = perf_counter()
            for transport in connected:
                transport.write(frame)
        print(json.dumps(sent), flush=True)  # noqa: T201


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")
    if sys.argv[1] == "feed":
        import django

        django.setup()
        _note_announcements()
        feed()
    else:
        import uvloop

        uvloop.run(bare(Path(sys.argv[2]).read_bytes()))
