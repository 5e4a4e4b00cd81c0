"""Bids as data: what one rung of a ruleset's ladder promises and what it is worth.

A ruleset lists its rungs; the rest of the engine only ever reads the fields here. `rank` decides
which bid is higher, so two bids may share a rank, and the order of the list is only for display.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engine.cards import Suit

__all__ = [
    "ACCEPT",
    "ANY_SUIT",
    "BID_WORDS",
    "NO_BIDS",
    "PASS",
    "WAIT",
    "BidRung",
    "Exposure",
    "Family",
    "Kind",
    "LadderColumns",
    "Leader",
    "LostRik",
    "Partner",
    "Talk",
    "TrumpBy",
    "Values",
]

PASS = "pass"  # noqa: S105 - a call, not a password
WAIT = "wachten"
ACCEPT = "meegaan"
# What may be said in an auction although it is no rung of any ladder.
NO_BIDS = frozenset({PASS, WAIT, ACCEPT})

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
        WAIT,
        "vraag",
        ACCEPT,
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
    """Who leads to the first trick. JOINT: each declarer in turn leads one, in the order in which
    they bid, whoever takes the tricks; NAMED: the first declarer says who leads."""

    FOREHAND = "forehand"
    DECLARER = "declarer"
    PARTNER = "partner"
    JOINT = "joint"
    NAMED = "named"


class Partner(Enum):
    """Who plays with the declarer. LAST_ACE: the holder of the ace he lacks, or with four aces of
    the highest heart he lacks; JOINED: whoever accepted in the auction."""

    NOBODY = "nobody"
    CALLED = "called"
    LAST_ACE = "last_ace"
    JOINED = "joined"


class TrumpBy(Enum):
    """Where the trump comes from, in contracts that have one."""

    DECLARER = "declarer"
    PARTNER = "partner"
    TURNED = "turned"
    CALLED = "called"


class LostRik(Enum):
    """Who pays when declarer and partner fail together."""

    DECLARER = "declarer"
    BOTH = "both"


class Talk(Enum):
    """Who may talk about the cards once hands lie open."""

    NOBODY = "nobody"
    OPPONENTS = "opponents"
    EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True)
class Exposure:
    """When a hand is laid open: after so many cards of the deal, and so many more for every
    further declarer. `everybody`: all four hands, not the declarers' alone."""

    cards: int
    each_more: int = 0
    everybody: bool = False
    talk: Talk = Talk.NOBODY

    def begins(self, declarers: int) -> int:
        return self.cards + self.each_more * (declarers - 1)


@dataclass(frozen=True, slots=True)
class Values:
    """What one opponent pays: `made` plus `over` per overtrick (plus `sweep` with all thirteen), or
    `lost` for the first missing trick plus `under` for each further one (plus `swept` when the
    opponents have all thirteen). `doubled`: all thirteen pay twice."""

    made: int
    over: int
    lost: int
    under: int
    sweep: int = 0
    swept: int = 0
    doubled: bool = False

    def of(self, *, target: int, tricks: int, made: bool) -> int:
        if made:
            value = self.made + self.over * (tricks - target)
            if tricks < 13:
                return value
            return (value + self.sweep) * (2 if self.doubled else 1)
        extra = self.swept if tricks == 0 else 0
        return self.lost + self.under * (target - 1 - tricks) + extra

    @classmethod
    def flat(cls, amount: int) -> Values:
        return cls(made=amount, over=0, lost=amount, under=0)

    @property
    def is_flat(self) -> bool:
        return not self.over and not self.under


@dataclass(frozen=True, slots=True, repr=False)
class BidRung:
    """One bid. `trumps` empty: played without trump. `exact`: the target must be met precisely.

    `aces`: only with so many aces in hand; `duty`: then nothing lower may be said either.
    `raises_own`: said only over this bid of one's own. `pair`: how often a winner of a pair is
    paid. `discards`: how many cards everybody puts away before the first lead. `bound`: whether
    the holder of the called card owes it to the table. `beter`: its trump is the better suit.
    """

    bid: str
    rank: int
    family: Family
    kind: Kind
    target: int
    values: Values
    trumps: tuple[Suit, ...] = ()
    trump_by: TrumpBy = TrumpBy.DECLARER
    exact: bool = False
    partner: Partner = Partner.NOBODY
    opening: bool = True
    joined_by: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    aces: frozenset[int] = frozenset()
    duty: bool = False
    raises_own: str | None = None
    leader: Leader = Leader.FOREHAND
    exposure: Exposure | None = None
    lost_by: LostRik = LostRik.BOTH
    pair: int = 1
    discards: int = 0
    bound: bool = True
    beter: bool = False

    @property
    def calls(self) -> bool:
        """Does the declarer call a card to find his partner?"""
        return self.partner is Partner.CALLED

    @property
    def open_partner(self) -> bool:
        """Does the table know the partner from the start?"""
        return self.partner in (Partner.LAST_ACE, Partner.JOINED)

    @property
    def declares(self) -> bool:
        """Is there a trump or a card to name before the first lead?"""
        named = self.trump_by in (TrumpBy.DECLARER, TrumpBy.PARTNER)
        return bool(self.trumps and named) or self.calls

    def made(self, tricks: int) -> bool:
        return tricks == self.target if self.exact else tricks >= self.target

    def failed(self, tricks: int) -> bool:
        """Lost beyond repair already, while cards are still to be played: too many tricks."""
        return self.exact and tricks > self.target

    def value(self, tricks: int) -> int:
        """What one opponent pays or is paid; flat contracts do not count tricks."""
        return self.values.of(target=self.target, tricks=tricks, made=self.made(tricks))

    def __repr__(self) -> str:
        return f"<BidRung {self.bid}>"


class LadderColumns(NamedTuple):
    """What a table is told of a ladder, a column for every fact.

    `trumps`: the letters of the suits, or the word for who names it; nothing where there is none.
    """

    bids: tuple[str, ...]
    ranks: tuple[int, ...]
    trumps: tuple[str, ...]
    targets: tuple[int, ...]
    values: tuple[int, ...]

    @classmethod
    def of(cls, ladder: tuple[BidRung, ...]) -> LadderColumns:
        return cls(
            bids=tuple(rung.bid for rung in ladder),
            ranks=tuple(rung.rank for rung in ladder),
            trumps=tuple(_trumps(rung) for rung in ladder),
            targets=tuple(rung.target for rung in ladder),
            values=tuple(rung.values.made for rung in ladder),
        )


def _trumps(rung: BidRung) -> str:
    if rung.trumps and rung.trump_by is not TrumpBy.DECLARER:
        return str(rung.trump_by.value)
    return "".join(suit.letter for suit in rung.trumps)
