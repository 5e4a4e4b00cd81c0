"""What keeps a round from starting is named exactly."""

from __future__ import annotations

import pytest

from tests.tournaments.rounds.office import NOON, Office
from tournaments import stream
from tournaments.domain.errors import TournamentRefused
from tournaments.models import RoundTable
from tournaments.services import registration, rounds, schedule, seating

pytestmark = pytest.mark.django_db


def refused(office: Office, number: int) -> TournamentRefused:
    with pytest.raises(TournamentRefused) as answer:
        rounds.start(office.key, number, **office.by)
    found = rounds.blockers(office.key, number)
    assert (found[0].code, found[0].detail) == (answer.value.code, answer.value.detail)
    return answer.value


def test_nobody_has_a_seat(office):
    office.schedules()
    office.enters_house(8)
    assert refused(office, 1).code == "not_seated"
    assert {each.code for each in rounds.blockers(office.key, 1)} == {"not_seated", "not_dealt"}


def test_boards_are_not_dealt(office):
    office.seats()
    assert refused(office, 1).detail == {"round": 1}
    assert refused(office, 1).code == "not_dealt"


def test_somebody_withdrew_and_is_named_with_his_table(office):
    office.seats()
    office.deals()
    table = office.round(1).tables[1]
    registration.withdraw(office.key, entry=table.chairs[2], reason="", **office.by)
    answer = refused(office, 1)
    assert answer.code == "withdrawn_entry_seated"
    assert answer.detail == {"entry": table.chairs[2], "round": 1, "table": 2}
    seating.reseat(office.key, reason="", **office.by)
    assert rounds.blockers(office.key, 1) == []


def test_somebody_who_came_late_has_no_seat_yet(office):
    office.seats(7 + 2)
    office.deals()
    (late,) = office.enters_house(1)
    answer = refused(office, 1)
    assert (answer.code, answer.detail) == ("entry_not_seated", {"entry": late})
    seating.reseat(office.key, reason="", **office.by)
    assert rounds.blockers(office.key, 1) == []
    assert late in office.championship.numbers


def test_the_round_has_started(office):
    office.starts()
    answer = refused(office, 1)
    assert (answer.code, answer.detail) == ("already_started", {"round": 1, "state": "running"})


def test_the_round_before_is_running_or_paused_or_has_not_begun(office):
    office.seats()
    office.deals()
    assert refused(office, 2).detail == {"round": 1, "state": "dealt"}
    rounds.start(office.key, 1, **office.by)
    assert refused(office, 2).detail == {"round": 1, "state": "running"}
    rounds.pause(office.key, 1, reason="", **office.by)
    assert refused(office, 2).detail == {"round": 1, "state": "paused"}
    assert refused(office, 2).code == "round_before_not_closed"


def test_there_is_no_such_round(office):
    office.seats()
    answer = refused(office, 4)
    assert (answer.code, answer.detail) == ("no_such_round", {"round": 4, "rounds": 3})


def test_it_was_cancelled(office):
    office.seats()
    office.deals()
    schedule.cancel(office.key, reason="", **office.by)
    assert refused(office, 1).code == "cancelled"


def test_after_the_end_it_is_over(office):
    office.starts(3)
    office.closes(3)
    office.ticks()
    assert office.championship.status == "finished"
    assert refused(office, 3).code == "finished"
    for want in (
        lambda: registration.open(office.key, **office.by),
        lambda: schedule.cancel(office.key, reason="", **office.by),
        lambda: seating.reseat(office.key, reason="", **office.by),
    ):
        with pytest.raises(TournamentRefused) as answer:
            want()
        assert answer.value.code == "finished"


def test_every_blocker_is_told_at_once(office):
    office.seats(9)
    table = office.round(2).tables[0]
    registration.withdraw(office.key, entry=table.chairs[0], reason="", **office.by)
    office.enters_house(1)
    assert [each.code for each in rounds.blockers(office.key, 2)] == [
        "withdrawn_entry_seated",
        "entry_not_seated",
        "not_dealt",
        "round_before_not_closed",
    ]


# -- twice, late, and in the middle ------------------------------------------------------------


def test_a_start_that_is_sent_again_opens_no_table_twice(office):
    """Situation 1: exactly T tables, one RoundStarted."""
    office.seats(16)
    office.deals()
    click = stream.sent("page", office.organizer.pk, "start-1")
    for _ in range(3):
        rounds.start(office.key, 1, command_id=click, **office.by)
    assert office.happened().count("RoundStarted") == 1
    assert office.open_tables(1) == 4
    assert RoundTable.objects.filter(round=f"{office.key}:1", opened=True).count() == 4


