"""The four seats, clockwise."""

from __future__ import annotations

from enum import IntEnum

from engine.errors import BadNotation, quoted

__all__ = ["SEATS", "Seat"]


class Seat(IntEnum):
    """A chair at the table; its value indexes every four-tuple in the engine."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        return _LETTERS[self]

    @property
    def next(self) -> Seat:
        """The clockwise neighbour, who bids and plays after this seat."""
        return _CLOCKWISE[self][1]

    def after(self, steps: int) -> Seat:
        return SEATS[(self + steps) % 4]

    def clockwise(self) -> tuple[Seat, ...]:
        """All four seats clockwise, this one first."""
        return _CLOCKWISE[self]

    @classmethod
    def parse(cls, text: object) -> Seat:
        seat = _BY_LETTER.get(text) if isinstance(text, str) else None
        if seat is None:
            raise BadNotation(f"{quoted(text)} is not a seat; seats are N E S W", code="bad_seat")
        return seat

    def __str__(self) -> str:
        return _LETTERS[self]

    def __repr__(self) -> str:
        return f"Seat.{self.name}"


SEATS: tuple[Seat, Seat, Seat, Seat] = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
_LETTERS = "NESW"
_BY_LETTER = {letter: Seat(value) for value, letter in enumerate(_LETTERS)}
_CLOCKWISE: tuple[tuple[Seat, Seat, Seat, Seat], ...] = tuple(
    (SEATS[n], SEATS[(n + 1) % 4], SEATS[(n + 2) % 4], SEATS[(n + 3) % 4]) for n in range(4)
)
