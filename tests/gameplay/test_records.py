"""A finished game leaves the service as a record that the engine alone can replay."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

import engine
from gameplay import records
from gameplay.errors import NotAllowed, NotFound
from gameplay.models import GameSummary
from tests.gameplay.conftest import DEAL, Seated

pytestmark = pytest.mark.django_db


def test_the_record_replays_to_the_same_scores(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("NESW")
    table.bid_a_rik()
    table.play_out()
    record = records.export(table.game.game_id, now=timezone.now())
    assert record["deal"] == DEAL
    replayed = engine.fold(record).states[-1]
    assert engine.outcome(table.game.state) == engine.outcome(replayed)


def test_no_record_while_the_board_is_played(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("NESW")
    table.bid_a_rik()
    with pytest.raises(NotAllowed):
        records.export(table.game.game_id, now=timezone.now())
    with pytest.raises(CommandError, match="not been released"):
        call_command("replay_game", table.game.game_id)


def test_under_the_policy_board_a_record_waits_for_the_release(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("NESW", policy="board")
    table.bid_a_rik()
    table.play_out()
    game_id, now = table.game.game_id, timezone.now()
    with pytest.raises(NotAllowed):
        records.export(game_id, now=now)
    GameSummary.objects.update(released=now)
    assert json.dumps(records.export(game_id, now=now))
    with pytest.raises(NotAllowed):
        records.export(game_id, now=now - timedelta(seconds=1))


def test_no_record_of_a_game_that_never_was() -> None:
    with pytest.raises(NotFound):
        records.export("nothing", now=timezone.now())
