"""A commit that the database refuses, and an event that cannot be followed, on both databases."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service import ROOT, clean_environment


def held(**environment: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.concurrency.faults"],
        cwd=ROOT,
        env=clean_environment(**environment),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr[-3000:]
    told = json.loads(answer.stdout.splitlines()[-1])
    assert len(told) == 8
    assert [what for what, so in told.items() if not so] == [], answer.stderr[-3000:]


def test_faults_of_a_moment_leave_nothing_behind_on_sqlite(tmp_path: Path) -> None:
    held(DJANGO_SETTINGS_MODULE="deploy.settings.development", RIKKEN_DATA=str(tmp_path))


@pytest.mark.services
def test_faults_of_a_moment_leave_nothing_behind_on_postgresql(
    database_url: str, valkey_url: str
) -> None:
    held(
        DATABASE_URL=database_url,
        REDIS_URL=valkey_url,
        SECRET_KEY=secrets.token_hex(32),
        DEAL_KEY=secrets.token_hex(32),
        DJANGO_SETTINGS_MODULE="deploy.settings.production",
    )
