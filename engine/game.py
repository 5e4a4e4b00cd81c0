"""A game: its state, and the verbs that move it.

`decide` may refuse; `apply` may not. `legal_actions` and `decide` read the same functions, so what
is listed is what is accepted. Nothing here asks which ruleset is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine import claims
from engine.auction import Call, bids_allowed, next_to_call
from engine.bids import NO_BIDS, Kind, Leader, Partner, TrumpBy
from engine.cards import Hand, Suit
from engine.commands import (
    AnswerClaim,
    ChoosePassGame,
    Claim,
    Command,
    Declare,
    Discard,
    Exchange,
    MakeBid,
    NameLeader,
    PlayCard,
    plays_of,
)
from engine.contract import CalledCardDuty, Contract, call_options, is_blind, last_ace
from engine.errors import (
    BlindMismatch,
    CardNotInHand,
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
    Action,
    BidMade,
    CardPlayed,
    ClaimAnswered,
    Claimed,
    Declared,
    Discarded,
    Event,
    Exchanged,
    GameFinished,
    LeaderNamed,
    PassGameChosen,
    event_of,
)
from engine.fourth import wrong_operator
from engine.play import Play, Terms, after_card, face_down_allowed, first_lead, refusal
from engine.seats import SEATS, Seat
from engine.state import GameState, Phase

__all__ = [
    "GameState",
    "Phase",
    "after_play",
    "apply",
    "decide",
    "judge",
    "legal_actions",
    "on_behalf",
    "play_pass_game",
]


# What may be done


def legal_actions(state: GameState) -> tuple[Command, ...]:
    """Everything the seat to act may do; nothing when the game is finished."""
    seat = state.to_act
    if seat is None:
        return ()
    return _CHOICES[state.phase](state, seat)


def _bids(state: GameState, seat: Seat) -> tuple[Command, ...]:
    bids = _bids_allowed(state, seat)
    return tuple(MakeBid(seat, bid) for bid in bids)


def _bids_allowed(state: GameState, seat: Seat) -> tuple[str, ...]:
    return bids_allowed(state.auction, state.ruleset, seat, state.hand_left(seat), state.gone)


def _exchanges(state: GameState, seat: Seat) -> tuple[Command, ...]:
    own = Hand.from_mask(state.hand_left(seat))
    return (Exchange(seat, None), *(Exchange(seat, card) for card in own))


def _pass_games(state: GameState, seat: Seat) -> tuple[Command, ...]:
    return tuple(ChoosePassGame(seat, game.game) for game in state.ruleset.pass_games)


def _declarations(state: GameState, seat: Seat) -> tuple[Command, ...]:
    contract = state.contracts[0]
    rung = contract.rung
    if not rung.calls:
        barred = contract.called.suit if contract.called is not None else None
        return tuple(Declare(seat, trump, None) for trump in rung.trumps if trump is not barred)
    hand = state.hand_left(seat)
    options = call_options(hand, rung.trumps, state.ruleset.calls, state.gone)
    silent = state.ruleset.calls.silent
    return tuple(Declare(seat, one.trump, one.card, one.blind and not silent) for one in options)


def _leaders(state: GameState, seat: Seat) -> tuple[Command, ...]:
    return tuple(NameLeader(seat, leader) for leader in SEATS)


def _discards(state: GameState, seat: Seat) -> tuple[Command, ...]:
    return tuple(Discard(seat, card) for card in Hand.from_mask(state.hand_left(seat)))


def _plays(state: GameState, seat: Seat) -> tuple[Command, ...]:
    assert state.play is not None
    cards = state.play.legal
    plays = plays_of(seat, cards)
    operator = state.operator
    if operator is not None:
        # It declares nothing, so it leads nothing face down.
        return tuple(PlayCard(seat, play.card, by=operator) for play in plays)
    if face_down_allowed(state.play, seat):
        plays += plays_of(seat, cards, face_down=True)
    return tuple(plays)


def _answers(state: GameState, seat: Seat) -> tuple[Command, ...]:
    return AnswerClaim(seat, True), AnswerClaim(seat, False)


_CHOICES: Mapping[Phase, Callable[[GameState, Seat], tuple[Command, ...]]] = {
    Phase.AUCTION: _bids,
    Phase.CHOOSE: _pass_games,
    Phase.EXCHANGE: _exchanges,
    Phase.DECLARE: _declarations,
    Phase.LEADER: _leaders,
    Phase.DISCARD: _discards,
    Phase.PLAY: _plays,
    Phase.CLAIM: _answers,
}


# Deciding: the only place that refuses


def decide(state: GameState, command: Command) -> tuple[Event, ...]:
    """What happens if `command` is carried out, or the reason why it may not be."""
    event = judge(state, command)
    if _may_end(state, command) and apply(state, event).finished:
        return (event, GameFinished())
    return (event,)


def judge(state: GameState, command: Command) -> Action:
    """`decide` without the bell."""
    if state.to_act is None:
        raise GameAlreadyFinished("the deal is over", detail={"seat": command.seat.letter})
    if state.claim is not None:
        claims.must_answer(state, command)
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
        if command.by is not state.operator:
            raise wrong_operator(command, state.operator)
        refused = refusal(state.play, command.seat, command.card, face_down=command.face_down)
    elif isinstance(command, Declare):
        refused = _refuse_declaration(state, command)
    elif isinstance(command, MakeBid):
        refused = _refuse_bid(state, command)
    elif isinstance(command, ChoosePassGame):
        refused = _refuse_pass_game(state, command)
    elif isinstance(command, Claim):
        refused = claims.refuse_claim(state, command)
    elif isinstance(command, Discard | Exchange):
        refused = _refuse_giving(state, command)
    else:
        refused = None  # anybody may be named to lead, and a claim may be answered either way
    if refused is not None:
        raise refused
    return event_of(command)


_PHASE_OF: Mapping[type[Command], Phase] = {
    MakeBid: Phase.AUCTION,
    ChoosePassGame: Phase.CHOOSE,
    Exchange: Phase.EXCHANGE,
    Declare: Phase.DECLARE,
    NameLeader: Phase.LEADER,
    Discard: Phase.DISCARD,
    PlayCard: Phase.PLAY,
    Claim: Phase.PLAY,
    AnswerClaim: Phase.CLAIM,
}


def on_behalf(state: GameState, command: Command) -> Command:
    """What somebody at the table means by a card: while he operates the fourth hand, one of it."""
    if isinstance(command, PlayCard) and command.by is None and command.seat is state.operator:
        assert state.fourth is not None
        return replace(command, seat=state.fourth.seat, by=command.seat)
    return command


def _may_end(state: GameState, command: Command) -> bool:
    """A game ends with the last card of a trick, a claim, or when nobody wants to play it."""
    if state.play is not None:
        return len(state.play.cards) == 3 or not isinstance(command, PlayCard)
    return state.phase in (Phase.AUCTION, Phase.CHOOSE)


def _refuse_bid(state: GameState, command: MakeBid) -> IllegalAction | None:
    allowed = _bids_allowed(state, command.seat)
    if command.bid in allowed:
        return None
    detail: dict[str, object] = {"bid": command.bid, "legal": list(allowed)}
    if command.bid not in state.ruleset.rungs and command.bid not in NO_BIDS:
        return IllegalBid(f"{command.bid} is not played here", detail=detail)
    standing = state.auction.standing
    over = f"over {standing.bid}" if standing is not None else "as an opening bid"
    return IllegalBid(f"{command.bid} may not be bid {over}", detail=detail)


def _refuse_pass_game(state: GameState, command: ChoosePassGame) -> IllegalAction | None:
    games = [game.game for game in state.ruleset.pass_games]
    if command.game in games:
        return None
    return IllegalPassGame(
        f"{command.game} is not one of the pass games here",
        detail={"game": command.game, "legal": games},
    )


def _refuse_giving(state: GameState, command: Discard | Exchange) -> IllegalAction | None:
    if command.card is None or state.hand_left(command.seat) & command.card.bit:
        return None
    return CardNotInHand(
        f"{command.seat} does not hold {command.card}", detail={"card": command.card.notation}
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
    return _APPLYING[type(event)](state, event)


def _bid_made(state: GameState, event: BidMade) -> GameState:
    auction = state.auction.after(Call(event.seat, event.bid), state.ruleset.rungs)
    to_call = next_to_call(auction, state.forehand, state.ruleset)
    if to_call is not None:
        return state._replace(auction=auction, to_act=to_call)
    heard = state._replace(auction=auction)
    holders = auction.declarers()
    if holders:
        return _settled(heard, _all_in(heard, holders))
    return _all_passed(heard)


def _all_in(state: GameState, holders: Mapping[Seat, str]) -> Mapping[Seat, str]:
    """Three piekers make four, where that is the custom."""
    rungs = state.ruleset.rungs
    piekers = [bid for bid in holders.values() if rungs[bid].kind is Kind.PIEK]
    makes_four = state.ruleset.three_make_four and state.fourth is None
    if makes_four and len(holders) == len(piekers) == 3:
        return {seat: holders.get(seat, piekers[0]) for seat in SEATS}
    return holders


def _all_passed(state: GameState) -> GameState:
    rules = state.ruleset
    if rules.forced is not None:
        return _settled(state, {state.forehand: rules.forced})
    if len(rules.pass_games) == 1:
        return play_pass_game(state, rules.pass_games[0].game)
    if rules.pass_games:
        chooser = rules.chooser.seat(state.dealer)
        to_act = chooser.next if state.is_fourth(chooser) else chooser
        return state._replace(phase=Phase.CHOOSE, to_act=to_act)
    return state._replace(phase=Phase.FINISHED, to_act=None)


def play_pass_game(state: GameState, word: str) -> GameState:
    """On to this pass game, chosen when all passed, or scheduled without an auction."""
    game = state.ruleset.games[word]
    chosen = state._replace(pass_game=word)
    if game.redeal:
        return chosen._replace(phase=Phase.FINISHED, to_act=None)
    if game.rung is not None:
        forced = chosen._replace(contracts=(Contract(game.rung, state.forehand),))
        return forced._replace(phase=Phase.DECLARE, to_act=state.forehand)
    return _lead(chosen, Terms(game=game), state.forehand)


def _settled(state: GameState, holders: Mapping[Seat, str]) -> GameState:
    """The auction is over: what is known of the contracts without anybody saying it, and on to
    the first step that somebody has to take."""
    if state.middle is not None and state.exchange is None:
        return _before_the_exchange(state, holders)
    contracts = tuple(
        _contract(state, seat, holders[seat])
        for seat in state.forehand.clockwise()
        if seat in holders
    )
    settled = state._replace(contracts=contracts)
    first = contracts[0]
    if first.rung.declares:
        by_partner = first.rung.trump_by is TrumpBy.PARTNER and not state.is_fourth(first.partner)
        namer = first.partner if by_partner else first.declarer
        return settled._replace(phase=Phase.DECLARE, to_act=namer)
    return _before_the_lead(settled)


def _before_the_exchange(state: GameState, holders: Mapping[Seat, str]) -> GameState:
    """What the hands say of a contract, they say once the middle card has found its place. Of
    joint declarers the one who bid first has the choice."""
    bare = tuple(
        Contract(state.ruleset.rungs[holders[seat]], seat)
        for seat in state.forehand.clockwise()
        if seat in holders
    )
    highest = state.auction.in_order_of_bidding() or tuple(holders)
    return state._replace(contracts=bare, phase=Phase.EXCHANGE, to_act=highest[0])


def _exchanged(state: GameState, event: Exchanged) -> GameState:
    holders = {one.declarer: one.rung.bid for one in state.contracts}
    return _settled(state._replace(exchange=event), holders)


def _contract(state: GameState, seat: Seat, bid: str) -> Contract:
    rung = state.ruleset.rungs[bid]
    called = None
    if rung.partner is Partner.LAST_ACE:
        called = last_ace(state.hand_left(seat), state.gone)
    partner = state.auction.accepted if rung.partner is Partner.JOINED else None
    if called is not None:
        partner = state.holder(called)
    trump: Suit | None = None
    if rung.trump_by is TrumpBy.TURNED:
        assert state.turned is not None
        trump = state.turned.suit
    elif rung.trump_by is TrumpBy.CALLED:
        assert called is not None
        trump = called.suit
    return Contract(rung, seat, trump, called, partner=partner)


def _declared(state: GameState, event: Declared) -> GameState:
    contract = replace(state.contracts[0], trump=event.trump)
    if event.card is not None:
        hand = state.hand_left(contract.declarer)
        contract = replace(
            contract,
            called=event.card,
            blind=is_blind(hand, event.card, state.ruleset.calls, said=event.blind),
            partner=state.holder(event.card),
        )
    return _before_the_lead(state._replace(contracts=(contract,)))


def _before_the_lead(state: GameState) -> GameState:
    rung = state.contracts[0].rung
    if rung.discards and not state.discards:
        return state._replace(phase=Phase.DISCARD, to_act=state.forehand)
    if rung.leader is Leader.NAMED:
        first = state.auction.in_order_of_bidding()[0]
        return state._replace(phase=Phase.LEADER, to_act=first)
    terms = _terms(state)
    return _lead(state, terms, terms.leaders[0] if terms.leaders else state.forehand)


def _discarded(state: GameState, event: Discarded) -> GameState:
    discards = (*state.discards, event.card)
    away = state._replace(discards=discards)
    if len(discards) < 4:
        return away._replace(to_act=event.seat.next)
    return _before_the_lead(away)


def _terms(state: GameState) -> Terms:
    first = state.contracts[0]
    rung = first.rung
    by_partner = rung.leader is Leader.PARTNER
    return Terms(
        contracts=state.contracts,
        trump=first.trump,
        called=first.called,
        holder=first.partner if first.called is not None else None,
        blind_leader=first.declarer if first.blind else None,
        duty=state.ruleset.called_card_duty if rung.bound else CalledCardDuty.NONE,
        early_end=state.ruleset.early_end and state.pass_game is None,
        first_card=first.called if by_partner else None,
        leaders=_leading(state, first),
        length=13 - rung.discards,
    )


def _leading(state: GameState, first: Contract) -> tuple[Seat, ...]:
    match first.rung.leader:
        case Leader.DECLARER:
            return (first.declarer,)
        case Leader.PARTNER:
            assert first.partner is not None
            return (first.partner,)
        case Leader.JOINT:
            return state.auction.in_order_of_bidding()
        case _:
            return ()


def _lead(state: GameState, terms: Terms, leader: Seat) -> GameState:
    north, east, south, west = (state.hand_left(seat) for seat in SEATS)
    first = state.contracts[0] if state.contracts else None
    known = first is not None and (
        first.rung.open_partner
        or (state.fourth is not None and state.fourth.shows_side(first.partner))
    )
    table = first_lead(terms, (north, east, south, west), leader, partner_known=known)
    return state._replace(phase=Phase.PLAY, to_act=leader, play=table)


# Looked up once: a member of an enumeration is slow to find.
_PLAYING, _FINISHED = Phase.PLAY, Phase.FINISHED


def _card_played(state: GameState, event: CardPlayed) -> GameState:
    assert state.play is not None
    return after_play(state, after_card(state.play, event.card, face_down=event.face_down))


def after_play(state: GameState, play: Play) -> GameState:
    """The game when its table has come to this."""
    if not play.legal:
        first: tuple[Phase, Seat | None, Play] = (_FINISHED, None, play)
    elif state.fourth is not None and state.fourth.shows_side(play.seat):
        first = (_PLAYING, play.seat, play._replace(partner_known=True))
    else:
        first = (_PLAYING, play.seat, play)
    # Adding takes half the time of unpacking, and this is what every card comes to.
    return tuple.__new__(GameState, first + state[3:])


def _finished(state: GameState, _: GameFinished) -> GameState:
    return state if state.finished else state._replace(phase=Phase.FINISHED, to_act=None)


_APPLYING: Mapping[type[Event], Callable[[GameState, Any], GameState]] = {
    CardPlayed: _card_played,
    BidMade: _bid_made,
    Declared: _declared,
    PassGameChosen: lambda state, event: play_pass_game(state, event.game),
    LeaderNamed: lambda state, event: _lead(state, _terms(state), event.leader),
    Discarded: _discarded,
    Claimed: lambda state, event: claims.after_claim(state, event.seat, event.tricks),
    ClaimAnswered: lambda state, event: claims.after_answer(state, event.seat, accept=event.accept),
    Exchanged: _exchanged,
    GameFinished: _finished,
}
