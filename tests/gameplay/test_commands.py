"""What a socket's message leads to: is this still the person who signed in, and said once only?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

import engine
from engine import Seat
from gameplay import commands, house, protocol, streams, table_handlers, tables
from gameplay.errors import CommandReused, NotAllowed, PlayRefused
from gameplay.eventstore import store
from gameplay.ids import game_stream, table_stream
from tests.gameplay.conftest import Seated

pytestmark = pytest.mark.django_db


@pytest.fixture
def anneke(person: Callable[[str], Any]) -> Any:
    return person("anneke")


@pytest.fixture
def session_key(anneke: Any, client: Client) -> str:
    client.force_login(anneke, "django.contrib.auth.backends.ModelBackend")
    return str(client.session.session_key)


def test_who_signed_in_may_act(
    anneke: Any, session_key: str, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_max_num_queries(1):
        assert commands.may_still_act(anneke.pk, session_key)


def test_another_persons_session_or_none_does_not_do(anneke: Any, session_key: str) -> None:
    assert not commands.may_still_act(anneke.pk + 1, session_key)
    assert not commands.may_still_act(None, session_key)
    assert not commands.may_still_act(anneke.pk, None)
    assert not commands.may_still_act(anneke.pk, "x" * 32)


def test_signing_out_ends_it(anneke: Any, session_key: str, client: Client) -> None:
    client.logout()
    assert not commands.may_still_act(anneke.pk, session_key)


def test_a_session_that_ran_out_is_over(anneke: Any, session_key: str) -> None:
    Session.objects.update(expire_date=timezone.now())
    assert not commands.may_still_act(anneke.pk, session_key)


def test_a_new_password_ends_every_older_session(anneke: Any, session_key: str) -> None:
    anneke.set_password("thee met kruidkoek")
    anneke.save()
    assert not commands.may_still_act(anneke.pk, session_key)


def test_who_was_locked_out_acts_no_more(anneke: Any, session_key: str) -> None:
    anneke.is_active = False
    anneke.save()
    assert not commands.may_still_act(anneke.pk, session_key)


def test_an_exchange_of_the_services_secret_signs_nobody_out(
    anneke: Any, session_key: str, settings: Any
) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new" * 20, [settings.SECRET_KEY]
    assert commands.may_still_act(anneke.pk, session_key)
    settings.SECRET_KEY_FALLBACKS = []
    assert not commands.may_still_act(anneke.pk, session_key)


def test_who_watches_is_refused_whatever_he_asks_for(
    anneke: Any, person: Callable[[str], Any], seat_people: Callable[..., Seated]
) -> None:
    """A visitor, somebody who sits nowhere, and somebody who has just left his seat."""
    table = seat_people("NESW", dealer=Seat.WEST)
    left = table.people[Seat.NORTH].pk
    table_handlers.change(
        table.table_id, lambda state: tables.stop(state, user_id=left), actor=f"user:{left}"
    )
    game_id = table.game.game_id
    acts = engine.legal_actions(table.game.state)
    asked: list[Any] = [
        *(protocol.Act("one", game_id, table.game.version, command) for command in acts),
        protocol.Next("one", 1),
        protocol.Back("one"),
        protocol.Say("one", "table", None, "Goedenavond", ""),
        protocol.Mute("one", Seat.EAST, 1, True),
        protocol.Report("one", "b1"),
        protocol.Undo("one", game_id, table.game.version),
        protocol.Undo("one", game_id, table.game.version, True),
    ]
    # What is not here does nothing: it asks to be shown what one may see.
    does_nothing = {protocol.Look, protocol.Ping}
    assert {type(each) for each in asked} == {*get_args(protocol.Message)} - does_nothing
    streams_of_it = (game_stream(game_id), table_stream(table.table_id))
    before = [store.load(stream) for stream in streams_of_it]
    for message in asked:
        for who in (None, anneke.pk, left):
            with pytest.raises(NotAllowed):
                commands.perform(message, table_id=table.table_id, user_id=who)
    assert [store.load(stream) for stream in streams_of_it] == before


# -- ready for the next deal -----------------------------------------------------------------------


@pytest.fixture
def finished(seat_people: Callable[..., Seated]) -> Seated:
    table = seat_people("NESW")
    table.bid_a_rik()
    table.play_out()
    return table


def say_next(table: Seated, seat: Seat, command_id: str, board: int = 1) -> commands.Answer:
    message = protocol.Next(command_id, board)
    user_id = table.people[seat].pk
    return commands.perform(message, table_id=table.table_id, user_id=user_id)


def table_events(table: Seated) -> list[tuple[str, str]]:
    return [(row.type, row.command_id) for row in store.load(table_stream(table.table_id))]


def test_ready_is_stored_under_the_id_it_was_sent_with_and_once(finished: Seated) -> None:
    first = say_next(finished, Seat.SOUTH, "c1")
    assert say_next(finished, Seat.SOUTH, "c1") == first
    assert table_events(finished)[-1] == ("SeatReady", "c1")
    assert [sent for _, sent in table_events(finished)].count("c1") == 1


@pytest.mark.parametrize(("seat", "board"), [(Seat.SOUTH, 2), (Seat.WEST, 1)])
def test_the_id_of_a_ready_serves_nobody_else_and_nothing_else(
    finished: Seated, seat: Seat, board: int
) -> None:
    say_next(finished, Seat.SOUTH, "c1")
    before = table_events(finished)
    with pytest.raises(CommandReused) as refused:
        say_next(finished, seat, "c1", board)
    assert refused.value.code == "command_id_reused"
    assert table_events(finished) == before


def test_a_retry_after_the_next_board_was_opened_is_answered_like_the_first(
    finished: Seated,
) -> None:
    answers = [say_next(finished, seat, f"c{seat.letter}") for seat in finished.people]
    assert len(streams.table(finished.table_id).state.boards) == 2
    assert say_next(finished, Seat.WEST, "cW") == answers[-1]


def test_an_id_to_which_nothing_happened_is_taken_too(finished: Seated) -> None:
    """Ready for the board after one that nobody has opened yet: there is nothing to do."""
    before = table_events(finished)
    answer = say_next(finished, Seat.SOUTH, "c1", board=2)
    assert say_next(finished, Seat.SOUTH, "c1", board=2) == answer
    with pytest.raises(CommandReused):
        say_next(finished, Seat.SOUTH, "c1", board=1)
    with pytest.raises(CommandReused):
        say_next(finished, Seat.WEST, "c1", board=2)
    assert table_events(finished) == before


def test_too_early_is_refused_and_its_id_may_be_used_when_it_is_time(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("NESW")
    with pytest.raises(PlayRefused) as refused:
        say_next(table, Seat.SOUTH, "c1")
    assert refused.value.code == "wrong_phase"
    table.play_out()
    say_next(table, Seat.SOUTH, "c1")
    assert table_events(table)[-1] == ("SeatReady", "c1")


def test_a_board_says_what_opened_it(finished: Seated) -> None:
    for seat in finished.people:
        say_next(finished, seat, f"c{seat.letter}")
    rows = store.load(table_stream(finished.table_id))
    opened = [row for row in rows if row.type == "BoardOpened"]
    first, second = streams.table(finished.table_id).state.boards
    for row, board in zip(opened, (first, second), strict=True):
        assert row.cause == f"table-{finished.table_id}:{row.version - 1}"
        assert store.load(game_stream(board.game_id))[0].cause == row.cause
    assert rows[opened[1].version - 2].type == "SeatReady"


# -- the last board --------------------------------------------------------------------------------


def test_the_last_board_closes_the_table_without_anybody_asking(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("NESW", length=4)
    for board in (1, 2, 3, 4):
        table.play_out()
        now = timezone.now()
        house.sweep(now)
        house.run_due(now)
        state = streams.table(table.table_id).state
        assert state.closed is (board == 4)
        if board < 4:
            for seat in table.people:
                say_next(table, seat, f"c{board}{seat.letter}", board)
    last = store.load(table_stream(table.table_id))[-1]
    assert (last.type, last.payload, last.cause) == ("TableClosed", {"reason": "length"}, "tick")


def test_the_page_of_a_table_that_closed_still_shows_the_result(
    seat_people: Callable[..., Seated], client: Client
) -> None:
    table = seat_people("S", length=4)
    for board in (1, 2, 3, 4):
        table.play_out()
        house.run_due(timezone.now())
        say_next(table, Seat.SOUTH, f"c{board}", board)
    assert streams.table(table.table_id).state.closed
    assert table.table_id not in client.get("/").content.decode()
    page = client.get(f"/tables/{table.table_id}/")
    table_frame, game = page.context["state"]
    assert len(table_frame["state"]["boards"]) == 4
    assert game["view"]["result"] is not None
