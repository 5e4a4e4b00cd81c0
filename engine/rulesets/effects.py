"""What options do to a ruleset: small functions that its file puts beside the options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from engine.bids import BidRung, Exposure, LostRik, Values
from engine.cards import Suit
from engine.contract import CalledCardDuty
from engine.errors import BadOption, quoted
from engine.passgames import PassGame
from engine.rulesets.base import Effect, OptionSpec, OptionValue, Ruleset, nearest

__all__ = [
    "beter_suit",
    "called_card_duty",
    "early_end",
    "exposure",
    "in_bids",
    "leave_out",
    "paid_by_declarer",
    "pass_game",
    "pass_games_count",
    "plain_rik_hearts",
    "set_field",
    "switch",
    "table_of_values",
    "unless",
]

Change = Callable[[BidRung], BidRung]


def unchanged(ruleset: Ruleset, value: OptionValue) -> Ruleset:
    return ruleset


def set_field(name: str, read: Callable[[OptionValue], object] = lambda value: value) -> Effect:
    """The commonest effect: one field of the ruleset takes the option's value."""

    def effect(ruleset: Ruleset, value: OptionValue) -> Ruleset:
        return replace(ruleset, **{name: read(value)})  # type: ignore[arg-type]

    return effect


def unless(default: OptionValue, effects: Mapping[OptionValue, Effect]) -> Effect:
    """Another effect for every value but the default, which changes nothing."""

    def effect(ruleset: Ruleset, value: OptionValue) -> Ruleset:
        return ruleset if value == default else effects[value](ruleset, value)

    return effect


def in_bids(change: Change, *bids: str) -> Effect:
    """These bids changed; without bids all of them."""

    def effect(ruleset: Ruleset, value: OptionValue) -> Ruleset:
        ladder = tuple(
            change(rung) if not bids or rung.bid in bids else rung for rung in ruleset.ladder
        )
        return replace(ruleset, ladder=ladder)

    return effect


def leave_out(*bids: str) -> Effect:
    def effect(ruleset: Ruleset, value: OptionValue) -> Ruleset:
        ladder = tuple(rung for rung in ruleset.ladder if rung.bid not in bids)
        return replace(ruleset, ladder=ladder)

    return effect


def switch(
    name: str, effect: Effect, about: str, *, default: bool = False, later: bool = False
) -> OptionSpec:
    """A yes or no whose effect takes place when it is not at its default."""
    return OptionSpec(
        name, default, (True, False), unless(default, {not default: effect}), about, later
    )


def early_end(default: bool) -> OptionSpec:
    about = "Stop as soon as every piek or misère of the deal has failed."
    return OptionSpec("early_end", default, (True, False), set_field("early_end"), about)


def called_card_duty(default: str) -> OptionSpec:
    return OptionSpec(
        "called_card_duty",
        default,
        ("always", "under_lead", "none"),
        set_field("called_card_duty", CalledCardDuty),
        "What the holder of the called card owes: the card whenever its suit is led, or also the "
        "right to lead low from it, or nothing.",
    )


def plain_rik_hearts(default: bool, *bids: str) -> OptionSpec:
    """The ladder has hearts in these bids; False takes them out."""
    return OptionSpec(
        "plain_rik_hearts",
        default,
        (True, False),
        unless(True, {False: in_bids(_without_hearts, *bids)}),
        "Whether a plain bid may have hearts, the better suit, as its trump.",
    )


def _without_hearts(rung: BidRung) -> BidRung:
    return replace(rung, trumps=tuple(suit for suit in rung.trumps if suit is not Suit.HEARTS))


def beter_suit(drawn: str) -> OptionSpec:
    return OptionSpec(
        "beter",
        "hearts",
        ("hearts", drawn),
        unless("hearts", {drawn: set_field("draws_beter", lambda value: True)}),
        "The better suit: hearts, or drawn for each deal.",
    )


def paid_by_declarer(rung: BidRung) -> BidRung:
    return replace(rung, lost_by=LostRik.DECLARER)


def pass_game(default: str, *games: str, later: bool = False) -> OptionSpec:
    """What is played when all pass: thrown in, one game fixed beforehand, or one chosen then.

    The ruleset's file lists all its games; those of `games` may be fixed beforehand, `thrown_in`
    among them where the deal is then simply over.
    """

    def effect(ruleset: Ruleset, value: OptionValue) -> Ruleset:
        if value == "choose":
            return ruleset
        return replace(
            ruleset,
            pass_games=tuple(one for one in ruleset.pass_games if one.game == value),
            desserts=ruleset.desserts or ruleset.pass_games,
        )

    return OptionSpec(
        "pass_game",
        default,
        ("choose", *games),
        effect,
        "What is played when all have passed: chosen then, or fixed beforehand.",
        later,
    )


