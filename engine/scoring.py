"""Points, from the plain facts of a finished deal: who declared what and took how many tricks.

Nothing here looks at cards in play, so the same settlement serves a game known only by its result.
Every settlement sums to zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from engine.bids import BidRung
from engine.passgames import PassGame
from engine.seats import SEATS, Seat

__all__ = ["LostRik", "settle_contract", "settle_pass_game", "total"]

Points = tuple[int, int, int, int]


class LostRik(Enum):
    """Who pays when declarer and partner fail together."""

    DECLARER = "declarer"
    BOTH = "both"


def settle_contract(
    rung: BidRung, declarer: Seat, partner: Seat | None, tricks: int, lost_rik: LostRik
) -> Points:
    """One contract against everybody else; a rival declarer of a joint contract pays too."""
    made = rung.made(tricks)
    value = rung.value(tricks) if made else -rung.value(tricks)
    if partner is None:
        return _points({seat: 3 * value if seat is declarer else -value for seat in SEATS})
    side = {declarer, partner}
    points = {seat: value if seat in side else -value for seat in SEATS}
    if not made and lost_rik is LostRik.DECLARER:
        points[declarer] = 2 * value
        points[partner] = 0
    return _points(points)


def settle_pass_game(game: PassGame, taken: Sequence[int], takers: Iterable[Seat]) -> Points:
    """`takers`: whoever took the penalty card, and whoever took the last trick where it counts."""
    points = dict.fromkeys(SEATS, 0)
    winners = [seat for seat in SEATS if taken[seat] in game.wins]
    losers = [seat for seat in SEATS if seat not in winners]
    for winner in winners:
        points[winner] += game.stake * len(losers)
    for loser in losers:
        points[loser] -= game.stake * len(winners)
    for taker in takers:
        for seat in SEATS:
            points[seat] += -3 * game.penalty if seat is taker else game.penalty
    return _points(points)


def total(parts: Iterable[Points]) -> Points:
    north = east = south = west = 0
    for part in parts:
        north, east, south, west = (
            north + part[0],
            east + part[1],
            south + part[2],
            west + part[3],
        )
    return north, east, south, west


def _points(by_seat: dict[Seat, int]) -> Points:
    north, east, south, west = (by_seat[seat] for seat in SEATS)
    return north, east, south, west
