"""`make test` runs its tests in several parts: none is left out and none runs twice."""

from __future__ import annotations

from itertools import product

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


def test_every_file_of_every_kind_is_in_one_part() -> None:
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")}
    looked_at: dict[str, list[str]] = {parts.QUICK: [], parts.SERVICES: [], parts.BROWSER: []}
    for _, kind, *where in parts.PARTS.values():
        left_out = [one.removeprefix("--ignore=") for one in where if one.startswith("--ignore=")]
        folders = [one for one in where if not one.startswith("--ignore=")] or ["tests"]
        assert all((ROOT / one).is_dir() for one in (*folders, *left_out))
        looked_at[kind] += [
            file
            for file in files
            if any(file.startswith(f"{one}/") for one in folders)
            and not any(file.startswith(f"{one}/") for one in left_out)
        ]
    for found in looked_at.values():
        assert sorted(found) == sorted(files)


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
