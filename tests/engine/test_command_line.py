"""`python -m engine replay`: answers on standard output, faults on standard error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from tests.engine.test_vectors import FLAWS, FOLDER, GAMES

ROOT = FOLDER.parent.parent
ILLEGAL = next(flaw for flaw in FLAWS if flaw["name"] == "schoppen-mie-spade-lead")
MALFORMED = next(flaw for flaw in FLAWS if flaw["name"] == "twelve-cards")

Capture = pytest.CaptureFixture[str]


def written(folder: Path, *records: object) -> str:
    path = folder / "game.json"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(path)


def test_one_record_is_answered_on_standard_output(tmp_path: Path, capsys: Capture):
    assert main(["replay", written(tmp_path, GAMES[0])]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"legal": [], **GAMES[0]["expect"]}
    assert (out.count("\n"), err) == (1, "")


def test_an_illegal_action_is_one_line_on_standard_error(tmp_path: Path, capsys: Capture):
    path = written(tmp_path, ILLEGAL)
    assert main(["replay", path]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"{path}: action 5: spade_barred: S3: no S in the first 3 tricks\n"


def test_a_malformed_record_is_one_line_on_standard_error(tmp_path: Path, capsys: Capture):
    path = written(tmp_path, MALFORMED)
    assert main(["replay", path]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{path}: record: bad_deal: every hand must have thirteen cards\n")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[1, 2", b"\xff\xfe\x00", b"null", b"[]", b'"a\nb"', b"[" * 100_000, b"9" * 9_000],
    ids=["empty", "brace", "list", "bytes", "null", "array", "newline", "deep", "long"],
)
@pytest.mark.parametrize("mode", [[], ["--legal"]])
def test_a_file_that_holds_no_record_is_refused_in_one_line(
    content: bytes, mode: list[str], tmp_path: Path, capsys: Capture
):
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    assert main(["replay", *mode, str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


@pytest.mark.parametrize("mode", [[], ["--jsonl"]])
def test_a_missing_file_is_refused_in_one_line(mode: list[str], tmp_path: Path, capsys: Capture):
    assert main(["replay", *mode, str(tmp_path / "nowhere.json")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_a_file_of_records_is_answered_line_by_line_faults_included(
    tmp_path: Path, capsys: Capture
):
    path = tmp_path / "games.jsonl"
    lines = [json.dumps(record) for record in (GAMES[0], ILLEGAL, MALFORMED, GAMES[1])]
    path.write_text("\n".join([*lines, "not json", ""]), encoding="utf-8")
    assert main(["replay", "--jsonl", str(path)]) == 2
    out, err = capsys.readouterr()
    answers = [json.loads(line) for line in out.splitlines()]
    assert err == ""
    assert answers[0] == {"legal": [], **GAMES[0]["expect"]}
    assert answers[3] == {"legal": [], **GAMES[1]["expect"]}
    assert answers[1] == {
        "error": {
            "index": 5,
            "code": "spade_barred",
            "message": "S3: no S in the first 3 tricks",
        }
    }
    assert [answers[at]["error"]["index"] for at in (2, 4)] == [None, None]
    assert [answers[at]["error"]["code"] for at in (2, 4)] == ["bad_deal", "bad_json"]
    assert all(set(answers[at]["error"]) == {"index", "code", "message"} for at in (1, 2, 4))


def test_with_legal_every_prefix_is_answered(tmp_path: Path, capsys: Capture):
    record = next(game for game in GAMES if "prefixes" in game)
    assert main(["replay", "--jsonl", "--legal", written(tmp_path, record)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["prefixes"]) == len(record["actions"]) + 1
    assert [one["to_act"] for one in answer["prefixes"]] == [
        one["to_act"] for one in record["prefixes"]
    ]


def test_a_sound_file_of_records_exits_with_zero(capsys: Capture):
    assert main(["replay", "--jsonl", str(FOLDER / "championship-online.jsonl")]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 46


def test_the_module_is_the_command(tmp_path: Path):
    def run(path: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "engine", "replay", path]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    sound = run(written(tmp_path, GAMES[0]))
    assert (sound.returncode, sound.stderr) == (0, "")
    assert json.loads(sound.stdout)["finished"] is True
    flawed = run(written(tmp_path, ILLEGAL))
    assert (flawed.returncode, flawed.stdout) == (2, "")
    assert flawed.stderr.count("\n") == 1
