"""What phones with an outdated code still kept: handed in, looked at, and set aside."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime

import engine
from tournaments import stream
from tournaments.domain import hall
from tournaments.domain.errors import TournamentRefused
from tournaments.models import LateResult, TableLink
from tournaments.services import hall as results

__all__ = ["MOST", "hand_in", "remembered", "set_aside", "waiting"]

MOST = 40
"""By one code: a round has no more boards, and nobody fills a shelf with them. Each code has its
own, so that a phone whose code was withdrawn takes no place from those that were at the table."""


def remembered(links: Iterable[str]) -> list[TableLink]:
    """The codes that a phone has used, whether they still hold or not, the last one first."""
    known = TableLink.objects.in_bulk(list(links))
    return [known[link] for link in links if link in known]


def hand_in(
    links: Iterable[str], *, table: str, board: int, facts: object, entry: str, now: datetime
) -> None:
    """Keep it for the organizer. Nothing is answered that tells of any other result.

    :raises engine.RikkenError: the phone was never at that table; the table is gone; no game has
        these facts; there are too many.
    """
    link = next((one for one in remembered(links) if one.table_id == table), None)
    if link is None:
        raise TournamentRefused("device_unknown", "this phone was never at that table")
    state = stream.state(link.tournament_key).championship
    here = hall.place(state, table, board)
    written = engine.write_facts(results.facts_of(state, here, facts))
    if entry not in here.table.chairs:
        entry = ""
    row = LateResult(
        id=_id(table, board, written),
        tournament_key=state.key,
        table_id=table,
        board=board,
        facts=written,
        entry=entry,
        link=link.id,
        received=now,
    )
    if LateResult.objects.filter(table_id=table, link=link.id).count() >= MOST:
        raise TournamentRefused("too_many_late", "this table handed in too much already")
    LateResult.objects.bulk_create([row], ignore_conflicts=True)


def _id(table: str, board: int, facts: Mapping[str, object]) -> str:
    told = json.dumps([table, board, facts], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:40]


def waiting(key: str) -> list[LateResult]:
    """What the organizer has not set aside, as it came."""
    found = LateResult.objects.filter(tournament_key=key, set_aside=None)
    return list(found.order_by("received", "id"))


def set_aside(key: str, late: str, *, now: datetime) -> None:
    found = LateResult.objects.filter(tournament_key=key, pk=late, set_aside=None)
    found.update(set_aside=now)
