"""`make test` runs its tests in several parts: none is left out and none runs twice."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression

from tests import parts
from tests.service import ROOT

MARKERS = ("browser", "services", "node", "bench")


@pytest.mark.parametrize("chosen", list(product((False, True), repeat=len(MARKERS))))
def test_every_test_but_a_benchmark_is_of_one_kind(chosen: tuple[bool, ...]) -> None:
    marked = dict(zip(MARKERS, chosen, strict=True))

    def has(name: str, /, **_: object) -> bool:
        return marked[name]

    every = (parts.QUICK, parts.SERVICES, parts.BROWSER)
    found = [Expression.compile(part).evaluate(has) for part in every]
    assert sum(found) == (not marked["bench"])


def test_every_file_with_tests_of_a_kind_is_in_one_part() -> None:
    looked_at: dict[str, list[Path]] = {parts.QUICK: [], parts.SERVICES: [], parts.BROWSER: []}
    for _, kind, *where in parts.PARTS.values():
        left_out = [ROOT / one.removeprefix("--ignore=") for one in where if one.startswith("--")]
        folders = [ROOT / one for one in where if not one.startswith("--")] or [ROOT / "tests"]
        assert all(folder.is_dir() for folder in folders)
        assert all(one.exists() for one in left_out)
        looked_at[kind] += [
            file
            for folder in folders
            for file in folder.rglob("test_*.py")
            if not any(file.is_relative_to(one) for one in left_out)
        ]
    files = set((ROOT / "tests").rglob("test_*.py"))
    marks = {
        parts.SERVICES: ("mark.services", "postgresql", "queue_url"),
        parts.BROWSER: ("mark.browser",),
    }
    for kind, found in looked_at.items():
        assert len(set(found)) == len(found)
        for file in files - set(found) - {Path(__file__)}:
            text = file.read_text("utf-8")
            assert kind != parts.QUICK, file
            assert not any(mark in text for mark in marks[kind]) or "mark.bench" in text, file


def test_the_parts_run_and_one_that_fails_makes_all_fail(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(parts, "_pytest", lambda: [parts.sys.executable, "-c"])
    told = {"well": ["print('all is well')"], "ill": ["import sys; print('it hurts'); sys.exit(3)"]}
    monkeypatch.setattr(parts, "PARTS", told)
    assert parts.main([]) == 3
    said = capfd.readouterr().out
    assert "==== well\nall is well\n" in said
    assert "==== ill\nit hurts\n" in said
    assert "  ill: failed (3)\n" in said
