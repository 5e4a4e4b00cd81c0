"""The tables of a round as everybody may see them before any board is released.

Of a table in play only this: its number, who sits there, which board it has come to, whether it
plays, and how late it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Case, Count, When

from gameplay.selectors import names_of as people
from gameplay.selectors import stood_in_for
from tournaments.models import Commentator, Entry, Result, Round, RoundTable
from tournaments.selectors import calls, schedule
from tournaments.selectors.rankings import names as names_of

PLAYING, DONE, LATE, WAITING, PAUSED, BROKEN = (
    "play",
    "done",
    "late",
    "wait",
    "pause",
    "broken",
)
LATE_AFTER = 60  # seconds: whoever finishes a card later than planned is not late


@dataclass(frozen=True, slots=True)
class Tile:
    """``board`` counts from 1 within the round; ``late`` is since when the table is behind."""

    id: str
    number: int
    entries: tuple[Entry, ...]
    names: tuple[str, ...]
    state: str
    board: int
    boards: int
    board_number: int
    ended: int
    interrupted: int
    late: datetime | None
    late_for: int
    """Seconds."""
    called: bool = False
    """The director was called there, and is not done."""
    hall: bool = False
    stood_in: frozenset[str] = frozenset()
    """Entries whose seat a house player has for now."""

    @property
    def sitting(self) -> list[tuple[Entry, str]]:
        return list(zip(self.entries, self.names, strict=True))

    @property
    def kind(self) -> str:
        """As tables are counted and filtered: a closed one is done, whatever came of its boards."""
        return DONE if self.state == BROKEN else self.state

    @property
    def played(self) -> int:
        return self.ended - self.interrupted

    @property
    def bars(self) -> list[str]:
        """One for each board: played, then interrupted, or in play, or to come."""
        here = self.board if self.state in (PLAYING, LATE, PAUSED) else 0
        return [
            "f"
            if place <= self.played
            else "x"
            if place <= self.ended
            else "h"
            if place == here
            else ""
            for place in range(1, self.boards + 1)
        ]


def tiles(row: Round, now: datetime) -> list[Tile]:
    """All tables of a round, always in table order whatever their state."""
    seated = schedule.seats_in(row.key)
    names = names_of([seat.entry for _, seats in seated for seat in seats])
    results: defaultdict[str, dict[int, str]] = defaultdict(dict)
    found = Result.objects.filter(table__round=row).values_list(
        "table_id", "board__number", "state"
    )
    for table_id, number, state in found:
        results[table_id][number] = state
    told = []
    for table, seats in seated:
        entries = tuple(seat.entry for seat in seats)
        shown = tuple(names.get(entry.key, "") for entry in entries)
        tile = _tile(row, table.key, table.number, entries, shown, results[table.key], now)
        told.append(replace(tile, hall=table.hall))
    return told


def as_it_is(found: list[Tile]) -> list[Tile]:
    """The same, with what is so for the moment: who called the director, who is stood in for."""
    called = calls.open_at(tile.id for tile in found)
    away = stood_in_for(tile.id for tile in found if tile.kind != DONE)
    return [
        replace(
            tile,
            called=tile.id in called,
            stood_in=frozenset(e.key for e in tile.entries if (tile.id, e.user_id) in away),
        )
        for tile in found
    ]


def _tile(
    row: Round,
    table_id: str,
    number: int,
    entries: tuple[Entry, ...],
    names: tuple[str, ...],
    results: Mapping[int, str],
    now: datetime,
) -> Tile:
    boards = row.last_board - row.first_board + 1
    states = [results.get(row.first_board + place, Result.WAITING) for place in range(boards)]
    ended = sum(state in (Result.FINISHED, Result.INTERRUPTED) for state in states)
    interrupted = states.count(Result.INTERRUPTED)
    board = min(ended + 1, boards)
    late = schedule.board_due(row, board) if ended < boards else None
    if late is not None and (now - late).total_seconds() < LATE_AFTER:
        late = None
    return Tile(
        id=table_id,
        number=number,
        entries=entries,
        names=names,
        state=_state(row, ended, boards, interrupted, late),
        board=board,
        boards=boards,
        board_number=row.first_board + board - 1,
        ended=ended,
        interrupted=interrupted,
        late=late,
        late_for=int((now - late).total_seconds()) if late is not None else 0,
    )


def _state(row: Round, ended: int, boards: int, interrupted: int, late: datetime | None) -> str:
    if ended == boards:
        return BROKEN if interrupted else DONE
    if row.state in (Round.PLANNED, Round.DEALT):
        return WAITING
    if row.state == Round.PAUSED:
        return PAUSED
    return LATE if late is not None else PLAYING


def featured(found: list[Tile], chosen: str) -> Tile | None:
    """The table that spectators are pointed to: the chosen one of this round, else the first.
    None is in the hall, where nobody can watch from here."""
    online = [tile for tile in found if not tile.hall]
    return next((tile for tile in online if tile.id == chosen), online[0] if online else None)


def featured_in(round_key: str, chosen: str) -> str:
    """The id of the same table, where its tile is not asked for; "" without any table."""
    tables = RoundTable.objects.filter(round=round_key, hall=False)
    ranked = tables.order_by(Case(When(key=chosen, then=0), default=1), "number")
    return ranked.values_list("key", flat=True).first() or ""


def commentators(tournament_key: str) -> list[tuple[int, str]]:
    """Who comments on a tournament now: user and name."""
    found = Commentator.objects.filter(tournament=tournament_key, active=True).order_by("user_id")
    users = list(found.values_list("user_id", flat=True))
    names = people(users)
    return [(user, names[user]) for user in users if user in names]


def progress(row: Round) -> tuple[object, ...]:
    """Changes whenever a table has come further."""
    found = Result.objects.filter(table__round=row).values_list("state").annotate(Count("key"))
    return tuple(sorted(found))


def opened(round_keys: Iterable[str]) -> int:
    """How many tables of these rounds can be gone to: they open one by one after the start."""
    return RoundTable.objects.filter(round__in=set(round_keys), opened=True).count()


def counts(found: list[Tile]) -> dict[str, int]:
    told: defaultdict[str, int] = defaultdict(int)
    for tile in found:
        told[tile.kind] += 1
    return dict(told)
