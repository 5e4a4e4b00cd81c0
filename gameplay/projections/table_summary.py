"""One row a table and one a seat, for lists of tables and for "where do I sit?"."""

from __future__ import annotations

from datetime import datetime

from gameplay import frames
from gameplay.models import TableSeat, TableSummary
from gameplay.places import Place
from gameplay.streams import LiveTable
from gameplay.tables import TableState


def store_state(live: LiveTable, opened: datetime) -> None:
    """Write the rows as the table is now. ``opened`` counts only for a table that is new."""
    state = live.state
    now_there = {
        "board": state.deals,
        "game_id": state.current.game_id if state.current else "",
        "house_only": state.house_only,
        "closed": state.closed,
        "paused": state.paused,
        "version": live.version,
    }
    TableSummary.objects.update_or_create(
        table_id=state.table_id,
        defaults=now_there,
        create_defaults={
            **now_there,
            "ruleset": state.ruleset,
            "policy": state.policy,
            "length": state.length,
            "opener_id": state.opener,
            "planned": state.planned,
            "stands_in_after": state.time.away if state.time is not None else 0,
            "origin": state.origin,
            "opened": opened,
        },
    )
    TableSeat.objects.bulk_create(
        [
            TableSeat(
                key=f"{state.table_id}:{seat.letter}",
                table_id=state.table_id,
                seat=seat.letter,
                kind=occupant.kind,
                user_id=occupant.user_id,
                player=occupant.player,
                away=occupant.away,
                name=_house_name(state, seat),
            )
            for seat, occupant in state.places.items()
        ],
        update_conflicts=True,
        unique_fields=["key"],
        update_fields=["kind", "user_id", "player", "away", "name"],
    )


def _house_name(state: TableState, seat: Place) -> str:
    sitter = state.places[seat]
    if sitter.form:
        return frames.FOURTH_NAMES[sitter.form]
    return frames.house_name(state, seat) if sitter.kind == "house" else ""
