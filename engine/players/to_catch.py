"""Three together against a misère or a piek: make him take a trick too many."""

from __future__ import annotations

from engine.commands import PlayCard
from engine.players.bits import INDEX, WIDTH, higher, lower
from engine.players.chances import Chances
from engine.players.reading import NONE, Reading

_HOPELESS = 0.12
# With this many cards left a pieker without a trick is denied the one he needs.
_DENY_BELOW = 4


def play(reading: Reading, hunted: list[int], denied: list[int]) -> PlayCard:
    """`hunted` must not take another trick; `denied` still need one."""
    chances = Chances(reading)
    for seat in hunted:
        chances.rule_out(seat, _ducked(reading, seat))
    late = [seat for seat in denied if reading.left[seat] < _DENY_BELOW]
    if late:
        return reading.choices[_deny(reading, late[0])]
    if reading.leading:
        return reading.choices[_lead(reading, chances, hunted + denied)]
    return reading.choices[_follow(reading, chances, hunted + denied)]


def _deny(reading: Reading, seat: int) -> int:
    """Keep the trick from a pieker who is still waiting for his."""
    if reading.leading:
        return max(reading.choices, key=lambda card: (reading.master(card), card % WIDTH, -card))
    taking = [card for card in reading.choices if reading.takes(card)]
    if taking and (reading.winner == seat or seat in reading.later):
        return max(taking, key=lambda card: (card % WIDTH, card))
    return min(reading.choices, key=lambda card: (card % WIDTH, card))


def _lead(reading: Reading, chances: Chances, hunted: list[int]) -> int:
    return max(
        reading.choices,
        key=lambda card: (_trap(reading, chances, card, hunted), -(card % WIDTH), -card),
    )


def _trap(reading: Reading, chances: Chances, card: int, hunted: list[int]) -> float:
    """How likely the lead makes one of the hunted take the trick; the others duck under him."""
    suit, rank = divmod(card, WIDTH)
    best = 0.0
    for seat in hunted:
        if reading.void[seat][suit]:
            best = max(best, -0.3)
            continue
        caught = chances.goes_over(seat, suit, rank)
        for other in range(4):
            if other not in (seat, reading.me):
                caught *= 1.0 - chances.goes_over(other, suit, rank)
        strips = 1.0 / (2 + lower(reading.unseen[suit], rank + 1).bit_count())
        high = min(3, higher(reading.unseen[suit], rank).bit_count()) / 3
        best = max(best, caught + 0.15 * strips * high)
    return best


def _follow(reading: Reading, chances: Chances, hunted: list[int]) -> int:
    if reading.led != NONE and not reading.hand[reading.led]:
        return max(reading.choices, key=lambda card: (-_length(reading, card), card % WIDTH, card))
    under = [card for card in reading.choices if not reading.takes(card)]
    if reading.winner in hunted:
        return max(under) if under else max(reading.choices)
    waiting = [seat for seat in reading.later if seat in hunted]
    if not waiting:
        return max(reading.choices)
    catch = max(chances.goes_over(seat, reading.led, reading.winning % WIDTH) for seat in waiting)
    if catch < _HOPELESS:
        return max(reading.choices)
    return max(under) if under else min(reading.choices)


def _length(reading: Reading, card: int) -> int:
    return reading.hand[card // WIDTH].bit_count()


def _ducked(reading: Reading, seat: int) -> list[int]:
    """Cards a player of this kind does not hold: he ducks with the highest card that is low enough.

    Between the card he followed with and the best one before him, he had nothing.
    """
    gaps = [0, 0, 0, 0]
    for trick in reading.view.public.tricks:
        place = (seat - trick.leader) % 4
        suit, rank = divmod(INDEX[trick.cards[place]], WIDTH)
        before = [INDEX[card] for card in trick.cards[:place]]
        if not before or suit != before[0] // WIDTH:
            continue
        best = max(card % WIDTH for card in before if card // WIDTH == suit)
        gaps[suit] |= ((1 << best) - 1) & ~((1 << (rank + 1)) - 1)
    return gaps
