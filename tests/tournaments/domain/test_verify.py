"""A stranger checks the deals, rikdeal-1 §8: the first failure is the answer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.provable import ROOT, VECTORS, Files, answer, as_bytes, good_files
from tournaments.domain import dealing
from tournaments.domain.canonical import canonical_json
from tournaments.domain.dealing import NO_BEACON, publication, reveal
from tournaments.domain.manifest import Session, write_manifest

GOOD = as_bytes(VECTORS["verified"])


def test_the_files_that_pass_pass():
    assert answer(*GOOD) == "ok beacon"


@pytest.mark.parametrize("chain", VECTORS["chains"], ids=lambda chain: chain["name"])
def test_every_chain_verifies_with_its_trust(chain: dict[str, Any]):
    promised = chain["manifest"].encode(), chain["publication"].encode()
    answers = [answer(*promised, text.encode()) for text in chain["reveals"]]
    assert answers == [f"ok {trust}" for trust in chain["trust"]]


@pytest.mark.parametrize("row", VECTORS["refusals"], ids=lambda row: row["name"])
def test_a_fault_is_answered_with_its_code(row: dict[str, Any]):
    assert answer(*as_bytes(row)) == row["code"]


# Faults in the order of the checks; each can be planted beside any later one.


def blank_in_manifest(files: Files) -> None:
    files.manifest = canonical_json(files.manifest) + b" "


def unknown_generator(files: Files) -> None:
    files.manifest["generator"] = "predicate:nice"


def line_end_in_publication(files: Files) -> None:
    files.publication = canonical_json(files.publication) + b"\n"


def publication_in_a_list(files: Files) -> None:
    files.publication = [files.publication]


def line_end_in_reveal(files: Files) -> None:
    files.reveal = canonical_json(files.reveal) + b"\n"


def unknown_key_in_reveal(files: Files) -> None:
    files.reveal["dealer"] = "N"


def version_of_publication(files: Files) -> None:
    files.publication["version"] = "rikdeal-2"


def version_of_reveal(files: Files) -> None:
    files.reveal["version"] = "rikdeal-2"


def event_of_publication(files: Files) -> None:
    files.publication["event"] = "other"


def event_of_reveal(files: Files) -> None:
    files.reveal["event"] = "other"


def manifest_of_publication(files: Files) -> None:
    files.publication["manifest_sha256"] = "00" * 32


def manifest_of_reveal(files: Files) -> None:
    files.reveal["manifest_sha256"] = "00" * 32


def another_hash(files: Files) -> None:
    files.publication["publication_sha256"] = "00" * 32


def another_session(files: Files) -> None:
    files.reveal["session"] = "9"


def key_in_capitals(files: Files) -> None:
    files.reveal["key"] = "AB" * 32


def another_commitment(files: Files) -> None:
    files.reveal["commitment"] = "00" * 32


def another_source(files: Files) -> None:
    files.reveal["beacon"]["source"] = "dice"


def row_missing(files: Files) -> None:
    del files.reveal["deals"][-1]


def another_number(files: Files) -> None:
    files.reveal["deals"][0]["number"] = "5"


FAULTS: list[tuple[Callable[[Files], None], str]] = [
    (blank_in_manifest, "not_canonical"),
    (unknown_generator, "bad_manifest"),
    (line_end_in_publication, "not_canonical"),
    (publication_in_a_list, "bad_shape"),
    (line_end_in_reveal, "not_canonical"),
    (unknown_key_in_reveal, "bad_shape"),
    (version_of_publication, "bad_version"),
    (version_of_reveal, "bad_version"),
    (event_of_publication, "wrong_event"),
    (event_of_reveal, "wrong_event"),
    (manifest_of_publication, "wrong_manifest"),
    (manifest_of_reveal, "wrong_manifest"),
    (another_hash, "bad_publication"),
    (another_session, "unknown_session"),
    (key_in_capitals, "bad_key"),
    (another_commitment, "wrong_commitment"),
    (another_source, "bad_beacon"),
    (row_missing, "bad_deals"),
    (another_number, "wrong_deal"),
]


@pytest.mark.parametrize(
    ("plant", "code"), FAULTS, ids=lambda fault: getattr(fault, "__name__", "")
)
def test_one_fault_alone_has_its_code(plant: Callable[[Files], None], code: str):
    files = good_files()
    plant(files)
    assert files.answer() == code


def test_of_two_faults_the_first_in_order_is_the_answer():
    for (first, code), (second, _) in combinations(FAULTS, 2):
        files = good_files()
        # The later fault goes in first: an earlier one may leave nothing to plant it in.
        second(files)
        if first is publication_in_a_list and second is line_end_in_publication:
            continue
        first(files)
        assert files.answer() == code, (first.__name__, second.__name__)


@pytest.mark.parametrize("key", good_files().publication)
def test_a_key_missing_in_the_publication_is_missed_by_the_step_that_looks_at_it(key: str):
    files = good_files()
    del files.publication[key]
    assert files.answer() == {
        "commitments": "bad_publication",
        "event": "wrong_event",
        "manifest_sha256": "wrong_manifest",
        "publication_sha256": "bad_publication",
        "version": "bad_version",
    }.get(key)


@pytest.mark.parametrize("key", good_files().reveal)
def test_a_key_missing_in_the_reveal_is_missed_by_the_step_that_looks_at_it(key: str):
    files = good_files()
    del files.reveal[key]
    assert files.answer() == {
        "beacon": "bad_beacon",
        "commitment": "wrong_commitment",
        "deals": "bad_deals",
        "event": "wrong_event",
        "key": "bad_key",
        "manifest_sha256": "wrong_manifest",
        "session": "unknown_session",
        "version": "bad_version",
    }.get(key)


@pytest.mark.parametrize("value", [None, True, 7, [], {}, [None], [{}]], ids=repr)
@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("beacon", "bad_beacon"),
        ("commitment", "wrong_commitment"),
        ("deals", "bad_deals"),
        ("key", "bad_key"),
        ("session", "unknown_session"),
    ],
)
def test_a_value_of_another_kind_has_the_code_of_its_step(key: str, code: str, value: Any):
    files = good_files()
    files.reveal[key] = value
    assert files.answer() == code


@pytest.mark.parametrize(
    "commitments",
    [
        None,
        [],
        [None],
        [{"session": "1"}],
        [{"commitment": "00" * 32, "note": "", "session": "1"}],
        [{"commitment": 7, "session": "1"}],
        [{"commitment": "00" * 32, "session": 1}],
        [{"commitment": "00" * 32, "session": "2"}],
        [{"commitment": "00" * 32, "session": "1"}] * 2,
    ],
    ids=str,
)
def test_commitments_are_those_of_the_sessions_in_order(commitments: Any):
    files = good_files()
    files.publication["commitments"] = commitments
    assert files.answer() == "bad_publication"


@pytest.mark.parametrize("value", ["AB", "a", "a b", "ab ", " ab", "zz", "", None, 7])
def test_a_beacon_value_is_hex_in_small_letters(value: Any):
    files = good_files()
    files.reveal["beacon"]["value"] = value
    assert files.answer() == "bad_beacon"


@pytest.mark.parametrize("board", [True, "1", None, 0, 3, []], ids=repr)
def test_a_row_of_no_board_of_the_session_is_bad(board: Any):
    files = good_files()
    files.reveal["deals"][0]["board"] = board
    assert files.answer() == "bad_deals"


@pytest.mark.parametrize("variant", [None, 0, "reserve-0", "reserve-1000000", ["original"]])
def test_a_row_of_no_variant_is_bad(variant: Any):
    files = good_files()
    files.reveal["deals"][0]["variant"] = variant
    assert files.answer() == "bad_deals"


@pytest.mark.parametrize("key", ["board", "counter", "deal", "number", "variant"])
def test_a_row_has_all_its_keys(key: str):
    files = good_files()
    del files.reveal["deals"][0][key]
    assert files.answer() == "bad_deals"


def test_a_row_has_no_other_keys():
    files = good_files()
    files.reveal["deals"][0]["dealer"] = "N"
    assert files.answer() == "bad_deals"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("counter", True),  # the counter is 1, and to Python True == 1
        ("counter", "1"),
        ("counter", None),
        ("number", "05891372547409575553818739649"),
        ("deal", "N:AJT6.52.K2.JA764 K532.K863.J43.52 94.QJ9.9865.QT83 Q87.AT74.AQT7.K9"),
        ("deal", []),
        ("draws", {}),
        ("draws", {"turned": 7}),
        ("draws", None),
    ],
)
def test_a_row_says_exactly_what_the_key_gives(key: str, value: Any):
    files = good_files()
    files.reveal["deals"][0][key] = value
    assert files.answer() == "wrong_deal"


def wiezen() -> Files:
    """A session of a ruleset that turns a card."""
    manifest = write_manifest(
        event="open",
        generator="uniform",
        ruleset="wiezen",
        ruleset_sha256="00" * 32,
        sessions=[Session("1", (1, 2), "2027-03-28T11:00:00Z")],
        draws=["turned"],
    )
    key = bytes(range(32))
    written = (
        manifest.content,
        publication(manifest, keys={"1": key}),
        reveal(manifest, "1", key=key, beacon=NO_BEACON),
    )
    return Files(*map(json.loads, written))


def test_further_draws_are_verified():
    assert wiezen().answer() == "ok organizer"


def test_a_further_draw_that_is_another_or_missing_is_a_wrong_deal():
    files = wiezen()
    turned = files.reveal["deals"][1]["draws"]["turned"]
    files.reveal["deals"][1]["draws"]["turned"] = (turned + 1) % 13
    assert files.answer() == "wrong_deal"
    del files.reveal["deals"][1]["draws"]
    assert files.answer() == "wrong_deal"


def test_one_deal_twice_is_the_last_fault_of_all(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(dealing, "number_at", lambda *_, **__: 7)
    files = good_files()
    for row in files.reveal["deals"]:
        row |= {"counter": 0, "deal": dealing.Deal.from_number(7).notation, "number": "7"}
    assert files.answer() == "same_deal_twice"


@settings(max_examples=300)
@given(st.sampled_from(range(3)), st.data(), st.integers(1, 255))
def test_any_changed_byte_of_any_file_is_refused(file: int, data: st.DataObject, change: int):
    at = data.draw(st.integers(0, len(GOOD[file]) - 1))
    changed = bytearray(GOOD[file])
    changed[at] ^= change
    files = [bytes(changed) if index == file else good for index, good in enumerate(GOOD)]
    assert not answer(*files).startswith("ok")


def test_a_last_bit_turned_anywhere_in_a_reveal_is_refused():
    for at in range(len(GOOD[2])):
        changed = bytearray(GOOD[2])
        changed[at] ^= 1
        assert not answer(*GOOD[:2], bytes(changed)).startswith("ok"), at


@settings(max_examples=100)
@given(st.sampled_from(range(3)), st.binary(max_size=40))
@example(2, b"\0")
def test_bytes_that_are_no_file_are_refused_and_never_crash(file: int, content: bytes):
    files = [content if index == file else good for index, good in enumerate(GOOD)]
    assert not answer(*files).startswith("ok")


# The door.


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a stranger needs: the engine, this package, three files."""
    shutil.copytree(ROOT / "engine", tmp_path / "engine")
    shutil.copytree(ROOT / "tournaments/domain", tmp_path / "tournaments/domain")
    shutil.copy(ROOT / "tournaments/__init__.py", tmp_path / "tournaments")
    for name, content in zip(("manifest", "publication", "reveal"), GOOD, strict=True):
        (tmp_path / f"{name}.json").write_bytes(content)
    return tmp_path


