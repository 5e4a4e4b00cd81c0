"""`python -m engine replay`: answers on standard output, faults on standard error."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import engine
from engine.__main__ import main
from engine.notation import read_transcript, write_transcript
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
    assert err == (
        f"{path}: action 5: spade_barred: E S3: S3: no S in the first 3 tricks "
        "[card S3, suit S, tricks 3]\n"
    )


def test_a_malformed_record_is_one_line_on_standard_error(tmp_path: Path, capsys: Capture):
    path = written(tmp_path, MALFORMED)
    assert main(["replay", path]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{path}: record: bad_deal: the hand of W has 12 cards, not 13\n")


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
            "message": "E S3: S3: no S in the first 3 tricks [card S3, suit S, tricks 3]",
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


# What is malformed, and what its one line says to mend.

SOUND = {key: value for key, value in GAMES[0].items() if key not in ("expect", "prefixes")}
DEAL = str(SOUND["deal"])
FIRST = SOUND["actions"][0]


def with_card(card: str) -> dict[str, object]:
    """The first card that is played, written otherwise."""
    actions = [dict(action) for action in SOUND["actions"]]
    next(action for action in actions if "card" in action)["card"] = card
    return {**SOUND, "actions": actions}


MALFORMED_RECORDS: dict[str, tuple[object, str, str]] = {
    "twelve cards": ({**SOUND, "deal": DEAL[:-1]}, "bad_deal", "has 12 cards, not 13"),
    "a card in two hands": (
        {**SOUND, "deal": "N:AK2.QT9.J87.A654 QJ3.A2.KQT9.K872 T987.KJ87.A2.QJ3 A54.6543.6543.T9"},
        "bad_deal",
        "SA is in the hands of N and W",
    ),
    "a card twice in a hand": (
        {**SOUND, "deal": "N:AA2... - - -"},
        "bad_deal",
        "SA twice",
    ),
    "an unknown ruleset": (
        {**SOUND, "ruleset": "championship_online"},
        "unknown_ruleset",
        "nearest is championship-online",
    ),
    "a misspelt option": (
        {**SOUND, "options": {"early_ned": True}},
        "unknown_option",
        "nearest is early_end",
    ),
    "a wrong first seat": ({**SOUND, "deal": "X" + DEAL[1:]}, "bad_deal", "seats are N E S W"),
    "no first seat": ({**SOUND, "deal": DEAL[2:]}, "bad_deal", "as in N:"),
    "10 for T in the deal": (
        {**SOUND, "deal": DEAL.replace("T", "10", 1)},
        "bad_deal",
        "a ten is T",
    ),
    "10 for T in a card": (with_card("H10"), "bad_card", "write HT"),
    "the rank first": (with_card("TH"), "bad_card", "write HT"),
    "a card of no suit": (with_card("X7"), "bad_card", "a card is a suit of S H D C and a rank"),
    "who does not begin": (
        {**SOUND, "actions": [{**FIRST, "seat": SOUND["dealer"]}]},
        "not_your_turn",
        f"it is {FIRST['seat']}'s turn",
    ),
}


def bytes_of(record: object) -> bytes:
    return json.dumps(record).encode()


@pytest.mark.parametrize("flaw", MALFORMED_RECORDS)
def test_a_malformed_record_is_told_what_to_mend(flaw: str, tmp_path: Path, capsys: Capture):
    record, code, mend = MALFORMED_RECORDS[flaw]
    path = written(tmp_path, record)
    assert main(["replay", path]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f": {code}: " in err
    assert mend in err
    assert main(["replay", "--jsonl", path]) == 2
    told = json.loads(capsys.readouterr().out)["error"]
    assert (told["code"], mend in told["message"]) == (code, True)
    assert f": action {told['index']}: " in err or (told["index"] is None and ": record: " in err)


@pytest.mark.parametrize(
    ("content", "code", "mend"),
    [
        (json.dumps(SOUND).encode("utf-16"), "bad_encoding", "write it as UTF-8"),
        (json.dumps(SOUND).encode("utf-16-le"), "bad_encoding", "write it as UTF-8"),
        (json.dumps({**SOUND, "name": "é"}, ensure_ascii=False).encode("latin-1"), *(
            "bad_encoding", "is not UTF-8",
        )),
        (bytes_of(SOUND) + b"\n" + bytes_of(SOUND), "bad_json", "--jsonl"),
        (bytes_of(SOUND).replace(b'"version"', b'"dealer": "N", "version"'), *(
            "duplicate_key", "'dealer' stands twice",
        )),
        (bytes_of(SOUND).replace(b'"version": 1', b'"version": NaN'), "bad_json", "NaN"),
    ],
    ids=["UTF-16", "UTF-16 without a mark", "latin-1", "two records", "a key twice", "NaN"],
)  # fmt: skip
def test_a_file_in_another_form_is_told_what_to_mend(
    content: bytes, code: str, mend: str, tmp_path: Path, capsys: Capture
):
    path = tmp_path / "game.json"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"{path}: record: {code}: ")
    assert mend in err


@pytest.mark.parametrize("mode", [[], ["--jsonl"]])
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf"], ids=["", "BOM"])
@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"], ids=["", "LF", "CRLF"])
def test_a_byte_order_mark_and_lines_of_another_system_do_no_harm(
    end: bytes, before: bytes, mode: list[str], tmp_path: Path, capsys: Capture
):
    path = tmp_path / "game.json"
    path.write_bytes(before + bytes_of(SOUND) + end)
    assert main(["replay", *mode, str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == {"legal": [], **GAMES[0]["expect"]}


@pytest.mark.parametrize("slug", engine.rulesets.names())
def test_legal_is_answered_after_every_prefix_in_every_ruleset(slug: str, capsys: Capture):
    assert main(["replay", "--jsonl", "--legal", str(FOLDER / f"{slug}.jsonl")]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    records = [game for game in GAMES if game["ruleset"] == slug][: len(answers)]
    for answer, record in zip(answers, records, strict=True):
        prefixes = answer["prefixes"]
        assert len(prefixes) == len(record["actions"]) + 1
        for prefix, action in zip(prefixes, record["actions"], strict=False):
            assert action in prefix["legal"]
            assert {one["seat"] for one in prefix["legal"]} == {prefix["to_act"]}
        assert (prefixes[-1] == {"to_act": None, "legal": []}) is answer["finished"]


# Text and back


TRANSCRIPT = FOLDER.parent / "playthroughs" / "called_ace_ruffed.txt"


def test_a_transcript_becomes_a_record_and_a_transcript_again(tmp_path: Path, capsys: Capture):
    assert main(["record", str(TRANSCRIPT)]) == 0
    record = json.loads(capsys.readouterr().out)
    assert engine.fold(record).state.finished
    assert main(["transcript", written(tmp_path, record)]) == 0
    plain = replace(read_transcript(TRANSCRIPT.read_text()), remarks=())
    commands = replace(plain, steps=plain.commands)
    assert capsys.readouterr().out == write_transcript(commands)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_transcript_is_written_anew_whatever_its_lines_end_in(
    end: str, tmp_path: Path, capsys: Capture
):
    path = tmp_path / "game.txt"
    path.write_bytes(b"\xef\xbb\xbf" + TRANSCRIPT.read_text().replace("\n", end).encode())
    assert main(["transcript", str(path)]) == 0
    assert capsys.readouterr().out == TRANSCRIPT.read_text()


def test_what_each_seat_sees_is_written_from_a_record_too(tmp_path: Path, capsys: Capture):
    assert main(["transcript", "--seen", written(tmp_path, SOUND)]) == 0
    assert f"{FIRST['seat']} {FIRST['bid']}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "code", "said"),
    [
        ("dealer", "dealt by", "bad_transcript", "line 3: not a line of a transcript"),
        (" pass", " troela", "illegal_bid", "troela is not played here"),
        ("ruleset championship-online", "ruleset bridge", "unknown_ruleset", "nearest is"),
    ],
)
@pytest.mark.parametrize("command", [["record"], ["transcript"], ["transcript", "--seen"]])
def test_a_flawed_transcript_is_refused_in_one_line(
    command: list[str],
    before: str,
    after: str,
    code: str,
    said: str,
    tmp_path: Path,
    capsys: Capture,
):
    path = tmp_path / "game.txt"
    path.write_text(TRANSCRIPT.read_text().replace(before, after, 1))
    assert main([*command, str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f": {code}: " in err
    assert said in err


def test_a_value_too_deep_to_write_is_still_named():
    """The last depths that JSON can read are more than Python can write from deeper down."""
    deep: object = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(engine.BadOption, match="a list, nested too deeply"):
        engine.rulesets.get("wikibooks").with_options({"joker": deep})


def test_a_remark_that_the_terminal_cannot_write_is_written_as_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, written_bytes = tmp_path / "game.txt", io.BytesIO()
    text = "# één ♥\n" + TRANSCRIPT.read_text()
    path.write_text(text, "utf-8")
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written_bytes, encoding="ascii"))
    assert main(["transcript", str(path)]) == 0
    assert written_bytes.getvalue().decode() == text
