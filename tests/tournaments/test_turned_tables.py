"""A seat plan and the table that is played from it agree on who holds which cards."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine import SEATS, Seat
from gameplay import tables
from gameplay.events import BoardOpened, PlannedBoard, SeatTaken, TableOpened
from tournaments.domain.movement import TablePlan, plan

FOUR = (101, 102, 103, 104)
turns = st.tuples(*[st.integers(0, 3)] * 4)


def opened(turn: tuple[int, ...], players: tuple[int, ...]) -> tables.TableState:
    boards = tuple(
        PlannedBoard(board=5 + number, dealer=Seat(number), deal_id="d", deal_digest="", turn=each)
        for number, each in enumerate(turn)
    )
    event = TableOpened("championship-online", {}, "", 4, "board", None, Seat.NORTH, boards)
    state = tables.start("t", event)
    for chair, player in zip(SEATS, players, strict=True):
        state = tables.apply(state, SeatTaken(chair, player, ""))
    return state


def with_next_board(state: tables.TableState) -> tables.TableState:
    planned = state.next_board()
    assert planned is not None
    return tables.apply(state, BoardOpened("g", planned.board, planned.dealer, planned.turn))


def held(state: tables.TableState) -> tuple[int | None, ...]:
    return tuple(state.seats[seat].user_id for seat in SEATS)


@given(turns)
def test_whichever_way_the_boards_are_turned_people_hold_the_seats_of_the_plan(
    turn: tuple[int, int, int, int],
) -> None:
    seated = TablePlan(table=1, players=FOUR, turn=turn)
    state = opened(turn, FOUR)
    for board in (1, 2, 3, 4):
        state = with_next_board(state)
        assert held(state) == seated.holders(board)
        for chair, player in zip(SEATS, FOUR, strict=True):
            seat = state.seat_of(player)
            assert seat is not None and state.chair_of(seat) is chair


@given(turns, st.integers(0, 3), st.integers(1, 4))
def test_a_seat_that_changes_hands_on_a_turned_board_stays_with_its_chair(
    turn: tuple[int, int, int, int], who: int, board: int
) -> None:
    state = opened(turn, FOUR)
    for number in (1, 2, 3, 4):
        state = with_next_board(state)
        if number == board:
            (left,) = tables.stop(state, user_id=FOUR[who])
            state = tables.apply(state, left)
        away = [seat for seat in SEATS if state.seats[seat].away]
        expected = [Seat((who + turn[number - 1]) % 4)] if number >= board else []
        assert away == expected


def test_a_whole_championship_is_seated_as_its_movement_says() -> None:
    for table in (table for row in plan(16, 5, seed=3).rounds for table in row):
        state = opened(table.turn, table.players)
        for board in (1, 2, 3, 4):
            state = with_next_board(state)
            assert held(state) == table.holders(board)
