"""A deal: the 52 cards as distributed, and its number among all 52!/(13!)^4.

The numbering is `rikdeal-1` §1. It is a promise to everybody who ever verified a deal, so it may
never change: the vectors in tests/vectors/deals.json hold it in place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import compress
from math import comb
from operator import getitem
from typing import NoReturn

from engine.cards import JOKER, Card, Hand, cards_in
from engine.errors import BadDeal, BadNotation, quoted
from engine.seats import SEATS, Seat

__all__ = ["DEALS", "Deal"]

_FOR_THREE = comb(39, 13) * comb(26, 13)
_FOR_TWO = comb(26, 13)
DEALS = comb(52, 13) * _FOR_THREE


class Deal:
    """Four hands of thirteen. The repr is redacted; `.notation` and `.number` are deliberate."""

    __slots__ = ("masks",)

    masks: tuple[int, int, int, int]

    def __init__(self, north: Hand, east: Hand, south: Hand, west: Hand) -> None:
        masks = (north.mask, east.mask, south.mask, west.mask)
        for seat, mask in zip(SEATS, masks, strict=True):
            if mask.bit_count() != 13:
                raise BadDeal(f"the hand of {seat} has {mask.bit_count()} cards, not 13")
        if (masks[0] | masks[1] | masks[2] | masks[3]).bit_count() != 52:
            raise BadDeal("a card is dealt twice")
        object.__setattr__(self, "masks", masks)

    @classmethod
    def from_number(cls, number: int) -> Deal:
        if not 0 <= number < DEALS:
            raise BadDeal("a deal's number lies from 0 to 52!/(13!)^4 - 1")
        north_rank, rest = divmod(number, _FOR_THREE)
        east_rank, south_rank = divmod(rest, _FOR_TWO)
        left = [1 << index for index in reversed(range(52))]
        north = _subset(north_rank, left)
        east = _subset(east_rank, left)
        south = _subset(south_rank, left)
        return cls(*map(Hand.from_mask, (north, east, south, sum(left))))

    @property
    def number(self) -> int:
        """:raises BadDeal: with the joker in it; `without_joker` has a number."""
        if any(mask & JOKER.bit for mask in self.masks):
            raise BadDeal("a deal is numbered without the joker", code="joker_in_deal")
        north, east, south, _ = (f"{mask:052b}".encode().translate(_AS_BITS) for mask in self.masks)
        not_north = north.translate(_FLIPPED)
        east = bytes(compress(east, not_north))
        south = bytes(compress(compress(south, not_north), east.translate(_FLIPPED)))
        return _rank(north) * _FOR_THREE + _rank(east) * _FOR_TWO + _rank(south)

    @classmethod
    def parse(cls, text: object) -> Deal:
        """A PBN deal string, beginning with any seat; ranks within a suit in any order."""
        if not isinstance(text, str):
            raise BadDeal(f"{quoted(text)} is not a deal string")
        first, colon, rest = text.partition(":")
        if not colon:
            raise BadDeal("a deal string begins with a seat and a colon, as in N:")
        try:
            seat = Seat.parse(first)
        except BadNotation as error:
            raise BadDeal(f"the deal does not begin with a seat: {error.message}") from None
        words = rest.split(" ")
        if len(words) != 4:
            raise BadDeal(f"a deal is four hands with one blank between them, not {len(words)}")
        hands: dict[Seat, Hand] = {}
        for owner, word in zip(seat.clockwise(), words, strict=True):
            if "." not in word:
                raise BadDeal(f"the hand of {owner} is not four suits S.H.D.C")
            try:
                hands[owner] = Hand.parse(word)
            except BadNotation as error:
                raise BadDeal(f"the hand of {owner}: {error.message}") from None
        _check_twice(hands)
        if any(JOKER in hand for hand in hands.values()):
            raise BadDeal(
                "the joker is not written in a deal; `middle` names the card whose place it takes",
                code="joker_in_deal",
            )
        return cls(*(hands[owner] for owner in SEATS))

    def with_joker(self, middle: Card) -> Deal:
        """As it lies in the hands where `middle` came out as the open card: the joker is in that
        card's place, if it is not the open card itself (`rikdeal-1` §5b)."""
        return self._exchanged(middle, JOKER)

    def without_joker(self, middle: Card) -> Deal:
        """The deal of the 52 that this one was made from."""
        return self._exchanged(JOKER, middle)

    def _exchanged(self, out: Card, into: Card) -> Deal:
        hands = (
            Hand.from_mask(mask ^ out.bit ^ into.bit if mask & out.bit else mask)
            for mask in self.masks
        )
        return Deal(*hands)

    @property
    def notation(self) -> str:
        return "N:" + " ".join(Hand.from_mask(mask).notation for mask in self.masks)

    def hand(self, seat: Seat) -> Hand:
        return Hand.from_mask(self.masks[seat])

    def card(self, seat: Seat, number: int) -> Card:
        """The card with this number, from 0, in a hand sorted by card index: how a card that the
        dealer turns is drawn (`rikdeal-1` §5b)."""
        return sorted(self.hand(seat), key=lambda card: card.index)[number]

    def holder(self, card: Card) -> Seat:
        return next(seat for seat in SEATS if self.masks[seat] & card.bit)

    def __eq__(self, other: object) -> bool:
        return self.masks == other.masks if isinstance(other, Deal) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.masks)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a deal does not change")

    def __reduce__(self) -> tuple[type[Deal], tuple[Hand, ...]]:
        return Deal, tuple(self.hand(seat) for seat in SEATS)

    def __repr__(self) -> str:
        return "<Deal>"


# A rank among the subsets of thirteen in lexicographic order is what is missing to the last one,
# and that is a sum of binomials, one a card: over the cards that come after it, and the cards
# that are still wanted (the combinatorial number system). So both ways work from the last card.
_AFTER = tuple(tuple(comb(after, wanted) for after in range(52)) for wanted in range(1, 14))
_WANTED_FROM_THIRTEEN = tuple(reversed(_AFTER))
_AS_BITS = bytes.maketrans(b"01", bytes([0, 1]))
_FLIPPED = bytes.maketrans(bytes([0, 1]), bytes([1, 0]))


def _subset(rank: int, left: list[int]) -> int:
    """Take the thirteen cards with this rank out of those left, which begin with the last card."""
    missing = comb(len(left), 13) - 1 - rank
    chosen = 0
    for column in _WANTED_FROM_THIRTEEN:
        after = bisect_right(column, missing) - 1
        missing -= column[after]
        chosen |= left.pop(after)
    return chosen


def _rank(held: bytes) -> int:
    """The rank of a hand among the cards left, told for each of them from the last on: 1 or 0."""
    after = compress(range(len(held)), held)
    return comb(len(held), 13) - 1 - sum(map(getitem, _AFTER, after))


def _check_twice(hands: Mapping[Seat, Hand]) -> None:
    """Here the card may be named: whoever wrote the deal down knows it."""
    seen = 0
    for seat, hand in hands.items():
        for card in cards_in(seen & hand.mask):
            other = next(one for one, held in hands.items() if card in held)
            raise BadDeal(f"{card} is in the hands of {other} and {seat}")
        seen |= hand.mask
