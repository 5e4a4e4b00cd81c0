"""Bids as data: what one rung of a ruleset's ladder promises and what it is worth.

A ruleset lists its rungs; the rest of the engine only ever reads the fields here. `rank` decides
which bid is higher, so two bids may share a rank, and the order of the list is only for display.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.cards import Suit

__all__ = ["ANY_SUIT", "BID_WORDS", "PASS", "BidRung", "Family", "Kind", "Leader", "Values"]

PASS = "pass"  # noqa: S105 - a call, not a password

ANY_SUIT: tuple[Suit, ...] = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)

# Every bid any ruleset knows. A word outside this set is no bid at all (a malformed action); a word
# inside it that the ruleset at hand does not play is an illegal bid.
BID_WORDS: frozenset[str] = frozenset(
    [
        PASS,
        "rik",
        "rik_beter",
        *(f"alleen_{tricks}" for tricks in range(7, 14)),
        *(f"alleen_{tricks}_beter" for tricks in range(8, 13)),
        "piek",
        "misere",
        "open_piek",
        "open_misere",
        "open_piek_praatje",
        "open_misere_praatje",
        "troela",
        "open_alleen_13",
        "wachten",
        "vraag",
        "meegaan",
        "solo",
        "kleine_miserie",
        "pico",
        "abondance",
        "abondance_in_troef",
        "miserie",
        "troel",
        "open_miserie",
        "solo_slim",
    ]
)


class Family(Enum):
    """Bids that are raises of one another."""

    RIK = "rik"
    ALLEEN = "alleen"
    PIEK = "piek"
    MISERE = "misere"


class Kind(Enum):
    """How a contract is played: with a called partner, alone, or for exactly one or no trick."""

    RIK = "rik"
    ALLEEN = "alleen"
    PIEK = "piek"
    MISERE = "misere"


class Leader(Enum):
    """Who leads to the first trick."""

    FOREHAND = "forehand"
    DECLARER = "declarer"


@dataclass(frozen=True, slots=True)
class Values:
    """What one opponent pays: `made` plus `over` per overtrick (plus `sweep` with all thirteen), or
    `lost` for the first missing trick plus `under` for each further one."""

    made: int
    over: int
    lost: int
    under: int
    sweep: int = 0

    def of(self, *, target: int, tricks: int, made: bool) -> int:
        if made:
            extra = self.sweep if tricks == 13 else 0
            return self.made + self.over * (tricks - target) + extra
        return self.lost + self.under * (target - 1 - tricks)

    @classmethod
    def flat(cls, amount: int) -> Values:
        return cls(made=amount, over=0, lost=amount, under=0)


@dataclass(frozen=True, slots=True)
class BidRung:
    """One bid. `trumps` empty: played without trump. `exact`: the target must be met precisely."""

    bid: str
    rank: int
    family: Family
    kind: Kind
    target: int
    values: Values
    trumps: tuple[Suit, ...] = ()
    exact: bool = False
    calls: bool = False
    opening: bool = False
    joined_by: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    leader: Leader = Leader.FOREHAND

    @property
    def declares(self) -> bool:
        """Is there a trump or a card to name before the first lead?"""
        return bool(self.trumps) or self.calls

    def made(self, tricks: int) -> bool:
        return tricks == self.target if self.exact else tricks >= self.target

    def failed(self, tricks: int) -> bool:
        """Lost beyond repair already, while cards are still to be played: too many tricks."""
        return self.exact and tricks > self.target

    def value(self, tricks: int) -> int:
        """What one opponent pays or is paid; flat contracts do not count tricks."""
        return self.values.of(target=self.target, tricks=tricks, made=self.made(tricks))
