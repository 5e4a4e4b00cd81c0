"""What a person at the table may want to do, and how records and sockets write it.

One command per `do` of the record. Reading refuses everything that is not exactly an action:
an unknown word, field or value never reaches the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from engine.bids import BID_WORDS
from engine.cards import CARDS, Card, Suit
from engine.errors import BadNotation, MalformedAction, quoted
from engine.passgames import PASS_GAME_WORDS
from engine.seats import SEATS, Seat

__all__ = [
    "AnswerClaim",
    "ChoosePassGame",
    "Claim",
    "Command",
    "Declare",
    "Discard",
    "Exchange",
    "MakeBid",
    "NameLeader",
    "PlayCard",
    "play_card",
    "plays_of",
    "read_action",
    "read_fields",
    "write_action",
]


class _Said:
    """`plain`: the bit of the card that is played, the seat as a plain integer, and the card, if it
    is played face up by whoever holds it; else no bit. Nearly every command is such a one, `Run`
    asks for nothing more, and one look at a tuple is quicker than four at attributes."""

    __slots__ = ()
    plain: tuple[int, int, Card | None] = (0, 0, None)


@dataclass(frozen=True, slots=True)
class MakeBid(_Said):
    seat: Seat
    bid: str


@dataclass(frozen=True, slots=True)
class ChoosePassGame(_Said):
    seat: Seat
    game: str


@dataclass(frozen=True, slots=True)
class Declare(_Said):
    """Trump and called card in one step; either is None where the contract has none to name."""

    seat: Seat
    trump: Suit | None
    card: Card | None
    blind: bool = False


@dataclass(frozen=True, slots=True)
class NameLeader(_Said):
    """Who leads to the first trick, where the declarer decides it."""

    seat: Seat
    leader: Seat


@dataclass(frozen=True, slots=True)
class Discard(_Said):
    """A card put away face down before the first lead."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class PlayCard(_Said):
    """`by`: who plays the card, where nobody holds the hand of `seat`."""

    seat: Seat
    card: Card
    face_down: bool = False
    by: Seat | None = None
    plain: tuple[int, int, Card | None] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        bit = 0 if self.face_down or self.by is not None else self.card.bit
        object.__setattr__(self, "plain", (bit, int(self.seat), self.card))


@dataclass(frozen=True, slots=True)
class Claim(_Said):
    """My hand lies open; `tricks` is what each seat has in the end, tricks taken included."""

    seat: Seat
    tricks: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class AnswerClaim(_Said):
    seat: Seat
    accept: bool


@dataclass(frozen=True, slots=True)
class Exchange(_Said):
    """The open card in the middle taken for `card`, which lies there from now on; None: the hand
    stays as it is."""

    seat: Seat
    card: Card | None


Command = (
    MakeBid
    | ChoosePassGame
    | Exchange
    | Declare
    | NameLeader
    | Discard
    | PlayCard
    | Claim
    | AnswerClaim
)


_PLAYS: tuple[tuple[tuple[PlayCard, ...], ...], ...] = tuple(
    tuple(tuple(PlayCard(seat, card, face_down) for card in CARDS) for seat in SEATS)
    for face_down in (False, True)
)


def play_card(seat: Seat, card: Card, *, face_down: bool = False) -> PlayCard:
    """The one shared object for this play; legal actions are listed a million times."""
    return _PLAYS[face_down][seat][card.index]


def plays_of(seat: Seat, mask: int, *, face_down: bool = False) -> list[PlayCard]:
    """A play for every card of a bit set, in index order."""
    shared = _PLAYS[face_down][seat]
    plays = []
    while mask:
        low = mask & -mask
        plays.append(shared[low.bit_length() - 1])
        mask ^= low
    return plays


Fields = Mapping[str, object]
_T = TypeVar("_T")
_SEAT_AND_DO = frozenset({"seat", "do"})
_FIELDS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "bid": (frozenset({"bid"}), frozenset()),
    "choose": (frozenset({"game"}), frozenset()),
    "declare": (frozenset(), frozenset({"trump", "card", "blind"})),
    "leader": (frozenset({"leader"}), frozenset()),
    "discard": (frozenset({"card"}), frozenset()),
    "exchange": (frozenset(), frozenset({"card"})),
    "play": (frozenset({"card"}), frozenset({"face_down", "by"})),
    "claim": (frozenset({"tricks"}), frozenset()),
    "answer": (frozenset({"accept"}), frozenset()),
}


_PLAY_AS_WRITTEN: Mapping[object, Mapping[object, PlayCard]] = {
    seat.letter: {play.card.notation: play for play in _PLAYS[False][seat]} for seat in SEATS
}


def read_action(action: object) -> Command:
    """The command in a record's or socket's action. null means absent, and so does a false flag."""
    if type(action) is dict and len(action) == 3 and action.get("do") == "play":
        # As nearly every action of a record is written; whatever is not goes the long way.
        try:
            return _PLAY_AS_WRITTEN[action["seat"]][action["card"]]
        except (KeyError, TypeError):
            pass
    if not isinstance(action, Mapping):
        raise MalformedAction("an action is an object", code="not_an_object")
    do = action.get("do")
    if not isinstance(do, str):
        raise _missing("do") if do is None else _unknown_do(do)
    if do not in _FIELDS:
        raise _unknown_do(do)
    return read_fields(do, {key: value for key, value in action.items() if key != "do"})


