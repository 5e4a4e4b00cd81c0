"""A free table: who may sit where, and what becomes of a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import engine
from engine import SEATS, Seat
from gameplay import streams, table_handlers, tables
from gameplay.errors import NotAllowed, PlayRefused
from gameplay.events import SeatGivenBack, SeatHandedToHouse, SeatLeft, SeatTaken
from gameplay.models import TableSummary
from tests.gameplay.conftest import Seated, let_the_house_play

ANNEKE, THEO = 7, 8


def a_table(**occupants: int | str) -> tables.TableState:
    from gameplay.events import TableOpened

    opened = TableOpened("championship-online", {}, "0" * 64, None, "live", ANNEKE, Seat.NORTH)
    state = tables.start("t", opened)
    for letter, who in occupants.items():
        seat = Seat.parse(letter)
        taken = SeatTaken(seat, None, who) if isinstance(who, str) else SeatTaken(seat, who, "")
        state = tables.apply(state, taken)
    return state


def begun(state: tables.TableState) -> tables.TableState:
    from gameplay.events import BoardOpened

    return tables.apply(state, BoardOpened("g1", 1, Seat.NORTH))


def test_only_the_invited_sit_down() -> None:
    state = a_table(S=ANNEKE)
    (event,) = tables.invite(state, seat=Seat.WEST, user_id=ANNEKE, invitation="paper")
    state = tables.apply(state, event)
    with pytest.raises(NotAllowed, match="kept for somebody else"):
        tables.take_seat(state, seat=Seat.WEST, user_id=THEO)
    sat = tables.take_seat(state, seat=Seat.WEST, user_id=THEO, invitation="paper")
    assert sat == [SeatTaken(Seat.WEST, THEO, "")]


def test_a_newer_invitation_takes_the_place_of_the_older() -> None:
    state = a_table(S=ANNEKE)
    for paper in ("first", "second"):
        (event,) = tables.invite(state, seat=Seat.WEST, user_id=ANNEKE, invitation=paper)
        state = tables.apply(state, event)
    with pytest.raises(NotAllowed):
        tables.take_seat(state, seat=Seat.WEST, user_id=THEO, invitation="first")


def test_only_who_opened_the_table_invites_or_fills_it() -> None:
    state = a_table(S=ANNEKE)
    with pytest.raises(NotAllowed):
        tables.invite(state, seat=Seat.WEST, user_id=THEO, invitation="paper")
    with pytest.raises(NotAllowed):
        tables.fill_with_house(state, user_id=THEO)
    assert len(tables.fill_with_house(state, user_id=ANNEKE)) == 3


def test_nobody_sits_twice_or_on_a_lap() -> None:
    state = a_table(S=ANNEKE, W=THEO)
    with pytest.raises(PlayRefused) as twice:
        tables.take_seat(state, seat=Seat.NORTH, user_id=THEO, invitation="paper")
    with pytest.raises(PlayRefused) as lap:
        tables.take_seat(state, seat=Seat.WEST, user_id=9, invitation="paper")
    assert (twice.value.code, lap.value.code) == ("already_seated", "seat_occupied")


def test_stopping_before_the_first_board_frees_the_seat() -> None:
    assert tables.stop(a_table(S=ANNEKE), user_id=ANNEKE) == [SeatLeft(Seat.SOUTH)]


def test_stopping_later_hands_the_seat_to_the_house_and_it_can_be_had_back() -> None:
    state = begun(a_table(S=ANNEKE, W="house", N="house", E="house"))
    (left,) = tables.stop(state, user_id=ANNEKE)
    assert left == SeatHandedToHouse(Seat.SOUTH, "house")
    state = tables.apply(state, left)
    assert state.seats[Seat.SOUTH].user_id == ANNEKE
    assert state.house_only
    assert tables.stop(state, user_id=ANNEKE) == []
    back = tables.take_seat(state, seat=Seat.SOUTH, user_id=ANNEKE)
    assert back == [SeatGivenBack(Seat.SOUTH)]
    assert not tables.apply(state, back[0]).house_only


def test_nobody_else_gets_the_seat_of_who_is_away() -> None:
    state = begun(a_table(S=ANNEKE, W=THEO, N="house", E="house"))
    state = tables.apply(state, tables.stop(state, user_id=ANNEKE)[0])
    with pytest.raises(PlayRefused):
        tables.take_seat(state, seat=Seat.SOUTH, user_id=9)


def test_the_next_board_waits_for_everybody_who_is_here() -> None:
    state = begun(a_table(S=ANNEKE, W=THEO, N="house", E="house"))
    assert state.waiting_for == (Seat.SOUTH, Seat.WEST)
    state = tables.apply(state, tables.ready(state, user_id=ANNEKE, board=1)[0])
    assert state.waiting_for == (Seat.WEST,)
    assert tables.ready(state, user_id=ANNEKE, board=1) == []


def test_being_ready_for_a_board_long_past_means_nothing() -> None:
    state = begun(a_table(S=ANNEKE, W="house", N="house", E="house"))
    assert tables.ready(state, user_id=ANNEKE, board=7) == []


# With a database behind it.


def want(table: Seated, decide: Callable[[tables.TableState], list[Any]], who: Any) -> None:
    table_handlers.change(table.table_id, decide, actor=f"user:{who.pk}")


@pytest.mark.django_db
def test_the_dealer_moves_on_clockwise_and_totals_run(seat_people: Callable[..., Seated]) -> None:
    from gameplay import selectors

    table = seat_people("NESW", dealer=Seat.WEST)
    for board in (1, 2):
        table.bid_a_rik() if board == 1 else None
        table.play_out()
        for person in table.people.values():
            want(
                table,
                lambda s, p=person, b=board: tables.ready(s, user_id=p.pk, board=b),
                person,
            )
    live = streams.table(table.table_id)
    assert [board.dealer for board in live.state.boards] == [Seat.WEST, Seat.NORTH, Seat.EAST]
    standing = selectors.standing(live)
    assert len(standing.boards) == 2
    assert sum(standing.totals.values()) == 0
    for seat in "NESW":
        assert standing.totals[seat] == sum(b["scores"][seat] for b in standing.boards)  # type: ignore[index]


@pytest.mark.django_db
def test_ready_twice_from_two_tabs_opens_one_board(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("S")
    (me,) = table.people.values()
    want(table, lambda s: tables.stop(s, user_id=me.pk), me)
    let_the_house_play(table.table_id, until=lambda: table.game.state.finished)
    want(table, lambda s: tables.take_seat(s, seat=Seat.SOUTH, user_id=me.pk), me)
    board = len(streams.table(table.table_id).state.boards)
    for _ in range(2):
        want(table, lambda s: tables.ready(s, user_id=me.pk, board=board), me)
    assert len(streams.table(table.table_id).state.boards) == board + 1


@pytest.mark.django_db
def test_a_table_of_four_deals_closes_after_the_fourth(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("", length=4)
    let_the_house_play(table.table_id, until=lambda: TableSummary.objects.get().closed, most=1000)
    assert len(streams.table(table.table_id).state.boards) == 4


@pytest.mark.django_db
@pytest.mark.parametrize("length", [0, 3, -4, 10])
def test_deals_come_in_fours(length: int) -> None:
    with pytest.raises(PlayRefused) as refused:
        table_handlers.open_table(
            ruleset="championship-online",
            options={},
            opener=None,
            occupants=dict.fromkeys(SEATS, "house"),
            actor="system:test",
            length=length,
        )
    assert refused.value.code == "bad_length"
    assert not TableSummary.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ruleset", "options", "code", "nearest"),
    [
        ("championship-onlin", {}, "unknown_ruleset", "championship-online"),
        ("championship-online", {"early_ends": False}, "unknown_option", "early_end"),
        ("championship-online", {"called_card_duty": "alwais"}, "bad_option", "always"),
    ],
)
def test_a_misspelt_option_is_refused_naming_the_nearest(
    ruleset: str, options: dict[str, object], code: str, nearest: str
) -> None:
    with pytest.raises(engine.RikkenError) as refused:
        table_handlers.open_table(
            ruleset=ruleset,
            options=options,
            opener=None,
            occupants=dict.fromkeys(SEATS, "house"),
            actor="system:test",
        )
    assert refused.value.code == code
    assert nearest in str(refused.value)
    assert not TableSummary.objects.exists()
