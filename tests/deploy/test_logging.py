"""No card, hand, deal, key or link token in a log line or an error mail."""

from __future__ import annotations

import io
import logging
import logging.config
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from django.utils.log import AdminEmailHandler

from deploy import error_mail
from deploy.error_mail import AdminMailHandler
from deploy.scrubbing import ScrubbingFormatter, logging_settings, scrub
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


def sent() -> list[mail.EmailMessage]:
    """All mail, once the thread that sends it has nothing to do."""
    for handler in logging.root.handlers:
        handler.flush()
    return list(mail.outbox)


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
    [message] = sent()
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
    ("text", "written_down"),
    [
        ("plays h7, then H10 and s9s8", "plays [card], then [card] and [card]"),
        ("s10 d2c3 sa", "[card] [card] [card]"),
        ("H2 heading", "[card] heading"),
        ("lead of <Suit.HEARTS: 1> and <Rank.SEVEN: 7>", "lead of [card] and [card]"),
        ("not Rank.ACE of Suit.CLUBS", "not [card] of [card]"),
        ("no ('S', '7') in [('H', 'T')]", "no [card] in [[card]]"),
        ('["7", "S"]', "[card]"),
        ("holds AKQJ T98 765 432", "holds [hand]"),
        ("holds 765 432 98 2, nothing more", "holds [hand], nothing more"),
        ("holds AK - 987 2", "holds [hand]"),
        ("AKQJ / T98 / 765 / 432", "[hand]"),
        ("S:AKQ H:T9 D:- C:87", "[card] [card] [card] [card]"),
        ("♠AKQ ♥ T9 7♣ 🂡", "[card] [card] [card] [card]"),
        (f"mask {2**51 + 2**13}, hand {2**40}", "mask [hand], hand [hand]"),
        (f"deal -{NUMBER}", "deal -[deal]"),
    ],
)
def test_cards_are_scrubbed_however_they_are_written(text: str, written_down: str) -> None:
    assert scrub(text) == written_down


@pytest.mark.parametrize(
    "address",
    [
        "/invitation/{}/",
        "/accounts/signup/?next=%2Finvitation%2F{}%2F",
        "/accounts/signup/?next=%2finvitation%2f{}%2f&language=nl",
        "/accounts/login/?next=/accounts/signup/%3Fnext%3D%252Finvitation%252F{}%252F",
        "/accounts/login/?next=%2Faccounts%2Fpassword%2Freset%2Fkey%2F{}%2F",
        "/accounts/confirm-email/{}/",
    ],
)
def test_a_token_is_scrubbed_wherever_an_address_carries_it(address: str) -> None:
    assert scrub(f'"GET {address.format(TOKEN)} HTTP/1.1" 200') == (
        f'"GET {address.format("[token]")} HTTP/1.1" 200'
    )


@pytest.mark.parametrize(
    "text",
    [
        "GET /static/gameplay/table/view.js HTTP/1.1 from 127.0.0.1 in 25 ms",
        "GET /accounts/password/reset/key/done/ HTTP/1.1",
        "Django 5.2.19 on Python 3.11.7, celery 5.7.0",
        "game-7f3a9c version 23 at 2026-11-29 20:50:10,817",
        "table-123456789012 moved on; command c8f3a1d0-0000-4000-8000-000000000012",
        "Rik by South, trump spades, made 8 of 13",
        "The cast of actors hacked a sack of cats, as a hat has it; see Sc. 3",
        "scores 10, 2, -3, 9; tricks 5 4 3 1",
        "took 5 4 3 2 of 13 at 9 8 7 6 ms each",
        "64 bytes in 9.4 s, 3 of 4 workers, port 8000, pid 27345",
        "E: no such seat; see C:\\games and D: drive",
        "<object at 0x7f3a9c2d8e10>",
        "Opened a table: A to Z, 2 by 2",
    ],
)
def test_what_is_no_secret_stays_readable(text: str) -> None:
    assert scrub(text) == text


@pytest.mark.parametrize(
    "again", ["- ", "9 ", "AKQ ", "S:", "h7", "♠ ", "%2F", "/invitation", "2.3."]
)
def test_a_long_line_is_scrubbed_in_no_time(again: str) -> None:
    """Whoever writes the line may choose it: an address, a message at a socket."""
    started = time.monotonic()
    scrub(again * 20_000)
    assert time.monotonic() - started < 3


