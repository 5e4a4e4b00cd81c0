"""What make says and does on machines unlike this one, with a Python that only pretends."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.service import ROOT

PRETENDER = """#!/bin/sh
# A Python that writes down what it was asked.
echo "$(basename "$0") $*" >> "$PRETENDED"
case "$*" in
  *'import ensurepip'*) exit ${NO_VENV:-0} ;;
  *'print("%d.%d"'*) echo 3.12 ;;
  '--version') echo 'Python 3.12.1' ;;
  '-m venv .venv') mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    pretender = tmp_path / "bin" / "python3.12"
    pretender.parent.mkdir()
    pretender.write_text(PRETENDER)
    pretender.chmod(0o755)
    return tmp_path


def make(checkout: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=checkout,
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
            "PRETENDED": str(checkout / "asked"),
            **variables,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def asked(checkout: Path) -> str:
    written = checkout / "asked"
    text = written.read_text() if written.exists() else ""
    written.unlink(missing_ok=True)
    return text


def test_without_a_fitting_python_it_says_which_ones_fit(checkout: Path) -> None:
    outcome = make(checkout, "demo", "PYTHON=")
    assert outcome.returncode != 0
    assert outcome.stdout == ("Rikken needs Python 3.11, 3.12 or 3.13; none of them was found.\n")


def test_without_the_venv_module_it_names_the_package_that_brings_it(checkout: Path) -> None:
    outcome = make(checkout, "demo", f"PYTHON={checkout}/bin/python3.12", NO_VENV="1")
    assert outcome.returncode != 0
    assert outcome.stdout == (
        "Python 3.12 lacks its venv module. On Debian and Ubuntu: apt-get install python3.12-venv\n"
    )


def test_a_python_that_does_not_run_is_passed_over(checkout: Path) -> None:
    broken = checkout / "bin" / "python3.13"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    path = f"{checkout}/bin:{os.environ['PATH']}"
    show = ("--eval=show: ; @echo $(PYTHON)", "show", "OWN=false")
    assert make(checkout, *show, PATH=path).stdout == "python3.12\n"


def test_the_python_of_the_system_comes_first_where_it_can_make_an_environment(
    checkout: Path,
) -> None:
    own = checkout / "own"
    shutil.copy(checkout / "bin" / "python3.12", own)
    path = f"{checkout}/bin:{os.environ['PATH']}"
    show = ("--eval=show: ; @echo $(PYTHON)", "show", f"OWN={own}")
    assert make(checkout, *show, PATH=path).stdout == f"{own}\n"
    assert make(checkout, *show, PATH=path, NO_VENV="1").stdout != f"{own}\n"


def test_the_environment_is_made_once_and_again_only_for_another_lock(checkout: Path) -> None:
    def env(target: str) -> str:
        outcome = make(checkout, target, f"PYTHON={checkout}/bin/python3.12")
        assert outcome.returncode == 0, outcome.stderr
        return asked(checkout)

    first = env("env-run")
    assert "-m venv .venv" in first
    assert "--require-hashes --no-deps -r requirements/run.txt" in first
    assert "-m pip" not in env("env-run")

    (checkout / "requirements" / "run.txt").touch()
    assert "-m pip" not in env("env-run")

    assert "-r requirements/test.txt" in env("env-test")
    assert "-m pip" not in env("env-test")
    assert "-m pip" not in env("env-run")  # what tests need includes what running needs

    with (checkout / "requirements" / "run.txt").open("a") as lock:
        lock.write("# another version\n")
    assert "-r requirements/run.txt" in env("env-run")


def test_help_lists_every_command(checkout: Path) -> None:
    listed = make(checkout).stdout
    for name in ("demo", "demo-reset", "env", "test", "bench", "check", "lock", "messages"):
        assert f"\n{name} " in f"\n{listed}"
