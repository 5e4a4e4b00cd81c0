"""Which boards somebody else played in an entry's seat: read from who sat in when, and from when
each board ended at its table. Nothing of it is kept, so that no order of events can make it wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q

from engine import SEATS
from gameplay.eventstore import store
from gameplay.ids import table_stream
from tournaments.domain.desk import CHAIRS
from tournaments.domain.sittings import house_plays
from tournaments.models import Result, RoundSeat, Sitting

__all__ = ["boards_sat_in"]

ONLINE = "online"
_HELD = tuple(f"entry_{seat.letter.lower()}_id" for seat in SEATS)


def boards_sat_in(
    tournament_key: str, *, entry: str = "", board: str = ""
) -> dict[str, dict[str, Sitting]]:
    """By entry and key of the result: who sat in when that board ended. Only entries for which
    somebody ever sat in are there; ``entry``, ``board``: of this one alone. One query where there
    is none."""
    found = Sitting.objects.filter(tournament=tournament_key).order_by("since", "key")
    sittings: defaultdict[str, list[Sitting]] = defaultdict(list)
    for one in found.filter(entry=entry) if entry else found:
        sittings[one.entry_id].append(one)
    if not sittings:
        return {}
    tables = _Tables()
    told: dict[str, dict[str, Sitting]] = {entry: {} for entry in sittings}
    for result in _results(tournament_key, sittings, board):
        for entry in {getattr(result, name) for name in _HELD} & sittings.keys():
            who = _who(result, sittings[entry], tables)
            if who is not None:
                told[entry][result.key] = who
    return told


def _results(tournament_key: str, entries: Collection[str], board: str) -> Iterable[Result]:
    held = Q()
    for name in _HELD:
        held |= Q(**{f"{name}__in": list(entries)})
    found = Result.objects.filter(held, board__tournament=tournament_key, ended__isnull=False)
    return (found.filter(board=board) if board else found).select_related("board__round")


def _who(result: Result, sittings: Iterable[Sitting], tables: _Tables) -> Sitting | None:
    number, at = result.board.round.number, result.ended
    for one in sittings:
        if not one.value().covers(number, at):
            continue
        if one.player and result.source == ONLINE and not tables.away(result, one.entry_id):
            continue  # the house sits in until the owner is back by himself, and he was
        return one
    return None


class _Tables:
    """What happened at tables where the house sat in; each is read once."""

    def __init__(self) -> None:
        self._happened: dict[str, list[tuple[str, Mapping[str, Any], datetime]]] = {}
        self._chairs: dict[str, dict[str, str]] = {}

    def away(self, result: Result, entry: str) -> bool:
        table = result.table_id
        if table not in self._happened:
            rows = store.load(table_stream(table))
            self._happened[table] = [(row.type, row.payload, row.time) for row in rows]
            seats = RoundSeat.objects.filter(table=table)
            self._chairs[table] = dict(seats.values_list("entry_id", "chair"))
        chair = self._chairs[table].get(entry)
        return chair is not None and house_plays(
            self._happened[table], CHAIRS.index(chair), result.ended
        )
