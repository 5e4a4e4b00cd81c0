"""What the follower makes of play at the tables, and of a release."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.tournaments.scores.evening import Evening, scores_of
from tournaments.models import BoardScore, Checkpoint, Result, Standing, Tournament
from tournaments.projections import follower

pytestmark = pytest.mark.django_db

TABLES = [("a", "b", "c", "d"), ("e", "f", "g", "h")]


@pytest.fixture
def evening() -> Evening:
    made = Evening(rounds=[TABLES])
    made.start(1)
    made.follow()
    return made


def result(evening: Evening, table: int, board: int) -> Result:
    return Result.objects.get(table=evening.table(1, table), board__number=board)


def test_a_round_that_starts_has_a_waiting_result_for_each_board_at_each_table(evening):
    found = Result.objects.values_list("state", flat=True)
    assert list(found) == ["waiting"] * 8


def test_a_turned_board_gives_everybody_the_cards_of_another_seat(evening):
    """On the second board whoever sits in chair North holds East's cards."""
    seats = ("entry_n_id", "entry_e_id", "entry_s_id", "entry_w_id")
    held = [
        "".join(getattr(result(evening, 1, board), seat)[-1] for seat in seats)
        for board in (1, 2, 3, 4)
    ]
    assert held == ["abcd", "dabc", "cdab", "bcda"]


def test_a_game_is_playing_then_finished_with_scores_and_contract(evening):
    game = evening.open(1, 1, 1)
    evening.follow()
    assert (result(evening, 1, 1).state, result(evening, 1, 1).game_id) == ("playing", game)
    evening.finish(game, scores_of("+15 -15 +15 -15"))
    evening.follow()
    row = result(evening, 1, 1)
    assert (row.state, row.score_n, row.score_w, row.contract) == ("finished", 15, -15, "rik")
    assert (row.declarer, row.made) == ("N", True)
    assert row.ended == evening.now - timedelta(seconds=1)


def test_opened_and_finished_between_two_looks_it_is_finished(evening):
    evening.play(1, 2, 1, scores_of("+10 -10 +10 -10"))
    evening.follow()
    assert result(evening, 2, 1).state == "finished"


def test_a_closed_table_leaves_its_boards_interrupted_and_what_was_finished_finished(evening):
    evening.play(1, 1, 1, scores_of("+15 -15 +15 -15"))
    game = evening.open(1, 1, 2)
    evening.interrupt(game)
    evening.close_table(1, 1)
    evening.follow()
    states = [result(evening, 1, board).state for board in (1, 2, 3, 4)]
    assert states == ["finished", "interrupted", "interrupted", "interrupted"]
    assert result(evening, 1, 2).score_n is None
    assert result(evening, 2, 1).state == "waiting"


def test_free_tables_and_other_peoples_games_are_passed_over(evening):
    other = Evening(rounds=[TABLES])
    game = other.open(1, 1, 1)
    other.finish(game, scores_of("0 0 0 0"))
    other.close_table(1, 1)
    evening.follow()
    assert set(Result.objects.values_list("state", flat=True)) == {"waiting"}


def test_nothing_is_scored_before_the_release(evening):
    for table in (1, 2):
        evening.play(1, table, 1, scores_of("+15 -15 +15 -15"))
    evening.follow()
    assert not BoardScore.objects.exists()
    assert not Standing.objects.exists()


def test_a_release_scores_the_board_and_ranks_everybody(evening):
    evening.play(1, 1, 1, scores_of("+15 -15 +15 -15"))
    evening.play(1, 2, 1, scores_of("-30 +10 +10 +10"))
    evening.follow()
    evening.release("1", 1)
    evening.follow()
    lines = Standing.objects.filter(scope=0).order_by("place")
    shown = [(line.rank, line.entry.name, line.shown_percent) for line in lines]
    # a is 45 points above the other North, f and h are 25 above theirs, c is 5.
    assert [f"{rank} {name}" for rank, name, _ in shown] == [
        *("1 a", "2 f", "2 h", "4 c", "5 g", "6 b", "6 d", "8 e")
    ]
    assert [percent for _, _, percent in shown] == ["100.00"] * 4 + ["0.00"] * 4
    assert Standing.objects.filter(scope=1).count() == 8
    tournament = Tournament.objects.get()
    assert (tournament.boards_released, tournament.standings_version) == (1, tournament.version)


def test_an_event_is_never_taken_twice(evening):
    evening.release("1", 1)
    assert evening.follow() == 2
    before = Checkpoint.objects.get().position
    assert evening.follow() == 0
    assert Checkpoint.objects.get().position == before


def test_what_fails_is_taken_again_and_leaves_nothing_half_done(evening, monkeypatch):
    evening.play(1, 1, 1, scores_of("+15 -15 +15 -15"))
    evening.play(1, 2, 1, scores_of("-30 +10 +10 +10"))
    evening.release("1", 1)

    def pulled(*args: object, **how: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(follower.standings, "bring_up_to_date", pulled)
        with pytest.raises(KeyboardInterrupt):
            evening.follow()
    assert set(Result.objects.values_list("state", flat=True)) == {"waiting"}
    evening.follow()
    assert Standing.objects.filter(scope=0).count() == 8
