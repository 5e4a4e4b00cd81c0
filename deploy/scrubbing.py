"""No card, key or link token in a log line or an error mail.

The text is scrubbed last, when all of it is there: message, arguments, and the values in a
formatted exception. That costs a few words too many ("SAS" looks like two cards) and misses
none. Local variables are never written at all.
"""

from __future__ import annotations

import html
import logging
import re
import traceback
from collections.abc import ItemsView
from types import FrameType, TracebackType
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.log import AdminEmailHandler
from django.views.debug import SafeExceptionReporterFilter

CARD = "[card]"
HAND = "[hand]"
DEAL = "[deal]"
TOKEN = "[token]"  # noqa: S105
KEY = "[key]"

_RANK = "(?:10|[2-9TJQKA])"
_HOLDING = "(?:[2-9TJQKA]{1,13}|-?)"
_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    # /invitation/<token>/ and the keys in allauth's links
    (re.compile(r"(/invitation/)[^/\s\"'?#<>]+"), rf"\1{TOKEN}"),
    (re.compile(r"(/password/reset/key/)(?!done)[^/\s\"'?#<>]+"), rf"\1{TOKEN}"),
    (re.compile(r"(/confirm-email/)[^/\s\"'?#<>]+"), rf"\1{TOKEN}"),
    # AK2.QT9.J87.A654: spades, hearts, diamonds, clubs
    (
        re.compile(rf"(?<![\w.])(?=[.-]*[2-9TJQKA]){_HOLDING}(?:\.{_HOLDING}){{3}}(?![\w.])"),
        HAND,
    ),
    # H7, or several together
    (re.compile(rf"(?<![A-Za-z0-9])(?:[SHDC]{_RANK})+(?![A-Za-z0-9])"), CARD),
    (re.compile(rf"[\u2660-\u2667]\ufe0f?\s?{_RANK}(?![A-Za-z0-9])"), CARD),
    (re.compile(rf"(?<![A-Za-z0-9]){_RANK}\s?[\u2660-\u2667]"), CARD),
    # a deal as its number: up to 29 digits; shorter ones are too rare to matter
    (re.compile(r"(?<![\w.])\d{20,}(?![\w.])"), DEAL),
)


def scrub(text: str) -> str:
    """The text as it may be written down."""
    for secret in _secrets():
        text = text.replace(secret, KEY)
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    return text


def _secrets() -> list[str]:
    if not settings.configured:
        return []
    found = [getattr(settings, "SECRET_KEY", ""), getattr(settings, "EMAIL_HOST_PASSWORD", "")]
    deal_key = getattr(settings, "DEAL_KEY", b"")
    found += [deal_key.hex(), repr(deal_key)[2:-1]]
    found += [str(database.get("PASSWORD") or "") for database in settings.DATABASES.values()]
    found.append(getattr(settings, "REDIS_URL", "").rpartition("@")[0].rpartition(":")[2])
    return [secret for secret in found if secret and len(secret) >= 6]


class ScrubbingFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        # Formatter.format keeps the traceback's text on the record, for the next handler:
        # it must not find text that another formatter wrote, nor keep ours unscrubbed.
        kept = record.exc_text
        record.exc_text = None
        try:
            return scrub(super().format(record))
        finally:
            record.exc_text = kept


class AdminMailHandler(AdminEmailHandler):
    """Django's mail to ADMINS, scrubbed, without local variables, settings or request data."""

    def __init__(self) -> None:
        super().__init__(reporter_class="deploy.scrubbing.ExceptionReporter")

    def send_mail(
        self, subject: str | Promise, message: str | Promise, *args: Any, **kwargs: Any
    ) -> None:
        kwargs.pop("html_message", None)
        super().send_mail(scrub(str(subject)), scrub(str(message)), *args, **kwargs)


class ExceptionReporterFilter(SafeExceptionReporterFilter):
    """For whoever uses Django's own reporter all the same."""

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        return {}.items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, object]:
        return {}

    def is_active(self, request: HttpRequest | None) -> bool:
        return True


class ExceptionReporter:
    """Where an error happened: the frames and the scrubbed value, and what was asked for."""

    def __init__(
        self,
        request: HttpRequest | None,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | str | None,
        tb: TracebackType | None,
        is_email: bool = False,
    ) -> None:
        self.request = request
        self.exc_value = exc_value
        self.is_email = is_email

    def get_traceback_data(self) -> dict[str, object]:
        return {"text": self.get_traceback_text()}

    def get_traceback_text(self) -> str:
        lines = []
        if self.request is not None:
            lines.append(f"{self.request.method} {self.request.path}\n\n")
        if isinstance(self.exc_value, BaseException):
            lines += traceback.format_exception(self.exc_value)
        elif self.exc_value:
            lines.append(str(self.exc_value))
        return scrub("".join(lines))

    def get_traceback_html(self) -> str:
        return f"<!doctype html><pre>{html.escape(self.get_traceback_text())}</pre>"


def logging_settings(*, level: str) -> dict[str, object]:
    """Everything to standard error through one formatter; errors by mail where ADMINS is set."""
    # uvicorn would install handlers of its own: it is started with log_config=None.
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "scrubbed": {
                "()": "deploy.scrubbing.ScrubbingFormatter",
                "format": "{asctime} {levelname} {name}: {message}",
                "style": "{",
            }
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "scrubbed"},
            "admins": {
                "class": "deploy.scrubbing.AdminMailHandler",
                "level": "ERROR",
                "formatter": "scrubbed",
            },
        },
        "root": {"handlers": ["console", "admins"], "level": level},
        "loggers": {
            name: {"handlers": [], "level": "NOTSET", "propagate": True}
            for name in (
                "django",
                "django.request",
                "django.server",
                "celery",
                "celery.task",
                "uvicorn",
                "uvicorn.access",
                "uvicorn.error",
            )
        },
    }
