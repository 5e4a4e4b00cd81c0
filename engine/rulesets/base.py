"""What a ruleset is: frozen tables and switches, and options that change them.

The rest of the engine reads the fields below and never asks which ruleset it has. A new ruleset is
a file beside this one that fills them in; a new rule is a field here with a value in every file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Protocol

from engine.auction import Step
from engine.bids import ANY_SUIT, BidRung, LadderColumns
from engine.cards import Suit
from engine.contract import CalledCardDuty, CallRules
from engine.errors import BadOption, SetupError, UnknownForm, UnknownOption, quoted
from engine.fourth import Form
from engine.passgames import FOREHAND, Chooser, PassGame

__all__ = [
    "Contradiction",
    "Mixing",
    "OptionSpec",
    "OptionValue",
    "Ruleset",
    "canonical",
    "nearest",
]

OptionValue = bool | str | Mapping[str, object]


class Mixing(StrEnum):
    """What happens to the cards between two deals that are dealt by hand."""

    CUT = "cut"
    SHUFFLE = "shuffle"


class Effect(Protocol):
    """The ruleset as it is with the option at this value."""

    def __call__(self, ruleset: Ruleset, value: OptionValue, /) -> Ruleset: ...


class Check(Protocol):
    """The value, or an error, for options whose values cannot be listed."""

    def __call__(self, name: str, ruleset: Ruleset, value: object, /) -> OptionValue: ...


def nearest(name: object, known: Iterable[str]) -> str:
    """The known name most like this one; there always is one, however far off."""
    names = sorted(known)
    close = get_close_matches(str(name).lower(), names, n=1, cutoff=0.0)
    return close[0] if close else names[0]


def canonical(value: object) -> str:
    """JSON in the one form that is hashed (`rikdeal-1` §2)."""
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )


@dataclass(frozen=True)
class OptionSpec:
    """A switch an organizer may turn. `effect` is the ruleset with it turned.

    `about`: one line for whoever sets up an event. `later`: the option came after events had been
    frozen under this ruleset, so at its default it is neither listed nor part of the fingerprint.
    """

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    effect: Effect
    about: str = ""
    later: bool = False
    own_check: Check | None = None

    def check(self, value: object, ruleset: Ruleset) -> OptionValue:
        if self.own_check is not None:
            return self.own_check(self.name, ruleset, value)
        for allowed in self.values:
            # `is` for the type: JSON's 1 is not true, and Python thinks it is.
            if type(value) is type(allowed) and value == allowed:
                return allowed
        written = [_as_json(allowed) for allowed in self.values]
        close = nearest(_as_json(value), written)
        raise BadOption(
            f"option {self.name} cannot be {quoted(value)}; nearest is {close}, "
            f"allowed are {', '.join(written)}",
            detail={"option": self.name, "nearest": close, "values": list(self.values)},
        )


@dataclass(frozen=True)
class Contradiction:
    """These values of options cannot hold together."""

    values: tuple[tuple[str, tuple[OptionValue, ...]], ...]
    why: str

    def holds(self, options: Mapping[str, OptionValue]) -> bool:
        return all(options[name] in values for name, values in self.values)


@dataclass(frozen=True)
class Ruleset:
    """One way to play. `ladder` ascends; `chosen` are all options in force, as canonical JSON.

    `values_reconstructed`: the source does not tell all the points, so whoever shows them must say
    so; `stand_in`: it tells none, so whoever sets up an event is asked whether they are meant.
    `one_round`: every seat speaks once. `last_must_bid`: after three passes the last one may not
    pass. `forced`: forehand plays this bid when all have passed. With one pass game there is
    nothing to choose, with none the deal is thrown in; `same_dealer` deals again then.
    `pass_games_count`: their points are paid.
    `draws_beter`: the better suit is not always hearts, but drawn for each deal. `draws_middle`:
    with a joker, one of 53 cards lies open, and the highest bidder may exchange it. `desserts`: all
    pass games, where only some of them are played when all have passed.
    `packets`: how the cards are dealt by hand, and `mixing` what is done with them before.
    `no_redeal`: the options that keep a deal from being dealt again, where that is one of the pass
    games.
    """

    slug: str
    ladder: tuple[BidRung, ...]
    step: Step
    calls: CallRules
    called_card_duty: CalledCardDuty
    early_end: bool
    values_reconstructed: bool
    stand_in: bool = False
    pass_games: tuple[PassGame, ...] = ()
    desserts: tuple[PassGame, ...] = ()
    pass_games_count: bool = True
    chooser: Chooser = FOREHAND
    one_round: bool = False
    forehand_may_wait: bool = False
    last_must_bid: bool = False
    three_make_four: bool = False
    forced: str | None = None
    turns_a_card: bool = False
    draws_beter: bool = False
    draws_middle: bool = False
    same_dealer: bool = False
    packets: tuple[int, ...] = (6, 7)
    mixing: Mixing = Mixing.CUT
    forms: tuple[Form, ...] = ()
    no_redeal: Mapping[str, OptionValue] = field(default_factory=dict)
    option_specs: tuple[OptionSpec, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    chosen: str = "{}"

    @cached_property
    def rungs(self) -> Mapping[str, BidRung]:
        return {rung.bid: rung for rung in self.ladder}

    @cached_property
    def columns(self) -> LadderColumns:
        """For every view of every table, so made once."""
        return LadderColumns.of(self.ladder)

    @cached_property
    def games(self) -> Mapping[str, PassGame]:
        """All pass games that these rules know, not only those played when all have passed."""
        return {game.game: game for game in self.desserts or self.pass_games}

    @property
    def options(self) -> dict[str, OptionValue]:
        options: dict[str, OptionValue] = json.loads(self.chosen)
        return options

    @property
    def draws(self) -> tuple[str, ...]:
        """The further random facts of a deal (provable-deals 5b) that `start` wants."""
        drawn = {
            "turned": self.turns_a_card,
            "beter": self.draws_beter,
            "middle": self.draws_middle,
        }
        return tuple(name for name, is_drawn in drawn.items() if is_drawn)

    def scheduled(self, word: object) -> PassGame:
        """A pass game that may be played without an auction."""
        games = {name: game for name, game in self.games.items() if not game.redeal}
        game = games.get(word) if isinstance(word, str) else None
        if game is not None:
            return game
        there_are = ", ".join(games) or "none"
        raise SetupError(
            f"{self.slug} has no pass game {quoted(word)}; there are: {there_are}",
            code="unknown_pass_game",
            detail={"pass_game": str(word)[:40], "pass_games": list(games)},
        )

    def form(self, slug: object) -> Form:
        """A way for three to play by these rules."""
        for form in self.forms:
            if form.slug == slug:
                return form
        known = [form.slug for form in self.forms]
        there_are = ", ".join(known) or "none"
        raise UnknownForm(
            f"{self.slug} has no form {quoted(slug)} for three; there are: {there_are}",
            detail={"form": str(slug)[:40], "forms": known},
        )

    def with_beter_suit(self, suit: Suit) -> Ruleset:
        """As it is played with this suit for the better one; bids that must not have the better
        suit for their trump must not have this one."""
        return _with_beter_suit(self, suit)

    def resolve(self, options: Mapping[str, object]) -> dict[str, OptionValue]:
        """All options of this ruleset, the given ones checked, the others at their defaults."""
        return {
            name: value
            for name, value in self._full(options).items()
            if not (self._specs[name].later and value == self._specs[name].default)
        }

    def for_duplicate(self, options: Mapping[str, object]) -> dict[str, object]:
        """These options as they hold on boards that several tables play: none deals again.

        Where dealing again is among the choices only because nobody said anything, it is left out;
        where somebody chose it, that is refused, naming what else may be played.
        """
        if not any(game.redeal for game in self.with_options(options).pass_games):
            return dict(options)
        without = {**options, **self.no_redeal}
        asked = [
            name for name in self.no_redeal if options.get(name, without[name]) != without[name]
        ]
        if not asked:
            try:
                self.with_options(without)
            except BadOption as contradiction:
                asked = [str(contradiction.detail["option"])]
            else:
                return without
        others = [game.game for game in self.pass_games if not game.redeal]
        raise BadOption(
            "a board that several tables play is not dealt again; when all pass, take one of "
            f"{', '.join(others)}",
            code="redeal_on_duplicate",
            detail={"option": asked[0], "choices": others},
        )

    def with_options(self, options: Mapping[str, object]) -> Ruleset:
        """This ruleset as it is played under these options."""
        return self._tuned_to(options) if options else self._as_it_comes

    @cached_property
    def _as_it_comes(self) -> Ruleset:
        return self._tuned_to({})

    def _tuned_to(self, options: Mapping[str, object]) -> Ruleset:
        return _tuned(self, canonical(self._full(options)), canonical(self.resolve(options)))

    @cached_property
    def _specs(self) -> Mapping[str, OptionSpec]:
        return {spec.name: spec for spec in self.option_specs}

    def _full(self, options: Mapping[str, object]) -> dict[str, OptionValue]:
        specs = self._specs
        for name in options:
            if name not in specs:
                close = nearest(name, specs)
                raise UnknownOption(
                    f"{self.slug} has no option {quoted(name)}; nearest is {close}",
                    detail={"option": str(name)[:40], "nearest": close},
                )
        full = {
            name: spec.check(options[name], self) if name in options else spec.default
            for name, spec in sorted(specs.items())
        }
        for contradiction in self.contradictions:
            if contradiction.holds(full):
                names = [name for name, _ in contradiction.values]
                raise BadOption(contradiction.why, detail={"option": names[0], "options": names})
        return full

    def __repr__(self) -> str:
        return f"<Ruleset {self.slug}>"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.slug, self.chosen, self.ladder))


@lru_cache(maxsize=256)
def _tuned(ruleset: Ruleset, full: str, chosen: str) -> Ruleset:
    values: dict[str, OptionValue] = json.loads(full)
    tuned = ruleset
    for spec in ruleset.option_specs:
        tuned = spec.effect(tuned, values[spec.name])
    said = {rung.bid for rung in tuned.ladder}
    # A bid that is not played makes no other one possible.
    ladder = tuple(replace(rung, joined_by=rung.joined_by & said) for rung in tuned.ladder)
    return replace(tuned, ladder=ladder, chosen=chosen)


@lru_cache(maxsize=64)
def _with_beter_suit(ruleset: Ruleset, better: Suit) -> Ruleset:
    ladder = []
    for rung in ruleset.ladder:
        if rung.beter:
            rung = replace(rung, trumps=(better,))
        elif rung.trumps and Suit.HEARTS not in rung.trumps:
            rung = replace(rung, trumps=tuple(suit for suit in ANY_SUIT if suit is not better))
        ladder.append(rung)
    return replace(ruleset, ladder=tuple(ladder))


def _as_json(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else quoted(value)
