"""PBN: the deals of a file, and the strict form that dealing machines take.

Reading takes what programs really write and refuses a file as a whole: of a file with one bad
board nothing is taken over. Only board, dealer and deal are read; a vulnerable side, an auction or
a result of bridge means nothing here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import JOKER, Card, Hand, Suit
from engine.deal import Deal
from engine.errors import BadNotation, RikkenError, quoted
from engine.seats import SEATS, Seat

__all__ = ["BadPbn", "MachineBoard", "PbnBoard", "dealer_of", "read_pbn", "write_pbn"]

# What dealing machines take: two digits on a plastic board.
HIGHEST = 99
_LINE = 255


class BadPbn(RikkenError):
    """`board`: where it is, as far as that is known: a number, or what stands in its place."""

    def __init__(self, message: str, *, code: str, board: int | str | None = None) -> None:
        super().__init__(message, code=code, detail={"board": board})
        self.board = board


@dataclass(frozen=True, slots=True, repr=False)
class PbnBoard:
    """`hands` from North on; None: not known, and then the board cannot be dealt."""

    number: int
    dealer: Seat
    hands: tuple[Hand | None, Hand | None, Hand | None, Hand | None]

    @property
    def deal(self) -> Deal | None:
        north, east, south, west = self.hands
        if north is None or east is None or south is None or west is None:
            return None
        return Deal(north, east, south, west)

    def as_dict(self) -> dict[str, object]:
        hands = " ".join("-" if hand is None else hand.notation for hand in self.hands)
        return {
            "board": self.number,
            "dealer": self.dealer.letter,
            "deal": f"N:{hands}",
            "complete": None not in self.hands,
        }

    def __repr__(self) -> str:
        return f"<PbnBoard {self.number}>"


def dealer_of(number: int) -> Seat:
    """Who deals a board of which nothing but the number is known."""
    return SEATS[(number - 1) % 4]


def read_pbn(content: bytes) -> tuple[PbnBoard, ...]:
    """The boards in the order of the file; several games of one board are one board.

    :raises BadPbn: with the first fault.
    """
    boards: dict[int, PbnBoard] = {}
    games = 0
    for tags in _inheriting(_games(_lines(_text(content)))):
        games += 1
        board = _board(tags)
        if boards.setdefault(board.number, board) != board:
            raise BadPbn(
                f"board {board.number} stands twice, with other cards or another dealer",
                code="conflicting_board",
                board=board.number,
            )
    if not games:
        raise BadPbn("there is no game in the file", code="no_games")
    return tuple(boards.values())


def _text(content: bytes) -> str:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in content:
        raise BadPbn("this is UTF-16, or no text at all", code="encoding")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("iso-8859-1")


def _lines(text: str) -> list[str]:
    lines = re.split(r"\r\n|\n|\r", text)
    return [line for line in lines if not line.startswith("%")]


_TAG = re.compile(r'\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]')
_ESCAPED = re.compile(r"\\(.)")

Tags = Mapping[str, str]


def _games(lines: Sequence[str]) -> list[Tags]:
    """All at once: a comment that never ends hides what comes before it as well."""
    games: list[Tags] = []
    tags: dict[str, str] = {}
    in_comment = False
    for line in lines:
        if not in_comment and not line.strip(" \t"):
            if tags:
                games.append(tags)
                tags = {}
            continue
        found, in_comment = _tags_in(line, in_comment=in_comment)
        for name, value in found:
            tags.setdefault(name, value)
    if in_comment:
        raise BadPbn("a comment is opened and never closed", code="unclosed_comment")
    if tags:
        games.append(tags)
    return games


def _tags_in(line: str, *, in_comment: bool) -> tuple[list[tuple[str, str]], bool]:
    """The tags of a line, and whether a comment goes on behind it."""
    found: list[tuple[str, str]] = []
    place = 0
    while place < len(line):
        if in_comment:
            end = line.find("}", place)
            if end < 0:
                return found, True
            in_comment, place = False, end + 1
        elif line[place] == ";":
            break
        elif line[place] == "{":
            in_comment, place = True, place + 1
        elif tag := _TAG.match(line, place):
            found.append((tag[1], _ESCAPED.sub(r"\1", tag[2])))
            place = tag.end()
        else:
            place += 1
    return found, in_comment


def _inheriting(games: Iterable[Tags]) -> Iterator[Tags]:
    """`#` stands for the value in the last game that had one."""
    known: dict[str, str] = {}
    for tags in games:
        meant = {
            name: known.get(name, "") if value == "#" else value for name, value in tags.items()
        }
        known.update(meant)
        yield meant


def _board(tags: Tags) -> PbnBoard:
    number = _number(tags)
    if _unknown(tags, "Deal"):
        raise BadPbn(f"board {number} has no deal", code="missing_deal", board=number)
    dealer = _dealer(tags, number)
    first, masks = _deal(tags["Deal"], number)
    seats = dict(zip(first.clockwise(), masks, strict=True))
    north, east, south, west = (_hand(seats[seat]) for seat in SEATS)
    return PbnBoard(number, dealer, (north, east, south, west))


def _unknown(tags: Tags, name: str) -> bool:
    return tags.get(name, "").strip() in ("", "?")


def _number(tags: Tags) -> int:
    if _unknown(tags, "Board"):
        raise BadPbn("a game does not say which board it is", code="missing_board")
    text = tags["Board"].strip()
    if not re.fullmatch(r"0*[1-9][0-9]{0,4}", text):
        raise BadPbn(f"{quoted(text)} is no number of a board", code="bad_board", board=text[:40])
    return int(text)


def _dealer(tags: Tags, number: int) -> Seat:
    if _unknown(tags, "Dealer"):
        return dealer_of(number)
    try:
        return Seat.parse(tags["Dealer"].strip())
    except BadNotation as error:
        raise BadPbn(error.message, code="bad_dealer", board=number) from None


def _deal(text: str, number: int) -> tuple[Seat, list[int | None]]:
    """The first seat, and the cards of four hands from there on as bits."""
    written = re.fullmatch(r"\s*([NESW]):(.*)", text)
    words = written[2].split() if written else []
    if written is None or len(words) != 4:
        raise BadPbn("a deal is a seat, a colon and four hands", code="bad_deal", board=number)
    cards = [_cards(word, number) for word in words]
    held = [card for hand in cards for card in hand or ()]
    if len(set(held)) < len(held):
        raise BadPbn("a card is there twice", code="duplicate_card", board=number)
    if any(hand is not None and len(hand) != 13 for hand in cards):
        raise BadPbn("a hand has not thirteen cards", code="hand_size", board=number)
    masks = [None if hand is None else sum(card.bit for card in hand) for hand in cards]
    return Seat.parse(written[1]), masks


def _cards(word: str, number: int) -> list[Card] | None:
    if word == "-":
        return None
    suits = word.split(".")
    if len(suits) != 4 or not re.fullmatch(r"[AKQJT98765432.]*", word):
        raise BadPbn(f"{quoted(word)} is not four suits S.H.D.C", code="bad_deal", board=number)
    return [
        Card(f"{suit.letter}{rank}")
        for suit, ranks in zip(Suit, suits, strict=True)
        for rank in ranks
    ]


def _hand(mask: int | None) -> Hand | None:
    return None if mask is None else Hand.from_mask(mask)


@dataclass(frozen=True, slots=True)
class MachineBoard:
    """`number`: the one on the plastic, not always the board's own."""

    number: int
    dealer: Seat
    deal: Deal


