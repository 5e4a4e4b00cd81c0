"""The referee's answer: everything about a game, and who pays whom when it is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.commands import Command, write_action
from engine.contract import Contract
from engine.game import GameState, legal_actions
from engine.scoring import Payment, contract_payments, pass_game_payments, points_of
from engine.seats import SEATS, Seat

__all__ = ["ContractResult", "Outcome", "outcome"]


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
    """The answer of a replay: everything, hidden partner included. `scores` None: unfinished.

    `payments` are who pays whom, contract by contract; the scores are their sum.
    """

    finished: bool
    to_act: Seat | None
    legal: tuple[Command, ...]
    contracts: tuple[ContractResult, ...]
    pass_game: str | None
    tricks: tuple[int, int, int, int]
    scores: tuple[int, int, int, int] | None
    payments: tuple[Payment, ...] = ()

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
    payments = tuple(_payments(state)) if state.finished else ()
    contracts = state.contracts if state.pass_game is None else ()
    return Outcome(
        finished=state.finished,
        to_act=state.to_act,
        legal=legal_actions(state),
        contracts=tuple(_result(contract, state) for contract in contracts),
        pass_game=state.pass_game,
        tricks=state.taken,
        scores=points_of(payments) if state.finished else None,
        payments=payments,
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


def _payments(state: GameState) -> Iterator[Payment]:
    if state.pass_game is None:
        for one in state.contracts:
            yield from contract_payments(
                one.rung, one.declarer, one.partner, one.tricks(state.taken)
            )
    elif state.play is not None:
        game = state.ruleset.games[state.pass_game]
        tricks = state.play.tricks
        takers = [trick.winner for trick in tricks if game.penalty_card in trick.cards]
        if game.penalty_last_trick:
            takers.append(tricks[-1].winner)
        pot_cards = [0, 0, 0, 0]
        if game.pot is not None:
            for trick in tricks:
                pot_cards[trick.winner] += sum(card in game.pot.cards for card in trick.cards)
        yield from pass_game_payments(game, state.taken, takers, pot_cards)
