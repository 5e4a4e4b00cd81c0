"""What only some rulesets have, as moments at the table: see `staged`."""

from __future__ import annotations

from engine import Card, Claim, Declare, Exchange, Seat, Suit
from tests.browser.staged import HANDS, MISERE, Moment
from tests.engine.rulesets.tables import bidding, name_leader, put_away
from tests.vocabulary import Game

# South has the aces of spades, hearts and clubs, North the fourth.
THREE_ACES = {
    "S": "AK2.A32.432.A432",
    "N": "QJT9.KQJ.AKQ.KQJ",
    "E": "8765.T98.JT98.T9",
    "W": "43.7654.765.8765",
}
PASSES = "pass pass pass pass"


def wiezen(dealer: str = "N", **options: object) -> Game:
    return bidding("wiezen", dealer=dealer, hands=HANDS, **options)


def german(dealer: str = "S", hands: dict[str, str] = HANDS, **options: object) -> Game:
    return bidding("german", dealer=dealer, hands=hands, **options)


def wikibooks(dealer: str = "S", hands: dict[str, str] = HANDS, **options: object) -> Game:
    return bidding("wikibooks", dealer=dealer, hands=hands, **options)


def offline(words: str, hands: dict[str, str] = MISERE) -> Game:
    return bidding("championship-offline", dealer="E", hands=hands).bid(words)


def platform(words: str, dealer: str = "E", hands: dict[str, str] = HANDS) -> Game:
    return bidding("platform", dealer=dealer, hands=hands).bid(words)


def cards(game: Game, number: int) -> Game:
    """So many cards of the deal, each the first that is legal."""
    for _ in range(number):
        game = game.do(game.seen_by(game.to_act.letter).legal[0])
    return game


def _wiezen() -> dict[str, Moment]:
    asking = wiezen("E").bid("S:vraag")
    putting = wiezen("E", kleine_miserie=True, pico=True).bid(
        "S:kleine_miserie W:pass N:pass E:pass"
    )
    away = put_away(putting, "S7")
    troel = bidding("wiezen", dealer="E", turned="S8", hands=THREE_ACES)
    return {
        "auction": Moment(wiezen("E")),
        "auction, all options": Moment(wiezen("E", kleine_miserie=True, pico=True)),
        "waited": Moment(wiezen().bid("E:wachten")),
        "asked": Moment(wiezen().bid("E:vraag")),
        "asked in vain": Moment(asking.bid("W:pass N:pass E:pass")),
        "waiting": Moment(asking),
        "going along": Moment(cards(asking.bid("W:pass N:meegaan E:pass"), 9)),
        "troel": Moment(troel),
        "troel, lead": Moment(troel.bid("S:troel W:pass N:pass E:pass"), Seat.NORTH),
        "discard": Moment(putting),
        "discarded": Moment(away),
        "kleine miserie": Moment(cards(put_away(away, "S6 S2 S4"), 6)),
        "abondance over": Moment(
            wiezen("E").bid("S:abondance W:pass N:pass E:pass").declare("S").play_on()
        ),
        "thrown in": Moment(wiezen().bid(PASSES)),
        "open miserie": Moment(
            cards(
                bidding("wiezen", dealer="E", turned="SA", hands=MISERE).bid(
                    "S:open_miserie W:pass N:open_miserie E:pass"
                ),
                6,
            ),
            Seat.EAST,
        ),
    }


