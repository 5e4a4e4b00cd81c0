from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.service import ROOT, clean_environment


@pytest.fixture(scope="session")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files as production serves them: compressed, and named by content."""
    folder = tmp_path_factory.mktemp("collected")
    outcome = subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"],
        cwd=ROOT,
        env=clean_environment(
            DJANGO_SETTINGS_MODULE="deploy.settings.production",
            DATABASE_URL="postgres://rikken@127.0.0.1/rikken",
            REDIS_URL="redis://127.0.0.1/0",
            SECRET_KEY="x" * 50,
            DEAL_KEY="00" * 32,
            STATIC_ROOT=str(folder),
        ),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr
    return folder
