"""Wiezen, the Flemish relative: the trump is turned, and partners find each other in the auction.

Source: the last chapter of seed 002; our rules record, section 6. The table of bids and values it
refers to, from a club in Sint-Niklaas, is missing: the order is put together from what the text
says, and the values are stand-ins (rules-decisions 42) that an event replaces or confirms.

Decided where it is silent: a lost bid costs one more for every missing trick (OQ-25) · a vraag may
be overbid before it is accepted, and both partners may bid on (OQ-27) · open miserie is laid down
after the first trick (OQ-28) · three aces make the fourth one's suit trump, for eight tricks
(OQ-29) · the declarer of a solo slim names the trump, switchable (OQ-30) · a pass game costs
what the queen, the last trick or a queen cost in the same document's rikken.

Not modelled: the moment at which the dealer picks his turned card up.
"""

from __future__ import annotations

from dataclasses import replace

from engine.auction import Step
from engine.bids import (
    ANY_SUIT,
    BidRung,
    Exposure,
    Family,
    Kind,
    Leader,
    Partner,
    TrumpBy,
    Values,
)
from engine.cards import Card, Rank, Suit
from engine.contract import Blind, CalledCardDuty, CallRules
from engine.passgames import PassGame, Pot
from engine.rulesets import effects
from engine.rulesets.base import OptionSpec, Ruleset

__all__ = ["RULESET"]

_QUEENS = tuple(Card.of(suit, Rank.QUEEN) for suit in Suit)


def _by_tricks(base: int) -> Values:
    """One for every trick above or below the target; all thirteen pay double."""
    return Values(made=base, over=1, lost=base + 1, under=1, doubled=True)


def _none(bid: str, rank: int, value: int) -> BidRung:
    return BidRung(bid, rank, Family.MISERE, Kind.MISERE, 0, Values.flat(value), exact=True)


_ABONDANCE = BidRung("abondance", 5, Family.ALLEEN, Kind.ALLEEN, 9, Values.flat(7), trumps=ANY_SUIT)

_LADDER = (
    BidRung(
        "vraag",
        1,
        Family.RIK,
        Kind.RIK,
        8,
        _by_tricks(1),
        ANY_SUIT,
        TrumpBy.TURNED,
        partner=Partner.JOINED,
        pair=2,
    ),
    BidRung(
        "solo",
        2,
        Family.ALLEEN,
        Kind.ALLEEN,
        5,
        _by_tricks(2),
        ANY_SUIT,
        TrumpBy.TURNED,
        opening=False,
        raises_own="vraag",
    ),
    replace(_none("kleine_miserie", 3, 5), discards=1),
    BidRung("pico", 4, Family.PIEK, Kind.PIEK, 1, Values.flat(6), exact=True),
    _ABONDANCE,
    replace(_ABONDANCE, bid="abondance_in_troef", rank=6, trump_by=TrumpBy.TURNED),
    replace(_none("miserie", 7, 8), joined_by=frozenset({"miserie"})),
    BidRung(
        "troel",
        8,
        Family.RIK,
        Kind.RIK,
        8,
        _by_tricks(2),
        ANY_SUIT,
        TrumpBy.CALLED,
        partner=Partner.LAST_ACE,
        aces=frozenset({3, 4}),
        duty=True,
        leader=Leader.PARTNER,
        pair=2,
        bound=False,
    ),
    replace(
        _none("open_miserie", 9, 16),
        joined_by=frozenset({"open_miserie"}),
        exposure=Exposure(cards=4),
    ),
    replace(
        _ABONDANCE,
        bid="solo_slim",
        rank=10,
        target=13,
        values=Values.flat(30),
        leader=Leader.DECLARER,
    ),
)


def _in_the_turned_suit(rung: BidRung) -> BidRung:
    return replace(rung, trump_by=TrumpBy.TURNED)


RULESET = Ruleset(
    slug="wiezen",
    ladder=_LADDER,
    step=Step.ANY,
    forehand_may_wait=True,
    turns_a_card=True,
    same_dealer=True,
    calls=CallRules(ranks=(Rank.ACE,), blind=Blind.AT_CALL),
    called_card_duty=CalledCardDuty.NONE,
    early_end=False,
    values_reconstructed=True,
    stand_in=True,
    pass_games=(
        PassGame("last_trick", penalty_last_trick=True, penalty=5),
        PassGame("dames", pot=Pot(_QUEENS, each=5)),
        PassGame("fewest_tricks", fewest=True, stake=5),
    ),
    packets=(4, 4, 5),
    option_specs=(
        effects.early_end(False),
        effects.table_of_values(),
        OptionSpec(
            "kleine_miserie",
            False,
            (False, True),
            effects.unless(True, {False: effects.leave_out("kleine_miserie")}),
            "Miserie of twelve tricks, after everybody has put one card away, may be bid.",
        ),
        OptionSpec(
            "pico",
            False,
            (False, True),
            effects.unless(True, {False: effects.leave_out("pico")}),
            "Exactly one trick may be bid.",
        ),
        OptionSpec(
            "solo_slim_trump",
            "choice",
            ("choice", "turned"),
            effects.unless("choice", {"turned": effects.in_bids(_in_the_turned_suit, "solo_slim")}),
            "The trump of a solo slim: its declarer's choice, or the turned suit.",
        ),
        effects.pass_game("thrown_in", "thrown_in", "last_trick", "dames", "fewest_tricks"),
        effects.pass_games_count(True),
        effects.exposure("first_trick"),
    ),
)
