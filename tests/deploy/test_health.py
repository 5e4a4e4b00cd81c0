"""What programs that watch over the service are told: health, figures, and lines with an id."""

from __future__ import annotations

import json
import logging
import re
from datetime import timedelta
from typing import Any

import pytest
import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection
from django.test import Client, override_settings
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from structlog.contextvars import bound_contextvars

from deploy import health
from deploy.celery import app
from deploy.logs import JSONFormatter
from gameplay.models import Outage, Pulse
from tests.deploy.test_logging import DEAL, HAND, assert_clean

NOBODY_LISTENS = "redis://127.0.0.1:9/0"


def ready(client: Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


@override_settings(SECURE_SSL_REDIRECT=True, ALLOWED_HOSTS=["rikken.example"])
def test_a_process_lives_whatever_host_it_is_asked_as(client: Client) -> None:
    answer = client.get("/healthz", headers={"host": "10.0.0.7:8000"})
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_a_service_is_ready_when_all_parts_are_and_says_which_one_is_not(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ready(client) == (503, {"ready": False, "down": ["worker"]})
    Pulse.objects.create(part="tick", at=timezone.now())
    assert ready(client) == (200, {"ready": True, "down": []})
    Pulse.objects.update(at=timezone.now() - timedelta(seconds=20))
    with override_settings(REDIS_URL=NOBODY_LISTENS):
        assert ready(client) == (503, {"ready": False, "down": ["redis", "worker"]})
    Pulse.objects.update(at=timezone.now())

    monkeypatch.setattr(health, "_migrated", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'tournaments'")
    assert ready(client) == (503, {"ready": False, "down": ["migrations"]})

    def away() -> None:
        raise OperationalError("no such host as db.internal, user rikken")

    monkeypatch.setattr(connection, "cursor", away)
    assert ready(client) == (
        503,
        {"ready": False, "down": ["database", "migrations", "worker"]},
    )
    assert client.get("/healthz").status_code == 200
    figures = client.get("/metrics").content.decode()
    assert "rikken_database_up 0.0" in figures


@pytest.mark.django_db
def test_figures_are_for_the_own_network_or_for_whoever_has_the_token(client: Client) -> None:
    def asked(**sent: str) -> int:
        return client.get("/metrics", **sent).status_code  # type: ignore[arg-type]

    assert asked(REMOTE_ADDR="10.1.2.3") == 200
    assert asked(REMOTE_ADDR="8.8.8.8") == 403
    assert asked(REMOTE_ADDR="") == 403
    # The proxy has a private address, whoever it asks for.
    assert asked(REMOTE_ADDR="10.1.2.3", HTTP_X_FORWARDED_FOR="10.1.2.4") == 403
    assert asked(HTTP_AUTHORIZATION="Bearer ", REMOTE_ADDR="8.8.8.8") == 403
    with override_settings(METRICS_TOKEN="a long secret"):
        assert asked(HTTP_AUTHORIZATION="Bearer a long secret", REMOTE_ADDR="8.8.8.8") == 200
        assert asked(HTTP_AUTHORIZATION="Bearer another", REMOTE_ADDR="8.8.8.8") == 403


@pytest.mark.django_db
def test_figures_count_what_happens_and_name_nobody(client: Client) -> None:
    now = timezone.now()
    Outage.objects.create(part="tick", began=now - timedelta(seconds=9), ended=now)
    Pulse.objects.create(part="tick", at=now)
    ida = get_user_model().objects.create_user("ida", "ida@rikken.example")
    client.force_login(ida, backend=settings.AUTHENTICATION_BACKENDS[0])

    def figures() -> dict[str, Any]:
        families = text_string_to_metric_families(client.get("/metrics").content.decode())
        return {
            (sample.name, *sorted(sample.labels.items())): sample.value
            for family in families
            for sample in family.samples
        }

    of_settings = (
        "rikken_requests_total",
        ("method", "GET"),
        ("route", "clubs:settings"),
        ("status", "200"),
    )
    before = figures().get(of_settings, 0)
    assert client.get("/settings/").status_code == 200
    client.get("/no-such-page/of/ida/")
    after = figures()
    assert after[of_settings] == before + 1
    assert after["rikken_outage_seconds_total", ("part", "tick")] == 9
    assert after["rikken_connections", ("kind", "seated")] == 0
    assert after["rikken_events_appended_total",] == 0
    labels = {label for name in after for label in name[1:] if name[0].startswith("rikken")}
    assert {name for name, _ in labels} <= {
        "route",
        "method",
        "status",
        "le",
        "kind",
        "part",
        "task",
    }
    assert not any("ida" in value for _, value in labels)


def test_a_request_has_an_id_that_its_answer_and_its_lines_carry(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="deploy.requests")
    given = client.get("/rules/", headers={"X-Request-ID": "0f3b9c-from-the-proxy"})
    assert given.headers["X-Request-ID"] == "0f3b9c-from-the-proxy"
    made = client.get("/rules/", headers={"X-Request-ID": "a line\nof my own"})
    assert re.fullmatch(r"[a-z0-9]{14}", made.headers["X-Request-ID"])
    [first, _] = [each for each in caplog.records if each.name == "deploy.requests"]
    assert first.getMessage().startswith("GET gameplay:rules_list 200 in ")


def test_a_task_says_for_which_request_it_works_and_how_late_it_is() -> None:
    with app.connection_for_write() as line:
        # A broker of this process's own, and a queue that no worker hears.
        queue = line.SimpleQueue("only-looked-at")
        with bound_contextvars(request_id="0f3b9c-from-the-proxy"):
            app.send_task("no such task", queue="only-looked-at", connection=line)
        headers = queue.get(timeout=5).headers
        queue.close()
    assert headers["request_id"] == "0f3b9c-from-the-proxy"
    assert abs(headers["sent_at"] - timezone.now().timestamp()) < 5


def test_a_line_of_json_is_scrubbed_value_by_value_and_knows_its_request() -> None:
    formatter = JSONFormatter()
    try:
        raise KeyError(f"line one\nS7 of {HAND}")
    except KeyError as error:
        trouble = (type(error), error, error.__traceback__)
    record = logging.LogRecord(
        "gameplay.hub", logging.ERROR, "", 1, 'said "%s" and\nS7', ("♥7",), trouble
    )
    record.deal, record.cards, record.status = DEAL, ["H7", ("S", "7")], 200
    with bound_contextvars(request_id="0f3b9c-from-the-proxy"):
        line = formatter.format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert told["event"] == 'said "[card]" and\n[card]'
    assert (told["logger"], told["level"], told["status"]) == ("gameplay.hub", "error", 200)
    assert told["request_id"] == "0f3b9c-from-the-proxy"
    assert "KeyError" in told["exception"]
    assert_clean(line.replace("\\n", " "))
    record.status_code = 403
    assert "exception" not in json.loads(formatter.format(record))


def test_structlogs_own_loggers_write_through_ours(caplog: pytest.LogCaptureFixture) -> None:
    structlog.get_logger("gameplay.hub").warning("lost redis", after=3)
    [record] = caplog.records
    assert (record.name, record.getMessage(), record.after) == ("gameplay.hub", "lost redis", 3)
