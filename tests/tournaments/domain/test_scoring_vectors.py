"""Every line of the scoring vectors, and what the same code refuses beyond them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tournaments.domain.score import answer

LINES = json.loads(
    (Path(__file__).parents[2] / "vectors" / "scoring.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["name"])
def test_the_answer_is_the_expected_one(line: dict[str, Any]):
    assert answer(line["input"]) == line["expect"]


def good() -> dict[str, Any]:
    """Two tables, one board."""
    found = next(line["input"] for line in LINES if line["name"] == "two tables, one board")
    return copy.deepcopy(found)


def refusal(change: Callable[[dict[str, Any]], object]) -> object:
    given = good()
    change(given)
    return answer(given).get("error")


def stage_of(given: dict[str, Any]) -> dict[str, Any]:
    return given["stages"][0]


BROKEN: list[tuple[str, str, Callable[[dict[str, Any]], object]]] = [
    ("a misspelt setting", "unknown_field", lambda g: g.update(primray="points")),
    ("a misspelt part", "unknown_field", lambda g: stage_of(g).update(penalty=[])),
    ("no entries", "malformed", lambda g: g.pop("entries")),
    ("no results", "malformed", lambda g: stage_of(g).pop("results")),
    ("a board without a number", "malformed", lambda g: stage_of(g)["results"][0].pop("board")),
    ("true as a score", "bad_scores", lambda g: stage_of(g)["results"][0]["scores"].update(N=True)),
    ("a fifth seat", "bad_seats", lambda g: stage_of(g)["results"][0]["seats"].update(X="p001")),
    ("an empty seat", "bad_seats", lambda g: stage_of(g)["results"][0]["seats"].update(N=None)),
    ("carry as a float", "bad_carry", lambda g: stage_of(g).update(carry=0.5)),
    ("carry by nought", "bad_carry", lambda g: stage_of(g).update(carry="1/0")),
    ("a list twice", "entry_twice", lambda g: stage_of(g).update(entries=["p001", "p001"])),
    ("a stranger in the stage", "unknown_entry", lambda g: stage_of(g).update(entries=["zz"])),
    (
        "a penalty for a stranger",
        "unknown_entry",
        lambda g: stage_of(g).update(penalties=[{"entry": "zz", "percent": "10"}]),
    ),
    (
        "a penalty of nothing",
        "bad_penalty",
        lambda g: stage_of(g).update(penalties=[{"entry": "p001"}]),
    ),
    (
        "neither award nor outcomes",
        "bad_adjustment",
        lambda g: stage_of(g).update(adjusted=[{"session": "1", "board": 1, "entry": "p001"}]),
    ),
    (
        "half a point",
        "bad_adjustment",
        lambda g: stage_of(g).update(
            adjusted=[
                {
                    "session": "1",
                    "board": 1,
                    "entry": "p001",
                    "outcomes": [{"points": 1.5, "weight": "1"}],
                }
            ]
        ),
    ),
    ("a team of none", "malformed", lambda g: g.update(team_counting=0)),
]


@pytest.mark.parametrize(("name", "code", "change"), BROKEN, ids=[row[0] for row in BROKEN])
def test_input_that_cannot_be_meant_is_refused(
    name: str, code: str, change: Callable[[dict[str, Any]], object]
):
    assert refusal(change) == code


@pytest.mark.parametrize("given", [None, [], "stages", 7, {"entries": 1, "stages": []}])
def test_no_championship_at_all_is_refused(given: object):
    assert answer(given) == {"error": "malformed"}
