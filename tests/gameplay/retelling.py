"""Games, and the same actions over deals that differ in cards which somebody has not seen.

What a seat is sent may depend on its own hand and on what has been shown, and on nothing else. So
take a game at some moment, exchange cards that this seat has not seen between the other hands, and
tell the same actions again wherever that is legal: the seat must have been sent the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from random import Random
from types import MappingProxyType

import engine
from engine import (
    DECK,
    SEATS,
    Card,
    Command,
    Deal,
    Declare,
    Event,
    GameState,
    Hand,
    IllegalAction,
    MakeBid,
    PlayCard,
    Seat,
    players,
)
from engine.contract import CalledCardDuty
from engine.errors import GameAlreadyFinished, NotYourTurn, WrongPhase
from gameplay import tables
from gameplay.events import GameOpened
from gameplay.frames import Standing
from gameplay.room import Shown, Standings, Step
from gameplay.streams import LiveGame, LiveTable
from gameplay.visibility import LIVE
from tests.gameplay.audiences import Audience

RULESET = "championship-online"
NOW = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)
AUDIENCES: tuple[Audience, ...] = (*SEATS, None)


@dataclass(frozen=True)
class Told:
    """A game as it was played: `states[n]` is the game after `n` actions."""

    opening: GameState
    actions: tuple[Command, ...] = ()
    happened: tuple[tuple[Event, ...], ...] = ()

    @cached_property
    def states(self) -> tuple[GameState, ...]:
        found = [self.opening]
        for events in self.happened:
            found.append(engine.replay(found[-1], events))
        return tuple(found)

    @property
    def deal(self) -> Deal:
        return self.opening.deal

    def up_to(self, actions: int) -> Told:
        return Told(self.opening, self.actions[:actions], self.happened[:actions])

    def with_deal(self, deal: Deal) -> GameState:
        return self.opening._replace(deal=deal)


# -- playing ---------------------------------------------------------------------------------------


def play(
    deal: Deal,
    *,
    seed: int,
    bids: Mapping[Seat, str] = MappingProxyType({}),
    player: str = "random",
    dealer: Seat = Seat.NORTH,
    options: Mapping[str, object] = MappingProxyType({}),
    keep_called_suit: bool = False,
) -> Told:
    """Play a whole board. Who has a bid in `bids` makes it when he can, the others pass; with no
    `bids` the player bids as well. A blind call is made where there is one. With
    `keep_called_suit` everybody keeps it as long as he can, and the partner his secret.
    """
    opening = engine.start(ruleset=RULESET, options=options, dealer=dealer, deal=deal)
    rng, state = Random(seed), opening
    actions: list[Command] = []
    happened: list[tuple[Event, ...]] = []
    while state.to_act is not None:
        command = _choose(state, bids, player, rng)
        if isinstance(command, PlayCard) and keep_called_suit:
            others = _of_other_suits(state)
            command = command if command in others or not others else others[0]
        events = engine.decide(state, command)
        state = engine.replay(state, events)
        actions.append(command)
        happened.append(events)
    return Told(opening, tuple(actions), tuple(happened))


def _choose(state: GameState, bids: Mapping[Seat, str], player: str, rng: Random) -> Command:
    assert state.to_act is not None
    legal = engine.legal_actions(state)
    if bids and isinstance(legal[0], MakeBid):
        wanted = MakeBid(state.to_act, bids.get(state.to_act, "pass"))
        return wanted if wanted in legal else MakeBid(state.to_act, "pass")
    if isinstance(legal[0], Declare):
        blind = [one for one in legal if isinstance(one, Declare) and one.blind]
        if blind or player == "random":
            return rng.choice(blind or legal)
    hidden = [one for one in legal if isinstance(one, PlayCard) and one.face_down]
    if hidden and rng.random() < 0.5:
        return rng.choice(hidden)
    return players.choose(player, engine.seat_view(state, state.to_act), rng.getrandbits(60))


def _of_other_suits(state: GameState) -> list[Command]:
    called, legal = _called(state), engine.legal_actions(state)
    assert called is not None
    return [one for one in legal if isinstance(one, PlayCard) and one.card.suit is not called.suit]


def shuffled(seed: int, fixed: Mapping[Seat, str] = MappingProxyType({})) -> Deal:
    """A deal in which the hands of `fixed` are as given and the other cards are anywhere."""
    given = {seat: Hand.parse(text) for seat, text in fixed.items()}
    rest = [card for card in DECK if not any(card in hand for hand in given.values())]
    Random(seed).shuffle(rest)
    hands = []
    for seat in SEATS:
        if seat not in given:
            given[seat], rest = Hand(rest[:13]), rest[13:]
        hands.append(given[seat])
    return Deal(*hands)


# -- frames ----------------------------------------------------------------------------------------

_TABLE = LiveTable(
    tables.TableState(
        table_id="table",
        ruleset=RULESET,
        options={},
        length=None,
        policy=LIVE,
        opener=None,
        first_dealer=Seat.NORTH,
    ),
    version=5,
    head=b"",
)
_NO_SCORES = Standing(boards=(), totals={}, names={})


def frames_of(
    told: Told, audience: Audience, *, policy: str = LIVE, first: int = 0
) -> Iterator[str]:
    """What this audience is sent about the game, from its `first` action on."""
    version, events = 1, tuple[Event, ...]()
    for number, state in enumerate(told.states):
        if number:
            events = told.happened[number - 1]
            version += len(events)
        if number >= first:
            seats = [] if audience is None else [audience]
            yield a_step(state, version, events, policy).frames_for(seats, NOW)[audience].text


def a_step(state: GameState, version: int, events: Sequence[Event], policy: str) -> Step:
    opened = GameOpened(
        ruleset=RULESET,
        options={},
        options_sha256="",
        dealer=state.dealer,
        board=1,
        deal_id="",
        deal_digest="",
        policy=policy,
        table_id="table",
    )
    live = LiveGame("game", opened, state, version, b"")
    told = [engine.public_event(state, event) for event in events]
    shown = Shown(_TABLE, Standings(_NO_SCORES, _NO_SCORES), live, released=None)
    return Step(shown, tuple(one for one in told if one is not None), is_table=False)


# -- telling it again ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Retelling:
    """Two games that `audience` cannot tell apart."""

    audience: Audience
    told: Told
    again: Told

    @property
    def now(self) -> tuple[GameState, GameState]:
        return self.told.states[-1], self.again.states[-1]


def retellings(
    told: Told, audience: Audience, rng: Random, *, most: int = 1, tries: int = 12
) -> list[Retelling]:
    """Up to `most` games with the same actions over other hands; `told` goes up to the moment."""
    found: list[Retelling] = []
    for _ in range(tries):
        deal = _with_unseen_cards_exchanged(told.states[-1], audience, rng)
        if deal is None or len(found) == most:
            break
        again = _tell_again(told, deal, audience, rng) if deal != told.deal else None
        if again is not None:
            found.append(Retelling(audience, told, again))
    return found


def face_down_card(state: GameState) -> tuple[Seat, Card] | None:
    """Who led which card that still lies hidden; out of a hand that lies open all saw it go."""
    play = state.play
    if play is None or not play.lies_face_down or state.claimed[play.leader]:
        return None
    return play.leader, play.cards[0]


def _unseen(state: GameState, audience: Audience) -> dict[Seat, list[Card]]:
    """The cards of each other hand that this audience has not been shown."""
    found = {
        seat: list(Hand.from_mask(state.hand_left(seat))) for seat in SEATS if seat is not audience
    }
    hidden = face_down_card(state)
    if hidden is not None and hidden[0] in found:
        found[hidden[0]].append(hidden[1])
    return found


def _with_unseen_cards_exchanged(state: GameState, audience: Audience, rng: Random) -> Deal | None:
    unseen = {seat: cards for seat, cards in _unseen(state, audience).items() if cards}
    if len(unseen) < 2:
        return None
    hands = {seat: set(state.deal.hand(seat)) for seat in SEATS}
    for turn in range(rng.choice((1, 1, 2, 3, 6))):
        one, other = rng.sample(sorted(unseen), 2)
        mine, his = rng.choice(unseen[one]), rng.choice(unseen[other])
        called = _called(state)
        if turn == 0 and called is not None and rng.random() < 0.8:
            one, mine, other, his = _aimed(state, called, unseen, rng) or (one, mine, other, his)
        for seat, out, into in ((one, mine, his), (other, his, mine)):
            hands[seat] = hands[seat] - {out} | {into}
            unseen[seat] = [into if card is out else card for card in unseen[seat]]
    return Deal(*(Hand(hands[seat]) for seat in SEATS))


def _called(state: GameState) -> Card | None:
    return next((one.called for one in state.contracts if one.called is not None), None)


def _aimed(
    state: GameState, called: Card, unseen: Mapping[Seat, list[Card]], rng: Random
) -> tuple[Seat, Card, Seat, Card] | None:
    """Another partner; or another call, blind or not, by a card of its suit to or from declarer."""
    declarer = state.contracts[0].declarer
    others = [seat for seat in sorted(unseen) if seat is not declarer]
    holder = next((seat for seat, cards in unseen.items() if called in cards), None)
    if holder is not None and len(others) > 1 and rng.random() < 0.7:
        partner = rng.choice([seat for seat in others if seat is not holder])
        return holder, called, partner, rng.choice(unseen[partner])
    if declarer not in unseen:
        return None
    giver = rng.choice(others)
    suited = [card for card in unseen[giver] if card.suit is called.suit and card is not called]
    if not suited:
        return None
    return declarer, rng.choice(unseen[declarer]), giver, rng.choice(suited)


def _tell_again(told: Told, deal: Deal, audience: Audience, rng: Random) -> Told | None:
    """The same actions, as far as others saw them; None where a hand does not allow one."""
    opening = told.with_deal(deal)
    still_hidden = face_down_card(told.states[-1]) is not None
    state, actions, happened = opening, list[Command](), list[tuple[Event, ...]]()
    for before, command in zip(told.states, told.actions, strict=False):
        same = _looking_the_same(state, command, audience, rng if still_hidden else None)
        if same is None or shows_himself(before, command) != shows_himself(state, same):
            return None
        try:
            events = engine.decide(state, same)
        except (GameAlreadyFinished, NotYourTurn, WrongPhase) as difference:
            raise AssertionError("the course of the game tells about unseen cards") from difference
        except IllegalAction:
            return None
        state = engine.replay(state, events)
        actions.append(same)
        happened.append(events)
    return Told(opening, tuple(actions), tuple(happened))


def shows_himself(state: GameState, command: Command) -> bool:
    """Where the holder may lead the called suit low, doing so tells the table who he is."""
    play = state.play
    if play is None or play.cards or not isinstance(command, PlayCard):
        return False
    called = play.terms.called
    return (
        play.terms.duty is CalledCardDuty.UNDER_LEAD
        and called is not None
        and command.seat is play.terms.holder
        and command.card.suit is called.suit
        and not command.face_down
    )


def _looking_the_same(
    state: GameState, command: Command, audience: Audience, rng: Random | None
) -> Command | None:
    """Nobody else sees whether a call was blind, nor, until its trick is complete (no `rng` then),
    which card lies face down.
    """
    if command.seat is audience or state.to_act is not command.seat:
        return command
    if isinstance(command, Declare):
        calls = [one for one in engine.legal_actions(state) if isinstance(one, Declare)]
        alike = [one for one in calls if (one.trump, one.card) == (command.trump, command.card)]
        return alike[0] if alike else None
    if rng is not None and isinstance(command, PlayCard) and command.face_down:
        plays = [one for one in engine.legal_actions(state) if isinstance(one, PlayCard)]
        hidden = [one for one in plays if one.face_down]
        return rng.choice(hidden) if hidden else None
    return command