def pass_games_count(default: bool) -> OptionSpec:
    return switch(
        "pass_games_count",
        set_field("pass_games_count"),
        "Whether the points of a pass game are paid, or it is only played for fun.",
        default=default,
        later=True,
    )


_MOMENTS = {"fifth_card": 5, "first_trick": 4}


def exposure(default: str) -> OptionSpec:
    """When open hands are laid down; where joint declarers lead in turn, each of them waits."""

    def at(moment: str) -> Change:
        def change(rung: BidRung) -> BidRung:
            old = rung.exposure
            return rung if old is None else replace(rung, exposure=_opened(old, _MOMENTS[moment]))

        return change

    other = next(moment for moment in _MOMENTS if moment != default)
    return OptionSpec(
        "exposure",
        default,
        tuple(_MOMENTS),
        unless(default, {other: in_bids(at(other))}),
        "When the hand of an open bid is laid down: after the fifth card of the deal, or after the "
        "first trick.",
        later=True,
    )


def _opened(old: Exposure, cards: int) -> Exposure:
    return replace(old, cards=cards)


def table_of_values(*, later: bool = False) -> OptionSpec:
    """The points of single bids and pass games replaced: a number where the ruleset's own value is
    one, else an object with `base`, `over` and `extra` (for all thirteen tricks), each of them
    optional."""
    return OptionSpec(
        "values",
        {},
        (),
        _with_values,
        "Other points for single bids and pass games, in the shape of the ruleset's own.",
        later,
        _check_values,
    )


_PARTS = ("base", "over", "extra")


def _check_values(name: str, ruleset: Ruleset, value: object) -> OptionValue:
    if not isinstance(value, Mapping):
        raise _bad_value(name, f"{quoted(value)} is not a table of values")
    games = {game.game for game in ruleset.pass_games if game.amount}
    for entry, amount in value.items():
        if entry not in games and entry not in ruleset.rungs:
            close = nearest(entry, {*ruleset.rungs, *games})
            raise _bad_value(name, f"{quoted(entry)} has no value here; nearest is {close}", close)
        if entry in games or ruleset.rungs[entry].values.is_flat:
            if not _is_amount(amount):
                raise _bad_value(name, f"the value of {entry} is a number from 0 to 10000")
        else:
            _check_parts(name, entry, amount)
    return {
        entry: dict(amount) if isinstance(amount, Mapping) else amount
        for entry, amount in value.items()
    }


def _check_parts(name: str, bid: str, entry: object) -> None:
    if not isinstance(entry, Mapping) or not entry:
        raise _bad_value(name, f"the value of {bid} has a base, an over and an extra")
    for part, amount in entry.items():
        if part not in _PARTS:
            close = nearest(part, _PARTS)
            raise _bad_value(
                name, f"the value of {bid} has no {quoted(part)}; nearest is {close}", close
            )
        if not _is_amount(amount):
            raise _bad_value(name, f"the {part} of {bid} is a number from 0 to 10000")


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10_000


def _bad_value(name: str, why: str, close: str | None = None) -> BadOption:
    found = {"option": name} if close is None else {"option": name, "nearest": close}
    return BadOption(f"option {name}: {why}", detail=found)


def _with_values(ruleset: Ruleset, value: OptionValue) -> Ruleset:
    assert isinstance(value, Mapping)
    ladder = tuple(
        replace(rung, values=_revalued(rung.values, value[rung.bid])) if rung.bid in value else rung
        for rung in ruleset.ladder
    )

    def revalued(games: Iterable[PassGame]) -> tuple[PassGame, ...]:
        points = {name: amount for name, amount in value.items() if isinstance(amount, int)}
        return tuple(
            game.worth(points[game.game]) if game.game in points else game for game in games
        )

    return replace(
        ruleset,
        ladder=ladder,
        pass_games=revalued(ruleset.pass_games),
        desserts=revalued(ruleset.desserts),
    )


def _revalued(old: Values, entry: object) -> Values:
    """The first missing trick goes on costing the base, or the base and a step, as it did."""
    if isinstance(entry, int):
        return replace(old, made=entry, lost=entry)
    assert isinstance(entry, Mapping)
    base = int(entry.get("base", old.made))
    over = int(entry.get("over", old.over))
    extra = int(entry.get("extra", old.sweep))
    return replace(
        old,
        made=base,
        over=over,
        lost=base if old.lost == old.made else base + over,
        under=over,
        sweep=extra,
        swept=extra if old.swept else 0,
    )
