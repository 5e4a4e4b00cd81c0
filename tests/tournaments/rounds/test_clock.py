"""What the hour brings, and what stops when the organizer says stop."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from gameplay import access, house
from gameplay.errors import PlayRefused
from tests.tournaments.rounds.office import NOON, Office
from tournaments.domain.errors import TournamentRefused
from tournaments.services import clock, registration, rounds, seating

pytestmark = pytest.mark.django_db


def test_rounds_start_at_their_own_clock_times(office):
    """Situation 7."""
    office.now = NOON - timedelta(hours=1)
    office.seats(
        auto_start=True,
        round_minutes=10,
        sessions=[{"round_starts": ["2027-03-28T13:00", "2027-03-28T13:12", "2027-03-28T15:45"]}],
    )
    running = []
    for minute in (-2, -1, 0, 11, 12, 25, 164, 165, 176):
        office.now = NOON + timedelta(minutes=minute)
        office.ticks(3)
        current = office.championship.current
        running.append(current.number if current else 0)
    assert running == [0, 0, 1, 1, 2, 2, 2, 3, 3]
    assert office.championship.status == "finished"


def test_without_auto_start_the_organizer_starts_each_round(office):
    office.seats()
    office.deals()
    office.wait(hours=3)
    office.ticks()
    assert office.championship.current is None


def test_a_championship_that_starts_by_itself_is_seated_a_minute_before(office):
    office.now = NOON - timedelta(minutes=5)
    office.schedules(auto_start=True)
    office.enters_house(10)
    office.ticks()
    assert not office.championship.numbers
    office.now = NOON - timedelta(seconds=59)
    office.ticks()
    assert len(office.championship.numbers) == 12
    assert {name for name, _ in office.tasks} == {"tournaments.deal_boards"}
    assert all(each.boards for each in office.championship.rounds)
    office.now = NOON
    office.ticks()
    assert office.round(1).state == "running"


def test_too_few_players_start_nothing_and_hold_up_nobody(office):
    office.schedules(auto_start=True)
    office.enters_house(3)
    first, office.key = office.key, ""
    office.seats(auto_start=True)
    office.ticks()
    assert office.round(1).state == "running"
    office.key = first
    assert office.championship.status == "scheduled"


def test_who_left_makes_room_when_a_round_starts_by_itself(office):
    office.seats(auto_start=True)
    office.ticks()
    leaver = office.round(2).tables[0].chairs[0]
    registration.withdraw(office.key, entry=leaver, reason="", **office.by)
    office.wait(minutes=40)
    office.ticks(4)
    assert office.round(2).state == "running"
    assert leaver in {key for table in office.round(1).tables for key in table.chairs}
    assert leaver not in {key for table in office.round(2).tables for key in table.chairs}


def test_deals_are_asked_for_again_when_nobody_dealt(office, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(
        "tournaments.services.clock.current_app.send_task",
        lambda name, args, **options: asked.extend(args),
    )
    office.seats(sessions=[{"starts": "2027-03-28T13:00", "rounds": 1}])
    office.ticks(3)
    assert asked == [f"{office.key}:1"]
    clock.cache.clear()  # as time does
    office.ticks(1)
    assert len(asked) == 2


def test_a_round_is_closed_when_its_clock_runs_out(office):
    office.starts()
    office.wait(minutes=29, seconds=59)
    office.ticks()
    assert office.round(1).state == "running"
    office.wait(seconds=1)
    office.ticks()
    assert office.round(1).state == "closed"
    assert {each.state for each in office.results()} == {"interrupted"}


# -- pausing ---------------------------------------------------------------------------------------


def test_a_pause_stops_every_clock_and_gives_the_time_back(office):
    office.starts()
    office.wait(minutes=10)
    rounds.pause(office.key, 1, reason="Koffie", **office.by)
    rounds.pause(office.key, 1, reason="Koffie", **office.by)
    assert (office.round(1).state, office.round(1).seconds_left) == ("paused", 20 * 60)
    assert office.round(1).ends is None
    assert all(live.state.paused for live in office.tables())

    office.wait(hours=2)
    assert house.run_due(office.now) == 0
    office.ticks()
    assert office.round(1).state == "paused"

    rounds.resume(office.key, 1, **office.by)
    rounds.resume(office.key, 1, **office.by)
    assert office.round(1).ends == office.now + timedelta(minutes=20)
    assert not any(live.state.paused for live in office.tables())
    assert house.run_due(office.now + timedelta(seconds=5)) > 0
    assert [office.happened().count(kind) for kind in ("RoundPaused", "RoundResumed")] == [1, 1]


def test_a_person_is_refused_while_the_round_is_paused(office, person):
    office.schedules()
    registration.open(office.key, **office.by)
    ans = person("ans")
    registration.enter(office.key, user_id=ans.pk, actor=f"user:{ans.pk}", now=NOON)
    office.enters_house(7)
    seating.seat(office.key, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    live = next(live for live in office.tables() if live.state.seat_of(ans.pk) is not None)
    current = live.state.current
    assert current is not None
    at = (ans.pk, live.state.table_id, current.game_id)
    access.must_hold_on_board(*at)
    rounds.pause(office.key, 1, reason="", **office.by)
    with pytest.raises(PlayRefused) as refused:
        access.must_hold_on_board(*at)
    assert refused.value.code == "table_paused"
    rounds.resume(office.key, 1, **office.by)
    access.must_hold_on_board(*at)


def test_a_pause_that_died_half_way_is_finished_by_the_clock(office, monkeypatch):
    office.starts()
    with monkeypatch.context() as killed:
        killed.setattr(rounds, "settle", lambda *args, **fields: 0)
        rounds.pause(office.key, 1, reason="", **office.by)
    assert not any(live.state.paused for live in office.tables())
    office.ticks(1)
    assert all(live.state.paused for live in office.tables())
    with monkeypatch.context() as killed:
        killed.setattr(rounds, "settle", lambda *args, **fields: 0)
        rounds.resume(office.key, 1, **office.by)
    office.ticks(1)
    assert not any(live.state.paused for live in office.tables())


def test_a_round_is_given_more_time_running_and_paused(office):
    office.starts()
    rounds.extend(office.key, 1, minutes=5, reason="", **office.by)
    assert office.round(1).ends == NOON + timedelta(minutes=35)
    rounds.pause(office.key, 1, reason="", **office.by)
    rounds.extend(office.key, 1, minutes=5, reason="", **office.by)
    assert office.round(1).seconds_left == 40 * 60
    for minutes in (0, -5, 601):
        with pytest.raises(TournamentRefused) as refused:
            rounds.extend(office.key, 1, minutes=minutes, reason="", **office.by)
        assert refused.value.code == "bad_minutes"


def test_time_that_was_given_at_the_last_moment_counts(office):
    office.starts()
    office.wait(minutes=30)
    rounds.extend(office.key, 1, minutes=1, reason="", **office.by)
    office.ticks()
    assert office.round(1).state == "running"


def test_a_paused_round_can_be_closed(office):
    office.starts()
    rounds.pause(office.key, 1, reason="", **office.by)
    office.closes(1)
    assert all(live.state.closed for live in office.tables())


# -- the tick --------------------------------------------------------------------------------------


def test_a_tick_with_nothing_due_asks_little(office):
    office.starts(players=16)
    office.ticks(3)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert clock.run_due(office.now) == 0
    assert len(asked) <= 14, [each["sql"][:80] for each in asked]


def test_one_championship_that_fails_does_not_stop_the_others(office, monkeypatch):
    office.seats(auto_start=True)
    office.deals()
    first, office.key = office.key, ""
    office.seats(auto_start=True)
    office.deals()
    start = rounds.start

    def fails_in_the_first(key: str, number: int, **fields: object) -> None:
        if key == first:
            raise OSError("not this one")
        start(key, number, **fields)

    monkeypatch.setattr(rounds, "start", fails_in_the_first)
    office.ticks(1)
    assert office.round(1).state == "running"


def test_a_ranking_that_cannot_be_made_stops_no_round(office, monkeypatch):
    def broken(now: object) -> int:
        raise OSError("no ranking")

    office.seats(auto_start=True)
    office.deals()
    monkeypatch.setattr(clock.follower, "follow", broken)
    office.ticks(1)
    assert office.round(1).state == "running"


# -- coming and going ------------------------------------------------------------------------------


def as_stored(office: Office, until: int) -> list[tuple[object, ...]]:
    return [(row.version, row.type, row.payload, row.hash) for row in office.recorded()[:until]]


@pytest.mark.parametrize("boundary", [0, 1, 2])
def test_coming_and_going_between_rounds_leaves_past_rounds_alone(office, boundary):
    """Situations 8 and 9: add and withdraw at every boundary; past rounds byte-identical."""
    office.seats(9)
    office.deals()
    for number in range(1, boundary + 1):
        rounds.start(office.key, number, **office.by)
        office.closes(number)
    past = [office.round(number) for number in range(1, boundary + 1)]
    until = len(office.recorded())
    before = as_stored(office, until)

    leaver = next(k for k in office.championship.numbers if office.championship.entries[k].standing)
    registration.withdraw(office.key, entry=leaver, reason="Ziek", **office.by)
    (late,) = office.enters_house(1)
    seating.reseat(office.key, reason="Ans is ziek", **office.by)
    seating.reseat(office.key, reason="Ans is ziek", **office.by)

    assert as_stored(office, until) == before
    assert [office.round(each.number) for each in past] == past
    event, _ = office.last("RoundsSeated")
    assert event.from_round == boundary + 1
    assert [each.round for each in event.rounds] == list(range(boundary + 1, 4))
    assert office.championship.entries[leaver].withdrawn_from == boundary + 1
    for each in office.championship.rounds[boundary:]:
        sitting = [key for table in each.tables for key in table.chairs]
        assert leaver not in sitting
        assert late in sitting
        assert sorted(sitting) == sorted(office.championship.numbers)
    rounds.start(office.key, boundary + 1, **office.by)


def test_who_withdraws_during_a_round_keeps_his_place_in_it(office):
    office.starts()
    leaver = office.round(1).tables[0].chairs[0]
    registration.withdraw(office.key, entry=leaver, reason="", **office.by)
    seating.reseat(office.key, reason="", **office.by)
    assert leaver in office.round(1).tables[0].chairs
    assert office.championship.entries[leaver].withdrawn_from == 2


def test_nobody_can_come_late_when_every_seat_has_a_player(office):
    office.seats(8)
    with pytest.raises(TournamentRefused) as refused:
        office.enters_house(1)
    assert (refused.value.code, refused.value.detail) == ("no_seat_free", {"waiting": 0})


def test_only_as_many_can_come_late_as_there_are_seats(office):
    office.seats(10)
    office.enters_house(2)
    with pytest.raises(TournamentRefused) as refused:
        office.enters_house(1)
    assert refused.value.code == "no_seat_free"
    seating.reseat(office.key, reason="", **office.by)
    assert not [each for each in office.championship.active if each.fills]
