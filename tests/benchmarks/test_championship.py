"""`make bench`: seating, dealing and ranking 400 players, in rows, and how each grows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.service import told

pytestmark = pytest.mark.bench

# Once a board, which takes some five minutes: on a busy machine too it must not be felt.
MOST_FOR_ONE_BOARD = 5.0


def measured(**variables: str) -> dict[str, Any]:
    return told("tests.benchmarks.bench_championship", timeout=900, **variables)  # type: ignore[no-any-return]


def lines(found: dict[str, Any]) -> str:
    told = {
        "seating": "seating 400 players for 8 rounds, players/s",
        "dealing": "dealing 1,024 boards, boards/s",
        "ranking": f"standings of 400 on 32 boards from {found['events']:,} events, scores/s",
        "increment": "one board more, boards/s",
    }
    rows = [f"tournaments on {found['database']}:"]
    for name, what in told.items():
        small, large, many = found[name]
        rows.append(
            f"  {what:68} {many / large:9,.0f}   {large:7.3f} s;"
            f" a quarter of the size {small:.3f} s, growth x{large / small:.1f}"
        )
    return "\n".join(rows)


@pytest.mark.services
def test_a_championship_on_postgresql(
    production: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = measured(**production)
    with capsys.disabled():
        print("\n" + lines(found))  # noqa: T201
    assert found["increment"][1] < MOST_FOR_ONE_BOARD


def test_a_championship_on_sqlite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = {"RIKKEN_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "deploy.settings.development"}
    found = measured(**here)
    with capsys.disabled():
        print("\n" + lines(found))  # noqa: T201
    assert found["increment"][1] < MOST_FOR_ONE_BOARD
