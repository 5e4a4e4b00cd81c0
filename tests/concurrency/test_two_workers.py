"""Two workers enter, seat, deal, start, close and end one championship at the same instant."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service import ROOT, clean_environment

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
    answer = subprocess.run(
        [sys.executable, "-m", "tests.concurrency.two_workers", str(RUNS)],
        cwd=ROOT,
        env=clean_environment(**environment),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr[-2000:]
    told = json.loads(answer.stdout.splitlines()[-1])
    assert told["faults"] == []
    assert told["streams"] == 0
    assert set(told["answers"]) <= MAY_HAPPEN
    assert told["answers"]["enter: done"] == 2 * RUNS
    assert told["answers"]["close: done"] == 2 * RUNS


def test_what_two_workers_do_at_once_happens_once_on_sqlite(tmp_path: Path) -> None:
    """Situation 1: exactly T tables and one RoundStarted, however often it is asked for."""
    raced(DJANGO_SETTINGS_MODULE="deploy.settings.development", RIKKEN_DATA=str(tmp_path))


@pytest.mark.services
def test_what_two_workers_do_at_once_happens_once_on_postgresql(
    database_url: str, valkey_url: str
) -> None:
    raced(
        DATABASE_URL=database_url,
        # Whether the disk has it decides nothing here, and takes most of the time.
        PGOPTIONS="-c synchronous_commit=off",
        REDIS_URL=valkey_url,
        SECRET_KEY=secrets.token_hex(32),
        DEAL_KEY=secrets.token_hex(32),
        DJANGO_SETTINGS_MODULE="deploy.settings.production",
    )
