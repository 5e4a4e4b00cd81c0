"""What nobody can do without, where a hall is served by two processes: an ASGI application.

A message is read, its row committed, its name and number published, and whoever sits or watches
there is sent recorded bytes of the same length. Nobody asks who may what, and nothing is folded,
kept or hidden. Run by uvicorn as the service is, by the addresses the service has.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import defaultdict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import psycopg
import redis.asyncio

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

CHANNEL = "bare"
TABLE_FRAME = '{"type":"table","version":1}'
INSERT = "INSERT INTO bare_event (stream, version, payload) VALUES (%s, %s, %s)"

# What follows ``{"type":"game","game":…,"version":…`` in a recorded frame, to the length.
_rest = os.environ.get("BARE_FRAME", '"events":[{}]}')
_seats: dict[str, set[Send]] = defaultdict(set)
_watchers: dict[str, set[Send]] = defaultdict(set)
_running: set[asyncio.Task[None]] = set()
_redis: redis.asyncio.Redis
_database: psycopg.AsyncConnection
_one_at_a_time: asyncio.Lock


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    path = scope.get("path", "")
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "websocket":
        await _seat(path.removeprefix("/ws"), receive, send)
    elif path == "/healthz":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})
    else:
        await _watcher(path.removeprefix("/sse"), receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    global _redis, _database, _one_at_a_time
    await receive()
    _redis = redis.asyncio.Redis.from_url(os.environ["REDIS_URL"])
    _database = await psycopg.AsyncConnection.connect(os.environ["DATABASE_URL"], autocommit=True)
    _one_at_a_time = asyncio.Lock()
    listening = asyncio.ensure_future(_listen())
    _running.add(listening)
    await send({"type": "lifespan.startup.complete"})
    await receive()
    listening.cancel()
    await _database.close()
    await send({"type": "lifespan.shutdown.complete"})


async def _listen() -> None:
    async with _redis.pubsub(ignore_subscribe_messages=True) as heard:
        await heard.subscribe(CHANNEL)
        async for message in heard.listen():
            path, version = message["data"].decode().split(" ")
            text = _frame(path, int(version))
            event = _event(path, int(version), text)
            for send in list(_seats[path]):
                await send({"type": "websocket.send", "text": text})
            for send in list(_watchers[path]):
                await send(event)


def _frame(path: str, version: int) -> str:
    return f'{{"type":"game","game":"{path}","version":{version},{_rest}'


def _event(path: str, version: int, text: str) -> MutableMapping[str, Any]:
    body = f"id: {path}:{version}\ndata: {text}\n\n".encode()
    return {"type": "http.response.body", "body": body, "more_body": True}


async def _seat(path: str, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": TABLE_FRAME})
    await send({"type": "websocket.send", "text": _frame(path, 1)})
    _seats[path].add(send)
    try:
        while (message := await receive())["type"] == "websocket.receive":
            said = json.loads(message["text"])
            version = said["version"] + 1
            async with _one_at_a_time, _database.transaction():
                await _database.execute(INSERT, (path, version, message["text"]), prepare=True)
            await _redis.publish(CHANNEL, f"{path} {version}")
            ack = {"type": "ack", "id": said["id"], "game": path, "version": version}
            await send({"type": "websocket.send", "text": json.dumps(ack)})
    finally:
        _seats[path].discard(send)


async def _watcher(path: str, receive: Receive, send: Send) -> None:
    headers = [(b"content-type", b"text/event-stream; charset=utf-8")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send(_event(path, 1, _frame(path, 1)))
    _watchers[path].add(send)
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        _watchers[path].discard(send)
