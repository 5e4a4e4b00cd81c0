"""The scripts of the table page that need no page, in Node.js."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.node
def test_the_state_of_the_table_page(node_path: str) -> None:
    outcome = subprocess.run(
        [node_path, "--test", *(str(each) for each in sorted(HERE.glob("*.test.mjs")))],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