UNCAUGHT = """if True:
    import gc, logging, os, sys, threading
    import django
    django.setup()

    def fail():
        raise ValueError("no H7 in AK2.QT9.J87.A654")

    thread = threading.Thread(target=fail, name="dealer")
    thread.start()
    thread.join()

    class Last:
        def __del__(self):
            fail()

    Last()
    gc.collect()
    logging.getLogger("x").error("%d plays", "SA")
    class Other(logging.StreamHandler):
        pass
    other = logging.getLogger("other")
    other.addHandler(Other())
    other.propagate = False
    other.error("%d plays", "SA")
    fail()
"""


def test_what_nobody_catches_is_written_without_cards(tmp_path: Path) -> None:
    outcome = subprocess.run(
        [sys.executable, "-c", UNCAUGHT],
        cwd=ROOT,
        env=clean_environment(
            DJANGO_SETTINGS_MODULE="deploy.settings.development", RIKKEN_DATA=str(tmp_path)
        ),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert outcome.returncode == 1
    assert_clean(outcome.stdout + outcome.stderr)
    assert outcome.stderr.count("ValueError: no [card] in [hand]") == 3
    assert "Exception in dealer:" in outcome.stderr
    assert "in fail" in outcome.stderr
    assert "A line of x at <string>:" in outcome.stderr
    assert "could not be written: TypeError" in outcome.stderr


# -- mail that holds nobody up -----------------------------------------------------------------


@pytest.fixture
def slow_mail(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A mail server that answers only when it is told to."""
    answers = threading.Event()
    send = AdminEmailHandler.send_mail

    def wait(*args: Any, **kwargs: Any) -> None:
        assert answers.wait(20)
        send(*args, **kwargs)

    monkeypatch.setattr(AdminEmailHandler, "send_mail", wait)
    yield answers
    answers.set()
    sent()


@override_settings(ADMINS=[("", "admin@rikken.example")])
def test_a_slow_mail_server_holds_up_nobody_who_logs_an_error(
    written: io.StringIO, slow_mail: threading.Event
) -> None:
    started = time.monotonic()
    logging.getLogger("gameplay.hub").error("H7 fell off the table")
    assert time.monotonic() - started < 1
    assert mail.outbox == []
    slow_mail.set()
    [message] = sent()
    assert "[card] fell off the table" in message.body


@override_settings(ADMINS=[("", "admin@rikken.example")])
def test_an_error_that_comes_again_and_again_is_one_mail_a_minute(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    logger = logging.getLogger("gameplay.consumers")

    def fail_at(table: str) -> None:
        try:
            raise KeyError(table)
        except KeyError:
            logger.exception("a command at table %s failed", table)

    for number in range(20):
        fail_at(f"t{number}")
    logger.error("the hub could not note who watches")
    assert [message.subject.partition(": ")[2] for message in sent()] == [
        "a command at table t0 failed",
        "the hub could not note who watches",
    ]
    now = time.monotonic()
    monkeypatch.setattr(error_mail.time, "monotonic", lambda: now + error_mail.EVERY)
    fail_at("t20")
    monkeypatch.undo()
    assert "it happened 19 times more" in sent()[-1].body
    assert written.getvalue().count("a command at table") == 21


@override_settings(
    ADMINS=[("", "admin@rikken.example")],
    EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
    EMAIL_HOST="127.0.0.1",
    EMAIL_PORT=9,
)
def test_a_mail_server_that_is_not_there_is_told_in_the_log(written: io.StringIO) -> None:
    logging.getLogger("gameplay.hub").error("something broke")
    assert sent() == []
    assert "An error mail could not be sent: ConnectionRefusedError" in written.getvalue()


def test_no_mail_server_is_waited_for_longer_than_five_seconds() -> None:
    assert settings.EMAIL_TIMEOUT == 5


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


def test_a_refusal_is_one_line_without_a_traceback() -> None:
    try:
        raise PermissionError("not yours")
    except PermissionError:
        trouble = sys.exc_info()
    record = logging.LogRecord("django.request", logging.WARNING, "", 1, "Forbidden", (), trouble)
    record.status_code = 403
    assert ScrubbingFormatter("{message}", style="{").format(record) == "Forbidden"
    assert record.exc_info is trouble, "other handlers get it as it was"
