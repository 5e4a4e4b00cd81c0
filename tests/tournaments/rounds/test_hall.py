"""Tables in the hall: results are written down, confirmed, corrected, and rank with all others."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest

from engine import RikkenError
from gameplay.models import GameSummary
from tests.tournaments.rounds.office import Office
from tournaments.domain import slips, wants
from tournaments.domain.championship import Championship
from tournaments.domain.events import TournamentEvent
from tournaments.domain.hall import missing, place
from tournaments.models import (
    Board,
    BoardScore,
    Entry,
    Result,
    RoundTable,
    Standing,
    Tournament,
)
from tournaments.projections import follower
from tournaments.selectors import rankings
from tournaments.services import (
    clock,
    hall,
    rebuilding,
    registration,
    releases,
    rounds,
    rulings,
    seating,
)

GUESTS = ("Toos", "Mien", "Sjaak", "Bertus", "Riet", "Noud", "Jo", "Fien")
RIK: Mapping[str, Any] = {
    "contracts": [
        {"bid": "rik", "declarer": "N", "partner": "E", "trump": "H", "called": "CA", "tricks": 9}
    ]
}
PIEK: Mapping[str, Any] = {"contracts": [{"bid": "piek", "declarer": "S", "tricks": 1}]}
MISERE_LOST: Mapping[str, Any] = {"contracts": [{"bid": "misere", "declarer": "W", "tricks": 2}]}


class Hall:
    """What devices at tables send; a new id for each time somebody taps."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.ids = itertools.count(1)

    def table(self, number: int, round_: int = 1) -> Any:
        return self.office.round(round_).tables[number - 1]

    def sends(
        self, do: Any, board: int, facts: Any, *, table: int = 1, chair: int = 0, **more: Any
    ) -> None:
        at = self.table(table)
        entry = more.pop("entry", at.chairs[chair])
        written = hall.Written(table=at.table, board=board, facts=facts, entry=entry, **more)
        do(
            self.office.key,
            written,
            actor=f"device:{table}",
            now=self.office.now,
            command_id=f"device:{table}:{next(self.ids)}",
        )

    def plays(self, board: int, facts: Any, *, table: int = 1) -> None:
        self.sends(hall.enter, board, facts, table=table)
        self.sends(hall.confirm, board, facts, table=table, chair=2)


@pytest.fixture
def at(office: Office) -> Hall:
    return Hall(office)


def in_the_hall(office: Office, guests: int = 8, house: int = 0, **changes: Any) -> None:
    """Everybody seated, all dealt, the first round in play."""
    office.schedules(venue="hybrid" if house else "hall", **changes)
    registration.enter_guests(office.key, GUESTS[:guests], **office.by)
    office.enters_house(house)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    office.ticks()


def refused(do: Any, *args: Any, **given: Any) -> str:
    with pytest.raises(RikkenError) as refusal:
        do(*args, **given)
    return str(refusal.value.code)


def test_eight_people_at_two_tables_are_ranked_by_what_their_devices_sent(
    office: Office, at: Hall
) -> None:
    in_the_hall(office)
    assert office.open_tables(1) == 0  # no game, no card: nothing is opened
    for board in range(1, 5):
        at.plays(board, RIK)
        office.ticks()
        assert Board.objects.get(number=board, tournament=office.key).released is None
        at.plays(board, PIEK, table=2)
        office.ticks()
        assert Board.objects.get(number=board, tournament=office.key).released
    assert office.round(1).state == "closed"
    assert {row.source for row in office.results()} == {"hall"}
    first = office.results()[0]
    assert (first.contract, first.declarer, first.partner, first.called) == ("rik", "N", "E", "CA")
    assert (first.score_n, first.score_s) == (15, -15)
    lines = rankings.lines(office.key)
    assert {line.name for line in lines} == set(GUESTS)
    assert [line.standing.boards for line in lines] == [4] * 8
    # Each board compares two tables: whoever made more on it has 100 % of it.
    percents = [float(line.standing.shown_percent) for line in lines]
    assert sum(percents) / 8 == 50
    assert percents[0] > 50