def read_fields(do: str, fields: Fields) -> Command:
    """The command of kind `do` from its fields alone, seat included."""
    required, optional = _FIELDS[do]
    present = {key: value for key, value in fields.items() if value is not None}
    for flag in ("blind", "face_down"):
        if present.get(flag) is False:
            del present[flag]
    for key in present:
        if key != "seat" and key not in required and key not in optional:
            name = key if isinstance(key, str) else quoted(key)
            raise MalformedAction(
                f"{do!r} has no field {quoted(key)}",
                code="unknown_field",
                detail={"do": do, "field": name[:40]},
            )
    for key in sorted(required | {"seat"}):
        if key not in present:
            raise _missing(key)
    return _READERS[do](_seat(present["seat"]), present)


def write_action(command: Command) -> dict[str, object]:
    """The canonical record form: no nulls, no false flags."""
    seat = command.seat.letter
    if isinstance(command, PlayCard):
        play: dict[str, object] = {"seat": seat, "do": "play", "card": command.card.notation}
        if command.by is not None:
            play["by"] = command.by.letter
        return {**play, "face_down": True} if command.face_down else play
    if isinstance(command, MakeBid):
        return {"seat": seat, "do": "bid", "bid": command.bid}
    if isinstance(command, ChoosePassGame):
        return {"seat": seat, "do": "choose", "game": command.game}
    if isinstance(command, NameLeader):
        return {"seat": seat, "do": "leader", "leader": command.leader.letter}
    if isinstance(command, Discard):
        return {"seat": seat, "do": "discard", "card": command.card.notation}
    if isinstance(command, Claim):
        tricks = {one.letter: command.tricks[one] for one in SEATS}
        return {"seat": seat, "do": "claim", "tricks": tricks}
    if isinstance(command, AnswerClaim):
        return {"seat": seat, "do": "answer", "accept": command.accept}
    if isinstance(command, Exchange):
        exchange: dict[str, object] = {"seat": seat, "do": "exchange"}
        return exchange if command.card is None else {**exchange, "card": command.card.notation}
    declare: dict[str, object] = {"seat": seat, "do": "declare"}
    if command.trump is not None:
        declare["trump"] = command.trump.letter
    if command.card is not None:
        declare["card"] = command.card.notation
    if command.blind:
        declare["blind"] = True
    return declare


def _read_bid(seat: Seat, fields: Fields) -> MakeBid:
    return MakeBid(seat, _word(fields["bid"], BID_WORDS, "bid"))


def _read_choice(seat: Seat, fields: Fields) -> ChoosePassGame:
    return ChoosePassGame(seat, _word(fields["game"], PASS_GAME_WORDS, "game"))


def _read_declaration(seat: Seat, fields: Fields) -> Declare:
    return Declare(
        seat,
        _parsed(Suit.parse, fields["trump"]) if "trump" in fields else None,
        _card(fields["card"]) if "card" in fields else None,
        _flag(fields, "blind"),
    )


def _read_leader(seat: Seat, fields: Fields) -> NameLeader:
    return NameLeader(seat, _seat(fields["leader"]))


def _read_discard(seat: Seat, fields: Fields) -> Discard:
    return Discard(seat, _card(fields["card"]))


def _read_exchange(seat: Seat, fields: Fields) -> Exchange:
    return Exchange(seat, _card(fields["card"]) if "card" in fields else None)


def _read_play(seat: Seat, fields: Fields) -> PlayCard:
    card, face_down = _card(fields["card"]), _flag(fields, "face_down")
    if "by" in fields:
        return PlayCard(seat, card, face_down, _seat(fields["by"]))
    return play_card(seat, card, face_down=face_down)


def _read_claim(seat: Seat, fields: Fields) -> Claim:
    tricks = fields["tricks"]
    letters = {one.letter for one in SEATS}
    if not isinstance(tricks, Mapping) or set(tricks) != letters:
        raise _bad_tricks("tricks are those of N, E, S and W")
    for count in tricks.values():
        if type(count) is not int or not 0 <= count <= 13:
            raise _bad_tricks(f"{quoted(count)} is no number of tricks")
    north, east, south, west = (tricks[one.letter] for one in SEATS)
    return Claim(seat, (north, east, south, west))


def _bad_tricks(why: str) -> MalformedAction:
    return MalformedAction(why, code="bad_tricks", detail={"field": "tricks"})


def _read_answer(seat: Seat, fields: Fields) -> AnswerClaim:
    return AnswerClaim(seat, _flag(fields, "accept"))


_READERS: Mapping[str, Callable[[Seat, Fields], Command]] = {
    "bid": _read_bid,
    "choose": _read_choice,
    "declare": _read_declaration,
    "leader": _read_leader,
    "discard": _read_discard,
    "exchange": _read_exchange,
    "play": _read_play,
    "claim": _read_claim,
    "answer": _read_answer,
}


def _word(value: object, known: frozenset[str], field: str) -> str:
    if not isinstance(value, str) or value not in known:
        raise MalformedAction(
            f"{quoted(value)} is no {field} of any ruleset",
            code=f"bad_{field}",
            detail={"field": field},
        )
    return value


def _card(value: object) -> Card:
    return _parsed(Card, value)


def _seat(value: object) -> Seat:
    return _parsed(Seat.parse, value)


def _parsed(parse: Callable[[str], _T], value: object) -> _T:
    try:
        return parse(value if isinstance(value, str) else quoted(value))
    except BadNotation as error:
        raise MalformedAction(error.message, code=error.code) from None


def _flag(fields: Fields, name: str) -> bool:
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise MalformedAction(
            f"{name} is true or false, not {quoted(value)}",
            code="bad_flag",
            detail={"field": name},
        )
    return value


def _missing(field: str) -> MalformedAction:
    return MalformedAction(
        f"the field {field!r} is missing", code="missing_field", detail={"field": field}
    )


def _unknown_do(do: object) -> MalformedAction:
    return MalformedAction(f"{quoted(do)} is not an action", code="unknown_do")
