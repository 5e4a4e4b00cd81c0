"""Suits, ranks, the 52 cards and the joker, and a hand of them.

A card's index is that of `provable-deals`: 13 * suit + rank with suits S H D C and ranks from the
ace down, so inside a suit the *lower* index is the higher card. Sets of cards are integers with
bit `index` set, wherever speed matters; everything with a name speaks of `Card` and `Hand`.

The joker is a club below the two, written `C1`: index 52 goes on where the clubs end, so nothing
that compares indices or masks suits has to know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from typing import NoReturn

from engine.errors import BadNotation, quoted

__all__ = [
    "ACES",
    "CARDS",
    "DECK",
    "JOKER",
    "RANKS",
    "SUIT_MASKS",
    "Card",
    "Hand",
    "Rank",
    "Suit",
    "cards_in",
    "in_hand_order",
    "pick",
    "suit_notation",
]


class Suit(IntEnum):
    """The four suits in the order of a deal string."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @classmethod
    def _missing_(cls, value: object) -> Suit | None:
        """`Suit("S")`: letters are what records and people write."""
        return _SUIT_BY_LETTER.get(value) if isinstance(value, str) else None

    @classmethod
    def parse(cls, text: object) -> Suit:
        suit = _SUIT_BY_LETTER.get(text) if isinstance(text, str) else None
        if suit is None:
            raise BadNotation(f"{quoted(text)} is not a suit; suits are C D H S", code="bad_suit")
        return suit

    @property
    def letter(self) -> str:
        return _SUIT_LETTERS[self]

    def __str__(self) -> str:
        return _SUIT_LETTERS[self]


class Rank(IntEnum):
    """Thirteen ranks, and the joker's; a lower value is a *higher* card, as in the card index."""

    ACE = 0
    KING = 1
    QUEEN = 2
    JACK = 3
    TEN = 4
    NINE = 5
    EIGHT = 6
    SEVEN = 7
    SIX = 8
    FIVE = 9
    FOUR = 10
    THREE = 11
    TWO = 12
    ONE = 13

    @property
    def letter(self) -> str:
        return _RANK_LETTERS[self]

    def __str__(self) -> str:
        return _RANK_LETTERS[self]


_SUIT_LETTERS = "SHDC"
_RANK_LETTERS = "AKQJT987654321"
_SUIT_BY_LETTER = {letter: Suit(value) for value, letter in enumerate(_SUIT_LETTERS)}


