"""What rulesets, bids, pass games and options are called, wherever somebody reads of them.

The engine speaks no language; these are the words for its names. A test fails when a ruleset gains
a bid, a pass game, an option or a value that has none here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

THROWN_IN = "thrown_in"
"""Stands where a contract or a pass game would: all passed and nothing was played."""

RULESETS: Mapping[str, Promise] = {
    "championship-online": _("Championship, online"),
    "championship-offline": _("Championship, at the table"),
    "wikibooks": _("Wikibooks"),
    "platform": _("Nines and tens, one round of bids"),
    "german": _("German rulebook"),
    "wiezen": _("Wiezen"),
}
ABOUT: Mapping[str, Promise] = {
    "championship-online": _("One step at a time, without open hands."),
    "championship-offline": _("One step at a time, with open hands and table talk."),
    "wikibooks": _("Many bids, jumps allowed, seven games for when all pass."),
    "platform": _("Everybody bids once; when all pass, forehand plays a rik."),
    "german": _("Misère and piek of one height; three aces are a troela."),
    "wiezen": _("A turned trump; partners find each other in the auction."),
}
BIDS: Mapping[str, Promise] = {
    "pass": _("Pass"),
    "rik": _("Rik"),
    "rik_beter": _("Rik beter"),
    "piek": _("Piek"),
    "misere": _("Misère"),
    "open_piek": _("Open piek"),
    "open_misere": _("Open misère"),
    "open_piek_praatje": _("Open piek with talk"),
    "open_misere_praatje": _("Open misère with talk"),
    "open_alleen_13": _("13 alone, open"),
    "troela": _("Troela"),
    "wachten": _("Wait"),
    "vraag": _("Vraag"),
    "meegaan": _("Meegaan"),
    "solo": _("Solo"),
    "kleine_miserie": _("Kleine miserie"),
    "pico": _("Pico"),
    "abondance": _("Abondance"),
    "abondance_in_troef": _("Abondance in troef"),
    "miserie": _("Miserie"),
    "troel": _("Troel"),
    "open_miserie": _("Open miserie"),
    "solo_slim": _("Solo slim"),
}
GAMES: Mapping[str, Promise] = {
    "schoppen_mie": _("Schoppen mie"),
    "one_or_five": _("One or five"),
    "two_or_five": _("Two or five"),
    "one_three_five": _("One, three or five"),
    "one_five_eleven": _("One, five or eleven"),
    "rondpiek": _("Rondpiek"),
    "verplicht_misere": _("Forced misère"),
    "verplichte_rik": _("Forced rik"),
    "dames": _("No queens"),
    "last_trick": _("Not the last trick"),
    "fewest_tricks": _("Fewest tricks"),
    "redeal": _("Dealt again"),
    THROWN_IN: _("Thrown in"),
}
_ALONE = re.compile(r"alleen_(\d+)(_beter)?")
_YES_NO: Mapping[str, Promise] = {"true": _("yes"), "false": _("no")}


@dataclass(frozen=True, slots=True)
class OptionText:
    """`values`: a word for each value, by the value as a form sends it."""

    label: Promise
    about: Promise
    values: Mapping[str, Promise] = field(default_factory=lambda: _YES_NO)


OPTIONS: Mapping[str, OptionText] = {
    "early_end": OptionText(
        _("Stop early"),
        _("A deal ends as soon as every piek or misère of it has failed."),
    ),
    "called_card_duty": OptionText(
        _("The called card"),
        _("What its holder owes when the suit of the called card is led."),
        {
            "always": _("it must be played"),
            "under_lead": _("it must be played, but its holder may lead low from the suit"),
            "none": _("nothing"),
        },
    ),
    "plain_rik_hearts": OptionText(
        _("Hearts in a plain bid"),
        _("Whether a plain bid may have hearts, the better suit, as its trump."),
    ),
    "step": OptionText(
        _("How far a bid may jump"),
        _("A raise is one step; this says what counts as a step."),
        {
            "family": _("the next bid of its own kind"),
            "global": _("the next bid of all"),
            "predecessor": _("any bid whose next lower one of its kind was bid"),
        },
    ),
    "a13_leader": OptionText(
        _("Who leads to 13 alone"),
        _("Who plays the first card when somebody plays 13 alone."),
        {"bidder": _("who bid it"), "forehand": _("the player after the dealer")},
    ),
    "beter": OptionText(
        _("The better suit"),
        _("The suit of a rik beter; a drawn one is drawn for each deal."),
        {"hearts": _("hearts"), "drawn": _("drawn for each deal"), "none": _("there is none")},
    ),
    "blind_silent": OptionText(
        _("Blind without saying so"),
        _("Any ace may be asked, with any trump, and nobody says that a call is blind."),
    ),
    "three_piekers_make_four": OptionText(
        _("Three piekers make four"),
        _("When three players piek, the fourth has to as well."),
    ),
    "solo_value_is_total": OptionText(
        _("Solo points in all"),
        _("The points of a solo bid are what its declarer gets; else each opponent pays them."),
    ),
    "redeal": OptionText(
        _("Deal again"),
        _("When all pass, dealing again is one of the choices. Never where several tables play."),
    ),
    "pass_game": OptionText(
        _("When all pass"),
        _("What is played then: chosen at the table, or fixed beforehand."),
        {"choose": _("chosen at the table"), **GAMES},
    ),
    "pass_games_count": OptionText(
        _("Points when all pass"),
        _("Whether the points of such a game count, or it is played for fun."),
    ),
    "exposure": OptionText(
        _("When an open hand is shown"),
        _("The moment at which the hand of an open bid is laid on the table."),
        {
            "fifth_card": _("after the fifth card of the deal"),
            "first_trick": _("after the first trick"),
        },
    ),
    "troela": OptionText(
        _("Troela"),
        _("Whether three aces have to be bid as troela, may be, or cannot be."),
        {"compulsory": _("a duty"), "optional": _("allowed"), "absent": _("not played")},
    ),
    "troela_trump": OptionText(
        _("The trump of a troela"),
        _("Who names it."),
        {"partner": _("the holder of the fourth ace"), "declarer": _("who bid troela")},
    ),
    "rikker_pays_alone": OptionText(
        _("The rikker pays alone"),
        _("A lost rik is paid by its declarer alone, to both opponents."),
    ),
    "all13_defenders": OptionText(
        _("Extra for defenders"),
        _("The extra for all thirteen tricks also goes to the defenders."),
    ),
    "no_piek": OptionText(_("No piek"), _("Piek is not played, open or not.")),
    "solo_after_bid": OptionText(
        _("Alone only after another bid"),
        _("Nobody plays alone before a rik, misère, piek or troela has been bid."),
    ),
    "alleen_7": OptionText(_("7 alone"), _("May be bid, between rik beter and 8 alone.")),
    "dealer_must_bid": OptionText(
        _("The dealer must bid"),
        _("The dealer may not pass when the three others have."),
    ),
    "kleine_miserie": OptionText(
        _("Kleine miserie"),
        _("A miserie of twelve tricks, after everybody has put one card away."),
    ),
    "pico": OptionText(_("Pico"), _("Exactly one trick may be bid.")),
    "solo_slim_trump": OptionText(
        _("The trump of a solo slim"),
        _("Chosen by whoever bids it, or the turned suit."),
        {"choice": _("chosen"), "turned": _("the turned suit")},
    ),
    "joker": OptionText(
        _("With the joker"),
        _(
            "A fifty-third card, below the two of clubs; one card lies open in the middle, and "
            "whoever bids highest may exchange a card for it."
        ),
    ),
    "values": OptionText(
        _("Points"),
        _("Leave a field empty to keep the points of these rules."),
        {},
    ),
}


def ruleset_name(slug: str) -> str:
    return str(RULESETS.get(slug, slug))


def bid_name(bid: str) -> str:
    """“8 alone”, “9 alone, beter”, “Rik beter”."""
    alone = _ALONE.fullmatch(bid)
    if alone and alone[2]:
        return gettext("%(tricks)s alone, beter") % {"tricks": alone[1]}
    if alone:
        return gettext("%(tricks)s alone") % {"tricks": alone[1]}
    return str(BIDS.get(bid, bid))


def game_name(game: str) -> str:
    return str(GAMES.get(game, game))


def contract_name(contract: str) -> str:
    """Of a `contract` as rows have it: a bid, two that were joined, a pass game, thrown in."""
    return ", ".join(
        game_name(word) if word in GAMES else bid_name(word) for word in contract.split()
    )


def as_sent(value: object) -> str:
    """An option's value as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_name(option: str, value: object) -> str:
    known = OPTIONS.get(option)
    sent = as_sent(value)
    return str(known.values.get(sent, sent)) if known is not None else sent


# What is printed on the court cards, by language: heer, vrouw, boer; König, Dame, Bube.
RANKS_PRINTED: Mapping[str, Mapping[str, str]] = {
    "nl": {"K": "H", "Q": "V", "J": "B"},
    "de": {"Q": "D", "J": "B"},
}


def rank_printed(letter: str, index: str) -> str:
    """What is printed on the card: “H” of a king in the Netherlands, “10”."""
    return "10" if letter == "T" else RANKS_PRINTED.get(index, {}).get(letter, letter)
