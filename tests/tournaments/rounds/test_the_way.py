"""From the announcement to the last board: every step a championship takes, and who took it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine import SEATS
from gameplay import access, streams
from gameplay.eventstore import store
from tests.tournaments.rounds.office import NOON, Office
from tournaments import stream
from tournaments.domain import settings as setup
from tournaments.domain.championship import moment
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.models import Board, Entry, Result, Round, Tournament
from tournaments.selectors import homes
from tournaments.services import directing, registration, rounds, schedule, seating

pytestmark = pytest.mark.django_db


def row(office: Office) -> Tournament:
    return Tournament.objects.get(key=office.key)


def test_a_championship_is_scheduled_with_its_deals_promised(office):
    office.schedules()
    assert office.happened() == ["TournamentScheduled", "DealsCommitted"]
    assert row(office).status == "scheduled"
    assert row(office).starts == NOON
    assert row(office).manifest and not row(office).test_deals


def test_an_unknown_championship_is_not_found(db):
    with pytest.raises(NoSuchTournament) as refused:
        stream.state("nothing")
    assert refused.value.code == "no_such_tournament"


def test_asking_twice_under_one_key_schedules_once(office):
    for _ in range(2):
        schedule.schedule(
            settings={"title": "Beker", "sessions": [{"starts": "2027-03-28T13:00", "rounds": 1}]},
            organizer=office.organizer.pk,
            key="beker",
            **office.by,
        )
    office.key = "beker"
    assert office.happened() == ["TournamentScheduled", "DealsCommitted"]


def test_nothing_is_left_of_a_championship_whose_deals_could_not_be_promised(office, monkeypatch):
    def broken(*args: object, **fields: object) -> None:
        raise OSError("no chance to be had")

    monkeypatch.setattr("tournaments.services.deals.commit", broken)
    with pytest.raises(OSError, match="no chance"):
        office.schedules()
    assert not Tournament.objects.exists()


def test_people_enter_while_registration_is_open(office, person):
    office.schedules()
    ans = person("ans")
    with pytest.raises(TournamentRefused) as refused:
        registration.enter(office.key, user_id=ans.pk, actor=f"user:{ans.pk}", now=NOON)
    assert refused.value.code == "registration_not_open"

    registration.open(office.key, **office.by)
    entry = registration.enter(office.key, user_id=ans.pk, actor=f"user:{ans.pk}", now=NOON)
    assert Entry.objects.get(key=entry).user_id == ans.pk
    assert (row(office).status, row(office).entries_count) == ("registration_open", 1)

    registration.close(office.key, **office.by)
    registration.close(office.key, **office.by)
    assert row(office).status == "registration_closed"
    assert office.happened()[2:] == ["RegistrationOpened", "EntryMade", "RegistrationClosed"]


def test_a_double_click_enters_once(office, person):
    office.schedules()
    registration.open(office.key, **office.by)
    ans = person("ans")
    entered = {
        registration.enter(office.key, user_id=ans.pk, actor=f"user:{ans.pk}", now=NOON)
        for _ in range(2)
    }
    assert len(entered) == 1 == office.happened().count("EntryMade")


def test_a_house_player_entered_again_by_the_same_command_is_the_same(office):
    office.schedules()
    click = stream.sent("page", office.organizer.pk, "click-1")
    keys = {
        registration.enter_house(office.key, name="Dora", command_id=click, **office.by)
        for _ in range(2)
    }
    assert len(keys) == 1 == Entry.objects.count()


def test_a_command_id_for_something_else_is_refused(office):
    office.schedules()
    click = stream.sent("page", office.organizer.pk, "click-1")
    registration.enter_house(office.key, name="Dora", command_id=click, **office.by)
    with pytest.raises(TournamentRefused) as refused:
        registration.enter_house(office.key, name="Cor", command_id=click, **office.by)
    assert refused.value.code == "command_id_reused"


@pytest.mark.parametrize(
    "taken", ["release:1:1", "reveal:1", "deal:bcdfgh:1", "schedule", "page:0:x", "anything"]
)
def test_nobody_takes_an_id_of_the_service_or_of_somebody_else(office, taken):
    """Where a release has to come through under its own id, that id must be free."""
    office.schedules()
    with pytest.raises(ValueError, match="cannot have sent"):
        registration.open(office.key, command_id=taken, **office.by)
    assert office.happened() == ["TournamentScheduled", "DealsCommitted"]


def test_a_go_on_that_found_nothing_paused_does_not_end_a_pause_of_later(office):
    """Sent twice is done once, also by a worker that starts afresh."""
    office.starts(1)
    first = stream.sent("api", office.organizer.pk, "first")
    rounds.resume(office.key, 1, command_id=first, **office.by)
    rounds.pause(office.key, 1, reason="koffie", **office.by)
    stream.forget_everything()
    rounds.resume(office.key, 1, command_id=first, **office.by)
    assert office.round(1).state == "paused"
    with pytest.raises(TournamentRefused) as refused:
        rounds.pause(office.key, 1, reason="", command_id=first, **office.by)
    assert refused.value.code == "command_id_reused"
    second = stream.sent("api", office.organizer.pk, "second")
    rounds.resume(office.key, 1, command_id=second, **office.by)
    assert office.round(1).state == "running"


def test_house_players_are_brought_to_a_number_all_or_none(office):
    office.schedules(capacity=10)

    def house(count):
        registration.bring_house_to(
            office.key, count, named=lambda at: (f"Huis {at}", "bold"), **office.by
        )

    for count in (4, 9, 9, 5):
        house(count)
    with pytest.raises(TournamentRefused) as refused:
        house(12)
    assert refused.value.code == "full"
    names = Entry.objects.order_by("entered", "name").values_list("name", flat=True)
    assert sorted(names) == [f"Huis {at}" for at in range(9)]


def test_a_full_championship_says_so(office):
    office.schedules(capacity=8)
    office.enters_house(8)
    with pytest.raises(TournamentRefused) as refused:
        office.enters_house(1)
    assert (refused.value.code, refused.value.detail) == ("full", {"capacity": 8})


def test_who_withdrew_may_come_back_as_the_same_entry(office, person):
    office.schedules()
    registration.open(office.key, **office.by)
    ans = person("ans")
    by = {"actor": f"user:{ans.pk}", "now": NOON}
    first = registration.enter(office.key, user_id=ans.pk, **by)
    for _ in range(2):
        registration.withdraw(office.key, entry=first, reason="Ziek", **by)
    assert (row(office).entries_count, Entry.objects.get().status) == (0, "withdrawn")
    assert registration.enter(office.key, user_id=ans.pk, **by) == first
    assert (row(office).entries_count, Entry.objects.get().status) == (1, "active")
    assert office.happened().count("EntryWithdrawn") == 1


def test_an_entry_nobody_made_cannot_withdraw(office):
    office.schedules()
    with pytest.raises(NoSuchTournament) as refused:
        registration.withdraw(office.key, entry="niemand", reason="", **office.by)
    assert refused.value.code == "no_such_entry"


@pytest.mark.parametrize("players", [8, 9, 10, 11, 16])
def test_seats_are_drawn_and_the_last_table_is_filled_with_house_players(office, players):
    office.seats(players)
    state = office.championship
    assert len(state.numbers) % 4 == 0
    fillers = [each for each in state.entries.values() if not each.standing]
    assert len(fillers) == -players % 4
    assert row(office).entries_count == players
    for each in state.rounds:
        sitting = [entry for table in each.tables for entry in table.chairs]
        assert sorted(sitting) == sorted(state.numbers)
        assert all(sorted(table.turn) == [0, 1, 2, 3] for table in each.tables)
    assert row(office).status == "seated"


def test_one_seed_seats_one_way(office):
    office.seats(12, seed=3)
    seated = [[table.chairs for table in each.tables] for each in office.championship.rounds]
    names = {each.key: each.name for each in office.championship.entries.values()}
    first = [[[names[key] for key in chairs] for chairs in each] for each in seated]
    office.seats(12, seed=3)
    seated = [[table.chairs for table in each.tables] for each in office.championship.rounds]
    names = {each.key: each.name for each in office.championship.entries.values()}
    assert first == [[[names[key] for key in chairs] for chairs in each] for each in seated]


def test_seven_players_are_too_few(office):
    office.schedules()
    office.enters_house(7)
    with pytest.raises(TournamentRefused) as refused:
        seating.seat(office.key, **office.by)
    assert refused.value.code == "too_few_entries"
    assert refused.value.detail == {"entries": 7, "least": 8}


def test_seating_twice_changes_nothing_and_seating_after_a_change_draws_anew(office):
    office.seats(9)
    numbers = office.championship.numbers
    seating.seat(office.key, seed=8, **office.by)
    assert office.championship.numbers == numbers
    registration.withdraw(office.key, entry=numbers[0], reason="", **office.by)
    seating.seat(office.key, seed=8, **office.by)
    assert len(office.championship.numbers) == 8
    assert not [e for e in office.championship.active if e.fills]


def test_the_balance_is_reported(office):
    office.seats(16)
    report = seating.report(office.key)
    assert (report["players"], report["rounds"], report["warnings"]) == (16, 3, [])
    office.schedules()
    with pytest.raises(TournamentRefused) as refused:
        seating.report(office.key)
    assert refused.value.code == "not_seated"


def test_eight_boards_a_round_turn_twice(office):
    office.seats(8, boards=8)
    table = office.round(1).tables[0]
    assert table.turn == table.turn[:4] * 2


def test_a_round_starts_at_every_table_with_the_same_boards(office):
    office.starts(players=16)
    tables = office.tables()
    assert len(tables) == 4
    plans = {tuple((b.board, b.deal_id, b.dealer) for b in live.state.plan) for live in tables}
    assert len(plans) == 1
    assert [each.board for each in tables[0].state.plan] == [1, 2, 3, 4]
    for live, table in zip(tables, office.round(1).tables, strict=True):
        assert tuple(each.turn for each in live.state.plan) == table.turn
        assert live.state.origin == stream.name(office.key)
        assert live.state.policy == "board"
        for chair, key in zip(SEATS, table.chairs, strict=True):
            name = office.championship.entries[key].name
            assert live.state.seats[chair.after(live.state.turn)].name == name


def test_people_sit_at_their_table(office, person):
    office.schedules()
    registration.open(office.key, **office.by)
    people = [person(f"speler-{at}") for at in range(8)]
    for each in people:
        registration.enter(office.key, user_id=each.pk, actor=f"user:{each.pk}", now=NOON)
    seating.seat(office.key, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    sitting = {seat.user_id for live in office.tables() for seat in live.state.seats.values()}
    assert sitting == {each.pk for each in people}


@pytest.mark.django_db(transaction=True)  # what is not committed is remembered by nobody
def test_a_championship_of_house_players_is_played_to_its_end(office):
    """The whole way without anybody's help but the start: play, close, release, reveal, finish."""
    office.seats(8, sessions=[{"starts": "2027-03-28T13:00", "rounds": 2}], auto_start=True)
    office.house_plays(until=lambda: office.championship.finished is not None)
    happened = office.happened()
    once = ["RoundStarted", "RoundClosed", "RoundDealt"]
    assert [happened.count(kind) for kind in once] == [2, 2, 2]
    assert "RoundClosing" not in happened
    assert [happened.count(kind) for kind in ("BoardClosed", "BoardReleased")] == [8, 8]
    assert [happened.count(kind) for kind in ("SessionRevealed", "TournamentFinished")] == [1, 1]
    assert {each.state for each in office.results(1) + office.results(2)} == {Result.FINISHED}
    assert (row(office).status, row(office).finished) == (
        "finished",
        office.championship.finished,
    )
    with pytest.raises(TournamentRefused) as refused:
        rounds.start(office.key, 3, **office.by)
    assert refused.value.code == "finished"


