"""Three people and four hands: who plays the hand that nobody holds.

A form is data of the ruleset that knows it. The fourth hand never bids and names nothing; once it
is to play, one of the three, its operator, plays it, and it scores for itself (rules-decisions 45).

Decided where the sources are silent: it sits directly before the dealer, unless a record says
otherwise, and never deals, and whoever follows it is forehand in its place · an open hand lies on
the table from the end of the auction, a thrown-in deal excepted · in a pass game, where all play
for themselves, every fourth hand is played in turn · with nobody asked, the defenders do not
discuss who plays the blinde: the first of them on the left of the highest bidder does · a troela
partner's trump is named by the declarer where the fourth hand is that partner · three piekers do
not make four of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.auction import Auction
from engine.commands import PlayCard
from engine.contract import Contract
from engine.errors import NotTheOperator, SetupError
from engine.seats import Seat

__all__ = ["Form", "FourthHand", "Operated", "fourth_hand", "wrong_operator"]


class Operated(Enum):
    """Who plays the fourth hand.

    IN_TURN: the player before it, and with every trick the next one clockwise. LOWEST_BIDDER: the
    declarer whose partner it is; else the one who was not asked; else the defender who bid least.
    ON_ITS_LEFT: its only partner, declarer or not; else the first of its partners on its left.
    """

    IN_TURN = "in_turn"
    LOWEST_BIDDER = "lowest_bidder"
    ON_ITS_LEFT = "on_its_left"


@dataclass(frozen=True, slots=True)
class Form:
    """One way for three to play. `open`: the fourth hand lies on the table from the end of the
    auction on; a closed one is seen by its operator, who sees nothing else while it is to play."""

    slug: str
    operated: Operated
    open: bool
    before_dealer: bool = False

    def allows(self, seat: Seat, dealer: Seat) -> bool:
        """May the fourth hand be dealt to this seat?"""
        return seat.next is dealer if self.before_dealer else seat is not dealer


@dataclass(frozen=True, slots=True)
class FourthHand:
    form: Form
    seat: Seat

    @property
    def live(self) -> tuple[Seat, ...]:
        """The three who sit at the table, clockwise from the fourth hand's left."""
        return self.seat.clockwise()[1:]

    def shows_side(self, seat: Seat | None) -> bool:
        """Does the partner become known with this seat as partner, or to play?

        Everybody sees whether the called card lies in an open hand, and who plays that hand.
        """
        return self.form.open and seat is self.seat

    def operator(self, auction: Auction, contracts: Sequence[Contract], trick: int) -> Seat:
        """Who plays the fourth hand to this trick, counted from 1."""
        if not contracts or self.form.operated is Operated.IN_TURN:
            return self.live[(trick + 1) % 3]
        first = contracts[0]
        if self.seat is first.partner:
            return first.declarer
        against = [seat for seat in self.live if seat not in _sides(contracts)]
        if self.form.operated is Operated.ON_ITS_LEFT:
            return (against or self.live)[0]
        bidders = auction.in_order_of_bidding() or (first.declarer,)
        return _lowest_bidder(auction, bidders[0], against or self.live)


def _sides(contracts: Sequence[Contract]) -> Iterator[Seat]:
    for contract in contracts:
        yield contract.declarer
        if contract.partner is not None:
            yield contract.partner


def _lowest_bidder(auction: Auction, bidder: Seat, candidates: Sequence[Seat]) -> Seat:
    """Who bid nothing or least; of several the first on the left of the highest bidder."""
    around = [seat for seat in bidder.clockwise()[1:] if seat in candidates]
    return min(around, key=lambda seat: auction.latest[seat])


def fourth_hand(form: Form | None, seat: Seat | None, dealer: Seat | None) -> FourthHand | None:
    """The hand that nobody holds: directly before the dealer, unless `seat` says otherwise."""
    if form is None:
        if seat is not None:
            raise SetupError("four people play, and no hand is a fourth", code="unexpected_fourth")
        return None
    if dealer is None:
        raise SetupError("of three players nobody sits out", code="form_without_dealer")
    seat = dealer.after(3) if seat is None else seat
    if not form.allows(seat, dealer):
        where = "directly before the dealer" if form.before_dealer else "anywhere but at the deal"
        raise SetupError(
            f"the fourth hand of {form.slug} sits {where}, not at {seat}",
            code="bad_fourth",
            detail={"form": form.slug, "fourth": seat.letter},
        )
    return FourthHand(form, seat)


def wrong_operator(command: PlayCard, operator: Seat | None) -> NotTheOperator:
    seat, by = command.seat, command.by
    return NotTheOperator(
        f"{seat} plays for itself"
        if operator is None
        else f"{operator} plays the hand of {seat}, and has to be named",
        detail={
            "seat": seat.letter,
            "by": by.letter if by is not None else None,
            "operator": operator.letter if operator is not None else None,
        },
    )
