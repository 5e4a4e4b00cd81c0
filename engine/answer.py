"""The referee's answer: everything about a game, and who pays whom when it is over."""

from __future__ import annotations

from dataclasses import dataclass

from engine.commands import Command, write_action
from engine.contract import Contract
from engine.game import GameState, legal_actions
from engine.results import ContractFacts, Counts, ResultFacts, payments_of
from engine.scoring import Payment, points_of
from engine.seats import SEATS, Seat

__all__ = ["ContractResult", "Outcome", "facts_of", "outcome"]


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
    payments = tuple(payments_of(state.ruleset, facts_of(state))) if state.finished else ()
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


def facts_of(state: GameState) -> ResultFacts:
    """What counts for the points of a finished game."""
    contracts = tuple(
        ContractFacts(
            one.rung.bid,
            one.declarer,
            one.tricks(state.taken),
            one.partner,
            one.trump,
            one.called,
        )
        for one in state.contracts
    )
    if state.pass_game is None:
        return ResultFacts(contracts)
    if state.play is None:
        return ResultFacts(pass_game=state.pass_game)
    game = state.ruleset.games[state.pass_game]
    tricks = state.play.tricks
    pot_cards: Counts | None = None
    if game.pot is not None:
        found = [0, 0, 0, 0]
        for trick in tricks:
            found[trick.winner] += sum(card in game.pot.cards for card in trick.cards)
        north, east, south, west = found
        pot_cards = (north, east, south, west)
    return ResultFacts(
        contracts,
        pass_game=state.pass_game,
        taken=state.taken,
        penalty_card=next(
            (trick.winner for trick in tricks if game.penalty_card in trick.cards), None
        ),
        last_trick=tricks[-1].winner if game.penalty_last_trick else None,
        pot_cards=pot_cards,
    )