def _german() -> dict[str, Moment]:
    praatje = german("E", MISERE).bid("S:open_misere_praatje W:pass N:pass E:pass")
    troela = german("E", THREE_ACES).bid("S:troela W:pass N:pass E:pass")
    return {
        "auction": Moment(german("N").bid("E:rik")),
        "auction, longest ladder": Moment(german("E", beter="drawn", alleen_7=True)),
        "joining": Moment(german().bid("W:rik N:misere E:pass")),
        "troela, bound": Moment(german("E", THREE_ACES)),
        "troela, trumps": Moment(troela, Seat.NORTH),
        "troela": Moment(cards(troela.declare("C"), 5), Seat.WEST),
        "praatje, soon": Moment(cards(praatje, 2), Seat.NORTH),
        "praatje": Moment(cards(praatje, 6), Seat.NORTH),
        "praatje, own": Moment(cards(praatje, 6)),
        "watching: praatje": Moment(cards(praatje, 6), None),
        "misere and piek over": Moment(
            german("E", MISERE).bid("S:misere W:pass N:piek E:pass").play_on()
        ),
        "dames over": Moment(german(pass_game="dames").bid(PASSES).play_on()),
    }


def _wikibooks() -> dict[str, Moment]:
    passed = wikibooks("E").bid(PASSES)
    forced = passed.choose("verplichte_rik")
    two = wikibooks("E", MISERE).bid("S:open_misere_praatje W:pass N:open_misere_praatje E:pass")
    misere = wikibooks("E", MISERE).bid("S:misere W:pass N:pass E:pass")
    claimed = misere.do(Claim(Seat.SOUTH, (13, 0, 0, 0)))
    joker = wikibooks("E", joker=True, middle="HA").bid("S:rik W:pass N:pass E:pass")
    given = joker.do(Exchange(Seat.SOUTH, Card("H2")))
    return {
        "exchange": Moment(joker),
        "exchange, waiting": Moment(joker, Seat.NORTH),
        "exchanged": Moment(given, Seat.NORTH),
        "auction": Moment(wikibooks("E")),
        "auction, waiting": Moment(wikibooks("E").bid("S:alleen_8")),
        "choose": Moment(passed),
        "choose, waiting": Moment(passed, Seat.EAST),
        "forced rik": Moment(forced),
        "forced rik, watching": Moment(forced, None),
        "forced rik over": Moment(
            forced.do(Declare(Seat.SOUTH, Suit.SPADES, forced_call(forced))).play_on()
        ),
        "rondpiek": Moment(cards(passed.choose("rondpiek"), 6)),
        "rondpiek over": Moment(passed.choose("rondpiek").play_on()),
        "dealt again": Moment(passed.choose("redeal")),
        "claim": Moment(claimed, Seat.WEST),
        "two open, soon": Moment(two, Seat.WEST),
        "two open, talking": Moment(cards(two, 5), Seat.WEST),
        "watching: two open": Moment(cards(two, 6), None),
    }


def forced_call(game: Game):  # type: ignore[no-untyped-def]
    return next(
        one.card
        for one in game.seen_by("S").legal
        if isinstance(one, Declare) and one.trump is Suit.SPADES
    )


def _offline() -> dict[str, Moment]:
    named = offline("S:piek W:pass N:misere E:pass S:open_misere N:open_misere")
    alone = offline("S:piek W:pass N:misere E:pass S:open_misere N:pass")
    open_now = cards(name_leader(alone, "W"), 6)
    return {
        "auction": Moment(offline("S:rik W:pass N:rik_beter E:pass")),
        "leader": Moment(alone),
        "leader, waiting": Moment(named, Seat.EAST),
        "open misere, soon": Moment(name_leader(alone, "W"), Seat.EAST),
        "open misere": Moment(open_now, Seat.EAST),
        "open misere, own": Moment(open_now),
        "watching: open misere": Moment(open_now, None),
    }


def _platform() -> dict[str, Moment]:
    forced = platform("S:pass W:pass N:pass E:pass")
    alone = platform("S:pass W:pass N:pass E:pass", hands=THREE_ACES)
    return {
        "auction": Moment(platform("", "E")),
        "only pass": Moment(platform("W:pass N:misere E:pass", "S")),
        "forced rik": Moment(forced),
        "alone": Moment(alone),
    }


MOMENTS_OF = {
    "wiezen": _wiezen(),
    "german": _german(),
    "wikibooks": _wikibooks(),
    "championship-offline": _offline(),
    "platform": _platform(),
}
