"""No card, hand, deal, key or link token in a log line or an error mail."""

from __future__ import annotations

import io
import logging
import logging.config
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from deploy.scrubbing import AdminMailHandler, ScrubbingFormatter, logging_settings, scrub
from tests.service import ROOT, clean_environment

HAND = "AK2.QT9.J87.A654"
DEAL = "N:AK2.QT9.J87.A654 QJ3.AK.T96.KQJT9 - T98.J87.AK.32"
NUMBER = "53644737765488792839237440000"
TOKEN = "q1w2E3r4-T5y6"
SECRETS = ("H7", "SA", "DT", "C10", "♥7", "QT9", NUMBER[:20], TOKEN, "hunter2")


def explode(request: HttpRequest) -> HttpResponse:
    hand = [HAND, "H7"]
    try:
        raise ValueError(f"H7 is not among {hand} of {DEAL}")
    except ValueError as cause:
        raise RuntimeError(f"no SA, DT, C10 or ♥7 in deal {NUMBER}") from cause


urlpatterns = [path("invitation/<str:token>/", explode)]
urlpatterns[0].callback = lambda request, token: explode(request)


def assert_clean(text: str) -> None:
    for secret in SECRETS:
        assert secret not in text, f"{secret} in:\n{text}"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the configured handlers write, while the configuration of production is in force."""
    configuration = logging_settings(level="DEBUG")
    stream = io.StringIO()
    configuration["handlers"]["console"]["stream"] = stream  # type: ignore[index]
    handlers, level = logging.root.handlers[:], logging.root.level
    for handler in handlers:
        logging.root.removeHandler(handler)
    logging.config.dictConfig(configuration)
    try:
        yield stream
    finally:
        for handler in logging.root.handlers[:]:
            logging.root.removeHandler(handler)
        for handler in handlers:
            logging.root.addHandler(handler)
        logging.root.setLevel(level)


@override_settings(ROOT_URLCONF=__name__, ADMINS=[("", "admin@rikken.example")])
def test_an_error_in_a_view_shows_no_cards_in_answer_log_or_mail(written: io.StringIO) -> None:
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "hunter2"
    answer = client.post(f"/invitation/{TOKEN}/", {"password": "hunter2", "card": "H7"})

    assert answer.status_code == 500
    assert_clean(answer.content.decode())
    assert "RuntimeError: no [card], [card], [card] or [card] in deal [deal]" in written.getvalue()
    assert "in explode" in written.getvalue()
    assert_clean(written.getvalue())
    [message] = mail.outbox
    assert "in explode" in message.body
    assert "/invitation/[token]/" in message.subject
    assert not getattr(message, "alternatives", None)
    assert_clean(message.subject)
    assert_clean(message.body)


def test_messages_arguments_and_exceptions_are_scrubbed_for_every_logger(
    written: io.StringIO,
) -> None:
    for name in ("", "gameplay.handlers", "celery.task", "uvicorn.access", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.warning("%s plays %s of %s", "East", "H7", [HAND, DEAL])
        logger.info('127.0.0.1 - "GET /invitation/%s/ HTTP/1.1" 200', TOKEN)
        try:
            raise KeyError("SA")
        except KeyError:
            logger.exception("Cannot play %r", {"card": "DT"})
    assert written.getvalue().count("East plays [card] of") == 5
    assert written.getvalue().count("/invitation/[token]/") == 5
    assert_clean(written.getvalue())


def test_a_record_that_another_formatter_met_first_is_scrubbed_too() -> None:
    try:
        raise KeyError("SA")
    except KeyError:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "", (), sys.exc_info())
    assert "SA" in logging.Formatter().format(record)
    assert_clean(ScrubbingFormatter().format(record))


def test_every_configured_handler_scrubs() -> None:
    for handler in settings.LOGGING["handlers"].values():
        assert handler["formatter"] == "scrubbed"
    for logger in settings.LOGGING["loggers"].values():
        assert logger["propagate"]
        assert not logger["handlers"]
    assert issubclass(AdminMailHandler, logging.Handler)


def test_keys_are_scrubbed() -> None:
    assert scrub(f"key {settings.DEAL_KEY.hex()}") == "key [key]"
    assert scrub(f"key {settings.DEAL_KEY!r}") == "key b'[key]'"
    assert scrub(f"signed with {settings.SECRET_KEY}") == "signed with [key]"
    assert scrub("/accounts/password/reset/key/4-cx1f-9a/") == (
        "/accounts/password/reset/key/[token]/"
    )


@pytest.mark.parametrize(
    "text",
    [
        "GET /static/gameplay/table/view.js HTTP/1.1 from 127.0.0.1 in 25 ms",
        "Django 5.2.19 on Python 3.11.7, celery 5.7.0",
        "game-7f3a9c version 23 at 2026-11-29 20:50:10,817",
        "Rik by South, trump spades, made 8 of 13",
    ],
)
def test_what_is_no_secret_stays_readable(text: str) -> None:
    assert scrub(text) == text


def test_a_server_started_by_uvicorns_own_command_scrubs_its_access_log() -> None:
    """Its command line sets up handlers of its own, before ours are: ours must win."""
    program = """if True:
        import logging, os
        import uvicorn
        uvicorn.Config("deploy.asgi:application", log_level="info")
        import django
        django.setup()
        access = logging.getLogger("uvicorn.access")
        access.info('%s - "%s %s HTTP/%s" %d', "1.2.3.4", "GET", "/invitation/abcDEF/", "1.1", 200)
        logging.getLogger("uvicorn.error").error("H7 fell")
    """
    outcome = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=clean_environment(
            DJANGO_SETTINGS_MODULE="deploy.settings.test", PATH=os.environ["PATH"]
        ),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "[card] fell" in outcome.stderr
    assert "/invitation/[token]/" in outcome.stderr
    assert "abcDEF" not in outcome.stdout + outcome.stderr
    assert "H7" not in outcome.stdout + outcome.stderr
