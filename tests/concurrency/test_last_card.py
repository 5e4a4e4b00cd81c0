"""The last card falls in the millisecond in which the round is closed; two workers open it."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service import ROOT, clean_environment

RUNS = 1000


def raced(**environment: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.concurrency.last_card", str(RUNS)],
        cwd=ROOT,
        env=clean_environment(**environment),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr[-2000:]
    told = json.loads(answer.stdout.splitlines()[-1])
    assert told["faults"] == []
    assert told["streams"] == 0
    assert set(told["found"]) == {"counted", "game_interrupted"}, "one side always wins"
    assert sum(told["found"].values()) == RUNS
    assert set(told["games"]) == {1}, "two workers opened one table"


def test_a_late_last_card_counts_or_is_refused_with_an_event_to_show_on_sqlite(
    tmp_path: Path,
) -> None:
    raced(DJANGO_SETTINGS_MODULE="deploy.settings.development", RIKKEN_DATA=str(tmp_path))


@pytest.mark.services
def test_a_late_last_card_counts_or_is_refused_with_an_event_to_show_on_postgresql(
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
