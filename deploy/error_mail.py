"""Error reports by mail to ADMINS, which hold nobody up.

An error may be logged on the event loop, where every table of the process would wait for a slow
mail server: the text is made and scrubbed at once, and sent by a thread. An error that comes
again and again is one mail a minute.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.mail import get_connection
from django.utils.functional import Promise
from django.utils.log import AdminEmailHandler

from deploy.scrubbing import scrub

logger = logging.getLogger(__name__)

EVERY = 60.0
WAITING = 50
FLUSH_SECONDS = 10.0


class AdminMailHandler(AdminEmailHandler):
    """Django's, without local variables, settings or request data, and from a thread."""

    def __init__(self) -> None:
        super().__init__(reporter_class="deploy.scrubbing.ExceptionReporter")
        self._queue: queue.Queue[Callable[[], None]] = queue.Queue(WAITING)
        self._sender: threading.Thread | None = None
        self._last: dict[tuple[object, ...], float] = {}
        self._again: dict[tuple[object, ...], int] = {}
        self._note = ""

    def emit(self, record: logging.LogRecord) -> None:
        if not settings.ADMINS:
            return
        kind = what_happened(record)
        now = time.monotonic()
        if now - self._last.get(kind, -EVERY) < EVERY:
            self._again[kind] = self._again.get(kind, 0) + 1
            return
        self._last = {other: at for other, at in self._last.items() if now - at < EVERY}
        self._last[kind] = now
        again = self._again.pop(kind, 0)
        self._note = f"Since the last mail about this it happened {again} times more.\n\n" * (
            again > 0
        )
        super().emit(record)

    def connection(self) -> Any:
        """Django's would keep silent about a mail server that is not there."""
        return get_connection(backend=self.email_backend)

    def send_mail(
        self, subject: str | Promise, message: str | Promise, *args: Any, **kwargs: Any
    ) -> None:
        """Scrub it, and leave it to the thread."""
        subject, message = scrub(str(subject)), scrub(self._note + str(message))
        send = super().send_mail

        def work() -> None:
            try:
                send(subject, message)
            except Exception as error:
                # Below ERROR: a mail about mail that does not go out would not go out either.
                logger.warning("An error mail could not be sent: %s", type(error).__name__)

        try:
            self._queue.put_nowait(work)
        except queue.Full:
            logger.warning("An error mail was left out: %d are waiting already.", WAITING)
            return
        if self._sender is None or not self._sender.is_alive():
            self._sender = threading.Thread(target=self._send, name="error mail", daemon=True)
            self._sender.start()

    def _send(self) -> None:
        while True:
            work = self._queue.get()
            try:
                work()
            finally:
                self._queue.task_done()

    def flush(self) -> None:
        """Wait until all mail is out, but not for long; logging does so when the process ends."""
        deadline = time.monotonic() + FLUSH_SECONDS
        with self._queue.all_tasks_done:
            while self._queue.unfinished_tasks and (left := deadline - time.monotonic()) > 0:
                self._queue.all_tasks_done.wait(left)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        logger.warning("An error mail about %s could not be written.", record.name)


def what_happened(record: logging.LogRecord) -> tuple[object, ...]:
    """The same for errors that differ in names and numbers only, since those come by the dozen."""
    place: tuple[object, ...] = ()
    if record.exc_info and (error := record.exc_info[1]) is not None:
        frame = error.__traceback__
        while frame is not None and frame.tb_next is not None:
            frame = frame.tb_next
        if frame is not None:
            place = (type(error), frame.tb_frame.f_code.co_filename, frame.tb_lineno)
    return (record.name, str(record.msg), *place)
