"""Every refusal of a tournament has words for people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tournaments
from gameplay.texts import TEXTS as AT_THE_TABLE
from tournaments import texts

FOLDER = Path(tournaments.__file__).parent
RAISED = re.compile(r"(?:TournamentRefused|NoSuchTournament)\(\s*\"([a-z_]+)\"")
CHOSEN = re.compile(r"\"([a-z_]+)\" if \w+ else \"([a-z_]+)\",\n\s+\"the clock is moved then\"")


def codes() -> list[str]:
    found: set[str] = set()
    for part in ("domain", "services", "selectors"):
        for path in (FOLDER / part).glob("*.py"):
            source = path.read_text()
            found.update(RAISED.findall(source))
            found.update(code for pair in CHOSEN.findall(source) for code in pair)
    found.update(RAISED.findall((FOLDER / "stream.py").read_text()))
    return sorted(found)


def test_the_codes_are_found() -> None:
    assert {"wall_time_missing", "stale_version", "not_seated", "no_such_round"} <= set(codes())


@pytest.mark.parametrize("code", codes())
def test_a_code_has_a_sentence(code: str) -> None:
    assert code in texts.TEXTS, f"say in tournaments/texts.py what {code} means"
    assert str(texts.TEXTS[code]).endswith((".", "?"))


def test_codes_of_the_card_table_keep_their_own_words() -> None:
    assert texts.text_for("table_closed") == str(AT_THE_TABLE["table_closed"])
    assert texts.text_for("nobody knows this one") == str(AT_THE_TABLE["internal"])
