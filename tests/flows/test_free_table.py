"""A free table over the wire: invited people, two tabs, stopping and coming back, resting."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.board import dealt, played_to_its_end
from tests.flows.cluster import Cluster
from tests.flows.player import (
    CLOCKWISE,
    Player,
    Spectator,
    Visitor,
    board_is_over,
    play_together,
    table_in,
)
from tests.flows.seats import invitation, open_table, table_for_two
from tests.flows.stored import EventTable, on_sqlite
from tests.service import Service, running_service


@pytest.fixture
def anneke(live_service: Service) -> Iterator[Visitor]:
    with Visitor(live_service.url) as visitor:
        yield visitor


@pytest.fixture
def bert(live_service: Service) -> Iterator[Visitor]:
    with Visitor(live_service.url) as visitor:
        yield visitor


@pytest.fixture
def carla(live_service: Service) -> Iterator[Visitor]:
    with Visitor(live_service.url) as visitor:
        yield visitor


def test_a_link_seats_one_person_and_only_by_a_button(
    anneke: Visitor, bert: Visitor, carla: Visitor
) -> None:
    anneke.take_demo_seat()
    table_id = open_table(anneke, N="invite")
    link = invitation(anneke, table_id, "N")

    # Opening the link, by a person or by a mail program that looks ahead, changes nothing.
    for _ in range(2):
        assert bert.get(link).status_code == 200
    login = bert.post(link)
    assert login.status_code == 302
    assert login.headers["location"].startswith("/accounts/login/?next=")
    with Spectator(anneke.url, table_id) as theo:
        theo.wait(lambda frames: bool(frames))
        assert theo.frames[0]["state"]["seats"]["N"]["kind"] == "empty"
        assert theo.frames[0]["game"] is None

        bert.take_demo_seat()
        assert table_in(bert.post(link)) == table_id
        theo.wait(lambda frames: frames[-1]["type"] == "game")
    assert table_in(bert.post(link)) == table_id
    carla.take_demo_seat()
    assert carla.post(link).status_code == 404
    assert carla.get(link).status_code == 404

    with anneke.at(table_id) as south, bert.at(table_id) as north:
        assert (south.me["seat"], north.me["seat"]) == ("S", "N")
        assert south.game["game"] == north.game["game"]
        assert dealt(south) != dealt(north)


@pytest.mark.services
def test_two_people_play_through_two_processes_and_go_on_to_the_next_deal(
    cluster: Cluster,
) -> None:
    with Visitor(cluster.first.url) as anneke, Visitor(cluster.second.url) as bert:
        table_id = table_for_two(anneke, bert)
        with anneke.at(table_id) as south, bert.at(table_id) as north:
            hands = {player: dealt(player) for player in (south, north)}
            dealer = south.view["dealer"]
            play_together([south, north], board_is_over)
            for player, hand in hands.items():
                played_to_its_end(cluster.events, player, hand)

            # The next deal waits for both.
            south.wait(lambda me: me.asked_for_next)
            south.ask_for_next()
            north.wait(lambda me: me.table["state"]["waiting_for"] == ["N"])
            assert north.table["state"]["board"] == 1
            north.ask_for_next()
            for player in (south, north):
                player.wait(lambda me: me.table["state"]["board"] == 2 and not me.finished)
                assert player.view["dealer"] == CLOCKWISE[(CLOCKWISE.index(dealer) + 1) % 4]

            # A second tab, through the other process: the first is told.
            anneke.url = cluster.second.url
            latest_tab_plays(anneke, south)


def test_the_latest_tab_takes_the_seat_and_the_other_is_told(anneke: Visitor) -> None:
    with anneke.at(anneke.take_demo_seat()) as first:
        latest_tab_plays(anneke, first)


def latest_tab_plays(visitor: Visitor, first: Player) -> None:
    with visitor.at(first.table_id) as second:
        assert first.wait_until_closed() == 4001
        assert first.notices == ["replaced"]
        assert second.me["hand"] == first.me["hand"]
        assert second.close_code is None
        if second.my_turn:
            second.act()


def test_who_stops_is_played_for_and_finds_the_seat_again(
    anneke: Visitor, live_service: Service
) -> None:
    table_id = anneke.take_demo_seat()
    with Spectator(anneke.url, table_id) as theo, anneke.at(table_id) as south:
        south.play_until(lambda me: me.my_turn and me.view["phase"] == "play")
        game_id, hand, waiting = south.game["game"], dealt(south), south.game["version"]

        left = anneke.post(f"/tables/{table_id}/leave/")
        assert (left.status_code, left.headers["location"]) == (302, "/")
        assert south.wait_until_closed() == 4003
        assert south.notices == ["seat_lost"]

        # A house player acts for her, and everybody can see who.
        theo.wait(lambda _: theo.latest(game_id)["version"] > waiting)
        tables = [frame for frame in theo.frames if frame["type"] == "table"]
        assert tables[-1]["state"]["seats"]["S"]["kind"] == "person"
        assert tables[-1]["state"]["seats"]["S"]["away"] is True
        refused = Player(anneke, table_id)
        try:
            refused.open()
            assert refused.wait_until_closed() == 4003
        finally:
            refused.close()

        assert table_in(anneke.post(f"/tables/{table_id}/seat/", seat="S")) == table_id
        south.connect()
        assert south.table["state"]["seats"]["S"]["away"] is False
        if south.game["game"] == game_id:
            assert dealt(south) == hand
        south.play_until(lambda me: me.my_turn or me.finished)
        south.play_until(board_is_over)
        if south.game["game"] == game_id:
            played_to_its_end(on_sqlite(live_service.data, {}), south, hand)


# What a table of house players does when nobody watches.

RESTS_AFTER = 10.0
# Slow enough that no board is over before the table rests.
UNHURRIED = {"HOUSE_PACE_MIN_MS": "400", "HOUSE_PACE_MAX_MS": "500"}
# Longer than any pause of a table that goes on: in a board, and between two boards.
QUIET, QUIET_BETWEEN_BOARDS = 2.5, 9.5


def test_a_house_table_rests_after_its_last_watcher_has_gone(tmp_path: Path) -> None:
    with (
        running_service(tmp_path / "data", **UNHURRIED) as service,
        Visitor(service.url) as anneke,
    ):
        events = on_sqlite(service.data, {})
        table_id = table_in(anneke.post("/demo/watch/"))
        with Spectator(service.url, table_id) as theo:
            theo.wait(lambda frames: bool(frames[-1].get("events")) if frames else False)
            game_id = theo.frames[-1]["game"]
        left = time.time()

        last, finished = wait_until_quiet(events, game_id, not_before=left + RESTS_AFTER)
        assert last - left < RESTS_AFTER + 3
        if not finished:
            assert last - left > RESTS_AFTER / 2
        resting = events.heads()

        with Spectator(service.url, table_id) as theo:
            theo.wait(lambda frames: bool(frames[-1].get("events")) if frames else False)
        assert events.heads() != resting


def wait_until_quiet(events: EventTable, game_id: str, *, not_before: float) -> tuple[float, bool]:
    """When the last event of the table came, once no more come; and whether its board is over."""
    deadline = time.monotonic() + 60
    heads, since = events.heads(), time.monotonic()
    while True:
        finished = events.game(game_id)[-1].type == "GameFinished"
        quiet = time.monotonic() - since > (QUIET_BETWEEN_BOARDS if finished else QUIET)
        if quiet and time.time() > not_before:
            return events.game(game_id)[-1].time / 1e6, finished
        assert time.monotonic() < deadline, "the table never rests"
        time.sleep(0.1)
        if (now := events.heads()) != heads:
            heads, since = now, time.monotonic()
            game_id = next(s for s in reversed(heads) if s.startswith("game-"))[5:]
