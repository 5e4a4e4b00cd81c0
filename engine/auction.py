"""The auction: who speaks, what may be said, and when it is over.

The mechanism is one for all rulesets; what may be bid over what is a step rule named by the
ruleset, and joining (`BidRung.joined_by`), seeking a partner (`Partner.JOINED`) and having to bid
(`BidRung.duty`) are data of the rungs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from engine.bids import ACCEPT, NO_BIDS, PASS, WAIT, BidRung, Family, Partner
from engine.cards import ACES
from engine.seats import SEATS, Seat

__all__ = ["Auction", "AuctionRules", "Call", "Ladder", "Step", "bids_allowed", "next_to_call"]

# Rungs in ascending rank.
Ladder = tuple[BidRung, ...]


class Step(Enum):
    """How far a raise may go. GLOBAL: to the next rung that may be bid at all; FAMILY: to the
    lowest member of any family; PREDECESSOR: to a bid whose next lower relative has been bid."""

    ANY = "any"
    FAMILY = "family"
    GLOBAL = "global"
    PREDECESSOR = "predecessor"


class AuctionRules(Protocol):
    """What the auction asks of a ruleset."""

    @property
    def ladder(self) -> Ladder: ...
    @property
    def rungs(self) -> Mapping[str, BidRung]: ...
    @property
    def step(self) -> Step: ...
    @property
    def one_round(self) -> bool: ...
    @property
    def forehand_may_wait(self) -> bool: ...
    @property
    def last_must_bid(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Call:
    """One turn in the auction, pass included."""

    seat: Seat
    bid: str


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far, with what follows from them kept beside: `standing` is the last bid that
    was no pass and outranked what stood (a join leaves the first bidder standing), `passed` is a
    flag per seat, `latest` the rank of each seat's latest bid, 0 for none. `asking`: the standing
    bid still seeks a partner; `accepted`: who has said that he goes along with it."""

    calls: tuple[Call, ...] = ()
    standing: Call | None = None
    rank: int = 0
    passed: tuple[bool, ...] = (False, False, False, False)
    latest: tuple[int, ...] = (0, 0, 0, 0)
    asking: bool = False
    accepted: Seat | None = None

    @classmethod
    def without(cls, seat: Seat) -> Auction:
        """Nobody speaks for this seat."""
        return cls(passed=tuple(one is seat for one in SEATS))

    def after(self, call: Call, rungs: Mapping[str, BidRung]) -> Auction:
        seat = call.seat
        calls = (*self.calls, call)
        standing, rank, passed, latest = self.standing, self.rank, self.passed, self.latest
        asking, accepted = self.asking, self.accepted
        if call.bid == PASS:
            passed = (*passed[:seat], True, *passed[seat + 1 :])
        elif call.bid == ACCEPT:
            asking, accepted = False, seat
            latest = (*latest[:seat], rank, *latest[seat + 1 :])
        elif call.bid != WAIT:
            rung = rungs[call.bid]
            latest = (*latest[:seat], rung.rank, *latest[seat + 1 :])
            if rung.rank > rank:
                standing, rank = call, rung.rank
                asking, accepted = rung.partner is Partner.JOINED, None
        return Auction(calls, standing, rank, passed, latest, asking, accepted)

    def declarers(self) -> dict[Seat, str]:
        """Who holds a bid of the standing rank, and which bid: several after a join."""
        if self.standing is None:
            return {}
        latest: dict[Seat, str] = {}
        for call in self.calls:
            if call.bid not in NO_BIDS:
                latest[call.seat] = call.bid
        return {
            seat: bid
            for seat, bid in latest.items()
            if self.latest[seat] == self.rank and not self.passed[seat]
        }

    def in_order_of_bidding(self) -> tuple[Seat, ...]:
        """The declarers, the one who made the standing bid first, then as they joined him."""
        holders = self.declarers()
        order: list[Seat] = []
        for call in self.calls:
            if holders.get(call.seat) == call.bid and call.seat not in order:
                order.append(call.seat)
        return tuple(order)

    def waits(self, seat: Seat) -> bool:
        """Was waiting the last thing this seat said?"""
        return next((one.bid for one in reversed(self.calls) if one.seat is seat), PASS) == WAIT


