"""A round of a championship on what the Procfile starts: people at both web processes, house
players from the worker, and somebody who watches at each."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.flows.cluster import Cluster
from tests.flows.player import Frame, Player, Spectator, Visitor, ok, play_together

pytestmark = pytest.mark.services

PLAYERS, PEOPLE, BOARDS = 8, 4, 4
A_ROUND = 300.0


def wait_for(what: Callable[[], Any], seconds: float = 60) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.2)
    return found


class Organizer:
    """Sets up a championship of one round over the programming interface and leads it."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        visitor.sign_up(f"organizer{secrets.token_hex(3)}")
        starts = datetime.now(UTC) + timedelta(hours=1)
        settings = {
            "title": "Two processes",
            "capacity": PLAYERS,
            "sessions": [{"starts": starts.strftime("%Y-%m-%dT%H:%M:%SZ"), "rounds": 1}],
        }
        made = ok(visitor.send("/api/tournaments/", settings))
        self.key: str = made["tournament"]["key"]
        self.root = f"/api/tournaments/{self.key}/"
        ok(visitor.send(f"{self.root}registration/open/"))

    def manage(self, do: str, **fields: str) -> None:
        ok(self.visitor.post(f"/tournaments/{self.key}/manage/", do=do, **fields))

    def start(self) -> None:
        ok(self.visitor.send(f"{self.root}registration/close/"))
        ok(self.visitor.send(f"{self.root}seating/"))
        wait_for(lambda: self.read("rounds/1/")["state"] == "dealt", 120)
        ok(self.visitor.send(f"{self.root}rounds/1/start/"))

    def read(self, path: str) -> Any:
        return ok(self.visitor.get(self.root + path))


def table_of(person: Visitor, key: str) -> str:
    """Where this person is to play, as the tournament's page tells him."""
    url = wait_for(lambda: ok(person.get(f"/tournaments/{key}/where/"))["table_url"])
    return str(url).strip("/").split("/")[1]


def round_is_over(player: Player) -> bool:
    return bool(player.table["state"]["closed"])


def cards_in(frames: list[Frame]) -> list[Frame]:
    return [frame for frame in frames if frame["type"] == "game" and frame["view"] is not None]


def test_a_round_is_played_across_two_processes(cluster: Cluster) -> None:
    webs = (cluster.first, cluster.second)
    with ExitStack() as open_:
        organizer = Organizer(open_.enter_context(Visitor(cluster.first.url)))
        people = [open_.enter_context(Visitor(webs[number % 2].url)) for number in range(PEOPLE)]
        for person in people:
            person.take_demo_seat()
            ok(person.send(f"{organizer.root}entries/"))
        organizer.manage("house", more=str(PLAYERS - PEOPLE))
        assert organizer.read("")["entries"] == PLAYERS
        organizer.start()

        tables = [table_of(person, organizer.key) for person in people]
        assert len(set(tables)) <= 2
        both = {row["table"] for row in organizer.read("rounds/1/tables/")["results"]}
        assert set(tables) <= both and len(both) == 2
        # Somebody watches the first table at one process and the second at the other.
        watching = [
            open_.enter_context(Spectator(web.url, table))
            for web, table in zip(webs, sorted(both), strict=True)
        ]
        players = [
            open_.enter_context(person.at(table))
            for person, table in zip(people, tables, strict=True)
        ]
        play_together(players, round_is_over, A_ROUND)

        # Released boards follow by themselves, and the round closes.
        wait_for(lambda: organizer.read("")["boards_released"] == BOARDS)
        wait_for(lambda: organizer.read("")["status"] == "finished")
        rankings = [
            ok(open_.enter_context(Visitor(web.url)).get(f"{organizer.root}ranking/"))["results"]
            for web in webs
        ]
        assert rankings[0] == rankings[1]
        assert len(rankings[0]) == PLAYERS
        assert {line["boards"] for line in rankings[0]} == {BOARDS}

        for spectator in watching:
            # The release of its last board comes by itself, a moment after the ranking moved.
            spectator.wait(
                lambda frames: (
                    bool(cards_in(frames))
                    and any(f["type"] == "table" and f["state"]["closed"] for f in frames)
                )
            )
            saw_no_card_before_its_release(spectator, organizer)
    cluster.events.verify()
    assert "Traceback" not in cluster.log


def saw_no_card_before_its_release(spectator: Spectator, organizer: Organizer) -> None:
    """Two tables: no board is released before both have played it, so every frame with cards
    is of a board that has ended here, hands and all."""
    for frame in cards_in(spectator.frames):
        assert frame["view"]["finished"]
    # And until then a board is a place and nothing more.
    before = [f for f in spectator.frames if f["type"] == "game" and f["view"] is None]
    assert before
    for frame in before:
        assert set(frame["place"]) <= {"board", "finished", "interrupted"}
        assert frame["events"] == []
