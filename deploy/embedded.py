"""A Celery worker and its beat as threads of the one process of an embedded service."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from celery import Celery
from celery.beat import EmbeddedService, Scheduler
from celery.worker import WorkController
from celery.worker import state as worker_state

logger = logging.getLogger(__name__)

CONCURRENCY = 4
STOP_SECONDS = 8.0


class EmbeddedTasks:
    """Worker and beat, watched: a thread that ends on its own is started again."""

    def __init__(self, app: Celery) -> None:
        self.app = app
        self._stopping = threading.Event()
        self._watcher: threading.Thread | None = None
        self._worker: WorkController | None = None
        self._worker_thread: threading.Thread | None = None
        self._beat: Any = None

    def start(self) -> None:
        # Without this, tasks are accepted and silently never run: a thread's current app is
        # the default one.
        self.app.set_default()
        self.app.loader.import_default_modules()
        self._start_worker()
        self._start_beat()
        self._watcher = threading.Thread(target=self._watch, name="tasks watcher", daemon=True)
        self._watcher.start()

    def stop(self) -> None:
        """No new tasks; those that run may finish."""
        self._stopping.set()
        if self._watcher is not None:
            self._watcher.join(STOP_SECONDS)
        deadline = time.monotonic() + STOP_SECONDS
        # The worker first: each tick wakes its loop, which then sees that it is to stop.
        for stop in (self._stop_worker, self._stop_beat):
            try:
                stop(max(0.1, deadline - time.monotonic()))
            except Exception:
                logger.exception("Tasks did not stop cleanly.")

    # -- the worker ----------------------------------------------------------------------------

    def _start_worker(self) -> None:
        worker_state.should_stop = None
        worker_state.should_terminate = None
        self._worker = self.app.WorkController(
            pool="threads",  # the solo pool dies with a task that raises SystemExit
            concurrency=CONCURRENCY,
            hostname="embedded@localhost",
            without_gossip=True,
            without_heartbeat=True,
            without_mingle=True,
            loglevel=logging.WARNING,
        )
        self._worker_thread = threading.Thread(
            target=self._worker.start, name="tasks worker", daemon=True
        )
        self._worker_thread.start()

    def _stop_worker(self, timeout: float) -> None:
        if self._worker is None or self._worker_thread is None:
            return
        # The consumer's loop looks at this between two polls and leaves by itself.
        worker_state.should_stop = 0
        self._worker_thread.join(timeout)
        worker_state.should_stop = None
        self._worker = self._worker_thread = None

    # -- the beat ------------------------------------------------------------------------------

    def _start_beat(self) -> None:
        self._beat = EmbeddedService(self.app, thread=True, scheduler_cls=Scheduler)
        self._beat.start()

    def _stop_beat(self, timeout: float) -> None:
        if self._beat is None:
            return
        self._beat.service._is_shutdown.set()  # its stop() waits for a thread that may be dead
        self._beat.join(timeout)
        self._beat = None

    # -- watching ------------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._stopping.wait(1.0):
            self._revive("worker", self._worker_thread, self._start_worker)
            self._revive("beat", self._beat, self._start_beat)

    def _revive(
        self, what: str, thread: threading.Thread | None, start: Callable[[], None]
    ) -> None:
        if thread is not None and thread.is_alive():
            return
        logger.error("The %s thread ended; starting it again.", what)
        try:
            start()
        except Exception:
            logger.exception("The %s thread did not start; trying again.", what)
