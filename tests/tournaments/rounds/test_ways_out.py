"""Whatever people and accidents do, a round can start and a round can close."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, transaction

from gameplay import house_plan, streams, table_handlers
from tests.tournaments.rounds.office import NOON, Office
from tournaments import stream
from tournaments.domain import promises
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import EntryMade
from tournaments.services import deals, registration, rounds, schedule, seating

pytestmark = pytest.mark.django_db

ONE_ROUND = [{"starts": "2027-03-28T13:00", "rounds": 1}]


def refused(want: Callable[[], object]) -> TournamentRefused:
    with pytest.raises(TournamentRefused) as answer:
        want()
    return answer.value


# -- closing -----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_table_whose_closing_was_rolled_back_closes_a_moment_later(office, monkeypatch):
    office.starts(sessions=ONE_ROUND)
    plan, broken = house_plan.after_table, []

    def breaks_once(*args: Any) -> None:
        if not broken:
            broken.append(True)
            raise OperationalError("the connection is gone")
        plan(*args)

    monkeypatch.setattr(house_plan, "after_table", breaks_once)
    rounds.close(office.key, 1, reason="", **office.by)
    assert broken
    office.ticks(3)
    assert office.round(1).state == "closed"
    assert {each.state for each in office.results()} == {"interrupted"}
    assert office.championship.status == "finished"


def test_a_game_that_a_closed_table_left_unfinished_is_ended_by_the_clock(office):
    """Killed between two events that stand in one transaction today: the round closes anyway."""
    office.starts(sessions=ONE_ROUND)
    live = office.tables()[0]
    with transaction.atomic():
        closed = table_handlers._append(
            live,
            [table_handlers.TableClosed(reason="round_closed")],
            actor="system:test",
            now=office.now,
        )
        table_handlers._project(closed, office.now)
    rounds.close(office.key, 1, reason="", **office.by)
    office.ticks(3)
    game = closed.state.current
    assert game is not None
    assert streams.game(game.game_id).interrupted
    assert office.round(1).state == "closed"
    assert {each.state for each in office.results()} == {"interrupted"}


# -- seats -------------------------------------------------------------------------------------


@pytest.fixture
def awaited(office: Office, person: Callable[[str], Any]) -> tuple[Office, str, int]:
    """Anna left her seat before the first round and somebody late waits for it; who Anna is."""
    anna, late = person("anna"), person("late")
    office.schedules(auto_start=True)
    registration.open(office.key, **office.by)
    entry = registration.enter(office.key, user_id=anna.pk, **office.by)
    office.enters_house(7)
    seating.seat(office.key, seed=1, **office.by)
    office.deals()
    registration.open(office.key, **office.by)
    registration.withdraw(office.key, entry=entry, reason="", **office.by)
    registration.enter(office.key, user_id=late.pk, **office.by)
    return office, entry, anna.pk


def test_a_seat_for_which_somebody_waits_is_not_given_back(awaited):
    office, entry, anna = awaited
    answer = refused(lambda: registration.enter(office.key, user_id=anna, **office.by))
    assert (answer.code, answer.detail) == ("no_seat_free", {"waiting": 1})
    office.ticks()
    assert office.round(1).state == "running"
    seated = {key for table in office.round(1).tables for key in table.chairs}
    assert entry not in seated


def test_a_seat_for_which_nobody_waits_any_more_is_given_back(awaited):
    office, entry, anna = awaited
    (late,) = office.championship.unseated
    registration.withdraw(office.key, entry=late.key, reason="", **office.by)
    assert registration.enter(office.key, user_id=anna, **office.by) == entry
    assert rounds.blockers(office.key, 1) == []
    assert entry in office.championship.numbers


def test_a_round_does_not_wait_for_somebody_to_whom_no_seat_can_be_given(awaited):
    """Two were let in for one seat once: the round starts with whoever has it."""
    office, entry, anna = awaited
    stream.change(
        office.key, lambda state: [EntryMade(entry, anna, "", "", True)], actor="old", now=NOON
    )
    assert len(office.championship.unseated) == 1
    assert rounds.blockers(office.key, 1) == []
    office.ticks()
    assert office.round(1).state == "running"


@pytest.mark.parametrize("who", ["a person", "one who withdrew", "a house player"])
def test_nobody_enters_when_the_last_round_has_started(office, person, who):
    anna = person("anna")
    office.schedules(sessions=ONE_ROUND)
    registration.open(office.key, **office.by)
    entry = registration.enter(office.key, user_id=anna.pk, **office.by)
    office.enters_house(7)
    seating.seat(office.key, seed=1, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    registration.open(office.key, **office.by)
    registration.withdraw(office.key, entry=entry, reason="", **office.by)
    wants = {
        "a person": lambda: registration.enter(office.key, user_id=person("late").pk, **office.by),
        "one who withdrew": lambda: registration.enter(office.key, user_id=anna.pk, **office.by),
        "a house player": lambda: office.enters_house(1),
    }
    answer = refused(wants[who])
    assert (answer.code, answer.detail) == ("last_round_started", {"round": 1})


# -- moving rounds -----------------------------------------------------------------------------


def move(office: Office, number: int, minutes: int) -> None:
    starts = NOON + timedelta(minutes=minutes)
    schedule.reschedule_round(office.key, number, starts=starts, reason="", **office.by)


def test_a_round_is_not_moved_into_the_one_before_or_the_one_after(office):
    """Rounds of half an hour at 13:00, 13:35 and 14:10, refused as they would be at set-up."""
    office.schedules()
    early = refused(lambda: move(office, 2, 29))
    assert (early.code, early.detail) == (
        "rounds_overlap",
        {"round": 2, "starts": "2027-03-28T11:29:00Z", "earliest": "2027-03-28T11:30:00Z"},
    )
    late = refused(lambda: move(office, 2, 41))
    assert (late.code, late.detail) == (
        "rounds_overlap",
        {"round": 3, "starts": "2027-03-28T12:10:00Z", "earliest": "2027-03-28T12:11:00Z"},
    )
    for minutes in (30, 40):
        move(office, 2, minutes)
        assert office.round(2).starts == NOON + timedelta(minutes=minutes)


def test_after_a_round_that_was_given_more_time_the_next_one_starts_later(office):
    office.starts()
    rounds.extend(office.key, 1, minutes=10, reason="", **office.by)
    assert refused(lambda: move(office, 2, 39)).code == "rounds_overlap"
    move(office, 2, 40)


def test_after_a_round_that_was_closed_early_the_next_one_may_start_at_once(office):
    office.starts()
    office.wait(minutes=10)
    office.closes(1)
    move(office, 2, 10)
    assert office.round(2).starts == NOON + timedelta(minutes=10)


def test_a_round_is_moved_with_its_promise_or_not_at_all(office, monkeypatch):
    office.schedules()

    def killed(*args: object, **how: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as here:
        here.setattr(deals, "recommit", killed)
        with pytest.raises(KeyboardInterrupt):
            move(office, 1, -10)
    assert office.round(1).starts == NOON
    assert "RoundRescheduled" not in office.happened()
    move(office, 1, -10)
    assert office.happened()[-2:] == ["RoundRescheduled", "DealsRecommitted"]
    state = office.championship
    assert promises.promised(state).content.decode() == state.manifest
