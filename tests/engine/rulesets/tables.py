"""Games under any ruleset, for the tests beside this file."""

from __future__ import annotations

import engine
from engine import Card, Discard, NameLeader, Seat
from tests.vocabulary import Game, deal

# A hand with three aces and one with four; nobody else's cards matter.
THREE_ACES = "AK2.A32.A432.432"
FOUR_ACES = "A5432.A32.A4.A32"


def bidding(
    slug: str,
    *,
    dealer: str = "N",
    turned: str | None = None,
    drawn: str = "S",
    middle: str = "D7",
    cards: engine.Deal | None = None,
    hands: dict[str, str] | None = None,
    **options: object,
) -> Game:
    """Before the first call; where a card is turned, the dealer's best one if nothing is said."""
    seat = Seat.parse(dealer)
    cards = cards if cards is not None else deal(**(hands or {}))
    draws = engine.rulesets.get(slug).with_options(options).draws
    shown = better = None
    if "turned" in draws:
        shown = Card(turned) if turned is not None else cards.card(seat, 0)
    if "beter" in draws:
        better = engine.Suit(drawn)
    return Game(
        engine.start(
            ruleset=slug,
            options=options,
            dealer=seat,
            deal=cards,
            turned=shown,
            beter_suit=better,
            middle=Card(middle) if "middle" in draws else None,
        )
    )


def name_leader(game: Game, leader: str) -> Game:
    return game.do(NameLeader(game.to_act, Seat.parse(leader)))


def put_away(game: Game, cards: str) -> Game:
    for card in cards.split():
        game = game.do(Discard(game.to_act, Card(card)))
    return game


def declarers(game: Game) -> list[str]:
    return [f"{one.declarer} {one.rung.bid}" for one in game.state.contracts]


def open_hands(game: Game) -> str:
    """Whose hands everybody sees, told by the public view alone."""
    exposed = game.table.as_dict().get("exposed", {})
    assert isinstance(exposed, dict)
    return "".join(exposed)


def talkers(game: Game) -> str:
    talk = game.table.as_dict().get("talk", [])
    assert isinstance(talk, list)
    return "".join(talk)
