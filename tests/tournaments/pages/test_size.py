"""A page of four hundred players asks the database as often as one of sixteen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments import factories
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


def field(players: int) -> Tournament:
    now = timezone.now()
    where = factories.tournament(round_number=1, boards_released=1)
    evening = factories.session(where)
    row = factories.round_of(
        evening, state=Round.RUNNING, started=now, ends=now + timedelta(minutes=30)
    )
    everybody = factories.entries(where, factories.people(players, prefix=f"p{players}x"))
    for number in range(players // 4):
        four = everybody[4 * number : 4 * number + 4]
        factories.seated(row, four, number + 1)
    factories.standings(where, everybody)
    factories.standings(where, everybody, scope=1)
    return where


@pytest.mark.parametrize(("page", "most"), [("lobby/", 9), ("standings/", 8)])
def test_queries_do_not_grow_with_the_field(page: str, most: int) -> None:
    asked = []
    for players in (16, 400):
        where = field(players)
        with CaptureQueriesContext(connection) as found:
            answer = Client().get(f"/tournaments/{where.key}/{page}")
        assert answer.status_code == 200
        asked.append(len(found))
    assert asked[0] == asked[1]
    assert asked[1] <= most
