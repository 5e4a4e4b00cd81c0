"""A game about to begin: its rules, its cards, and who is there to play them."""

from __future__ import annotations

from collections.abc import Mapping

from engine import rulesets
from engine.auction import Auction
from engine.cards import Card, Suit
from engine.deal import Deal
from engine.errors import SetupError
from engine.fourth import FourthHand, fourth_hand
from engine.game import GameState, Phase, play_pass_game
from engine.rulesets.base import Ruleset
from engine.seats import Seat

__all__ = ["open_game", "start"]


def start(
    *,
    ruleset: str,
    options: Mapping[str, object],
    dealer: Seat | None,
    deal: Deal,
    forehand: Seat | None = None,
    turned: Card | None = None,
    beter_suit: Suit | None = None,
    middle: Card | None = None,
    form: str | None = None,
    fourth: Seat | None = None,
    pass_game: str | None = None,
) -> GameState:
    """A game about to begin, with a `dealer`; or with none and a `forehand`, where five or six are
    at the table and the dealer sits out: then the last to speak has his part. `form`: three play,
    and nobody holds the hand of `fourth`; left out, it is the one directly before the dealer.
    `middle`: the card that lies open where a joker is played; the joker then takes its place in the
    `deal`, if it is not that card itself. `pass_game`: the one that is played without an auction.

    Refuses an unknown ruleset or option, and what is drawn for a deal (`Ruleset.draws`) where it
    is missing, not drawn here, or not the dealer's card."""
    tuned = rulesets.get(ruleset).with_options(options)
    return open_game(
        tuned,
        dealer=dealer,
        deal=deal,
        forehand=forehand,
        turned=turned,
        beter_suit=beter_suit,
        middle=middle,
        pass_game=pass_game,
        fourth=fourth_hand(None if form is None else tuned.form(form), fourth, dealer),
    )


def open_game(
    ruleset: Ruleset,
    *,
    dealer: Seat | None,
    deal: Deal,
    forehand: Seat | None = None,
    turned: Card | None = None,
    beter_suit: Suit | None = None,
    middle: Card | None = None,
    fourth: FourthHand | None = None,
    pass_game: str | None = None,
) -> GameState:
    last = _last_to_speak(dealer, forehand)
    _check_drawn(ruleset, "turned", "turned card", turned)
    _check_drawn(ruleset, "beter", "drawn better suit", beter_suit)
    _check_drawn(ruleset, "middle", "card in the middle", middle)
    if turned is not None and not deal.masks[last] & turned.bit:
        raise SetupError(
            f"the turned card {turned} is not in the dealer's hand",
            code="turned_elsewhere",
            detail={"turned": turned.notation},
        )
    if beter_suit is not None:
        ruleset = ruleset.with_beter_suit(beter_suit)
    opened = GameState(
        Phase.AUCTION,
        None,
        None,
        ruleset,
        last,
        deal if middle is None else deal.with_joker(middle),
        Auction() if fourth is None else Auction.without(fourth.seat),
        turned=turned,
        beter_suit=beter_suit,
        dealer_sits_out=dealer is None,
        fourth=fourth,
        middle=middle,
    )
    if pass_game is not None:
        return play_pass_game(opened, ruleset.scheduled(pass_game).game)
    return opened._replace(to_act=opened.forehand)


def _last_to_speak(dealer: Seat | None, forehand: Seat | None) -> Seat:
    """Who has the dealer's part: the dealer, or the last to speak where he sits out."""
    if dealer is not None and forehand is not None:
        raise SetupError(
            "a dealer who plays says who is forehand; give one of the two",
            code="dealer_and_forehand",
            detail={"dealer": dealer.letter, "forehand": forehand.letter},
        )
    if dealer is not None:
        return dealer
    if forehand is None:
        raise SetupError(
            "nobody deals: give a dealer, or a forehand where the dealer sits out",
            code="missing_dealer",
        )
    return forehand.after(3)


def _check_drawn(ruleset: Ruleset, name: str, what: str, drawn: object) -> None:
    if (drawn is not None) is (name in ruleset.draws):
        return
    if drawn is None:
        raise SetupError(f"{ruleset.slug} needs a {what}", code=f"missing_{name}")
    raise SetupError(f"{ruleset.slug} has no {what}", code=f"unexpected_{name}")
