"""Saying something at a table, muting somebody, reporting a message; all safe to send twice."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from gameplay import broadcast, phrases, streams, talk
from gameplay.access import held_by
from gameplay.errors import CommandReused, NotAllowed, NotFound, PlayRefused
from gameplay.eventstore import store
from gameplay.ids import new_id
from gameplay.models import ChatMessage, Mute, Report
from gameplay.places import Place
from gameplay.streams import LiveGame
from gameplay.tables import TableState

LONGEST = 200
# By one person, at all his tables together.
AT_MOST = ((5, timedelta(seconds=10)), (20, timedelta(minutes=1)))
# Long enough to look into what was reported at once, and no longer.
KEPT = timedelta(days=30)
FORGOTTEN_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to say: his own words, or a phrase by its name."""

    channel: str
    game_id: str | None
    text: str = ""
    phrase: str = ""


def say(
    table_id: str, *, user_id: int, wish: Wish, command_id: str, now: datetime | None = None
) -> None:
    """Say it, if this person may say it there now.

    :raises NotAllowed: he has no place here.
    :raises PlayRefused: nobody talks there now, he says too much at once, or it is nothing.
    :raises CommandReused: ``command_id`` came before with something else.
    """
    now = now or timezone.now()
    words = readable(wish.text)
    if _said(user_id, command_id, table_id, wish, words):
        return
    state = streams.table(table_id).state
    place = _place(state, user_id)
    game = streams.game(state.current.game_id) if state.current else None
    seats = _hearers(state, game, place, wish)
    _must_be_sayable(words, wish)
    _must_be_calm(user_id, now)
    try:
        with transaction.atomic():
            text_id = store.save_text(user_id, words).id if words else ""
            row = ChatMessage.objects.create(
                key=new_id(),
                table_id=table_id,
                game_id=game.game_id if game is not None else "",
                user_id=user_id,
                command_id=command_id,
                channel=wish.channel,
                seats=seats,
                phrase=wish.phrase,
                text_id=text_id,
                sent=now,
            )
            transaction.on_commit(lambda: broadcast.said(table_id, row.pk), robust=True)
    except IntegrityError:
        # Two of one message at once. What the database says of it may repeat words of a person.
        if not _said(user_id, command_id, table_id, wish, words):
            raise PlayRefused("internal", "the message was not kept") from None


def readable(text: str) -> str:
    """In one line, without what a reader does not see or what turns the line round."""
    shown = (c if unicodedata.category(c)[0] != "C" else " " for c in text)
    return " ".join("".join(shown).split())


def _said(user_id: int, command_id: str, table_id: str, wish: Wish, words: str) -> bool:
    row = ChatMessage.objects.filter(user_id=user_id, command_id=command_id).first()
    if row is None:
        return False
    text = store.read_text(row.text_id) if row.text_id else ""
    same = (row.table_id, row.channel, row.phrase) == (table_id, wish.channel, wish.phrase)
    if not same or text not in (None, words):
        raise CommandReused("command_id_reused", "this id came before with something else")
    return True


def _place(state: TableState, user_id: int) -> Place:
    place = held_by(user_id, state)
    if place is None:
        raise NotAllowed("not_your_seat", "this person has no place at this table")
    return place


def _hearers(state: TableState, game: LiveGame | None, place: Place, wish: Wish) -> str:
    """The compass letters of those who may hear it; "" for all of the table."""
    if wish.channel == talk.TABLE:
        if not talk.table_may_chat(state, game):
            raise PlayRefused("chat_closed", "the chat of this table is closed now")
        return ""
    seats = talk.may_confer(game)
    if game is None or wish.game_id != game.game_id or place not in seats:
        raise PlayRefused("may_not_confer", "the rules do not let this seat confer now")
    return "".join(seat.letter for seat in seats)


