"""Rikken as a German rulebook describes it, in the family of pagat.com.

Source: seed 002 without its last chapter; our rules record, section 5. The rulebook's table of
values is missing: the figures in its text and the ladder on pagat.com give the rungs up to 12
alone, one public program the rest, so pages must call the values "reconstructed".

Decided where it is silent: hearts may be trump in a plain rik, switchable (OQ-3) · with the three
side aces a king may be called (OQ-8) · a face-down card never wins (OQ-15) · the extra for all
thirteen tricks also goes to the defenders, switchable (OQ-16) · schoppen mie costs 5 per offence
and player (OQ-17) · three without a queen get 6 each (OQ-18) · the only loser at 1-5-11 pays all
three (OQ-19) · exactly three aces make a troela, four do not (OQ-32) · the duty lasts as long as
nothing higher stands (OQ-33).

Not modelled: thirds of a point, where three share the pot of the queens (OQ-18).
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
    Partner,
    Talk,
    TrumpBy,
    Values,
)
from engine.cards import RANKS, Card, Rank, Suit
from engine.contract import Blind, CalledCardDuty, CallRules
from engine.fourth import Form, Operated
from engine.passgames import PassGame, Pot
from engine.rulesets import effects
from engine.rulesets.base import Contradiction, OptionSpec, OptionValue, Ruleset

__all__ = ["RULESET"]

_HEARTS = (Suit.HEARTS,)
_QUEENS = tuple(Card.of(suit, Rank.QUEEN) for suit in Suit)
# One and one for every trick above or below the target, one more for all thirteen on either side.
_BY_TRICKS = Values(made=1, over=1, lost=2, under=1, sweep=1, swept=1)
_OPEN = Exposure(cards=4)
_PRAATJE = Exposure(cards=4, everybody=True, talk=Talk.OPPONENTS)
_STEPPED = tuple(f"alleen_{tricks}" for tricks in range(8, 13))
_PIEK = ("piek", "open_piek", "open_piek_praatje")
_NEEDED = frozenset({"rik", "rik_beter", "misere", "piek", "troela"})


def _rik(bid: str, rank: int, trumps: tuple[Suit, ...]) -> BidRung:
    return BidRung(
        bid,
        rank,
        Family.RIK,
        Kind.RIK,
        8,
        _BY_TRICKS,
        trumps,
        partner=Partner.CALLED,
        beter=trumps == _HEARTS,
    )


def _alleen(tricks: int, rank: int, values: Values = _BY_TRICKS) -> BidRung:
    bid = f"alleen_{tricks}"
    return BidRung(bid, rank, Family.ALLEEN, Kind.ALLEEN, tricks, values, ANY_SUIT)


def _pair(
    prefix: str, suffix: str, rank: int, value: int, exposure: Exposure | None
) -> tuple[BidRung, BidRung]:
    """Misère and piek of one height, each of which may be joined by both."""
    misere, piek = f"{prefix}misere{suffix}", f"{prefix}piek{suffix}"
    both = frozenset({misere, piek})
    misery = BidRung(
        misere,
        rank,
        Family.MISERE,
        Kind.MISERE,
        0,
        Values.flat(value),
        exact=True,
        joined_by=both,
        exposure=exposure,
    )
    return misery, replace(misery, bid=piek, family=Family.PIEK, kind=Kind.PIEK, target=1)


_TROELA = BidRung(
    "troela",
    10,
    Family.RIK,
    Kind.RIK,
    8,
    replace(_BY_TRICKS, made=2, lost=3),
    ANY_SUIT,
    TrumpBy.PARTNER,
    partner=Partner.LAST_ACE,
    aces=frozenset({3}),
    duty=True,
)


def _free(rung: BidRung) -> BidRung:
    return replace(rung, duty=False)


def _named_by_declarer(rung: BidRung) -> BidRung:
    return replace(rung, trump_by=TrumpBy.DECLARER)


def _not_swept(rung: BidRung) -> BidRung:
    return replace(rung, values=replace(rung.values, swept=0))


def _after_a_bid(rung: BidRung) -> BidRung:
    return replace(rung, opening=False, needs=_NEEDED) if rung.kind is Kind.ALLEEN else rung


def _with_seven_alone(ruleset: Ruleset, value: OptionValue) -> Ruleset:
    """Between rik beter and 8 alone: everything from there on moves up by one."""
    eight = ruleset.rungs["alleen_8"]
    ladder: list[BidRung] = []
    for rung in ruleset.ladder:
        if rung is eight:
            ladder.append(replace(eight, bid="alleen_7", target=7))
        ladder.append(replace(rung, rank=rung.rank + 1) if rung.rank >= eight.rank else rung)
    return replace(ruleset, ladder=tuple(ladder))


def _with_drawn_suit(ruleset: Ruleset, value: OptionValue) -> Ruleset:
    """A drawn better suit brings the better solos, directly above the plain ones."""
    ladder: list[BidRung] = []
    for rung in ruleset.ladder:
        ladder.append(replace(rung, rank=2 * rung.rank))
        if rung.bid in _STEPPED:
            beter = replace(ladder[-1], bid=f"{rung.bid}_beter", trumps=_HEARTS, beter=True)
            ladder.append(replace(beter, rank=beter.rank + 1))
    return replace(ruleset, ladder=tuple(ladder), draws_beter=True)


_PASS_GAMES = (
    PassGame("schoppen_mie", penalty_card=Card("SQ"), penalty_last_trick=True, penalty=5),
    PassGame("dames", pot=Pot(_QUEENS, each=5)),
    PassGame("one_five_eleven", wins=frozenset({1, 5, 11}), stake=10, pairs=True),
)

RULESET = Ruleset(
    slug="german",
    ladder=(
        _rik("rik", 1, ANY_SUIT),
        _rik("rik_beter", 2, _HEARTS),
        _alleen(8, 3),
        *_pair("", "", 4, 5, None),
        _alleen(9, 5),
        _alleen(10, 6),
        _alleen(11, 7),
        _alleen(12, 8),
        *_pair("open_", "", 9, 10, _OPEN),
        _TROELA,
        *_pair("open_", "_praatje", 11, 15, _PRAATJE),
        _alleen(13, 12, Values.flat(15)),
        replace(_alleen(13, 13, Values.flat(20)), bid="open_alleen_13", exposure=_OPEN),
    ),
    step=Step.ANY,
    calls=CallRules(ranks=RANKS, blind=Blind.AT_CALL),
    called_card_duty=CalledCardDuty.UNDER_LEAD,
    early_end=False,
    values_reconstructed=True,
    pass_games=_PASS_GAMES,
    forms=(Form("strohmann", Operated.ON_ITS_LEFT, open=True),),
    option_specs=(
        effects.early_end(False),
        effects.table_of_values(),
        OptionSpec(
            "beter",
            "hearts",
            ("hearts", "drawn", "none"),
            effects.unless(
                "hearts", {"drawn": _with_drawn_suit, "none": effects.leave_out("rik_beter")}
            ),
            "The better suit: hearts, drawn for each deal and with better solos, or none.",
        ),
        effects.called_card_duty("under_lead"),
        effects.plain_rik_hearts(True, "rik"),
        OptionSpec(
            "troela",
            "compulsory",
            ("compulsory", "optional", "absent"),
            effects.unless(
                "compulsory",
                {
                    "optional": effects.in_bids(_free, "troela"),
                    "absent": effects.leave_out("troela"),
                },
            ),
            "Whether three aces have to be bid as troela, may be, or cannot be.",
        ),
        OptionSpec(
            "troela_trump",
            "partner",
            ("partner", "declarer"),
            effects.unless("partner", {"declarer": effects.in_bids(_named_by_declarer, "troela")}),
            "Who names the trump of a troela.",
        ),
        effects.switch(
            "rikker_pays_alone",
            effects.in_bids(effects.paid_by_declarer, "rik", "rik_beter"),
            "A lost rik is paid by its declarer alone, to both opponents.",
        ),
        effects.switch(
            "all13_defenders",
            effects.in_bids(_not_swept),
            "The extra for all thirteen tricks also goes to the defenders.",
            default=True,
        ),
        effects.switch("no_piek", effects.leave_out(*_PIEK), "Piek is not played, open or not."),
        effects.switch(
            "solo_after_bid",
            effects.in_bids(_after_a_bid),
            "Nobody plays alone before a rik, misère, piek or troela has been bid.",
        ),
        effects.switch(
            "alleen_7", _with_seven_alone, "7 alone may be bid, between rik beter and 8 alone."
        ),
        effects.switch(
            "dealer_must_bid",
            effects.set_field("last_must_bid"),
            "The dealer may not pass when the three others have.",
        ),
        effects.pass_game("thrown_in", "thrown_in", "schoppen_mie", "dames", "one_five_eleven"),
        effects.pass_games_count(True),
        effects.exposure("first_trick"),
    ),
    contradictions=(
        Contradiction(
            (("troela", ("absent",)), ("troela_trump", ("declarer",))),
            "nobody names the trump of a troela where there is none",
        ),
        Contradiction(
            (
                ("dealer_must_bid", (True,)),
                ("pass_game", ("choose", "schoppen_mie", "dames", "one_five_eleven")),
            ),
            "where the dealer must bid, not all four can pass: there is no pass game to set",
        ),
    ),
)