def test_online_and_hall_are_one_field_and_the_round_closes_when_both_have(
    office: Office, at: Hall
) -> None:
    in_the_hall(office, guests=4, house=4)
    real, online = office.round(1).tables
    assert (real.hall, online.hall) == (True, False)
    assert {office.championship.entries[key].place for key in real.chairs} == {"hall"}
    played = lambda: all(  # noqa: E731
        row.state == Result.FINISHED for row in office.results() if row.source == "online"
    )
    office.house_plays(until=played)
    assert not Board.objects.filter(released__isnull=False).exists()
    for board in range(1, 5):
        at.plays(board, RIK)
    office.ticks()
    assert Board.objects.filter(tournament=office.key, released__isnull=False).count() == 4
    assert office.round(1).state == "closed"
    lines = rankings.lines(office.key)
    assert len(lines) == 8
    assert {line.standing.boards for line in lines} == {4}


def test_a_result_is_settled_by_a_second_player_and_corrected_by_the_table(
    office: Office, at: Hall
) -> None:
    in_the_hall(office)
    at.sends(hall.enter, 1, RIK)
    at.sends(hall.enter, 1, RIK)  # from a second phone: the same, and nothing happens
    assert office.happened().count("ResultEntered") == 1
    assert refused(at.sends, hall.enter, 1, PIEK, chair=1) == "already_entered"
    assert refused(at.sends, hall.confirm, 1, RIK) == "confirm_by_another"
    assert refused(at.sends, hall.confirm, 1, PIEK, chair=1) == "result_changed"
    at.sends(hall.correct, 1, PIEK, chair=1)
    office.ticks()
    assert office.results()[0].state == Result.PLAYING
    at.sends(hall.confirm, 1, PIEK, chair=0)
    office.ticks()
    assert office.results()[0].state == Result.FINISHED
    assert office.results()[0].contract == "piek"
    # A settled result that one of them corrects is open again, and its board is held back.
    at.plays(1, RIK, table=2)
    at.sends(hall.correct, 1, RIK, chair=3)
    office.ticks()
    assert office.results()[0].state == Result.PLAYING
    assert Board.objects.get(number=1, tournament=office.key).released is None
    at.sends(hall.confirm, 1, RIK, chair=1)
    office.ticks()
    assert Board.objects.get(number=1, tournament=office.key).released
    assert refused(at.sends, hall.correct, 1, PIEK, chair=3) == "board_released"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"contracts": [{"bid": "piek", "declarer": "N", "tricks": 14}]}, "too_many_tricks"),
        (
            {"contracts": [{"bid": "rik", "declarer": "N", "partner": "N", "tricks": 8}]},
            "partner_is_declarer",
        ),
        ({"contracts": [{"bid": "kruisjassen", "declarer": "N", "tricks": 8}]}, "bid_not_played"),
    ],
)
def test_what_no_game_can_have_is_refused(office: Office, at: Hall, facts: Any, code: str) -> None:
    in_the_hall(office)
    assert refused(at.sends, hall.enter, 1, facts) == code
    assert not office.championship.hall_results


def test_a_device_that_is_out_of_date_goes_no_further(office: Office, at: Hall) -> None:
    in_the_hall(office)
    assert refused(at.sends, hall.enter, 1, RIK, entry="somebody") == "seats_changed"
    assert refused(at.sends, hall.enter, 1, RIK, seats="others") == "seats_changed"
    assert refused(at.sends, hall.enter, 5, RIK) == "no_such_board"
    rounds.close(office.key, 1, reason="koffie", **office.by)
    at.sends(hall.enter, 1, RIK)  # played before the bell, written down after it
    office.ticks()
    assert office.results()[0].state == Result.FINISHED
    assert office.round(1).state == "closing"
    assert len(missing(office.championship, 1)) == 7
    hall.give_up(office.key, 1, reason="de briefjes zijn weg", **office.by)
    office.ticks()
    assert office.round(1).state == "closed"
    assert refused(at.sends, hall.enter, 2, RIK) == "round_over"


