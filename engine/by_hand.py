"""Dealing by hand: the cards of one deal gathered, cut or shuffled, and given out in packets.

A stack is listed from the top. Nothing here is chance: where it is cut, in which order it is
shuffled and how tricks were swept up is for the caller to say, and for nobody else to know while
the cards are in play (rules-decisions 43).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.cards import Card, Hand, cards_in
from engine.deal import Deal
from engine.errors import BadDeal
from engine.rulesets.base import Mixing
from engine.seats import SEATS, Seat
from engine.state import GameState

__all__ = ["Dealt", "Mixing", "Stack", "cut", "deal", "gather", "shuffle"]

Stack = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """`last`: the card that the dealer dealt himself last, which some turn up; `middle`: the one
    that was left over where a joker is played. `deal` is of the 52, as everywhere else."""

    deal: Deal
    last: Card = field(repr=False)
    middle: Card | None = field(default=None, repr=False)


def gather(state: GameState, swept: Sequence[Sequence[int]] = ()) -> Stack:
    """The cards of a deal that is over: its tricks in the order they were won, the first one at the
    bottom, and on top of them what nobody played.

    `swept`: for each trick, how its cards came to lie, the uppermost first and counted from the
    lead; as they were played, where nothing is said.
    """
    unplayed: list[Card] = []
    for seat in state.forehand.clockwise() if state.play is None else SEATS:
        unplayed += cards_in(state.hand_left(seat))
    tricks = [trick.cards for trick in state.play.tricks] if state.play is not None else []
    orders = [*swept, *(range(4) for _ in tricks[len(swept) :])]
    gathered = [
        trick[place]
        for trick, order in zip(reversed(tricks), reversed(orders), strict=True)
        for place in order
    ]
    running = state.play.cards if state.play is not None else ()
    aside = [] if state.in_the_middle is None else [state.in_the_middle]
    return _whole((*unplayed, *running, *gathered, *state.discards, *aside))


def cut(stack: Stack, at: int) -> Stack:
    """The uppermost `at` cards put under the others; both parts have one card at least."""
    if not 0 < at < len(stack):
        raise BadDeal("a stack is cut somewhere between its first and its last card")
    return stack[at:] + stack[:at]


def shuffle(stack: Stack, order: Sequence[int]) -> Stack:
    """The stack in this order of its places, the uppermost first."""
    if sorted(order) != list(range(len(stack))):
        raise BadDeal("a shuffle says of every place once where its card comes")
    return tuple(stack[place] for place in order)


def deal(stack: Stack, packets: Sequence[int], forehand: Seat) -> Dealt:
    """Packet by packet to each seat in turn, forehand first. A fifty-third card is left over."""
    if sum(packets) != 13:
        raise BadDeal("the packets of a deal have thirteen cards together")
    cards = iter(_whole(stack))
    hands: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
    for size in packets:
        for seat in forehand.clockwise():
            hands[seat] += [next(cards) for _ in range(size)]
    dealt = Deal(*(Hand(hands[seat]) for seat in SEATS))
    middle = next(cards, None)
    last = hands[forehand.after(3)][-1]
    return Dealt(dealt if middle is None else dealt.without_joker(middle), last, middle)


def _whole(stack: Sequence[Card]) -> Stack:
    if len(stack) != len(set(stack)) or len(stack) not in (52, 53):
        raise BadDeal("a stack is 52 cards, or 53 with a joker, and each of them once")
    return tuple(stack)
