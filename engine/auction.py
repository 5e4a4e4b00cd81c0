"""The auction: who speaks, what may be said, and when it is over.

The mechanism is one for all rulesets; what may be bid over what is a step rule named by the
ruleset, and joining (`BidRung.joined_by`) is data of the rung that stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from engine.bids import PASS, BidRung, Family
from engine.seats import Seat

__all__ = ["Auction", "Call", "Ladder", "Step", "bids_allowed", "next_to_call"]

# Rungs in ascending rank.
Ladder = tuple[BidRung, ...]


class Step(Enum):
    """How far a raise may go."""

    ANY = "any"
    FAMILY = "family"


@dataclass(frozen=True, slots=True)
class Call:
    """One turn in the auction, pass included."""

    seat: Seat
    bid: str


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far, with what follows from them kept beside: `standing` is the last bid that
    was no pass and outranked what stood (a join leaves the first bidder standing), `passed` is a
    flag per seat, `latest` the rank of each seat's latest bid, 0 for none."""

    calls: tuple[Call, ...] = ()
    standing: Call | None = None
    rank: int = 0
    passed: tuple[bool, ...] = (False, False, False, False)
    latest: tuple[int, ...] = (0, 0, 0, 0)

    def after(self, call: Call, rungs: Mapping[str, BidRung]) -> Auction:
        seat = call.seat
        if call.bid == PASS:
            passed = (*self.passed[:seat], True, *self.passed[seat + 1 :])
            return Auction((*self.calls, call), self.standing, self.rank, passed, self.latest)
        rank = rungs[call.bid].rank
        latest = (*self.latest[:seat], rank, *self.latest[seat + 1 :])
        raised = rank > self.rank
        return Auction(
            (*self.calls, call),
            call if raised else self.standing,
            rank if raised else self.rank,
            self.passed,
            latest,
        )

    def declarers(self) -> dict[Seat, str]:
        """Who holds a bid of the standing rank, and which bid: several after a join."""
        if self.standing is None:
            return {}
        latest: dict[Seat, str] = {}
        for call in self.calls:
            if call.bid != PASS:
                latest[call.seat] = call.bid
        return {
            seat: bid
            for seat, bid in latest.items()
            if self.latest[seat] == self.rank and not self.passed[seat]
        }


def next_to_call(auction: Auction, forehand: Seat) -> Seat | None:
    """The next seat clockwise that has not passed and does not hold the standing rank already."""
    if not auction.calls:
        return forehand
    # The last caller comes round last and needs no special case: he passed, or he holds the rank.
    for seat in auction.calls[-1].seat.next.clockwise():
        if auction.passed[seat]:
            continue
        if auction.standing is None or auction.latest[seat] != auction.rank:
            return seat
    return None


def bids_allowed(auction: Auction, ladder: Ladder, step: Step) -> tuple[str, ...]:
    """What the seat to call may say, pass first, then up the ladder."""
    said = {call.bid for call in auction.calls}
    if auction.standing is None:
        bids = {rung.bid for rung in ladder if rung.opening}
    else:
        over = auction.standing.bid
        bids = set(_STEPS[step](auction.rank, ladder))
        bids.update(next(rung.joined_by for rung in ladder if rung.bid == over))
    return (
        PASS,
        *(
            rung.bid
            for rung in ladder
            if rung.bid in bids and (not rung.needs or rung.needs & said)
        ),
    )


def _any_higher(rank: int, ladder: Ladder) -> list[str]:
    return [rung.bid for rung in ladder if rung.rank > rank]


def _next_of_each_family(rank: int, ladder: Ladder) -> list[str]:
    """The lowest member of each family that outranks the standing bid (rules 7.3)."""
    lowest: dict[Family, str] = {}
    for rung in ladder:
        if rung.rank > rank:
            lowest.setdefault(rung.family, rung.bid)
    return list(lowest.values())


_STEPS: Mapping[Step, Callable[[int, Ladder], list[str]]] = {
    Step.ANY: _any_higher,
    Step.FAMILY: _next_of_each_family,
}