def test_everything_that_happened_has_somebody_who_did_it(office):
    office.starts()
    rounds.pause(office.key, 1, reason="Koffie", **office.by)
    rounds.resume(office.key, 1, **office.by)
    rounds.extend(office.key, 1, minutes=5, reason="Het brandalarm ging af", **office.by)
    rounds.close(office.key, 1, reason="Het zaaltje sluit", **office.by)
    office.ticks()
    assert {each.actor for each in office.recorded()} == {
        office.actor,
        stream.TICK,
        "system:deals",
    }
    for kind, words in (
        ("RoundPaused", "Koffie"),
        ("RoundExtended", "Het brandalarm ging af"),
        ("RoundClosing", "Het zaaltje sluit"),
    ):
        event, actor = office.last(kind)
        assert actor == office.actor
        assert store.read_text(event.reason.id) == words
        assert store.text_is_genuine(event.reason.id, event.reason.digest)


def test_no_words_of_a_person_are_in_an_event(office, person):
    office.schedules()
    registration.open(office.key, **office.by)
    ans = person("Ans van Dorst")
    by = {"actor": f"user:{ans.pk}", "now": NOON}
    entry = registration.enter(office.key, user_id=ans.pk, **by)
    registration.withdraw(office.key, entry=entry, reason="Mijn moeder ligt in Tilburg", **by)
    stored = repr([each.payload for each in office.recorded()])
    assert "Ans" not in stored
    assert "Tilburg" not in stored
    event, _ = office.last("EntryWithdrawn")
    assert store.read_text(event.reason.id) == "Mijn moeder ligt in Tilburg"
    store.erase_texts(ans.pk)
    assert store.read_text(event.reason.id) is None


