"""How a log line looks: for people in the terminal of a demo, as JSON where programs collect it.

Both are scrubbed last (``deploy.scrubbing``): text as a whole, JSON value by value, since a card
behind an escaped quote or line end would be none any more.
"""

from __future__ import annotations

import logging
from collections.abc import MutableMapping
from typing import Any

import structlog
from structlog.contextvars import get_contextvars, merge_contextvars

from deploy.scrubbing import ScrubbingFormatter, scrub

Event = MutableMapping[str, Any]


def configure() -> None:
    """Let structlog's own loggers write through the handlers of ``logging_settings``."""
    structlog.configure(
        processors=[
            merge_contextvars,
            structlog.stdlib.filter_by_level,
            structlog.stdlib.render_to_log_kwargs,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


class ReadableFormatter(ScrubbingFormatter):
    """The line, and behind it the request or task in which it was written."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        line = super().formatMessage(record)
        about = " ".join(f"{name}={value}" for name, value in get_contextvars().items())
        return f"{line} [{about}]" if about else line


class JSONFormatter(structlog.stdlib.ProcessorFormatter):
    def __init__(self) -> None:
        super().__init__(
            foreign_pre_chain=[
                _no_traceback_of_a_refusal,
                merge_contextvars,
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.stdlib.ExtraAdder(),
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
            ],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _scrubbed,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )


def _no_traceback_of_a_refusal(logger: object, method: str, event: Event) -> Event:
    if getattr(event["_record"], "status_code", 500) < 500:
        event.pop("exc_info", None)
    return event


def _scrubbed(logger: object, method: str, event: Event) -> Event:
    return {scrub(name): _clean(value) for name, value in event.items()}


def _clean(value: object) -> object:
    """A number stays one, unless it is a deal's; what has parts is written out and scrubbed."""
    text = scrub(str(value))
    if value is None or (isinstance(value, (bool, int, float)) and text == str(value)):
        return value
    return text
