"""Points, from the plain facts of a finished deal: who declared what and who took how many tricks.

Nothing here looks at cards in play, so the same settlement serves a game known only by its result.
Everything is a payment from one seat to another, so every settlement sums to zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.bids import BidRung, LostRik
from engine.passgames import PassGame, Pot
from engine.seats import SEATS, Seat

__all__ = [
    "LostRik",
    "Payment",
    "Points",
    "contract_payments",
    "pass_game_payments",
    "points_of",
    "settle_contract",
    "settle_pass_game",
    "total",
]

Points = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that one seat gives to another; always more than none."""

    payer: Seat
    payee: Seat
    amount: int

    def as_dict(self) -> dict[str, object]:
        return {"from": self.payer.letter, "to": self.payee.letter, "amount": self.amount}


def contract_payments(
    rung: BidRung, declarer: Seat, partner: Seat | None, tricks: int
) -> Iterator[Payment]:
    """One contract against everybody else; a rival declarer of a joint contract pays too."""
    made, value = rung.made(tricks), rung.value(tricks)
    if not value:
        return  # an event may set the points of a bid to nothing
    side = [declarer] if partner is None else [declarer, partner]
    others = [seat for seat in declarer.clockwise() if seat not in side]
    if partner is None or (not made and rung.lost_by is LostRik.DECLARER):
        pairs = [(declarer, other) for other in others]
    elif rung.pair == 1:
        pairs = list(zip(side, others, strict=True))
    else:
        pairs = [(one, other) for one in side for other in others]
    for ours, theirs in pairs:
        yield Payment(theirs, ours, value) if made else Payment(ours, theirs, value)


def pass_game_payments(
    game: PassGame,
    taken: Sequence[int],
    takers: Iterable[Seat] = (),
    pot_cards: Sequence[int] = (0, 0, 0, 0),
) -> Iterator[Payment]:
    """`takers`: whoever took the penalty card, and whoever took the last trick where it counts;
    `pot_cards`: how many of the pot's cards each seat took."""
    if game.stake:
        yield from _stakes(game, taken)
    if game.penalty:
        for taker in takers:
            for seat in taker.clockwise()[1:]:
                yield Payment(taker, seat, game.penalty)
    if game.pot is not None:
        yield from _pot(game.pot, pot_cards)


def _stakes(game: PassGame, taken: Sequence[int]) -> Iterator[Payment]:
    wins = {min(taken)} if game.fewest else game.wins
    winners = [seat for seat in SEATS if taken[seat] in wins]
    losers = [seat for seat in SEATS if taken[seat] not in wins]
    if game.pairs and len(winners) == 2:
        for winner, loser in zip(winners, losers, strict=True):
            yield Payment(loser, winner, game.stake)
        return
    for winner in winners:
        for loser in losers:
            yield Payment(loser, winner, game.stake)


def _pot(pot: Pot, cards: Sequence[int]) -> Iterator[Payment]:
    """In whole points: what does not divide stays with its payer (OQ-18)."""
    free = [seat for seat in SEATS if not cards[seat]]
    if not free:
        return
    share = sum(cards) * pot.each // len(free)
    owed = {seat: cards[seat] * pot.each for seat in SEATS if cards[seat]}
    for winner in free:
        open_share = share
        for payer in owed:
            amount = min(open_share, owed[payer])
            if amount:
                yield Payment(payer, winner, amount)
            owed[payer] -= amount
            open_share -= amount


def points_of(payments: Iterable[Payment]) -> Points:
    points = [0, 0, 0, 0]
    for one in payments:
        points[one.payer] -= one.amount
        points[one.payee] += one.amount
    assert sum(points) == 0
    north, east, south, west = points
    return north, east, south, west


def settle_contract(rung: BidRung, declarer: Seat, partner: Seat | None, tricks: int) -> Points:
    return points_of(contract_payments(rung, declarer, partner, tricks))


def settle_pass_game(game: PassGame, taken: Sequence[int], takers: Iterable[Seat]) -> Points:
    return points_of(pass_game_payments(game, taken, takers))


def total(parts: Iterable[Points]) -> Points:
    north, east, south, west = (sum(column) for column in zip(*parts, strict=True))
    return north, east, south, west
