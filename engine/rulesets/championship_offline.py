"""Championships of the Rikkampioenschappen at the table.

Source: seed 003 (the organisation's rulebook in English); our rules record, section 7. The scoring
sheet the rulebook refers to is not public: order and values are a reconstruction (section 7.8,
OQ-20) and pages must call them "reconstructed".

Decided where the rulebook is silent: one step upwards per family (OQ-2) · hearts may be trump in a
plain rik, switchable (OQ-3) · no `alleen beter` (OQ-4) · blind only when no other call is possible
(OQ-7) · a side king where the three side aces are held (OQ-8) · the holder leading the called suit
leads the called card, switchable (OQ-12) · a face-down card never wins (OQ-15) · joint open piekers
lead the first tricks in turn, and their hands open after the lead to the trick that follows (OQ-21)
· three winners at one-or-five get 10 each (OQ-23) · the bar on spades lapses for a hand of spades
(OQ-31).

Not modelled: packets of seven and then six, and a shuffle in place of the cut.
"""

from __future__ import annotations

from engine.auction import Step
from engine.bids import (
    ANY_SUIT,
    BidRung,
    Exposure,
    Family,
    Kind,
    Leader,
    LostRik,
    Partner,
    Talk,
    Values,
)
from engine.cards import RANKS, Card, Suit
from engine.contract import Blind, CalledCardDuty, CallRules
from engine.passgames import BarredSuit, Chooser, DiscardDuty, PassGame
from engine.rulesets import effects
from engine.rulesets.base import OptionSpec, Ruleset

__all__ = ["RULESET"]

_HEARTS = (Suit.HEARTS,)
_QUEEN_OF_SPADES = Card("SQ")
# Open hands lie down after the fifth card of the deal; the second of two joint open piekers leads
# to trick 2, so theirs do after the ninth.
_OPEN = Exposure(cards=5)
_OPEN_PIEK = Exposure(cards=5, each_more=4)
_TALK = Talk.EVERYBODY


def _rik(bid: str, rank: int, trumps: tuple[Suit, ...], *, opening: bool) -> BidRung:
    return BidRung(
        bid,
        rank,
        Family.RIK,
        Kind.RIK,
        target=8,
        # 10 for eight tricks, 70 for all thirteen: five steps of 5 and 35 on top.
        values=Values(made=10, over=5, lost=10, under=5, sweep=35),
        trumps=trumps,
        partner=Partner.CALLED,
        opening=opening,
        lost_by=LostRik.DECLARER,
    )


def _alleen(tricks: int, rank: int, value: int) -> BidRung:
    return BidRung(
        f"alleen_{tricks}",
        rank,
        Family.ALLEEN,
        Kind.ALLEEN,
        target=tricks,
        values=Values(made=value, over=5, lost=value, under=5),
        trumps=ANY_SUIT,
        opening=False,
        # Point 10: only after somebody, passed or not, has bid a rik.
        needs=frozenset({"rik"}),
    )


def _exactly(
    bid: str,
    rank: int,
    kind: Kind,
    value: int,
    exposure: Exposure | None = None,
    leader: Leader = Leader.FOREHAND,
) -> BidRung:
    return BidRung(
        bid,
        rank,
        Family.PIEK if kind is Kind.PIEK else Family.MISERE,
        kind,
        target=1 if kind is Kind.PIEK else 0,
        values=Values.flat(value),
        exact=True,
        opening=exposure is None,
        joined_by=frozenset({bid}),
        leader=leader,
        exposure=exposure,
    )


RULESET = Ruleset(
    slug="championship-offline",
    ladder=(
        _rik("rik", 1, ANY_SUIT, opening=True),
        _rik("rik_beter", 2, _HEARTS, opening=False),
        _alleen(8, 3, 10),
        _exactly("piek", 4, Kind.PIEK, 15),
        _alleen(9, 5, 20),
        _exactly("misere", 6, Kind.MISERE, 25),
        _alleen(10, 7, 30),
        _exactly("open_piek", 8, Kind.PIEK, 40, _OPEN_PIEK, Leader.JOINT),
        _alleen(11, 9, 40),
        _exactly("open_misere", 10, Kind.MISERE, 50, _OPEN, Leader.NAMED),
        _alleen(12, 11, 50),
        _exactly(
            "open_piek_praatje",
            12,
            Kind.PIEK,
            55,
            Exposure(cards=5, each_more=4, talk=_TALK),
            Leader.JOINT,
        ),
        _exactly(
            "open_misere_praatje",
            13,
            Kind.MISERE,
            60,
            Exposure(cards=5, talk=_TALK),
            Leader.NAMED,
        ),
        _alleen(13, 14, 70),
    ),
    step=Step.FAMILY,
    calls=CallRules(ranks=RANKS, blind=Blind.AT_LEAD),
    called_card_duty=CalledCardDuty.ALWAYS,
    early_end=True,
    values_reconstructed=True,
    pass_games=(
        PassGame(
            "schoppen_mie",
            penalty_card=_QUEEN_OF_SPADES,
            penalty_last_trick=True,
            penalty=5,
            bar=BarredSuit(Suit.SPADES, tricks=3),
            discard=DiscardDuty(_QUEEN_OF_SPADES, from_trick=4),
        ),
        PassGame("one_or_five", wins=frozenset({1, 5}), stake=10),
    ),
    chooser=Chooser(steps=0),
    option_specs=(
        effects.early_end(True),
        effects.called_card_duty("always"),
        effects.plain_rik_hearts(True, "rik"),
        OptionSpec(
            "step",
            "family",
            ("family", "global", "predecessor"),
            effects.set_field("step", Step),
            "How far one raise may go: to the next bid of any family, to the next bid of all, or "
            "to a bid whose next lower relative has been bid.",
            later=True,
        ),
        effects.pass_game("choose", "schoppen_mie", "one_or_five", later=True),
        effects.pass_games_count(True),
        effects.exposure("fifth_card"),
        effects.table_of_values(later=True),
    ),
)
