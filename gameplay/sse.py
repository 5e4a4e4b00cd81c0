"""The event stream of a table for everybody who watches: a plain ASGI callable.

A Django view would hold a thread and a database connection for each spectator. Anybody may
watch; what is sent depends on the table's policy alone, never on who asks.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from typing import Any

from gameplay.connections import Connection
from gameplay.errors import NotFound
from gameplay.hub import hub
from gameplay.room import Frame

try:
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
except ImportError:  # another server, or uvicorn without httptools

    class RequestResponseCycle:  # type: ignore[no-redef]
        """Nothing is one."""


Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Coroutine[Any, Any, None]]

RECONNECT_MS = 1500
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


async def table_events(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve ``/sse/tables/<id>/``; 404 for an unknown table, 405 for anything but GET."""
    if scope["method"] != "GET":
        await _plain(send, 405)
        return
    connection = Connection(scope["url_route"]["kwargs"]["table_id"])
    try:
        await hub.join(connection)
    except NotFound:
        await _plain(send, 404)
        return
    gone = asyncio.ensure_future(_gone(receive))
    sending = asyncio.ensure_future(_send_frames(connection, send))
    try:
        await asyncio.wait({gone, sending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.leave(connection)
        for task in (gone, sending):
            task.cancel()
        await asyncio.gather(gone, sending, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_frames(connection: Connection, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    retry = f"retry: {RECONNECT_MS}\n\n".encode()
    await send({"type": "http.response.body", "body": retry, "more_body": True})
    connection.at_once = _without_waiting(send)
    while (frame := await connection.next()) is not None:
        await send(frame.message)
    with contextlib.suppress(OSError):
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _without_waiting(send: Send) -> Callable[[Frame], bool]:
    return _by_uvicorn(send) or _by_any_server(send)


def _by_uvicorn(send: Send) -> Callable[[Frame], bool] | None:
    """Write to uvicorn's connection, byte for byte what its own ``send`` would write.

    That makes a coroutine, looks at the message and copies it into a chunk, for each listener and
    each card: with the memory all that touches, half the time of a broadcast. Here one chunk does
    for all. None where the server is another one, or has begun the response in another way.
    """
    cycle = getattr(send, "__self__", None)
    if not isinstance(cycle, RequestResponseCycle) or send != cycle.send:
        return None
    if not cycle.chunked_encoding or cycle.response_complete:
        return None
    write, waiting = cycle.transport.write, cycle.transport.get_write_buffer_size

    def at_once(frame: Frame) -> bool:
        try:
            if waiting():
                return False  # a slow reader; its own task waits for him
            write(frame.chunk)
        except Exception:
            return False  # the reader is gone; its own task finds out and says so
        return True

    return at_once


def _by_any_server(send: Send) -> Callable[[Frame], bool]:
    """Run a server's ``send`` as far as it goes without waiting.

    It waits when the reader is slow, which servers ask before they write. One that wrote
    first and waited then would be given the same frame again; every frame is whole, so that a
    repetition changes nothing.
    """

    def at_once(frame: Frame) -> bool:
        sending = send(frame.message)
        try:
            sending.send(None)
        except StopIteration:
            return True
        except Exception:
            return False  # the reader is gone; its own task finds out and says so
        sending.close()
        return False

    return at_once


async def _plain(send: Send, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
