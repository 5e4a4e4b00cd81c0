"""Five people on their sockets: who sits out is sent what everybody may see, never a hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async

import engine
from engine import Seat
from gameplay import access
from gameplay.connections import Connection
from gameplay.hub import Hub
from gameplay.places import Bench
from tests.engine.seen import cards_in, seen_by_all
from tests.gameplay.audiences import check_cards, check_shape
from tests.gameplay.more_than_four import Crowded, open_crowded

FIVE = "NESW5"


@pytest.fixture
def five(person: Callable[[str], Any]) -> dict[str, Any]:
    names = ("Noor", "Evi", "Sem", "Wim", "Fien")
    return {chair: person(name) for chair, name in zip(FIVE, names, strict=True)}


async def line_of(hub: Hub, table: Crowded, person: Any) -> Connection:
    place = await sync_to_async(access.place_of)(person.pk, table.table_id)
    made = Connection(
        table.table_id, seat=place if isinstance(place, Seat) else None, user_id=person.pk
    )
    await hub.join(made)
    return made


async def quiet(hub: Hub, connection: Connection, table: Crowded) -> None:
    """Until everything that happened has been shown."""
    game = await sync_to_async(lambda: table.game)()
    while hub.shown_game(connection) != (game.game_id, game.version):
        await hub.show_again(connection)


async def drained(connection: Connection) -> list[str]:
    frames = [await connection.next() for _ in range(len(connection._frames))]
    return [frame.text for frame in frames if frame is not None]


def play_some(table: Crowded, rng: Random) -> None:
    for _ in range(12):
        if not table.game.state.finished:
            table.act(rng.choice(engine.legal_actions(table.game.state)))


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_over_five_boards_who_sits_out_gets_the_spectators_frames_and_nobody_a_wrong_hand(
    hub: Hub, five: dict[str, Any]
) -> None:
    table = await sync_to_async(open_crowded)(FIVE, five)
    lines = {chair: await line_of(hub, table, person) for chair, person in five.items()}
    watching, asking = Connection(table.table_id), Connection(table.table_id)
    await hub.join(watching)
    await hub.join(asking)
    rng, sat_out = Random(5), []
    for _ in FIVE:
        state = await sync_to_async(lambda: table.state)()
        (out,) = state.bench
        sat_out.append(state.chair_of(out).letter)
        while True:
            game = (await sync_to_async(lambda: table.game)()).state
            await quiet(hub, asking, table)
            told = await drained(watching)
            for place, sitter in state.places.items():
                line = lines[state.chair_of(place).letter]
                assert (line.close_code, line.user_id) == (None, sitter.user_id)
                assert line.seat is (None if place is out else place)
                texts = await drained(line)
                if place is out:
                    assert texts == told
                for text in texts:
                    check(text, line.seat, game)
            if game.finished:
                break
            await sync_to_async(play_some)(table, rng)
        await sync_to_async(table.go_on)()
    assert sat_out == list(FIVE)


def check(text: str, seat: Seat | None, state: engine.GameState) -> None:
    frame = json.loads(text)
    if frame["type"] != "game":
        check_shape(text, seat, finished=False, revealed=False)
        assert not cards_in(text)
        return
    over = bool(frame["view"]["finished"])
    check_shape(text, seat, finished=over, revealed=over)
    assert ("me" in frame) is (seat is not None)
    check_cards(text, seat, state, revealed=over)
    if seat is None and not over:
        assert cards_in(frame["view"]) <= seen_by_all(state)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_under_an_embargo_who_sits_out_knows_as_little_as_who_watches(
    hub: Hub, five: dict[str, Any]
) -> None:
    table = await sync_to_async(open_crowded)(FIVE, five, policy="board")
    line = await line_of(hub, table, five["N"])
    watching = Connection(table.table_id)
    await hub.join(watching)
    await sync_to_async(play_some)(table, Random(1))
    other = await line_of(hub, table, five["E"])
    await quiet(hub, other, table)
    texts = await drained(line)
    assert texts == await drained(watching)
    assert not any(cards_in(text) for text in texts)
    assert [json.loads(text)["view"] for text in texts if '"game"' in text[:15]] == [None]


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_second_tab_takes_the_place_of_the_first_also_while_one_sits_out(
    hub: Hub, five: dict[str, Any]
) -> None:
    table = await sync_to_async(open_crowded)(FIVE, five)
    older = await line_of(hub, table, five["N"])
    newer = await line_of(hub, table, five["N"])
    hub.heard(f"taken {table.table_id} {five['N'].pk} {newer.id}")
    assert (older.close_code, older.close_reason) == (4001, "replaced")
    assert newer.close_code is None
    await sync_to_async(table.play_out)()
    await sync_to_async(table.go_on)()
    await quiet(hub, newer, table)
    assert newer.seat is Seat.WEST


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_who_stops_while_he_sits_out_loses_the_line(hub: Hub, five: dict[str, Any]) -> None:
    from gameplay import table_handlers, tables

    table = await sync_to_async(open_crowded)(FIVE, five)
    line = await line_of(hub, table, five["N"])
    user_id = five["N"].pk
    await sync_to_async(table_handlers.change)(
        table.table_id,
        lambda state: tables.stop(state, user_id=user_id),
        actor=f"user:{user_id}",
    )
    await hub.show_again(line)
    assert (line.close_code, line.close_reason) == (4003, "seat_lost")
    state = await sync_to_async(lambda: table.state)()
    assert state.bench[Bench.FIFTH].away
