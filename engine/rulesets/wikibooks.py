"""Rikken as the Dutch Wikibooks describe it.

Source: seed 000, and the newer text of the same page for the rounds of bidding; our rules record,
section 3. Two bids, troela and 13 alone, have no points in the source.

Decided where it is silent: the printed points of the solo bids are what the declarer gets, so each
opponent pays a third, switchable (OQ-1) · no hearts in a plain rik or alleen, switchable (OQ-3) ·
troela is optional and scored like a rik (OQ-5) · 13 alone goes on where the column ends (OQ-6) ·
blind only when no other call is possible, and no trump that forces it (OQ-7) · the bidder of 13
alone leads, switchable (OQ-9) · pass games are not scored,
switchable, and then for the stakes of championships (OQ-10) · at rondpiek 0 or more than 1 is
out (OQ-11) · leading the asked suit means leading the asked card (OQ-12) · only the identical bid
may be joined (OQ-36).

Not modelled: playing for money, a misdeal, and a shuffle now and then in place of the cut.
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
    LostRik,
    Partner,
    Talk,
    TrumpBy,
    Values,
)
from engine.cards import RANKS, Card, Suit
from engine.contract import Blind, CalledCardDuty, CallRules
from engine.fourth import Form, Operated
from engine.passgames import BarredSuit, PassGame
from engine.rulesets import effects
from engine.rulesets.base import Contradiction, OptionSpec, OptionValue, Ruleset

__all__ = ["RULESET"]

_HEARTS = (Suit.HEARTS,)
_STEPS = Values(made=5, over=5, lost=5, under=5)
_OPEN = Exposure(cards=5)
_PRAATJE = Exposure(cards=5, talk=Talk.OPPONENTS)
_PLAIN_ALLEEN = tuple(f"alleen_{tricks}" for tricks in range(8, 13))


def _rik(bid: str, rank: int, trumps: tuple[Suit, ...], target: int = 8) -> BidRung:
    return BidRung(
        bid,
        rank,
        Family.RIK,
        Kind.RIK,
        target,
        _STEPS,
        trumps,
        partner=Partner.CALLED,
        lost_by=LostRik.DECLARER,
        beter=trumps == _HEARTS,
    )


def _alleen(tricks: int, rank: int, *, beter: bool = False) -> BidRung:
    return BidRung(
        f"alleen_{tricks}_beter" if beter else f"alleen_{tricks}",
        rank,
        Family.ALLEEN,
        Kind.ALLEEN,
        tricks,
        _STEPS,
        _HEARTS if beter else ANY_SUIT,
        leader=Leader.DECLARER if tricks == 13 else Leader.FOREHAND,
        beter=beter,
    )


def _exactly(
    bid: str, rank: int, kind: Kind, total: int, exposure: Exposure | None = None
) -> BidRung:
    return BidRung(
        bid,
        rank,
        Family.PIEK if kind is Kind.PIEK else Family.MISERE,
        kind,
        1 if kind is Kind.PIEK else 0,
        Values.flat(total // 3),
        exact=True,
        joined_by=frozenset({bid}),
        exposure=exposure,
    )


_TROELA = BidRung(
    "troela",
    12,
    Family.RIK,
    Kind.RIK,
    8,
    _STEPS,
    ANY_SUIT,
    TrumpBy.PARTNER,
    partner=Partner.LAST_ACE,
    aces=frozenset({3}),
    lost_by=LostRik.DECLARER,
    bound=False,
)

_LADDER = (
    _rik("rik", 1, ANY_SUIT),
    _rik("rik_beter", 2, _HEARTS),
    _alleen(8, 3),
    _alleen(8, 4, beter=True),
    _exactly("piek", 5, Kind.PIEK, 15),
    _alleen(9, 6),
    _alleen(9, 7, beter=True),
    _exactly("misere", 8, Kind.MISERE, 30),
    _exactly("open_piek", 9, Kind.PIEK, 30, _OPEN),
    _alleen(10, 10),
    _alleen(10, 11, beter=True),
    _TROELA,
    _exactly("open_misere", 13, Kind.MISERE, 45, _OPEN),
    _exactly("open_piek_praatje", 14, Kind.PIEK, 45, _PRAATJE),
    _alleen(11, 15),
    _alleen(11, 16, beter=True),
    _exactly("open_misere_praatje", 17, Kind.MISERE, 60, _PRAATJE),
    _alleen(12, 18),
    _alleen(12, 19, beter=True),
    _alleen(13, 20),
)


def _silent(ruleset: Ruleset, value: OptionValue) -> Ruleset:
    """The house variation: any ace may be asked, and nobody says that it is blind."""
    calls = replace(ruleset.calls, must_hold=False, highest=False, held_first=False, silent=True)
    return replace(ruleset, calls=replace(calls, blind=Blind.AT_LEAD))


def _thrice(rung: BidRung) -> BidRung:
    """The printed points taken as what each opponent pays."""
    if rung.kind is Kind.RIK:
        return rung
    old = rung.values
    return replace(rung, values=Values(old.made * 3, old.over * 3, old.lost * 3, old.under * 3))


def _forehand_leads(rung: BidRung) -> BidRung:
    return replace(rung, leader=Leader.FOREHAND)


def _without_redeal(ruleset: Ruleset, value: OptionValue) -> Ruleset:
    games = tuple(game for game in ruleset.pass_games if not game.redeal)
    return replace(ruleset, pass_games=games, desserts=ruleset.pass_games)


RULESET = Ruleset(
    slug="wikibooks",
    ladder=_LADDER,
    step=Step.ANY,
    calls=CallRules(ranks=RANKS, blind=Blind.AT_CALL, held_first=True),
    called_card_duty=CalledCardDuty.ALWAYS,
    early_end=True,
    values_reconstructed=True,
    pass_games=(
        PassGame("two_or_five", wins=frozenset({2, 5}), stake=10),
        PassGame("one_three_five", wins=frozenset({1, 3, 5}), stake=10),
        PassGame(
            "schoppen_mie",
            penalty_card=Card("SQ"),
            penalty_last_trick=True,
            penalty=5,
            bar=BarredSuit(Suit.SPADES, tricks=1),
        ),
        PassGame("rondpiek", wins=frozenset({1}), stake=10),
        PassGame("verplicht_misere", wins=frozenset({0}), stake=10),
        PassGame("verplichte_rik", rung=_rik("verplichte_rik", 0, ANY_SUIT, target=7)),
        PassGame("redeal", redeal=True),
    ),
    pass_games_count=False,
    packets=(4, 5, 4),
    forms=(
        Form("rene", Operated.IN_TURN, open=False, before_dealer=True),
        Form("blinde", Operated.LOWEST_BIDDER, open=True),
    ),
    no_redeal={"redeal": False},
    option_specs=(
        effects.early_end(True),
        effects.called_card_duty("always"),
        effects.plain_rik_hearts(False, "rik", *_PLAIN_ALLEEN),
        OptionSpec(
            "a13_leader",
            "bidder",
            ("bidder", "forehand"),
            effects.unless("bidder", {"forehand": effects.in_bids(_forehand_leads, "alleen_13")}),
            "Who leads to 13 alone.",
        ),
        effects.beter_suit("drawn"),
        effects.switch(
            "blind_silent",
            _silent,
            "Any ace may be asked, with any trump, and a blind call is not announced.",
        ),
        effects.switch(
            "three_piekers_make_four",
            effects.set_field("three_make_four"),
            "When three players piek, the fourth has to as well.",
        ),
        effects.switch(
            "solo_value_is_total",
            effects.in_bids(_thrice),
            "The points of a solo bid are what its declarer gets; otherwise each opponent pays "
            "as many.",
            default=True,
        ),
        effects.switch(
            "redeal",
            _without_redeal,
            "When all pass, dealing again is one of the choices.",
            default=True,
        ),
        effects.pass_game(
            "choose",
            "two_or_five",
            "one_three_five",
            "schoppen_mie",
            "rondpiek",
            "verplicht_misere",
            "verplichte_rik",
            "redeal",
        ),
        effects.pass_games_count(False),
        effects.switch(
            "joker",
            effects.set_field("draws_middle"),
            "A joker is played, as the lowest club; one card lies open, and the highest bidder may "
            "exchange it.",
            later=True,
        ),
        effects.exposure("fifth_card"),
        effects.table_of_values(),
    ),
    contradictions=(
        Contradiction(
            (("pass_game", ("redeal",)), ("redeal", (False,))),
            "dealing again cannot be the pass game where it is left out; take two_or_five, "
            "one_three_five, schoppen_mie, rondpiek, verplicht_misere or verplichte_rik",
        ),
    ),
)
