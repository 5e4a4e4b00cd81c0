"""Whole games judged by somebody else: answer, every prefix, every flaw at its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import engine

FOLDER = Path(__file__).parent.parent / "vectors"


def records(name: str) -> list[dict[str, Any]]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def by_name(record: dict[str, Any]) -> str:
    return str(record["name"])


GAMES = [*records("championship-online.jsonl"), *records("options.jsonl")]
FLAWS = records("illegal.jsonl")

CODES = {
    "unknown-ruleset": "unknown_ruleset",
    "unknown-option": "unknown_option",
    "wrong-format": "bad_format",
    "wrong-version": "bad_version",
    "bad-dealer": "bad_seat",
    "twelve-cards": "bad_deal",
    "duplicate-card": "bad_deal",
    "three-hands": "bad_deal",
    "five-suits": "bad_deal",
    "bad-rank": "bad_deal",
    "bad-first-seat": "bad_deal",
    "no-deal": "bad_deal",
    "turned-at-the-dealer": "unexpected_turned",
    "turned-elsewhere": "unexpected_turned",
    "wrong-seat-to-bid": "not_your_turn",
    "solo-without-rik": "illegal_bid",
    "open-bid-online": "illegal_bid",
    "trump-ace-called": "illegal_called_card",
    "choose-unknown-game": "illegal_pass_game",
    "choose-by-forehand": "not_your_turn",
    "called-ace-withheld-championship-online": "must_play_called_card",
    "play-after-the-end": "game_finished",
    "schoppen-mie-spade-lead": "spade_barred",
    "schoppen-mie-queen-kept": "must_discard_queen",
    "unknown-action": "unknown_do",
}


@pytest.mark.parametrize("record", GAMES, ids=by_name)
def test_a_whole_game_has_the_expected_answer(record: dict[str, Any]):
    assert engine.fold(record).answer == {"legal": [], **record["expect"]}


def in_any_order(prefix: dict[str, Any]) -> tuple[object, list[str]]:
    return prefix["to_act"], sorted(
        json.dumps(action, sort_keys=True) for action in prefix["legal"]
    )


@pytest.mark.parametrize(
    "record", [record for record in GAMES if "prefixes" in record], ids=by_name
)
def test_after_every_action_the_legal_ones_are_the_expected_ones(record: dict[str, Any]):
    prefixes = engine.fold(record).prefixes
    assert [in_any_order(one) for one in prefixes] == [
        in_any_order(one) for one in record["prefixes"]
    ]


@pytest.mark.parametrize("record", FLAWS, ids=by_name)
def test_a_flaw_is_refused_where_it_is_and_for_what_it_is(record: dict[str, Any]):
    with pytest.raises(engine.RecordError) as refused:
        engine.fold(record)
    assert refused.value.index == record["illegal_at"]
    assert refused.value.code == CODES[record["name"]]
    assert "\n" not in refused.value.message


@pytest.mark.parametrize(
    "record", [flaw for flaw in FLAWS if flaw["illegal_at"] is not None], ids=by_name
)
def test_up_to_its_flaw_the_game_is_sound(record: dict[str, Any]):
    upto = {**record, "actions": record["actions"][: record["illegal_at"]]}
    assert len(engine.fold(upto).prefixes) == record["illegal_at"] + 1
