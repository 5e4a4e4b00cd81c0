"""The hub of one process: every socket and event stream of every table it serves.

A stream that moved is read once, turned into one public frame and one frame per connected
seat, each serialised once, and put into bounded queues. A slow reader loses frames, never the
state: every frame is whole, so the newest one of each kind is all he needs.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import select
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from threading import Barrier
from typing import TypeVar

import redis.asyncio
from django.conf import settings
from django.db import close_old_connections, connections
from django.utils import timezone

from engine import Seat
from gameplay import access, house_plan, outages, presence, room, talk
from gameplay.connections import Connection
from gameplay.ids import game_stream, table_stream
from gameplay.room import STILL_HERE, TALK, Frame, Shown, Step
from gameplay.streams import LiveTable
from gameplay.visibility import COMMENTATOR

logger = logging.getLogger(__name__)

CHANNEL = "rikken:moved"
THREADS = 2
# How often hubs look for themselves, should an announcement have been lost, and say who watches.
LOOK_EVERY = 2.0

# Proxies close a connection on which nothing was heard for a minute. Just as often the hub asks
# whether those at a seat are still signed in, and says again who holds which seat.
CHECK_EVERY = 15.0

REPLACED, SEAT_LOST, RESTART = 4001, 4003, 4013

T = TypeVar("T")


@dataclass(eq=False)
class Room:
    """A table at which this process has somebody connected."""

    table_id: str
    # Apart, since what is asked for each of the few at the table need not be asked for thousands
    # who watch; a dictionary, since walking it is cheaper than a set.
    seated: dict[Connection, None] = field(default_factory=dict)
    watching: dict[Connection, None] = field(default_factory=dict)
    commenting: dict[Connection, None] = field(default_factory=dict)
    shown: Shown | None = None
    streams: set[str] = field(default_factory=set)
    dirty: bool = False
    # Whether the next look is also for boards that were let go: nothing moves when they are.
    releases: bool = False
    # Whether the next look is also for what was said, and what was heard at the last one.
    listens: bool = True
    talk: talk.Talk = talk.NOTHING
    # Those who wait for the lock: the room must not be given up under their feet.
    joining: int = 0
    # Joining and showing take turns, so that nobody sees an older state after a newer one.
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def stands_in(self) -> bool:
        time = self.shown.table.state.time if self.shown is not None else None
        return time is not None and time.away > 0

    @property
    def connections(self) -> list[Connection]:
        return [*self.seated, *self.watching, *self.commenting]

    @property
    def count(self) -> int:
        return len(self.seated) + len(self.watching) + len(self.commenting)

    def _those_like(self, connection: Connection) -> dict[Connection, None]:
        if connection.commentator is not None:
            return self.commenting
        return self.seated if connection.at_table else self.watching

    def add(self, connection: Connection) -> None:
        self._those_like(connection)[connection] = None

    def latest_of(self, user_id: int | None) -> str:
        """The id of this person's newest connection to a seat; empty where there is none."""
        return max(
            (c.id for c in self.seated if c.user_id == user_id and not c.close_code), default=""
        )

    def discard(self, connection: Connection) -> None:
        self._those_like(connection).pop(connection, None)


