"""Online championships and hybrid finals of the Rikkampioenschappen.

Source: seed 003 (the organisation's rulebook in English) without the open forms of its points 10
and 12; our rules record, sections 7 and 8. The scoring sheet the rulebook refers to is not public:
the values are a reconstruction (section 7.8, OQ-20) and pages must call them "reconstructed".

Decided where the rulebook is silent: one step upwards per family (OQ-2) · hearts may be trump in a
plain rik, switchable (OQ-3) · no `alleen beter` (OQ-4) · blind only when no other call is possible
(OQ-7) · a side king where the three side aces are held (OQ-8) · the holder leading the called suit
leads the called card, switchable (OQ-12) · a face-down card never wins (OQ-15) · three winners at
one-or-five get 10 each (OQ-23) · the bar on spades lapses for a hand of spades (OQ-31).

Not modelled: cutting and packet dealing (deals come by number), claims, and the `step` readings
`global` and `predecessor`.
"""

from __future__ import annotations

from engine.auction import Step
from engine.bids import ANY_SUIT, BidRung, Family, Kind, Values
from engine.cards import Card, Rank, Suit
from engine.contract import Blind, CalledCardDuty, CallRules
from engine.passgames import BarredSuit, Chooser, DiscardDuty, PassGame
from engine.rulesets.base import OptionSpec, Ruleset, set_field, without_hearts
from engine.scoring import LostRik

__all__ = ["RULESET"]

_HEARTS = (Suit.HEARTS,)
_QUEEN_OF_SPADES = Card("SQ")


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
        calls=True,
        opening=opening,
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
        # Point 10: only after somebody, passed or not, has bid a rik.
        needs=frozenset({"rik"}),
    )


def _exactly(bid: str, rank: int, kind: Kind, family: Family, target: int, value: int) -> BidRung:
    return BidRung(
        bid,
        rank,
        family,
        kind,
        target=target,
        values=Values.flat(value),
        exact=True,
        opening=True,
        joined_by=frozenset({bid}),
    )


RULESET = Ruleset(
    slug="championship-online",
    ladder=(
        _rik("rik", 1, ANY_SUIT, opening=True),
        _rik("rik_beter", 2, _HEARTS, opening=False),
        _alleen(8, 3, 10),
        _exactly("piek", 4, Kind.PIEK, Family.PIEK, 1, 15),
        _alleen(9, 5, 20),
        _exactly("misere", 6, Kind.MISERE, Family.MISERE, 0, 25),
        _alleen(10, 7, 30),
        _alleen(11, 8, 40),
        _alleen(12, 9, 50),
        _alleen(13, 10, 70),
    ),
    step=Step.FAMILY,
    calls=CallRules(ranks=tuple(Rank), blind=Blind.AT_LEAD),
    called_card_duty=CalledCardDuty.ALWAYS,
    early_end=True,
    lost_rik=LostRik.DECLARER,
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
        OptionSpec("early_end", True, (True, False), set_field("early_end")),
        OptionSpec(
            "called_card_duty",
            "always",
            ("always", "under_lead", "none"),
            set_field("called_card_duty", CalledCardDuty),
        ),
        OptionSpec("plain_rik_hearts", True, (True, False), without_hearts("rik")),
    ),
)
