"""House players act when their time has come, once, and are never forgotten."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from engine import SEATS, Seat
from gameplay import house, house_plan, protocol, streams, table_handlers, tables
from gameplay.errors import MalformedMessage
from gameplay.eventstore import store
from gameplay.ids import game_stream
from gameplay.models import Due, TableSeat, TableSummary, Watch
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
    assert (Due.objects.get().at, Due.objects.get().seat) == (None, "E")
    house.run_due(timezone.now() + LATER)
    assert house.sweep(timezone.now()) == 0
    assert (table.game.version, Due.objects.get().at) == (1, None)


def test_a_lost_row_is_drawn_again(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("S")
    now = timezone.now()
    Due.objects.all().delete()
    assert house.sweep(now) == 1
    house.run_due(now)  # looks at the table and draws a thinking time
    assert now <= Due.objects.get().at <= now + LATER
    house.run_due(now + LATER)
    assert table.game.version == 2


def test_a_lost_row_of_a_person_is_drawn_again_and_nobody_acts_for_him(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("E")
    Due.objects.all().delete()
    house.sweep(timezone.now())
    house.run_due(timezone.now())
    assert (table.game.version, Due.objects.get().at) == (1, None)
    assert house.sweep(timezone.now()) == 0


@pytest.mark.parametrize("tables", [1, 6])
def test_the_sweep_asks_as_much_of_many_tables_that_wait_for_people_as_of_one(
    tables: int,
    seat_people: Callable[..., Seated],
    person: Callable[[str], Any],
    django_assert_num_queries: Callable[[int], Any],
) -> None:
    for number in range(tables):
        table_handlers.open_table(
            ruleset="championship-online",
            options={},
            opener=None,
            occupants={**dict.fromkeys(SEATS, "house"), Seat.EAST: person(f"p{number}").pk},
            actor="system:test",
        )
    with django_assert_num_queries(3):
        assert house.sweep(timezone.now()) == 0


def test_one_sweep_has_so_many_tables_planned_and_no_more(
    seat_people: Callable[..., Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "AT_ONCE", 2)
    for _ in range(3):
        seat_people("")
    Due.objects.all().delete()
    assert [house.sweep(timezone.now()) for _ in range(3)] == [2, 1, 0]


def test_a_plan_made_on_what_had_just_become_the_past_is_made_again(
    seat_people: Callable[..., Seated],
) -> None:
    """Two processes: one plans for a person at version 1 after the other's bid was planned."""
    table = seat_people("E")
    table.act(do="bid", bid="pass")
    Due.objects.update(kind="wait", version=1, seat="E", at=None)
    now = timezone.now()
    assert house.sweep(now) == 1
    house.run_due(now)
    assert (Due.objects.get().version, Due.objects.get().seat) == (2, "S")
    house.run_due(now + LATER)
    assert table.game.version == 3


def test_a_seat_that_went_to_the_house_behind_the_planner_is_played(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("E")
    TableSeat.objects.filter(seat="E").update(player="house", away=True)
    assert house.sweep(timezone.now()) == 1
    TableSeat.objects.filter(seat="E").update(player="", away=False)
    house.run_due(timezone.now())
    assert (table.game.version, house.sweep(timezone.now())) == (1, 0)


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
    assert (row.actor, row.command_id, row.cause) == ("house:house", "house:1", "tick")


def test_nobody_can_take_the_id_of_what_the_house_will_do(
    seat_people: Callable[..., Seated],
) -> None:
    with pytest.raises(MalformedMessage):
        protocol.read('{"id": "house:2", "do": "view"}', Seat.EAST)


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
    assert Due.objects.get().at is None


def test_a_table_that_has_closed_is_planned_no_more(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("", length=4)
    let_the_house_play(
        table.table_id, until=lambda: streams.table(table.table_id).state.closed, most=1000
    )
    assert not Due.objects.exists()
    assert house.sweep(timezone.now()) == 0


def test_only_the_board_in_play_is_planned(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("")
    first = table.game.game_id
    let_the_house_play(table.table_id, until=lambda: table.game.game_id != first)
    assert Due.objects.get().stream == game_stream(table.game.game_id)


def test_watching_is_noted_for_tables_that_may_rest_and_forgotten_after_an_hour(
    seat_people: Callable[..., Seated],
) -> None:
    resting, played = seat_people(""), seat_people("S")
    now = timezone.now()
    house_plan.keep_watched([resting.table_id, played.table_id, "nowhere"], now)
    assert [row.table_id for row in Watch.objects.all()] == [resting.table_id]
    assert house.forget_watchers(now + timedelta(minutes=59)) == 0
    assert house.forget_watchers(now + timedelta(minutes=61)) == 1


def test_a_house_player_that_cannot_go_on_waits_longer_and_then_plays_any_legal_card(
    seat_people: Callable[..., Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seat_people("S")
    choose, asked = house.players.choose, []

    def broken_strategy(name: str, view: Any, seed: int) -> Any:
        asked.append((name, seed))
        if name != "random":
            raise ValueError("this hand is too much for me")
        return choose(name, view, seed)

    monkeypatch.setattr(house.players, "choose", broken_strategy)
    moments = [Due.objects.get().at]
    while table.game.version == 1:
        house.run_due(moments[-1])
        moments.append(Due.objects.get().at)
    pauses = [(b - a).seconds for a, b in itertools.pairwise(moments[:-1])]
    assert pauses == [5, 10, 20]
    assert [name for name, _ in asked] == ["house", "house", "house", "random"]
    assert len({seed for _, seed in asked}) == 4
    assert store.load(game_stream(table.game.game_id))[-1].actor == "house:random"
    assert Due.objects.get().faults == 0


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


def test_one_broken_game_does_not_stop_the_sweep_for_the_others(
    seat_people: Callable[..., Seated], caplog: pytest.LogCaptureFixture
) -> None:
    table = seat_people("S")
    gone = TableSummary.objects.get()
    gone.pk, gone.game_id = "0-gone", "gone"  # sorts before the other
    gone.save(force_insert=True)
    Due.objects.all().delete()
    now = timezone.now()
    assert house.sweep(now) == 2
    house.run_due(now)
    assert "game-gone" in caplog.text
    house.run_due(now + LATER)
    assert table.game.version == 2
    assert house.sweep(now + LATER) == 0