class Hub:
    """Lives on one event loop; only ``heard_from_thread`` may be called from elsewhere."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rooms: dict[str, Room] = {}
        self._streams: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads: ThreadPoolExecutor | None = None
        self._redis: redis.asyncio.Redis | None = None
        # Counted for whoever watches over the service.
        self.sent = self.dropped = 0

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
            # Each thread closes its own, none of them twice.
            everybody = Barrier(THREADS)
            for _ in range(THREADS):
                self._threads.submit(_close_connections, everybody)
            self._threads.shutdown(wait=True)
        self._loop = self._threads = None

    @property
    def running(self) -> bool:
        return self._loop is not None and self._threads is not None

    def connections(self) -> int:
        return sum(self.counts().values())

    def counts(self) -> dict[str, int]:
        """How many connections of each kind there are."""
        rooms = list(self._rooms.values())  # asked from other threads as well
        return {
            "seated": sum(len(each.seated) for each in rooms),
            "watching": sum(len(each.watching) for each in rooms),
            "commenting": sum(len(each.commenting) for each in rooms),
        }

    @property
    def rooms(self) -> int:
        return len(self._rooms)

    async def join(self, connection: Connection) -> None:
        """Show this connection the table and keep it informed.

        A seat is looked up once more: whoever has lost it meanwhile is closed and shown nothing.

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
                elif connection.at_table:
                    await self._read_on(here, here.shown)
                if here.latest_of(connection.user_id) > connection.id:
                    connection.close(REPLACED, "replaced")
                    return
                await self._let_look([connection], here.shown)
                here.add(connection)
                self._show_all(connection, here.shown)
                await self._let_hear(here, [connection] if connection.at_table else [])
        finally:
            here.joining -= 1
            self._forget_if_empty(here)
        if here.count == 1 and may_rest(here):
            await self._note_watched([connection.table_id])

    async def show_again(self, connection: Connection) -> None:
        """The whole view once more, for a client that asks for it."""
        here = self._rooms.get(connection.table_id)
        if here is None:
            return
        await self._refresh(here)
        async with here.lock:
            if here.shown is not None:
                await self._let_look([connection], here.shown)
                self._show_all(connection, here.shown)
                connection.heard = ""
                await self._let_hear(here, [connection] if connection.at_table else [])

    def _show_all(self, connection: Connection, shown: Shown) -> None:
        _seat_as_shown(connection, shown)
        if connection.close_code is None:
            for frame in room.opening_frames(shown, connection.viewer, timezone.now()):
                connection.push(frame)

    def shown_game(self, connection: Connection) -> tuple[str | None, int | None]:
        """The game this connection is looking at and the version it was last shown."""
        here = self._rooms.get(connection.table_id)
        game = here.shown.game if here is not None and here.shown is not None else None
        return (game.game_id, game.version) if game is not None else (None, None)

    def leave(self, connection: Connection) -> None:
        here = self._rooms.get(connection.table_id)
        self.dropped += connection.dropped
        if here is not None:
            here.discard(connection)
            if not here.count and may_rest(here):
                self._keep(self._note_watched([here.table_id]))
            self._forget_if_empty(here)

    def _forget_if_empty(self, here: Room) -> None:
        if not here.count and not here.joining and self._rooms.get(here.table_id) is here:
            del self._rooms[here.table_id]
            for stream in here.streams:
                del self._streams[stream]

    def _index(self, here: Room) -> None:
        """Listen to the streams that are shown, and look again at those that are new here.

        Whatever was announced of them while they were being read was about a stranger.
        """
        streams = {table_stream(here.table_id)}
        if here.shown is not None and here.shown.game is not None:
            streams.add(game_stream(here.shown.game.game_id))
        if streams != here.streams:
            for stream in here.streams - streams:
                del self._streams[stream]
            self._streams |= dict.fromkeys(streams, here.table_id)
            here.streams = streams
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
        elif kind == "released" and len(words) == 1:
            here = self._rooms.get(words[0])
            if here is not None:
                self._touch(here, releases=True)
        elif kind == "said" and len(words) == 2:
            here = self._rooms.get(words[0])
            if here is not None:
                here.listens = True
                if here.seated:
                    self._touch(here)

    def _replace_older(self, table_id: str, user_id: str, newest: str) -> None:
        here = self._rooms.get(table_id)
        mine = [c for c in here.seated if str(c.user_id) == user_id] if here else []
        latest = max((c.id for c in mine if c.close_code is None), default="")
        for each in mine:
            if each.id < max(latest, newest):
                each.close(REPLACED, "replaced")
        if latest > newest:
            # An older page found its line again, at another process.
            self._keep(self._say_who_sits([c for c in mine if c.id == latest]))

    def _touch(self, here: Room, *, releases: bool = False, listens: bool = False) -> None:
        here.releases = here.releases or releases
        here.listens = here.listens or listens
        if not here.dirty:
            here.dirty = True
            self._keep(self._refresh(here))

    async def _refresh(self, here: Room) -> None:
        async with here.lock:
            here.dirty = False
            if here.shown is None or not (here.count or here.joining):
                return
            await self._read_on(here, here.shown)

    async def _read_on(self, here: Room, shown: Shown) -> None:
        """Show what the store knows beyond ``shown``; the room's lock is held."""
        releases, here.releases = here.releases, False
        here.shown, steps = await self._read(room.changes, shown, releases)
        self._index(here)
        for step in steps:
            if here.commenting:
                await self._let_look(here.commenting, step.shown)
            self._show(here, step)
        # Who hears what depends on the seats, and they change with the table only.
        if here.listens or any(step.is_table for step in steps):
            await self._let_hear(here, list(here.seated))

    async def _let_look(self, those: Iterable[Connection], shown: Shown) -> None:
        """Before a commentator is shown the hands of a board it is on record that he was, or he is
        closed: a look that cannot be written down is none."""
        game = shown.game
        for each in list(those):
            if each.commentator is None or each.close_code is not None:
                continue
            if game is not None and each.looked == game.game_id:
                continue
            if game is None:
                may = await self._read(access.comments, each.commentator, shown.table.state)
            else:
                who, board = each.commentator, game.opened.board
                may = await self._read(access.look, who, shown.table.state, board)
                each.looked = game.game_id if may else ""
            if not may:
                each.close(SEAT_LOST, "no_commentator")

    async def _let_hear(self, here: Room, listeners: Iterable[Connection]) -> None:
        """Send each of these people what he may hear, if that is not what he was sent last.

        Who may hear nothing new is sent nothing: a frame would tell him that others talk.
        """
        shown = here.shown
        if shown is None or not here.seated:
            return
        game = shown.game
        if here.listens:
            here.listens = False
            game_id = game.game_id if game is not None else None
            here.talk = await self._read(_listen_at, shown.table, game_id)
        for each in listeners:
            if each.user_id is None or each.close_code is not None:
                continue
            text = talk.frame(here.talk, shown.table.state, each.user_id, heard=bool(each.heard))
            if text != each.heard:
                each.heard = text
                each.push(Frame("", text, TALK))

    def _show(self, here: Room, step: Step) -> None:
        for each in here.seated:
            _seat_as_shown(each, step.shown)
        seats = {each.seat for each in here.seated if each.seat is not None}
        watched = bool(here.watching) or any(each.seat is None for each in here.seated)
        made = step.frames_for(seats, timezone.now(), watched=watched)
        for each in here.seated:
            if (frame := made.get(each.seat)) is not None:
                each.push(frame)
        if (frame := made.get(None)) is not None:
            for each in here.watching:
                each.push(frame)
            self.sent += len(here.watching)
        self.sent += len(here.seated)
        if here.commenting:
            shown = step.frame(COMMENTATOR, timezone.now())
            for each in here.commenting:
                each.push(shown)
            self.sent += len(here.commenting)

    async def _read(self, job: Callable[..., T], *args: object) -> T:
        assert self._loop is not None and self._threads is not None
        return await self._loop.run_in_executor(self._threads, with_connection, job, args)

    async def _look(self) -> None:
        checked = time.monotonic()
        while True:
            await self._say_it_lives()
            await asyncio.sleep(LOOK_EVERY)
            if not self._rooms:
                continue
            await self._note_watched(list(self._rooms))
            checks = time.monotonic() - checked >= CHECK_EVERY
            for here in list(self._rooms.values()):
                self._touch(here, releases=True, listens=checks and bool(here.seated))
            if checks:
                checked = time.monotonic()
                await self._check()

    async def _say_it_lives(self) -> None:
        """And say who is at a table where people are stood in for."""
        there = [
            (here.table_id, each.user_id)
            for here in self._rooms.values()
            if here.stands_in
            for each in here.seated
            if each.user_id is not None and each.close_code is None
        ]
        try:
            await self._read(_note_who_is_here, there)
        except Exception:
            logger.exception("the hub could not say that it lives")

    async def _check(self) -> None:
        everybody = [each for here in self._rooms.values() for each in here.connections]
        for each in everybody:
            if not each.at_table and each.commentator is None:
                each.push(STILL_HERE)
            elif each.signed_in is not None and not await self._read(each.signed_in):
                each.close(SEAT_LOST, "signed_out")
        await self._say_who_sits(everybody)

    async def _say_who_sits(self, everybody: Iterable[Connection]) -> None:
        """Again, since an announcement may have been lost while Redis was away."""
        if self._redis is None:
            return
        for each in everybody:
            if each.at_table and each.close_code is None:
                message = f"taken {each.table_id} {each.user_id} {each.id}"
                with contextlib.suppress(redis.RedisError):
                    await self._redis.publish(CHANNEL, message)

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
            self._redis = redis.asyncio.Redis.from_url(
                settings.REDIS_URL, health_check_interval=10, socket_connect_timeout=2
            )
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as heard:
                    await heard.subscribe(CHANNEL)
                    async for message in heard.listen():
                        self.heard(message["data"].decode(errors="replace"))
            except Exception as error:
                # Whatever it was, a hub that no longer listens must try again.
                logger.warning("the hub lost Redis (%s) and tries again", type(error).__name__)
                await asyncio.sleep(1)
            finally:
                with contextlib.suppress(redis.RedisError, OSError):
                    await self._redis.aclose()

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a task of the hub failed", exc_info=task.exception())


