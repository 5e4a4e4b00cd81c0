"""No card, key or link token in a log line or an error mail.

The text is scrubbed last, when all of it is there: message, arguments, and the values in a
formatted exception. That costs a few words too many ("SAS" looks like two cards) and misses
none. Local variables are never written at all.
"""

from __future__ import annotations

import contextlib
import html
import logging
import re
import sys
import threading
import traceback
from collections.abc import ItemsView
from types import FrameType, TracebackType
from typing import Any, TextIO

from django.conf import settings
from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

CARD = "[card]"
HAND = "[hand]"
DEAL = "[deal]"
TOKEN = "[token]"  # noqa: S105
KEY = "[key]"

# Behind these, an address has a token. The proxy must know them too: deploy/nginx/rikken.conf.
TOKEN_ADDRESSES = (
    "invitation",
    "clubs/invitation",
    "hall-table",
    "accounts/password/reset/key",
    "accounts/confirm-email",
    "feeds",
)

_RANK = "(?:10|[2-9TJQKA])"
_HOLDING = "(?:[2-9TJQKA]{1,13}|-?)"
# One suit of a hand, from the highest card down: without that order, any numbers would do.
_DOWNWARDS = f"(?:(?={_RANK})A?K?Q?J?(?:T|10)?9?8?7?6?5?4?3?2?(?![A-Za-z0-9])|-)"
_SPACED = rf"{_DOWNWARDS}(?:[ ,/|]{{1,3}}{_DOWNWARDS}){{3}}"
_SUIT_SIGN = "[\u2660-\u2667]\ufe0f?"
_QUOTE = "[\"'\u2018\u2019]"
_SLASH = "(?:/|%(?:25)*2F)"  # in the address, or in an address that is a parameter of another
_SECRET_PART = rf"(?:(?!{_SLASH})[^/\s\"'?#<>&])+"


def _pattern(expression: str, *, any_case: bool = False) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE if any_case else 0)


_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    *(
        (
            _pattern(
                rf"({_SLASH}{before.replace('/', _SLASH)}{_SLASH})(?!done\b){_SECRET_PART}",
                any_case=True,
            ),
            rf"\1{TOKEN}",
        )
        for before in TOKEN_ADDRESSES
    ),
    # AK2.QT9.J87.A654: spades, hearts, diamonds, clubs
    (
        _pattern(rf"(?<![\w.])(?=[.-]*[2-9TJQKA]){_HOLDING}(?:\.{_HOLDING}){{3}}(?![\w.])"),
        HAND,
    ),
    # AK2 QT9 J87 A654: four numbers alone may be anything, so one court card or five cards
    (
        _pattern(
            r"(?<![\w.,:-])(?=[\d,/| -]{0,60}[TJQKA]|(?:[ ,/|-]{0,9}[2-9]){5})"
            rf"{_SPACED}(?![\w.:-])"
        ),
        HAND,
    ),
    # <Suit.HEARTS: 1>, Rank.SEVEN
    (_pattern(r"<?\b(?:Suit|Rank)\.[A-Z]+(?:: \d+>)?"), CARD),
    # ('S', '7'), ["7", "S"]
    (
        _pattern(rf"[(\[]?{_QUOTE}[SHDC]{_QUOTE}, ?{_QUOTE}{_RANK}{_QUOTE}[)\]]?", any_case=True),
        CARD,
    ),
    (
        _pattern(rf"[(\[]?{_QUOTE}{_RANK}{_QUOTE}, ?{_QUOTE}[SHDC]{_QUOTE}[)\]]?", any_case=True),
        CARD,
    ),
    # S:AKQ, H=-
    (_pattern(rf"(?<![A-Za-z0-9])[SHDC] ?[:=] ?(?:{_RANK}+|-)(?![A-Za-z0-9])"), CARD),
    # H7, or several together; h7; without a digit it is a word as soon as it is longer ("cast")
    (_pattern(rf"(?<![A-Za-z0-9])(?:[SHDC]{_RANK})+(?![A-Za-z0-9])"), CARD),
    (
        _pattern(
            rf"(?<![A-Za-z0-9])(?=[a-z]*\d)(?:[SHDC]{_RANK})+(?![A-Za-z0-9])",
            any_case=True,
        ),
        CARD,
    ),
    (_pattern(r"(?<![A-Za-z0-9.])[shdc][tjqka](?![A-Za-z0-9])"), CARD),
    # ♥7, ♥ AKQ, 7♥, and cards that are one sign
    (_pattern(rf"{_SUIT_SIGN}\s?(?:{_RANK}+|-)(?![A-Za-z0-9])", any_case=True), CARD),
    (_pattern(rf"(?<![A-Za-z0-9]){_RANK}\s?{_SUIT_SIGN}", any_case=True), CARD),
    (_pattern("[\U0001f0a1-\U0001f0de]\ufe0f?"), CARD),
    # a deal as its number, up to 29 digits, or a hand as the bits of its cards, up to 16; what is
    # shorter than these two mostly are is a time or a count
    (_pattern(r"(?<![\w.])\d{20,}(?![\w.])"), DEAL),
    (_pattern(r"(?<![\w.-])\d{12,}(?![\w.-])"), HAND),
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
    found.append(getattr(settings, "METRICS_TOKEN", ""))
    found.append(getattr(settings, "REDIS_URL", "").rpartition("@")[0].rpartition(":")[2])
    return [secret for secret in found if secret and len(secret) >= 6]


class ScrubbingFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        # Formatter.format keeps the traceback's text on the record, for the next handler:
        # it must not find text that another formatter wrote, nor keep ours unscrubbed.
        kept, trouble = record.exc_text, record.exc_info
        record.exc_text = None
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None  # a refusal is an answer: its line says enough
        try:
            return scrub(super().format(record))
        finally:
            record.exc_text, record.exc_info = kept, trouble


class ScrubbingHandler(logging.StreamHandler[TextIO]):
    """To standard error. A line that cannot be formatted is reported without what is in it."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        error = sys.exception()
        with contextlib.suppress(Exception):
            self.stream.write(
                f"A line of {record.name} at {record.filename}:{record.lineno}"
                f" could not be written: {type(error).__name__}\n"
            )


def install() -> None:
    """Scrub what Python itself writes to standard error when nobody catches an exception."""
    logging.raiseExceptions = False  # handlers that are not ours would show the arguments
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_thread
    sys.unraisablehook = _unraisable


def _uncaught(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
    _write("".join(traceback.format_exception(kind, error, where)))


def _uncaught_in_thread(uncaught: threading.ExceptHookArgs) -> None:
    if uncaught.exc_type is SystemExit:
        return
    name = uncaught.thread.name if uncaught.thread is not None else "a thread"
    lines = traceback.format_exception(
        uncaught.exc_type, uncaught.exc_value, uncaught.exc_traceback
    )
    _write(f"Exception in {name}:\n{''.join(lines)}")


def _unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    lines = traceback.format_exception(
        unraisable.exc_type, unraisable.exc_value, unraisable.exc_traceback
    )
    # Of the object its type only: its repr may be anything.
    message = unraisable.err_msg or "Exception ignored in"
    _write(f"{message}: {type(unraisable.object).__name__}\n{''.join(lines)}")


def _write(text: str) -> None:
    with contextlib.suppress(Exception):  # standard error may be closed: we are on the way out
        sys.stderr.write(scrub(text))
        sys.stderr.flush()


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


def logging_settings(*, level: str, json: bool = False) -> dict[str, object]:
    """Everything to standard error through one formatter; errors by mail where ADMINS is set."""
    # uvicorn would install handlers of its own: it is started with log_config=None.
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "scrubbed": {"()": "deploy.logs.JSONFormatter"}
            if json
            else {
                "()": "deploy.logs.ReadableFormatter",
                "format": "{asctime} {levelname} {name}: {message}",
                "style": "{",
            }
        },
        "handlers": {
            "console": {"class": "deploy.scrubbing.ScrubbingHandler", "formatter": "scrubbed"},
            "admins": {
                "class": "deploy.error_mail.AdminMailHandler",
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
