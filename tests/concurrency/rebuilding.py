"""A process of its own that rebuilds the projections while people play; prints what it saw.

Run with the settings of a PostgreSQL to use up. Prints one line of JSON, a name and whether it
held for each thing the test asks.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Event
from typing import Any

import django

PATIENCE = 30


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with ThreadPoolExecutor(4) as pool:
        print(json.dumps(observed(pool)))  # noqa: T201


def observed(pool: ThreadPoolExecutor) -> dict[str, bool]:
    from gameplay.projections import runner

    holding, let_go = Event(), Event()
    older = pool.submit(in_a_long_transaction, holding, let_go)
    assert holding.wait(PATIENCE)
    behind_it = a_table()
    board = a_finished_board()
    before = rows_of(behind_it, board)
    others: list[Any] = []

    def while_it_runs(count: int) -> None:
        if not others:
            others.append(pool.submit(a_table))
            others.append(pool.submit(a_finished_board))
            others.append(pool.submit(a_card, behind_it))

    runner.rebuild(while_it_runs)
    let_go.set()
    older.result(PATIENCE)
    opened, finished, card = (each.result(PATIENCE) for each in others)
    told = rows_of(opened, finished)
    return {
        "committed behind an older transaction": rows_of(behind_it, board) == before,
        "made again column for column": len(before) == 2 * 6,
        "opened meanwhile": len(told) == 2 * 6,
        "finished meanwhile": told[-1]["finished"] is not None,
        "a card was not held up": card,
        "a second rebuild agrees": (runner.rebuild(), rows_of(opened, finished))[1] == told,
    }


def in_a_long_transaction(holding: Event, let_go: Event) -> None:
    """Somebody's append that takes its time: followers of the feed must wait behind it."""
    from django.db import connection, transaction

    from gameplay.eventstore import store

    try:
        with transaction.atomic():
            event = store.NewEvent("SomethingElse", 1, {})
            store.append(
                "other-1",
                [event],
                expected_version=0,
                actor="system:test",
                command_id="c1",
                now=datetime.now(UTC),
            )
            holding.set()
            assert let_go.wait(PATIENCE)
    finally:
        connection.close()


def a_table() -> str:
    from django.db import connection

    from engine import SEATS
    from gameplay import table_handlers

    try:
        return table_handlers.open_table(
            ruleset="championship-online",
            options={},
            opener=None,
            occupants=dict.fromkeys(SEATS, "house"),
            actor="system:test",
        )
    finally:
        connection.close()


def a_finished_board() -> str:
    table_id = a_table()
    while a_card(table_id):
        pass
    return table_id


def a_card(table_id: str) -> bool:
    """The first legal action of whoever is to act; False when the board is over."""
    from django.db import connection

    import engine
    from gameplay import handlers, streams

    try:
        live = streams.game(streams.table(table_id).state.boards[-1].game_id)
        if live.state.finished:
            return False
        handlers.act(
            game_id=live.game_id,
            command=engine.legal_actions(live.state)[0],
            command_id=handlers.fresh_command_id(),
            based_on=live.version,
            actor="house:house",
        )
        return True
    finally:
        connection.close()


def rows_of(*table_ids: str) -> list[dict[str, Any]]:
    """All rows of these tables, the game of the last one at the end."""
    from gameplay.models import GameSummary, TableSeat, TableSummary

    return [
        row
        for table_id in table_ids
        for model in (TableSummary, TableSeat, GameSummary)
        for row in model.objects.filter(table_id=table_id).order_by("pk").values()
    ]


if __name__ == "__main__":
    main()
