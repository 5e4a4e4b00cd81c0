"""Telling the hub of every process that a stream has moved: a name and a number, no cards.

Embedded, the hub is in this process. With Redis, the same facts go through one channel:
``moved stream version``, ``taken table user connection``, ``released table`` and ``said table
number``: that somebody said something, and never what, to whom or who. A thread of its
own sends them, so that a Redis that hangs keeps nobody's card waiting.
"""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from threading import Condition, Thread

import redis
from django.conf import settings

from gameplay.hub import CHANNEL, hub

logger = logging.getLogger(__name__)

MOST_WAITING = 1000
PATIENCE = 2  # seconds


class Announcer:
    """Publishes in the background; of several messages about one thing only the newest.

    What cannot be sent is dropped: hubs look for themselves every two seconds, so that what is
    late is worth nothing.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, str] = OrderedDict()
        self._some = Condition()
        self._thread: Thread | None = None

    def announce(self, message: str) -> None:
        """Never waits for Redis and never raises for its sake."""
        about = message.rpartition(" ")[0]
        with self._some:
            self._waiting.pop(about, None)
            self._waiting[about] = message
            if len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=False)
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="announcer", daemon=True)
                self._thread.start()
            self._some.notify()

    def _run(self) -> None:
        client = redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        )
        while True:
            with self._some:
                while not self._waiting:
                    self._some.wait()
                _, message = self._waiting.popitem(last=False)
            try:
                client.publish(CHANNEL, message)
            except redis.RedisError:
                self._give_up()
            except Exception:
                logger.exception("an announcement failed")

    def _give_up(self) -> None:
        with self._some:
            lost = 1 + len(self._waiting)
            self._waiting.clear()
        logger.warning("%d moves could not be announced; clients catch up by version", lost)


_announcer = Announcer()


def _in_a_forked_child() -> None:
    global _announcer
    _announcer = Announcer()  # the parent's thread is not here, its lock may be held for ever


if hasattr(os, "register_at_fork"):  # Windows does not fork
    os.register_at_fork(after_in_child=_in_a_forked_child)


def moved(stream: str, version: int) -> None:
    """Called after commit. A failure is logged only: hubs also look for themselves."""
    _send(f"moved {stream} {version}")


def released(table_id: str) -> None:
    """A board of this table was let go. Called after commit."""
    _send(f"released {table_id}")


def said(table_id: str, number: int) -> None:
    """Something was said at this table, or heard differently. Called after commit."""
    _send(f"said {table_id} {number}")


def seat_taken(table_id: str, user_id: int, connection: str) -> None:
    """The newest connection of who holds a seat counts; older ones are told and closed.

    By user: while this is under way the board may be turned, and the seat another's.
    """
    _send(f"taken {table_id} {user_id} {connection}")


def _send(message: str) -> None:
    if settings.REDIS_URL:
        _announcer.announce(message)
    else:
        hub.heard_from_thread(message)
