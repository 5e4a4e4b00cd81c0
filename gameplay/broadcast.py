"""Telling the hub of every process that a stream has moved: a name and a number, no cards.

Embedded, the hub is in this process. With Redis, the same three facts go through one
channel: ``moved stream version`` and ``taken table seat connection``.
"""

from __future__ import annotations

import logging
from functools import lru_cache

import redis
from django.conf import settings

from gameplay.hub import CHANNEL, hub

logger = logging.getLogger(__name__)


@lru_cache(maxsize=1)
def _redis() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


def moved(stream: str, version: int) -> None:
    """Called after commit. A failure is logged only: hubs also look for themselves."""
    _send(f"moved {stream} {version}")


def seat_taken(table_id: str, seat: str, connection: str) -> None:
    """The newest connection of a seat counts; older ones are told and closed."""
    _send(f"taken {table_id} {seat} {connection}")


def _send(message: str) -> None:
    if not settings.REDIS_URL:
        hub.heard_from_thread(message)
        return
    try:
        _redis().publish(CHANNEL, message)
    except redis.RedisError:
        logger.warning("a move could not be announced; clients catch up by version")
