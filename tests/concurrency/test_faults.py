"""A commit that the database refuses, and an event that cannot be followed, on both databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service import told, with_tables


def held(**environment: str) -> None:
    found = told("tests.concurrency.faults", timeout=180, **environment)
    assert len(found) == 8
    assert [what for what, so in found.items() if not so] == []


def test_faults_of_a_moment_leave_nothing_behind_on_sqlite(tmp_path: Path) -> None:
    with_tables(tmp_path)
    held(DJANGO_SETTINGS_MODULE="deploy.settings.development", RIKKEN_DATA=str(tmp_path))


@pytest.mark.services
def test_faults_of_a_moment_leave_nothing_behind_on_postgresql(
    production: dict[str, str],
) -> None:
    held(**production)
