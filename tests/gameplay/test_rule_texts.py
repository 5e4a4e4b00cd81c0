"""Every name of the rules has words in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import translation

from engine import rulesets
from engine.bids import NO_BIDS
from gameplay import rule_texts
from gameplay.rule_texts import OPTIONS

RULES = [rulesets.get(slug) for slug in rulesets.names()]
BIDS = {rung.bid for rules in RULES for rung in rules.ladder} | NO_BIDS
GAMES = {game.game for rules in RULES for game in rules.pass_games}


@pytest.mark.parametrize("language", ["nl", "en", "de"])
def test_every_ruleset_bid_and_pass_game_has_a_name(language: str) -> None:
    with translation.override(language):
        for slug in rulesets.names():
            assert rule_texts.ruleset_name(slug) != slug
            assert str(rule_texts.ABOUT[slug])
        for bid in BIDS | {"alleen_7", "alleen_8_beter"}:
            assert "_" not in rule_texts.bid_name(bid)
            assert rule_texts.bid_name(bid) != bid
        for game in GAMES | {"thrown_in"}:
            assert "_" not in rule_texts.game_name(game)
            assert rule_texts.game_name(game) != game


def test_in_every_pass_game_that_is_played_without_a_contract_it_is_said_what_to_try() -> None:
    text = (Path(rule_texts.__file__).parent / "static/gameplay/table/hints.js").read_text("utf-8")
    for game in GAMES - {"redeal", "verplichte_rik"}:
        assert f"  {game}: gettext(" in text


def test_every_option_and_every_value_has_words() -> None:
    for rules in RULES:
        for spec in rules.option_specs:
            text = OPTIONS[spec.name]
            for value in spec.values:
                assert rule_texts.as_sent(value) in text.values, (rules.slug, spec.name, value)


def test_what_options_are_called_and_do_is_said_in_dutch_too() -> None:
    for name, text in OPTIONS.items():
        with translation.override("en"):
            english = str(text.about)
        with translation.override("nl"):
            assert str(text.about) != english, name


@pytest.mark.parametrize(
    ("contract", "told"),
    [
        ("rik_beter", "Rik beter"),
        ("alleen_9", "9 alleen"),
        ("alleen_9_beter", "9 alleen beter"),
        ("misere piek", "Misère, Piek"),
        ("open_misere_praatje", "Open misère met een praatje"),
        ("abondance_in_troef", "Abondance in troef"),
        ("verplichte_rik", "Verplichte rik"),
        ("thrown_in", "Rondpas, niet gespeeld"),
        ("", ""),
    ],
)
def test_a_contract_is_told_in_dutch(contract: str, told: str) -> None:
    with translation.override("nl"):
        assert rule_texts.contract_name(contract) == told
