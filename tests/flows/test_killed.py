"""Processes that are killed in the middle of a trick: the board goes on as if nothing was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flows.board import dealt, nothing_lost, played_to_its_end
from tests.flows.player import (
    Player,
    Visitor,
    board_is_over,
    cards_played,
    in_mid_trick,
)
from tests.flows.stored import on_sqlite
from tests.service import clean_environment, running_service

QUICK = {"HOUSE_PACE_MIN_MS": "20", "HOUSE_PACE_MAX_MS": "60"}


def test_a_killed_service_goes_on_with_the_same_cards_and_the_same_turn(tmp_path: Path) -> None:
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


def same_board(player: Player, shown: dict[str, object]) -> None:
    """A tab that was opened again shows the same cards in hand and on the table, and the turn."""
    for part in ("game", "version", "view", "me"):
        assert player.game[part] == shown[part], part
