"""What a ruleset is: frozen tables and switches, and options that change them.

The rest of the engine reads the fields below and never asks which ruleset it has. A new ruleset is
a file beside this one that fills them in; a new rule is a field here with a value in every file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache

from engine.auction import Step
from engine.bids import BidRung
from engine.cards import Suit
from engine.contract import CalledCardDuty, CallRules
from engine.errors import BadOption, UnknownOption, quoted
from engine.passgames import Chooser, PassGame
from engine.scoring import LostRik

__all__ = ["OptionSpec", "Ruleset", "nearest", "set_field", "without_hearts"]

OptionValue = bool | str
Effect = Callable[["Ruleset", OptionValue], "Ruleset"]


def nearest(name: object, known: Iterable[str]) -> str:
    """The known name most like this one; there always is one, however far off."""
    names = sorted(known)
    close = get_close_matches(str(name).lower(), names, n=1, cutoff=0.0)
    return close[0] if close else names[0]


@dataclass(frozen=True)
class OptionSpec:
    """A switch an organizer may turn. `effect` is the ruleset with it turned."""

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    effect: Effect

    def check(self, value: object) -> OptionValue:
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
class Ruleset:
    """One way to play. `ladder` ascends; `chosen` are all options with the values in force.

    `values_reconstructed`: the source does not tell the points, so whoever shows them must say so.
    """

    slug: str
    ladder: tuple[BidRung, ...]
    step: Step
    calls: CallRules
    called_card_duty: CalledCardDuty
    early_end: bool
    lost_rik: LostRik
    values_reconstructed: bool
    pass_games: tuple[PassGame, ...]
    chooser: Chooser
    option_specs: tuple[OptionSpec, ...] = ()
    chosen: tuple[tuple[str, OptionValue], ...] = ()

    @cached_property
    def rungs(self) -> Mapping[str, BidRung]:
        return {rung.bid: rung for rung in self.ladder}

    @cached_property
    def games(self) -> Mapping[str, PassGame]:
        return {game.game: game for game in self.pass_games}

    @property
    def options(self) -> dict[str, OptionValue]:
        return dict(self.chosen)

    def resolve(self, options: Mapping[str, object]) -> dict[str, OptionValue]:
        """All options of this ruleset, the given ones checked, the others at their defaults."""
        specs = {spec.name: spec for spec in self.option_specs}
        for name in options:
            if name not in specs:
                close = nearest(name, specs)
                raise UnknownOption(
                    f"{self.slug} has no option {quoted(name)}; nearest is {close}",
                    detail={"option": str(name)[:40], "nearest": close},
                )
        return {
            name: spec.check(options[name]) if name in options else spec.default
            for name, spec in sorted(specs.items())
        }

    def with_options(self, options: Mapping[str, object]) -> Ruleset:
        """This ruleset as it is played under these options."""
        return _tuned(self, tuple(self.resolve(options).items()))

    def __repr__(self) -> str:
        return f"<Ruleset {self.slug}>"


@lru_cache(maxsize=256)
def _tuned(ruleset: Ruleset, chosen: tuple[tuple[str, OptionValue], ...]) -> Ruleset:
    values = dict(chosen)
    tuned = ruleset
    for spec in ruleset.option_specs:
        tuned = spec.effect(tuned, values[spec.name])
    return replace(tuned, chosen=chosen)


def set_field(name: str, read: Callable[[OptionValue], object] = lambda value: value) -> Effect:
    """The commonest effect: one field of the ruleset takes the option's value."""

    def effect(ruleset: Ruleset, value: OptionValue) -> Ruleset:
        return replace(ruleset, **{name: read(value)})  # type: ignore[arg-type]

    return effect


def without_hearts(*bids: str) -> Effect:
    """False forbids hearts as trump in these bids."""

    def effect(ruleset: Ruleset, value: OptionValue) -> Ruleset:
        if value:
            return ruleset
        ladder = tuple(
            replace(rung, trumps=tuple(suit for suit in rung.trumps if suit is not Suit.HEARTS))
            if rung.bid in bids
            else rung
            for rung in ruleset.ladder
        )
        return replace(ruleset, ladder=ladder)

    return effect


def _as_json(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else quoted(value)
