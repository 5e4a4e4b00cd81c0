"""What everybody may read of a tournament, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from gameplay.frames import moment
from tests.tournaments.rounds.office import Office
from tournaments import rehearsal
from tournaments.models import Board, Entry, RoundTable, Tournament
from tournaments.services import clock, registration, rounds, schedule, seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


def play_one_board(office: Office, board: int, *, tables: int | None = None) -> None:
    """House players play one board of the round in play, at all tables or at the first ones."""
    row = RoundTable.objects.filter(round__tournament_id=office.key, opened=True)
    for table in row.order_by("number")[:tables]:
        rehearsal.play_board(table, board, b"any")
    clock.run_due(timezone.now())


@pytest.fixture
def evening(office: Office) -> Office:
    """Eight house players at two tables, in round 1 of 3."""
    office.now = timezone.now()
    office.starts(players=8, test_seed="pages")
    return office


def test_a_list_tells_what_comes_what_is_played_and_what_has_been(
    office: Office, reader: Client
) -> None:
    office.schedules(title="Lentedrive")
    page = reader.get("/tournaments/").content.decode()
    assert "Lentedrive" in page
    assert "No tournament is being played" in page
    assert "Lentedrive" in reader.get("/").content.decode()


@pytest.mark.parametrize("page", ["", "lobby/", "standings/", "deals/"])
def test_every_page_says_that_test_deals_are_none_for_a_championship(
    evening: Office, reader: Client, page: str
) -> None:
    answer = reader.get(f"/tournaments/{evening.key}/{page}")
    assert answer.status_code == 200
    assert "Test deals." in answer.content.decode()


def test_the_lobby_tells_of_a_table_which_board_it_plays_and_nothing_of_it(
    evening: Office, reader: Client
) -> None:
    play_one_board(evening, 1, tables=1)
    page = reader.get(f"/tournaments/{evening.key}/lobby/").content.decode()
    assert "board 2" in page
    assert "board 1" in page
    assert "The ranking begins" in page


def test_a_board_has_no_page_before_every_table_has_played_it(
    evening: Office, reader: Client
) -> None:
    where = f"/tournaments/{evening.key}/boards/1/1/"
    play_one_board(evening, 1, tables=1)
    assert reader.get(where).status_code == 404
    for table in RoundTable.objects.filter(round__number=1).order_by("number")[1:]:
        rehearsal.play_board(table, 1, b"any")
    clock.run_due(timezone.now())
    page = reader.get(where)
    assert page.status_code == 200
    text = page.content.decode()
    assert text.count('class="diagram') == 4
    assert "2 tables played this board." in text


def test_the_ranking_moves_when_a_board_is_released(evening: Office, reader: Client) -> None:
    where = f"/tournaments/{evening.key}/standings/?part=1"
    before = reader.get(where)
    again = reader.get(where, headers={"if-none-match": before["ETag"]})
    assert again.status_code == 304
    assert again["ETag"] == before["ETag"]
    play_one_board(evening, 1)
    after = reader.get(where, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    text = after.content.decode()
    assert "Ranking after 1 board" in text
    for entry in Entry.objects.filter(tournament_id=evening.key):
        assert entry.name in text


def test_nothing_is_looked_up_for_a_ranking_that_stands_still(
    evening: Office, reader: Client, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    where = f"/tournaments/{evening.key}/standings/?part=1"
    known = reader.get(where)["ETag"]
    with django_assert_max_num_queries(2):
        assert reader.get(where, headers={"if-none-match": known}).status_code == 304


def test_one_round_has_a_ranking_of_its_own(evening: Office, reader: Client) -> None:
    play_one_board(evening, 1)
    page = reader.get(f"/tournaments/{evening.key}/standings/?round=1")
    assert "Round 1 alone" in page.content.decode()
    assert reader.get(f"/tournaments/{evening.key}/standings/?round=99").status_code == 404


def test_a_cancelled_tournament_says_so_on_its_pages(office: Office, reader: Client) -> None:
    office.schedules()
    schedule.cancel(office.key, reason="te weinig spelers", **office.by)
    assert "Cancelled." in reader.get(f"/tournaments/{office.key}/").content.decode()


def test_an_entrant_finds_his_table_and_his_card(
    office: Office, person: Callable[[str], Any]
) -> None:
    office.now = timezone.now()
    office.schedules()
    anneke = person("anneke")
    mine = Client(headers={"accept-language": "en"})
    mine.force_login(anneke, backend="django.contrib.auth.backends.ModelBackend")
    registration.open(office.key, **office.by)
    assert mine.post(f"/tournaments/{office.key}/enter/").status_code == 302
    assert mine.post(f"/tournaments/{office.key}/enter/").status_code == 302
    assert Entry.objects.filter(user_id=anneke.pk).count() == 1
    office.enters_house(7)
    seating.seat(office.key, seed=3, **office.by)
    office.deals()
    where = f"/tournaments/{office.key}/where/"
    assert mine.get(where).json()["table_url"] is None
    rounds.start(office.key, 1, **office.by)
    answer = mine.get(where).json()
    table = RoundTable.objects.get(round__number=1, seats__entry__user_id=anneke.pk)
    assert answer == {
        "table_url": f"/tables/{table.key}/",
        "text": "Round 1 of 3 is in play.",
        "ends": moment(table.round.ends),
        "paused": False,
    }
    assert mine.get(f"/tournaments/{office.key}/play/")["Location"] == f"/tables/{table.key}/"
    assert Client().get(where).json()["table_url"] is None
    clock.run_due(timezone.now())
    card = mine.get(f"/tournaments/{office.key}/card/").content.decode()
    assert "in play" in card
    assert card.count("not begun") == 3
    detail = mine.get(f"/tournaments/{office.key}/").content.decode()
    assert "To my table" in detail
    assert mine.post(f"/tournaments/{office.key}/withdraw/").status_code == 302
    assert Entry.objects.get(user_id=anneke.pk).status == Entry.WITHDRAWN


def test_a_finished_tournament_shows_the_final_ranking(office: Office, reader: Client) -> None:
    office.now = timezone.now()
    office.seats(8, test_seed="whole", sessions=[{"starts": "2027-03-28T13:00", "rounds": 1}])
    office.deals()
    for _ in rehearsal.play(office.key, seed=1):
        pass
    clock.run_due(timezone.now())
    assert Tournament.objects.get(pk=office.key).status == Tournament.FINISHED
    page = reader.get(f"/tournaments/{office.key}/standings/").content.decode()
    assert "Final ranking" in page
    assert Board.objects.filter(released__isnull=False).count() == 4


def test_the_front_page_leads_to_the_tables_of_a_tournament_in_play(
    evening: Office, reader: Client
) -> None:
    page = reader.get("/").content.decode()
    assert f'href="/tournaments/{evening.key}/lobby/"' in page
    assert "2 tables play in tournaments." in page
    evening.now = timezone.now()
    evening.closes(1)
    assert "tables play in" not in reader.get("/").content.decode()
