"""Codes for the tables in the hall: shown once, kept as a digest, used by POST.

Every phone at the table may use the code as long as its round lasts; another code for the table,
and drawing the seats anew, end it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from gameplay.ids import new_id
from tournaments import stream
from tournaments.domain import hall
from tournaments.domain.championship import Championship, Round
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import SeatedTable
from tournaments.models import TableLink
from tournaments.selectors import leading

__all__ = ["At", "find", "make", "must_not_play_elsewhere", "opened"]


class At(NamedTuple):
    """Where a device is."""

    link: TableLink
    state: Championship
    round: Round
    table: SeatedTable


def make(
    key: str,
    round: int,  # noqa: A002
    *,
    tables: Iterable[int] = (),
    user_id: int,
    now: datetime,
) -> list[tuple[SeatedTable, str]]:
    """A new token for each table of the round in the hall, or for those with these numbers; older
    codes of these tables stop working.

    :raises TournamentRefused: nobody has a seat; the round is over.
    """
    known = stream.state(key).championship.round(round)
    if known is None:
        raise NoSuchTournament("no_such_round", "no such round", round=round)
    wanted = set(tables)
    found = [t for t in known.tables if t.hall and (not wanted or t.number in wanted)]
    if not found:
        raise TournamentRefused("no_such_table", "no table of this round is in the hall")
    if known.closed is not None:
        raise TournamentRefused("round_over", "the round is over", round=round)
    made = [(table, secrets.token_urlsafe(24)) for table in found]
    with transaction.atomic():
        older = TableLink.objects.filter(table_id__in=[table.table for table in found])
        older.filter(revoked=None).update(revoked=now)
        TableLink.objects.bulk_create(
            TableLink(
                id=new_id(),
                tournament_key=key,
                table_id=table.table,
                token_digest=_digest(token),
                created_by=user_id,
                created=now,
            )
            for table, token in made
        )
    return made


def find(token: str) -> At:
    """:raises TournamentRefused: unknown, revoked and expired tokens get the same answer."""
    return _at(TableLink.objects.filter(token_digest=_digest(token), revoked=None).first())


def opened(link_id: str) -> At:
    """Where a device is that has used a code; refuses as ``find`` does."""
    return _at(TableLink.objects.filter(pk=link_id, revoked=None).first())


def must_not_play_elsewhere(at: At, user_id: int | None) -> None:
    """A phone may be anybody's, but who is known to play elsewhere would see this table's boards
    before his own has played them."""
    own = leading.entry_in(at.link.tournament_key, user_id) if user_id is not None else None
    if own is not None and own.key not in at.table.chairs:
        raise TournamentRefused("other_table", "who plays at another table is not this one's")


def _at(link: TableLink | None) -> At:
    try:
        if link is None:
            raise NoSuchTournament("no_such_table", "there is no such code")
        state = stream.state(link.tournament_key).championship
        known, table = hall.table_in(state, link.table_id)
    except NoSuchTournament as gone:
        raise TournamentRefused("device_unknown", "the code is not valid") from gone
    if known.closed is not None:
        raise TournamentRefused("round_over", "the round is over", round=known.number)
    return At(link, state, known, table)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
