"""When a session is over its key is published, by itself, and everybody can check the deals."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from gameplay import dealing
from gameplay.eventstore import store
from tests.service import ROOT
from tests.tournaments.deals.setting import (
    NOON,
    deal,
    happens,
    play,
    release_boards,
    scheduled,
    setup,
)
from tournaments import stream
from tournaments.domain.events import (
    BoardReleased,
    RoundClosed,
    RoundClosing,
    RoundStarted,
    TournamentCancelled,
)
from tournaments.models import Board, Session, SessionKey
from tournaments.services import deals

pytestmark = pytest.mark.django_db
EVENING = NOON + timedelta(hours=9)


def revealed(key: str) -> list[str]:
    known = stream.state(key).championship.sessions
    return [each.name for each in known if each.revealed]


def test_a_session_is_revealed_by_itself_once_its_last_board_is_released() -> None:
    key = scheduled()
    for number in (1, 2):
        assert deals.reveal_due(EVENING) == 0
        play(key, number, release=False)
        assert deals.reveal_due(EVENING) == 0
        release_boards(key, number)
    assert deals.reveal_due(EVENING) == 1
    assert revealed(key) == ["1"]
    assert Session.objects.get(key=f"{key}:1").revealed == EVENING
    [event] = store.find_command(stream.name(key), "reveal:1")
    assert (event.actor, event.payload) == ("system:tick", {"session": "1"})
    # The other session's deals stay as secret as they were.
    assert deals.reveal_bytes(key, "2") is None
    assert deals.reveal_due(EVENING) == 0


def test_while_one_board_may_still_be_played_nothing_is_revealed() -> None:
    key = scheduled(setup((1,)))
    deal(key, 1)
    happens(key, RoundStarted(1))
    state = stream.state(key).championship
    for board in state.rounds[0].boards:
        happens(key, BoardReleased("1", board.number))
    for event in (RoundClosing(1), RoundClosed(1)):
        assert deals.reveal_due(EVENING) == 0
        assert not deals.reveal(key, "1", now=EVENING)
        assert deals.reveal_bytes(key, "1") is None
        happens(key, event)
    assert deals.reveal_due(EVENING) == 1


def test_a_round_that_is_dealt_and_waits_keeps_its_session_closed() -> None:
    key = scheduled(setup((2,)))
    play(key, 1)
    deal(key, 2)
    assert deals.reveal_due(EVENING) == 0
    assert not deals.reveal(key, "1", now=EVENING)


def test_two_ticks_reveal_once() -> None:
    key = scheduled(setup((1,)))
    play(key, 1)
    assert deals.reveal(key, "1", now=EVENING)
    assert not deals.reveal(key, "1", now=EVENING)
    events = [row.type for row in store.load(stream.name(key))]
    assert events.count("SessionRevealed") == 1


def test_after_a_cancellation_what_was_played_is_revealed_and_the_rest_stays_secret() -> None:
    key = scheduled(setup((2, 1)))
    play(key, 1)
    deal(key, 2)
    happens(key, TournamentCancelled())
    assert deals.reveal_due(EVENING) == 1
    assert revealed(key) == ["1"]


def test_a_cancellation_in_mid_round_waits_for_its_tables() -> None:
    key = scheduled(setup((2,)))
    play(key, 1)
    deal(key, 2)
    happens(key, RoundStarted(2))
    happens(key, RoundClosing(2), TournamentCancelled())
    assert deals.reveal_due(EVENING) == 0
    happens(key, RoundClosed(2))
    assert deals.reveal_due(EVENING) == 0
    release_boards(key, 2)
    assert deals.reveal_due(EVENING) == 1


def test_looking_for_sessions_to_reveal_is_one_question(
    django_assert_num_queries: object,
) -> None:
    key = scheduled()
    play(key, 1)
    with django_assert_num_queries(1):
        deals.reveal_due(EVENING)


# -- the files -------------------------------------------------------------------------------------


def over(**how: object) -> str:
    key = scheduled(setup((2,), **how))
    play(key, 1)
    play(key, 2)
    assert deals.reveal_due(EVENING) == 1
    return key


def files(key: str) -> dict[str, bytes]:
    made = {
        "manifest.json": deals.manifest_bytes(key),
        "publication.json": deals.publication_bytes(key),
        "reveal-1.json": deals.reveal_bytes(key, "1"),
    }
    assert all(made.values())
    return made


def test_the_reveal_holds_the_deals_that_were_played() -> None:
    key = over()
    told = json.loads(files(key)["reveal-1.json"])
    rows = Board.objects.filter(tournament=key).order_by("number")
    assert [(row["board"], row["deal"], row["variant"]) for row in told["deals"]] == [
        (row.number, dealing.unseal(row.deal_id).deal.notation, "original") for row in rows
    ]
    assert told["beacon"] == {"source": None, "value": ""}


def test_the_server_comes_to_the_same_verdict() -> None:
    assert deals.checked(over(), "1") == "organizer"


def run_verifier(folder: Path) -> subprocess.CompletedProcess[str]:
    """As a stranger would: the pure part copied beside the files, and nothing else of ours."""
    return subprocess.run(
        [
            sys.executable,
            "-S",
            "-m",
            "tournaments.domain.verify",
            "manifest.json",
            "publication.json",
            "reveal-1.json",
        ],
        cwd=folder,
        # No site packages and no path of ours: what is in the folder, and the standard library.
        env={"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def strangers_folder(tmp_path: Path) -> Path:
    for package in ("engine", "tournaments/domain"):
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    (tmp_path / "tournaments/__init__.py").touch()
    return tmp_path


@pytest.mark.parametrize("generator", ["uniform", "predicate:long-suit"])
def test_a_stranger_with_the_three_files_finds_them_true(
    strangers_folder: Path, generator: str
) -> None:
    for name, content in files(over(generator=generator)).items():
        (strangers_folder / name).write_bytes(content)
    done = run_verifier(strangers_folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ok organizer\n", "")


@pytest.mark.parametrize(
    ("file", "before", "after", "code"),
    [
        ("manifest.json", b"Open Brabants", b"Open Brabantz", "wrong_manifest"),
        (
            "publication.json",
            b'"publication_sha256":"',
            b'"publication_sha256": "',
            "not_canonical",
        ),
        ("reveal-1.json", b'"variant":"original"', b'"variant":"reserve-1"', "bad_deals"),
        ("reveal-1.json", b'"counter":0', b'"counter":1', "wrong_deal"),
        ("reveal-1.json", b'"deal":"N:', b'"deal":"E:', "wrong_deal"),
    ],
)
def test_one_changed_byte_and_a_stranger_sees_where(
    strangers_folder: Path, file: str, before: bytes, after: bytes, code: str
) -> None:
    for name, content in files(over()).items():
        changed = content.replace(before, after, 1) if name == file else content
        (strangers_folder / name).write_bytes(changed)
    done = run_verifier(strangers_folder)
    assert (done.returncode, done.stdout) == (1, f"{code}\n")


def test_another_key_in_the_reveal_is_not_the_promised_one(strangers_folder: Path) -> None:
    made = files(over())
    told = json.loads(made["reveal-1.json"])
    made["reveal-1.json"] = made["reveal-1.json"].replace(told["key"].encode(), b"00" * 32)
    for name, content in made.items():
        (strangers_folder / name).write_bytes(content)
    assert run_verifier(strangers_folder).stdout == "wrong_commitment\n"


def test_rows_that_are_made_anew_find_the_keys_where_they_were() -> None:
    key = over()
    before = files(key)
    stream.rebuild(key)
    stream.forget_everything()
    assert SessionKey.objects.filter(key__startswith=f"{key}:").count() == 1
    assert Session.objects.get(key=f"{key}:1").revealed == EVENING
    assert files(key) == before
