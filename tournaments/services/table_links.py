"""Codes for the tables in the hall: shown once, kept as a digest, used by POST.

Every phone at the table may use the code as long as its round lasts; another code for the table,
and drawing the seats anew, end it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.views.decorators.debug import sensitive_variables

from gameplay.eventstore.ids import id_from
from gameplay.ids import new_id
from tournaments import stream
from tournaments.domain import hall
from tournaments.domain.championship import Championship, Round
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import SeatedTable
from tournaments.models import TableLink, Tournament
from tournaments.selectors import leading

__all__ = ["At", "find", "make", "must_not_play_elsewhere", "opened", "revoke"]


class At(NamedTuple):
    """Where a device is."""

    link: TableLink
    state: Championship
    round: Round
    table: SeatedTable


@sensitive_variables()
def make(
    key: str,
    round: int,  # noqa: A002
    *,
    tables: Iterable[int] = (),
    user_id: int,
    now: datetime,
    sent: str = "",
) -> list[tuple[SeatedTable, str]]:
    """A new token for each table of the round in the hall, or for those with these numbers; older
    codes of these tables stop working. A table that got one by what was ``sent`` before gets no
    other, and "" here: its token is kept nowhere.

    :raises TournamentRefused: nobody has a seat; the round is over.
    """
    known = _round(key, round)
    found = _in_the_hall(known, tables)
    if known.closed is not None:
        raise TournamentRefused("round_over", "the round is over", round=round)
    ids = {table.table: _id(user_id, sent, table.table) for table in found}
    with transaction.atomic():
        _one_at_a_time(key)
        there = set(
            TableLink.objects.filter(pk__in=ids.values()).values_list("table_id", flat=True)
        )
        made = [
            (table, "" if table.table in there else secrets.token_urlsafe(24)) for table in found
        ]
        fresh = [(table, token) for table, token in made if token]
        _end([table for table, _ in fresh], now)
        TableLink.objects.bulk_create(
            TableLink(
                id=ids[table.table],
                tournament_key=key,
                table_id=table.table,
                token_digest=_digest(token),
                created_by=user_id,
                created=now,
            )
            for table, token in fresh
        )
    return made


def revoke(
    key: str,
    round: int,  # noqa: A002
    *,
    tables: Iterable[int],
    now: datetime,
) -> list[SeatedTable]:
    """The codes of these tables, and the devices that used them, stop working; others are made when
    somebody asks for them."""
    found = _in_the_hall(_round(key, round), tables)
    with transaction.atomic():
        _one_at_a_time(key)
        _end(found, now)
    return found


def _round(key: str, number: int) -> Round:
    known = stream.state(key).championship.round(number)
    if known is None:
        raise NoSuchTournament("no_such_round", "no such round", round=number)
    return known


def _in_the_hall(known: Round, tables: Iterable[int]) -> list[SeatedTable]:
    wanted = set(tables)
    found = [t for t in known.tables if t.hall and (not wanted or t.number in wanted)]
    if not found or wanted - {t.number for t in found}:
        raise TournamentRefused("no_such_table", "no such table of this round is in the hall")
    return found


def _id(user_id: int, sent: str, table: str) -> str:
    if not sent:
        return new_id()
    salted = f"{user_id}:{table}:{sent}"
    return id_from(salted_hmac("tournaments.table_links", salted, algorithm="sha256").digest())


def _one_at_a_time(key: str) -> None:
    """Two who make codes at once would leave a table with two of them."""
    Tournament.objects.select_for_update().filter(pk=key).first()


def _end(tables: Sequence[SeatedTable], now: datetime) -> None:
    older = TableLink.objects.filter(table_id__in=[table.table for table in tables])
    older.filter(revoked=None).update(revoked=now)


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
