"""The form's rules are the engine's: every ruleset, every option, and only what can hold."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from engine import rulesets
from gameplay.forms import TableForm
from gameplay.option_fields import ChoosesRules
from tournaments.forms import TournamentForm

SEATS = {"seat_W": "house", "seat_N": "house", "seat_E": "house"}


def sent(ruleset: str, **changed: object) -> TableForm:
    given = {name.replace("__", "-"): str(value) for name, value in changed.items()}
    return TableForm({"ruleset": ruleset, **SEATS, **given})


def test_every_option_of_every_ruleset_can_be_set() -> None:
    form = TableForm()
    for slug in rulesets.names():
        for spec in rulesets.get(slug).option_specs:
            if spec.name != "values":
                field: Any = form.fields[f"{slug}-{spec.name}"]
                assert len(field.choices) == len(spec.values)
                assert field.help_text


def test_what_is_left_alone_is_no_option_and_what_is_changed_is_one() -> None:
    form = sent(
        "german", german__troela="optional", german__alleen_7="true", german__no_piek="false"
    )
    assert form.is_valid(), form.errors
    assert form.options() == {"troela": "optional", "alleen_7": True}
    assert sent("german").is_valid()


def test_the_form_begins_with_four_players_and_the_online_championship() -> None:
    form = TableForm()
    assert (form["players"].value(), form["ruleset"].value()) == (4, "championship-online")


def test_options_of_another_ruleset_than_the_chosen_one_are_not_read() -> None:
    form = sent("platform", german__troela="optional")
    assert form.is_valid()
    assert form.options() == {}


def test_points_are_replaced_bid_by_bid_in_the_shape_of_the_rules() -> None:
    form = sent("wiezen", **{"wiezen-values-miserie-base": 12, "wiezen-values-solo-over": 3})
    assert form.is_valid(), form.errors
    assert form.options() == {"values": {"miserie": 12, "solo": {"over": 3}}}
    tuned = rulesets.get("wiezen").with_options(form.options())
    assert tuned.rungs["miserie"].values.made == 12
    assert (tuned.rungs["solo"].values.made, tuned.rungs["solo"].values.over) == (2, 3)
    wrong = sent("wiezen", **{"wiezen-values-miserie-base": "many"})
    assert "wiezen-values-miserie-base" in wrong.errors
    [group] = [one for one in wrong.groups if one.chosen]
    assert group.open
    assert group.points_open


def test_options_that_cannot_go_together_are_named_where_they_are_set() -> None:
    form = sent("german", german__troela="absent", german__troela_trump="declarer")
    with translation.override("nl"):
        assert not form.is_valid()
        [told] = form.errors["german-troela"]
        assert told == "Dit gaat niet samen: Troela, De troef van een troela."
    assert form.rules_open


@pytest.mark.parametrize(("kind", "offered"), [(TableForm, True), (TournamentForm, False)])
def test_dealing_again_is_offered_at_a_free_table_and_not_where_several_play_a_board(
    kind: type[ChoosesRules], offered: bool
) -> None:
    fields: Any = kind().fields
    assert ("wikibooks-redeal" in fields) is offered
    games = [value for value, _ in fields["wikibooks-pass_game"].choices]
    assert ("redeal" in games) is offered
    assert "two_or_five" in games
