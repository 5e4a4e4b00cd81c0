"""The championship that a demo runs by itself, on a clock that the test moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache

from gameplay import streams
from tests.tournaments.rounds.office import Office
from tournaments import demo, stream
from tournaments.models import Entry, Round, Tournament
from tournaments.services import clock, registration, rounds, schedule, seating

pytestmark = pytest.mark.django_db


@dataclass
class Hall:
    """Where nobody decides anything: only time passes. House players let it, to be quick."""

    office: Office

    def looks(self) -> None:
        demo.go_on(self.office.now)
        clock.run_due(self.office.now)

    def waits(self, until: Callable[[], object], *, step: float = 20) -> None:
        for _ in range(400):
            self.looks()
            if until():
                return
            self.office.wait(seconds=step)
        raise AssertionError("it never came to that")

    @property
    def sessions(self) -> list[Tournament]:
        return list(Tournament.objects.order_by("created", "starts"))


@pytest.fixture
def hall(office: Office) -> Hall:
    return Hall(office)


def state_of(number: int) -> str:
    return Round.objects.order_by("-tournament__created").filter(number=number)[0].state


def test_five_rounds_are_played_and_the_next_session_begins_two_minutes_later(hall: Hall) -> None:
    hall.looks()
    (first,) = hall.sessions
    assert (first.key, first.status, first.rounds_count) == ("demo-1", Tournament.SEATED, 5)
    entries = Entry.objects.filter(tournament=first)
    assert [(e.standing, bool(e.player), bool(e.name)) for e in entries] == [(True,) * 3] * 16
    assert not first.ranked, "its results count for nothing"

    hall.waits(lambda: len(hall.sessions) == 2, step=60)
    first, second = hall.sessions
    assert first.status == Tournament.FINISHED
    assert first.boards_released == 20
    played = Round.objects.filter(tournament=first).order_by("number")
    assert [row.state for row in played] == [Round.CLOSED] * 5
    # Announced at the very next look, and seated, so that everybody sees when it goes on.
    assert first.finished is not None
    assert hall.office.now - first.finished <= timedelta(minutes=1)
    assert second.starts == first.finished + timedelta(minutes=2)
    assert (second.key, second.entries_count) == ("demo-2", 16)

    hall.office.now = second.starts - timedelta(seconds=1)
    hall.looks()
    assert state_of(1) == Round.DEALT
    hall.office.now = second.starts
    hall.looks()
    assert state_of(1) == Round.RUNNING


def test_a_restart_in_the_middle_goes_on_where_it_was(hall: Hall) -> None:
    hall.waits(lambda: state_of(2) == Round.RUNNING)
    started = Round.objects.get(number=2).started
    for forget in (streams.forget_everything, stream.forget_everything, cache.clear):
        forget()
    hall.looks()
    assert Round.objects.get(number=2).started == started
    hall.waits(lambda: state_of(3) == Round.RUNNING)
    assert (Tournament.objects.count(), Entry.objects.count()) == (1, 16)


@pytest.mark.parametrize(
    ("service", "what"),
    [
        (schedule, "schedule"),
        (registration, "open"),
        (registration, "bring_house_to"),
        (seating, "seat"),
        (rounds, "start"),
    ],
)
def test_of_two_at_once_one_is_quicker_and_the_other_lets_it_be(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, service: Any, what: str
) -> None:
    """Both have looked at the same; one does all that he sees before the other does anything."""
    real = getattr(service, what)
    overtaken = []

    def slow(*args: Any, **options: Any) -> Any:
        monkeypatch.setattr(service, what, real)
        overtaken.append(what)
        hall.office.wait(seconds=1)
        demo.go_on(hall.office.now)
        return real(*args, **options)

    monkeypatch.setattr(service, what, slow)
    hall.waits(lambda: state_of(1) == Round.RUNNING)
    assert overtaken
    assert (Tournament.objects.count(), Entry.objects.count()) == (1, 16)
    assert stream.state("demo-1").championship.drawn == 16


def test_what_a_person_organizes_is_no_demo_whatever_it_is_called(
    hall: Hall, person: Callable[[str], Any]
) -> None:
    mallory = person("mallory")
    for key in ("demo-7", "demo-boom", "demo-"):
        schedule.schedule(
            key=key,
            settings={"title": key, "sessions": [{"starts": "2027-03-28T13:00", "rounds": 1}]},
            organizer=mallory.pk,
            actor=f"user:{mallory.pk}",
            now=hall.office.now + timedelta(seconds=1),
        )
    hall.office.wait(seconds=2)
    hall.waits(lambda: Tournament.objects.filter(status=Tournament.RUNNING))
    assert Tournament.objects.get(organizer_id=None).key == "demo-8"
    theirs = Tournament.objects.filter(organizer_id=mallory.pk)
    assert {(row.status, row.entries_count) for row in theirs} == {(Tournament.SCHEDULED, 0)}


def test_a_demo_that_was_called_off_is_followed_by_another(hall: Hall) -> None:
    hall.waits(lambda: state_of(1) == Round.RUNNING)
    schedule.cancel("demo-1", reason="", actor="system:operator", now=hall.office.now)
    called_off = hall.office.now
    hall.looks()
    second = hall.sessions[-1]
    assert (second.key, second.starts) == ("demo-2", called_off + timedelta(minutes=2))
    hall.waits(lambda: Tournament.objects.get(pk="demo-2").status == Tournament.RUNNING)
