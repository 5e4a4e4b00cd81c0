"""My own misère or piek: no trick, or exactly one, with the other three playing against me."""

from __future__ import annotations

from engine.commands import PlayCard
from engine.players.bits import WIDTH
from engine.players.chances import Chances
from engine.players.outlook import none_of, one_of
from engine.players.reading import Reading


def play(reading: Reading, need: int) -> PlayCard:
    """The card after which taking exactly `need` more tricks is likeliest.

    Of cards that are equally safe the highest goes: twos and threes are kept to the end.
    """
    chances = Chances(reading)
    unseen = [reading.others_hold(suit) for suit in range(4)]

    def merit(card: int) -> tuple[float, int]:
        after = list(reading.hand)
        after[card // WIDTH] &= ~(1 << (card % WIDTH))
        return round(_success(chances, card, after, unseen, need), 9), card % WIDTH

    return reading.choices[max(sorted(reading.choices), key=merit)]


def _success(chances: Chances, card: int, after: list[int], unseen: list[int], need: int) -> float:
    takes = chances.wins_alone(card)
    if need <= 0:
        return (1.0 - takes) * none_of(after, unseen)
    won = takes * none_of(after, unseen) if takes else 0.0
    ducked = (1.0 - takes) * one_of(after, unseen) if takes < 1.0 else 0.0
    return won + ducked
