"""Two workers enter, seat, deal, start, close and end one championship at the same instant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service import told, with_tables

RUNS = 8
MAY_HAPPEN = {
    "enter: done",
    "seat: done",
    "deal: done",
    "start: done",
    # The clock was quicker than the organizer, whose command is a new one to the stream.
    "start: already_started",
    "start again: done",
    "start again: already_started",
    "close: done",
    "end: done",
}


def raced(**environment: str) -> None:
    found = told("tests.concurrency.two_workers", str(RUNS), timeout=300, **environment)
    assert found["faults"] == []
    assert found["streams"] == 0
    assert set(found["answers"]) <= MAY_HAPPEN
    assert found["answers"]["enter: done"] == 2 * RUNS
    assert found["answers"]["close: done"] == 2 * RUNS


def test_what_two_workers_do_at_once_happens_once_on_sqlite(tmp_path: Path) -> None:
    """Situation 1: exactly T tables and one RoundStarted, however often it is asked for."""
    with_tables(tmp_path)
    raced(DJANGO_SETTINGS_MODULE="deploy.settings.development", RIKKEN_DATA=str(tmp_path))


@pytest.mark.services
def test_what_two_workers_do_at_once_happens_once_on_postgresql(
    production: dict[str, str],
) -> None:
    # Whether the disk has it decides nothing here, and takes most of the time.
    raced(PGOPTIONS="-c synchronous_commit=off", **production)
