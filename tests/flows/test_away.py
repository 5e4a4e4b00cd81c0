"""What the service leans on stops answering for seconds in mid-board: play goes on."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import redis

from tests.flows.board import dealt, nothing_lost, played_to_its_end
from tests.flows.cluster import Cluster
from tests.flows.pace import QUICK
from tests.flows.player import (
    Player,
    Spectator,
    Visitor,
    board_is_over,
    cards_played,
    in_mid_trick,
)
from tests.flows.stored import on_sqlite
from tests.flows.test_killed import saw_every_play_once
from tests.service import clean_environment, running_service

AWAY = 5.0


@contextmanager
def stopped(valkey_url: str) -> Iterator[float]:
    """Valkey keeps its connections and says nothing, for `AWAY` seconds; since when."""
    with closing(redis.Redis.from_url(valkey_url)) as client:
        process = int(client.info("server")["process_id"])
    os.kill(process, signal.SIGSTOP)
    since = time.monotonic()
    try:
        yield since
        time.sleep(max(0.0, since + AWAY - time.monotonic()))
    finally:
        os.kill(process, signal.SIGCONT)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Somebody else is writing: a backup, a repair at a terminal."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=20)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


def lies_on_the_table(player: Player, card: str) -> bool:
    return (player.me["seat"], card) in cards_played(player.view)


@pytest.mark.services
def test_a_card_falls_while_valkey_says_nothing_and_who_watches_catches_up(
    cluster: Cluster, valkey_url: str
) -> None:
    with (
        Visitor(cluster.first.url) as anneke,
        anneke.at(anneke.take_demo_seat()) as south,
        Spectator(cluster.second.url, south.table_id) as theo,
    ):
        theo.wait(lambda frames: len(frames) >= 2)
        south.play_until(in_mid_trick)
        game_id, hand = south.game["game"], dealt(south)

        with stopped(valkey_url) as since:
            message, acknowledged = south.act()
            assert time.monotonic() - since < 2, "her card waits for nobody"
            stored = cluster.events.game(game_id)
            assert len(stored) == acknowledged["version"]
            south.wait(lambda me: lies_on_the_table(me, message["card"]))
        theo.wait(
            lambda frames: any(
                frame["type"] == "game"
                and frame["game"] == game_id
                and frame["version"] >= acknowledged["version"]
                for frame in frames
            )
        )

        # House players, moved by way of Valkey, take up where they were.
        south.play_until(board_is_over)
        assert south.game["game"] == game_id
        played_to_its_end(cluster.events, south, hand)
        nothing_lost(stored, cluster.events.game(game_id))
        saw_every_play_once(theo, cluster, game_id)
    cluster.events.verify()
    assert "Traceback" not in cluster.log


def test_a_card_waits_for_a_locked_database_and_then_falls(tmp_path: Path) -> None:
    with (
        running_service(tmp_path / "data", **QUICK) as service,
        Visitor(service.url) as anneke,
        anneke.at(anneke.take_demo_seat()) as south,
    ):
        here = clean_environment(
            RIKKEN_DATA=str(service.data), DJANGO_SETTINGS_MODULE="deploy.settings.development"
        )
        table = on_sqlite(service.data, here)
        south.play_until(in_mid_trick)
        game_id, hand = south.game["game"], dealt(south)
        stored = table.game(game_id)

        message = south.message(south.me["legal"][0])
        with locked(service.data / "db.sqlite3"):
            south.send(message)
            time.sleep(AWAY)
            assert table.game(game_id) == stored
            # Reading goes on: whoever comes now sees the table as it is.
            with Spectator(service.url, south.table_id) as theo:
                theo.wait(lambda frames: len(frames) >= 2)
                assert theo.latest(game_id)["version"] == south.game["version"]
        while (answer := south.receive())["type"] != "ack":
            assert answer["type"] != "error", answer
        assert answer["id"] == message["id"]
        south.wait(lambda me: lies_on_the_table(me, message["card"]))
        nothing_lost(stored, table.game(game_id))

        south.play_until(board_is_over)
        assert south.game["game"] == game_id
        played_to_its_end(table, south, hand)
        table.verify()
        assert "Traceback" not in service.log
