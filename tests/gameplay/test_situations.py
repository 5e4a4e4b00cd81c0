"""Traps at the table that lie outside the rules: dealing on, undoing, saying things twice.

Each test carries the number of its line; `tests/test_situations.py` lists all of them.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import engine
from engine import Seat
from gameplay import selectors, streams, table_handlers, tables
from gameplay.eventstore import store
from gameplay.ids import game_stream
from tests.gameplay.conftest import Seated

pytestmark = pytest.mark.django_db


def everybody_ready(table: Seated, board: int) -> None:
    for person in table.people.values():
        table_handlers.change(
            table.table_id,
            lambda state, who=person: tables.ready(state, user_id=who.pk, board=board),
            actor=f"user:{person.pk}",
        )


def test_31_a_joint_misere_moves_the_dealer_by_one(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("NESW", dealer=Seat.WEST)
    table.act(do="bid", bid="misere")
    table.act(do="bid", bid="misere")
    table.act(do="bid", bid="misere")
    table.act(do="bid", bid="pass")
    assert len(table.game.state.contracts) == 3
    table.play_out()
    everybody_ready(table, 1)
    boards = streams.table(table.table_id).state.boards
    assert [board.dealer for board in boards] == [Seat.WEST, Seat.NORTH]


def test_31_nothing_that_was_played_is_ever_taken_back(seat_people: Callable[..., Seated]) -> None:
    """There is no undo to forget a dealer or a total: points are worked out from what lies in the
    store, whichever way they are asked for."""
    table = seat_people("NESW", dealer=Seat.WEST)
    table.bid_a_rik()
    table.play_out()
    game = table.game
    everybody_ready(table, 1)
    before = selectors.standing(streams.table(table.table_id))
    streams.forget_everything()
    again = streams.game(game.game_id)
    assert engine.outcome(again.state) == engine.outcome(game.state)
    assert selectors.standing(streams.table(table.table_id)) == before
    assert before.totals == before.boards[0]["scores"]


def test_32_the_same_row_twice_is_one_row(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("NESW", dealer=Seat.WEST)
    first = table.act(command_id="twice", do="bid", bid="piek")
    again = table.send({"seat": "N", "do": "bid", "bid": "piek"}, command_id="twice", based_on=1)
    assert again.version == first.version
    assert len(table.game.state.auction.calls) == 1
    assert len(store.load(game_stream(table.game.game_id))) == first.version
