"""A clock at the tables of a championship, and what an outage of the service costs nobody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from engine import SEATS
from gameplay import outages, time_controls
from gameplay.models import Due, Outage, Pulse
from gameplay.time_controls import TimeControl
from tests.tournaments.rounds.office import Office
from tournaments.domain import settings
from tournaments.domain.errors import TournamentRefused
from tournaments.services import registration, rounds, seating

pytestmark = pytest.mark.django_db

BRISK = {
    "action_seconds": 15,
    "board_reserve": 60,
    "stand_in_after": 90,
    "given_back": "board",
}
ASKED = {"title": "Avond", "sessions": [{"starts": "2027-03-28T13:00", "rounds": 3}]}


def test_the_tables_of_a_round_have_the_clock_of_the_championship(office: Office, person) -> None:
    office.schedules(**BRISK)
    registration.open(office.key, **office.by)
    for name in ("anneke", "bert", "cor", "dineke"):
        registration.enter(office.key, user_id=person(name).pk, **office.by)
    office.enters_house(4)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    for table in office.tables():
        assert table.state.time == TimeControl(15, 60, 90, "board")
    timed = Due.objects.filter(kind="time")
    people = [
        table
        for table in office.tables()
        if table.state.seats[SEATS[(table.state.current.dealer + 1) % 4]].kind == "person"
    ]
    assert [due.at - office.now for due in timed] == [timedelta(seconds=75)] * len(people)


def test_by_default_there_is_no_clock(office: Office) -> None:
    office.starts()
    assert {table.state.time for table in office.tables()} == {None}


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"action_seconds": 4}, "action_seconds"),
        ({"action_seconds": 3601}, "action_seconds"),
        ({"action_seconds": True}, "action_seconds"),
        ({"board_reserve": 60}, "board_reserve"),
        ({"action_seconds": 20, "board_reserve": -1}, "board_reserve"),
        ({"stand_in_after": 14}, "stand_in_after"),
        ({"given_back": "att_once"}, "given_back"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused_by_name(
    wrong: dict[str, object], name: str
) -> None:
    with pytest.raises(TournamentRefused) as refused:
        settings.read({**ASKED, **wrong})
    assert refused.value.detail["name"] == name


@pytest.mark.parametrize(
    ("seconds", "reserve", "away"), [(0, 0, 0), (5, 0, 15), (3600, 3600, 3600), (0, 0, 15)]
)
def test_what_a_championship_may_have_a_table_can_have(
    seconds: int, reserve: int, away: int
) -> None:
    """The two packages say it apart: strangers run the one without the other."""
    for back in settings.GIVEN_BACK:
        setup = settings.read(
            {
                **ASKED,
                "action_seconds": seconds,
                "board_reserve": reserve,
                "stand_in_after": away,
                "given_back": back,
            }
        )
        time = TimeControl(
            setup.action_seconds, setup.board_reserve, setup.stand_in_after, setup.given_back
        )
        assert time_controls.made(time) == (time if seconds or away else None)


# Outages.


def was_away(office: Office, part: str, *, since: float, until: float) -> None:
    began, ended = (office.now - timedelta(seconds=back) for back in (since, until))
    Outage.objects.create(part=part, began=began, ended=ended)


def test_a_round_has_back_what_it_lost_in_an_outage_and_everybody_can_read_it(
    office: Office,
) -> None:
    office.starts(round_minutes=20)
    ends = office.round(1).ends
    office.wait(minutes=21)
    was_away(office, "tick", since=200, until=10)
    # The same outage as the other part of the service felt it.
    was_away(office, "hub", since=190, until=0)
    office.ticks(3)
    assert office.round(1).ends == ends + timedelta(seconds=200)
    assert office.round(1).state == "running"
    assert office.happened().count("OutageMadeGood") == 2
    event, actor = office.last("OutageMadeGood")
    assert (event.round, event.seconds, actor) == (1, 10, "system:tick")


def test_an_outage_from_before_the_round_is_none_of_its(office: Office) -> None:
    office.starts(round_minutes=20)
    ends = office.round(1).ends
    was_away(office, "tick", since=300, until=-30)
    office.wait(minutes=1)
    office.ticks()
    assert office.round(1).ends == ends + timedelta(seconds=30)


def test_the_clock_of_a_paused_round_stood_still_anyway(office: Office) -> None:
    office.starts(round_minutes=20)
    rounds.pause(office.key, 1, reason="brandalarm", **office.by)
    left = office.round(1).seconds_left
    office.wait(minutes=5)
    was_away(office, "tick", since=100, until=0)
    office.ticks()
    assert office.round(1).seconds_left == left


def test_no_round_ends_by_its_clock_while_nobody_can_reach_it(office: Office) -> None:
    office.starts(round_minutes=20)
    office.wait(minutes=19)
    outages.beat(outages.HUB, office.now)
    office.wait(minutes=2)
    outages.forget()
    office.ticks()
    assert office.round(1).state == "running"
    outages.beat(outages.HUB, office.now)
    office.ticks()
    assert (office.round(1).ends - office.now).total_seconds() == 60
    Pulse.objects.update(at=office.now + timedelta(minutes=1))
    outages.forget()
    office.wait(minutes=1)
    office.ticks()
    assert office.round(1).state == "closed"


def test_whoever_directs_and_whoever_plays_can_read_it_on_the_pages(
    office: Office, client: Client
) -> None:
    office.starts(round_minutes=20, action_seconds=20, board_reserve=90, stand_in_after=60)
    office.wait(minutes=3)
    was_away(office, "hub", since=42, until=0)
    office.ticks()
    client.force_login(office.organizer)
    client.cookies["django_language"] = "en"
    told = {
        page: " ".join(client.get(f"/tournaments/{office.key}/{page}").content.decode().split())
        for page in ("", "manage/", "history/")
    }
    assert "You have 20 seconds for each action, and 90 seconds in reserve" in told[""]
    assert "no connection for 60 seconds is stood in for" in told[""]
    assert "from 13:02, for 42 seconds" in told["manage/"]
    assert "The service was away for 42 seconds; round 1 has them back." in told["history/"]
