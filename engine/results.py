"""A game known by its result alone: who declared what, who took how many tricks, who pays whom.

`outcome` settles a game that was played card by card through the same facts, so a score that was
written down at a real table and the same game played here cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.bids import BidRung, Partner
from engine.errors import BadResult
from engine.passgames import PassGame
from engine.rulesets import get
from engine.rulesets.base import Ruleset
from engine.scoring import Payment, Points, contract_payments, pass_game_payments, points_of
from engine.seats import SEATS, Seat

__all__ = ["ContractFacts", "Result", "ResultFacts", "payments_of", "score_result"]

Counts = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class ContractFacts:
    """`tricks`: those of declarer and partner together."""

    bid: str
    declarer: Seat
    tricks: int
    partner: Seat | None = None


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """Contracts, or a pass game with `taken` by seat, or neither: thrown in. A pass game that is a
    forced rik has its contract beside it.

    `penalty_card` and `last_trick`: who took them, in games where they count; `pot_cards`: how many
    of the cards that cost something each seat took.
    """

    contracts: tuple[ContractFacts, ...] = ()
    pass_game: str | None = None
    taken: Counts | None = None
    penalty_card: Seat | None = None
    last_trick: Seat | None = None
    pot_cards: Counts = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Result:
    scores: Points
    payments: tuple[Payment, ...]


def score_result(ruleset: str, options: Mapping[str, object], facts: ResultFacts) -> Result:
    """The points of a game from its facts; refuses facts that no game under these rules has."""
    rules = get(ruleset).with_options(options)
    _check(rules, facts)
    payments = tuple(payments_of(rules, facts))
    return Result(points_of(payments), payments)


def payments_of(rules: Ruleset, facts: ResultFacts) -> Iterator[Payment]:
    if facts.pass_game is None:
        for one in facts.contracts:
            yield from _paid(rules.rungs[one.bid], one)
        return
    game = rules.games[facts.pass_game]
    if not rules.pass_games_count:
        return
    if game.rung is not None:
        yield from _paid(game.rung, *facts.contracts)
    elif facts.taken is not None:
        takers = [seat for seat in (facts.penalty_card, facts.last_trick) if seat is not None]
        yield from pass_game_payments(game, facts.taken, takers, facts.pot_cards)


def _paid(rung: BidRung, one: ContractFacts) -> Iterator[Payment]:
    return contract_payments(rung, one.declarer, one.partner, one.tricks)


def _check(rules: Ruleset, facts: ResultFacts) -> None:
    if facts.pass_game is not None:
        _check_pass_game(rules, facts)
        return
    for one in facts.contracts:
        _check_contract(rules, one)
    ranks = {rules.rungs[one.bid].rank for one in facts.contracts}
    declarers = [one.declarer for one in facts.contracts]
    if len(ranks) > 1 or len(set(declarers)) < len(declarers):
        raise BadResult("joint contracts have one height, and each its own declarer")
    if len(declarers) > 1 and not all(rules.rungs[one.bid].joined_by for one in facts.contracts):
        raise BadResult(
            "this contract is not played jointly", detail={"bid": facts.contracts[0].bid}
        )


def _check_contract(rules: Ruleset, one: ContractFacts) -> None:
    rung = rules.rungs.get(one.bid)
    if rung is None:
        raise BadResult(f"{one.bid[:40]} is not played here", detail={"bid": one.bid[:40]})
    _check_sides(rules, rung, one)


def _check_sides(rules: Ruleset, rung: BidRung, one: ContractFacts) -> None:
    length = 13 - rung.discards
    if not 0 <= one.tricks <= length:
        raise BadResult(
            f"tricks go from 0 to {length}", detail={"bid": one.bid, "tricks": one.tricks}
        )
    alone = rung.partner is Partner.NOBODY
    may_be_alone = alone or rules.calls.alone
    if one.partner is one.declarer or (alone and one.partner is not None):
        raise BadResult(f"{one.bid} is played alone", detail={"bid": one.bid})
    if one.partner is None and not may_be_alone:
        raise BadResult(f"{one.bid} is played with a partner", detail={"bid": one.bid})


def _check_pass_game(rules: Ruleset, facts: ResultFacts) -> None:
    game = rules.games.get(facts.pass_game or "")
    if game is None:
        raise BadResult("this pass game is not played here")
    _check_forced(rules, game, facts)
    if game.redeal:
        return
    taken = facts.taken
    if taken is None or sum(taken) != 13 or min(taken) < 0:
        raise BadResult("the tricks of a pass game add up to 13")
    # Where one card lies in the middle, it may be this one.
    must_fall = game.penalty_card is not None and not rules.draws_middle
    if (must_fall and facts.penalty_card is None) or (
        game.penalty_last_trick and facts.last_trick is None
    ):
        raise BadResult("who took the penalty card and the last trick has to be told")
    for seat in (facts.penalty_card, facts.last_trick):
        if seat is not None and not taken[seat]:
            raise BadResult(f"{seat} took no trick", detail={"seat": seat.letter})
    if game.pot is not None and sum(facts.pot_cards) < len(game.pot.cards) - rules.draws_middle:
        raise BadResult("somebody took each of the cards that cost something")
    if any(facts.pot_cards[seat] and not taken[seat] for seat in SEATS):
        raise BadResult("who took no trick took no card")


def _check_forced(rules: Ruleset, game: PassGame, facts: ResultFacts) -> None:
    """Only a forced rik has a contract, and needs one where its points are paid."""
    rung = game.rung
    bids = [one.bid for one in facts.contracts]
    if rung is None or (not bids and not rules.pass_games_count):
        if bids:
            raise BadResult("this pass game has no contracts", detail={"pass_game": game.game})
        return
    if bids != [rung.bid]:
        raise BadResult("a forced rik is one contract", detail={"pass_game": game.game})
    _check_sides(rules, rung, facts.contracts[0])