def next_to_call(auction: Auction, forehand: Seat, rules: AuctionRules) -> Seat | None:
    """The next seat clockwise that has not passed and does not hold the standing rank already."""
    if not auction.calls:
        return forehand
    last = auction.calls[-1].seat
    if rules.one_round:
        return last.next if len(auction.calls) < 4 else None
    # The last caller comes round last and needs no special case: he passed, or he holds the rank,
    # or he is alone with a bid that still seeks a partner, and has to say what he makes of it.
    for seat in last.next.clockwise():
        if auction.passed[seat]:
            continue
        if auction.standing is None or auction.asking or auction.latest[seat] != auction.rank:
            return seat
    return None


def bids_allowed(
    auction: Auction, rules: AuctionRules, seat: Seat, hand: int, gone: int = 0
) -> tuple[str, ...]:
    """What the seat to call may say with these cards, pass first, then up the ladder. `gone`:
    cards in no hand."""
    accept = (ACCEPT,) if _may_accept(auction, seat) else ()
    if auction.waits(seat):
        return (PASS, *accept)
    # With the last ace in no hand there is nobody who could have it, and so no partner.
    aces = 0 if gone & ACES and not ACES & ~(hand | gone) else (hand & ACES).bit_count()
    bids = _bids(auction, rules, seat, aces)
    bound_from = _duty(auction, rules, aces)
    if bound_from:
        return tuple(rung.bid for rung in bids if rung.rank >= bound_from)
    may_wait = rules.forehand_may_wait and not auction.calls
    words = (*((WAIT,) if may_wait else ()), *accept, *(rung.bid for rung in bids))
    if rules.last_must_bid and bids and auction.standing is None and sum(auction.passed) == 3:
        return words
    return (PASS, *words)


def _may_accept(auction: Auction, seat: Seat) -> bool:
    return auction.asking and auction.standing is not None and auction.standing.seat is not seat


def _bids(auction: Auction, rules: AuctionRules, seat: Seat, aces: int) -> list[BidRung]:
    said = {call.bid for call in auction.calls}
    standing = auction.standing

    def available(rung: BidRung) -> bool:
        if rung.needs and not rung.needs & said:
            return False
        if rung.aces and aces not in rung.aces:
            return False
        return rung.raises_own is None or standing == Call(seat, rung.raises_own)

    if standing is None:
        return [rung for rung in rules.ladder if rung.opening and available(rung)]
    higher = [rung for rung in rules.ladder if rung.rank > auction.rank and available(rung)]
    bids = {rung.bid for rung in _STEPS[rules.step](higher, rules.ladder, said)}
    bids |= rules.rungs[standing.bid].joined_by
    return [rung for rung in rules.ladder if rung.bid in bids]


def _duty(auction: Auction, rules: AuctionRules, aces: int) -> int:
    """The lowest rank that so many aces may bid, 0 when they are free."""
    for rung in rules.ladder:
        if rung.duty and auction.rank < rung.rank and aces in rung.aces:
            return rung.rank
    return 0


def _any_higher(higher: Sequence[BidRung], ladder: Ladder, said: set[str]) -> Sequence[BidRung]:
    return higher


def _next_of_each_family(
    higher: Sequence[BidRung], ladder: Ladder, said: set[str]
) -> Sequence[BidRung]:
    """The lowest member of each family that outranks the standing bid (rules 7.3)."""
    lowest: dict[Family, BidRung] = {}
    for rung in higher:
        lowest.setdefault(rung.family, rung)
    return list(lowest.values())


def _next_rung(higher: Sequence[BidRung], ladder: Ladder, said: set[str]) -> Sequence[BidRung]:
    return higher[:1]


def _after_predecessor(
    higher: Sequence[BidRung], ladder: Ladder, said: set[str]
) -> Sequence[BidRung]:
    before: dict[str, str | None] = {}
    latest: dict[Family, str] = {}
    for rung in ladder:
        before[rung.bid] = latest.get(rung.family)
        latest[rung.family] = rung.bid
    return [rung for rung in higher if before[rung.bid] is None or before[rung.bid] in said]


_STEPS: Mapping[Step, Callable[[Sequence[BidRung], Ladder, set[str]], Sequence[BidRung]]] = {
    Step.ANY: _any_higher,
    Step.FAMILY: _next_of_each_family,
    Step.GLOBAL: _next_rung,
    Step.PREDECESSOR: _after_predecessor,
}
