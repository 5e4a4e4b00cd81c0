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


GAMES = [
    record
    for name in (
        "championship-online",
        "championship-offline",
        "wikibooks",
        "platform",
        "german",
        "wiezen",
        "options",
    )
    for record in records(f"{name}.jsonl")
]
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
    "wiezen-no-turned": "missing_turned",
    "wiezen-turned-elsewhere": "turned_elsewhere",
    "wrong-seat-to-bid": "not_your_turn",
    "bid-after-pass": "not_your_turn",
    "underbid": "illegal_bid",
    "jump-raise": "illegal_bid",
    "solo-without-rik": "illegal_bid",
    "solo-opening": "illegal_bid",
    "open-bid-online": "illegal_bid",
    "troela-in-championship": "illegal_bid",
    "platform-solo": "illegal_bid",
    "troela-duty-pass": "illegal_bid",
    "troela-without-aces": "illegal_bid",
    "platform-join": "illegal_bid",
    "wiezen-solo-opening": "illegal_bid",
    "wiezen-bid-after-wachten": "illegal_bid",
    "wiezen-joins-himself": "illegal_bid",
    "troela-duty-lower-bid": "illegal_bid",
    "wiezen-wachten-second-seat": "illegal_bid",
    "wiezen-troel-duty": "illegal_bid",
    "own-ace-called": "illegal_called_card",
    "trump-ace-called": "illegal_called_card",
    "beter-not-hearts": "illegal_trump",
    "wikibooks-rik-in-hearts": "illegal_trump",
    "wikibooks-alleen-in-hearts": "illegal_trump",
    "no-card-called": "illegal_called_card",
    "blind-although-normal-call": "illegal_called_card",
    "blind-without-need": "blind_mismatch",
    "blind-not-said": "blind_mismatch",
    "king-called-without-aces": "illegal_called_card",
    "troela-trump-of-ace": "illegal_trump",
    "troela-declarer-names-trump": "not_your_turn",
    "choose-unknown-game": "illegal_pass_game",
    "choose-by-forehand": "not_your_turn",
    "play-before-declare": "wrong_phase",
    "revoke-platform": "must_follow_suit",
    "revoke-wiezen": "must_follow_suit",
    "revoke-championship-offline": "must_follow_suit",
    "called-ace-withheld-wikibooks": "must_play_called_card",
    "called-ace-withheld-german": "must_play_called_card",
    "called-ace-withheld-championship-online": "must_play_called_card",
    "called-suit-led-low": "must_play_called_card",
    "card-not-in-hand": "card_not_in_hand",
    "card-played-twice": "card_not_in_hand",
    "out-of-turn": "not_your_turn",
    "face-down-without-blind": "face_down_not_allowed",
    "second-blind-lead": "face_down_not_allowed",
    "play-after-the-end": "game_finished",
    "schoppen-mie-spade-lead": "spade_barred",
    "schoppen-mie-queen-kept": "must_discard_queen",
    "troel-wrong-first-lead": "must_play_called_card",
    "open-piek-forehand-leads": "not_your_turn",
    "unknown-action": "unknown_do",
    "turned-at-the-dealer": "unexpected_turned",
    "turned-elsewhere": "unexpected_turned",
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
