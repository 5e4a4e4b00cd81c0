"""The house rules of a club: the form and the words of the rules, for a package that may not
import those."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs import ports
from engine import rulesets
from gameplay import option_fields, rule_texts, rulebook
from tournaments import presenting


class HouseRulesForm(option_fields.ChoosesRules):
    ruleset = forms.ChoiceField(label=_("Rules"), choices=option_fields.choices)


def _form(data: Any, ruleset: str) -> HouseRulesForm:
    return HouseRulesForm(data, initial={"ruleset": ruleset or rulesets.DEFAULT}, label_suffix="")


def register() -> None:
    ports.register_rules(
        ports.Rules(
            form=_form,
            template="gameplay/_rulesets.html",
            style="gameplay/options.css",
            name=rule_texts.ruleset_name,
            told=presenting.rules_told,
            address=rulebook.address,
        )
    )
