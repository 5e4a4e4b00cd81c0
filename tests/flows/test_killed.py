"""Processes that are killed in the middle of a trick: the board goes on as if nothing was."""

from __future__ import annotations

from pathlib import Path

import pytest

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
from tests.service import clean_environment, running_service


def test_a_killed_service_goes_on_with_the_same_cards_and_the_same_turn(tmp_path: Path) -> None:
    """Situation 16."""
    with (
        running_service(tmp_path / "data", **QUICK) as service,
        Visitor(service.url) as anneke,
        anneke.at(anneke.take_demo_seat()) as south,
    ):
        environment = clean_environment(
            RIKKEN_DATA=str(service.data), DJANGO_SETTINGS_MODULE="deploy.settings.development"
        )
        table = on_sqlite(service.data, environment)
        south.play_until(in_mid_trick)
        game_id, hand = south.game["game"], dealt(south)

        # Everybody waits for Anneke: all there is must be there again.
        shown, stored = south.game, table.game(game_id)
        service.kill()
        service.start()
        south.connect()
        same_board(south, shown)
        assert table.game(game_id) == stored

        # Her card is acknowledged, the next house player is thinking: killed again.
        message, acknowledged = south.act()
        service.kill()
        stored = table.game(game_id)
        assert [event.command_id for event in stored].count(message["id"]) == 1
        service.start()
        south.connect()
        fell = cards_played(south.view)
        assert (south.me["seat"], message["card"]) in fell
        assert fell[: len(cards_played(shown["view"]))] == cards_played(shown["view"])
        assert message["card"] not in south.me["hand"]
        assert south.say(message) == acknowledged
        nothing_lost(stored, table.game(game_id))

        # Nobody has to nudge the house.
        south.play_until(board_is_over)
        assert south.game["game"] == game_id
        played_to_its_end(table, south, hand)
        nothing_lost(stored, table.game(game_id))
        table.verify()
        assert "Traceback" not in service.log


@pytest.mark.services
def test_a_board_outlives_the_worker_and_the_process_it_is_played_through(cluster: Cluster) -> None:
    with Visitor(cluster.first.url) as anneke, anneke.at(anneke.take_demo_seat()) as south:
        with Spectator(cluster.second.url, south.table_id) as theo:
            theo.wait(lambda frames: len(frames) >= 2)
            south.play_until(in_mid_trick)
            # Deals that end before a third trick are played through; this is the one that counts.
            game_id, hand = south.game["game"], dealt(south)

            # Without a worker her card still falls; the house then plays on as soon as one is back.
            cluster.worker.kill()
            shown = south.game
            message, acknowledged = south.act()
            south.wait(lambda me: me.game["version"] == acknowledged["version"])
            assert acknowledged["version"] == shown["version"] + 1
            stored = cluster.events.game(game_id)
            assert len(stored) == acknowledged["version"]
            cluster.worker.start()
            south.play_until(
                lambda me: in_mid_trick(me) and me.game["version"] > acknowledged["version"]
            )
            assert south.game["game"] == game_id
            nothing_lost(stored, cluster.events.game(game_id))

            # The process she plays through dies: she finds her board at the other one.
            shown, stored = south.game, cluster.events.game(game_id)
            cluster.first.kill()
            anneke.url = cluster.second.url
            south.connect()
            same_board(south, shown)
            assert south.say(message) == acknowledged
            assert cluster.events.game(game_id) == stored

            south.play_until(board_is_over)
            played_to_its_end(cluster.events, south, hand)
            nothing_lost(stored, cluster.events.game(game_id))
            saw_every_play_once(theo, cluster, game_id)
        cluster.events.verify()
        assert "Traceback" not in cluster.log


def saw_every_play_once(theo: Spectator, cluster: Cluster, game_id: str) -> None:
    theo.wait(
        lambda frames: any(
            f["type"] == "game" and f["game"] == game_id and f["view"]["finished"] for f in frames
        )
    )
    frames = theo.frames_of(game_id)
    versions = [frame["version"] for frame in frames]
    assert versions == sorted(set(versions))
    events = cluster.events.game(game_id)
    told = [event for frame in frames for event in frame["events"]]
    assert len(told) == len(events) - versions[0]
    fell = [
        (event.payload["seat"], None if event.payload.get("face_down") else event.payload["card"])
        for event in events
        if event.type == "CardPlayed"
    ]
    assert [(event["seat"], event.get("card")) for event in told if event["do"] == "play"] == fell


def same_board(player: Player, shown: dict[str, object]) -> None:
    """A tab that was opened again shows the same cards in hand and on the table, and the turn."""
    for part in ("game", "version", "view", "me"):
        assert player.game[part] == shown[part], part
