"""What a socket message does, after it was parsed: permission, handler, answer.

Synchronous, because the handlers own transactions; the consumer calls it in a thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from engine import Seat
from gameplay import access, handlers, streams, table_handlers, talk_handlers, undo_handlers
from gameplay.errors import PlayRefused
from gameplay.protocol import Act, Back, Mute, Next, Report, Say, Talk, Undo
from gameplay.tables import TableState

Wish = Act | Next | Back | Talk | Undo


@dataclass(frozen=True, slots=True)
class Answer:
    """The game's version that a command led to; None for what is not about the game."""

    game_id: str | None = None
    version: int | None = None


def perform(message: Wish, *, table_id: str, user_id: int | None) -> Answer:
    """Do what a seated person asks for.

    :raises NotAllowed: the person plays no seat here (any more), or the seat is another's.
    :raises NotFound: the game is not one of this table.
    :raises PlayRefused: the table is paused, or a house player has the seat until the board is
        over.
    """
    if isinstance(message, Say | Mute | Report):
        access.must_hold(user_id, table_id)
        assert user_id is not None
        _talk(message, table_id, user_id)
        return Answer()
    if isinstance(message, Back):
        access.must_hold(user_id, table_id)
        assert user_id is not None
        table_handlers.come_back(table_id, user_id=user_id, command_id=message.id)
        return Answer()
    if isinstance(message, Next):
        place = access.must_hold(user_id, table_id)
        assert user_id is not None
        if streams.table(table_id, fresh=False).state.places[place].away:
            table_handlers.come_back(table_id, user_id=user_id)
        table_handlers.ready(table_id, user_id=user_id, board=message.board, command_id=message.id)
        return Answer()
    # The socket may have been shown another board by now than the one the message is about.
    seat, table = access.must_hold_on_board(user_id, table_id, message.game_id)
    assert user_id is not None
    place = table.place_of(user_id)
    if place is not None and table.places[place].away:
        # Whoever acts is here.
        table = table_handlers.come_back(table_id, user_id=user_id).state
        if table.places[place].away:
            raise PlayRefused("house_plays", "a house player finishes this board")
    if isinstance(message, Undo):
        return Answer(message.game_id, _undo(message, seat, table, user_id).version)
    done = handlers.act(
        game_id=message.game_id,
        command=replace(message.command, seat=seat),
        command_id=message.id,
        based_on=message.based_on,
        actor=f"user:{user_id}",
        table=table,
    )
    return Answer(message.game_id, done.version)


def _undo(message: Undo, seat: Seat, table: TableState, user_id: int) -> handlers.Done:
    if message.agree is None:
        return undo_handlers.ask(
            game_id=message.game_id,
            seat=seat,
            table=table,
            actor=f"user:{user_id}",
            command_id=message.id,
            based_on=message.based_on,
        )
    return undo_handlers.answer(
        game_id=message.game_id,
        seat=seat,
        agree=message.agree,
        table=table,
        actor=f"user:{user_id}",
        command_id=message.id,
        based_on=message.based_on,
    )


def _talk(message: Talk, table_id: str, user_id: int) -> None:
    match message:
        case Say():
            wish = talk_handlers.Wish(
                message.channel, message.game_id, message.text, message.phrase
            )
            talk_handlers.say(table_id, user_id=user_id, wish=wish, command_id=message.id)
        case Mute():
            talk_handlers.mute(
                table_id,
                user_id=user_id,
                place=message.place,
                board=message.board,
                on=message.on,
            )
        case Report():
            talk_handlers.report(table_id, user_id=user_id, key=message.message)


def may_still_act(user_id: int | None, session_key: str | None) -> bool:
    """Whether the session a socket was opened with would still sign this person in.

    Not when it was ended, when the password was changed, or when the person was locked out.
    """
    if user_id is None or session_key is None:
        return False
    found = _session_and_password(user_id, session_key)
    if found is None:
        return False
    session, password = SessionStore().decode(found[0]), found[1]
    if session.get(SESSION_KEY) != str(user_id):
        return False
    user = get_user_model()(pk=user_id, password=password)
    # The second are those of SECRET_KEY_FALLBACKS, while the key is being exchanged.
    valid = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    signed = session.get(HASH_SESSION_KEY, "")
    return any(constant_time_compare(signed, each) for each in valid)


def _session_and_password(user_id: int, session_key: str) -> tuple[str, str] | None:
    """Both in one question, and past the ORM: it is asked with every card."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT s.session_data, u.password FROM {Session._meta.db_table} s"  # noqa: S608
            f" JOIN {get_user_model()._meta.db_table} u ON u.id = %s AND u.is_active"
            " WHERE s.session_key = %s AND s.expire_date > %s",
            [user_id, session_key, now],
        )
        found = cursor.fetchone()
    return found
