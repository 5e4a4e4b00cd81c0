"""In CI a skip is a failure; elsewhere it is a skip that says why."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.service import ROOT, clean_environment

WAYS = {
    "by its fixture": """
import pytest
@pytest.fixture
def browser():
    pytest.skip("no Chromium here")
def test_click(browser): ...
""",
    "by itself": """
import pytest
def test_click():
    pytest.skip("no Chromium here")
""",
    "by a mark": """
import pytest
@pytest.mark.skipif(True, reason="no Chromium here")
def test_click(): ...
""",
    "with its whole file": """
import pytest
pytest.skip("no Chromium here", allow_module_level=True)
""",
}


def run(folder: Path, **variables: str) -> str:
    for number, content in enumerate(WAYS.values()):
        (folder / f"test_{number}.py").write_text(content)
    environment = clean_environment(**variables)
    if not variables:
        environment.pop("CI", None)
    options = [f"-c{ROOT}/pyproject.toml", "-ptests.conftest", "-pno:cacheprovider"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--continue-on-collection-errors", folder],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    ).stdout


def test_a_skip_is_a_failure_in_ci(tmp_path: Path) -> None:
    said = run(tmp_path, CI="true")
    assert re.search(r"= \d failed, \d errors? in", said), said
    for number in range(len(WAYS)):
        assert re.search(rf"test_{number}\.py\S* was skipped in CI.*no Chromium here", said), said


def test_a_skip_elsewhere_says_why(tmp_path: Path) -> None:
    said = run(tmp_path)
    assert "= 4 skipped in" in said, said
    assert "no Chromium here" in said


def test_the_script_of_ci_can_be_read_and_started() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o100
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
