"""Each contract of pyproject.toml holds, and a breach planted in a copy is caught by it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.service import ROOT

PACKAGES = ("clubs", "deploy", "engine", "gameplay", "tournaments")

# contract -> the module and the import planted in it
BREACHES = {
    "downwards": ("gameplay/ids.py", "import clubs.models"),
    "clubs": ("clubs/views.py", "from gameplay import handlers"),
    "house-players": ("engine/players/__init__.py", "from engine.game import GameState"),
    "no-framework": ("engine/seats.py", "from django.utils import timezone"),
    "pure": ("engine/deal.py", "import random"),
    "event-table": ("gameplay/handlers.py", "from gameplay.eventstore.models import StoredEvent"),
    "gameplay-layers": ("gameplay/streams.py", "from gameplay import handlers"),
    "tournaments-layers": ("tournaments/domain/__init__.py", "import tournaments.services"),
    "doors": ("tournaments/services/__init__.py", "from gameplay import projections"),
    "no-cycles": ("clubs/models/user.py", "from clubs import adapter"),
}


def lint(folder: Path, *arguments: str) -> str:
    program = "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"
    outcome = subprocess.run(
        [sys.executable, "-c", program, "--no-cache", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert outcome.returncode in (0, 1), outcome.stderr
    return outcome.stdout


def verdicts(output: str) -> dict[str, str]:
    return dict(re.findall(r"^(.+?) (KEPT|BROKEN)(?: \(.*\))?$", output, re.MULTILINE))


def contracts() -> dict[str, str]:
    """Id -> name."""
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    listed = configuration["tool"]["importlinter"]["contracts"]
    return {contract["id"]: contract["name"] for contract in listed}


def copied(folder: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", folder)
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            to = folder / path.relative_to(ROOT)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)
    return folder


def test_every_contract_holds() -> None:
    output = lint(ROOT)
    assert verdicts(output) == dict.fromkeys(contracts().values(), "KEPT"), output


def test_every_contract_has_a_breach_to_try() -> None:
    assert set(BREACHES) == set(contracts())


@pytest.mark.parametrize("contract", BREACHES)
def test_a_planted_breach_is_caught(contract: str, tmp_path: Path) -> None:
    module, breach = BREACHES[contract]
    path = copied(tmp_path) / module
    for folder in (tmp_path / "tournaments" / name for name in ("domain", "services")):
        folder.mkdir(exist_ok=True)
        (folder / "__init__.py").touch()
    path.write_text(f"{path.read_text('utf-8')}\n{breach}\n", "utf-8")

    output = lint(tmp_path, "--contract", contract)
    assert verdicts(output) == {contracts()[contract]: "BROKEN"}, output
