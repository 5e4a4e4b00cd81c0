"""For those who watch: which table is featured, and who comments with all hands open."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import get_user_model
from django.utils import timezone

from tournaments import stream
from tournaments.domain import watching
from tournaments.domain.errors import NoSuchTournament, TournamentRefused

__all__ = ["appoint", "dismiss", "feature", "look", "looks"]


def feature(key: str, *, table: str, actor: str, now: datetime, command_id: str = "") -> None:
    """Point everybody who watches to this table; ``""`` to none in particular."""
    stream.change(
        key,
        lambda state: watching.feature(state, table=table),
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "feature", "table": table},
    )


def appoint(key: str, *, username: str, actor: str, now: datetime, command_id: str = "") -> None:
    """Let a person, by user name, see and comment on all hands.

    :raises TournamentRefused: nobody has that name; he has entered.
    """
    people = get_user_model().objects.filter(is_active=True)
    user = people.filter(username__iexact=username.strip()).first()
    if user is None:
        raise NoSuchTournament("no_such_person", "nobody has that user name")
    stream.change(
        key,
        lambda state: watching.appoint(state, user=user.pk),
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "appoint", "user": user.pk},
    )


def dismiss(key: str, *, user_id: int, actor: str, now: datetime, command_id: str = "") -> None:
    stream.change(
        key,
        lambda state: watching.dismiss(state, user=user_id),
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "dismiss", "user": user_id},
    )


def looks(user_id: int, table_id: str, origin: str, board: int) -> bool:
    """The card table's question, before it shows a commentator the hands of a board."""
    key = origin.removeprefix(stream.name(""))
    if key == origin:
        return False
    try:
        look(key, user_id=user_id, table=table_id, board=board, now=timezone.now())
    except TournamentRefused:
        return False
    return True


def look(key: str, *, user_id: int, table: str, board: int, now: datetime) -> None:
    """Put a look on record before anything is shown; one event for each board of each table.

    :raises TournamentRefused: he is no commentator of this championship.
    """
    stream.change(
        key,
        lambda state: watching.look(state, user=user_id, table=table, board=board),
        actor=f"user:{user_id}",
        now=now,
        command_id=stream.sent("page", user_id, f"look:{table}:{board}"),
        content={"do": "look", "table": table, "board": board},
    )
