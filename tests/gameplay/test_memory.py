"""What a process remembers of a stream is what has been committed, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from django.utils import timezone

from gameplay import handlers, streams, table_handlers
from gameplay.eventstore import store
from gameplay.ids import game_stream
from tests.gameplay.conftest import Seated

pytestmark = pytest.mark.django_db(transaction=True)


def rolled_back(work: Callable[[], None]) -> None:
    with transaction.atomic():
        work()
        transaction.set_rollback(True)


def test_a_game_read_in_a_transaction_that_fails_is_remembered_as_it_was(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people()
    before = table.game

    def interrupts() -> None:
        handlers.interrupt(
            before, reason="x", actor="system:test", command_id="x", cause="", now=timezone.now()
        )
        assert streams.game(before.game_id).interrupted

    rolled_back(interrupts)
    for fresh in (False, True):
        assert streams.game(before.game_id, fresh=fresh) == before
    table.bid_a_rik()
    assert len(store.load(game_stream(before.game_id))) == table.game.version > before.version


def test_a_table_read_in_a_transaction_that_fails_is_remembered_as_it_was(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people()
    before = streams.table(table.table_id)

    def closes() -> None:
        table_handlers.close(table.table_id, reason="x", actor="system:test")
        assert streams.table(table.table_id).state.closed

    rolled_back(closes)
    for fresh in (False, True):
        assert streams.table(table.table_id, fresh=fresh) == before
    table_handlers.close(table.table_id, reason="x", actor="system:test")
    assert table.game.interrupted


def test_a_game_that_opens_is_remembered_from_its_commit_on(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people()
    current = streams.table(table.table_id, fresh=False).state.current
    assert current is not None
    known = streams.games.get(current.game_id)
    assert known is not None
    assert known.version == 1


def test_closing_a_closed_table_ends_the_game_that_was_left_there(
    seat_people: Callable[..., Seated],
) -> None:
    """It should not come about; if it did, nobody else would ever end that game."""
    table = seat_people()
    live, game = streams.table(table.table_id), table.game
    with transaction.atomic():
        closed = table_handlers._append(
            live,
            [table_handlers.TableClosed(reason="x")],
            actor="system:test",
            now=timezone.now(),
        )
        table_handlers._project(closed, timezone.now())
    assert not table.game.over
    for _ in range(2):
        table_handlers.close(table.table_id, reason="round_closed", actor="system:test")
    assert [row.type for row in store.load(game_stream(game.game_id))] == [
        "GameOpened",
        "GameInterrupted",
    ]
