"""Every file that a README points at is there, so that nobody finds a broken link or picture."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.service import ROOT

LINK = re.compile(r"\]\(([^)\s]+)\)")
OUTSIDE = re.compile(r"[a-z]+:|#")


def readmes() -> list[Path]:
    """Those of the checkout, not those that packages or browsers brought along."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*README.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    packages = ("clubs", "deploy", "engine", "gameplay", "tournaments")
    found = [ROOT / name for name in listed if (ROOT / name).exists()]
    return found or [
        ROOT / "README.md",
        *(path for package in packages for path in sorted((ROOT / package).rglob("README.md"))),
    ]


def links(readme: Path) -> list[str]:
    found = LINK.findall(readme.read_text("utf-8"))
    return [link.partition("#")[0] for link in found if not OUTSIDE.match(link)]


@pytest.mark.parametrize("readme", readmes(), ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_readme_points_at_is_there(readme: Path) -> None:
    missing = [link for link in links(readme) if not (readme.parent / link).exists()]
    assert missing == []


def test_the_first_readme_shows_the_table_and_leads_to_every_package() -> None:
    shown = links(ROOT / "README.md")
    pictures = [link for link in shown if link.endswith(".png")]
    assert len(pictures) == 2
    for picture in pictures:
        assert (ROOT / picture).read_bytes().startswith(b"\x89PNG")
    for package in ("engine", "gameplay", "clubs", "tournaments", "deploy"):
        assert f"{package}/README.md" in shown
