"""The hub of one process: every socket and event stream of every table it serves.

A stream that moved is read once, turned into one public frame and one frame per connected
seat, each serialised once, and put into bounded queues. A slow reader loses frames, never the
state: every frame is whole, so the newest one is all he needs.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

import redis.asyncio
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from engine import Seat
from gameplay import house_plan, room
from gameplay.ids import game_stream, table_stream
from gameplay.room import Frame, Shown, Step
from gameplay.visibility import SPECTATOR, at_seat

logger = logging.getLogger(__name__)

CHANNEL = "rikken:moved"
QUEUE = 64
THREADS = 2
# How often hubs look for themselves, should an announcement have been lost, and say who watches.
LOOK_EVERY = 2.0

REPLACED, SEAT_LOST, RESTART = 4001, 4003, 4013

T = TypeVar("T")


@dataclass(eq=False)
class Connection:
    """One socket or event stream. ``dropped`` counts frames a slow reader did not get."""

    id: str
    table_id: str
    seat: Seat | None = None
    user_id: int | None = None
    dropped: int = 0
    close_code: int | None = None
    close_reason: str = ""
    _frames: deque[Frame] = field(default_factory=deque)
    _ready: asyncio.Event = field(default_factory=asyncio.Event)

    def push(self, frame: Frame) -> None:
        if len(self._frames) >= QUEUE:
            self.dropped += len(self._frames)
            self._frames.clear()
        self._frames.append(frame)
        self._ready.set()

    def close(self, code: int, reason: str) -> None:
        self.close_code, self.close_reason = code, reason
        self._ready.set()

    async def next(self) -> Frame | None:
        """The next frame, or None when this connection is to be closed."""
        while not self._frames:
            if self.close_code is not None:
                return None
            self._ready.clear()
            await self._ready.wait()
        return self._frames.popleft()


@dataclass(eq=False)
class Room:
    table_id: str
    connections: set[Connection] = field(default_factory=set)
    shown: Shown | None = None
    dirty: bool = False
    # Those who wait for the lock: the room must not be given up under their feet.
    joining: int = 0
    # Joining and showing take turns, so that nobody sees an older state after a newer one.
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Hub:
    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rooms: dict[str, Room] = {}
        self._streams: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads: ThreadPoolExecutor | None = None

    async def startup(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rooms, self._streams = {}, {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="hub")
        self._keep(self._look())
        if settings.REDIS_URL:
            self._keep(self._listen())

    async def shutdown(self) -> None:
        """Close every connection with a code that asks the page to come back."""
        for each in [c for r in self._rooms.values() for c in r.connections]:
            each.close(RESTART, "restart")
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._threads is not None:
            self._threads.shutdown(wait=True)
        self._loop = self._threads = None

    @property
    def running(self) -> bool:
        return self._loop is not None and self._threads is not None

    def connections(self) -> int:
        return sum(len(each.connections) for each in self._rooms.values())

    async def join(self, connection: Connection) -> None:
        """Show this connection the table and keep it informed.

        :raises NotFound: there is no such table.
        """
        if not self.running:
            # A server that never announced its lifespan; tests, and a forgotten wrapper.
            await self.startup()
        here = self._rooms.setdefault(connection.table_id, Room(connection.table_id))
        here.joining += 1
        try:
            async with here.lock:
                if here.shown is None:
                    here.shown = await self._read(room.first_look, connection.table_id)
                    self._index(here)
                here.connections.add(connection)
                self._show_all(connection, here.shown)
        finally:
            here.joining -= 1
            self._forget_if_empty(here)
        if len(here.connections) == 1:
            await self._note_watched([connection.table_id])

    async def show_again(self, connection: Connection) -> None:
        """The whole view once more, for a client that asks for it."""
        here = self._rooms.get(connection.table_id)
        if here is None:
            return
        await self._refresh(here)
        async with here.lock:
            if here.shown is not None:
                self._show_all(connection, here.shown)

    def _show_all(self, connection: Connection, shown: Shown) -> None:
        viewer = SPECTATOR if connection.seat is None else at_seat(connection.seat)
        for frame in room.opening_frames(shown, viewer, timezone.now()):
            connection.push(frame)

    def shown_game(self, connection: Connection) -> tuple[str | None, int | None]:
        """The game this connection is looking at and the version it was last shown."""
        here = self._rooms.get(connection.table_id)
        game = here.shown.game if here is not None and here.shown is not None else None
        return (game.game_id, game.version) if game is not None else (None, None)

    def leave(self, connection: Connection) -> None:
        here = self._rooms.get(connection.table_id)
        if here is not None:
            here.connections.discard(connection)
            if not here.connections:
                self._keep(self._note_watched([here.table_id]))
            self._forget_if_empty(here)

    def _forget_if_empty(self, here: Room) -> None:
        if not here.connections and not here.joining and self._rooms.get(here.table_id) is here:
            del self._rooms[here.table_id]
            for stream in [s for s, t in self._streams.items() if t == here.table_id]:
                del self._streams[stream]

    def _index(self, here: Room) -> None:
        """Listen to the streams that are shown, and look again at those that are new here.

        Whatever was announced of them while they were being read was about a stranger.
        """
        streams = {table_stream(here.table_id)}
        if here.shown is not None and here.shown.game is not None:
            streams.add(game_stream(here.shown.game.game_id))
        if not streams <= self._streams.keys():
            self._streams |= dict.fromkeys(streams, here.table_id)
            self._touch(here)

    def heard_from_thread(self, message: str) -> None:
        """An announcement of this process, from whichever thread committed."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self.heard, message)

    def heard(self, message: str) -> None:
        kind, *words = message.split(" ")
        if kind == "moved" and len(words) == 2:
            here = self._rooms.get(self._streams.get(words[0], ""))
            if here is not None:
                self._touch(here)
        elif kind == "taken" and len(words) == 3:
            self._replace_older(*words)

    def _replace_older(self, table_id: str, seat: str, newest: str) -> None:
        here = self._rooms.get(table_id)
        for each in list(here.connections) if here else ():
            if each.seat is not None and each.seat.letter == seat and each.id != newest:
                each.close(REPLACED, "replaced")

    def _touch(self, here: Room) -> None:
        if not here.dirty:
            here.dirty = True
            self._keep(self._refresh(here))

    async def _refresh(self, here: Room) -> None:
        async with here.lock:
            here.dirty = False
            if here.shown is None or not (here.connections or here.joining):
                return
            here.shown, steps = await self._read(room.changes, here.shown)
            self._index(here)
            for step in steps:
                self._show(here, step)

    def _show(self, here: Room, step: Step) -> None:
        seats = {each.seat for each in here.connections if each.seat is not None}
        made = step.frames_for(seats, timezone.now())
        for each in list(here.connections):
            if (frame := made.get(each.seat)) is not None:
                each.push(frame)
            if step.is_table and each.seat is not None:
                occupant = step.shown.table.state.seats[each.seat]
                if occupant.away or occupant.user_id != each.user_id:
                    each.close(SEAT_LOST, "seat_lost")

    async def _read(self, job: Callable[..., T], *args: object) -> T:
        assert self._loop is not None and self._threads is not None
        return await self._loop.run_in_executor(self._threads, _with_connection, job, args)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if not self._rooms:
                continue
            await self._note_watched(list(self._rooms))
            for here in list(self._rooms.values()):
                self._touch(here)

    async def _note_watched(self, tables: list[str]) -> None:
        if not self.running:
            return
        try:
            await self._read(house_plan.keep_watched, tables, timezone.now())
        except Exception:
            logger.exception("the hub could not note who watches")

    async def _listen(self) -> None:
        """Other processes' announcements; a lost connection is made again."""
        while True:
            client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
            try:
                async with client.pubsub(ignore_subscribe_messages=True) as heard:
                    await heard.subscribe(CHANNEL)
                    async for message in heard.listen():
                        self.heard(message["data"].decode())
            except redis.RedisError:
                logger.warning("the hub lost Redis and tries again")
                await asyncio.sleep(1)
            finally:
                with contextlib.suppress(redis.RedisError):
                    await client.aclose()

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a task of the hub failed", exc_info=task.exception())


def _with_connection(job: Callable[..., T], args: tuple[object, ...]) -> T:
    close_old_connections()
    try:
        return job(*args)
    finally:
        close_old_connections()


hub = Hub()
