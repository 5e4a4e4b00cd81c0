"""The house player: rules of thumb, the same for every ruleset whose data it can read."""

from __future__ import annotations

from engine.bids import PASS
from engine.commands import (
    AnswerClaim,
    ChoosePassGame,
    Command,
    Declare,
    Discard,
    Exchange,
    MakeBid,
    NameLeader,
    PlayCard,
)
from engine.players import answering, bidding, for_tricks, in_pass_games, to_catch, to_stay_low
from engine.players.reading import NONE, Reading, as_the_hand_to_play
from engine.views import SeatView


def choose(view: SeatView, margin: float = bidding.MARGIN) -> Command | None:
    """The house player's choice, None when it has no opinion. `margin`: see `bidding.bid`."""
    view = as_the_hand_to_play(view)
    if isinstance(view.legal[0], AnswerClaim):
        return answering.answer(view)
    bids = [command for command in view.legal if isinstance(command, MakeBid)]
    if bids:
        return bidding.bid(view, bids, margin) or _pass(bids)
    games = [command for command in view.legal if isinstance(command, ChoosePassGame)]
    if games:
        return bidding.choose_pass_game(view, games)
    exchanges = [command for command in view.legal if isinstance(command, Exchange)]
    if exchanges:
        return bidding.exchange(view, exchanges)
    declarations = [command for command in view.legal if isinstance(command, Declare)]
    if declarations:
        return bidding.declare(view, declarations)
    discards = [command for command in view.legal if isinstance(command, Discard)]
    if discards:
        return bidding.put_away(view, discards)
    leaders = [command for command in view.legal if isinstance(command, NameLeader)]
    if leaders:
        # Last to play to the first trick: three cards to stay under.
        return next(one for one in leaders if one.leader is view.seat.next)
    return _play(view)


def _pass(bids: list[MakeBid]) -> MakeBid | None:
    return next((choice for choice in bids if choice.bid == PASS), None)


def _play(view: SeatView) -> PlayCard | None:
    reading = Reading(view)
    if not reading.choices:
        return None
    if len(reading.choices) == 1 and not reading.hidden:
        return next(iter(reading.choices.values()))
    if reading.trump != NONE:
        return for_tricks.play(reading)
    if reading.contracts:
        return _exact_contract(reading)
    game = view.public.rules.games.get(view.public.pass_game or "")
    return None if game is None else in_pass_games.play(reading, game)


def _exact_contract(reading: Reading) -> PlayCard:
    """Piek and misère: mine while it can still be made, else those of the others."""
    needs = {
        int(contract.declarer): contract.target - reading.taken[int(contract.declarer)]
        for contract in reading.contracts
    }
    mine = needs.pop(reading.me, None)
    if mine is not None and mine >= 0:
        return to_stay_low.play(reading, mine)
    hunted = [seat for seat, need in needs.items() if need == 0]
    denied = [seat for seat, need in needs.items() if need > 0]
    return to_catch.play(reading, hunted, denied)
