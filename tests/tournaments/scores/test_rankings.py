"""Ranking, traveller and score card as pages and programs read them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model

from tests.tournaments.scores.evening import Evening, scores_of
from tournaments.models import Entry, Standing
from tournaments.selectors import rankings, travellers

pytestmark = pytest.mark.django_db

FOURS = [tuple("abcd"), tuple("efgh")]
OTHERS = [tuple("afch"), tuple("ebgd")]


@pytest.fixture
def evening() -> Evening:
    """Board 1 is released, board 2 is played and waits; table 2 did not finish board 1."""
    made = Evening(rounds=[FOURS, OTHERS], turns=(0, 1))
    made.start(1)
    made.play(1, 1, 1, scores_of("+20 +20 -20 -20"))
    made.play(1, 2, 1, scores_of("-30 +10 +10 +10"))
    for table in (1, 2):
        made.play(1, table, 2, scores_of("+15 -15 +15 -15"))
    made.follow()
    made.release("1", 1)
    made.follow()
    return made


def test_lines_come_in_the_order_of_the_ranking_with_names(evening):
    lines = rankings.lines(evening.key)
    assert [line.name for line in lines] == [
        line.entry.name for line in Standing.objects.filter(scope=0).order_by("place")
    ]
    assert all(line.house and line.moved is None for line in lines)


def test_a_person_is_called_what_he_is_called_now(evening):
    person: Any = get_user_model().objects.create_user("jan", password="koffie met appeltaart")
    Entry.objects.filter(pk=evening.id("a")).update(user_id=person.pk, name="")
    (line,) = rankings.lines(evening.key, entries=[evening.id("a")])
    assert (line.name, line.house) == (person.get_short_name(), False)


def test_a_search_keeps_ranks_as_they_are(evening):
    everybody = {line.name: line.standing.rank for line in rankings.lines(evening.key)}
    (found,) = rankings.lines(evening.key, search=" H ")
    assert (found.name, found.standing.rank) == ("h", everybody["h"])


def test_a_round_has_a_ranking_of_its_own(evening):
    assert len(rankings.lines(evening.key, 1)) == 8
    assert rankings.lines(evening.key, 2) == []


def test_however_many_entries_it_is_two_questions(evening, django_assert_num_queries):
    person: Any = get_user_model().objects.create_user("jan", password="koffie met appeltaart")
    Entry.objects.filter(pk=evening.id("a")).update(user_id=person.pk)
    with django_assert_num_queries(2):
        assert len(rankings.lines(evening.key)) == 8


def test_a_traveller_shows_every_table_and_what_it_was_worth(evening):
    found = travellers.traveller(evening.key, "1", 1)
    assert found is not None
    first, second = found.rows
    assert (found.round, found.field, first.table, second.table) == (1, 2, 1, 2)
    assert first.names == {"N": "a", "E": "b", "S": "c", "W": "d"}
    assert first.scores == {"N": 20, "E": 20, "S": -20, "W": -20}
    assert first.worth["N"].percent == "100"
    assert second.worth["N"].percent == "0"


def test_a_released_board_tells_who_played_with_whom(evening):
    found = travellers.traveller(evening.key, "1", 1)
    assert found is not None
    with_partner, alone = found.rows
    assert with_partner.roles == {"N": "declarer", "E": "partner", "S": "defender", "W": "defender"}
    assert alone.roles == {"N": "declarer", **dict.fromkeys("ESW", "defender")}
    made = with_partner.result
    assert (made.trump, made.called, made.tricks) == ("H", "SA", "9")


def test_no_traveller_before_the_release_nor_of_a_board_that_is_not(evening):
    assert travellers.traveller(evening.key, "1", 2) is None
    assert travellers.traveller(evening.key, "1", 99) is None
    assert travellers.traveller(evening.key, "2", 1) is None


def test_a_traveller_is_a_few_questions(evening, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        travellers.traveller(evening.key, "1", 1)


def test_a_score_card_has_released_boards_only(evening):
    (line,) = travellers.card(Entry.objects.get(pk=evening.id("b"))).lines
    assert (line.board.number, line.round, line.table, line.seat) == (1, 1, 1, "E")
    assert (line.points, line.role, line.score.percent) == (20, "partner", "100")
    evening.release("1", 2)
    evening.follow()
    lines = travellers.card(Entry.objects.get(pk=evening.id("b"))).lines
    assert [line.seat for line in lines] == ["E", "S"]


def test_a_score_card_is_two_questions(evening, django_assert_num_queries):
    entry = Entry.objects.get(pk=evening.id("b"))
    with django_assert_num_queries(2):
        travellers.card(entry)