def _must_be_sayable(words: str, wish: Wish) -> None:
    if len(words) > LONGEST:
        raise PlayRefused("too_long", "the message is too long", longest=LONGEST)
    if bool(words) == bool(wish.phrase):
        raise PlayRefused("nothing_said", "words or a phrase, and not both")
    if wish.phrase and wish.phrase not in phrases.PHRASES:
        raise PlayRefused("unknown_phrase", "there is no such phrase")
    if wish.phrase in phrases.ABOUT_CARDS and wish.channel != talk.PRAATJE:
        raise PlayRefused("may_not_confer", "this phrase is about the cards")


def _must_be_calm(user_id: int, now: datetime) -> None:
    """Counted are only his own messages, so that a refusal tells of nobody else's."""
    longest = max(span for _, span in AT_MOST)
    mine = ChatMessage.objects.filter(user_id=user_id, sent__gt=now - longest)
    times = list(mine.order_by("-sent").values_list("sent", flat=True)[: AT_MOST[-1][0]])
    for most, span in AT_MOST:
        if sum(sent > now - span for sent in times) >= most:
            raise PlayRefused("too_fast", "too many messages at once")


def mute(table_id: str, *, user_id: int, place: Place, board: int, on: bool) -> None:
    """Hear nothing of whoever holds this place, or hear him again; at every table.

    :raises PlayRefused: nobody but oneself or the house is there, or the board has been turned.
    """
    state = streams.table(table_id).state
    _place(state, user_id)
    if board != (state.current.board if state.current else 0):
        raise PlayRefused("table_moved", "the places are those of another board")
    sitter = state.places.get(place)
    if sitter is None or sitter.user_id in (None, user_id):
        raise PlayRefused("nobody_to_mute", "nobody can be muted there")
    if on:
        Mute.objects.get_or_create(by=user_id, whom=sitter.user_id)
    else:
        Mute.objects.filter(by=user_id, whom=sitter.user_id).delete()
    broadcast.said(table_id, 0)


def report(table_id: str, *, user_id: int, key: str, now: datetime | None = None) -> None:
    """Point a message out to whoever directs; twice is once.

    :raises NotFound: no message that this person was shown.
    """
    live = streams.table(table_id)
    _place(live.state, user_id)
    current = live.state.current
    heard = talk.look(live, current.game_id if current else None)
    shown = {each.id for each in talk.heard_by(heard, live.state, user_id)}
    row = ChatMessage.objects.filter(key=key, table_id=table_id).first() if key in shown else None
    if row is None or row.user_id == user_id:
        raise NotFound("no_such_message", "there is no such message")
    Report.objects.get_or_create(
        message=row,
        by=user_id,
        defaults={
            "table_id": table_id,
            "origin": live.state.origin,
            "made": now or timezone.now(),
        },
    )


def noticed(table_id: str) -> None:
    """What the people of a table are told besides has changed: the director has answered."""
    transaction.on_commit(lambda: broadcast.said(table_id, 0), robust=True)


def reports_at(origin: str) -> list[Report]:
    """What was reported at the tables of whoever opened them, and nobody has looked into."""
    found = Report.objects.filter(origin=origin, handled=None).select_related("message")
    return list(found.order_by("made"))


def handle_report(report_id: int, *, origin: str, now: datetime) -> None:
    Report.objects.filter(pk=report_id, origin=origin, handled=None).update(handled=now)


def forget(now: datetime) -> int:
    """Drop old messages with their words, but for those that somebody still has to look into."""
    waiting = Report.objects.filter(message=OuterRef("pk"), handled=None)
    old = ChatMessage.objects.filter(~Exists(waiting), sent__lt=now - KEPT)
    rows = list(old.values_list("pk", "text_id")[:FORGOTTEN_AT_ONCE])
    with transaction.atomic():
        ChatMessage.objects.filter(pk__in=[number for number, _ in rows]).delete()
        store.drop_texts(text_id for _, text_id in rows if text_id)
    return len(rows)
