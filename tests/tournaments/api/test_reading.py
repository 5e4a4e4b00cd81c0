"""What anybody may read of a championship, and what is not there yet."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as rows
from tournaments.models import Entry, Result, Round, Tournament

pytestmark = pytest.mark.django_db


def read(client: Client, path: str, **headers: str) -> Any:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, answer.content
    return answer.json()


def home(where: Tournament) -> str:
    return f"/api/tournaments/{where.key}/"


@pytest.fixture
def championship() -> Tournament:
    return rows.tournament()


@pytest.fixture
def first_round(championship: Tournament) -> Round:
    return rows.round_of(rows.session(championship))


# -- tournaments -------------------------------------------------------------------------------


def test_the_list_has_the_last_to_start_first(client: Client) -> None:
    for day, title in ((6, "maart"), (20, "later in maart")):
        rows.tournament(title=title, starts=rows.NOON.replace(day=day))
    told = read(client, "/api/tournaments/")
    assert told["count"] == 2
    assert [one["title"] for one in told["results"]] == ["later in maart", "maart"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("status=running", ["loopt"]),
        ("status=running&status=finished", ["klaar", "loopt"]),
        ("from=2027-03-07T00:00:00Z", ["klaar"]),
        ("from=2027-03-06T12:00:00Z&status=running", ["loopt"]),
        ("search=OOP", ["loopt"]),
        ("search=tilburg", []),
        ("limit=1", ["klaar"]),
        ("limit=1&offset=1", ["loopt"]),
    ],
)
def test_tournaments_are_found_by_state_start_and_title(
    client: Client, asked: str, found: list[str]
) -> None:
    rows.tournament(title="loopt", status="running")
    rows.tournament(title="klaar", status="finished", starts=rows.NOON + timedelta(days=1))
    told = read(client, f"/api/tournaments/?{asked}")
    assert [one["title"] for one in told["results"]] == found


def test_pages_point_at_their_neighbours(client: Client) -> None:
    for number in range(3):
        rows.tournament(starts=rows.NOON + timedelta(days=number))
    told = read(client, "/api/tournaments/?limit=1&offset=1")
    assert told["count"] == 3
    assert told["next"] == "http://testserver/api/tournaments/?limit=1&offset=2"
    assert told["previous"] == "http://testserver/api/tournaments/?limit=1"


def test_a_tournament_tells_its_settings_and_who_asks(
    client: Client, championship: Tournament
) -> None:
    [organizer, player] = rows.people(2)
    Tournament.objects.update(organizer_id=organizer.pk)
    [entry] = rows.entries(championship, [player])
    told = read(client, home(championship), **{"accept-language": "en"})
    assert told["status"] == "running"
    assert told["organizer"] == "Speler 1"
    assert told["you"] == {"organizer": False, "scorer": False, "entry": None}
    assert told["deals_committed"] is False
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    told = read(client, home(championship))
    assert told["you"] == {"organizer": False, "scorer": False, "entry": entry.key}
    client.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
    told = read(client, home(championship))
    assert told["you"] == {"organizer": True, "scorer": True, "entry": None}


def test_states_are_said_in_the_language_of_whoever_asks(
    client: Client, championship: Tournament
) -> None:
    english = client.get(home(championship), headers={"accept-language": "en"})
    assert english.json()["status_text"] == "in play"
    assert english.headers["Content-Language"] == "en"
    assert {"Cookie", "Accept-Language"} <= set(english.headers["Vary"].split(", "))


def test_sessions_and_rounds_tell_the_schedule(client: Client, championship: Tournament) -> None:
    evening = rows.session(championship)
    for number in (1, 2):
        rows.round_of(evening, number)
    [session] = read(client, f"{home(championship)}sessions/")["results"]
    assert (session["name"], session["rounds"], session["revealed"]) == ("1", [1, 2], None)
    [first, second] = read(client, f"{home(championship)}rounds/")["results"]
    assert (first["number"], first["first_board"], first["last_board"]) == (1, 1, 4)
    assert read(client, f"{home(championship)}rounds/2/") == second


def test_a_session_of_another_tournament_is_not_shown(
    client: Client, championship: Tournament
) -> None:
    rows.round_of(rows.session(rows.tournament()))
    assert read(client, f"{home(championship)}sessions/")["results"] == []
    assert client.get(f"{home(championship)}rounds/1/").status_code == 404


# -- entries and tables ------------------------------------------------------------------------


def test_entries_are_known_by_the_name_at_the_table_only(
    client: Client, championship: Tournament
) -> None:
    rows.entries(championship, rows.people(3), house=1)
    told = read(client, f"{home(championship)}entries/")
    assert [one["name"] for one in told["results"]] == [
        "Speler 1",
        "Speler 2",
        "Speler 3",
        "Huisspeler 1",
    ]
    assert [one["house"] for one in told["results"]] == [False, False, False, True]
    text = json.dumps(told)
    assert "mail.example" not in text
    assert "user" not in text
    assert not re.search(r"speler\d", text), "user names are not for others"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("search=speler 2", ["Speler 2"]),
        ("search=huis", ["Huisspeler 1"]),
        ("search=speler2", []),
        ("standing=false", ["Huisspeler 1"]),
        ("status=withdrawn", ["Speler 1"]),
        ("limit=1&offset=1", ["Speler 2"]),
    ],
)
def test_entries_are_found_by_name_and_state(
    client: Client, championship: Tournament, asked: str, found: list[str]
) -> None:
    made = rows.entries(championship, rows.people(2), house=1)
    Entry.objects.filter(pk=made[0].pk).update(status=Entry.WITHDRAWN)
    told = read(client, f"{home(championship)}entries/?{asked}")
    assert [one["name"] for one in told["results"]] == found


def test_a_table_tells_who_sits_there_and_how_far_it_is_and_no_more(
    client: Client, championship: Tournament, first_round: Round
) -> None:
    four = rows.entries(championship, rows.people(4))
    table = rows.seated(first_round, four)
    boards = [rows.board(first_round, number) for number in range(1, 5)]
    rows.finished(boards[0], table, (15, -15, 15, -15))
    rows.result(boards[1], table, state=Result.PLAYING, game_id="secretgame")
    Round.objects.update(state=Round.RUNNING, started=rows.NOON)
    [told] = read(client, f"{home(championship)}rounds/1/tables/")["results"]
    assert set(told) == {"number", "table", "state", "board", "boards", "late_since", "seats"}
    assert (told["number"], told["table"]) == (1, table.key)
    assert (told["board"], told["boards"]) == (2, 4)
    assert [(seat["chair"], seat["name"]) for seat in told["seats"]] == [
        ("N", "Speler 1"),
        ("E", "Speler 2"),
        ("S", "Speler 3"),
        ("W", "Speler 4"),
    ]


# -- boards and games --------------------------------------------------------------------------


def test_an_unreleased_board_is_a_number_a_dealer_and_a_state(
    client: Client, championship: Tournament, first_round: Round
) -> None:
    table = rows.seated(first_round, rows.entries(championship, rows.people(4)))
    which = rows.board(first_round, 1, closed=rows.NOON)
    made = rows.finished(which, table, (15, -15, 15, -15), contract="piek")
    told = read(client, f"{home(championship)}sessions/1/boards/1/")
    assert told["state"] == "closed"
    assert told["hands"] is None and told["traveller"] is None and told["released"] is None
    text = json.dumps([told, read(client, f"{home(championship)}boards/")])
    for secret in (made.game_id, which.deal_id, which.deal_digest, "piek", "15"):
        assert secret not in text
    assert read(client, f"{home(championship)}games/")["results"] == []
    answer = client.get(f"{home(championship)}games/{made.game_id}/")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game")


def test_a_board_says_how_far_its_field_is(
    client: Client, championship: Tournament, first_round: Round
) -> None:
    which = rows.board(first_round, 1)
    address = f"{home(championship)}sessions/1/boards/1/"
    states = [read(client, address)["state"]]
    Round.objects.update(started=rows.NOON, state=Round.RUNNING)
    states.append(read(client, address)["state"])
    which.closed = which.released = rows.NOON
    which.save()
    states.append(read(client, address)["state"])
    assert states == ["dealt", "in_play", "released"]


def test_a_released_board_tells_what_every_table_made_of_it(
    client: Client, championship: Tournament, first_round: Round
) -> None:
    eight = rows.entries(championship, rows.people(8))
    tables = [rows.seated(first_round, eight[:4], 1), rows.seated(first_round, eight[4:], 2)]
    which = rows.board(first_round, 1, closed=rows.NOON, released=rows.NOON)
    for table, scores in zip(tables, ((15, -15, 15, -15), (-30, 10, 10, 10)), strict=True):
        made = rows.finished(which, table, scores)
        for seat in "NESW":
            rows.worth(made, seat)
    address = f"{home(championship)}sessions/1/boards/1/"
    told = read(client, address, **{"accept-language": "en"})
    assert [line["table"] for line in told["traveller"]] == [1, 2]
    north = told["traveller"][0]["seats"][0]
    assert (north["seat"], north["name"], north["score"]) == ("N", "Speler 1", 15)
    assert north["percent"] == {"exact": "250/3", "shown": "83.33"}
    assert north["difference"] == {"exact": "65/3", "shown": "+21.67"}
    assert (north["role"], north["field"]) == ("declarer", 4)
    assert [seat["score"] for seat in told["traveller"][1]["seats"]] == [-30, 10, 10, 10]
    games = read(client, f"{home(championship)}games/?table=2&board=1&round=1&session=1")
    assert [game["table"] for game in games["results"]] == [2]
    assert games["results"][0]["record"] == told["traveller"][1]["record"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", [1, 2, 5]),
        ("round=1", [1, 2]),
        ("session=1&released=true", [1]),
        ("released=false", [2, 5]),
        ("session=2", []),
    ],
)
def test_boards_are_found_by_session_round_and_release(
    client: Client, championship: Tournament, asked: str, found: list[int]
) -> None:
    evening = rows.session(championship)
    first, second = rows.round_of(evening, 1), rows.round_of(evening, 2)
    rows.board(first, 1, released=rows.NOON)
    rows.board(first, 2)
    rows.board(second, 5)
    told = read(client, f"{home(championship)}boards/?{asked}")
    assert [one["number"] for one in told["results"]] == found


# -- queries -----------------------------------------------------------------------------------


def full(players: int) -> Tournament:
    """A round with everybody seated, one board played everywhere and released."""
    where = rows.tournament()
    row = rows.round_of(rows.session(where), state=Round.RUNNING, started=rows.NOON)
    everybody = rows.entries(where, rows.people(players, prefix=f"veld{players}x"))
    which = rows.board(row, 1, closed=rows.NOON, released=rows.NOON)
    for number in range(players // 4):
        table = rows.seated(row, everybody[4 * number : 4 * number + 4], number + 1)
        made = rows.finished(which, table, (15, -15, 15, -15), game_id=f"{where.key}{number}")
        rows.worth(made, "N")
    rows.standings(where, everybody)
    return where


def queries(client: Client, address: str) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return [query["sql"] for query in captured.captured_queries]


PAGES = {
    "entries/?limit=200": 4,
    "rounds/1/tables/?limit=200": 6,
    "games/?limit=200": 3,
    "boards/": 3,
    "ranking/?limit=400": 4,
}


@pytest.mark.parametrize("page", PAGES)
def test_400_players_take_no_more_queries_than_16(client: Client, page: str) -> None:
    counts = [
        len(queries(client, f"/api/tournaments/{full(players).key}/{page}"))
        for players in (16, 400)
    ]
    assert counts == [PAGES[page]] * 2


@pytest.mark.parametrize("page", ["ranking/?limit=400", "ranking/?search=veld&limit=5", "entries/"])
def test_no_event_is_touched_for_a_ranking(client: Client, page: str) -> None:
    where = full(16)
    asked = queries(client, f"/api/tournaments/{where.key}/{page}")
    assert asked
    assert not [sql for sql in asked if "eventstore" in sql]