def write_pbn(
    boards: Iterable[MachineBoard],
    *,
    event: str = "",
    site: str = "",
    date: str = "",
    remarks: Iterable[str] = (),
) -> bytes:
    """A file as every dealing machine reads it: ASCII, CRLF, all hands from North, nobody's name.

    `date` as 2027.03.28; `remarks` stand above the first board and are no secret: the rules, the
    fingerprint of the deals. Letters that ASCII lacks lose their accents or are left out.

    :raises ValueError: for a board no machine has, one that stands twice, or a joker.
    """
    ordered = sorted(boards, key=lambda one: one.number)
    numbers = [one.number for one in ordered]
    if len(set(numbers)) < len(numbers) or any(not 1 <= one <= HIGHEST for one in numbers):
        raise ValueError(f"a machine deals boards 1 to {HIGHEST}, each of them once: {numbers}")
    if any(mask & JOKER.bit for one in ordered for mask in one.deal.masks):
        raise ValueError("a machine knows no joker")
    about = {"Event": event, "Site": site, "Date": date}
    lines = ["% PBN 2.1", "% EXPORT", "%"]
    lines += [f"; {_plain(one, _LINE - 2)}" for one in remarks]
    for place, one in enumerate(ordered):
        if place:
            lines.append("")
        lines += [f'[{name} "{value}"]' for name, value in _tags(about, one)]
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _tags(about: Mapping[str, str], one: MachineBoard) -> Iterator[tuple[str, str]]:
    for name, value in about.items():
        yield name, _plain(value, _LINE - len(name) - 5)
    yield "Board", str(one.number)
    for name in ("West", "North", "East", "South"):
        yield name, "?"
    yield "Dealer", one.dealer.letter
    yield "Vulnerable", "None"
    yield "Deal", one.deal.notation
    for name in ("Scoring", "Declarer", "Contract", "Result"):
        yield name, ""


def _plain(text: str, most: int) -> str:
    """What machines can read: no quotation mark, no backslash, nothing that ends a line."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return " ".join(re.sub(r'["\\\x00-\x1f\x7f]', " ", letters).split())[:most]