def test_the_history_shows_that_words_were_removed(office, person):
    from tournaments.selectors import history

    office.starts()
    rounds.pause(office.key, 1, reason="Koffie", **office.by)
    assert history.of(office.key)[-1].words == "Koffie"
    store.erase_texts(office.organizer.pk)
    last = history.of(office.key)[-1]
    assert (last.words, last.removed, last.actor) == (None, True, office.actor)
    assert not any(each.removed for each in history.of(office.key)[:-1])


def test_the_organizer_directs_unless_he_plays(office, person):
    office.starts()
    table = office.round(1).tables[0].table
    other = person("ander")
    assert directing.directs(office.organizer.pk, table)
    assert not directing.directs(other.pk, table)
    assert access.viewer(office.organizer.pk, streams.table(table).state).audience.value == (
        "director"
    )
    Entry.objects.create(
        key="mijn",
        tournament_id=office.key,
        user_id=office.organizer.pk,
        standing=True,
        status="active",
        entered=NOON,
    )
    assert not directing.directs(office.organizer.pk, table)


def test_a_table_leads_home_and_a_player_to_his_next_table(office, person):
    office.schedules()
    registration.open(office.key, **office.by)
    ans = person("ans").pk
    registration.enter(office.key, user_id=ans, actor=f"user:{ans}", now=NOON)
    office.enters_house(7)
    seating.seat(office.key, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    state = office.tables()[0].state
    page = f"/tournaments/{office.key}/"
    player, stranger = access.home(state, ans), access.home(state, None)
    assert player is not None and stranger is not None
    assert (player.url, player.next_url) == (page, f"{page}where/")
    assert (stranger.url, stranger.next_url) == (page, f"{page}where/")
    assert (player.plays, stranger.plays) == (True, False)
    assert player.ends == row(office).rounds.get(number=1).ends is not None
    assert player.board_url.startswith(f"{page}boards/") and player.board_url.endswith("/0/")
    assert player.compare_url == f"/api{page}sessions/1/boards/0/"
    assert player.title == stranger.title == "Clubkampioenschap"
    assert homes.home("t", "somewhere-else", ans) is None
    assert homes.home("t", "tournament-gone", ans) is None


def test_a_cancelled_championship_closes_the_round_in_play(office):
    office.starts()
    schedule.cancel(office.key, reason="Sneeuw", **office.by)
    office.ticks()
    assert office.championship.status == "cancelled" == row(office).status
    assert office.round(1).state == "closed"
    assert all(live.state.closed for live in office.tables())
    schedule.cancel(office.key, reason="Sneeuw", **office.by)
    assert office.happened().count("TournamentCancelled") == 1
    with pytest.raises(TournamentRefused) as refused:
        rounds.start(office.key, 2, **office.by)
    assert refused.value.code == "cancelled"


def test_statuses_and_states_are_those_of_the_rows(office):
    from tournaments.domain import championship as value

    assert {
        value.SCHEDULED,
        value.OPEN,
        value.REGISTERED,
        value.SEATED,
        value.RUNNING,
        value.FINISHED,
        value.CANCELLED,
    } == set(Tournament.STATUSES)
    assert {
        value.PLANNED,
        value.DEALT,
        value.RUNNING,
        value.PAUSED,
        value.CLOSING,
        value.CLOSED,
    } == set(Round.STATES)


def test_rows_of_a_round_tell_its_times(office):
    office.starts()
    known = Round.objects.get(key=f"{office.key}:1")
    assert known.started == NOON
    assert known.ends == moment("2027-03-28T11:30:00Z")
    assert Board.objects.filter(round=known).count() == 4


def test_more_rounds_than_meetings_is_a_warning_when_it_is_set_up(office):
    """Situation 5: never in mid-event that no pairing is left."""
    asked = {
        "title": "Te lang",
        "sessions": [{"starts": "2027-03-28T13:00", "rounds": 9}],
    }
    (warning,) = schedule.warnings(asked, 16)
    assert warning["code"] == "rounds_above_no_repeat_limit"
    assert (warning["rounds"], warning["no_repeat_limit"]) == (9, 5)
    assert sum(warning["meetings"].values()) == 16 * 15 // 2
    assert (
        schedule.warnings({**asked, "sessions": [{**asked["sessions"][0], "rounds": 5}]}, 16) == []
    )
    office.schedules(sessions=asked["sessions"])
    office.enters_house(16)
    seating.seat(office.key, **office.by)
    assert all(len(each.tables) == 4 for each in office.championship.rounds)


def test_settings_default_to_what_is_documented():
    read: Callable[..., Any] = setup.read
    event = read({"title": "Beker", "sessions": [{"starts": "2027-06-01T19:30", "rounds": 2}]})
    assert (event.policy, event.ranked, event.primary) == ("board", True, "matchpoints")
    assert (event.boards_a_round, event.capacity, event.auto_start) == (4, 400, False)
