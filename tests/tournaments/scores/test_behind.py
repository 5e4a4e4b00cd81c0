"""An event that cannot be followed holds up its own championship, and nobody else's."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError

from gameplay.eventstore import lookups
from gameplay.models import GameSummary
from tests.tournaments.scores.evening import Evening, outcome, rows_of, scores_of
from tournaments.models import Behind, BoardScore, Checkpoint, Result, Standing
from tournaments.projections import follower

pytestmark = pytest.mark.django_db

TABLES = [("a", "b", "c", "d"), ("e", "f", "g", "h")]
LATER = follower.TRIED_AGAIN + timedelta(seconds=1)


@pytest.fixture
def evenings() -> tuple[Evening, Evening]:
    """Two championships; of the first a game has no row, so that its result cannot be made."""
    broken, sound = Evening(rounds=[TABLES]), Evening(rounds=[TABLES])
    for evening in (broken, sound):
        evening.start(1)
    evenings = broken, sound
    play(broken, 1)
    GameSummary.objects.filter(table_id=broken.table(1, 2)).delete()
    play(sound, 1)
    return evenings


def play(evening: Evening, board: int) -> None:
    evening.play(1, 1, board, scores_of("+15 -15 +15 -15"))
    evening.play(1, 2, board, scores_of("-30 +10 +10 +10"))
    evening.release("1", board)


def mend(evening: Evening) -> None:
    """The row of the game that has none."""
    (row,) = [
        row
        for rows in lookups.of_types(("GameOpened",))
        for row in rows
        if row.payload["table"] == evening.table(1, 2) and row.payload["board"] == 1
    ]
    GameSummary.objects.create(
        game_id=row.stream.removeprefix("game-"),
        table_id=evening.table(1, 2),
        board=1,
        dealer="N",
        ruleset="championship-online",
        opened=row.time,
        **outcome(scores_of("-30 +10 +10 +10"), row.time),
    )


def ranked(evening: Evening) -> int:
    return Standing.objects.filter(tournament=evening.key, scope=0).count()


def states(evening: Evening) -> set[str]:
    return set(
        Result.objects.filter(board__tournament=evening.key, board__number=1).values_list(
            "state", flat=True
        )
    )


def test_the_others_have_their_results_and_their_ranking(evenings, caplog):
    broken, sound = evenings
    sound.follow()
    assert (states(sound), ranked(sound)) == ({"finished"}, 8)
    assert ranked(broken) == 0
    assert list(Behind.objects.values_list("tournament_key", flat=True)) == [broken.key]
    assert f"tournament {broken.key} could not be followed" in caplog.text
    play(sound, 2)
    play(broken, 2)
    sound.follow()
    assert sound.follow() == 0
    assert Result.objects.filter(board__tournament=sound.key, state="finished").count() == 4
    assert ranked(broken) == 0


@pytest.mark.parametrize("limit", [500, 3])
def test_once_it_can_be_followed_it_has_all_that_the_others_have(evenings, limit):
    broken, sound = evenings
    sound.follow()
    play(broken, 2)
    play(sound, 2)
    sound.follow()
    mend(broken)
    play(broken, 3)
    sound.now += LATER
    assert sound.follow(limit) > 0
    assert not Behind.objects.exists()
    assert (states(broken), ranked(broken)) == ({"finished"}, 8)
    assert Checkpoint.objects.count() == 1
    kept = rows_of(broken.key)
    for model in (Standing, BoardScore, Result, Checkpoint):
        model.objects.all().delete()
    sound.follow()
    assert rows_of(broken.key) == kept


def test_it_is_tried_again_but_not_at_every_tick(evenings, monkeypatch):
    broken, sound = evenings
    sound.follow()
    asked: list[str] = []
    step = follower._step_behind

    def counted(key: str, *args: Any) -> int:
        asked.append(key)
        return step(key, *args)

    monkeypatch.setattr(follower, "_step_behind", counted)
    for _ in range(3):
        sound.follow()
    assert asked == []
    sound.now += LATER
    sound.follow()
    sound.follow()
    assert asked == [broken.key]
    assert Behind.objects.get().tournament_key == broken.key


def test_a_database_that_is_away_leaves_nobody_behind(evenings, monkeypatch):
    _, sound = evenings

    def away(*args: object) -> None:
        raise OperationalError("the connection is gone")

    with monkeypatch.context() as here:
        here.setattr(follower, "_apply", away)
        with pytest.raises(OperationalError):
            sound.follow()
    assert not Behind.objects.exists()
    sound.follow()
    assert ranked(sound) == 8
