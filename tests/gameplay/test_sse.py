"""The event stream of a spectator: in order, once, and without waiting for slow readers."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from gameplay import sse
from gameplay.connections import QUEUE, Connection
from gameplay.errors import NotFound
from gameplay.room import Frame

pytestmark = pytest.mark.asyncio


class Reader:
    """An ASGI server's end. ``open`` cleared: its buffer is full and ``send`` has to wait."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.gone = asyncio.Event()
        self.sent: list[bytes] = []
        self.status = 0

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if not self.open.is_set():
            await self.open.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif message["body"]:
            self.sent.append(message["body"])

    async def receive(self) -> dict[str, str]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    @property
    def versions(self) -> list[str]:
        return [b.split(b"\n")[0].removeprefix(b"id: g:").decode() for b in self.sent[1:]]


class OneTable:
    def __init__(self) -> None:
        self.connections: list[Connection] = []

    async def join(self, connection: Connection) -> None:
        if connection.table_id != "here":
            raise NotFound("no_such_table", "no such table")
        self.connections.append(connection)

    def leave(self, connection: Connection) -> None:
        self.connections.remove(connection)


def scope(table_id: str = "here", method: str = "GET") -> dict[str, Any]:
    return {"method": method, "url_route": {"kwargs": {"table_id": table_id}}}


def frame(version: int) -> Frame:
    return Frame(f"g:{version}", '{"type":"game"}', "game")


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> OneTable:
    made = OneTable()
    monkeypatch.setattr(sse, "hub", made)
    return made


async def listening(table: OneTable, reader: Reader) -> tuple[Connection, asyncio.Task[None]]:
    serving = asyncio.ensure_future(sse.table_events(scope(), reader.receive, reader.send))
    await settled()
    return table.connections[-1], serving


async def test_a_ready_reader_gets_a_frame_before_anything_else_runs(table: OneTable) -> None:
    reader = Reader()
    connection, serving = await listening(table, reader)
    connection.push(frame(2))
    assert reader.versions == ["2"]
    reader.gone.set()
    await serving
    assert table.connections == []


async def test_a_slow_reader_gets_everything_once_and_in_order(table: OneTable) -> None:
    reader = Reader()
    connection, serving = await listening(table, reader)
    connection.push(frame(2))
    reader.open.clear()
    for version in (3, 4, 5):
        connection.push(frame(version))
        await settled()
    assert reader.versions == ["2"]
    reader.open.set()
    await settled()
    connection.push(frame(6))
    assert reader.versions == ["2", "3", "4", "5", "6"]
    reader.gone.set()
    await serving


async def test_a_reader_that_reads_nothing_keeps_no_more_than_a_queue(table: OneTable) -> None:
    reader = Reader()
    connection, serving = await listening(table, reader)
    reader.open.clear()
    for version in range(2, QUEUE * 3):
        connection.push(frame(version))
    assert len(connection._frames) <= QUEUE
    reader.open.set()
    await settled()
    assert reader.versions[-1] == str(QUEUE * 3 - 1)
    reader.gone.set()
    await serving


async def test_a_reader_that_breaks_hurts_nobody_else(table: OneTable) -> None:
    broken, other = Reader(), Reader()
    connection, serving = await listening(table, broken)
    others, serving_other = await listening(table, other)

    async def fails(message: object) -> None:
        raise OSError("gone")

    connection.at_once = sse._without_waiting(fails)
    for each in (connection, others):
        each.push(frame(2))
    await settled()
    assert other.versions == ["2"]
    for reader in (broken, other):
        reader.gone.set()
    await asyncio.gather(serving, serving_other)


async def test_a_closed_stream_ends_instead_of_hanging(table: OneTable) -> None:
    reader = Reader()
    connection, serving = await listening(table, reader)
    connection.close(4013, "restart")
    async with asyncio.timeout(2):
        await serving
    assert reader.status == 200


@pytest.mark.parametrize(
    ("asked", "status"), [(scope("nowhere"), 404), (scope(method="POST"), 405)]
)
async def test_what_is_no_stream_is_answered_plainly(
    table: OneTable, asked: dict[str, Any], status: int
) -> None:
    reader = Reader()
    await sse.table_events(asked, reader.receive, reader.send)
    assert (reader.status, reader.sent) == (status, [])
