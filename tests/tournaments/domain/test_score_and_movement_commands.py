"""The doors for strangers: scoring and seat plans from the command line, without our service."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
VECTORS = ROOT / "tests" / "vectors" / "scoring.json"


def run(module: str, *arguments: object, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"tournaments.domain.{module}", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("module", ["score", "movement"])
def test_the_pure_part_imports_no_framework(module: str):
    """-S leaves out site-packages altogether."""
    code = (
        f"import sys, tournaments.domain.{module}; "
        "print(sorted({name.split('.')[0] for name in sys.modules} "
        "& {'django', 'rest_framework', 'channels', 'celery', 'random', 'secrets'}))"
    )
    found = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


def test_a_stranger_needs_two_folders(tmp_path: Path):
    shutil.copytree(ROOT / "engine", tmp_path / "engine")
    shutil.copytree(ROOT / "tournaments" / "domain", tmp_path / "tournaments" / "domain")
    assert run("movement", 16, 5, cwd=tmp_path).returncode == 0
    assert run("score", VECTORS, cwd=tmp_path).returncode == 0


def test_score_answers_every_line_in_order():
    found = run("score", VECTORS)
    lines = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert found.returncode == 0
    assert json.loads(found.stdout) == [
        {"name": line["name"], "answer": line["expect"]} for line in lines
    ]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("{", "bad_json"),
        ("\xff", "bad_list"),
        ("7", "bad_list"),
        ('[{"name": "x"}]', "bad_list"),
        ("[" * 100_000, "bad_json"),
        ("9" * 5000, "bad_json"),
    ],
)
def test_a_file_that_is_no_list_of_inputs_is_refused_with_a_code(
    tmp_path: Path, content: str, code: str
):
    file = tmp_path / "file.json"
    file.write_text(content if content != "\xff" else '"ÿ"', encoding="utf-8")
    found = run("score", file)
    assert (found.returncode, found.stdout.strip(), found.stderr) == (1, code, "")


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("score", ()),
        ("score", ("nowhere.json",)),
        ("movement", ()),
        ("movement", (16,)),
        ("movement", ("sixteen", 5)),
        ("movement", (7, 1)),
        ("movement", (401, 1)),
        ("movement", (16, 0)),
        ("movement", (16, 5, "--sed", "x")),
    ],
)
def test_arguments_that_cannot_be_used_give_2_and_say_why(module: str, arguments: tuple):
    found = run(module, *arguments)
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr.strip()
    assert "Traceback" not in found.stderr


def test_movement_prints_who_sits_where_and_who_holds_what():
    found = run("movement", 16, 5, "--seed", 3)
    assert (found.returncode, found.stderr) == (0, "")
    printed = json.loads(found.stdout)
    assert set(printed) == {"rounds", "report"}
    assert len(printed["rounds"]) == 5
    for row in printed["rounds"]:
        assert [table["table"] for table in row] == [1, 2, 3, 4]
        for table in row:
            assert set(table) == {"table", "N", "E", "S", "W", "boards"}
            four = {table[seat] for seat in "NESW"}
            assert set(table["boards"]) == {"1", "2", "3", "4"}
            assert all(set(holders.values()) == four for holders in table["boards"].values())
    assert printed["report"]["meetings"] == {"1": 120}
    assert {"meetings", "seats", "dealers", "comparisons"} <= set(printed["report"])


def test_the_same_seed_prints_the_same_plan():
    one, same, other = (run("movement", 24, 4, "--seed", seed).stdout for seed in (1, 1, 2))
    assert one == same != other
