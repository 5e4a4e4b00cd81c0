"""How much time people have, when a house player takes over, and how they come back."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.utils import timezone

import engine
from engine import SEATS
from gameplay import (
    clocks,
    commands,
    house,
    room,
    streams,
    table_handlers,
    tables,
)
from gameplay.errors import PlayRefused
from gameplay.eventstore import store
from gameplay.forms import TableForm
from gameplay.ids import game_stream
from gameplay.models import Due, Presence, TableSummary
from gameplay.time_controls import BOARD, BRISK, TimeControl
from gameplay.visibility import SPECTATOR, Viewer, at_seat
from tests.gameplay.audiences import check_shape
from tests.gameplay.timed import SECOND, E, N, S, Timed, W, out_of_time

pytestmark = pytest.mark.django_db


# The clock.


def test_everybody_has_seconds_for_each_action_and_a_reserve_for_the_board(
    timed: Callable[..., Timed],
) -> None:
    table = timed()
    assert (table.to_act, table.left) == (E, (15, 60))
    table.wait(10)
    assert table.left == (5, 60)
    table.wait(25)
    assert table.left == (0, 40)
    table.act()
    assert (table.to_act, table.left) == (S, (15, 60))
    assert round(table.clock.reserves[E] / SECOND) == 40


def test_nobody_elses_allowance_shrinks(timed: Callable[..., Timed]) -> None:
    table = timed()
    for seconds in (70, 3, 14, 2):
        table.wait(seconds)
        table.act()
    left = {seat.letter: round(span / SECOND) for seat, span in table.clock.reserves.items()}
    assert left == {"N": 60, "E": 5, "S": 60, "W": 60}


def test_a_reserve_lasts_for_a_board_and_every_board_has_a_new_one(
    timed: Callable[..., Timed],
) -> None:
    table = timed()
    for _ in range(2):
        table.wait(35)
        table.act()
    while not table.game.state.finished:
        table.act()
    for seat in SEATS:
        person = table.people[seat].pk
        table_handlers.change(
            table.table_id,
            lambda state, person=person: tables.ready(state, user_id=person, board=1),
            actor="user:1",
            now=table.now,
        )
    assert len(table.state.boards) == 2
    assert {round(span / SECOND) for span in table.clock.reserves.values()} == {60}


def test_a_clock_is_worked_out_from_the_store_alone(timed: Callable[..., Timed]) -> None:
    table = timed()
    for seconds in (40, 3, 20):
        table.wait(seconds)
        table.act()
    table_handlers.pause(table.table_id, actor="user:9", now=table.now)
    table.wait(100)
    table_handlers.resume(table.table_id, actor="user:9", now=table.now)
    before = table.clock
    streams.forget_everything()
    assert table.clock == before


def test_a_pause_of_the_table_stops_the_clock(timed: Callable[..., Timed]) -> None:
    table = timed()
    table.wait(20)
    table_handlers.pause(table.table_id, actor="user:9", now=table.now)
    for _ in range(3):
        table.wait(500)
        assert (table.left, table.clock.deadline, table.tick()) == ((0, 55), None, 0)
    table_handlers.resume(table.table_id, actor="user:9", now=table.now)
    table.wait(54)
    table.tick()
    assert table.played_by_house() == set()
    table.wait(2)
    table.tick()
    assert table.played_by_house() == {E}


def test_a_single_legal_card_has_the_same_time_as_many(timed: Callable[..., Timed]) -> None:
    """When the house player acts says nothing about the hand it acts for."""
    table = timed()
    seen = set()
    while not table.game.state.finished:
        legal = len(engine.legal_actions(table.game.state))
        seen.add(legal)
        assert table.left == (15, 60)
        due = Due.objects.get()
        assert (due.kind, due.at) == ("time", table.now + 75 * SECOND)
        table.wait(1)
        table.act()
    assert 1 in seen and max(seen) > 4


def test_without_a_clock_nothing_is_ever_due_for_a_person(timed: Callable[..., Timed]) -> None:
    table = timed(time=None)
    assert clocks.clock(table.game, table.state, (), table.now) is None
    table.act()
    table.wait(10**6)
    assert (Due.objects.get().at, table.tick(), house.sweep(table.now)) == (None, 0, 0)
    shown = room.first_look(table.table_id)
    for frame in room.opening_frames(shown, at_seat(N), table.now):
        assert "clock" not in json.loads(frame.text) and '"time"' not in frame.text


# When it is out.


def test_when_the_time_is_out_a_house_player_acts_and_an_event_says_for_whom_and_why(
    timed: Callable[..., Timed],
) -> None:
    table = timed()
    table.wait(74)
    table.tick()
    assert (table.played_by_house(), table.game.version) == (set(), 1)
    table.wait(2)
    table.tick()
    assert (table.played_by_house(), table.game.version) == ({E}, 2)
    last = table.events()[-1]
    assert (last.type, last.payload) == (
        "SeatHandedToHouse",
        {"seat": "E", "player": "house", "why": "time"},
    )
    assert (last.actor, last.cause) == ("system:clock", f"{game_stream(table.game.game_id)}:1")
    played = store.load(game_stream(table.game.game_id))[-1]
    assert (played.actor, played.time, last.time) == ("house:house", table.now, table.now)
    assert (table.to_act, table.left) == (S, (15, 60))


def test_it_plays_on_until_the_owner_is_back(timed: Callable[..., Timed]) -> None:
    table = timed(people="ES")
    out_of_time(table)
    while table.to_act is not S:
        table.wait(2)
        table.tick()
    table.act()
    while table.to_act is not S:
        table.wait(2)
        table.tick()
    table.back(E)
    assert table.played_by_house() == {N, W}
    last = table.events()[-1]
    assert (last.type, last.payload, last.time) == ("SeatGivenBack", {"seat": "E"}, table.now)


def test_whoever_is_back_has_no_reserve_left_on_this_board(timed: Callable[..., Timed]) -> None:
    table = timed()
    seat = out_of_time(table)
    table.back(seat)
    for _ in range(3):
        table.act()
    while table.to_act is not seat:
        table.act()
    assert table.left == (15, 0)
    out_of_time(table)


def test_who_comes_back_within_his_turn_has_the_seconds_of_one_action_and_no_more(
    timed: Callable[..., Timed],
) -> None:
    """A house player may have taken the seat without having acted yet, as for whoever left it."""
    table = timed()
    seat = table.to_act
    table.wait(30)
    for stays in (6, 5):
        table_handlers.change(
            table.table_id,
            lambda state: tables.hand_over(state, seat=seat, why="away"),
            actor="system:clock",
            now=table.now,
        )
        table.wait(1)
        table.back(seat)
        table.wait(stays)
    assert table.left == (4, 45)
    table.wait(10)
    assert table.left == (0, 39)


def test_acting_is_coming_back(timed: Callable[..., Timed]) -> None:
    table = timed(now=timezone.now() - 100 * SECOND)
    seat = out_of_time(table)
    while table.to_act is not seat:
        table.act()
    table.said(seat)
    assert table.played_by_house() == set()
    assert [row.type for row in table.events()[-2:]] == ["SeatHandedToHouse", "SeatGivenBack"]


def test_whoever_is_stood_in_for_is_still_shown_his_cards_and_who_stopped_is_not(
    timed: Callable[..., Timed],
) -> None:
    table = timed()
    seat = out_of_time(table)
    shown = room.first_look(table.table_id)
    of_table, of_game = (
        json.loads(frame.text) for frame in room.opening_frames(shown, at_seat(seat), table.now)
    )
    assert of_table["state"]["seats"]["E"] | {"name": ""} == {
        "name": "",
        "kind": "person",
        "away": True,
        "why": "time",
        "returning": False,
    }
    assert len(of_game["me"]["hand"]) == 13
    for stops in (False, True):
        if stops:
            table.back(seat)
            leave = lambda state: tables.stop(state, user_id=table.people[seat].pk)  # noqa: E731
            table_handlers.change(table.table_id, leave, actor="user:1")
        held = commands.access.place_of(table.people[seat].pk, table.table_id)
        assert held is (None if stops else seat)


LATER = TimeControl(seconds=15, reserve=60, away=60, back=BOARD)


def test_where_it_is_settled_so_a_seat_is_given_back_with_the_next_board(
    timed: Callable[..., Timed],
) -> None:
    table = timed(time=LATER, now=timezone.now() - 100 * SECOND)
    seat = out_of_time(table)
    table.back(seat)
    table.back(seat)
    assert table.state.seats[seat].returning
    assert [row.type for row in table.events()].count("SeatAskedBack") == 1
    while table.to_act is not seat:
        table.act()
    with pytest.raises(PlayRefused) as refused:
        table.said(seat)
    assert refused.value.code == "house_plays"
    while not table.game.state.finished:
        table.act()
    table.wait(31)
    for each in set(SEATS) - {seat}:
        person = table.people[each].pk
        table_handlers.change(
            table.table_id,
            lambda state, person=person: tables.ready(state, user_id=person, board=1),
            actor="user:1",
            now=table.now,
        )
    assert (len(table.state.boards), table.played_by_house()) == (2, set())
    last = [row.type for row in table.events()[-2:]]
    assert last == ["SeatGivenBack", "BoardOpened"]


def test_after_a_board_nobody_holds_up_the_others(timed: Callable[..., Timed]) -> None:
    table = timed()
    while not table.game.state.finished:
        table.act()
    table.wait(29)
    table.tick()
    assert len(table.state.boards) == 1
    table.wait(2)
    table.tick()
    assert len(table.state.boards) == 2


def test_where_everybody_is_stood_in_for_no_further_board_begins(
    timed: Callable[..., Timed],
) -> None:
    table = timed(people="E")
    seat = out_of_time(table)
    for _ in range(200):
        table.wait(2)
        commands.handlers.house_plan.keep_watched([table.table_id], table.now)
        house.sweep(table.now)
        table.tick()
    assert (table.game.state.finished, len(table.state.boards)) == (True, 1)
    table.back(seat)
    table.wait(31)
    table.tick()
    assert (len(table.state.boards), table.played_by_house()) == (2, {N, S, W})


# What is shown.


@pytest.mark.parametrize("viewer", [SPECTATOR, at_seat(E), at_seat(N)])
def test_everybody_at_the_table_and_around_it_is_shown_the_same_clock(
    timed: Callable[..., Timed], viewer: Viewer
) -> None:
    table = timed()
    frames = room.opening_frames(room.first_look(table.table_id), viewer, table.now)
    for frame in frames:
        check_shape(frame.text, viewer.seat, finished=False, revealed=False)
        clock = json.loads(frame.text)["clock"]
        assert (clock["seat"], clock["seconds"]) == ("E", 15000)
        assert clock["reserves"] == dict.fromkeys("NESW", 60000)
        assert clock["deadline"] == "2027-03-28T11:01:15.000Z"


# Opening a table.


@pytest.mark.parametrize(
    "time",
    [
        TimeControl(seconds=4),
        TimeControl(seconds=3601),
        TimeControl(reserve=60),
        TimeControl(seconds=15, reserve=-1),
        TimeControl(away=3),
        TimeControl(seconds=15, back="never"),
    ],
)
def test_a_time_that_makes_no_sense_is_refused(
    timed: Callable[..., Timed], time: TimeControl
) -> None:
    with pytest.raises(PlayRefused) as refused:
        timed(time=time)
    assert refused.value.code == "bad_time"


def test_no_time_at_all_is_no_clock(timed: Callable[..., Timed]) -> None:
    table = timed(time=TimeControl())
    assert (table.state.time, TableSummary.objects.get().stands_in_after) == (None, 0)
    assert Presence.objects.count() == 0


@pytest.mark.parametrize(
    ("fields", "time"),
    [
        ({}, None),
        ({"time": "off"}, None),
        ({"time": "calm"}, TimeControl(45, 180, 60)),
        ({"time": "brisk"}, BRISK),
        ({"time": "other", "seconds": 20, "reserve": 90}, TimeControl(20, 90, 60)),
        ({"time": "other", "seconds": 20}, TimeControl(20, 0, 60)),
        ({"time": "other"}, "seconds"),
        ({"time": "other", "seconds": 2}, "seconds"),
        ({"time": "brisk", "seconds": 20}, "seconds"),
        ({"reserve": 20}, "reserve"),
        ({"time": "brisc"}, "time"),
    ],
)
def test_whoever_opens_a_table_says_how_much_time_there_is(
    fields: dict[str, object], time: TimeControl | str | None
) -> None:
    seats = {f"seat_{seat}": "house" for seat in "WNE"}
    form = TableForm({"ruleset": "championship-online", "players": 4, **seats, **fields})
    if isinstance(time, str):
        assert list(form.errors) == [time]
    else:
        assert form.is_valid(), form.errors
        assert form.time_control() == time
