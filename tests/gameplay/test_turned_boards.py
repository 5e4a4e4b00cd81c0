"""Four people, four boards, each turned another way: everybody's hand is his own, always."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async

import engine
from engine import SEATS, GameState, Seat
from gameplay import commands, handlers, protocol, streams
from gameplay.connections import Connection
from gameplay.errors import NotFound, StaleView
from gameplay.hub import Hub
from tests.engine.seen import cards_in
from tests.gameplay.audiences import check_cards, check_shape
from tests.gameplay.planned import FIRST_BOARD, TURNS, Planned, open_planned

N, E, S, W = SEATS


@pytest.fixture
def people(person: Callable[[str], Any]) -> dict[Seat, Any]:
    return {seat: person(name) for seat, name in zip(SEATS, ("Noor", "Evi", "Sem", "Wim"))}  # noqa: B905


async def drained(connection: Connection) -> list[str]:
    return [(await connection.next()).text for _ in range(len(connection._frames))]  # type: ignore[union-attr]


async def quiet(hub: Hub, connection: Connection, table: Planned) -> None:
    """Until everything that happened has been shown."""
    game = await sync_to_async(lambda: table.game)()
    while hub.shown_game(connection) != (game.game_id, game.version):
        await hub.show_again(connection)


def check(text: str, holder: Seat, state: GameState) -> None:
    frame = json.loads(text)
    check_shape(text, holder, finished=state.finished, revealed=False)
    if frame["type"] == "game":
        check_cards(text, holder, state, revealed=False)
        assert frame["me"]["seat"] == holder.letter
        others = [seat for seat in SEATS if seat is not holder]
        hidden = {card for seat in others for card in engine.Hand.from_mask(state.hand_left(seat))}
        called = {one.called for one in state.contracts}
        offered = {a["card"] for a in frame["me"]["legal"] if a["do"] == "declare" and "card" in a}
        leaked = {card for card in cards_in(text) & hidden - called if card.notation not in offered}
        assert not leaked, f"{holder} is sent {leaked}"
    else:
        assert not cards_in(text)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_over_four_turned_boards_nobody_is_sent_a_hand_that_is_not_his(
    hub: Hub, people: dict[Seat, Any]
) -> None:
    table = await sync_to_async(open_planned)(people)
    lines = {
        chair: Connection(
            table.table_id,
            seat=await sync_to_async(table.held_by)(person),
            user_id=person.pk,
        )
        for chair, person in people.items()
    }
    watching = Connection(table.table_id)
    for line in (*lines.values(), watching):
        await hub.join(line)
    rng, seen = Random(1), 0
    for board, turn in enumerate(TURNS):
        while True:
            state = (await sync_to_async(lambda: table.game)()).state
            await quiet(hub, lines[N], table)
            for chair, line in lines.items():
                assert line.close_code is None
                holder = chair.after(turn)
                assert line.seat is holder
                for text in await drained(line):
                    check(text, holder, state)
                    seen += 1
            for text in await drained(watching):
                assert not cards_in(text)
            if state.finished:
                break
            await sync_to_async(table.play_some)(rng)
        if board < len(TURNS) - 1:
            await sync_to_async(table.go_on)()
    assert seen > 4 * 40


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_the_planted_leak_of_a_seat_that_was_left_is_noticed(
    hub: Hub, people: dict[Seat, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it would be if the line kept the compass seat it came with."""
    from gameplay import hub as hub_module

    table = await sync_to_async(open_planned)(people)
    line = Connection(table.table_id, seat=N.after(TURNS[0]), user_id=people[N].pk)
    await hub.join(line)
    await sync_to_async(table.play_out)(Random(2))
    monkeypatch.setattr(hub_module, "_seat_as_shown", lambda *_: None)
    await sync_to_async(table.go_on)()
    await quiet(hub, line, table)
    state = (await sync_to_async(lambda: table.game)()).state
    *_, last = [text for text in await drained(line) if json.loads(text)["type"] == "game"]
    with pytest.raises(AssertionError):
        check(last, N.after(TURNS[1]), state)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_an_older_tab_is_replaced_by_person_and_not_by_seat(
    hub: Hub, people: dict[Seat, Any]
) -> None:
    """What was said before the board was turned must not close the line of who sits there now."""
    table = await sync_to_async(open_planned)(people)
    lines = {}
    for chair, person in people.items():
        seat = await sync_to_async(table.held_by)(person)
        lines[chair] = Connection(table.table_id, seat=seat, user_id=person.pk)
        await hub.join(lines[chair])
    newest = lines[W].id
    for person in people.values():
        hub.heard(f"taken {table.table_id} {person.pk} {newest if person is people[W] else '0'}")
    assert all(line.close_code is None for line in lines.values())


# -- what a page says that has not seen the turn yet ----------------------------------------------


@pytest.mark.django_db
def test_the_last_card_sent_again_after_the_turn_is_acknowledged_and_not_played_twice(
    people: dict[Seat, Any],
) -> None:
    table = open_planned(people)
    rng = Random(3)
    game = table.game
    while not game.state.finished:
        assert game.state.to_act is not None
        chair = game.state.to_act.after(-TURNS[0])
        message = protocol.Act(
            handlers.fresh_command_id(),
            game.game_id,
            game.version,
            rng.choice(engine.legal_actions(game.state)),
        )
        answer = commands.perform(message, table_id=table.table_id, user_id=people[chair].pk)
        game = table.game
    table.go_on()
    assert streams.table(table.table_id).state.turn == TURNS[1]
    again = commands.perform(message, table_id=table.table_id, user_id=people[chair].pk)
    assert again == answer


@pytest.mark.django_db
def test_a_card_for_the_board_before_is_refused_whoever_holds_the_seat_now(
    people: dict[Seat, Any],
) -> None:
    table = open_planned(people)
    before = table.game.game_id
    table.play_out(Random(4))
    table.go_on()
    game = table.game
    assert game.state.to_act is not None
    for person in people.values():
        message = protocol.Act(
            handlers.fresh_command_id(), before, 3, engine.MakeBid(game.state.to_act, "pass")
        )
        with pytest.raises(StaleView):
            commands.perform(message, table_id=table.table_id, user_id=person.pk)
    assert game.version == table.game.version


@pytest.mark.django_db
def test_the_seat_of_a_command_is_that_of_the_board_it_is_about(people: dict[Seat, Any]) -> None:
    """A socket may still be at the seat of the board before."""
    table = open_planned(people)
    to_act = table.game.state.to_act
    assert to_act is not None
    chair = to_act.after(-TURNS[0])
    stale = engine.MakeBid(chair, "pass")
    message = protocol.Act(handlers.fresh_command_id(), table.game.game_id, 1, stale)
    commands.perform(message, table_id=table.table_id, user_id=people[chair].pk)
    assert table.game.state.auction.calls[0].seat is to_act


@pytest.mark.django_db
def test_a_game_of_another_table_is_not_there(people: dict[Seat, Any]) -> None:
    table, other = open_planned(people), open_planned(people)
    bid = engine.MakeBid(N, "pass")
    message = protocol.Act(handlers.fresh_command_id(), other.game.game_id, 1, bid)
    with pytest.raises(NotFound):
        commands.perform(message, table_id=table.table_id, user_id=people[N].pk)


def test_boards_of_the_plan_have_the_numbers_of_the_session() -> None:
    assert FIRST_BOARD != 1
    assert set(TURNS) == {0, 1, 2, 3}
