"""A director pauses a table, closes it over a board, and boards are let go."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

import engine
from engine import SEATS, Seat
from gameplay import (
    broadcast,
    commands,
    frames,
    handlers,
    house,
    protocol,
    records,
    releases,
    room,
    selectors,
    streams,
    table_handlers,
)
from gameplay.errors import Interrupted, NotAllowed, PlayRefused
from gameplay.eventstore import store
from gameplay.eventstore.verify import verify_all
from gameplay.ids import game_stream, table_stream
from gameplay.models import Due, GameSummary, TableSummary
from gameplay.projections import runner
from gameplay.visibility import SPECTATOR, at_seat
from tests.gameplay.planned import FIRST_BOARD, Planned, open_planned

pytestmark = pytest.mark.django_db

N, E, S, W = SEATS
DIRECTOR = "user:99"
LONG = timedelta(minutes=5)


@pytest.fixture
def people(person: Callable[[str], Any]) -> dict[Seat, Any]:
    return {seat: person(f"person-{seat.letter}") for seat in SEATS}


@pytest.fixture
def table(people: dict[Seat, Any]) -> Planned:
    return open_planned(people)


def some_cards(table: Planned) -> None:
    rng = Random(3)
    while table.game.state.phase is not engine.Phase.PLAY or not table.game.state.taken:
        table.play_some(rng)
    for _ in range(6):
        table.play_some(rng)


def said_by_the_one_to_act(table: Planned) -> commands.Answer:
    game = table.game
    seat = game.state.to_act
    assert seat is not None
    chair = streams.table(table.table_id).state.chair_of(seat)
    message = protocol.Act(
        id=handlers.fresh_command_id(),
        game_id=game.game_id,
        based_on=game.version,
        command=engine.legal_actions(game.state)[0],
    )
    return commands.perform(message, table_id=table.table_id, user_id=table.people[chair].pk)


def close(table: Planned, **how: Any) -> None:
    table_handlers.close(table.table_id, reason="round_closed", actor=DIRECTOR, **how)


def types(stream: str) -> list[str]:
    return [row.type for row in store.load(stream)]


# A pause.


def test_in_a_pause_nobody_plays_and_afterwards_the_game_goes_on(table: Planned) -> None:
    said_by_the_one_to_act(table)
    table_handlers.pause(table.table_id, actor=DIRECTOR, reason_id="fire-alarm")
    version = table.game.version
    with pytest.raises(PlayRefused) as refused:
        said_by_the_one_to_act(table)
    assert (refused.value.code, table.game.version) == ("table_paused", version)
    table_handlers.resume(table.table_id, actor=DIRECTOR)
    said_by_the_one_to_act(table)
    assert table.game.version == version + 1


def test_a_pause_is_shown(table: Planned) -> None:
    table_handlers.pause(table.table_id, actor=DIRECTOR)
    shown = room.first_look(table.table_id)
    for viewer in (SPECTATOR, at_seat(N)):
        frame = json.loads(room.table_frame(shown, viewer, timezone.now()).text)
        assert frame["state"]["paused"] is True


def test_pausing_twice_is_one_pause(table: Planned) -> None:
    for command_id in ("p1", "p1", "p2"):
        table_handlers.pause(table.table_id, actor=DIRECTOR, command_id=command_id)
    table_handlers.resume(table.table_id, actor=DIRECTOR)
    table_handlers.resume(table.table_id, actor=DIRECTOR)
    assert types(table_stream(table.table_id))[-2:] == ["TablePaused", "TableResumed"]


def test_house_players_wait_out_a_pause_and_no_sweep_wakes_them() -> None:
    table = open_planned({})
    now = timezone.now()
    table_handlers.pause(table.table_id, actor=DIRECTOR, now=now)
    assert (Due.objects.get().at, TableSummary.objects.get().paused) == (None, True)
    assert house.sweep(now) == 0
    assert house.run_due(now + LONG) == 0
    Due.objects.all().delete()
    house.sweep(now)
    house.run_due(now + LONG)
    assert (table.game.version, Due.objects.get().at) == (1, None)
    table_handlers.resume(table.table_id, actor=DIRECTOR, now=now + LONG)
    house.run_due(now + LONG)
    assert table.game.version == 2


def test_what_a_card_planned_as_the_pause_began_is_put_away() -> None:
    table = open_planned({})
    now = timezone.now()
    table_handlers.pause(table.table_id, actor=DIRECTOR, now=now)
    Due.objects.update(kind="act", at=now)
    house.run_due(now)
    assert (table.game.version, Due.objects.get().at) == (1, None)


def test_no_board_is_opened_in_a_pause(table: Planned) -> None:
    table.play_out(Random(1))
    table_handlers.pause(table.table_id, actor=DIRECTOR)
    table.go_on()
    house.run_due(timezone.now() + LONG)
    boards = lambda: len(streams.table(table.table_id).state.boards)  # noqa: E731
    assert boards() == 1
    table_handlers.resume(table.table_id, actor=DIRECTOR)
    assert boards() == 2


# The end.


def test_a_table_closed_over_a_board_interrupts_it(table: Planned) -> None:
    some_cards(table)
    game = table.game
    close(table)
    last = store.load(game_stream(game.game_id))[-1]
    assert (last.type, last.payload, last.actor) == (
        "GameInterrupted",
        {"reason": "round_closed"},
        DIRECTOR,
    )
    after = table.game
    assert (after.interrupted, after.over, after.state) == (True, True, game.state)
    row = GameSummary.objects.get()
    assert (row.interrupted, row.finished, row.released) == (last.time, None, None)
    assert selectors.outcome_of(game.game_id) is None
    assert not Due.objects.exists()
    assert list(verify_all()) == []


def test_a_card_after_the_end_is_refused_and_a_card_before_it_is_still_known(
    table: Planned,
) -> None:
    game, actions = table.game, engine.legal_actions(table.game.state)
    how: dict[str, Any] = {"game_id": game.game_id, "based_on": game.version, "actor": "user:1"}
    first = handlers.act(command=actions[0], command_id="before", **how)
    stale = table.game.version
    close(table)
    again = handlers.act(command=actions[0], command_id="before", **how)
    assert (again.version, again.repeated) == (first.version, True)
    for based_on in (stale, table.game.version):
        with pytest.raises(Interrupted) as refused:
            handlers.act(
                command=engine.legal_actions(table.game.state)[0],
                command_id=f"after {based_on}",
                **{**how, "based_on": based_on},
            )
        assert refused.value.code == "game_interrupted"
    with pytest.raises(Interrupted):
        said_by_the_one_to_act(table)


def test_another_process_that_still_remembers_the_game_is_refused_by_the_store(
    table: Planned,
) -> None:
    before = table.game
    close(table)
    streams.games.put(before.game_id, before)
    with pytest.raises(Interrupted):
        handlers.act(
            game_id=before.game_id,
            command=engine.legal_actions(before.state)[0],
            command_id="late",
            based_on=before.version,
            actor="user:1",
        )


def test_closing_twice_is_one_end(table: Planned) -> None:
    for command_id in ("", "c1", "c1"):
        close(table, command_id=command_id)
    assert types(table_stream(table.table_id)).count("TableClosed") == 1
    assert types(game_stream(table.game.game_id)).count("GameInterrupted") == 1


def test_a_board_that_was_over_counts_and_is_not_interrupted(table: Planned) -> None:
    game_id = table.play_out(Random(1))
    close(table)
    assert types(game_stream(game_id))[-1] == "GameFinished"
    assert selectors.outcome_of(game_id) is not None
    assert selectors.game_of(table.table_id, FIRST_BOARD) == game_id
    assert selectors.game_of(table.table_id, FIRST_BOARD + 1) is None


def test_a_table_with_a_free_seat_closes_too(people: dict[Seat, Any]) -> None:
    table_id = table_handlers.open_table(
        ruleset="championship-online",
        options={},
        opener=people[N].pk,
        occupants={N: people[N].pk},
        actor="user:1",
    )
    table_handlers.close(table_id, reason="empty", actor=DIRECTOR)
    assert streams.table(table_id).state.closed


def test_a_closed_table_is_neither_paused_nor_resumed(table: Planned) -> None:
    close(table)
    table_handlers.pause(table.table_id, actor=DIRECTOR)
    table_handlers.resume(table.table_id, actor=DIRECTOR)
    assert types(table_stream(table.table_id))[-1] == "TableClosed"


def test_those_at_the_table_see_that_the_board_was_interrupted(table: Planned) -> None:
    some_cards(table)
    shown = room.first_look(table.table_id)
    close(table)
    shown, steps = room.changes(shown)
    game_step, table_step = steps
    told = json.loads(game_step.frame(at_seat(N), timezone.now()).text)
    assert told["interrupted"] is True and "hands" not in told
    assert told["events"] == [{"do": "interrupted"}]
    state = json.loads(table_step.frame(at_seat(N), timezone.now()).text)["state"]
    assert (state["closed"], state["closed_reason"]) == (True, "round_closed")
    watching = json.loads(game_step.frame(SPECTATOR, timezone.now()).text)
    assert watching["view"] is None
    assert watching["place"] == {"board": FIRST_BOARD, "finished": True}


# Letting go.


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    heard: list[str] = []
    monkeypatch.setattr(broadcast, "_send", heard.append)
    return heard


def test_a_board_is_let_go_once_and_every_hub_hears_of_it(
    table: Planned,
    told: list[str],
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    game_id, now = table.play_out(Random(1)), timezone.now()
    told.clear()
    for moment in (now, now + LONG):
        with django_capture_on_commit_callbacks(execute=True):
            releases.release([game_id], moment=moment)
    assert selectors.released(game_id) == now
    assert told == [f"released {table.table_id}"]


def test_a_release_is_shown_to_those_who_look(table: Planned) -> None:
    game_id = table.play_out(Random(1))
    shown, _ = room.changes(room.first_look(table.table_id), True)
    assert room.changes(shown, True)[1] == []
    now = timezone.now()
    releases.release([game_id], moment=now)
    assert room.changes(shown)[1] == []
    shown, steps = room.changes(shown, True)
    of_table, of_game = steps
    watching = json.loads(of_table.frame(SPECTATOR, timezone.now()).text)
    assert watching["released"]["game"] == game_id
    for viewer in (SPECTATOR, at_seat(E)):
        view = json.loads(of_game.frame(viewer, timezone.now()).text)["view"]
        assert set(view["result"]["hands"]) == set("NESW")
    assert room.changes(shown, True)[1] == []


def test_an_interrupted_board_is_let_go_with_its_hands(table: Planned) -> None:
    some_cards(table)
    close(table)
    game, now = table.game, timezone.now()
    with pytest.raises(NotAllowed):
        records.export(game.game_id, now=now)
    releases.release([game.game_id], moment=now)
    part = frames.public_part(game, (), viewer=SPECTATOR, released=now, now=now)
    assert json.loads(part.text)["hands"] == {
        seat.letter: game.state.deal.hand(seat).notation for seat in SEATS
    }
    record = records.export(game.game_id, now=now)
    assert engine.fold(record).states[-1] == game.state
    call_command("replay_game", game.game_id)


def test_a_board_in_play_shows_nothing_even_when_it_was_let_go(table: Planned) -> None:
    some_cards(table)
    game, now = table.game, timezone.now()
    releases.release([game.game_id], moment=now)
    with pytest.raises(NotAllowed):
        records.export(game.game_id, now=now)
    seen = json.loads(frames.public_part(game, (), viewer=at_seat(N), released=now, now=now).text)
    assert seen["view"]["result"] is None and "hands" not in seen


# Made anew.


def test_the_rows_come_back_equal_after_a_pause_and_an_interruption(table: Planned) -> None:
    finished = table.play_out(Random(1))
    table_handlers.pause(table.table_id, actor=DIRECTOR)
    table.go_on()
    other = open_planned({}, origin="tournament-7")
    table_handlers.pause(other.table_id, actor=DIRECTOR)
    table_handlers.resume(table.table_id, actor=DIRECTOR)
    some_cards(table)
    close(table)
    releases.release([finished, table.game.game_id], moment=timezone.now())
    before = all_rows()
    streams.forget_everything()
    for model in runner.PROJECTIONS:
        model.objects.all().delete()
    runner.rebuild()
    lost = {"released"}  # no event here tells it; a rebuild of rows that are there keeps it
    assert without(all_rows(), lost) == without(before, lost)


def test_a_rebuild_in_place_keeps_what_was_let_go(table: Planned) -> None:
    some_cards(table)
    close(table)
    releases.release([table.game.game_id], moment=timezone.now())
    before = all_rows()
    call_command("rebuild_projections", verbosity=0)
    assert all_rows() == before
    call_command("verify_streams", verbosity=0)


def all_rows() -> dict[str, list[dict[str, Any]]]:
    return {
        model.__name__: list(model.objects.order_by("pk").values()) for model in runner.PROJECTIONS
    }


def without(
    rows: dict[str, list[dict[str, Any]]], columns: set[str]
) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [{k: v for k, v in row.items() if k not in columns} for row in found]
        for name, found in rows.items()
    }
