"""A page of four hundred players asks the database as often as one of sixteen."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments import factories
from tests.tournaments.rounds.office import Office
from tournaments import stream
from tournaments.domain import movement
from tournaments.domain.events import EntryMade
from tournaments.models import Round, Tournament
from tournaments.services import rounds, seating

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


@pytest.mark.parametrize(("page", "most"), [("lobby/", 13), ("standings/", 8)])
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


def championship(office: Office, players: int, *, playing: bool) -> str:
    """Eight rounds, of which the first is being played, by way of the services."""
    office.now = timezone.now()
    key = office.schedules(
        capacity=400, sessions=[{"starts": "2027-03-28T13:00", "rounds": 8}], title=f"{players}"
    )
    stream.change(
        key,
        lambda state: [
            EntryMade(f"{players}-{at}", None, "house", f"Huis {at}", True) for at in range(players)
        ],
        **office.by,
    )
    seating.seat(key, seed=1, **office.by)
    if playing:
        office.deals()
        rounds.start(key, 1, **office.by)
    return key


def page(desk: Client, key: str, part: str) -> int:
    """How many questions it asks."""
    with CaptureQueriesContext(connection) as found:
        answer = desk.get(f"/tournaments/{key}/{part}", {"part": "1"})
    assert answer.status_code == 200
    return len(found)


@pytest.mark.parametrize("playing", [False, True], ids=["before play", "in play"])
def test_the_page_of_a_tournament_and_its_organizers_ask_no_more_for_a_larger_field(
    office: Office, playing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Client()
    desk.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    asked: dict[str, list[int]] = {"": [], "manage/": []}
    for players in (16, 400):
        key = championship(office, players, playing=playing)
        for part, counts in asked.items():
            counts.append(page(desk, key, part))
    assert asked[""][0] == asked[""][1] <= 13
    assert asked["manage/"][0] == asked["manage/"][1] <= 20

    # Every three seconds somebody asks: how even the seats are is known by now.
    def again(*_: Any) -> None:
        raise AssertionError("the seats were worked out again")

    monkeypatch.setattr(movement, "plan", again)
    monkeypatch.setattr(movement, "report", again)
    assert page(desk, key, "manage/") == asked["manage/"][1]
