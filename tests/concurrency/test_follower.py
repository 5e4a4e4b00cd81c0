"""Results and standings are made by followers of the feed, several at once, on PostgreSQL."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys

import pytest

from tests.service import ROOT, clean_environment


@pytest.mark.services
def test_followers_skip_nothing_and_take_nothing_twice(database_url: str, valkey_url: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.concurrency.following"],
        cwd=ROOT,
        env=clean_environment(
            DATABASE_URL=database_url,
            REDIS_URL=valkey_url,
            SECRET_KEY=secrets.token_hex(32),
            DEAL_KEY=secrets.token_hex(32),
            DJANGO_SETTINGS_MODULE="deploy.settings.production",
        ),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr[-3000:]
    held = json.loads(answer.stdout.splitlines()[-1])
    assert held
    assert [what for what, so in held.items() if not so] == [], answer.stderr[-3000:]
