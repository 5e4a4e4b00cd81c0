"""The rules of one ruleset as a person reads them, made of the data that the engine plays.

Whatever depends on the ruleset or its options is looked up in the ruleset as it is played, and the
worked scores are the engine's own, so that this page and the table cannot tell different rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from engine import rulesets
from engine.bids import Partner, Talk
from engine.rulesets import Ruleset
from gameplay import rule_scores, rule_sentences, rule_texts
from gameplay.rule_scores import Examples, Line
from gameplay.rule_texts import game_name

VALUES = "values"


@dataclass(frozen=True, slots=True)
class Game:
    name: str
    told: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An option, what it is set to here, and what else it could be."""

    label: str
    about: str
    value: str
    others: list[str]
    changed: bool


@dataclass(frozen=True, slots=True)
class Rulebook:
    slug: str
    name: str
    about: str
    changed: bool
    reconstructed: bool
    deal: list[str]
    bidding: list[str]
    ladder: list[Line]
    partner: list[str]
    play: list[str]
    all_pass: list[str]
    games: list[Game]
    points: list[str]
    examples: list[Examples]
    choices: list[Choice]
    words: frozenset[str]


def rulebook(slug: str, options: Mapping[str, object]) -> Rulebook:
    """:raises engine.errors.RikkenError: no such ruleset or option, or they do not go together."""
    plain = rulesets.get(slug)
    rules = plain.with_options(options)
    return Rulebook(
        slug=slug,
        name=rule_texts.ruleset_name(slug),
        about=str(rule_texts.ABOUT.get(slug, "")),
        changed=rules.options != plain.with_options({}).options,
        reconstructed=rules.values_reconstructed,
        deal=list(rule_sentences.deal(rules)),
        bidding=list(rule_sentences.bidding(rules)),
        ladder=rule_scores.ladder(rules),
        partner=list(rule_sentences.partner(rules)),
        play=list(rule_sentences.play(rules)),
        all_pass=list(rule_sentences.all_pass(rules)),
        games=[Game(game_name(game.game), rule_sentences.told(game)) for game in rules.pass_games],
        points=list(rule_scores.points(rules)),
        examples=list(rule_scores.examples(rules)),
        choices=list(_choices(plain, rules)),
        words=frozenset(_words(rules)),
    )


# -- addresses ---------------------------------------------------------------------------------


def address(slug: str, options: Mapping[str, object]) -> str:
    """The page of these rules with these options; what is left at its default is not in it."""
    plain = rulesets.get(slug)
    defaults = {spec.name: spec.default for spec in plain.option_specs}
    sent = {
        name: json.dumps(value, sort_keys=True) if name == VALUES else rule_texts.as_sent(value)
        for name, value in sorted(options.items())
        if value != defaults.get(name)
    }
    path = reverse("gameplay:rules", args=[slug])
    return f"{path}?{urlencode(sent)}" if sent else path


def options_of(slug: str, query: Mapping[str, str]) -> dict[str, object]:
    """The options in a query string; what nobody knows is left for the ruleset to refuse.

    :raises engine.errors.RikkenError: no such ruleset.
    """
    specs = {spec.name: spec for spec in rulesets.get(slug).option_specs}
    return {
        name: _value(sent, specs[name].values if name in specs else ())
        for name, sent in query.items()
    }


def _value(sent: str, known: Sequence[object]) -> object:
    for value in known:
        if rule_texts.as_sent(value) == sent:
            return value
    try:
        read = json.loads(sent)
    except (ValueError, RecursionError):
        return sent
    return read if isinstance(read, dict) else sent


# -- options -----------------------------------------------------------------------------------


def _choices(plain: Ruleset, rules: Ruleset) -> Iterator[Choice]:
    chosen = rules.options
    for spec in plain.option_specs:
        text = rule_texts.OPTIONS.get(spec.name)
        value = chosen.get(spec.name, spec.default)
        if spec.name == VALUES:
            named = gettext("changed") if value else gettext("as printed here")
            others: list[str] = []
        else:
            named = rule_texts.value_name(spec.name, value)
            others = [
                rule_texts.value_name(spec.name, other) for other in spec.values if other != value
            ]
        yield Choice(
            label=str(text.label) if text else spec.name,
            about=str(text.about) if text else spec.about,
            value=named,
            others=others,
            changed=value != spec.default,
        )


def _words(rules: Ruleset) -> Iterator[str]:
    """Which jargon these rules use; the glossary explains no other."""
    bids = {rung.bid for rung in rules.ladder}
    yield from bids
    yield from (game.game for game in rules.pass_games)
    if rules.forehand_may_wait:
        yield "wachten"
    if any(rung.partner is Partner.JOINED for rung in rules.ladder):
        yield "meegaan"
    if any(rung.calls for rung in rules.ladder):
        yield "call"
        if rules.calls.must_hold or rules.calls.silent:
            yield "blind"
    if any(rung.beter for rung in rules.ladder):
        yield "beter"
    if any(rung.exposure and rung.exposure.talk is not Talk.NOBODY for rung in rules.ladder):
        yield "praatje"
    if any(bid.startswith("alleen") for bid in bids):
        yield "alleen"
    if rules.turns_a_card:
        yield "turned"
