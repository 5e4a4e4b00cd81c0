"""The event stream of a spectator: in order, once, and without waiting for slow readers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import MutableMapping
from typing import Any, cast

import pytest
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

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


class Wire:
    """What uvicorn writes to. ``waiting``: bytes that a slow reader has not taken yet."""

    def __init__(self) -> None:
        self.written = b""
        self.waiting = 0
        self.closed = False

    def write(self, data: bytes) -> None:
        if self.closed:
            raise RuntimeError("the transport is closed")
        self.written += data

    def get_write_buffer_size(self) -> int:
        return self.waiting


def uvicorn_on(wire: Wire) -> RequestResponseCycle:
    transport = cast(asyncio.Transport, wire)
    return RequestResponseCycle(
        scope=cast(Any, {"type": "http", "method": "GET", "http_version": "1.1"}),
        transport=transport,
        flow=FlowControl(transport),
        logger=logging.getLogger("uvicorn.error"),
        access_logger=logging.getLogger("uvicorn.access"),
        access_log=False,
        default_headers=[],
        message_event=asyncio.Event(),
        expect_100_continue=False,
        keep_alive=True,
        on_response=lambda: None,
    )


async def through_uvicorn(table: OneTable, wire: Wire) -> tuple[Connection, asyncio.Task[None]]:
    cycle = uvicorn_on(wire)
    send = cast(sse.Send, cycle.send)
    serving = asyncio.ensure_future(sse.table_events(scope(), Reader().receive, send))
    await settled()
    return table.connections[-1], serving


async def ended(*serving: asyncio.Task[None]) -> None:
    for task in serving:
        task.cancel()
    await asyncio.gather(*serving, return_exceptions=True)


async def test_uvicorn_writes_the_same_bytes_by_either_way(table: OneTable) -> None:
    short, long = Wire(), Wire()
    connection, one = await through_uvicorn(table, short)
    other, two = await through_uvicorn(table, long)
    assert connection.at_once is not None
    assert connection.at_once.__qualname__.startswith("_by_uvicorn")
    other.at_once = other._ready = None
    for each in (connection, other):
        each.push(frame(2))
        each.push(Frame("g:3", '{"type":"game","name":"Zoë"}', "game"))
    await settled()
    assert short.written == long.written
    assert short.written.count(b"id: g:") == 2
    await ended(one, two)


async def test_uvicorn_keeps_a_slow_reader_in_order(table: OneTable) -> None:
    wire = Wire()
    connection, serving = await through_uvicorn(table, wire)
    wire.waiting = 100
    connection.push(frame(2))
    wire.waiting = 0
    connection.push(frame(3))
    await settled()
    connection.push(frame(4))
    assert [part[:1] for part in wire.written.split(b"id: g:")[1:]] == [b"2", b"3", b"4"]
    await ended(serving)


async def test_uvicorn_without_a_reader_hurts_nobody_else(table: OneTable) -> None:
    broken, other = Wire(), Wire()
    connection, one = await through_uvicorn(table, broken)
    another, two = await through_uvicorn(table, other)
    broken.closed = True
    for each in (connection, another):
        each.push(frame(2))
    assert b"id: g:2" in other.written
    await ended(one, two)


async def test_the_short_way_is_for_a_chunked_response_of_uvicorn_itself() -> None:
    cycle = uvicorn_on(Wire())
    assert sse._by_uvicorn(cast(sse.Send, cycle.send)) is None, "nothing has begun"
    await cycle.send({"type": "http.response.start", "status": 200, "headers": []})
    assert sse._by_uvicorn(cast(sse.Send, cycle.send)) is not None

    async def wrapped(message: Any) -> None:
        await cycle.send(message)

    assert sse._by_uvicorn(wrapped) is None, "what wraps it may change what is sent"
    with_length = uvicorn_on(Wire())
    headers = [(b"content-length", b"9")]
    await with_length.send({"type": "http.response.start", "status": 200, "headers": headers})
    assert sse._by_uvicorn(cast(sse.Send, with_length.send)) is None
