"""The last card falls in the millisecond in which the round is closed; two workers open it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service import told, with_tables

RUNS = 1000


def raced(**environment: str) -> None:
    found = told("tests.concurrency.last_card", str(RUNS), timeout=600, **environment)
    assert found["faults"] == []
    assert found["streams"] == 0
    assert set(found["found"]) == {"counted", "game_interrupted"}, "one side always wins"
    assert sum(found["found"].values()) == RUNS
    assert set(found["games"]) == {1}, "two workers opened one table"


def test_a_late_last_card_counts_or_is_refused_with_an_event_to_show_on_sqlite(
    tmp_path: Path,
) -> None:
    with_tables(tmp_path)
    raced(DJANGO_SETTINGS_MODULE="deploy.settings.development", RIKKEN_DATA=str(tmp_path))


@pytest.mark.services
def test_a_late_last_card_counts_or_is_refused_with_an_event_to_show_on_postgresql(
    production: dict[str, str],
) -> None:
    # Whether the disk has it decides nothing here, and takes most of the time.
    raced(PGOPTIONS="-c synchronous_commit=off", **production)
