"""Whose events are these? Asked only where one tournament has to be told from the others."""

from __future__ import annotations

from collections.abc import Sequence

from gameplay.eventstore import store
from gameplay.eventstore.records import Recorded
from gameplay.ids import game_stream
from gameplay.models import GameSummary
from tournaments.models import RoundTable
from tournaments.projections.results import OPENED, PLAY

__all__ = ["tournaments_of"]


def tournaments_of(events: Sequence[Recorded]) -> list[str]:
    """For each event the key of its tournament; "" for free tables, and for what nobody follows."""
    at = [_place(row) for row in events]
    table_of = _tables({name for kind, name in at if kind == "game"})
    tables = {table_of.get(name, "") if kind == "game" else name for kind, name in at if kind}
    owner = dict(
        RoundTable.objects.filter(pk__in=tables).values_list("key", "round__tournament_id")
        if tables
        else ()
    )
    return [
        name if kind == "tournament" else owner.get(table_of.get(name, name), "")
        for kind, name in at
    ]


def _tables(games: set[str]) -> dict[str, str]:
    if not games:
        return {}
    found = dict(GameSummary.objects.filter(pk__in=games).values_list("game_id", "table_id"))
    for game in games.difference(found):
        # A row that is missing may be the very reason why somebody asks.
        found[game] = str(store.load(game_stream(game))[0].payload["table"])
    return found


def _place(row: Recorded) -> tuple[str, str]:
    kind, _, name = row.stream.partition("-")
    if kind == "tournament":
        return kind, name
    if row.type not in PLAY:
        return "", ""
    if row.type == OPENED:
        return "table", str(row.payload["table"])
    return kind, name