def knock(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """No environment, no user's and no installed packages: the standard library alone."""
    return subprocess.run(
        [sys.executable, "-E", "-s", "-S", "-m", "tournaments.domain.verify", *arguments],
        cwd=folder,
        env={"PATH": os.defpath},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_door_says_ok_to_a_stranger_without_our_packages(folder: Path):
    answered = knock(folder, "manifest.json", "publication.json", "reveal.json")
    assert (answered.stdout, answered.stderr, answered.returncode) == ("ok beacon\n", "", 0)


def test_the_door_prints_the_code_of_the_fault(folder: Path):
    (folder / "reveal.json").write_bytes(GOOD[2] + b"\n")
    answered = knock(folder, "manifest.json", "publication.json", "reveal.json")
    assert (answered.stdout, answered.returncode) == ("not_canonical\n", 1)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["manifest.json", "publication.json"],
        ["manifest.json", "publication.json", "reveal.json", "reveal.json"],
        ["manifest.json", "publication.json", "nowhere.json"],
        ["manifest.json", "publication.json", "engine"],
        ["--seed", "publication.json", "reveal.json"],
    ],
    ids=" ".join,
)
def test_the_door_has_no_use_for_other_arguments(folder: Path, arguments: list[str]):
    answered = knock(folder, *arguments)
    assert (answered.stdout, answered.returncode) == ("", 2)
    assert "Traceback" not in answered.stderr


def test_the_door_loads_no_framework_even_where_there_is_one(folder: Path):
    program = (
        "import runpy, sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "import django.utils.version\n"
        "installed = [name for name in sys.modules if name.split('.')[0] == 'django']\n"
        "for name in installed: del sys.modules[name]\n"
        "sys.argv[1:] = ['manifest.json', 'publication.json', 'reveal.json']\n"
        "try:\n"
        "    runpy.run_module('tournaments.domain.verify', run_name='__main__')\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0\n"
        "ours = {'deploy', 'clubs', 'gameplay', 'django'}\n"
        "print(sorted(ours & {name.split('.')[0] for name in sys.modules}))\n"
    )
    answered = subprocess.run(
        [sys.executable, "-I", "-c", program],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert answered.stdout == "ok beacon\n[]\n", answered.stderr
