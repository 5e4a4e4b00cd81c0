"""Places at a table: the four compass seats, and the bench of those who sit out this board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from engine import SEATS, BadNotation, Seat


class Bench(IntEnum):
    """Where five or six are at the table. The values go on from those of the seats, so that a
    place is also the number of a chair: the one its holder sat down in.

    On a board the first one is the dealer's.
    """

    FIFTH = 4
    SIXTH = 5

    @property
    def letter(self) -> str:
        return str(self.value + 1)


Place = Seat | Bench

PLACES: tuple[Place, ...] = (*SEATS, *Bench)
LETTERS = "".join(place.letter for place in PLACES)
_BY_LETTER = {place.letter: place for place in PLACES}


def parse(text: object) -> Place:
    """:raises engine.BadNotation: no place has that letter."""
    place = _BY_LETTER.get(text) if isinstance(text, str) else None
    if place is None:
        raise BadNotation(f"{str(text)[:40]!r} is no place at a table", code="bad_seat")
    return place


def seating(players: int, dealer: int) -> tuple[int, ...]:
    """The chair that holds each place when this chair deals at a table of five or six.

    Forehand is North. The dealer sits out, and with six so does the chair opposite: over as many
    boards as there are chairs, each sits out equally often.
    """
    away = [dealer] if players == 5 else [dealer, (dealer + 3) % 6]
    clockwise = [(dealer + steps) % players for steps in range(1, players)]
    return (*(chair for chair in clockwise if chair not in away), *away)


def of_three(dealer: int) -> tuple[int, ...]:
    """The same at a table of three: the dealer is North, and the fourth hand is always West, just
    before him. So it goes round the table with the deal, as René does."""
    return (*((dealer + steps) % 3 for steps in range(3)), Seat.WEST)


def written(chairs: Sequence[int]) -> dict[str, str]:
    """``{"N": "E", …}``: which chair, by the letter it had at the start, holds which place."""
    return {LETTERS[place]: LETTERS[chair] for place, chair in enumerate(chairs)}


def read(payload: Mapping[str, str]) -> tuple[int, ...]:
    return tuple(parse(payload[letter]) for letter in LETTERS if letter in payload)
