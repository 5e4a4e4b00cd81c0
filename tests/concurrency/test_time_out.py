"""Somebody acts in the millisecond in which his time runs out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service import told, with_tables

RUNS = 40


def raced(**environment: str) -> None:
    found = told("tests.concurrency.time_out", str(RUNS), timeout=300, **environment)
    assert found["faults"] == []
    assert set(found["found"]) == {"counted", "stale_version"}, "one side always wins"
    assert sum(found["found"].values()) == RUNS


def test_a_card_or_the_end_of_its_time_and_never_both_on_sqlite(tmp_path: Path) -> None:
    with_tables(tmp_path)
    raced(DJANGO_SETTINGS_MODULE="deploy.settings.development", RIKKEN_DATA=str(tmp_path))


@pytest.mark.services
def test_a_card_or_the_end_of_its_time_and_never_both_on_postgresql(
    production: dict[str, str],
) -> None:
    raced(PGOPTIONS="-c synchronous_commit=off", **production)