def test_a_start_that_died_after_its_event_is_finished_by_the_clock(office, monkeypatch):
    office.seats(16)
    office.deals()
    with monkeypatch.context() as killed:
        killed.setattr(rounds, "settle", lambda *args, **fields: 0)
        rounds.start(office.key, 1, **office.by)
    assert office.open_tables(1) == 0
    office.ticks(1)
    assert office.open_tables(1) == 4
    assert not RoundTable.objects.filter(round=f"{office.key}:1", opened=False).exists()


def test_one_table_that_cannot_be_opened_does_not_keep_the_others(office, monkeypatch):
    office.seats(16)
    office.deals()
    open_table, broken = rounds.table_handlers.open_table, office.round(1).tables[1].table

    def breaks(**fields: object) -> str:
        if fields["table_id"] == broken:
            raise OSError("this one not")
        return open_table(**fields)

    with monkeypatch.context() as here:
        here.setattr(rounds.table_handlers, "open_table", breaks)
        rounds.start(office.key, 1, **office.by)
    assert office.open_tables(1) == 3
    office.ticks(1)
    assert office.open_tables(1) == 4


def test_closing_early_interrupts_and_makes_nobody_absent(office):
    """Situation 4."""
    office.starts()
    rounds.close(office.key, 1, reason="Sneeuw", **office.by)
    rounds.close(office.key, 1, reason="Sneeuw", **office.by)
    assert office.happened().count("RoundClosing") == 1
    office.ticks()
    assert office.round(1).state == "closed"
    assert {each.state for each in office.results()} == {"interrupted"}
    assert len(office.results()) == 8
    event, _ = office.last("BoardClosed")
    assert event.interrupted == (1, 2)


def test_a_close_that_died_after_its_event_is_finished_by_the_clock(office, monkeypatch):
    """Situation 2: whatever a table was doing, its round can be closed."""
    office.starts()
    with monkeypatch.context() as killed:
        killed.setattr(rounds, "settle", lambda *args, **fields: 0)
        rounds.close(office.key, 1, reason="", **office.by)
    assert office.round(1).state == "closing"
    assert not any(live.state.closed for live in office.tables())
    office.ticks()
    assert all(live.state.closed for live in office.tables())
    assert office.round(1).state == "closed"
    rounds.start(office.key, 2, **office.by)


def test_a_round_that_closes_before_all_its_tables_opened_has_all_its_results(office, monkeypatch):
    office.seats(16)
    office.deals()
    with monkeypatch.context() as killed:
        killed.setattr(rounds, "settle", lambda *args, **fields: 0)
        rounds.start(office.key, 1, **office.by)
        rounds.close(office.key, 1, reason="", **office.by)
    office.ticks()
    assert office.round(1).state == "closed"
    assert [each.state for each in office.results()] == ["interrupted"] * 16


def test_a_round_that_is_over_is_neither_paused_nor_given_time(office):
    office.starts()
    office.closes(1)
    for act in (
        lambda: rounds.pause(office.key, 1, reason="", **office.by),
        lambda: rounds.resume(office.key, 1, **office.by),
        lambda: rounds.extend(office.key, 1, minutes=5, reason="", **office.by),
    ):
        with pytest.raises(TournamentRefused) as answer:
            act()
        assert answer.value.code == "round_not_running"
        assert answer.value.detail == {"round": 1, "state": "closed"}
    rounds.close(office.key, 1, reason="", **office.by)
    assert office.happened().count("RoundClosing") == 1


# -- moving rounds -------------------------------------------------------------------------------


def test_a_round_is_moved_before_it_starts_and_the_deals_are_promised_anew(office):
    from datetime import timedelta

    office.seats()
    earlier = NOON - timedelta(minutes=10)
    schedule.reschedule_round(office.key, 1, starts=earlier, reason="Zaal", **office.by)
    assert office.round(1).starts == earlier
    assert office.happened()[-2:] == ["RoundRescheduled", "DealsRecommitted"]
    assert "2027-03-28T10:50:00Z" in office.championship.manifest
    schedule.reschedule_round(office.key, 1, starts=earlier, reason="Zaal", **office.by)
    assert office.happened().count("RoundRescheduled") == 1


def test_a_round_cannot_be_moved_past_its_neighbour_or_after_it_started(office):
    from datetime import timedelta

    office.starts()
    with pytest.raises(TournamentRefused) as answer:
        schedule.reschedule_round(
            office.key, 2, starts=NOON + timedelta(hours=5), reason="", **office.by
        )
    assert answer.value.code == "rounds_out_of_order"
    with pytest.raises(TournamentRefused) as answer:
        schedule.reschedule_round(
            office.key, 1, starts=NOON + timedelta(minutes=1), reason="", **office.by
        )
    assert answer.value.code == "already_started"