def test_the_organizer_mends_a_result_after_the_round_with_a_reason(
    office: Office, at: Hall
) -> None:
    in_the_hall(office)
    for board in range(1, 5):
        at.plays(board, RIK)
        at.plays(board, RIK, table=2)
    office.ticks()
    assert {line.standing.shown_percent for line in rankings.lines(office.key)} == {"50.00"}
    written = hall.Written(table=at.table(1).table, board=2, facts=PIEK, entry="")
    assert refused(hall.put, office.key, written, **office.by) == "reason_needed"
    hall.put(office.key, written, reason="op het briefje stond piek", **office.by)
    office.ticks()
    here = place(office.championship, at.table(1).table, 2)
    percents = {line.entry.key: line.standing.shown_percent for line in rankings.lines(office.key)}
    south = here.seats[2]  # 10 a player from the other three, where the other South paid for a rik
    assert percents[south] == "62.50"
    where = {"session": "1", "board": 2, "table": 1}
    who = office.organizer.pk
    said = {"user_id": who, "reason": "toch een rik", "now": office.now}
    rulings.amend(office.key, **where, facts=RIK, **said)
    again = hall.Written(table=at.table(1).table, board=2, facts=MISERE_LOST, entry="")
    assert refused(hall.put, office.key, again, reason="x", **office.by) == "result_ruled"
    two = {"contracts": [*PIEK["contracts"], *MISERE_LOST["contracts"]]}
    assert [slips.fits(facts) for facts in (PIEK, two)] == [True, False]
    office.ticks()
    before = rows_made()
    rebuilding.rebuild(office.now)
    assert rows_made() == before


def test_who_returns_keeps_the_place_of_the_chair_he_still_holds(office: Office) -> None:
    office.schedules(venue="hybrid", capacity=12)
    registration.open(office.key, **office.by)
    who = office.organizer.pk
    entry = registration.enter(office.key, user_id=who, place="hall", **office.by)
    registration.enter_guests(office.key, GUESTS[:3], **office.by)
    office.enters_house(4)
    seating.seat(office.key, seed=7, **office.by)
    registration.open(office.key, **office.by)
    registration.withdraw(office.key, entry=entry, reason="", **office.by)
    online = {"user_id": who, "place": "online", **office.by}
    assert refused(registration.enter, office.key, **online) == "already_seated"
    assert registration.enter(office.key, user_id=who, **office.by) == entry
    assert office.championship.entries[entry].active
    assert office.championship.entries[entry].place == "hall"


def rows_made() -> list[list[Any]]:
    kinds = (Tournament, Entry, RoundTable, Result, BoardScore, Standing)
    return [list(kind.objects.order_by("pk").values_list()) for kind in kinds]


def test_no_game_is_shown_while_a_table_in_the_hall_has_yet_to_confirm(
    office: Office, at: Hall
) -> None:
    """Whoever corrects may have a follower and a tick between: what was due is due no more."""
    in_the_hall(office, guests=4, house=4)
    played = lambda: all(  # noqa: E731
        row.state == Result.FINISHED for row in office.results() if row.source == "online"
    )
    office.house_plays(until=played)
    at.plays(1, RIK)
    follower.follow(office.now)
    at.sends(hall.correct, 1, PIEK)
    releases.release_due(office.now)
    assert Board.objects.get(tournament=office.key, number=1).released is None
    assert not GameSummary.objects.exclude(released=None).exists()
    at.sends(hall.confirm, 1, PIEK, chair=2)
    office.ticks()
    assert Board.objects.get(tournament=office.key, number=1).released is not None
    assert GameSummary.objects.exclude(released=None).count() == 1


def test_a_round_is_not_over_for_a_clock_that_looked_before_a_table_corrected(
    office: Office, at: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its last board would wait for ever for somebody who may not confirm any more."""
    in_the_hall(office)
    for board in range(1, 5):
        for table in (1, 2):
            at.plays(board, RIK, table=table)
    follower.follow(office.now)
    all_ended = wants.all_ended

    def late(state: Championship, number: int) -> list[TournamentEvent]:
        monkeypatch.setattr(wants, "all_ended", all_ended)
        at.sends(hall.correct, 4, PIEK)
        follower.follow(office.now)
        return all_ended(office.championship, number)

    monkeypatch.setattr(wants, "all_ended", late)
    clock._close(office.now)
    assert office.round(1).closed is None
    at.sends(hall.confirm, 4, PIEK, chair=2)
    office.ticks()
    assert office.round(1).closed is not None
    assert Board.objects.filter(tournament=office.key, released=None, round__number=1).count() == 0
