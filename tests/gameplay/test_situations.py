"""Traps at the table that lie outside the rules: dealing on, undoing, saying things twice.

Each test carries the number of its line; `tests/test_situations.py` lists all of them.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

import engine
from engine import Seat
from engine.events import command_of
from gameplay import selectors, streams, table_handlers, tables, undo_handlers
from gameplay.errors import PlayRefused
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


def test_31_undone_and_done_again_changes_no_dealer_and_no_total(
    seat_people: Callable[..., Seated],
) -> None:
    """The same joint misère at two tables; at one of them it is taken back in the middle."""
    ends = []
    for undone in (False, True):
        table = seat_people("", dealer=Seat.WEST, undo=True, length=4)
        for bid in ("misere", "misere", "misere", "pass"):
            table.act(do="bid", bid=bid)
        if undone:
            bids = table.game
            for _ in range(6):
                table.send(engine.write_action(engine.legal_actions(table.game.state)[0]))
            played, before = table.game.played, table.game.state
            roll_back(table, bids.played[-1].version)
            assert table.game.state == bids.state
            for one in played[len(bids.played) :]:
                table.send(engine.write_action(command_of(one.event)))
            assert table.game.state == before
        table.play_out()
        with pytest.raises(PlayRefused, match="over"):
            roll_back(table, 1)
        table_handlers.go_on(table.table_id, board=1, now=timezone.now(), cause="tick")
        live = streams.table(table.table_id)
        boards = [(board.board, board.dealer) for board in live.state.boards]
        ends.append((boards, selectors.standing(live).totals))
    assert ends[0] == ends[1]
    assert ends[0][0] == [(1, Seat.WEST), (2, Seat.NORTH)]


def roll_back(table: Seated, to: int) -> None:
    live = table.game
    undo_handlers.roll_back(
        game_id=live.game_id,
        to=to,
        table=streams.table(table.table_id).state,
        actor="user:99",
        command_id=f"back-{live.version}",
        based_on=live.version,
    )


def test_31_what_was_scored_is_never_taken_back(seat_people: Callable[..., Seated]) -> None:
    """Nobody forgets a dealer or a total: points are worked out from what lies in the store,
    whichever way they are asked for."""
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
