"""Rikken as an online platform plays it: one round of bids, riks of nine and ten tricks.

Source: seed 001; our rules record, section 4. Everything is stated there but what follows.

Decided where it is silent: nobody has to play the called ace when its suit is led, switchable
(OQ-13) · declarer and partner each win or lose the value, they do not split it (OQ-14) · every
pass is said, also over misère (OQ-35) · the first dealer by lot, then clockwise (OQ-37).

Not modelled: the game of four deals and the platform's tournament, which are the table's and the
championship's.
"""

from __future__ import annotations

from engine.auction import Step
from engine.bids import ANY_SUIT, BidRung, Family, Kind, Partner, Values
from engine.cards import Rank
from engine.contract import Blind, CalledCardDuty, CallRules
from engine.rulesets import effects
from engine.rulesets.base import Mixing, Ruleset

__all__ = ["RULESET"]


def _rik(bid: str, rank: int, tricks: int, base: int) -> BidRung:
    return BidRung(
        bid,
        rank,
        Family.RIK,
        Kind.RIK,
        target=tricks,
        # The base and one for every trick above or below the target.
        values=Values(made=base, over=1, lost=base + 1, under=1),
        trumps=ANY_SUIT,
        partner=Partner.CALLED,
    )


RULESET = Ruleset(
    slug="platform",
    ladder=(
        _rik("rik", 1, 9, 2),
        _rik("rik_beter", 2, 10, 3),
        BidRung("piek", 3, Family.PIEK, Kind.PIEK, 1, Values.flat(4), exact=True),
        BidRung("misere", 4, Family.MISERE, Kind.MISERE, 0, Values.flat(5), exact=True),
    ),
    step=Step.ANY,
    one_round=True,
    mixing=Mixing.SHUFFLE,
    forced="rik",
    calls=CallRules(
        ranks=(Rank.ACE,), blind=Blind.AT_CALL, must_hold=False, highest=False, alone=True
    ),
    called_card_duty=CalledCardDuty.NONE,
    early_end=False,
    values_reconstructed=False,
    option_specs=(
        effects.early_end(False),
        effects.called_card_duty("none"),
        effects.table_of_values(),
    ),
)
