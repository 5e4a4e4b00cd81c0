"""House players act when their time has come, once, and are never forgotten."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from gameplay import house, house_plan, streams, table_handlers, tables
from gameplay.eventstore import store
from gameplay.ids import game_stream
from gameplay.models import Due, Watch
from tests.gameplay.conftest import Seated, let_the_house_play

pytestmark = pytest.mark.django_db

LATER = timedelta(seconds=3)


def test_a_house_player_bids_after_its_thinking_time_and_not_before(
    seat_people: Callable[..., Seated],
) -> None:
    now = timezone.now()
    table = seat_people("S", now=now)
    due = Due.objects.get()
    shortest, longest = settings.HOUSE_PACE_MS
    assert timedelta(milliseconds=shortest) <= due.at - now <= timedelta(milliseconds=longest)
    house.run_due(due.at - timedelta(milliseconds=1))
    assert table.game.version == 1
    house.run_due(due.at)
    assert table.game.version == 2


def test_the_tick_may_run_twice(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("S")
    due = Due.objects.get()
    house.run_due(due.at)
    after = Due.objects.filter(pk=due.pk).first()
    house._run(due, due.at)  # a second worker that had read the row before
    assert table.game.version == 2
    left = Due.objects.filter(pk=due.pk).first()
    assert (after is None) == (left is None)


def test_nobody_acts_for_a_person(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("E")  # dealer North: East speaks first
    assert Due.objects.count() == 0
    house.run_due(timezone.now() + LATER)
    house.sweep(timezone.now())
    assert (table.game.version, Due.objects.count()) == (1, 0)


def test_a_lost_row_is_drawn_again(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("S")
    Due.objects.all().delete()
    house.sweep(timezone.now())
    house.run_due(timezone.now() + LATER)
    assert table.game.version == 2


def test_a_row_from_before_the_last_card_is_planned_anew(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("S")
    Due.objects.update(version=40)
    house.run_due(timezone.now() + LATER)
    assert table.game.version == 1
    assert Due.objects.get().version == 1


def test_the_same_seed_and_view_give_the_same_action(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("S")
    due = Due.objects.get()
    house.run_due(due.at)
    row = store.load(game_stream(table.game.game_id))[-1]
    assert (row.actor, row.command_id) == ("house:house", "house-1")


def test_four_house_players_play_board_after_board(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("", length=4)
    state = lambda: streams.table(table.table_id).state  # noqa: E731
    let_the_house_play(table.table_id, until=lambda: state().closed, most=1000)
    dealers = [board.dealer.letter for board in state().boards]
    assert dealers == ["N", "E", "S", "W"]


def test_a_house_table_rests_ten_seconds_after_its_last_watcher(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("")
    now = timezone.now()
    house_plan.keep_watched([table.table_id], now)
    house.run_due(now + timedelta(seconds=9))
    assert table.game.version == 2
    house.run_due(now + timedelta(seconds=25))
    assert table.game.version == 2
    house_plan.keep_watched([table.table_id], now + timedelta(seconds=60))
    house.run_due(now + timedelta(seconds=61))
    assert table.game.version == 3


def test_a_table_with_a_person_never_rests(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("S")
    assert not Watch.objects.exists()
    house.run_due(timezone.now() + timedelta(hours=1))
    assert table.game.version == 2


def test_a_seat_that_was_left_is_played_by_the_house_until_its_owner_is_back(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("E")
    me = next(iter(table.people.values())).pk
    table_handlers.change(
        table.table_id, lambda state: tables.stop(state, user_id=me), actor=f"user:{me}"
    )
    assert Due.objects.get().rests_unwatched
    table_handlers.change(
        table.table_id,
        lambda state: tables.take_seat(state, seat=state.seat_of(me), user_id=me),
        actor=f"user:{me}",
    )
    assert Due.objects.count() == 0


def test_one_broken_game_does_not_stop_the_others(
    seat_people: Callable[..., Seated],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = seat_people("S")
    due = Due.objects.get()
    Due.objects.create(
        stream="game-gone",
        table_id="gone",
        kind="act",
        version=1,
        at=due.at - LATER,
        seed=1,
        rests_unwatched=False,
    )
    house.run_due(due.at)
    assert table.game.version == 2
    assert Due.objects.get(pk="game-gone").at == due.at + house.AFTER_A_FAULT
    assert "game-gone" in caplog.text