def may_rest(here: Room) -> bool:
    """Whether anybody asks if this table is watched, as far as is known here.

    A hall that comes back all at once need not hear twice from each table that nobody does.
    """
    state = here.shown.table.state if here.shown is not None else None
    return state is None or (state.house_only and not state.planned)


def _note_who_is_here(there: list[tuple[str, int]]) -> None:
    now = timezone.now()
    outages.beat(outages.HUB, now)
    presence.keep(there, now)


def _seat_as_shown(connection: Connection, shown: Shown) -> None:
    """Before anything is sent: give the seat its user holds on the board that is shown, or close.

    When a board is turned everybody holds another seat; table and board of one ``Shown`` belong
    together, so that nobody gets the hand of a seat he has left or has not yet come to.
    Who sits out has none, and is sent what spectators are sent.
    """
    if not connection.at_table:
        return
    place = access.held_by(connection.user_id, shown.table.state)
    if place is None:
        connection.close(SEAT_LOST, "seat_lost")
    else:
        connection.seat = place if isinstance(place, Seat) else None


def _listen_at(table: LiveTable, game_id: str | None) -> talk.Talk:
    called = access.last_call(table.state)
    call = asdict(called) if called is not None else None
    return talk.look(table, game_id, call=call)


def with_connection(job: Callable[..., T], args: tuple[object, ...]) -> T:
    """Run a job that reads or writes, in a thread that keeps its database connection."""
    close_old_connections()
    _trust_what_is_quiet()
    try:
        return job(*args)
    finally:
        close_old_connections()


def _trust_what_is_quiet() -> None:
    """Spare Django's question whether a kept connection still works: a way to PostgreSQL and back.

    A server that ends a connection says so, and the farewell lies in the socket. Where nothing
    is to be read, nothing has ended; where something is, Django asks as ever.
    """
    for each in connections.all(initialized_only=True):
        kept = each.connection
        if each.vendor == "postgresql" and kept is not None and not kept.closed:
            each.health_check_done = _is_quiet(kept.fileno())


def _is_quiet(socket: int) -> bool:
    if not hasattr(select, "poll"):  # Windows; and ``select`` itself ends at descriptor 1024
        return False
    asked = select.poll()
    asked.register(socket, select.POLLIN)
    return not asked.poll(0)


def _close_connections(everybody: Barrier) -> None:
    connections.close_all()
    everybody.wait(timeout=5)


hub = Hub()
