"""A game as a value, and what it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.auction import Auction
from engine.cards import Card, Suit
from engine.contract import Contract
from engine.deal import Deal
from engine.events import Exchanged
from engine.fourth import FourthHand
from engine.play import Play
from engine.rulesets.base import OptionValue, Ruleset
from engine.seats import SEATS, Seat

__all__ = ["GameState", "OpenClaim", "Phase"]


class Phase(StrEnum):
    """What the seat to act is asked for."""

    AUCTION = "auction"
    CHOOSE = "choose"
    EXCHANGE = "exchange"
    DECLARE = "declare"
    LEADER = "leader"
    DISCARD = "discard"
    PLAY = "play"
    CLAIM = "claim"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """`tricks`: what each seat has in the end; `accepted`: who has agreed so far."""

    seat: Seat
    tricks: tuple[int, int, int, int]
    accepted: tuple[Seat, ...] = ()


_NO_CALLS = Auction()


class GameState(NamedTuple):
    """Everything about one deal at one table, hidden cards included; never send it anywhere.

    `contracts` are in seat order from forehand, and complete (trump, called card, partner) once
    declared; a forced rik is a pass game and a contract. `play` is there from the first lead on.
    `dealer` speaks last and has what the rules give the dealer; somebody else dealt where
    `dealer_sits_out`. `turned` is the dealer's card that all have seen, `beter_suit` the better
    suit where it is drawn for the deal; `discards` were put away from forehand on. `fourth`: the
    hand that nobody holds, where three play. `claimed`: the trick in which each seat last laid its
    hand open, 0 for never; `claim`: the one being answered, or that ended the deal. `middle`: the
    card that lay open at first, where a joker is played, and `exchange` what the highest bidder
    made of it; contracts are bare until then. `deal` has the joker in it.
    """

    # What a card changes comes first, see `game._card_played`.
    phase: Phase
    to_act: Seat | None
    play: Play | None
    ruleset: Ruleset
    dealer: Seat
    deal: Deal
    auction: Auction = _NO_CALLS
    pass_game: str | None = None
    contracts: tuple[Contract, ...] = ()
    turned: Card | None = None
    discards: tuple[Card, ...] = ()
    beter_suit: Suit | None = None
    dealer_sits_out: bool = False
    fourth: FourthHand | None = None
    claimed: tuple[int, int, int, int] = (0, 0, 0, 0)
    claim: OpenClaim | None = None
    middle: Card | None = None
    exchange: Exchanged | None = None

    @property
    def options(self) -> dict[str, OptionValue]:
        return self.ruleset.options

    @property
    def finished(self) -> bool:
        return self.phase is Phase.FINISHED

    @property
    def forehand(self) -> Seat:
        """The first after the dealer who is there to speak."""
        seat = self.dealer.next
        return seat.next if self.is_fourth(seat) else seat

    def is_fourth(self, seat: Seat | None) -> bool:
        """Is this the hand that nobody holds?"""
        return self.fourth is not None and seat is self.fourth.seat

    @property
    def operator(self) -> Seat | None:
        """Who plays the fourth hand, whose turn it is; None when it is not."""
        if self.fourth is None or self.to_act is not self.fourth.seat:
            return None
        assert self.play is not None
        return self.fourth.operator(self.auction, self.contracts, self.play.number)

    @property
    def actor(self) -> Seat | None:
        """At whose seat somebody has to do something now: who is to act, or plays for that hand."""
        return self.to_act if self.operator is None else self.operator

    @property
    def dealt_again(self) -> bool:
        """Thrown in where the same dealer deals once more: at a free table this deal is none."""
        return self.finished and self.play is None and self.ruleset.same_dealer

    @property
    def taken(self) -> tuple[int, int, int, int]:
        if self.claim is not None and self.finished:
            return self.claim.tricks
        return self.play.taken if self.play is not None else (0, 0, 0, 0)

    def hand_left(self, seat: Seat) -> int:
        """What a seat still holds, as a bit set."""
        if self.play is not None:
            return self.play.hands[seat]
        hand = self.deal.masks[seat]
        done = self.exchange
        if self.middle is not None and done is not None and done.card and done.seat is seat:
            hand ^= done.card.bit | self.middle.bit
        own = self.discarded(seat)
        return hand if own is None else hand & ~own.bit

    def holder(self, card: Card) -> Seat:
        """Who holds this card."""
        return next(seat for seat in SEATS if self.hand_left(seat) & card.bit)

    @property
    def in_the_middle(self) -> Card | None:
        """The card that lies open there now, and is in no hand."""
        given = self.exchange.card if self.exchange is not None else None
        return given or self.middle

    @property
    def gone(self) -> int:
        """The cards in no hand, as a bit set."""
        card = self.in_the_middle
        return 0 if card is None else card.bit

    def discarded(self, seat: Seat) -> Card | None:
        """What this seat has put away."""
        place = (seat - self.forehand) % 4
        return self.discards[place] if place < len(self.discards) else None

    def __repr__(self) -> str:
        waiting = f"{self.to_act} to act" if self.to_act is not None else "nobody to act"
        return f"<GameState {self.ruleset.slug}, {self.phase}, {waiting}>"
