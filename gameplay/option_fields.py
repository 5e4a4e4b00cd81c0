"""The rules in a form: which ruleset, and its options, made of the data that the engine plays.

Every ruleset brings a select for each of its options and number fields for its points; only those
of the chosen one are read. What is left as it is, or not sent at all, stays at its default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import RikkenError, rulesets
from engine.bids import Values
from engine.rulesets import OptionSpec, Ruleset
from gameplay import rule_texts
from gameplay.rules import OFFERED
from gameplay.texts import text_for

VALUES = "values"
MOST_POINTS = 10_000
_PARTS: Mapping[str, Promise] = {
    "base": _("points"),
    "over": _("each trick more or less"),
    "extra": _("extra for all thirteen"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """The points of one bid, a field for each part."""

    name: str
    fields: list[forms.BoundField]


@dataclass(frozen=True, slots=True)
class Group:
    """A ruleset as the form shows it. `open`, `points_open`: something there was changed or is
    wrong, so that it must not be hidden."""

    slug: str
    name: str
    about: Promise
    chosen: bool
    open: bool
    points_open: bool
    options: list[forms.BoundField]
    values: list[Row]
    reconstructed: bool


def choices() -> list[tuple[str, object]]:
    return [(slug, rule_texts.RULESETS.get(slug, slug)) for slug in OFFERED]


def fields(*, duplicate: bool) -> dict[str, forms.Field]:
    """All option fields of all rulesets. `duplicate`: for boards that several tables play."""
    return {name: made for slug in OFFERED for name, made in _fields_of(slug, duplicate)}


def _fields_of(slug: str, duplicate: bool) -> Iterator[tuple[str, forms.Field]]:
    ruleset = rulesets.get(slug)
    for spec in ruleset.option_specs:
        if spec.name == VALUES:
            yield from _value_fields(ruleset)
            continue
        allowed = [value for value in spec.values if _may_have(ruleset, spec, value, duplicate)]
        if len(allowed) > 1:
            yield _name(slug, spec.name), _option_field(spec, allowed)


def _may_have(ruleset: Ruleset, spec: OptionSpec, value: object, duplicate: bool) -> bool:
    """On its own; two values that cannot hold together are told when they are sent."""
    try:
        judge = ruleset.for_duplicate if duplicate else ruleset.resolve
        judge({spec.name: value})
    except RikkenError:
        return False
    return True


def _option_field(spec: OptionSpec, allowed: list[Any]) -> forms.ChoiceField:
    text = rule_texts.OPTIONS.get(spec.name)
    return forms.ChoiceField(
        label=text.label if text else spec.name,
        help_text=text.about if text else spec.about,
        choices=[
            (rule_texts.as_sent(value), rule_texts.value_name(spec.name, value))
            for value in allowed
        ],
        initial=rule_texts.as_sent(spec.default),
        required=False,
    )


def _value_fields(ruleset: Ruleset) -> Iterator[tuple[str, forms.Field]]:
    for entry in _entries(ruleset):
        for part, amount in entry.parts.items():
            yield (
                _name(ruleset.slug, VALUES, entry.word, part),
                forms.IntegerField(
                    label=_PARTS[part],
                    required=False,
                    min_value=0,
                    max_value=MOST_POINTS,
                    widget=forms.NumberInput(attrs={"placeholder": amount}),
                ),
            )


@dataclass(frozen=True, slots=True)
class _Entry:
    """A bid or pass game in the table of values, with the figures that may be replaced."""

    word: str
    name: str
    parts: Mapping[str, int]
    flat: bool


def _entries(ruleset: Ruleset) -> Iterator[_Entry]:
    for rung in ruleset.ladder:
        name = rule_texts.bid_name(rung.bid)
        yield _Entry(rung.bid, name, parts(rung.values), rung.values.is_flat)
    for game in ruleset.pass_games:
        if game.amount:
            name = rule_texts.game_name(game.game)
            yield _Entry(game.game, name, {"base": game.amount}, flat=True)


def parts(values: Values) -> dict[str, int]:
    """The figures of a bid that may be replaced."""
    if values.is_flat:
        return {"base": values.made}
    extra = {"extra": values.sweep} if values.sweep else {}
    return {"base": values.made, "over": values.over, **extra}


def _name(*words: str) -> str:
    return "-".join(words)


def options(slug: str, given: Mapping[str, Any]) -> dict[str, object]:
    """What was changed, of a form whose fields are valid one by one."""
    changed: dict[str, object] = {}
    ruleset = rulesets.get(slug)
    for spec in ruleset.option_specs:
        sent = given.get(_name(slug, spec.name))
        for value in spec.values:
            if sent == rule_texts.as_sent(value) and value != spec.default:
                changed[spec.name] = value
    values = {
        entry.word: sent["base"] if entry.flat else sent
        for entry in _entries(ruleset)
        if (sent := _entry(slug, entry.word, given))
    }
    return {**changed, VALUES: values} if values else changed


def _entry(slug: str, word: str, given: Mapping[str, Any]) -> dict[str, int]:
    found = {part: given.get(_name(slug, VALUES, word, part)) for part in _PARTS}
    return {part: amount for part, amount in found.items() if amount is not None}


DESSERTS = [
    ("", _("Like the others")),
    *(
        (game, rule_texts.GAMES.get(game, game))
        for game in sorted(
            {
                game.game
                for slug in rulesets.names()
                for game in rulesets.get(slug).pass_games
                if not game.redeal
            }
        )
    ),
]
"""Pass games that may be the last deals, whichever rules are chosen; "" for none."""


class ChoosesRules(forms.Form):
    """A form with a field `ruleset` and the options of all rulesets.

    `duplicate`: for boards that several tables play, on which nothing is dealt again.
    """

    duplicate: ClassVar[bool] = False

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.fields.update(fields(duplicate=self.duplicate))

    @property
    def chosen(self) -> str:
        chosen = self["ruleset"].value()
        return chosen if chosen in OFFERED else rulesets.DEFAULT

    @property
    def rules_name(self) -> str:
        return rule_texts.ruleset_name(self.chosen)

    @property
    def rules_open(self) -> bool:
        """Something of the rules was changed or is wrong."""
        return bool(self["ruleset"].errors) or any(group.open for group in self.groups)

    @cached_property
    def groups(self) -> list[Group]:
        return [self._group(slug) for slug in OFFERED]

    def _group(self, slug: str) -> Group:
        ruleset = rulesets.get(slug)
        names = [_name(slug, spec.name) for spec in ruleset.option_specs]
        rows = [
            Row(
                entry.name,
                [
                    self[name]
                    for part in _PARTS
                    if (name := _name(slug, VALUES, entry.word, part)) in self.fields
                ],
            )
            for entry in _entries(ruleset)
        ]
        chosen = self.is_bound and slug == self.chosen
        wrong = [name for name in self.errors if name.startswith(f"{slug}-")] if chosen else []
        changed = options(slug, self.cleaned_data) if chosen else {}
        return Group(
            slug=slug,
            name=rule_texts.ruleset_name(slug),
            about=rule_texts.ABOUT[slug],
            chosen=slug == self.chosen,
            open=bool(wrong or changed),
            points_open=VALUES in changed or any(f"-{VALUES}-" in name for name in wrong),
            options=[self[name] for name in names if name in self.fields],
            values=[row for row in rows if row.fields],
            reconstructed=ruleset.values_reconstructed,
        )

    def options(self) -> dict[str, object]:
        """Those of the chosen ruleset that were changed; only of a form that is valid."""
        return options(self.cleaned_data["ruleset"], self.cleaned_data)

    def clean(self) -> dict[str, Any]:
        if "ruleset" in self.cleaned_data:
            ruleset = rulesets.get(self.cleaned_data["ruleset"])
            judge = ruleset.for_duplicate if self.duplicate else ruleset.resolve
            try:
                judge(self.options())
            except RikkenError as refusal:
                self.refuse_options(refusal)
        return self.cleaned_data

    def refuse_options(self, refusal: RikkenError) -> None:
        """Say at its field what the rules say of options that were sent together."""
        name = _name(self.chosen, str(refusal.detail.get("option", "")))
        self.add_error(name if name in self.fields else None, words(refusal))


def words(refusal: RikkenError) -> str:
    """What is wrong with options, in the words of the form."""
    together = refusal.detail.get("options")
    if isinstance(together, list) and len(together) > 1:
        known = [rule_texts.OPTIONS[name].label for name in together if name in rule_texts.OPTIONS]
        return gettext("These do not go together: %(options)s.") % {
            "options": ", ".join(map(str, known))
        }
    others = refusal.detail.get("choices")
    if isinstance(others, list):
        named = ", ".join(rule_texts.game_name(str(one)) for one in others)
        take = gettext("You can take: %(games)s.") % {"games": named}
        return f"{text_for(refusal.code)} {take}"
    return text_for(refusal.code)
