"""A commentator sees all hands: nobody else does for it, and no look is without its record.

Situations 22 to 24: who may watch what, in every state of a board; who watches acts nowhere.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from engine import SEATS, GameState, MakeBid, Seat
from gameplay import access, protocol, room, streams, table_handlers
from gameplay.commentary import CommentaryConsumer
from gameplay.connections import Connection
from gameplay.errors import NotAllowed
from gameplay.hub import SEAT_LOST, Hub
from gameplay.visibility import COMMENTATOR, SPECTATOR, Viewer, at_seat
from tests.engine.seen import cards_in
from tests.gameplay.audiences import HAND, by_seat, check_cards, check_shape
from tests.gameplay.planned import FIRST_BOARD, Planned, let_go, open_planned

N, E, S, W = SEATS
STATES = ("in play", "over", "released", "broken off")
pytestmark = pytest.mark.django_db


@pytest.fixture
def people(person: Callable[[str], Any]) -> dict[Seat, Any]:
    return {N: person("Noor"), S: person("Sem")}


def brought_to(state: str, people: dict[Seat, Any], policy: str) -> Planned:
    table = open_planned(people, policy=policy, origin="tournament-x")
    for _ in range(9):
        if not table.game.state.finished:
            table.play_some(Random(2))
    if state == "broken off":
        table_handlers.close(table.table_id, reason="round_closed", actor="system:test")
    elif state != "in play":
        table.play_out(Random(2))
    if state == "released":
        let_go(table.game.game_id, timezone.now())
    return table


def game_frame(table: Planned, viewer: Viewer) -> str:
    shown = room.first_look(table.table_id)
    return room.opening_frames(shown, viewer, timezone.now())[1].text


@pytest.mark.parametrize("policy", ["board", "live"])
@pytest.mark.parametrize("state", STATES)
def test_all_hands_are_in_a_commentators_frames_and_in_nobody_elses_before_the_release(
    state: str, policy: str, people: dict[Seat, Any]
) -> None:
    table = brought_to(state, people, policy)
    game = table.game.state
    hands = {seat.letter: game.deal.hand(seat).notation for seat in SEATS}
    frame = json.loads(game_frame(table, COMMENTATOR))
    if game.finished:
        assert frame["view"]["result"]["hands"] == hands
        assert "hands" not in frame
    else:
        by_seat(HAND)(frame["hands"], "hands")
        assert frame["hands"] == hands
    # Whatever a player may do next, or has put away, is his own.
    assert set(frame) <= {
        *("type", "game", "version", "events", "view", "hands", "interrupted", "clock"),
    }
    if state == "released" or (policy == "live" and state != "in play"):
        return
    for viewer in (SPECTATOR, *map(at_seat, SEATS)):
        nothing_is_told_to(viewer, table, game)


def nothing_is_told_to(viewer: Viewer, table: Planned, game: GameState) -> None:
    text = game_frame(table, viewer)
    assert '"hands"' not in text.replace('"hands":null', "")
    if viewer is SPECTATOR and streams.table(table.table_id).state.policy == "board":
        assert not cards_in(text)
    else:
        check_cards(text, viewer.seat, game, revealed=False)


def test_who_looks_first_changes_nothing_for_those_who_come_after(people: dict[Seat, Any]) -> None:
    """Public parts are made once for whoever may see the same: a commentator may see more."""
    table = brought_to("in play", people, "live")
    shown, now = room.first_look(table.table_id), timezone.now()
    fresh = room.first_look(table.table_id)
    room.opening_frames(shown, COMMENTATOR, now)
    for viewer in (SPECTATOR, at_seat(S)):
        after, alone = (room.opening_frames(each, viewer, now) for each in (shown, fresh))
        assert [frame.text for frame in after] == [frame.text for frame in alone]
        check_shape(after[1].text, viewer.seat, finished=False, revealed=False)


# -- lines -----------------------------------------------------------------------------------------


class Record:
    """The event's answers: who comments, and a book of looks that can be torn out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.named: set[int] = set()
        self.looks: list[tuple[int, int]] = []
        self.open = True
        monkeypatch.setattr(access, "_comments", lambda user, table: user in self.named)
        monkeypatch.setattr(access, "_looks", self.look)

    def look(self, user: int, table: str, origin: str, board: int) -> bool:
        if self.open:
            self.looks.append((user, board))
        return self.open


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch) -> Record:
    return Record(monkeypatch)


