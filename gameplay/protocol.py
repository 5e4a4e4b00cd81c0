"""Socket messages: what a client may say, parsed into commands; anything else is refused.

A message is a JSON object with ``id`` (its own, repeated on a retry), ``do`` and, for what
happens in a game, ``game``, ``version`` and the fields of the record's action without
``seat``: the seat is that of the socket and never believed from outside. One field has
another name than in the record, where ``game`` is not taken: ``choose`` says ``pass_game``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

import engine
from engine import Seat
from gameplay import places
from gameplay.errors import MalformedMessage
from gameplay.places import Place

# The longest honest message has about 200 characters.
LONGEST = 2000
_ID = re.compile(r"[A-Za-z0-9-]{1,64}")
_GAME_FIELDS = {"id", "game", "version", "do"}
_WORD = re.compile(r"[a-z_]{1,24}")
_ACTS = {"bid", "choose", "declare", "leader", "discard", "exchange", "play", "claim", "answer"}


@dataclass(frozen=True, slots=True)
class Act:
    id: str
    game_id: str
    based_on: int
    command: engine.Command


@dataclass(frozen=True, slots=True)
class Next:
    """Ready for the deal after this board."""

    id: str
    board: int


@dataclass(frozen=True, slots=True)
class Say:
    """Own words or a phrase, in one of the table's channels (``gameplay.talk``)."""

    id: str
    channel: str
    game_id: str | None
    text: str
    phrase: str


@dataclass(frozen=True, slots=True)
class Mute:
    """Hear nothing of who holds this place on this board, or hear him again."""

    id: str
    place: Place
    board: int
    on: bool


@dataclass(frozen=True, slots=True)
class Report:
    """Point a message out to whoever directs."""

    id: str
    message: str


@dataclass(frozen=True, slots=True)
class Back:
    """I am here again: give me my seat."""

    id: str


@dataclass(frozen=True, slots=True)
class Look:
    """Send me everything again."""

    id: str


@dataclass(frozen=True, slots=True)
class Ping:
    """Is there still somebody? Browsers do not let a page see the pings of the protocol itself."""

    id: str


@dataclass(frozen=True, slots=True)
class Undo:
    """May I take back what I did last? With ``agree``: what somebody else asks is answered."""

    id: str
    game_id: str
    based_on: int
    agree: bool | None = None


Talk = Say | Mute | Report
Message = Act | Next | Back | Look | Ping | Talk | Undo


def read(text: str | None, seat: Seat | None) -> Message:
    """Parse one socket message of whoever holds ``seat``; of who sits out as if he were North,
    since it is the board that a message is about that says for whom it is (``access``).

    :raises MalformedMessage: no JSON object, too long, an unknown ``do`` or key.
    :raises engine.MalformedAction: the fields of an action are not as the record has them.
    """
    raw = _object(text)
    message_id = raw.get("id")
    if not isinstance(message_id, str) or not _ID.fullmatch(message_id):
        raise MalformedMessage("bad_id", "every message needs an id of its own")
    do = raw.get("do")
    if do == "next":
        # The board decides; what the client was looking at may come along as everywhere.
        _only(raw, {*_GAME_FIELDS, "board"})
        return Next(message_id, _number(raw, "board"))
    if do == "back":
        _only(raw, _GAME_FIELDS)
        return Back(message_id)
    if do in ("view", "ping"):
        _only(raw, {"id", "do"})
        return Look(message_id) if do == "view" else Ping(message_id)
    if do == "say":
        return _say(raw, message_id)
    if do == "mute":
        _only(raw, {*_GAME_FIELDS, "seat", "board", "on"})
        return Mute(message_id, _place(raw), _number(raw, "board"), _flag(raw, "on"))
    if do == "report":
        _only(raw, {*_GAME_FIELDS, "message"})
        return Report(message_id, _text(raw, "message", most=64))
    if do in ("undo", "undo_answer"):
        asks = do == "undo"
        _only(raw, _GAME_FIELDS if asks else {*_GAME_FIELDS, "agree"})
        agree = None if asks else _flag(raw, "agree")
        return Undo(message_id, _game(raw), _number(raw, "version"), agree)
    if not isinstance(do, str) or do not in _ACTS:
        raise MalformedMessage("unknown_do", "no such thing to do")
    for field in ("seat", "by"):
        if field in raw:
            raise MalformedMessage("unknown_field", "the seat is that of the socket", field=field)
    game_id = _game(raw)
    fields = {key: value for key, value in raw.items() if key not in _GAME_FIELDS}
    if do == "choose":
        fields = _with_pass_game(fields)
    asked_as = Seat.NORTH if seat is None else seat
    command = engine.read_action({"seat": asked_as.letter, "do": do, **fields})
    return Act(message_id, game_id, _number(raw, "version"), command)


