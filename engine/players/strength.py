"""Tricks to expect from thirteen cards with a trump, alone or with a called partner.

The weights were fitted to deals played out by four house players; see README.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.players.bits import FULL
from engine.players.worth import worth

_ACE, _KING, _QUEEN, _JACK, _TEN = (1 << rank for rank in (13, 12, 11, 10, 9))


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


WITH_PARTNER = Weights(
    base=1.32,
    length=0.82,
    ace=0.82,
    king=0.74,
    queen=0.55,
    jack=0.42,
    ten=0.19,
    side=0.85,
    void=0.52,
    singleton=0.16,
    called_king=0.24,
    called_queen=0.07,
    called_length=0.05,
)
ALONE = Weights(
    base=-4.55,
    length=1.04,
    ace=1.42,
    king=1.21,
    queen=0.9,
    jack=0.6,
    ten=0.23,
    side=1.14,
    void=0.52,
    singleton=0.22,
    called_king=0.0,
    called_queen=0.0,
    called_length=0.0,
)


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


def callable_suits(hand: list[int], trump: int, *, must_hold: bool = True) -> list[int | None]:
    """Suits whose ace this hand may call in the ordinary way; [None] when there is none."""
    suits: list[int | None] = [
        suit
        for suit in range(4)
        if suit != trump and (hand[suit] or not must_hold) and not hand[suit] & _ACE
    ]
    return suits or [None]
