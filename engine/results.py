"""A game known by its result alone: who declared what, who took how many tricks, who pays whom.

`outcome` settles a game that was played card by card through the same facts, so a score that was
written down at a real table and the same game played here cannot differ.

What no game can have is refused; what people should not have done is not. Whether a king was
called too early is for a director, that its holder is the partner is a fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.bids import BidRung, Partner, TrumpBy
from engine.cards import Card, Suit
from engine.contract import last_ace
from engine.deal import Deal
from engine.errors import BadResult
from engine.passgames import PassGame
from engine.rulesets import get
from engine.rulesets.base import Ruleset
from engine.scoring import Payment, Points, contract_payments, pass_game_payments, points_of
from engine.seats import SEATS, Seat

__all__ = ["ContractFacts", "Counts", "Result", "ResultFacts", "payments_of", "score_result"]

Counts = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class ContractFacts:
    """`tricks`: those of declarer and partner together; `against`: those of everybody else, where
    a slip has both. Points need neither trump nor called card: None is not written down."""

    bid: str
    declarer: Seat
    tricks: int
    partner: Seat | None = None
    trump: Suit | None = None
    called: Card | None = None
    against: int | None = None

    @property
    def notation(self) -> str:
        side = self.declarer.letter if self.partner is None else f"{self.declarer}+{self.partner}"
        named = [str(one) for one in (self.trump, self.called) if one is not None]
        return " ".join([self.bid[:40], "by", side, *named, "with", str(self.tricks)])


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """Contracts, or a pass game, or neither: thrown in. A pass game that is a forced rik has its
    contract beside it.

    `taken`: the tricks of each seat; `penalty_card` and `last_trick`: who took them, in games where
    they count; `pot_cards`: how many of the cards that cost something each seat took.
    """

    contracts: tuple[ContractFacts, ...] = ()
    pass_game: str | None = None
    taken: Counts | None = None
    penalty_card: Seat | None = None
    last_trick: Seat | None = None
    pot_cards: Counts | None = None

    @property
    def notation(self) -> str:
        """One line for logs and for whoever has to find the slip."""
        parts = [one.notation for one in self.contracts]
        if self.pass_game is not None:
            parts.insert(0, self.pass_game[:40])
        for name in ("taken", "pot_cards"):
            counts = getattr(self, name)
            if counts is not None:
                parts.append(f"{name} {'-'.join(map(str, counts))}")
        for name in ("penalty_card", "last_trick"):
            seat = getattr(self, name)
            if seat is not None:
                parts.append(f"{name} {seat}")
        return ", ".join(parts) or "thrown in"


@dataclass(frozen=True, slots=True)
class Result:
    scores: Points
    payments: tuple[Payment, ...]


def score_result(
    ruleset: str,
    options: Mapping[str, object],
    facts: ResultFacts,
    *,
    deal: Deal | None = None,
    beter_suit: Suit | None = None,
    scheduled: bool | None = None,
) -> Result:
    """The points of a game from its facts.

    With `deal`, as the cards lay in the hands, the facts must fit it too; `beter_suit`, where it is
    drawn for each deal, is then the only trump of the better bids. `scheduled`: whether the board,
    which several tables play, was a pass game without an auction; where it was not, only those that
    follow four passes are played, and none deals again. None: nobody said.

    :raises BadResult: for facts that no game under these rules has, with `notation`.
    """
    rules = get(ruleset).with_options(options)
    if beter_suit is not None:
        rules = rules.with_beter_suit(beter_suit)
    try:
        _check(rules, facts, deal, any_trump=rules.draws_beter and beter_suit is None)
        if scheduled is False and facts.pass_game is not None:
            _check_after_passes(rules, facts.pass_game)
    except BadResult as error:
        error.notation = facts.notation
        raise
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
        return
    takers = [seat for seat in (facts.penalty_card, facts.last_trick) if seat is not None]
    none: Counts = (0, 0, 0, 0)
    yield from pass_game_payments(game, facts.taken or none, takers, facts.pot_cards or none)


def _paid(rung: BidRung, one: ContractFacts) -> Iterator[Payment]:
    return contract_payments(rung, one.declarer, one.partner, one.tricks)


def _check(rules: Ruleset, facts: ResultFacts, deal: Deal | None, *, any_trump: bool) -> None:
    if facts.pass_game is not None:
        _check_pass_game(rules, facts, deal)
    elif facts.contracts:
        for one in facts.contracts:
            _check_contract(rules, _rung(rules, one), one, deal, any_trump=any_trump)
        _check_joint(rules, facts.contracts)
        _refuse_others(facts)
    else:
        if rules.pass_games or rules.forced is not None or rules.last_must_bid:
            raise BadResult("a deal that all pass is not thrown in here", code="not_thrown_in")
        _refuse_others(facts)


def _refuse_others(facts: ResultFacts) -> None:
    """What is counted in pass games alone, where none was played."""
    for name in ("taken", "penalty_card", "last_trick", "pot_cards"):
        if getattr(facts, name) is not None:
            raise BadResult(
                f"{name} belongs to a pass game", code="fact_of_pass_game", detail={"field": name}
            )


def _rung(rules: Ruleset, one: ContractFacts) -> BidRung:
    rung = rules.rungs.get(one.bid)
    if rung is None:
        raise BadResult(
            f"{one.bid[:40]} is not played here", code="bid_not_played", detail=_bid(one)
        )
    return rung


def _bid(one: ContractFacts) -> dict[str, object]:
    return {"bid": one.bid[:40], "declarer": one.declarer.letter}


def _check_joint(rules: Ruleset, contracts: Sequence[ContractFacts]) -> None:
    if len(contracts) == 1:
        return
    declarers = {one.declarer for one in contracts}
    if len(declarers) < len(contracts):
        raise BadResult("each joint contract has its own declarer", code="declarer_twice")
    bids = {one.bid for one in contracts}
    for bid in bids:
        rung = rules.rungs[bid]
        # Equal bids join where the rung says so, different ones where each joins the other.
        if not rung.joined_by or not bids <= rung.joined_by | {bid}:
            raise BadResult(
                "these contracts are not played together",
                code="not_joined",
                detail={"bid": bid, "bids": sorted(bids)},
            )
    tricks = sum(one.tricks for one in contracts)
    length = 13 - max(rules.rungs[bid].discards for bid in bids)
    if tricks > length:
        raise BadResult(
            f"the declarers took more than {length} tricks together",
            code="too_many_tricks",
            detail={"tricks": tricks, "most": length},
        )
    stopped = rules.early_end and all(rules.rungs[one.bid].failed(one.tricks) for one in contracts)
    if len(contracts) == len(SEATS) and tricks < length and not stopped:
        raise BadResult(
            f"four declarers take all {length} tricks",
            code="counts_not_thirteen",
            detail={"sum": tricks},
        )


def _check_contract(
    rules: Ruleset, rung: BidRung, one: ContractFacts, deal: Deal | None, *, any_trump: bool
) -> None:
    _check_tricks(rules, rung, one)
    _check_partner(rules, rung, one)
    _check_trump(rung, one, any_trump=any_trump)
    _check_called(rules, rung, one, any_trump=any_trump)
    # With a joker the hands are others after the exchange, and only the table knows it.
    if deal is not None and one.partner is not None and not rules.draws_middle:
        _check_hands(rung, one, deal)


def _check_tricks(rules: Ruleset, rung: BidRung, one: ContractFacts) -> None:
    length = 13 - rung.discards
    facts = {**_bid(one), "tricks": one.tricks, "most": length}
    if not 0 <= one.tricks <= length:
        raise BadResult(f"tricks go from 0 to {length}", code="too_many_tricks", detail=facts)
    if one.against is None:
        return
    stopped = rules.early_end and rung.failed(one.tricks)
    both = one.tricks + one.against
    if one.against < 0 or both > length or (both < length and not stopped):
        raise BadResult(
            f"the tricks of the two sides make {both}, not {length}",
            code="sides_not_thirteen",
            detail={**facts, "against": one.against},
        )


def _check_partner(rules: Ruleset, rung: BidRung, one: ContractFacts) -> None:
    if one.partner is one.declarer:
        raise BadResult("nobody is his own partner", code="partner_is_declarer", detail=_bid(one))
    if rung.partner is Partner.NOBODY:
        if one.partner is not None:
            raise BadResult(f"{one.bid} is played alone", code="played_alone", detail=_bid(one))
    elif one.partner is None and not (rung.calls and rules.calls.alone):
        raise BadResult(
            f"{one.bid} is played with a partner", code="partner_missing", detail=_bid(one)
        )


def _check_trump(rung: BidRung, one: ContractFacts, *, any_trump: bool) -> None:
    if one.trump is None or (rung.trumps and any_trump):
        return
    if one.trump not in rung.trumps:
        raise BadResult(
            f"{one.trump} cannot be trump in {one.bid}",
            code="impossible_trump",
            detail={
                **_bid(one),
                "trump": one.trump.letter,
                "trumps": [suit.letter for suit in rung.trumps],
            },
        )


def _check_called(rules: Ruleset, rung: BidRung, one: ContractFacts, *, any_trump: bool) -> None:
    if one.called is None:
        return
    facts = {**_bid(one), "called": one.called.notation}
    names_partner = rung.partner in (Partner.CALLED, Partner.LAST_ACE)
    # Four aces in one hand: the partner of a troel has a heart, of whatever rank.
    ranks = rules.calls.ranks if rung.calls else None
    if not names_partner or one.partner is None or (ranks and one.called.rank not in ranks):
        raise BadResult(
            f"{one.called} is not called in this contract", code="impossible_called", detail=facts
        )
    if rung.trump_by is TrumpBy.CALLED:
        if one.trump is not None and one.trump is not one.called.suit:
            raise BadResult(
                f"the suit of {one.called} is trump here", code="impossible_trump", detail=facts
            )
        return
    only = rung.trumps[0] if len(rung.trumps) == 1 and not any_trump else None
    if (only if one.trump is None else one.trump) is one.called.suit:
        raise BadResult(
            f"{one.called} is trump, and no trump is called", code="called_is_trump", detail=facts
        )


def _check_hands(rung: BidRung, one: ContractFacts, deal: Deal) -> None:
    """The words do not say who did hold the card: the table may play the board again."""
    assert one.partner is not None
    called = one.called
    if rung.partner is Partner.LAST_ACE:
        missing = last_ace(deal.masks[one.declarer])
        if called is not None and called is not missing:
            raise BadResult(
                f"the declarer does not lack {called} alone",
                code="impossible_called",
                detail={**_bid(one), "called": called.notation},
            )
        called = missing
    if called is None:
        return
    if deal.masks[one.declarer] & called.bit:
        raise BadResult(
            f"{called} was in the declarer's own hand",
            code="own_card_called",
            detail={**_bid(one), "called": called.notation},
        )
    if not deal.masks[one.partner] & called.bit:
        raise BadResult(
            f"{one.partner} did not hold the called card",
            code="partner_lacks_card",
            detail={**_bid(one), "partner": one.partner.letter},
        )


def _check_after_passes(rules: Ruleset, pass_game: str) -> None:
    played = [game.game for game in rules.pass_games if not game.redeal]
    if pass_game not in played:
        raise BadResult(
            "this pass game does not follow four passes here",
            code="pass_game_not_played",
            detail={"pass_game": pass_game, "pass_games": played},
        )


def _check_pass_game(rules: Ruleset, facts: ResultFacts, deal: Deal | None) -> None:
    game = rules.games.get(facts.pass_game or "")
    if game is None:
        raise BadResult(
            "this pass game is not played here",
            code="pass_game_not_played",
            detail={"pass_game": str(facts.pass_game)[:40], "pass_games": list(rules.games)},
        )
    _check_forced(rules, game, facts, deal)
    _check_counts(rules, game, facts)
    _check_takers(rules, game, facts)
    _check_pot(rules, game, facts)


def _check_forced(rules: Ruleset, game: PassGame, facts: ResultFacts, deal: Deal | None) -> None:
    """Only a forced rik has a contract, and needs one where its points are paid."""
    rung = game.rung
    bids = [one.bid for one in facts.contracts]
    if not bids and (rung is None or not rules.pass_games_count):
        return
    if rung is None or bids != [rung.bid]:
        raise BadResult(
            "this pass game has no contract, or is one",
            code="contract_of_pass_game",
            detail={"pass_game": game.game, "bid": None if rung is None else rung.bid},
        )
    one = facts.contracts[0]
    _check_contract(rules, rung, one, deal, any_trump=False)
    side = {one.declarer, one.partner}
    if facts.taken is not None and one.tricks != sum(
        facts.taken[seat] for seat in SEATS if seat in side
    ):
        raise BadResult(
            "the tricks of the contract are not those of its seats",
            code="counts_not_thirteen",
            detail={"pass_game": game.game, "tricks": one.tricks},
        )


def _check_counts(rules: Ruleset, game: PassGame, facts: ResultFacts) -> None:
    taken = facts.taken
    needed = bool(game.stake) and rules.pass_games_count
    if taken is None and not needed:
        return
    if taken is None or sum(taken) != 13 or min(taken) < 0:
        raise BadResult(
            "the tricks of the four add up to 13",
            code="counts_not_thirteen",
            detail={"pass_game": game.game, "sum": sum(taken or ())},
        )


def _check_takers(rules: Ruleset, game: PassGame, facts: ResultFacts) -> None:
    # Where one card lies in the middle, it may be this one.
    card_falls = game.penalty_card is not None and not rules.draws_middle
    for name, falls, counts in (
        ("penalty_card", card_falls, game.penalty_card is not None),
        ("last_trick", game.penalty_last_trick, game.penalty_last_trick),
    ):
        seat: Seat | None = getattr(facts, name)
        detail = {"pass_game": game.game, "field": name}
        if seat is None:
            if falls and rules.pass_games_count:
                raise BadResult(f"somebody took the {name}", code="taken_by_nobody", detail=detail)
        elif not counts:
            raise BadResult(f"{name} does not count here", code="does_not_count", detail=detail)
        elif facts.taken is not None and not facts.taken[seat]:
            raise _no_trick(seat, detail)


def _check_pot(rules: Ruleset, game: PassGame, facts: ResultFacts) -> None:
    cards = facts.pot_cards
    detail: dict[str, object] = {"pass_game": game.game, "field": "pot_cards"}
    if game.pot is None:
        if cards is not None and any(cards):
            raise BadResult("pot_cards do not count here", code="does_not_count", detail=detail)
        return
    if cards is None:
        if rules.pass_games_count:
            raise BadResult("somebody took each card", code="taken_by_nobody", detail=detail)
        return
    all_of_them = len(game.pot.cards)
    least = all_of_them - rules.draws_middle
    if min(cards) < 0 or not least <= sum(cards) <= all_of_them:
        raise BadResult(
            f"the cards that cost something are {all_of_them}",
            code="pot_not_shared_out",
            detail={**detail, "sum": sum(cards), "cards": all_of_them},
        )
    for seat in SEATS:
        if facts.taken is not None and cards[seat] and not facts.taken[seat]:
            raise _no_trick(seat, detail)


def _no_trick(seat: Seat, detail: Mapping[str, object]) -> BadResult:
    return BadResult(
        f"{seat} took no trick", code="took_no_trick", detail={**detail, "seat": seat.letter}
    )
