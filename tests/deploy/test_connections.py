"""How many database connections are opened, and what becomes of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.service import ROOT, clean_environment

COUNTED = """if True:
    import asyncio, json
    import django
    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.db.backends.signals import connection_created

    call_command("migrate", verbosity=0)
    opened = []
    connection_created.connect(lambda connection, **_: opened.append(connection), weak=False)
    found = {}

    def fresh(work):
        before = len(opened)
        work()
        return len(opened) - before

    def read():
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return cursor.fetchone()[0]

    from gameplay.consumers import in_thread
    from gameplay.hub import hub

    async def commands():
        for _ in range(50):
            assert await in_thread(read)() == 1

    async def looks():
        await hub.startup()
        for _ in range(50):
            assert await hub._read(read) == 1
        await hub.shutdown()

    found["commands"] = fresh(lambda: asyncio.run(commands()))
    found["looks"] = fresh(lambda: asyncio.run(looks()))

    from django.core.asgi import get_asgi_application
    from asgiref.testing import ApplicationCommunicator
    pages = get_asgi_application()

    async def ask():
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"",
                 "headers": [(b"host", b"localhost")]}
        for _ in range(5):
            asking = ApplicationCommunicator(pages, scope)
            await asking.send_input({"type": "http.request", "body": b""})
            assert (await asking.receive_output(20))["status"] == 200
            while (await asking.receive_output(20)).get("more_body"):
                pass
            await asking.wait(20)

    found["pages"] = fresh(lambda: asyncio.run(ask()))
    found["kept by pages"] = sum(c.connection is not None for c in opened[-found["pages"]:])

    # As a restart of the server does: what a thread has kept is worth nothing.
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            others = (" FROM pg_stat_activity"
                      " WHERE datname = current_database() AND pid <> pg_backend_pid()")
            cursor.execute("SELECT pg_terminate_backend(pid)" + others)
            # They are asked to go; a restart is over when they have gone.
            left = 1
            while left:
                cursor.execute("SELECT count(*)" + others)
                (left,) = cursor.fetchone()
    asyncio.run(commands())
    print(json.dumps(found))
"""

TASKS = """if True:
    import json, time
    import django
    django.setup()
    from django.core.management import call_command
    from django.db.backends.signals import connection_created

    call_command("migrate", verbosity=0)
    opened = []
    connection_created.connect(lambda connection, **_: opened.append(connection), weak=False)
    from celery.signals import task_postrun
    from deploy.celery import app
    from deploy.embedded import EmbeddedTasks
    ran = []
    task_postrun.connect(lambda **_: ran.append(1), weak=False)
    tasks = EmbeddedTasks(app)
    tasks.start()
    deadline = time.monotonic() + 40
    while len(ran) < 20 and time.monotonic() < deadline:
        time.sleep(0.05)
    tasks.stop()
    print(json.dumps({"ran": len(ran), "opened": len(opened)}))
"""


def told(program: str, **variables: str) -> dict[str, Any]:
    outcome = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=clean_environment(
            **variables | {"DJANGO_SETTINGS_MODULE": "deploy.settings.development"}
        ),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr[-3000:]
    found: dict[str, Any] = json.loads(outcome.stdout.splitlines()[-1])
    return found


def assert_frugal(found: dict[str, Any]) -> None:
    assert 1 <= found["commands"] <= 4, "fifty commands, four threads"
    assert 1 <= found["looks"] <= 2, "fifty looks of the hub, two threads"
    assert found["kept by pages"] == 0


def test_threads_of_tables_keep_their_connection_and_pages_give_theirs_up(tmp_path: Path) -> None:
    assert_frugal(told(COUNTED, RIKKEN_DATA=str(tmp_path)))


@pytest.mark.services
def test_the_same_holds_on_postgresql(production: dict[str, str]) -> None:
    assert_frugal(told(COUNTED, **production))


def test_ticks_share_the_connections_of_their_threads(tmp_path: Path) -> None:
    found = told(TASKS, RIKKEN_DATA=str(tmp_path), TICK_SECONDS="0.05")
    assert found["ran"] >= 20
    assert found["opened"] <= 4


LIMITS = """if True:
    import json
    import django
    django.setup()
    from django.db import connection
    with connection.cursor() as cursor:
        found = {}
        for name in ("idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout"):
            cursor.execute(f"SHOW {name}")
            found[name] = cursor.fetchone()[0]
    print(json.dumps(found))
"""


@pytest.mark.services
def test_an_open_transaction_holds_nothing_up_for_long(production: dict[str, str]) -> None:
    assert told(LIMITS, **production) == {
        "idle_in_transaction_session_timeout": "10s",
        "lock_timeout": "5s",
        "statement_timeout": "0",
    }


@pytest.mark.services
def test_limits_in_the_address_of_the_database_come_first(production: dict[str, str]) -> None:
    address = production["DATABASE_URL"]
    own = "options=-c%20lock_timeout%3D2s%20-c%20statement_timeout%3D30s"
    production["DATABASE_URL"] = address + ("&" if "?" in address else "?") + own
    assert told(LIMITS, **production) == {
        "idle_in_transaction_session_timeout": "10s",
        "lock_timeout": "2s",
        "statement_timeout": "30s",
    }


PREPARED = """if True:
    import json
    import django
    django.setup()
    from django.db import connection
    with connection.cursor() as cursor:
        for number in range(8):
            cursor.execute("SELECT %s::int + 1", [number])
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        print(json.dumps({"prepared": cursor.fetchone()[0]}))
"""


@pytest.mark.services
def test_what_is_asked_with_every_card_is_prepared_once(production: dict[str, str]) -> None:
    assert told(PREPARED, **production) == {"prepared": 1}
