"""What all tests share: what counts as a skip, where Chromium is, real services, a real server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.service import Service, running_service

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


# -- real services -------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """A PostgreSQL of its own, from a wheel; every test makes the databases it needs."""
    from tests.engines import postgresql

    with postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    from tests.engines import valkey

    with valkey() as url:
        yield url


# -- the real thing ------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def live_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One embedded demo for all tests that only look at it; those that kill make their own."""
    pace = {"HOUSE_PACE_MIN_MS": "20", "HOUSE_PACE_MAX_MS": "60"}
    with running_service(tmp_path_factory.mktemp("service"), **pace) as service:
        yield service
