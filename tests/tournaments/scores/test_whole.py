"""A championship of house players, played: ranked as it went, once more, and rebuilt."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from gameplay.selectors import outcome_of
from tests.tournaments.scores.test_standings import told, wanted
from tournaments import rehearsal
from tournaments.domain.results import Entry as ScoredEntry
from tournaments.domain.results import Event, Stage, Status
from tournaments.domain.results import Result as ScoredResult
from tournaments.domain.standings import score_event
from tournaments.models import Entry, Result, SessionKey, Standing, Tournament
from tournaments.projections import follower
from tournaments.services import schedule
from tournaments.services.rebuilding import PROJECTIONS, rebuild

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)
SETTINGS: dict[str, object] = {
    "title": "Clubkampioenschap",
    "capacity": 16,
    "sessions": [{"starts": "2027-03-28T13:00", "rounds": 2}],
}


@pytest.fixture
def played() -> str:
    """Ten players, so that two house players without standing fill the third table."""
    key = schedule.schedule(
        settings=SETTINGS, organizer=None, actor="system:test", now=NOON, test_seed="rebuilding"
    )
    rehearsal.prepare(key, players=10, seed=7)
    for _ in rehearsal.play(key, seed=7):
        pass
    return key


def all_rows() -> dict[str, list[dict[str, Any]]]:
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in PROJECTIONS}


def test_it_is_ranked_as_it_went_ranked_at_once_and_rebuilt(played):
    check_ranking(played)
    check_scores_are_those_of_the_games()
    check_rebuilding()


def check_ranking(key: str) -> None:
    results = tuple(
        ScoredResult(
            row.board.session.name,
            row.board.number,
            row.table.number,
            (row.entry_n_id, row.entry_e_id, row.entry_s_id, row.entry_w_id),
            (row.score_n, row.score_e, row.score_s, row.score_w),
        )
        for row in Result.objects.select_related("board__session", "table")
    )
    assert len(results) == 3 * 8
    assert all(sum(result.scores) == 0 for result in results)
    entries = tuple(
        ScoredEntry(entry.key, Status.ACTIVE if entry.standing else Status.HOUSE)
        for entry in Entry.objects.all()
    )
    (stage,) = score_event(Event(entries, (Stage(results),)))
    lines = Standing.objects.filter(tournament=key, scope=0).order_by("place")
    assert [told(line) for line in lines] == [wanted(line) for line in stage.standings]
    assert len(lines) == 10
    assert Tournament.objects.get().boards_released == 8


def check_scores_are_those_of_the_games() -> None:
    for row in Result.objects.all():
        scores = {"N": row.score_n, "E": row.score_e, "S": row.score_s, "W": row.score_w}
        assert outcome_of(row.game_id) == scores


def check_rebuilding() -> None:
    """Every row of every projection is deleted; the command makes them, column for column."""
    kept, keys = all_rows(), list(SessionKey.objects.values())
    for model in reversed(PROJECTIONS):
        model.objects.all().delete()
    said, progress = StringIO(), StringIO()
    call_command("rebuild_standings", stdout=said, stderr=progress)
    assert all_rows() == kept
    assert list(SessionKey.objects.values()) == keys
    assert said.getvalue().startswith("Rebuilt 1 championships from ")
    assert "1 championships" in progress.getvalue()
    rebuild(NOON)
    assert all_rows() == kept
    assert follower.follow(NOON) == 0