class Card:
    """One of the 52 or the joker, written suit then rank: `H7`, `SA`, `CT`. There is one object
    per card."""

    __slots__ = ("bit", "index", "notation", "rank", "suit")

    suit: Suit
    rank: Rank
    index: int
    bit: int
    notation: str

    def __new__(cls, text: str) -> Card:
        card = _BY_NOTATION.get(text) if isinstance(text, str) else None
        if card is None:
            raise BadNotation(f"{quoted(text)} is not a card{_meant(text)}", code="bad_card")
        return card

    @classmethod
    def parse(cls, text: str) -> Card:
        return cls(text)

    @staticmethod
    def of(suit: Suit, rank: Rank) -> Card:
        return CARDS[13 * suit + rank]

    @staticmethod
    def at(index: int) -> Card:
        return CARDS[index]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("cards do not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("cards do not change")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.notation,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Card({self.notation!r})"


def _make(index: int) -> Card:
    card = object.__new__(Card)
    suit = Suit(min(index // 13, Suit.CLUBS))
    rank = Rank(index - 13 * suit)
    put = object.__setattr__
    put(card, "suit", suit)
    put(card, "rank", rank)
    put(card, "index", index)
    put(card, "bit", 1 << index)
    put(card, "notation", suit.letter + rank.letter)
    return card


CARDS: tuple[Card, ...] = tuple(_make(index) for index in range(53))
DECK = CARDS[:52]
JOKER = CARDS[52]
RANKS = tuple(rank for rank in Rank if rank is not Rank.ONE)
# By the length of a bit set; there is no highest card in an empty one.
_HIGHEST = (CARDS[0], *CARDS)
_HIGHEST_BIT = tuple(card.bit for card in _HIGHEST)
_BY_NOTATION: dict[str, Card] = {card.notation: card for card in CARDS}
ACES = sum(1 << 13 * suit for suit in Suit)
SUIT_MASKS: tuple[int, int, int, int] = (
    0x1FFF,
    0x1FFF << 13,
    0x1FFF << 26,
    0x3FFF << 39,
)


def cards_in(mask: int) -> list[Card]:
    """The cards of a bit set in index order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(CARDS[low.bit_length() - 1])
        mask ^= low
    return found


def pick(mask: int, chance: Callable[[], float]) -> Card:
    """Any card of a bit set, all with equal chance; `chance` draws a fraction from 0 up to
    1, and is asked only where there is a choice. Playouts spend nearly half of their time here."""
    count = mask.bit_count()
    if count > 1:
        above = chance() * count
        while above >= 1:
            mask ^= _HIGHEST_BIT[mask.bit_length()]
            above -= 1
    return _HIGHEST[mask.bit_length()]


def suit_notation(mask: int, suit: Suit) -> str:
    return "".join(card.rank.letter for card in cards_in(mask & SUIT_MASKS[suit]))


_COLOURS_APART = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def in_hand_order(mask: int) -> list[Card]:
    """As a person holds them: S H C D, so that black and red suits alternate, high to low."""
    return [card for suit in _COLOURS_APART for card in cards_in(mask & SUIT_MASKS[suit])]


class Hand:
    """An immutable set of cards belonging to one seat.

    Its repr is redacted: a hand travels through frames, logs and error mails on its way to the one
    person who may see it. `.notation` is the deliberate way to read one.
    """

    __slots__ = ("mask",)

    mask: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        mask = 0
        for card in cards:
            mask |= card.bit
        object.__setattr__(self, "mask", mask)

    @classmethod
    def from_mask(cls, mask: int) -> Hand:
        hand = object.__new__(cls)
        object.__setattr__(hand, "mask", mask)
        return hand

    @classmethod
    def parse(cls, text: str) -> Hand:
        """`"H7 HK S2"`, or the deal string's `"AK2.QT9.J87.A654"`. A card twice is refused."""
        if "." in text:
            return cls.from_mask(_read_suits(text))
        words = text.split()
        hand = cls(Card(word) for word in words)
        if len(hand) != len(words):
            raise BadNotation("a card twice in one hand", code="bad_hand")
        return hand

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(cards_in(self.mask))

    @property
    def notation(self) -> str:
        return ".".join(suit_notation(self.mask, suit) for suit in Suit)

    def suit(self, suit: Suit) -> Hand:
        return Hand.from_mask(self.mask & SUIT_MASKS[suit])

    def without(self, card: Card) -> Hand:
        return Hand.from_mask(self.mask & ~card.bit)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_in(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.mask)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a hand does not change; make another one")

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Hand.from_mask, (self.mask,)

    def __repr__(self) -> str:
        return f"<Hand of {len(self)}>"


def _read_suits(text: str) -> int:
    suits = text.split(".")
    if len(suits) != 4:
        raise BadNotation("a hand is four suits, S.H.D.C", code="bad_hand")
    mask = 0
    for suit, ranks in enumerate(suits):
        mask |= _read_ranks(ranks, suit)
    return mask


@lru_cache(maxsize=4096)
def _read_ranks(ranks: str, suit: int) -> int:
    mask = 0
    for letter in ranks:
        rank = _RANK_LETTERS.find(letter, 0, len(RANKS) + (suit == Suit.CLUBS))
        if rank < 0:
            raise BadNotation(
                f"{quoted(letter)} is not a rank; they are A K Q J T 9 8 7 6 5 4 3 2, "
                "and a ten is T",
                code="bad_hand",
            )
        bit = 1 << (13 * suit + rank)
        if mask & bit:
            raise BadNotation(f"{Suit(suit)}{letter} twice in one hand", code="bad_hand")
        mask |= bit
    return mask


def _meant(text: object) -> str:
    """How to write what is no card: `10D` and `d10` are the `DT`."""
    word = text.upper().replace("10", "T") if isinstance(text, str) else ""
    for guess in (word, word[::-1]):
        if guess in _BY_NOTATION:
            return f"; write {guess}"
    return "; a card is a suit of S H D C and a rank of A K Q J T 9 8 7 6 5 4 3 2"
