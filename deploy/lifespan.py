"""Start and stop what runs beside the requests.

Channels' ProtocolTypeRouter answers no lifespan, so this stands outside it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import AsyncExitStack
from typing import Any

from django.conf import settings

from deploy.locking import AlreadyRunning, DataLock

logger = logging.getLogger(__name__)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


class CannotStart(Exception):
    """The message tells whoever started the process what to do."""


class Lifespan:
    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.application(scope, receive, send)
            return
        await receive()  # lifespan.startup
        async with AsyncExitStack() as running:
            try:
                await start(running)
            except (AlreadyRunning, CannotStart) as refusal:
                await send({"type": "lifespan.startup.failed", "message": str(refusal)})
                return
            except Exception as error:
                logger.exception("The service did not start.")
                message = f"The service did not start: {type(error).__name__}"
                await send({"type": "lifespan.startup.failed", "message": message})
                return
            await send({"type": "lifespan.startup.complete"})
            await receive()  # lifespan.shutdown
        await send({"type": "lifespan.shutdown.complete"})


async def start(running: AsyncExitStack) -> None:
    """Start the hub and, when embedded, the tasks; `running` stops them in reverse order."""
    # Here and not above: these import models, which need the settings to be set up.
    from deploy.celery import app
    from deploy.embedded import EmbeddedTasks
    from gameplay.hub import hub

    if settings.EMBEDDED:
        refuse_second_process()
        lock = DataLock(settings.DATA)
        lock.acquire()
        running.callback(lock.release)
    await hub.startup()
    running.push_async_callback(hub.shutdown)
    if settings.EMBEDDED:
        tasks = EmbeddedTasks(app)
        await asyncio.to_thread(tasks.start)
        running.push_async_callback(asyncio.to_thread, tasks.stop)


def refuse_second_process() -> None:
    """Both `--workers` and `--reload` run the application in a child of the server."""
    if (
        multiprocessing.parent_process() is not None
        or int(os.environ.get("WEB_CONCURRENCY") or 1) > 1
    ):
        raise CannotStart(
            "An embedded service is one process: start it without --workers, --reload and"
            " WEB_CONCURRENCY. For more processes set DATABASE_URL and REDIS_URL."
        )