async def heard(connection: Connection, kind: str = "game") -> dict[str, Any]:
    async with asyncio.timeout(10):
        while (frame := await connection.next()) is not None:
            told = json.loads(frame.text)
            if told["type"] == kind:
                return told  # type: ignore[no-any-return]
    return {}


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_each_board_is_on_record_before_its_hands_are_sent(
    hub: Hub, record: Record, people: dict[Seat, Any], person: Callable[[str], Any]
) -> None:
    riet = await sync_to_async(person)("Riet")
    table = await sync_to_async(brought_to)("in play", people, "board")
    record.named = {riet.pk}
    line, watching = (
        Connection(table.table_id, commentator=riet.pk),
        Connection(table.table_id),
    )
    await hub.join(line)
    await hub.join(watching)
    assert (await heard(line))["hands"]
    assert record.looks == [(riet.pk, FIRST_BOARD)]
    await sync_to_async(table.play_some)(Random(4))
    assert (await heard(line))["hands"]
    assert record.looks == [(riet.pk, FIRST_BOARD)]  # another card is no other look
    assert (await heard(watching))["view"] is None

    record.open = False  # what cannot be written down is not shown
    await sync_to_async(table.play_out)(Random(4))
    await sync_to_async(table.go_on)()
    first = await sync_to_async(lambda: streams.table(table.table_id).state.boards[0].game_id)()
    while told := await heard(line):
        assert told["game"] == first
    assert (line.close_code, line.close_reason) == (SEAT_LOST, "no_commentator")


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_whoever_is_named_no_more_or_never_was_is_shown_nothing(
    hub: Hub, record: Record, people: dict[Seat, Any], person: Callable[[str], Any]
) -> None:
    riet = await sync_to_async(person)("Riet")
    table = await sync_to_async(brought_to)("in play", people, "board")
    line = Connection(table.table_id, commentator=riet.pk)
    await hub.join(line)
    assert await heard(line) == {}
    record.named = {people[S].pk}  # also where an event would name one of its players
    player = Connection(table.table_id, commentator=people[S].pk)
    await hub.join(player)
    assert await heard(player) == {}
    assert record.looks == []


@pytest.mark.parametrize(
    "message",
    [
        protocol.Next("c1", FIRST_BOARD),
        protocol.Act("c2", "g1", 1, MakeBid(E, "pass")),
    ],
    ids=lambda message: type(message).__name__,
)
def test_a_commentator_does_nothing_at_a_table(message: protocol.Act | protocol.Next) -> None:
    with pytest.raises(NotAllowed):
        CommentaryConsumer().perform(message)


def test_only_a_named_person_without_a_place_finds_the_page_and_no_card_is_in_it(
    record: Record, people: dict[Seat, Any], person: Callable[[str], Any]
) -> None:
    riet, anna = person("Riet"), person("Anna")
    table = brought_to("in play", people, "board")
    record.named = {riet.pk, people[S].pk}
    answers = {}
    for who in (riet, anna, people[S]):
        client = Client()
        client.force_login(who, "django.contrib.auth.backends.ModelBackend")
        answers[who.username] = client.get(f"/tables/{table.table_id}/commentary/")
    assert {name: answer.status_code for name, answer in answers.items()} == {
        "Riet": 200,
        "Anna": 403,
        "Sem": 403,
    }
    assert "no-store" in answers["Riet"]["Cache-Control"]
    assert not cards_in(answers["Riet"].content.decode().split('id="frames"')[1])
    assert record.looks == []
    free = open_planned(people)  # of no event: nobody comments there, whoever is named where
    client = Client()
    client.force_login(riet, "django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/tables/{free.table_id}/commentary/").status_code == 403
