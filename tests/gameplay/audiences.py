"""What may be in a frame, said a second time: the shapes of each audience, and which cards.

Written against the text that is sent and not against the code that makes it: `check_shape` is an
allow-list of every key at every depth with the kind of its value, `check_cards` reads every card
that can be read off the text. Both raise AssertionError, so that a planted leak can show that they
would notice a real one. `None` as the audience stands for everybody who watches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from engine import Card, Declare, GameState, Phase, Seat, legal_actions, rulesets
from engine.contract import Blind
from tests.engine.seen import cards_in, seen_by_all

Audience = Seat | None
Shape = Callable[[Any, str], None]


def named(audience: Audience) -> str:
    return "who watches" if audience is None else str(audience)


# -- kinds of values -------------------------------------------------------------------------------


def pattern(expression: str) -> Shape:
    compiled = re.compile(expression)

    def check(value: Any, where: str) -> None:
        assert isinstance(value, str), f"{where} is no text"
        assert compiled.fullmatch(value), f"{where} is {value!r}"

    return check


def one_of(*values: object) -> Shape:
    def check(value: Any, where: str) -> None:
        assert any(value is each or value == each for each in values), f"{where} is {value!r}"

    return check


def number(value: Any, where: str) -> None:
    assert isinstance(value, int), f"{where} is {value!r}"
    assert not isinstance(value, bool), f"{where} is {value!r}"


def flag(value: Any, where: str) -> None:
    assert isinstance(value, bool), f"{where} is {value!r}"


def nothing(value: Any, where: str) -> None:
    assert value is None, f"{where} is {value!r}"


def maybe(shape: Shape) -> Shape:
    return lambda value, where: None if value is None else shape(value, where)


def each(shape: Shape) -> Shape:
    def check(value: Any, where: str) -> None:
        assert isinstance(value, list), f"{where} is no list"
        for place, inner in enumerate(value):
            shape(inner, f"{where}[{place}]")

    return check


def keys(needed: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    allowed = {**needed, **(optional or {})}

    def check(value: Any, where: str) -> None:
        assert isinstance(value, dict), f"{where} is no object"
        assert not (more := set(value) - set(allowed)), f"{where} has unknown keys {sorted(more)}"
        assert not (less := set(needed) - set(value)), f"{where} lacks {sorted(less)}"
        for key, inner in value.items():
            allowed[key](inner, f"{where}.{key}")

    return check


def by_seat(shape: Shape) -> Shape:
    return keys(dict.fromkeys("NESW", shape))


def by_place(shape: Shape) -> Shape:
    return keys(dict.fromkeys("NESW", shape), dict.fromkeys("56", shape))


def some_seats(shape: Shape) -> Shape:
    return keys({}, dict.fromkeys("NESW", shape))


WORD = pattern(r"[a-z][a-z0-9_-]*")
ID = pattern(r"[a-z0-9-]+")
SEAT = pattern("[NESW]")
SUIT = pattern("[SHDC]")
CARD = pattern("[SHDC][AKQJT98765432]|C1")
MOMENT = pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
HAND = pattern(r"(?:[AKQJT98765432]*\.){3}[AKQJT98765432]*1?")
# The only text that people choose. House players and test people are called like people.
NAME = pattern(r"[A-Za-z0-9é ]*")

FORM = one_of("rene", "blinde", "strohmann")

# -- the shapes ------------------------------------------------------------------------------------

CALL = keys({"seat": SEAT, "bid": WORD})
CONTRACT = keys(
    {
        "bid": WORD,
        "declarer": SEAT,
        "partner": maybe(SEAT),
        "trump": maybe(SUIT),
        "called": maybe(CARD),
        "blind": maybe(flag),
        "target": number,
        "tricks": number,
        "made": maybe(flag),
    }
)
ANSWER = keys(
    {
        "bid": WORD,
        "declarer": SEAT,
        "partner": maybe(SEAT),
        "trump": maybe(SUIT),
        "called": maybe(CARD),
        "blind": maybe(flag),
        "tricks": number,
        "made": flag,
    }
)


def result(*, revealed: bool) -> Shape:
    return keys(
        {
            "contracts": each(ANSWER),
            "pass_game": maybe(WORD),
            "tricks": by_seat(number),
            "scores": by_seat(number),
            "payments": each(keys({"from": SEAT, "to": SEAT, "amount": number})),
            "early": flag,
            "hands": by_seat(HAND) if revealed else nothing,
        }
    )


def view(*, finished: bool, revealed: bool) -> Shape:
    return keys(
        {
            "ruleset": WORD,
            "dealer": maybe(SEAT),
            "phase": one_of(
                "auction",
                "choose",
                "exchange",
                "declare",
                "leader",
                "discard",
                "play",
                "claim",
                "finished",
            ),
            "to_act": maybe(SEAT),
            "ladder": each(WORD),
            "ranks": each(number),
            "trumps": each(pattern(r"[CDHS]*|turned|partner|called")),
            "targets": each(number),
            "values": each(number),
            "values_reconstructed": flag,
            "calls": each(CALL),
            "standing": maybe(CALL),
            "pass_game": maybe(WORD),
            "contracts": each(CONTRACT),
            "trick": maybe(
                keys(
                    {
                        "number": number,
                        "leader": SEAT,
                        "plays": each(keys({"seat": SEAT, "card": maybe(CARD)})),
                        "winning": maybe(SEAT),
                    }
                )
            ),
            "tricks": each(keys({"leader": SEAT, "cards": each(CARD), "winner": SEAT})),
            "blind_trick": maybe(number),
            "taken": by_seat(number),
            "cards_left": by_seat(number),
            "finished": one_of(finished),
            "result": result(revealed=revealed) if finished else nothing,
        },
        # Only at tables whose rules have them, or where somebody has claimed.
        {
            "forehand": SEAT,
            "turned": CARD,
            "beter_suit": SUIT,
            "opens": each(SEAT),
            "exposed": some_seats(each(CARD)),
            "talk": each(SEAT),
            "form": FORM,
            "fourth": SEAT,
            "operator": maybe(SEAT),
            "middle": CARD,
            "exchange": keys({"seat": SEAT, "card": maybe(CARD)}),
            "claim": keys({"seat": SEAT, "tricks": by_seat(number), "accepted": each(SEAT)}),
        },
    )


# What the table is told of an event. `declare` says nothing of blind, and `discard` of no card.
EVENTS: dict[str, Shape] = {
    "bid": keys({"do": WORD, "seat": SEAT, "bid": WORD}),
    "choose": keys({"do": WORD, "seat": SEAT, "game": WORD}),
    "declare": keys({"do": WORD, "seat": SEAT}, {"trump": SUIT, "card": CARD}),
    "leader": keys({"do": WORD, "seat": SEAT, "leader": SEAT}),
    "discard": keys({"do": WORD, "seat": SEAT}),
    "exchange": keys({"do": WORD, "seat": SEAT}, {"card": CARD}),
    "play": keys({"do": WORD, "seat": SEAT, "card": CARD}, {"by": SEAT}),
    "face down": keys({"do": WORD, "seat": SEAT, "face_down": one_of(True)}),
    "claim": keys({"do": WORD, "seat": SEAT, "tricks": by_seat(number)}),
    "answer": keys({"do": WORD, "seat": SEAT, "accept": flag}),
    "finished": keys({"do": WORD}),
}
ACTIONS: dict[str, Shape] = {
    "bid": EVENTS["bid"],
    "choose": EVENTS["choose"],
    "declare": keys({"do": WORD, "seat": SEAT}, {"trump": SUIT, "card": CARD, "blind": flag}),
    "leader": EVENTS["leader"],
    "discard": keys({"do": WORD, "seat": SEAT, "card": CARD}),
    "exchange": EVENTS["exchange"],
    "play": keys({"do": WORD, "seat": SEAT, "card": CARD}, {"face_down": one_of(True), "by": SEAT}),
    "answer": EVENTS["answer"],
}
# Where a blind call is announced, the table is told with the call.
_BLIND_AT_CALL = keys({"do": WORD, "seat": SEAT}, {"trump": SUIT, "card": CARD, "blind": flag})


UNDOING: dict[str, Shape] = {
    "undo": keys(
        {"seat": SEAT, "agreed": each(SEAT), "event": lambda value, where: _told(value, where)}
    ),
    "taken_back": each(lambda value, where: TAKEN_BACK(value, where)),
}


def event(value: Any, where: str) -> None:
    hidden = value.get("do") == "play" and "face_down" in value
    EVENTS["face down" if hidden else value.get("do")](value, where)


TAKEN_BACK = keys(
    {
        "at": number,
        "to": number,
        "by": one_of("consent", "director"),
        "seat": maybe(SEAT),
        "events": each(lambda value, where: _told(value, where)),
        "cards": some_seats(each(CARD)),
        "hands": each(SEAT),
        "partners": each(SEAT),
        "operators": each(SEAT),
    }
)
EVENTS |= {
    "undo_asked": keys({"do": WORD, "seat": SEAT}),
    "undo_answered": keys({"do": WORD, "seat": SEAT, "agree": flag}),
    "rolled_back": lambda value, where: TAKEN_BACK(
        {key: inner for key, inner in value.items() if key != "do"}, where
    ),
}


def _told(value: Any, where: str) -> None:
    """An action that was taken back, under any rules."""
    (_BLIND_AT_CALL if value.get("do") == "declare" else event)(value, where)


def _event_under(ruleset: str) -> Shape:
    assert ruleset in rulesets.names(), "no ruleset is called that"
    announced = rulesets.get(ruleset).calls.blind is Blind.AT_CALL

    def check(value: Any, where: str) -> None:
        if announced and value.get("do") == "declare":
            _BLIND_AT_CALL(value, where)
        else:
            event(value, where)

    return check


def action(value: Any, where: str) -> None:
    ACTIONS[value.get("do")](value, where)


ME = keys(
    {
        "seat": SEAT,
        "hand": each(CARD),
        "legal": each(action),
        "holds_called": flag,
        "blind": maybe(flag),
        "face_down": maybe(CARD),
    },
    {"discarded": CARD, "operates": SEAT, "may_claim": one_of(True), "may_undo": one_of(True)},
)
_GAME = {"type": one_of("game"), "game": ID, "version": number, "events": each(event)}
PLACE = keys(
    {
        **_GAME,
        "events": one_of([]),
        "view": nothing,
        "place": keys({"board": number, "finished": flag}),
    }
)
SITTER = keys(
    {"name": NAME, "kind": one_of("person", "house", "empty", "fourth"), "away": flag},
    {"why": one_of("time", "away"), "returning": flag},
)
CLOCK = keys(
    {
        "seat": maybe(SEAT),
        "at": maybe(MOMENT),
        "deadline": maybe(MOMENT),
        "seconds": number,
        "reserves": some_seats(number),
    }
)
TIME = keys(
    {"seconds": number, "reserve": number, "away": number, "back": one_of("at_once", "board")}
)
TABLE = keys(
    {
        "type": one_of("table"),
        "table": ID,
        "game": maybe(ID),
        "version": number,
        "released": maybe(keys({"board": number, "game": ID, "at": MOMENT})),
        "state": keys(
            {
                "ruleset": WORD,
                "length": maybe(number),
                "policy": one_of("live", "board"),
                "chat": one_of("shut", "between", "open"),
                "undo": flag,
                "board": number,
                "number": number,
                "planned": flag,
                "turn": number,
                "paused": flag,
                "closed": flag,
                "closed_reason": maybe(pattern("[a-z_]*")),
                "seats": by_seat(SITTER),
                "totals": by_place(number),
                "boards": each(
                    keys({"board": number, "dealer": maybe(SEAT), "scores": by_place(number)})
                ),
                "ready": each(SEAT),
                "waiting_for": each(SEAT),
            },
            # Of three players, and of five or six; their seats change with every board.
            {
                "form": FORM,
                "chairs": by_place(one_of(*"NESW56")),
                "bench": keys({"5": SITTER}, {"6": SITTER}),
                "again": flag,
                "time": TIME,
            },
        ),
    },
    {"clock": CLOCK},
)
ANSWERS: dict[str, Shape] = {
    "ack": keys({"type": WORD, "id": ID, "game": maybe(ID), "version": maybe(number)}),
    "error": keys(
        {
            "type": WORD,
            "id": maybe(ID),
            "game": maybe(ID),
            "version": maybe(number),
            "error": keys({"code": WORD, "message": lambda *_: None, "detail": lambda *_: None}),
        }
    ),
    "talk": keys(
        {
            "type": WORD,
            "table": ID,
            "messages": each(
                keys(
                    {
                        "id": ID,
                        "at": MOMENT,
                        "name": pattern(".*"),
                        "place": maybe(one_of(*"NESW56")),
                        "channel": one_of("table", "praatje"),
                    },
                    {"text": lambda *_: None, "phrase": WORD, "gone": flag, "own": flag},
                )
            ),
            "muted": each(one_of(*"NESW56")),
        },
        {"call": keys({"state": WORD, "text": lambda *_: None})},
    ),
    "notice": keys(
        {
            "type": WORD,
            "code": WORD,
            "game": maybe(ID),
            "version": maybe(number),
            "message": lambda *_: None,
        }
    ),
}


# -- the checks ------------------------------------------------------------------------------------


def check_shape(
    text: str, audience: Audience, *, finished: bool, revealed: bool, place_only: bool = False
) -> None:
    """Nothing but the keys this audience may get, each with the kind of value it may have."""
    frame = json.loads(text)
    if frame["type"] in ANSWERS:
        assert audience is not None, "who watches is answered nothing"
        ANSWERS[frame["type"]](frame, "answer")
    elif frame["type"] == "table":
        TABLE(frame, "table")
    elif place_only:
        PLACE(frame, "game")
    else:
        seen = view(finished=finished, revealed=revealed)
        own = {} if audience is None else {"me": ME}
        game = {**_GAME, "events": each(_event_under(frame["view"]["ruleset"]))}
        keys({**game, "view": seen, **own}, {"clock": CLOCK, **UNDOING})(frame, "game")
        if audience is not None:
            _check_own(frame, audience)


def _check_own(frame: Mapping[str, Any], seat: Seat) -> None:
    me = frame["me"]
    assert me["seat"] == seat.letter
    operates = me.get("operates")
    assert (operates is not None) == (frame["view"].get("operator") == seat.letter)
    for one in me["legal"]:
        assert one["seat"] == (operates or seat.letter), "somebody else's choices"
        assert one.get("by") == (seat.letter if operates else None)
    assert bool(me["legal"]) == (frame["view"]["to_act"] == (operates or seat.letter))


def may_know(audience: Audience, state: GameState) -> set[Card]:
    """Every card whose place, or whose name as the called one, this audience has been shown."""
    known = seen_by_all(state)
    if audience is not None:
        # Who plays a closed fourth hand is shown that one instead of his own.
        instead = state.fourth is not None and not state.fourth.form.open
        operates = instead and audience is state.operator
        shown = state.to_act if operates and state.to_act is not None else audience
        known |= set(state.deal.hand(shown))
    return known


def check_cards(text: str, audience: Audience, state: GameState, *, revealed: bool) -> None:
    """No card in it that this audience has not seen, in whatever field and spelling."""
    if revealed:
        assert state.finished
        return
    if audience is not None and state.phase is Phase.DECLARE:
        frame = json.loads(text)
        _take_out_what_may_be_called(frame["me"], audience, state)
        text = json.dumps(frame)
    leaked = cards_in(text) - may_know(audience, state)
    assert not leaked, f"{named(audience)} is sent {sorted(map(str, leaked))}"


def _take_out_what_may_be_called(me: dict[str, Any], seat: Seat, state: GameState) -> None:
    """The cards a declarer may call lie elsewhere, which his own hand tells him."""
    offered = [one for one in me["legal"] if one["do"] == "declare" and "card" in one]
    if not offered:
        return
    assert state.to_act is seat, "what may be called is the declarer's business"
    cards = {one.card for one in legal_actions(state) if isinstance(one, Declare) and one.card}
    for one in offered:
        assert Card(one["card"]) in cards
    me["legal"] = [one for one in me["legal"] if one not in offered]


def check_frame(text: str, audience: Audience, state: GameState, *, revealed: bool = False) -> None:
    """Both checks, for a frame about a game in this state at a table whose policy is `live`."""
    check_shape(text, audience, finished=state.finished, revealed=revealed)
    check_cards(text, audience, state, revealed=revealed)
