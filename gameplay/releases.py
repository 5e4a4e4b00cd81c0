"""Boards let go: from this moment everybody may see what was played and what came of it.

That a board was released, by whom and why, is an event of whoever released it. Here lies only
the moment, kept with the game's row when the rows are rebuilt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from gameplay import broadcast
from gameplay.models import GameSummary


def release(game_ids: Sequence[str], *, moment: datetime) -> None:
    """Release these games, finished or interrupted, and tell every hub after the commit.

    One that was released before keeps its moment. A game that is still being played shows
    nothing before it is over, released or not (``visibility``).
    """
    waiting = GameSummary.objects.filter(game_id__in=list(game_ids), released=None)
    with transaction.atomic():
        tables = sorted(set(waiting.values_list("table_id", flat=True)))
        waiting.update(released=moment)

        def committed() -> None:
            for table_id in tables:
                broadcast.released(table_id)

        transaction.on_commit(committed, robust=True)


def moments() -> dict[str, datetime]:
    """When which game was released, for an archive: that of a plan stands nowhere else."""
    released = GameSummary.objects.exclude(released=None).order_by("pk")
    return dict(released.values_list("game_id", "released"))


def put_back(released: Mapping[str, datetime]) -> None:
    """After the rows were made again in an empty database."""
    with transaction.atomic():
        for game_id, moment in released.items():
            GameSummary.objects.filter(game_id=game_id).update(released=moment)
