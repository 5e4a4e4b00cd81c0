"""Tricks to expect from thirteen cards with a trump, alone or with a called partner.

The weights were fitted to deals played out by four house players; see README.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.players.bits import FULL
from engine.players.worth import worth

_ACE, _KING, _QUEEN, _JACK, _TEN = (1 << rank for rank in (12, 11, 10, 9, 8))


@dataclass(frozen=True, slots=True)
class Weights:
    base: float
    length: float
    ace: float
    king: float
    queen: float
    jack: float
    ten: float
    side: float
    void: float
    singleton: float
    called_king: float
    called_queen: float
    called_length: float

    def sum(self, features: tuple[float, ...]) -> float:
        return self.base + sum(
            weight * feature for weight, feature in zip(self.in_order(), features, strict=True)
        )

    def in_order(self) -> tuple[float, ...]:
        return (
            self.length,
            self.ace,
            self.king,
            self.queen,
            self.jack,
            self.ten,
            self.side,
            self.void,
            self.singleton,
            self.called_king,
            self.called_queen,
            self.called_length,
        )


WITH_PARTNER = Weights(1.55, 0.84, 0.78, 0.67, 0.53, 0.41, 0.19, 0.65, 0.13, 0.0, 0.27, 0.14, 0.02)
ALONE = Weights(-3.96, 1.10, 1.35, 0.96, 0.70, 0.48, 0.22, 0.90, 0.03, 0.04, 0.0, 0.0, 0.0)


def features(hand: list[int], trump: int, called: int | None) -> tuple[float, ...]:
    """What the weights are for, in their order."""
    trumps = hand[trump]
    side = [hand[suit] for suit in range(4) if suit != trump]
    called_suit = 0 if called is None else hand[called]
    return (
        trumps.bit_count(),
        bool(trumps & _ACE),
        bool(trumps & _KING),
        bool(trumps & _QUEEN),
        bool(trumps & _JACK),
        bool(trumps & _TEN),
        sum(worth(mine, FULL & ~mine) for mine in side),
        sum(not mine for mine in side),
        sum(mine.bit_count() == 1 for mine in side),
        bool(called_suit & _KING),
        bool(called_suit & _QUEEN),
        called_suit.bit_count(),
    )


def tricks_with(hand: list[int], trump: int, called: int | None) -> float:
    """Tricks of the rikker's side when the ace of the suit `called` is its partner."""
    return WITH_PARTNER.sum(features(hand, trump, called))


def tricks_alone(hand: list[int], trump: int) -> float:
    return ALONE.sum(features(hand, trump, None))


def callable_suits(hand: list[int], trump: int) -> list[int | None]:
    """Suits whose ace this hand may call in the ordinary way; [None] when there is none."""
    suits: list[int | None] = [
        suit for suit in range(4) if suit != trump and hand[suit] and not hand[suit] & _ACE
    ]
    return suits or [None]
