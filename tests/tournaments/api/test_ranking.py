"""The ranking: every component exact and as people read it, and 304 while nothing moves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.tournaments import factories as rows
from tournaments.models import Standing, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def where() -> Tournament:
    made = rows.tournament(boards_released=8, standings_version=12, standings_moved=rows.NOON)
    everybody = rows.entries(made, rows.people(12))
    rows.standings(made, everybody)
    rows.standings(made, everybody[::-1], scope=2)
    return made


@pytest.fixture
def address(where: Tournament) -> str:
    return f"/api/tournaments/{where.key}/ranking/"


def ranking(client: Client, address: str, language: str = "en") -> Any:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200, answer.content
    return answer.json()


def names(told: Any) -> list[str]:
    return [line["entry"]["name"] for line in told["results"]]


def test_every_component_is_there_exactly_and_as_people_read_it(
    client: Client, where: Tournament, address: str
) -> None:
    told = ranking(client, address)
    assert told["tournament"] == where.key
    assert (told["round"], told["primary"], told["version"]) == (None, "matchpoints", 12)
    assert (told["boards_released"], told["count"]) == (8, 12)
    first = told["results"][0]
    assert (first["place"], first["rank"], first["rank_before"]) == (1, 1, None)
    assert first["entry"]["name"] == "Speler 1"
    assert first["boards"] == 8
    assert first["percent"] == {"exact": "209/3", "shown": "69.67"}
    assert first["head_to_head"] == {"exact": None, "shown": "–"}
    assert first["above"] == {"exact": "3/4", "shown": "6 of 8"}
    assert first["difference"] == {"exact": "139/7", "shown": "+19.86"}
    assert first["points"] == {"exact": "39/8", "shown": "+4.88"}
    assert first["points_total"] == {"exact": "39", "shown": "+39"}
    assert (first["sat_in"], first["unranked"]) == (0, "")
    percents = [Fraction(line["percent"]["exact"]) for line in told["results"]]
    assert percents == sorted(percents, reverse=True)


def test_numbers_are_written_as_in_the_readers_language(client: Client, address: str) -> None:
    assert ranking(client, address, "nl")["results"][0]["percent"]["shown"] == "69,67"


def test_a_round_has_a_ranking_of_its_own(client: Client, address: str) -> None:
    told = ranking(client, f"{address}?round=2")
    assert told["round"] == 2
    assert names(told)[0] == "Speler 12"
    assert ranking(client, f"{address}?round=1")["results"] == []


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ("round=3", 404, "no_such_round"),
        ("round=0", 400, "invalid"),
        ("round=x", 400, "invalid"),
        ("limit=0", 400, "invalid"),
        ("limit=many", 400, "invalid"),
        ("offset=-1", 400, "invalid"),
        ("rank_max=first", 400, "invalid"),
        ("search=%00", 400, "invalid"),
        ("rang=1", 400, "unknown_parameter"),
        ("round=99999999999999999999", 404, "no_such_round"),
        ("rank_min=99999999999999999999", 200, ""),
        ("offset=99999999999999999999", 400, "invalid"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_not_passed_over(
    client: Client, address: str, asked: str, status: int, code: str
) -> None:
    answer = client.get(f"{address}?{asked}")
    assert (answer.status_code, answer.json().get("code", "")) == (status, code)


def test_lines_are_found_by_name_entry_and_rank(client: Client, address: str) -> None:
    assert names(ranking(client, f"{address}?search=speler 1")) == [
        "Speler 1",
        "Speler 10",
        "Speler 11",
        "Speler 12",
    ]
    keys = [line["entry"]["key"] for line in ranking(client, address)["results"]]
    told = ranking(client, f"{address}?entry={keys[4]},{keys[2]}")
    assert names(told) == ["Speler 3", "Speler 5"]
    assert names(ranking(client, f"{address}?rank_min=3&rank_max=4")) == ["Speler 3", "Speler 4"]


def test_nobody_is_found_under_a_user_name_that_others_do_not_see(
    client: Client, address: str
) -> None:
    get_user_model().objects.filter(username="speler3").update(username="geheim")
    assert names(ranking(client, f"{address}?search=geheim")) == []
    get_user_model().objects.filter(username="geheim").update(display_name="")
    assert names(ranking(client, f"{address}?search=geheim")) == ["geheim"]


def test_pages_follow_one_another_without_gaps(client: Client, address: str) -> None:
    found, next_page = [], f"{address}?limit=5"
    while next_page:
        told = ranking(client, next_page)
        found += [line["place"] for line in told["results"]]
        next_page = told["next"]
    assert found == list(range(1, 13))


# -- ETag --------------------------------------------------------------------------------------


def tag(client: Client, address: str, language: str = "nl") -> str:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-cache"
    return answer.headers["ETag"]


def test_as_long_as_nothing_moves_the_answer_is_304_without_content(
    client: Client, address: str
) -> None:
    known = tag(client, address)
    for sent in (known, f"W/{known}", f'"another", {known}', "*"):
        answer = client.get(address, headers={"if-none-match": sent})
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["ETag"] == known
        assert {"Cookie", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))
    assert client.get(address, headers={"if-none-match": '"another"'}).status_code == 200


@pytest.mark.parametrize("what", ["a standing", "a name", "the state", "the page", "the round"])
def test_whatever_moves_makes_another_etag(
    what: str, client: Client, address: str, where: Tournament
) -> None:
    known, asked = tag(client, address), ""
    match what:
        case "a standing":
            Standing.objects.filter(place=1, scope=0).update(shown_percent="70.00")
        case "a name":
            get_user_model().objects.filter(username="speler3").update(display_name="Truus")
        case "the state":
            Tournament.objects.update(status=Tournament.FINISHED)
        case "the page":
            asked = "?limit=5"
        case "the round":
            asked = "?round=2"
    answer = client.get(f"{address}{asked}", headers={"if-none-match": known})
    assert answer.status_code == 200


def test_language_and_who_asks_are_part_of_the_etag(
    client: Client, address: str, where: Tournament
) -> None:
    organizer = get_user_model().objects.get(username="speler1")
    Tournament.objects.update(organizer_id=organizer.pk)
    dutch, english = tag(client, address), tag(client, address, "en")
    client.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
    assert len({dutch, english, tag(client, address)}) == 3
