"""`make bench`: what one command costs at a socket, from its text to the acknowledgement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.service import told

pytestmark = pytest.mark.bench

GOAL = 0.10


def measured(**variables: str) -> dict[str, Any]:
    return told("tests.benchmarks.bench_play", timeout=300, **variables)  # type: ignore[no-any-return]


def line(found: dict[str, Any], goal: str) -> str:
    ratio = found["insert"] / found["play_p50"]
    return (
        f"{found['database']:10} play at a socket{goal} {found['play_p50'] * 1e6:8.0f} µs"
        f" {ratio:6.2f}   p99 {found['play_p99'] * 1e6:.0f} µs over {found['events']} events,"
        f" bare row {found['insert'] * 1e6:.0f} µs"
    )


@pytest.mark.services
def test_play_on_postgresql(production: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    found = measured(**production)
    with capsys.disabled():
        print("\n" + line(found, f", goal {GOAL} of the row"))  # noqa: T201
    assert found["database"] == "postgresql"
    assert found["insert"] / found["play_p50"] >= GOAL


def test_play_on_sqlite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = {"RIKKEN_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "deploy.settings.development"}
    found = measured(**here)
    with capsys.disabled():
        print("\n" + line(found, ", shown only"))  # noqa: T201
    assert found["database"] == "sqlite"
    assert found["play_p50"] > 0
