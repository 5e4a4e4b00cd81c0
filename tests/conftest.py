"""What all tests share: what counts as a skip, where Chromium is, real services, a real server."""

from __future__ import annotations

import gc
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.engines import a_database, of_database
from tests.service import ROOT, TABLES, Service, clean_environment, running_service, tables

# The processes that many tests share have number 0.
OWN_QUEUE = 1
CI = os.environ.get("CI", "").lower() in ("1", "true")

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile(
    "here", deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.load_profile("ci" if CI else "here")


def _not_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    """In CI nothing may be left out: a skip is a failure, and says why it was skipped."""
    if CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped in CI. {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _not_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _not_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What collecting makes stays to the end: looking through it for garbage is a fifth of it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers last: Playwright's loop keeps running in the main thread from its first page on.

    Django refuses the database in a thread with a running loop, and asyncio a second one.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


# -- a browser ---------------------------------------------------------------------------------

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def chromium_path() -> str:
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        pytest.skip("no Chromium here: install one, or name it in CHROMIUM")
    return found


@pytest.fixture(scope="session")
def node_path() -> str:
    found = os.environ.get("NODE") or shutil.which("node") or shutil.which("nodejs")
    if not found:
        pytest.skip("no Node.js here: install it, or name it in NODE")
    return found


# -- tables --------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Where this is one part of a run, its tables are there already: a start in itself."""
    return TABLES in os.environ


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_keepdb: bool) -> None:
    from django.conf import settings

    if django_db_keepdb:
        shutil.copy(tables(), settings.DATABASES["default"]["TEST"]["NAME"])


# -- real services -------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """A PostgreSQL of its own, from a wheel; every test makes the databases it needs."""
    from tests.engines import FORGETFUL, postgresql

    with postgresql(FORGETFUL) as url:
        yield url


@pytest.fixture(scope="session")
def migrated(postgresql_url: str) -> str:
    """The name of a database with all tables and no rows, to be copied and left alone."""
    import psycopg

    with psycopg.connect(postgresql_url, autocommit=True) as server:
        server.execute("CREATE DATABASE migrated")
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env=clean_environment(
            DATABASE_URL=of_database(postgresql_url, "migrated"),
            REDIS_URL="redis://127.0.0.1:1/0",  # asked for, and not needed
            SECRET_KEY=secrets.token_hex(32),
            DEAL_KEY=secrets.token_hex(32),
            DJANGO_SETTINGS_MODULE="deploy.settings.production",
        ),
        timeout=300,
        check=True,
    )
    return "migrated"


@pytest.fixture
def database_url(postgresql_url: str, migrated: str) -> Iterator[str]:
    """A database of this test's own: what another one left was sealed with another key."""
    with a_database(postgresql_url, migrated) as url:
        yield url


@pytest.fixture
def production(database_url: str, queue_url: str) -> dict[str, str]:
    """The environment of a process as an operator runs it, on databases of this test's own."""
    return {
        "DATABASE_URL": database_url,
        "REDIS_URL": queue_url,
        "SECRET_KEY": secrets.token_hex(32),
        "DEAL_KEY": secrets.token_hex(32),
        "DJANGO_SETTINGS_MODULE": "deploy.settings.production",
    }


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    from tests.engines import valkey

    with valkey() as url:
        yield url


@pytest.fixture
def queue_url(valkey_url: str) -> Iterator[str]:
    """A database of Valkey for this test alone: workers of another would take its messages."""
    import redis

    url = f"{valkey_url.rpartition('/')[0]}/{OWN_QUEUE}"
    with redis.Redis.from_url(url) as client:
        client.flushdb()
        yield url
        client.flushdb()


# -- the real thing ------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def live_service(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Service]:
    """One embedded demo for all tests that only look at it; those that kill make their own."""
    pace = {"HOUSE_PACE_MIN_MS": "20", "HOUSE_PACE_MAX_MS": "60"}
    wanting = [
        item
        for item in request.session.items
        if "live_service" in getattr(item, "fixturenames", ())
    ]
    with running_service(tmp_path_factory.mktemp("service"), **pace) as service:
        request.config.stash[_LAST_LOOK] = (wanting[-1], service)
        yield service


_LAST_LOOK = pytest.StashKey[tuple[pytest.Item, Service]]()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Nobody looks any more: its clock would take a part of a core from all tests that follow."""
    last, service = item.config.stash.get(_LAST_LOOK, (None, None))
    if service is not None and item is last:
        service.stop()
