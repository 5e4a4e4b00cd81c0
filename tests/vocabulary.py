"""Words for tests about cards: `hand("SA HK")`, `deal(N="AK2.QT9.J87.A654")`, and
`playing("rik by N, trump S, calls HA", hands={"E": "H7 HK"}).after("N:H3 E:HK")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import engine
from engine import (
    Card,
    ChoosePassGame,
    Command,
    Deal,
    Declare,
    Event,
    GameState,
    Hand,
    MakeBid,
    PlayCard,
    Seat,
    Suit,
)

__all__ = ["Game", "bidding", "deal", "hand", "playing", "seat"]

RULESET = "championship-online"


def seat(letter: str) -> Seat:
    return Seat.parse(letter)


def hand(text: str) -> Hand:
    return Hand.parse(text)


def deal(**hands: str) -> Deal:
    """A deal with these cards in these hands; what is not said is dealt out in order.

    A hand given as `S.H.D.C` with thirteen cards, or as some cards it must hold.
    """
    named = {Seat.parse(letter): list(Hand.parse(text)) for letter, text in hands.items()}
    given = {card for cards in named.values() for card in cards}
    assert len(given) == sum(len(cards) for cards in named.values()), "a card in two hands"
    rest = [card for card in engine.DECK if card not in given]
    full: dict[Seat, Hand] = {}
    for owner in engine.SEATS:
        cards = named.get(owner, [])
        missing = 13 - len(cards)
        full[owner] = Hand([*cards, *rest[:missing]])
        rest = rest[missing:]
    return Deal(*(full[owner] for owner in engine.SEATS))


@dataclass(frozen=True)
class Game:
    """A game under way. Every step gives a new one, so a test may branch."""

    state: GameState
    events: tuple[Event, ...] = ()

    def do(self, command: Command) -> Game:
        state, happened = self.state, engine.decide(self.state, command)
        return Game(engine.replay(state, happened), (*self.events, *happened))

    def bid(self, words: str) -> Game:
        """`"E:pass S:rik"`, or without seats when it is plain whose turn it is."""
        game = self
        for who, bid in _said(words):
            game = game.do(MakeBid(game.to_act if who is None else who, bid))
        return game

    def choose(self, game: str) -> Game:
        return self.do(ChoosePassGame(self.to_act, game))

    def declare(self, trump: str | None, card: str | None = None, *, blind: bool = False) -> Game:
        return self.do(
            Declare(
                self.to_act,
                Suit.parse(trump) if trump is not None else None,
                Card(card) if card is not None else None,
                blind,
            )
        )

    def play(self, words: str) -> Game:
        """`"E:SQ S9 (C5)"`: a card in brackets is led face down."""
        game = self
        for who, card in _said(words):
            player = game.to_act if who is None else who
            by = game.state.operator if player is game.state.to_act else None
            game = game.do(PlayCard(player, Card(card.strip("()")), card.startswith("("), by))
        return game

    after = play

    def play_on(self, tricks: int = 13) -> Game:
        """Everybody plays the first legal card until `tricks` are complete or the deal is over."""
        game = self
        while not game.state.finished and game.tricks < tricks:
            game = game.do(engine.legal_actions(game.state)[0])
        return game

    @property
    def to_act(self) -> Seat:
        assert self.state.to_act is not None, "the game is over"
        return self.state.to_act

    @property
    def tricks(self) -> int:
        return len(self.state.play.tricks) if self.state.play is not None else 0

    @property
    def cards(self) -> str:
        """The cards the seat to act may play, a face-down lead in brackets."""
        plays = [one for one in engine.legal_actions(self.state) if isinstance(one, PlayCard)]
        return " ".join(f"({one.card})" if one.face_down else str(one.card) for one in plays)

    @property
    def bids(self) -> str:
        calls = [one for one in engine.legal_actions(self.state) if isinstance(one, MakeBid)]
        return " ".join(one.bid for one in calls)

    @property
    def declarations(self) -> set[str]:
        """`"D:SA"`, `"D:SA blind"`, or `"D"` where no card is called."""
        found = set()
        for one in engine.legal_actions(self.state):
            assert isinstance(one, Declare)
            card = f":{one.card}" if one.card is not None else ""
            found.add(f"{one.trump}{card}{' blind' if one.blind else ''}")
        return found

    @property
    def scores(self) -> dict[str, int]:
        scores = engine.outcome(self.state).scores
        assert scores is not None, "the game is not over"
        return {who.letter: scores[who] for who in engine.SEATS}

    @property
    def table(self) -> engine.PublicView:
        return engine.public_view(self.state)

    def seen_by(self, letter: str) -> engine.SeatView:
        return engine.seat_view(self.state, Seat.parse(letter))


def _said(words: str) -> Iterator[tuple[Seat | None, str]]:
    for word in words.split():
        who, colon, what = word.rpartition(":")
        yield (Seat.parse(who) if colon else None), what


def bidding(*, dealer: str = "N", cards: Deal | None = None, **options: object) -> Game:
    """A game before its first call; forehand speaks first."""
    return Game(
        engine.start(
            ruleset=RULESET,
            options=options,
            dealer=Seat.parse(dealer),
            deal=cards if cards is not None else deal(),
        )
    )


_CONTRACT = re.compile(
    r"(?P<bid>\w+)(?: by (?P<by>[NESW](?: and [NESW])*))?"
    r"(?:, trump (?P<trump>[CDHS]))?(?:, calls (?P<card>\w\w)(?P<blind> blind)?)?"
)


def playing(
    contract: str,
    *,
    hands: Mapping[str, str] | None = None,
    cards: Deal | None = None,
    leader: str = "N",
    **options: object,
) -> Game:
    """A game just before the first lead. `contract` reads like `"rik by N, trump S, calls HA"`,
    `"misere by E and W"`, `"alleen_9 by S, trump C"` or the name of a pass game. Some auction that
    leads there is found; `leader` is forehand.
    """
    found = _CONTRACT.fullmatch(contract)
    assert found is not None, f"not a contract: {contract}"
    dealer = Seat.parse(leader).after(3)
    game = bidding(
        dealer=dealer.letter, cards=cards if cards is not None else deal(**(hands or {})), **options
    )
    if found["by"] is None:
        return game.bid("pass pass pass pass").choose(found["bid"])
    holders = {Seat.parse(letter) for letter in found["by"].split(" and ")}
    settled = _auction(game, found["bid"], holders)
    assert settled is not None, f"no auction ends in {contract} with {leader} to lead"
    if found["trump"] is None:
        return settled
    return settled.declare(found["trump"], found["card"], blind=bool(found["blind"]))


def _auction(game: Game, bid: str, holders: set[Seat]) -> Game | None:
    """Depth first: whoever shall hold the contract bids it when he can, everybody else passes."""
    if game.state.phase is not engine.Phase.AUCTION:
        reached = {(one.rung.bid, one.declarer) for one in game.state.contracts}
        return game if reached == {(bid, holder) for holder in holders} else None
    ladder = list(game.state.ruleset.rungs)
    ceiling = ladder.index(bid)
    choices = [one for one in game.bids.split() if one == "pass" or ladder.index(one) <= ceiling]
    if game.to_act in holders:
        choices = [one for one in choices if one != "pass"]
        choices.sort(key=lambda one: one != bid)
    else:
        choices = [one for one in choices if one != bid]
    for choice in choices:
        found = _auction(game.bid(choice), bid, holders)
        if found is not None:
            return found
    return None
