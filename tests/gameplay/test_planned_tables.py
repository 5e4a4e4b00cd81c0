"""A table of a championship: boards dealt beforehand, turned, never resting, never held up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import engine
from engine import SEATS, Seat
from gameplay import (
    access,
    dealing,
    frames,
    handlers,
    house,
    house_plan,
    selectors,
    streams,
    table_handlers,
    tables,
)
from gameplay.errors import PlayRefused
from gameplay.events import PlannedBoard
from gameplay.eventstore import store
from gameplay.ids import table_stream
from gameplay.models import Due, GameSummary, SealedDeal, TableSeat, TableSummary, Watch
from gameplay.tables import HousePlayer
from tests.gameplay.conftest import Seated
from tests.gameplay.planned import FIRST_BOARD, TURNS, Planned, open_planned
from tests.gameplay.retelling import shuffled

pytestmark = pytest.mark.django_db

N, E, S, W = SEATS
NAMES = {N: "Doortje", E: "Kees", S: "Riet", W: "Sjaan"}


@pytest.fixture
def people(person: Callable[[str], Any]) -> dict[Seat, Any]:
    return {seat: person(name) for seat, name in NAMES.items()}


def plan_of(turns: tuple[int, ...] = TURNS, first: int = FIRST_BOARD) -> list[PlannedBoard]:
    now = timezone.now()
    made = []
    for number, turn in enumerate(turns):
        row = dealing.seal(shuffled(number), now=now)
        made.append(PlannedBoard(first + number, SEATS[number % 4], row.id, row.digest, turn))
    return made


def house_table(plan: list[PlannedBoard] | None = None, **how: Any) -> str:
    return table_handlers.open_table(
        ruleset="championship-online",
        options={},
        opener=None,
        occupants={seat: HousePlayer("house", name) for seat, name in NAMES.items()},
        actor="system:test",
        policy="board",
        plan=plan if plan is not None else plan_of(),
        **how,
    )


def until(reached: Callable[[], bool], now: datetime | None = None) -> None:
    """Nobody watches; the tick alone goes on."""
    now = now or timezone.now()
    for _ in range(1000):
        if reached():
            return
        now += timedelta(seconds=1)
        house.run_due(now)
    raise AssertionError("the house never got there")


def state_of(table_id: str) -> tables.TableState:
    return streams.table(table_id).state


def test_the_boards_of_the_plan_are_played_in_order_and_the_table_closes() -> None:
    plan = plan_of()
    table_id = house_table(plan, origin="tournament-7")
    until(lambda: state_of(table_id).closed)
    state = state_of(table_id)
    assert [(b.board, b.dealer, b.turn) for b in state.boards] == [
        (p.board, p.dealer, p.turn) for p in plan
    ]
    assert (state.closed_reason, state.length, state.origin) == ("length", 4, "tournament-7")
    assert not Due.objects.exists()
    assert GameSummary.objects.exclude(finished=None).count() == 4


def test_the_deal_is_the_one_that_was_sealed_and_nothing_is_sealed_anew() -> None:
    plan = plan_of()
    first, second = house_table(plan), house_table(plan)
    assert SealedDeal.objects.count() == len(plan)
    games = [streams.game(selectors.game_of(one, FIRST_BOARD) or "") for one in (first, second)]
    assert games[0].state.deal == games[1].state.deal == shuffled(0)
    assert {game.opened.deal_digest for game in games} == {plan[0].deal_digest}


def test_three_boards_are_a_plan_too_but_a_free_table_plays_in_fours() -> None:
    table_id = house_table(plan_of((0, 1, 2)))
    until(lambda: state_of(table_id).closed)
    assert len(state_of(table_id).boards) == 3


@pytest.mark.parametrize(
    ("turns", "boards", "length", "code"),
    [
        ((0, 4), (1, 2), None, "bad_plan"),
        ((0, 1), (1, 1), None, "bad_plan"),
        ((0, 1), (1, 2), 4, "bad_length"),
    ],
    ids=["turned too far", "a board twice", "another length"],
)
def test_a_plan_no_table_can_follow_is_refused(
    turns: tuple[int, ...], boards: tuple[int, ...], length: int | None, code: str
) -> None:
    plan = [PlannedBoard(b, N, "d", "0" * 64, t) for b, t in zip(boards, turns, strict=True)]
    with pytest.raises(PlayRefused) as refused:
        house_table(plan, length=length)
    assert refused.value.code == code
    assert not TableSummary.objects.exists()


def test_opened_twice_under_one_name_it_is_one_table() -> None:
    plan = plan_of()
    assert house_table(plan, table_id="r1t1") == house_table(plan, table_id="r1t1") == "r1t1"
    house_table(plan[:2], table_id="r1t1")
    assert (TableSummary.objects.count(), GameSummary.objects.count()) == (1, 1)
    assert state_of("r1t1").length == 4


# Who sits where.


def test_people_keep_their_chair_and_hold_the_seat_the_board_is_turned_to(
    people: dict[Seat, Any],
) -> None:
    table = open_planned(people)
    for turn in TURNS:
        held = {chair: table.held_by(person) for chair, person in people.items()}
        assert held == {chair: chair.after(turn) for chair in SEATS}
        rows = TableSeat.objects.filter(table_id=table.table_id)
        assert {row.user_id: row.seat for row in rows} == {
            people[chair].pk: held[chair].letter for chair in SEATS
        }
        table.play_out(Random(turn))
        table.go_on()


def test_scores_follow_who_made_them(people: dict[Seat, Any]) -> None:
    table = open_planned(people)
    made = dict.fromkeys(SEATS, 0)
    for turn in TURNS[:3]:
        game_id = table.play_out(Random(turn))
        scores = selectors.outcome_of(game_id) or {}
        for chair in SEATS:
            made[chair] += scores[chair.after(turn).letter]
        standing = selectors.standing(streams.table(table.table_id))
        assert standing.totals == {chair.after(turn).letter: made[chair] for chair in SEATS}
        table.go_on()
    boards = selectors.standing(streams.table(table.table_id)).boards
    assert [board["board"] for board in boards] == [5, 6, 7]
    assert any(made.values())


def test_a_house_player_keeps_its_name_on_a_turned_board() -> None:
    named = house_table()
    nameless = open_planned({}).table_id
    for table_id, names in ((named, NAMES), (nameless, frames.HOUSE_NAMES)):
        until(lambda t=table_id: len(state_of(t).boards) == 2)
        live = streams.table(table_id)
        frame = frames.table_frame(live, selectors.standing(live))
        shown = {s: who["name"] for s, who in frame["state"]["seats"].items()}  # type: ignore[index]
        wanted = {chair.after(TURNS[1]).letter: names[chair] for chair in SEATS}
        assert shown == wanted
        rows = TableSeat.objects.filter(table_id=table_id)
        assert {row.seat: row.name for row in rows} == wanted


def test_who_was_away_comes_back_to_his_own_seat_wherever_it_is_by_now(
    people: dict[Seat, Any],
) -> None:
    table = open_planned({S: people[S]})
    me = people[S].pk
    before = table.held_by(people[S])
    want(table.table_id, lambda state: tables.stop(state, user_id=me), me)
    until(lambda: len(state_of(table.table_id).boards) == 2)
    want(table.table_id, lambda s: tables.take_seat(s, seat=before, user_id=me), me)
    assert table.held_by(people[S]) == S.after(TURNS[1]) != before


def want(table_id: str, decide: Callable[[tables.TableState], list[Any]], who: int) -> None:
    table_handlers.change(table_id, decide, actor=f"user:{who}")


# Never resting, never held up.


def test_a_planned_table_plays_on_when_nobody_watches() -> None:
    table_id = house_table()
    house_plan.keep_watched([table_id], timezone.now())
    assert not Watch.objects.exists()
    assert not Due.objects.get().rests_unwatched
    Due.objects.all().delete()
    house.sweep(timezone.now())
    assert not Due.objects.get().rests_unwatched
    until(lambda: len(state_of(table_id).boards) == 2)


def test_house_players_pause_between_two_boards(settings: Any) -> None:
    settings.BOARD_PAUSE_MS = 3000
    table_id = house_table()
    until(lambda: GameSummary.objects.filter(board=FIRST_BOARD).exclude(finished=None).exists())
    finished = GameSummary.objects.get(board=FIRST_BOARD).finished
    assert finished is not None
    due = Due.objects.get()
    assert (due.kind, due.at) == ("next", finished + timedelta(seconds=3))
    house.run_due(finished + timedelta(seconds=2))
    assert len(state_of(table_id).boards) == 1
    house.run_due(finished + timedelta(seconds=3))
    assert len(state_of(table_id).boards) == 2


def a_board_done(people: dict[Seat, Any]) -> tuple[Planned, datetime]:
    table = open_planned(people)
    game_id = table.play_out(Random(1))
    finished = GameSummary.objects.get(pk=game_id).finished
    assert finished is not None
    return table, finished


def test_people_have_thirty_seconds_to_say_that_they_are_ready(people: dict[Seat, Any]) -> None:
    table, finished = a_board_done(people)
    house.run_due(finished + timedelta(seconds=29))
    assert len(state_of(table.table_id).boards) == 1
    house.run_due(finished + timedelta(seconds=30))
    assert len(state_of(table.table_id).boards) == 2


def test_when_all_are_ready_nobody_waits(people: dict[Seat, Any]) -> None:
    table, _ = a_board_done(people)
    table.go_on()
    assert len(state_of(table.table_id).boards) == 2


def test_coming_and_going_between_boards_holds_up_nobody(people: dict[Seat, Any]) -> None:
    table, finished = a_board_done(people)
    me = people[N].pk
    later = finished + timedelta(seconds=25)
    for decide in (
        lambda s: tables.stop(s, user_id=me),
        lambda s: tables.take_seat(s, seat=N, user_id=me),
    ):
        table_handlers.change(table.table_id, decide, actor=f"user:{me}", now=later)
        assert Due.objects.get().at == finished + timedelta(seconds=30)


# Where it belongs.


def test_a_table_has_the_home_its_opener_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    told = access.Home("/tournaments/7/", "Spring", "/tournaments/7/next/")
    monkeypatch.setattr(access, "_homes", access._no_home)
    belongs, free = house_table(origin="tournament-7"), house_table()
    assert access.home(state_of(belongs), 1) is None
    access.register_homes(
        lambda table_id, origin, user_id: told if origin == "tournament-7" else None
    )
    assert access.home(state_of(belongs), None) == told
    assert access.home(state_of(free), 1) is None


def test_free_tables_are_listed_without_those_of_a_championship(people: dict[Seat, Any]) -> None:
    house_table(origin="tournament-7")
    mine = open_planned(people, origin="tournament-8").table_id
    assert selectors.list_of_tables(None) == []
    assert [row["id"] for row in selectors.list_of_tables(people[N].pk)] == [mine]
    assert [row.origin for row in selectors.open_tables(origin="tournament-7")] == ["tournament-7"]


def test_memory_and_store_tell_the_same(people: dict[Seat, Any]) -> None:
    table = open_planned(people)
    table.play_out(Random(2))
    table.go_on()
    remembered = streams.table(table.table_id)
    streams.forget_everything()
    assert streams.table(table.table_id) == remembered
    assert store.version(table_stream(table.table_id)) == remembered.version


def test_a_card_asks_the_database_as_much_as_at_a_free_table(
    people: dict[Seat, Any], seat_people: Callable[..., Seated]
) -> None:
    asked = []
    for table in (seat_people("NESW"), open_planned(people)):
        with CaptureQueriesContext(connection) as queries:
            game = table.game
            handlers.act(
                game_id=game.game_id,
                command=engine.legal_actions(game.state)[0],
                command_id="c1",
                based_on=game.version,
                actor="user:1",
            )
        asked.append(len(queries))
    assert asked[0] == asked[1]
