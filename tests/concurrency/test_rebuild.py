"""The rows that pages read are made anew while people play."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys

import pytest

from tests.service import ROOT, clean_environment


@pytest.mark.services
def test_a_rebuild_on_postgresql_loses_no_table_that_is_played_at_meanwhile(
    database_url: str, valkey_url: str
) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.concurrency.rebuilding"],
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
        timeout=120,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr[-2000:]
    held = json.loads(answer.stdout.splitlines()[-1])
    assert held
    assert [what for what, so in held.items() if not so] == []