def _game(raw: Mapping[str, object]) -> str:
    game_id = raw.get("game")
    if not isinstance(game_id, str) or not _ID.fullmatch(game_id):
        raise MalformedMessage("missing_game", "which game is meant?")
    return game_id


def _with_pass_game(fields: dict[str, object]) -> dict[str, object]:
    if "pass_game" not in fields:
        raise MalformedMessage("missing_field", "which game is chosen?", field="pass_game")
    return {"game" if key == "pass_game" else key: value for key, value in fields.items()}


def _say(raw: Mapping[str, object], id_: str) -> Say:
    _only(raw, {*_GAME_FIELDS, "channel", "text", "phrase"})
    channel, phrase = _text(raw, "channel", most=24), _text(raw, "phrase", most=24)
    if channel not in ("table", "praatje"):
        raise MalformedMessage("bad_channel", "no such channel")
    if phrase and not _WORD.fullmatch(phrase):
        raise MalformedMessage("unknown_phrase", "there is no such phrase")
    game_id = _text(raw, "game", most=64) or None
    return Say(id_, channel, game_id, _text(raw, "text", most=LONGEST), phrase)


def _text(raw: Mapping[str, object], key: str, *, most: int) -> str:
    value = raw.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > most:
        raise MalformedMessage("bad_text", "a text is missing or too long", field=key)
    return value


def _place(raw: Mapping[str, object]) -> Place:
    try:
        return places.parse(_text(raw, "seat", most=1))
    except (engine.RikkenError, ValueError) as error:
        raise MalformedMessage("bad_seat", "no such place") from error


def _flag(raw: Mapping[str, object], key: str) -> bool:
    value = raw.get(key)
    if not isinstance(value, bool):
        raise MalformedMessage("bad_flag", "a field must be true or false", field=key)
    return value


def message_id(text: str | None) -> str | None:
    """The id of a message that was refused, if it can be made out, for the answer."""
    try:
        found = _object(text).get("id")
    except MalformedMessage:
        return None
    return found if isinstance(found, str) and _ID.fullmatch(found) else None


def _object(text: str | None) -> dict[str, object]:
    if text is None:
        raise MalformedMessage("malformed_json", "messages are text")
    if len(text) > LONGEST:
        raise MalformedMessage("too_long", "the message is too long", longest=LONGEST)
    try:
        raw = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_each_key_once)
    except (ValueError, RecursionError) as error:
        raise MalformedMessage("malformed_json", "the message is no JSON") from error
    if not isinstance(raw, dict):
        raise MalformedMessage("malformed_json", "the message is no JSON object")
    return raw


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Two readers of an object with one key twice may read two different things."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key came twice")
    return made


def _only(raw: Mapping[str, object], known: set[str]) -> None:
    for key in sorted(raw):
        if key not in known:
            raise MalformedMessage("unknown_field", "no such field here", field=key[:40])


def _number(raw: Mapping[str, object], key: str) -> int:
    value = raw.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise MalformedMessage("bad_number", "a whole number is missing", field=key)
    return value
