"""Taking back: asked for, agreed to, decided. Each is an event at the version the game is known to
have, so that of an answer and a card, or of a director and a card, exactly one comes to be.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils import timezone

from engine import Seat
from gameplay import handlers, house_plan, streams, undoing
from gameplay.errors import CommandReused, Interrupted, PlayRefused, StaleView
from gameplay.events import RolledBack, UndoAnswered, UndoAsked, to_stored
from gameplay.eventstore.records import Head
from gameplay.handlers import Done
from gameplay.streams import LiveGame
from gameplay.tables import TableState
from gameplay.undoing import CONSENT, DIRECTOR

logger = logging.getLogger(__name__)

HOUSE = "house:agrees"

Undoing = UndoAsked | UndoAnswered | RolledBack


def ask(
    *,
    game_id: str,
    seat: Seat,
    table: TableState,
    actor: str,
    command_id: str,
    based_on: int,
    now: datetime | None = None,
) -> Done:
    """Ask the others whether the last action may be taken back, which was this person's own.

    :raises PlayRefused: it may not be asked; the code says why.
    :raises StaleView: the game has gone on since version ``based_on``.
    """
    content = {"do": "undo"}

    def once(live: LiveGame) -> Done:
        if not table.undo:
            raise PlayRefused("undo_off", "nothing is taken back at this table")
        _must_be_askable(live, actor)
        assert live.last is not None
        event = UndoAsked(seat, live.last.version)
        return _append(live, [event], table, actor, command_id, content, now)

    return handlers.decided(
        game_id, based_on, once, command_id=command_id, content=content, actor=actor
    )


def _must_be_askable(live: LiveGame, actor: str) -> None:
    refused = undoing.why_not(live.last, live.before, live.state, live.question, live.taken_back)
    if refused is not None:
        code, facts = refused
        raise PlayRefused(code, "this cannot be taken back", **facts)
    if live.last is None or live.last.actor != actor:
        raise PlayRefused("undo_not_yours", "somebody else acted last")


def answer(
    *,
    game_id: str,
    seat: Seat,
    agree: bool,
    table: TableState,
    actor: str,
    command_id: str,
    based_on: int,
    now: datetime | None = None,
) -> Done:
    """Agree that the action is taken back, which the last to agree does, or refuse it.

    :raises PlayRefused: this seat is not asked.
    :raises StaleView: the game has gone on since version ``based_on``.
    """
    content = {"do": "undo_answer", "agree": agree}

    def once(live: LiveGame) -> Done:
        if seat not in house_plan.asked(live, table):
            raise PlayRefused("undo_not_asked", "this seat is not asked to agree")
        events = _answered(live, table, [seat], agree=agree)
        return _append(live, events, table, actor, command_id, content, now)

    return handlers.decided(
        game_id, based_on, once, command_id=command_id, content=content, actor=actor
    )


def agree_for_house(live: LiveGame, table: TableState, *, cause: str, now: datetime) -> bool:
    """House players always agree, all at once; whatever they hold plays no part in it."""
    seats = house_plan.house_asked(live, table)
    if not seats:
        return False
    events = _answered(live, table, seats, agree=True)
    command_id, content = f"house:{live.version}", {"do": "undo_answer", "agree": True}
    try:
        _append(live, events, table, HOUSE, command_id, content, now, cause=cause)
    except (StaleView, CommandReused, Interrupted):
        logger.debug("somebody acted first in %s", live.game_id)
    return True


def _answered(
    live: LiveGame, table: TableState, seats: Sequence[Seat], *, agree: bool
) -> list[Undoing]:
    events: list[Undoing] = [UndoAnswered(seat, agree) for seat in seats]
    if agree and set(house_plan.asked(live, table)) <= set(seats):
        assert live.question is not None
        stand = [one.version for one in live.played if one.version < live.question.of]
        events.append(RolledBack(stand[-1] if stand else 1, CONSENT))
    return events


def roll_back(
    *,
    game_id: str,
    to: int,
    table: TableState,
    actor: str,
    command_id: str,
    based_on: int,
    cause: str = "",
    now: datetime | None = None,
) -> Done:
    """By a director: to the action that led to version ``to``, or 1, the deal.

    :raises PlayRefused: the board is over, or the version is not one to go back to.
    :raises StaleView: the game has gone on since version ``based_on``.
    """
    content = {"do": "roll_back", "to": to}

    def once(live: LiveGame) -> Done:
        if live.over or table.closed:
            raise PlayRefused("game_finished", "the board is over")
        if to not in points(live):
            raise PlayRefused("no_such_point", "the board cannot go back to there", to=to)
        events = [RolledBack(to, DIRECTOR)]
        return _append(live, events, table, actor, command_id, content, now, cause=cause)

    return handlers.decided(
        game_id, based_on, once, command_id=command_id, content=content, actor=actor
    )


def points(live: LiveGame) -> tuple[int, ...]:
    """The versions that the game can go back to: the deal, and every action but the last."""
    return (1, *(one.version for one in live.played))[: len(live.played)]


def _append(
    live: LiveGame,
    events: Sequence[Undoing],
    table: TableState,
    actor: str,
    command_id: str,
    content: Mapping[str, object],
    now: datetime | None,
    *,
    cause: str = "",
) -> Done:
    at = now or timezone.now()

    def then(head: Head) -> None:
        after = streams.talked_on(live, events, head, at)
        house_plan.after_game(after, table, at)
        handlers.announce(after)

    return handlers.append(
        live,
        [to_stored(event) for event in events],
        then,
        actor=actor,
        command_id=command_id,
        content=content,
        cause=cause,
        now=at,
    )
