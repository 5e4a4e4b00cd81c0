"""A board is let go the moment its last table has closed it, and not before."""

from __future__ import annotations

import pytest

from gameplay.eventstore import store
from gameplay.models import GameSummary
from tests.tournaments.scores.evening import Evening, scores_of
from tournaments import codec, stream
from tournaments.domain.events import BoardClosed, BoardReleased
from tournaments.models import Board
from tournaments.selectors import rankings, travellers
from tournaments.services.releases import release_due

pytestmark = pytest.mark.django_db

TABLES = [("a", "b", "c", "d"), ("e", "f", "g", "h")]
FIRST = scores_of("+15 -15 +15 -15")
SECOND = scores_of("-30 +10 +10 +10")


@pytest.fixture
def evening() -> Evening:
    made = Evening(rounds=[TABLES], turns=(0, 1))
    made.start(1)
    return made


def tick(evening: Evening) -> int:
    evening.follow()
    count = release_due(evening.later())
    evening.follow()
    return count


def events_of(evening: Evening) -> list[object]:
    return [codec.from_stored(row) for row in store.load(stream.name(evening.key))]


def test_before_the_round_nothing_is_released():
    evening = Evening(rounds=[TABLES])
    assert tick(evening) == 0


def test_a_board_waits_for_the_slowest_table(evening):
    evening.play(1, 1, 1, FIRST)
    assert tick(evening) == 0
    slow = evening.open(1, 2, 1)
    evening.play(1, 1, 2, FIRST)
    assert tick(evening) == 0
    assert rankings.lines(evening.key) == []
    assert travellers.traveller(evening.key, "1", 1) is None
    assert not GameSummary.objects.exclude(released=None).exists()
    evening.finish(slow, SECOND)
    assert tick(evening) == 1


def test_a_release_is_told_kept_with_the_games_and_ranked(evening):
    games = [evening.play(1, 1, 1, FIRST), evening.play(1, 2, 1, SECOND)]
    tick(evening)
    assert events_of(evening)[-2:] == [BoardClosed("1", 1, ()), BoardReleased("1", 1)]
    board = Board.objects.get(number=1)
    released = set(GameSummary.objects.filter(pk__in=games).values_list("released", flat=True))
    assert released == {board.released} == {board.closed}
    assert len(rankings.lines(evening.key)) == 8
    assert Board.objects.get(number=2).released is None


def test_what_was_interrupted_is_closed_and_named_by_its_table(evening):
    evening.play(1, 1, 1, FIRST)
    interrupted = evening.play(1, 2, 1, None)
    evening.close_table(1, 1)
    evening.close_table(1, 2)
    assert tick(evening) == 2
    closed = [event for event in events_of(evening) if isinstance(event, BoardClosed)]
    assert closed == [BoardClosed("1", 1, (2,)), BoardClosed("1", 2, (1, 2))]
    assert GameSummary.objects.get(pk=interrupted).released is not None


def test_it_is_released_once(evening):
    evening.play(1, 1, 1, FIRST)
    evening.play(1, 2, 1, SECOND)
    assert tick(evening) == 1
    before = stream.state(evening.key).version
    assert tick(evening) == 0
    assert stream.state(evening.key).version == before


def test_a_worker_that_looked_earlier_finds_nothing_left_to_do(evening, monkeypatch):
    """Both saw the board due; the second comes when the first has finished."""
    evening.play(1, 1, 1, FIRST)
    evening.play(1, 2, 1, SECOND)
    evening.follow()
    from tournaments.services import releases

    seen = releases._due()
    assert release_due(evening.later()) == 1
    before = stream.state(evening.key).version
    moments = set(GameSummary.objects.values_list("released", flat=True))
    monkeypatch.setattr(releases, "_due", lambda: seen)
    assert release_due(evening.later()) == 0
    assert stream.state(evening.key).version == before
    assert set(GameSummary.objects.values_list("released", flat=True)) == moments


def test_nothing_due_costs_one_question(evening, django_assert_num_queries):
    evening.follow()
    with django_assert_num_queries(1):
        release_due(evening.later())
    with django_assert_num_queries(2):
        evening.follow()
