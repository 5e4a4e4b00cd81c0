"""Rows for pages come from events and from nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command

from gameplay import streams, table_handlers, tables
from gameplay.models import GameSummary, SealedDeal
from gameplay.projections import runner
from tests.gameplay.conftest import Seated, let_the_house_play

pytestmark = pytest.mark.django_db


def all_rows() -> dict[str, list[dict[str, Any]]]:
    return {
        model.__name__: list(model.objects.order_by("pk").values()) for model in runner.PROJECTIONS
    }


def played_evening(seat_people: Callable[..., Seated]) -> Seated:
    """Two boards, a seat handed to the house and given back, a third board begun."""
    table = seat_people("S")
    me = next(iter(table.people.values())).pk

    def change(want: Callable[[tables.TableState], list[Any]]) -> None:
        table_handlers.change(table.table_id, want, actor=f"user:{me}")

    change(lambda state: tables.stop(state, user_id=me))
    boards = lambda: len(streams.table(table.table_id).state.boards)  # noqa: E731
    let_the_house_play(table.table_id, until=lambda: boards() == 3)
    change(lambda state: tables.take_seat(state, seat=state.seat_of(me), user_id=me))
    return table


def test_deleted_rows_come_back_equal_in_every_column(seat_people: Callable[..., Seated]) -> None:
    played_evening(seat_people)
    before = all_rows()
    assert [len(rows) for rows in before.values()] == [3, 1, 4]
    for model in runner.PROJECTIONS:
        model.objects.all().delete()
    call_command("rebuild_projections", verbosity=0)
    assert all_rows() == before


def test_a_board_that_people_finished_comes_back_with_the_moment_of_its_last_card(
    seat_people: Callable[..., Seated],
) -> None:
    seat_people("NESW").play_out()
    before = all_rows()
    runner.rebuild()
    assert all_rows() == before


def test_a_rebuild_needs_no_memory_and_drops_no_deal(seat_people: Callable[..., Seated]) -> None:
    played_evening(seat_people)
    before, deals = all_rows(), SealedDeal.objects.count()
    streams.forget_everything()
    runner.rebuild()
    assert (all_rows(), SealedDeal.objects.count()) == (before, deals)


def test_a_rebuild_says_how_far_it_is(seat_people: Callable[..., Seated]) -> None:
    seat_people("S")
    heard: list[int] = []
    assert runner.rebuild(heard.append) == heard[-1] > 0


def test_a_finished_game_says_what_came_of_it(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("NESW")
    table.bid_a_rik()
    assert GameSummary.objects.get().scores is None
    table.play_out()
    row = GameSummary.objects.get()
    assert (row.contract, row.declarer) == ("rik", "S")
    assert row.scores is not None and sum(row.scores.values()) == 0
    assert row.finished == row.released is not None
