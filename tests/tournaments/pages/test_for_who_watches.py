"""What an organizer does for those who watch, and what they find in the lobby."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from gameplay import access, streams
from tests.tournaments.rounds.office import Office
from tournaments import rehearsal, stream
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Commentator, RoundTable, Tournament
from tournaments.services import clock, registration, watching

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def desk(office: Office) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def evening(office: Office) -> Office:
    """Eight house players at two tables, in round 1 of 3."""
    office.now = timezone.now()
    office.starts(players=8, test_seed="watching")
    return office


def do(desk: Client, key: str, what: str, **more: object) -> str:
    fields = {name: str(value) for name, value in more.items()}
    answer = desk.post(f"/tournaments/{key}/manage/", {"do": what, **fields}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def read(reader: Client, office: Office, page: str) -> str:
    answer = reader.get(f"/tournaments/{office.key}/{page}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_first_table_is_featured_until_the_organizer_chooses_another(
    evening: Office, desk: Client, reader: Client
) -> None:
    first, second = (table.table for table in evening.round(1).tables)
    assert "Featured: table 1" in read(reader, evening, "lobby/")
    do(desk, evening.key, "feature", table=second, command="one")
    do(desk, evening.key, "feature", table=second, command="two")
    page = read(reader, evening, "lobby/")
    assert "Featured: table 2" in page
    assert page.count(f'class="btn go" href="/tables/{second}/"') == 1
    assert evening.happened().count("TableFeatured") == 1
    assert "Table 2 was featured." in read(reader, evening, "history/")
    assert "no such table" in do(desk, evening.key, "feature", table="elsewhere")
    do(desk, evening.key, "feature", table="")
    assert f'href="/tables/{first}/"' in read(reader, evening, "lobby/")


def test_names_in_the_lobby_can_be_followed(evening: Office, reader: Client) -> None:
    page = read(reader, evening, "lobby/")
    for entry in evening.championship.entries:
        assert f'data-entry="{entry}"' in page


def test_a_commentator_is_named_on_the_pages_and_in_what_happened(
    evening: Office, desk: Client, reader: Client, person: Callable[[str], Any]
) -> None:
    riet = person("riet")
    do(desk, evening.key, "appoint", username="Riet ")
    assert "With commentary by riet." in read(reader, evening, "lobby/")
    assert "riet was appointed commentator." in read(reader, evening, "history/")
    table = evening.round(1).tables[1].table
    for _ in range(2):  # the same look twice is one
        watching.look(evening.key, user_id=riet.pk, table=table, board=1, now=timezone.now())
    assert evening.happened().count("CommentatorLooked") == 1
    assert "riet saw the hands at table 2. Board 1." in read(reader, evening, "history/")
    do(desk, evening.key, "dismiss", user=riet.pk)
    assert "With commentary" not in read(reader, evening, "lobby/")
    with pytest.raises(TournamentRefused) as refused:
        watching.look(evening.key, user_id=riet.pk, table=table, board=2, now=timezone.now())
    assert refused.value.code == "no_commentator"
    assert evening.happened().count("CommentatorLooked") == 1


def test_only_tables_of_his_own_event_open_their_hands_and_each_look_is_an_event(
    evening: Office, desk: Client, person: Callable[[str], Any]
) -> None:
    riet, anna = person("riet"), person("anna")
    do(desk, evening.key, "appoint", username="riet")
    first, second = (streams.table(each.table).state for each in evening.round(1).tables)
    assert access.comments(riet.pk, first)
    assert not access.comments(anna.pk, first)
    assert not access.comments(None, first)
    for state, board in ((first, 1), (first, 1), (second, 1)):
        assert access.look(riet.pk, state, board)
    assert not access.look(anna.pk, first, 1)
    looks = [event for event in evening.happened() if event == "CommentatorLooked"]
    assert len(looks) == 2
    assert evening.last("CommentatorLooked")[1] == f"user:{riet.pk}"
    client = Client(headers={"accept-language": "en"})
    client.force_login(riet, backend="django.contrib.auth.backends.ModelBackend")
    where = f"/tables/{evening.round(1).tables[0].table}/"
    assert f'data-comment="{where}commentary/"' in client.get(where).content.decode()
    # Everybody at the table can read who sees it open.
    assert 'data-commentators="riet"' in Client().get(where).content.decode()
    do(desk, evening.key, "dismiss", user=riet.pk)
    assert not access.comments(riet.pk, first)
    assert not access.look(riet.pk, second, 2)
    assert client.get(f"{where}commentary/").status_code == 403


def test_the_delay_of_an_event_is_that_of_its_featured_table_alone(office: Office) -> None:
    office.now = timezone.now()
    office.starts(players=8, delay=10)
    first, second = (streams.table(each.table).state for each in office.round(1).tables)

    def minutes() -> list[float]:
        return [access.delay(each).total_seconds() / 60 for each in (first, second)]

    assert minutes() == [10, 0]
    watching.feature(office.key, table=second.table_id, **office.by)
    assert minutes() == [0, 10]


def test_nobody_both_comments_and_plays(
    office: Office, desk: Client, person: Callable[[str], Any]
) -> None:
    anna, riet, piet = person("anna"), person("riet"), person("piet")
    office.schedules()
    registration.open(office.key, **office.by)
    registration.enter(office.key, user_id=anna.pk, **office.by)
    mine = registration.enter(office.key, user_id=piet.pk, **office.by)
    registration.withdraw(office.key, entry=mine, reason="", **office.by)
    for played in ("anna", "piet"):  # also who has withdrawn
        assert "cannot comment" in do(desk, office.key, "appoint", username=played)
    assert "Nobody here has that user name." in do(desk, office.key, "appoint", username="nobody")
    do(desk, office.key, "appoint", username="riet")
    do(desk, office.key, "dismiss", user=riet.pk)
    with pytest.raises(TournamentRefused) as refused:  # also who does not comment any more
        registration.enter(office.key, user_id=riet.pk, **office.by)
    assert refused.value.code == "has_commented"
    assert [row.active for row in Commentator.objects.all()] == [False]
    assert office.happened().count("EntryMade") == 2


def embeds(office: Office) -> list[str]:
    table = office.round(1).tables[0].table
    return [f"/embed/tournaments/{office.key}/standings/", f"/embed/tables/{table}/"]


def test_other_sites_may_frame_what_everybody_sees_and_nothing_else(
    evening: Office, reader: Client, desk: Client
) -> None:
    for address in embeds(evening):
        answer, signed_in = reader.get(address), desk.get(address)
        assert answer.status_code == 200
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        # Whoever is signed in is nobody here, and nobody needs a cookie.
        assert not answer.cookies
        assert not signed_in.cookies
        for page in (answer.content.decode(), signed_in.content.decode()):
            assert "organizer" not in page
            assert "csrf" not in page
            assert "<form" not in page
    for page in (f"/tournaments/{evening.key}/", f"/tables/{evening.round(1).tables[0].table}/"):
        answer = reader.get(page)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"


def test_a_frame_speaks_the_language_of_its_address(evening: Office, reader: Client) -> None:
    for address in embeds(evening):
        assert '<html lang="nl"' in reader.get(f"{address}?lang=nl").content.decode()
        assert '<html lang="en"' in reader.get(f"{address}?lang=xx").content.decode()


def test_a_framed_table_is_the_featured_one_of_the_round(
    evening: Office, desk: Client, reader: Client
) -> None:
    second = evening.round(1).tables[1].table
    do(desk, evening.key, "feature", table=second)
    answer = reader.get(f"/embed/tournaments/{evening.key}/table/?lang=nl")
    assert answer["Location"] == f"/embed/tables/{second}/?lang=nl"
    assert "no-store" in answer["Cache-Control"]


def test_there_is_no_framed_table_before_the_first_round(office: Office, reader: Client) -> None:
    office.schedules()
    assert reader.get(f"/embed/tournaments/{office.key}/table/").status_code == 404
    assert reader.get("/embed/tables/nowhere/").status_code == 404


def test_the_page_of_a_tournament_has_pieces_to_copy_for_a_site(
    evening: Office, reader: Client
) -> None:
    page = read(reader, evening, "")
    where = f"http://testserver/embed/tournaments/{evening.key}/standings/?lang=en"
    assert f"&lt;iframe src=&quot;{where}&quot;" in page


def test_a_hall_sees_ranking_seats_and_clock_and_nobody_signs_in(
    evening: Office, reader: Client, desk: Client
) -> None:
    page = read(reader, evening, "hall/")
    assert page.count("data-slide") == 2  # seats and clock: no board is released yet
    assert "Seats in round 1" in page
    for table in RoundTable.objects.filter(round__tournament=evening.key, round__number=1):
        rehearsal.play_board(table, 1, b"any")
    clock.run_due(timezone.now())
    page = read(reader, evening, "hall/")
    assert "Ranking after 1 board" in page
    for entry in evening.championship.entries.values():
        assert page.count(entry.name) == 2  # in the ranking and at a table
    assert "Sign in" not in page
    # The same for everybody: nothing on it is about who looks, but a second may have gone by.
    part = f"/tournaments/{evening.key}/hall/?part=1"
    pages = [re.sub(rb"\d+:\d\d<", b"", client.get(part).content) for client in (desk, reader)]
    assert pages[0] == pages[1]


def test_rows_of_who_comments_and_what_is_featured_are_made_again(
    evening: Office, desk: Client, person: Callable[[str], Any]
) -> None:
    person("riet")
    second = evening.round(1).tables[1].table
    do(desk, evening.key, "appoint", username="riet")
    do(desk, evening.key, "feature", table=second)
    rows = list(Commentator.objects.values())
    stream.rebuild(evening.key)
    assert list(Commentator.objects.values()) == rows
    assert Tournament.objects.get().featured == second
