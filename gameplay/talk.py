"""Who may say what at a table, and who hears it.

Two channels. ``table`` is the chat of all its people; the event says when it is open. ``praatje``
is what the ruleset lets some seats say to each other about the cards, from the moment the engine's
view names them until the board is over. Nobody else is shown any trace of it: no number, no frame,
no length. Spectators are shown neither.

A message is a ``ChatMessage`` row and its words a personal text; no event, no log and no
announcement has them. What this module answers is a value that the hub keeps per table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

import engine
from engine import Seat
from gameplay import frames, selectors
from gameplay.events import BETWEEN, OPEN
from gameplay.eventstore import store
from gameplay.models import ChatMessage, Mute
from gameplay.streams import LiveGame, LiveTable
from gameplay.tables import TableState

TABLE, PRAATJE = "table", "praatje"
CHANNELS = (TABLE, PRAATJE)
# Of each channel; counted apart, or the one would tell of the other by what it pushes out.
SHOWN = 50


@dataclass(frozen=True, slots=True)
class Message:
    """``id`` is drawn and no number: who counts messages must not notice those he is not shown."""

    id: str
    user_id: int
    channel: str
    game_id: str
    seats: str
    phrase: str
    text: str | None
    sent: datetime


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said at one table lately, and who wants to hear nothing of whom."""

    messages: tuple[Message, ...] = ()
    muted: Mapping[int, frozenset[int]] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    call: Mapping[str, str] | None = None
    """The last call for the director here, which all at the table are told of."""


NOTHING = Talk()


def table_may_chat(table: TableState, game: LiveGame | None) -> bool:
    return table.chat == OPEN or (table.chat == BETWEEN and (game is None or game.over))


def may_confer(game: LiveGame | None) -> tuple[Seat, ...]:
    """The seats that the rules let talk about the cards now."""
    if game is None or game.over:
        return ()
    return engine.public_view(game.state).talk


def look(live: LiveTable, game_id: str | None, *, call: Mapping[str, str] | None = None) -> Talk:
    """What the store knows, for all who have a place at this table."""
    rows = _newest(ChatMessage.objects.filter(table_id=live.state.table_id, channel=TABLE))
    if game_id is not None:
        rows += _newest(ChatMessage.objects.filter(game_id=game_id, channel=PRAATJE))
    here = {who.user_id for who in live.state.places.values() if who.user_id is not None}
    muted: dict[int, frozenset[int]] = {}
    for by, whom in Mute.objects.filter(by__in=here).values_list("by", "whom"):
        muted[by] = muted.get(by, frozenset()) | {whom}
    if not rows:
        return Talk(muted=muted, call=call) if muted or call else NOTHING
    texts = store.read_texts(row.text_id for row in rows if row.text_id)
    rows.sort(key=lambda row: row.pk)
    messages = tuple(_message(row, texts) for row in rows)
    names = selectors.names_of({each.user_id for each in messages})
    return Talk(messages, muted, names, call)


def _newest(rows: QuerySet[ChatMessage]) -> list[ChatMessage]:
    return list(rows.order_by("-pk")[:SHOWN])


def _message(row: ChatMessage, texts: Mapping[str, str]) -> Message:
    return Message(
        id=row.key,
        user_id=row.user_id,
        channel=row.channel,
        game_id=row.game_id,
        seats=row.seats,
        phrase=row.phrase,
        text=texts.get(row.text_id),
        sent=row.sent,
    )


def heard_by(talk: Talk, state: TableState, user_id: int) -> list[Message]:
    """Of all that was said, what this person hears; nothing where he has no place."""
    place = state.place_of(user_id)
    if place is None:
        return []
    current = state.current
    seat = place.letter if isinstance(place, Seat) else ""
    game_id = current.game_id if current is not None else None
    deaf_to = talk.muted.get(user_id, frozenset())
    return [
        each
        for each in talk.messages
        if each.user_id not in deaf_to
        and (
            each.channel == TABLE or (each.game_id == game_id and seat != "" and seat in each.seats)
        )
    ]


def frame(talk: Talk, state: TableState, user_id: int, *, heard: bool = False) -> str:
    """What this person is sent; "" for who has nothing to hear, and has ``heard`` nothing yet."""
    messages = heard_by(talk, state, user_id)
    deaf_to = talk.muted.get(user_id, frozenset())
    muted = [p.letter for p, who in state.places.items() if who.user_id in deaf_to]
    call = talk.call if state.place_of(user_id) is not None else None
    if not messages and not muted and not heard and call is None:
        return ""
    return frames.compact(
        {
            "type": "talk",
            "table": state.table_id,
            "messages": [_shown(each, talk, state, user_id) for each in messages],
            "muted": muted,
            **({"call": call} if call is not None else {}),
        }
    )


def _shown(message: Message, talk: Talk, state: TableState, user_id: int) -> dict[str, object]:
    place = state.place_of(message.user_id)
    shown: dict[str, object] = {
        "id": message.id,
        "at": frames.moment(message.sent),
        "name": talk.names.get(message.user_id, ""),
        "place": place.letter if place is not None else None,
        "channel": message.channel,
    }
    if message.user_id == user_id:
        shown["own"] = True
    if message.phrase:
        return {**shown, "phrase": message.phrase}
    return {**shown, "text": message.text} if message.text is not None else {**shown, "gone": True}
