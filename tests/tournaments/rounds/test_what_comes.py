"""What a table says of the next round is what will happen, not that it begins soon."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from tests.tournaments.rounds.office import Office
from tournaments.models import Round, Tournament
from tournaments.selectors import homes, schedule

pytestmark = pytest.mark.django_db


def told(office: Office, *, before: timedelta, plays: bool = True) -> dict[str, Any]:
    """What is told so long before round 2 of 3 as it is planned."""
    tournament = Tournament.objects.get(pk=office.key)
    rounds = schedule.rounds_of(tournament)
    with translation.override("en"):
        return homes.where(
            tournament,
            rounds,
            schedule.present(rounds),
            table=None,
            plays=plays,
            now=rounds[1].starts - before,
        )


@pytest.fixture
def between(office: Office) -> Office:
    office.starts()
    office.closes(1)
    return office


def at(office: Office) -> str:
    row = Round.objects.get(tournament=office.key, number=2)
    starts: datetime = row.starts.astimezone(ZoneInfo(row.tournament.zone))
    return starts.strftime("%H:%M")


def test_a_round_that_its_organizer_starts_is_planned_for_its_time(between: Office) -> None:
    text = told(between, before=timedelta(minutes=48))["text"]
    planned = f"Round 2 of 3 is planned for {at(between)}; the organizer starts it."
    assert text == planned
    text = told(between, before=timedelta(minutes=-5))["text"]
    assert text == "The organizer starts round 2 of 3."


def test_a_round_that_starts_by_the_clock_begins_at_its_time(between: Office) -> None:
    Tournament.objects.filter(pk=between.key).update(auto_start=True)
    text = told(between, before=timedelta(minutes=48))["text"]
    assert text == f"Round 2 of 3 begins at {at(between)}."
    text = told(between, before=timedelta(minutes=-1))["text"]
    assert text == "Round 2 of 3 begins soon."


def test_a_round_on_another_day_says_which(between: Office) -> None:
    text = told(between, before=timedelta(days=2))["text"]
    assert "planned for" in text
    assert f", {at(between)};" in text


def test_who_only_watches_is_not_told_where_to_sit(office: Office) -> None:
    office.starts()
    player, other = (told(office, before=timedelta(0), plays=plays) for plays in (True, False))
    assert player["text"] == "Round 1 of 3 is in play; you have no table in it."
    assert other["text"] == "Round 1 of 3 is in play."
    assert player["ends"] == other["ends"] is not None
