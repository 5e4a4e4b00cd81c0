"""What streams of play are called, and the identifiers in their names."""

from __future__ import annotations

from gameplay.eventstore.ids import id_from, new_id

__all__ = ["game_stream", "id_from", "new_id", "table_stream"]


def table_stream(table_id: str) -> str:
    return f"table-{table_id}"


def game_stream(game_id: str) -> str:
    return f"game-{game_id}"
