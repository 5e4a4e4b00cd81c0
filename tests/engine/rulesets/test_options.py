"""What holds for the options of every ruleset."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

import engine
from engine import BadOption, rulesets
from engine.rulesets.base import OptionSpec
from tests.engine.rulesets.tables import bidding

EVERY = [
    pytest.param(slug, spec, id=f"{slug} {spec.name}")
    for slug in rulesets.names()
    for spec in rulesets.get(slug).option_specs
]


@pytest.mark.parametrize(("slug", "spec"), EVERY)
def test_an_option_has_a_default_a_line_about_it_and_a_nearest_value(slug: str, spec: OptionSpec):
    rules = rulesets.get(slug)
    assert spec.about.endswith(".")
    assert "\n" not in spec.about
    assert spec.check(spec.default, rules) == spec.default
    with pytest.raises(BadOption) as refused:
        rules.resolve({spec.name: "no such value"})
    assert refused.value.detail["option"] == spec.name


@pytest.mark.parametrize(("slug", "spec"), EVERY)
def test_every_value_of_an_option_is_another_set_of_rules_or_the_default(
    slug: str, spec: OptionSpec
):
    rules = rulesets.get(slug)
    plain = rules.with_options({})
    for value in spec.values:
        tuned = rules.with_options({spec.name: value})
        if value == spec.default:
            assert tuned == plain
            assert rulesets.options_sha256(slug, {spec.name: value}) == (
                rulesets.options_sha256(slug, {})
            )
        else:
            assert tuned.options[spec.name] == value
            assert rulesets.options_sha256(slug, {spec.name: value}) != (
                rulesets.options_sha256(slug, {})
            )
            assert tuned != plain


@pytest.mark.parametrize("slug", rulesets.names())
def test_any_two_options_go_together_or_are_refused_with_a_reason(slug: str):
    rules = rulesets.get(slug)
    plain = {spec.name: spec.default for spec in rules.option_specs}
    for one, two in itertools.combinations(rules.option_specs, 2):
        for left, right in itertools.product(one.values, two.values):
            chosen = {one.name: left, two.name: right}
            if any(one.holds({**plain, **chosen}) for one in rules.contradictions):
                with pytest.raises(BadOption, match=r"\w+( \S+){4}"):
                    rules.resolve(chosen)
                continue
            tuned = rules.with_options(chosen)
            ranks = [rung.rank for rung in tuned.ladder]
            assert ranks == sorted(ranks)
            assert {rung.bid for rung in tuned.ladder} >= {
                bid for rung in tuned.ladder for bid in rung.joined_by
            }


@pytest.mark.parametrize("slug", rulesets.names())
def test_options_survive_a_record(slug: str):
    rules = rulesets.get(slug)
    for spec in rules.option_specs:
        for value in spec.values:
            state = bidding(slug, **{spec.name: value}).state
            record = json.loads(json.dumps(engine.write_record(state, [])))
            assert (spec.name in record["options"]) == (value != spec.default)
            assert engine.fold(record).state == state


@pytest.mark.parametrize("slug", rulesets.names())
def test_only_a_ruleset_that_turns_a_card_takes_one(slug: str):
    state = bidding(slug).state
    assert (state.turned is not None) == ("turned" in state.ruleset.draws)


@pytest.mark.parametrize("slug", rulesets.names())
def test_a_board_of_several_tables_is_never_dealt_again(slug: str):
    rules = rulesets.get(slug)
    frozen = rules.for_duplicate({})
    assert not any(game.redeal for game in rules.with_options(frozen).pass_games)
    assert rules.for_duplicate(frozen) == frozen


@pytest.mark.parametrize("asked", [{"redeal": True}, {"pass_game": "redeal"}])
def test_who_asks_for_a_redeal_on_such_a_board_is_told_what_else_there_is(asked: dict[str, object]):
    with pytest.raises(BadOption, match=r"two_or_five, .*verplichte_rik") as refused:
        rulesets.get("wikibooks").for_duplicate(asked)
    assert refused.value.code == "redeal_on_duplicate"
    assert refused.value.detail["option"] == next(iter(asked))


def test_another_pass_game_is_kept_on_such_a_board():
    asked = {"pass_game": "rondpiek"}
    assert rulesets.get("wikibooks").for_duplicate(asked) == asked


def test_no_other_module_asks_which_ruleset_it_is():
    """Outside the rulesets' own files no source names one."""
    folder = Path(engine.__file__).parent
    for source in folder.rglob("*.py"):
        if source.parent.name == "rulesets":
            continue
        text = source.read_text(encoding="utf-8")
        code = [line for line in text.splitlines() if "slug ==" in line or "slug in" in line]
        assert code == [], source
        for slug in rulesets.names():
            assert f'== "{slug}"' not in text, source
