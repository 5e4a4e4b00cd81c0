"""A complete trick: who led, what fell, who took it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.seats import Seat

__all__ = ["Trick"]


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick, `cards` in order of play. `face_down`: its lead was the blind one."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    face_down: bool = False
