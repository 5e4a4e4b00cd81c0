"""What options do to a ruleset: small functions that its file puts beside the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.bids import BidRung, LostRik, Values
from engine.cards import Suit
from engine.contract import CalledCardDuty
from engine.errors import BadOption, quoted
from engine.rulesets.base import Effect, OptionSpec, OptionValue, Ruleset, nearest

__all__ = [
    "beter_suit",
    "called_card_duty",
    "early_end",
    "in_bids",
    "leave_out",
    "paid_by_declarer",
    "pass_game",
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
            ruleset, pass_games=tuple(one for one in ruleset.pass_games if one.game == value)
        )

    return OptionSpec(
        "pass_game",
        default,
        ("choose", *games),
        effect,
        "What is played when all have passed: chosen then, or fixed beforehand.",
        later,
    )


def table_of_values(*, later: bool = False) -> OptionSpec:
    """The points of single bids replaced: a number where the ruleset's own value is flat, else
    an object with `base`, `over` and `extra` (for all thirteen tricks), each of them optional."""
    return OptionSpec(
        "values",
        {},
        (),
        _with_values,
        "Other points for single bids, in the shape of the ruleset's own.",
        later,
        _check_values,
    )


def _check_values(name: str, ruleset: Ruleset, value: object) -> OptionValue:
    if not isinstance(value, Mapping):
        raise _bad_value(name, f"{quoted(value)} is not a table of values")
    for bid, entry in value.items():
        rung = ruleset.rungs.get(bid) if isinstance(bid, str) else None
        if rung is None:
            close = nearest(bid, ruleset.rungs)
            raise _bad_value(name, f"{quoted(bid)} has no value here; nearest is {close}")
        if rung.values.is_flat:
            if not _is_amount(entry):
                raise _bad_value(name, f"the value of {bid} is a number from 0 to 10000")
        elif (
            not isinstance(entry, Mapping)
            or not entry
            or not set(entry) <= {"base", "over", "extra"}
            or not all(_is_amount(amount) for amount in entry.values())
        ):
            raise _bad_value(name, f"the value of {bid} has a base, an over and an extra")
    return {
        bid: dict(entry) if isinstance(entry, Mapping) else entry for bid, entry in value.items()
    }


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10_000


def _bad_value(name: str, why: str) -> BadOption:
    return BadOption(f"option {name}: {why}", detail={"option": name})


def _with_values(ruleset: Ruleset, value: OptionValue) -> Ruleset:
    assert isinstance(value, Mapping)
    ladder = tuple(
        replace(rung, values=_revalued(rung.values, value[rung.bid])) if rung.bid in value else rung
        for rung in ruleset.ladder
    )
    return replace(ruleset, ladder=ladder)


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
