"""What pages say of events that did not go as planned: no count and no word that contradicts."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.pages.test_organizing import do, form
from tests.tournaments.pages.test_reading import play_one_board
from tests.tournaments.rounds.office import Office
from tournaments.models import Entry, Round, Tournament
from tournaments.services import clock, registration, rounds, seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


def sees(client: Client, office: Office, page: str = "", status: int = 200) -> str:
    answer = client.get(f"/tournaments/{office.key}/{page}")
    assert answer.status_code == status
    middle = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    assert middle
    return " ".join(html.unescape(middle).split())


@pytest.fixture
def evening(office: Office) -> Office:
    office.now = timezone.now()
    office.starts(players=8, test_seed="said")
    return office


def closed_after_one_board(office: Office) -> None:
    play_one_board(office, 1)
    rounds.close(office.key, 1, reason="laat", actor=office.actor, now=timezone.now())
    for _ in range(3):
        clock.run_due(timezone.now())
    assert Round.objects.get(pk=f"{office.key}:1").state == Round.CLOSED


def test_boards_that_were_interrupted_are_counted_by_no_page(
    evening: Office, reader: Client
) -> None:
    closed_after_one_board(evening)
    assert Tournament.objects.get().boards_released == 4
    for page in ("", "lobby/", "standings/"):
        assert "Ranking after 1 board" in sees(reader, evening, page)
    assert "closed early" in sees(reader, evening)
    tables = sees(reader, evening, "lobby/")
    assert 'Done <span class="n">2</span>' in tables
    assert "1 of 4 boards played" in tables
    board = sees(reader, evening, "boards/1/2/")
    assert "interrupted at every table" in board
    assert "0 tables" not in board


def test_a_round_without_any_result_is_not_called_played(evening: Office, reader: Client) -> None:
    evening.closes(1)
    page = sees(reader, evening)
    assert "<td>interrupted</td>" in page
    assert "<td>played</td>" not in page


def test_a_board_that_waits_for_its_release_says_so_and_nothing_else(
    evening: Office, reader: Client
) -> None:
    waiting = sees(reader, evening, "boards/1/1/", status=404)
    assert "Not released yet." in waiting
    play_one_board(evening, 1, tables=1)
    # However far the tables are, and whichever board it is, it is the same page.
    assert sees(reader, evening, "boards/1/1/", status=404) == waiting
    other = sees(reader, evening, "boards/1/2/", status=404)
    assert other.replace("Board 2", "Board 1") == waiting
    for unknown in ("boards/1/5/", "boards/1/99/", "boards/2/1/"):
        assert "Not released yet." not in sees(reader, evening, unknown, status=404)


def test_a_full_tournament_says_so_and_offers_no_place(
    office: Office, person: Callable[[str], Any]
) -> None:
    office.schedules(capacity=8)
    registration.open(office.key, **office.by)
    late = Client(headers={"accept-language": "en"})
    late.force_login(person("late"), backend="django.contrib.auth.backends.ModelBackend")
    assert 'id="enter"' in sees(late, office)
    office.enters_house(8)
    page = sees(late, office)
    assert "Full." in page
    assert 'id="enter"' not in page
    assert "open for registration" not in page
    # Whoever had the page open still is told on the tournament's own page.
    answer = late.post(f"/tournaments/{office.key}/enter/", follow=True)
    assert answer.redirect_chain == [(f"/tournaments/{office.key}/", 302)]
    assert "it has room for 8" in answer.content.decode()


def test_a_start_that_has_passed_is_asked_about_and_never_coming(
    office: Office, reader: Client
) -> None:
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    given = form(starts_1="2020-03-01T20:00")
    assert "The start has passed already." in desk.post("/tournaments/new/", given).content.decode()
    assert not Tournament.objects.exists()
    assert desk.post("/tournaments/new/", {**given, "confirm": "1"}).status_code == 302
    page = reader.get("/tournaments/").content.decode()
    assert page.index("Played") < page.index("Lentedrive")
    assert "2020" in page
    assert "Lentedrive" not in reader.get("/").content.decode()


def test_day_and_hour_come_in_two_fields_and_on_a_clock_of_24_hours(office: Office) -> None:
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    given = {name: text for name, text in form().items() if name != "starts_1"}
    given |= {"starts_1_day": "2027-06-01", "starts_1_hour": "8.05"}
    assert desk.post("/tournaments/new/", given).status_code == 302
    assert Tournament.objects.get().starts.isoformat() == "2027-06-01T06:05:00+00:00"


def test_whoever_withdrew_before_the_draw_is_in_no_ranking_and_later_is_marked(
    office: Office, reader: Client
) -> None:
    office.now = timezone.now()
    office.schedules(test_seed="gone")
    first, *_, last = office.enters_house(9)
    registration.withdraw(office.key, entry=first, reason="", **office.by)
    seating.seat(office.key, seed=1, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    play_one_board(office, 1)
    registration.withdraw(office.key, entry=last, reason="", actor=office.actor, now=timezone.now())
    clock.run_due(timezone.now())
    page = sees(reader, office, "standings/")
    names = dict(Entry.objects.values_list("key", "name"))
    assert f'data-words="{names[first]}"' not in page
    assert f'{names[last]}<span class="club">house player, withdrawn' in page


def test_nobody_draws_seats_for_no_one_and_the_warning_is_about_the_places(
    office: Office,
) -> None:
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    office.schedules()
    page = sees(desk, office, "manage/")
    assert 'value="seat"' not in page
    assert "People will meet again" not in page


def test_an_organizer_may_say_why_somebody_withdraws(office: Office) -> None:
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    office.schedules()
    entry = office.enters_house(2)[0]
    do(desk, office.key, "withdraw", entry=entry, reason="is ziek geworden")
    assert "is ziek geworden" in sees(desk, office, "history/")


def test_house_players_who_fill_seats_have_names_that_nobody_else_has(office: Office) -> None:
    office.seats(players=9)
    names = list(Entry.objects.values_list("name", flat=True))
    assert len(names) == 12
    assert len(set(names)) == 12
    assert "" not in names
