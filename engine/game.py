"""A game: its state, and the verbs that move it.

`decide` may refuse; `apply` may not. `legal_actions` and `decide` read the same functions, so what
is listed is what is accepted. Nothing here asks which ruleset is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from engine import rulesets
from engine.auction import Auction, Call, bids_allowed, next_to_call
from engine.bids import BidRung, Leader
from engine.commands import (
    ChoosePassGame,
    Command,
    Declare,
    MakeBid,
    PlayCard,
    plays_of,
    write_action,
)
from engine.contract import Contract, call_options
from engine.deal import Deal
from engine.errors import (
    BlindMismatch,
    GameAlreadyFinished,
    IllegalAction,
    IllegalBid,
    IllegalCalledCard,
    IllegalPassGame,
    IllegalTrump,
    NotYourTurn,
    WrongPhase,
)
from engine.events import (
    BidMade,
    CardPlayed,
    Declared,
    Event,
    GameFinished,
    PassGameChosen,
    event_of,
)
from engine.play import Play, Terms, after_card, face_down_allowed, is_over, playable, refusal
from engine.rulesets.base import OptionValue, Ruleset
from engine.scoring import settle_contract, settle_pass_game, total
from engine.seats import SEATS, Seat

__all__ = [
    "ContractResult",
    "GameState",
    "Outcome",
    "Phase",
    "apply",
    "decide",
    "legal_actions",
    "open_game",
    "outcome",
    "replay",
    "start",
]


class Phase(StrEnum):
    """What the seat to act is asked for."""

    AUCTION = "auction"
    CHOOSE = "choose"
    DECLARE = "declare"
    PLAY = "play"
    FINISHED = "finished"


_NO_CALLS = Auction()


@dataclass(frozen=True, slots=True, repr=False)
class GameState:
    """Everything about one deal at one table, hidden cards included; never send it anywhere.

    `contracts` are in seat order from forehand, and complete (trump, called card, partner) once
    declared. `play` is there from the first lead on.
    """

    ruleset: Ruleset
    dealer: Seat
    deal: Deal
    phase: Phase
    to_act: Seat | None
    auction: Auction = _NO_CALLS
    pass_game: str | None = None
    contracts: tuple[Contract, ...] = ()
    play: Play | None = None

    @property
    def options(self) -> dict[str, OptionValue]:
        return self.ruleset.options

    @property
    def finished(self) -> bool:
        return self.phase is Phase.FINISHED

    @property
    def forehand(self) -> Seat:
        return self.dealer.next

    @property
    def taken(self) -> tuple[int, int, int, int]:
        return self.play.taken if self.play is not None else (0, 0, 0, 0)

    def hand_left(self, seat: Seat) -> int:
        """What a seat still holds, as a bit set."""
        return self.play.hands[seat] if self.play is not None else self.deal.masks[seat]

    def __repr__(self) -> str:
        waiting = f"{self.to_act} to act" if self.to_act is not None else "nobody to act"
        return f"<GameState {self.ruleset.slug}, {self.phase}, {waiting}>"


def start(*, ruleset: str, options: Mapping[str, object], dealer: Seat, deal: Deal) -> GameState:
    """A game about to begin; refuses an unknown ruleset or option."""
    return open_game(rulesets.get(ruleset).with_options(options), dealer=dealer, deal=deal)


def open_game(ruleset: Ruleset, *, dealer: Seat, deal: Deal) -> GameState:
    return GameState(ruleset, dealer, deal, Phase.AUCTION, dealer.next)


# What may be done


def legal_actions(state: GameState) -> tuple[Command, ...]:
    """Everything the seat to act may do; nothing when the game is finished."""
    seat = state.to_act
    if seat is None:
        return ()
    return _CHOICES[state.phase](state, seat)


def _bids(state: GameState, seat: Seat) -> tuple[Command, ...]:
    bids = bids_allowed(state.auction, state.ruleset.ladder, state.ruleset.step)
    return tuple(MakeBid(seat, bid) for bid in bids)


def _pass_games(state: GameState, seat: Seat) -> tuple[Command, ...]:
    return tuple(ChoosePassGame(seat, game.game) for game in state.ruleset.pass_games)


def _declarations(state: GameState, seat: Seat) -> tuple[Command, ...]:
    rung = state.contracts[0].rung
    if not rung.calls:
        return tuple(Declare(seat, trump, None) for trump in rung.trumps)
    options = call_options(state.deal.masks[seat], rung.trumps, state.ruleset.calls)
    return tuple(Declare(seat, one.trump, one.card, one.blind) for one in options)


def _plays(state: GameState, seat: Seat) -> tuple[Command, ...]:
    assert state.play is not None
    cards = playable(state.play, seat)
    plays = plays_of(seat, cards)
    if face_down_allowed(state.play, seat):
        plays += plays_of(seat, cards, face_down=True)
    return tuple(plays)


_CHOICES: Mapping[Phase, Callable[[GameState, Seat], tuple[Command, ...]]] = {
    Phase.AUCTION: _bids,
    Phase.CHOOSE: _pass_games,
    Phase.DECLARE: _declarations,
    Phase.PLAY: _plays,
}


# Deciding: the only place that refuses


def decide(state: GameState, command: Command) -> tuple[Event, ...]:
    """What happens if `command` is carried out, or the reason why it may not be."""
    if state.to_act is None:
        raise GameAlreadyFinished("the deal is over", detail={"seat": command.seat.letter})
    if command.seat is not state.to_act:
        raise NotYourTurn(
            f"it is {state.to_act}'s turn, not {command.seat}'s",
            detail={"seat": command.seat.letter, "to_act": state.to_act.letter},
        )
    phase = _PHASE_OF[type(command)]
    if phase is not state.phase:
        raise WrongPhase(
            f"this is the time for {state.phase}, not for {phase}",
            detail={"seat": command.seat.letter, "phase": state.phase.value},
        )
    if isinstance(command, PlayCard):
        assert state.play is not None
        refused = refusal(state.play, command.seat, command.card, face_down=command.face_down)
    elif isinstance(command, Declare):
        refused = _refuse_declaration(state, command)
    elif isinstance(command, MakeBid):
        refused = _refuse_bid(state, command)
    else:
        refused = _refuse_pass_game(state, command)
    if refused is not None:
        raise refused
    event = event_of(command)
    if _may_end(state) and apply(state, event).finished:
        return (event, GameFinished())
    return (event,)


_PHASE_OF: Mapping[type[Command], Phase] = {
    MakeBid: Phase.AUCTION,
    ChoosePassGame: Phase.CHOOSE,
    Declare: Phase.DECLARE,
    PlayCard: Phase.PLAY,
}


def _may_end(state: GameState) -> bool:
    """A game ends with the last card of a trick, or when everybody has passed."""
    return len(state.play.cards) == 3 if state.play is not None else state.phase is Phase.AUCTION


def _refuse_bid(state: GameState, command: MakeBid) -> IllegalAction | None:
    allowed = bids_allowed(state.auction, state.ruleset.ladder, state.ruleset.step)
    if command.bid in allowed:
        return None
    detail: dict[str, object] = {"bid": command.bid, "legal": list(allowed)}
    if command.bid not in state.ruleset.rungs:
        return IllegalBid(f"{command.bid} is not played here", detail=detail)
    standing = state.auction.standing
    over = f"over {standing.bid}" if standing is not None else "as an opening bid"
    return IllegalBid(f"{command.bid} may not be bid {over}", detail=detail)


def _refuse_pass_game(state: GameState, command: ChoosePassGame) -> IllegalAction | None:
    if command.game in state.ruleset.games:
        return None
    return IllegalPassGame(
        f"{command.game} is not one of the pass games here",
        detail={"game": command.game, "legal": list(state.ruleset.games)},
    )


def _refuse_declaration(state: GameState, command: Declare) -> IllegalAction | None:
    allowed = [one for one in _declarations(state, command.seat) if isinstance(one, Declare)]
    if command in allowed:
        return None
    trump, card = command.trump, command.card
    trump_letter = trump.letter if trump is not None else None
    same_trump = [one for one in allowed if one.trump is trump]
    if not same_trump:
        why = "a trump must be named" if trump is None else f"{trump} may not be trump"
        return IllegalTrump(why, detail={"trump": trump_letter})
    same_card = [one for one in same_trump if one.card is card]
    if not same_card:
        why = "a card must be called" if card is None else f"{card} may not be called"
        called = card.notation if card is not None else None
        return IllegalCalledCard(
            f"{why} with trump {trump_letter}", detail={"trump": trump_letter, "card": called}
        )
    blind = same_card[0].blind
    return BlindMismatch(
        f"calling {card} is blind, and must be said to be" if blind else f"{card} is not blind",
        detail={"card": card.notation if card is not None else None, "blind": blind},
    )


# Applying: never refuses


def apply(state: GameState, event: Event) -> GameState:
    """The state after this event, whose truth is not questioned."""
    if isinstance(event, CardPlayed):
        return _card_played(state, event)
    if isinstance(event, BidMade):
        return _bid_made(state, event)
    if isinstance(event, Declared):
        return _declared(state, event)
    if isinstance(event, PassGameChosen):
        game = state.ruleset.games[event.game]
        chosen = replace(state, pass_game=event.game)
        return _lead(chosen, Terms(game=game), state.forehand)
    return state if state.finished else replace(state, phase=Phase.FINISHED, to_act=None)


def replay(state: GameState, events: Iterable[Event]) -> GameState:
    for event in events:
        state = apply(state, event)
    return state


def _bid_made(state: GameState, event: BidMade) -> GameState:
    auction = state.auction.after(Call(event.seat, event.bid), state.ruleset.rungs)
    to_call = next_to_call(auction, state.forehand)
    if to_call is not None:
        return replace(state, auction=auction, to_act=to_call)
    holders = auction.declarers()
    if holders:
        rungs = state.ruleset.rungs
        contracts = tuple(
            Contract(rungs[holders[seat]], seat)
            for seat in state.forehand.clockwise()
            if seat in holders
        )
        settled = replace(state, auction=auction, contracts=contracts)
        first = contracts[0]
        if first.rung.declares:
            return replace(settled, phase=Phase.DECLARE, to_act=first.declarer)
        return _lead(settled, _terms(settled), _leader(settled, first.rung))
    if state.ruleset.pass_games:
        chooser = state.ruleset.chooser.seat(state.dealer)
        return replace(state, auction=auction, phase=Phase.CHOOSE, to_act=chooser)
    return replace(state, auction=auction, phase=Phase.FINISHED, to_act=None)


def _declared(state: GameState, event: Declared) -> GameState:
    contract = replace(
        state.contracts[0],
        trump=event.trump,
        called=event.card,
        blind=event.blind,
        partner=state.deal.holder(event.card) if event.card is not None else None,
    )
    declared = replace(state, contracts=(contract,))
    return _lead(declared, _terms(declared), _leader(declared, contract.rung))


def _terms(state: GameState) -> Terms:
    first = state.contracts[0]
    return Terms(
        contracts=state.contracts,
        trump=first.trump,
        called=first.called,
        holder=first.partner,
        blind_leader=first.declarer if first.blind else None,
        duty=state.ruleset.called_card_duty,
        early_end=state.ruleset.early_end,
    )


def _leader(state: GameState, rung: BidRung) -> Seat:
    return state.contracts[0].declarer if rung.leader is Leader.DECLARER else state.forehand


def _lead(state: GameState, terms: Terms, leader: Seat) -> GameState:
    play = Play(terms, state.deal.masks, leader)
    return replace(state, phase=Phase.PLAY, to_act=leader, play=play)


def _card_played(state: GameState, event: CardPlayed) -> GameState:
    assert state.play is not None
    seat = event.seat
    play = after_card(state.play, seat, event.card, face_down=event.face_down)
    if play.cards:
        phase, to_act = Phase.PLAY, seat.next
    elif is_over(play):
        return replace(state, phase=Phase.FINISHED, to_act=None, play=play)
    else:
        phase, to_act = Phase.PLAY, play.leader
    return GameState(
        state.ruleset,
        state.dealer,
        state.deal,
        phase,
        to_act,
        state.auction,
        state.pass_game,
        state.contracts,
        play,
    )


# The referee's answer


@dataclass(frozen=True, slots=True)
class ContractResult:
    """One declarer's contract as the record's answer shows it. `made` is None while unfinished."""

    bid: str
    declarer: Seat
    partner: Seat | None
    trump: str | None
    called: str | None
    blind: bool
    tricks: int
    made: bool | None

    def as_dict(self) -> dict[str, object]:
        return {
            "bid": self.bid,
            "declarer": self.declarer.letter,
            "partner": self.partner.letter if self.partner is not None else None,
            "trump": self.trump,
            "called": self.called,
            "blind": self.blind,
            "tricks": self.tricks,
            "made": self.made,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """The answer of a replay: everything, hidden partner included. `scores` None: unfinished."""

    finished: bool
    to_act: Seat | None
    legal: tuple[Command, ...]
    contracts: tuple[ContractResult, ...]
    pass_game: str | None
    tricks: tuple[int, int, int, int]
    scores: tuple[int, int, int, int] | None

    def as_dict(self) -> dict[str, object]:
        return {
            "finished": self.finished,
            "to_act": self.to_act.letter if self.to_act is not None else None,
            "legal": [write_action(command) for command in self.legal],
            "contracts": [contract.as_dict() for contract in self.contracts],
            "pass_game": self.pass_game,
            "tricks": {seat.letter: self.tricks[seat] for seat in SEATS},
            "scores": None
            if self.scores is None
            else {seat.letter: self.scores[seat] for seat in SEATS},
        }


def outcome(state: GameState) -> Outcome:
    return Outcome(
        finished=state.finished,
        to_act=state.to_act,
        legal=legal_actions(state),
        contracts=tuple(_result(contract, state) for contract in state.contracts),
        pass_game=state.pass_game,
        tricks=state.taken,
        scores=_scores(state) if state.finished else None,
    )


def _result(contract: Contract, state: GameState) -> ContractResult:
    tricks = contract.tricks(state.taken)
    return ContractResult(
        bid=contract.rung.bid,
        declarer=contract.declarer,
        partner=contract.partner,
        trump=contract.trump.letter if contract.trump is not None else None,
        called=contract.called.notation if contract.called is not None else None,
        blind=contract.blind,
        tricks=tricks,
        made=contract.rung.made(tricks) if state.finished else None,
    )


def _scores(state: GameState) -> tuple[int, int, int, int]:
    if state.pass_game is not None:
        assert state.play is not None
        game = state.ruleset.games[state.pass_game]
        tricks = state.play.tricks
        takers = [trick.winner for trick in tricks if game.penalty_card in trick.cards]
        if game.penalty_last_trick:
            takers.append(tricks[-1].winner)
        return settle_pass_game(game, state.taken, takers)
    return total(
        settle_contract(
            one.rung,
            one.declarer,
            one.partner,
            one.tricks(state.taken),
            state.ruleset.lost_rik,
        )
        for one in state.contracts
    )
