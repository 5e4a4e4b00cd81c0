"""The pages of play, as people with different seats get them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from engine import SEATS, Seat
from gameplay import streams
from gameplay.models import TableSummary
from tests.gameplay.conftest import Seated
from tests.gameplay.planned import open_planned

pytestmark = pytest.mark.django_db


def frames_on(page: str) -> list[dict[str, Any]]:
    found = re.search(r'<script id="frames"[^>]*>(.*?)</script>', page, re.S)
    assert found is not None
    return json.loads(found.group(1))  # type: ignore[no-any-return]


def test_one_click_gives_a_visitor_thirteen_cards(client: Client, settings: Any) -> None:
    settings.DEMO = True
    page = client.post(reverse("gameplay:demo_seat"), follow=True)
    table, game = frames_on(page.content.decode())
    assert len(game["me"]["hand"]) == 13
    kinds = [seat["kind"] for seat in table["state"]["seats"].values()]
    assert sorted(kinds) == ["house", "house", "house", "person"]


def test_a_second_click_finds_the_same_table(client: Client, settings: Any) -> None:
    settings.DEMO = True
    first = client.post(reverse("gameplay:demo_seat"))
    again = client.post(reverse("gameplay:demo_seat"))
    assert first["Location"] == again["Location"]
    assert TableSummary.objects.count() == 1


def test_who_stopped_gets_the_seat_back_with_the_same_click(client: Client, settings: Any) -> None:
    settings.DEMO = True
    where = client.post(reverse("gameplay:demo_seat"))["Location"]
    table_id = where.rstrip("/").rpartition("/")[2]
    client.post(reverse("gameplay:table_leave", args=[table_id]))
    assert streams.table(table_id).state.seats[Seat.SOUTH].away
    assert client.post(reverse("gameplay:demo_seat"))["Location"] == where
    assert not streams.table(table_id).state.seats[Seat.SOUTH].away


def test_a_double_click_of_a_new_visitor_makes_one_person_and_one_table(settings: Any) -> None:
    """Both clicks leave before the first answer is here: with the cookies of the same page."""
    settings.DEMO = True
    browser = Client(enforce_csrf_checks=True)
    token = browser.get("/").context["csrf_token"]
    cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
    answers = []
    for _ in range(2):
        click = Client(enforce_csrf_checks=True)
        click.cookies.load(cookies)
        answers.append(click.post("/demo/seat/", {"csrfmiddlewaretoken": str(token)}))
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert (get_user_model().objects.count(), TableSummary.objects.count()) == (1, 1)


def test_a_second_click_after_the_first_answer_is_not_turned_away(settings: Any) -> None:
    settings.DEMO = True
    browser = Client(enforce_csrf_checks=True)
    form = {"csrfmiddlewaretoken": str(browser.get("/").context["csrf_token"])}
    first, second = browser.post("/demo/seat/", form), browser.post("/demo/seat/", form)
    assert (second.status_code, second["Location"]) == (302, first["Location"])


def test_two_visitors_are_two_people(settings: Any) -> None:
    settings.DEMO = True
    for _ in range(2):
        browser = Client()
        browser.get("/")
        browser.post("/demo/seat/")
    assert (get_user_model().objects.count(), TableSummary.objects.count()) == (2, 2)


@pytest.mark.parametrize("where", ["/demo/seat/", "/demo/watch/"])
def test_whoever_loses_the_race_to_open_a_table_finds_the_winners(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    settings.DEMO = True
    client.get("/")
    first = client.post(where)
    # The second had looked for a table before the first had opened one.
    monkeypatch.setattr(TableSummary.objects, "filter", lambda **_: TableSummary.objects.none())
    monkeypatch.setattr("gameplay.selectors.tables_of", lambda _: TableSummary.objects.none())
    monkeypatch.setattr("gameplay.house_plan.keep_watched", lambda *_: None)
    second = client.post(where)
    monkeypatch.undo()
    assert second["Location"] == first["Location"]
    assert TableSummary.objects.count() == 1


def test_the_visitors_cookie_is_for_demos_and_for_who_is_not_signed_in(
    client: Client, settings: Any, person: Callable[[str], Any]
) -> None:
    settings.DEMO = False
    client.get("/")
    assert "demo_visitor" not in client.cookies
    settings.DEMO = True
    client.force_login(person("anneke"), "django.contrib.auth.backends.ModelBackend")
    client.get("/")
    assert "demo_visitor" not in client.cookies


def test_watchers_share_one_house_table(client: Client, settings: Any) -> None:
    settings.DEMO = True
    first = client.post(reverse("gameplay:demo_watch"))
    second = Client().post(reverse("gameplay:demo_watch"))
    assert first["Location"] == second["Location"]
    assert TableSummary.objects.get().house_only


@pytest.mark.parametrize("name", ["gameplay:demo_seat", "gameplay:demo_watch"])
def test_outside_the_demo_there_is_no_such_click(client: Client, settings: Any, name: str) -> None:
    settings.DEMO = False
    assert client.post(reverse(name)).status_code == 404


def test_a_stranger_sees_the_table_and_no_hand(
    seat_people: Callable[..., Seated], client: Client
) -> None:
    table = seat_people("S")
    page = client.get(reverse("gameplay:table", args=[table.table_id])).content.decode()
    _, game = frames_on(page)
    assert "me" not in game
    assert game["view"]["phase"] == "auction"


def test_each_person_gets_the_own_hand_and_no_other(
    seat_people: Callable[..., Seated], client: Client
) -> None:
    table = seat_people("SW")
    hands = {}
    for seat, who in table.people.items():
        client.force_login(who)
        page = client.get(reverse("gameplay:table", args=[table.table_id])).content.decode()
        hands[seat] = set(frames_on(page)[1]["me"]["hand"])
        assert page.count('"me"') == 1
    assert not hands[Seat.SOUTH] & hands[Seat.WEST]


def test_a_table_that_never_was_is_a_404(client: Client) -> None:
    assert client.get("/tables/nowhere/").status_code == 404


def test_a_signed_in_person_opens_a_table_with_invited_seats(
    person: Callable[[str], Any], client: Client
) -> None:
    anneke = person("anneke")
    client.force_login(anneke)
    choices = {
        "ruleset": "championship-online",
        "length": "8",
        "seat_W": "invite",
        "seat_N": "house",
        "seat_E": "house",
    }
    where = client.post(reverse("gameplay:table_new"), choices)["Location"]
    state = streams.table(where.rstrip("/").rpartition("/")[2]).state
    assert (state.length, state.seats[Seat.SOUTH].user_id) == (8, anneke.pk)
    assert state.seats[Seat.WEST].kind == "empty"
    filled = client.post(where + "fill/")
    assert filled["Location"] == where
    assert streams.table(state.table_id).state.current is not None


@pytest.mark.parametrize("bad", [{"length": "7"}, {"ruleset": "bridge"}, {"seat_W": "user:1"}])
def test_a_forged_choice_opens_nothing(
    person: Callable[[str], Any], client: Client, bad: dict[str, str]
) -> None:
    client.force_login(person("anneke"))
    choices = {"ruleset": "championship-online", "length": ""}
    choices |= {"seat_W": "house", "seat_N": "house", "seat_E": "house"}
    answer = client.post(reverse("gameplay:table_new"), {**choices, **bad})
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not TableSummary.objects.exists()


@pytest.mark.parametrize(
    ("bad", "nearest"),
    [
        ({"lenght": "8"}, "length"),
        ({"seat_w": "invite"}, "seat_W"),
        ({"ruleset": "championship-onlin"}, "championship-online"),
        ({"ruleset": ""}, None),
        ({"length": "88"}, "8"),
        ({"seat_W": "invit"}, "invite"),
        ({"<b>": "x" * 5000}, None),
    ],
)
@pytest.mark.parametrize(("language", "question"), [("en", "Did you mean"), ("nl", "Bedoelde je")])
def test_a_misspelt_field_or_choice_opens_nothing_and_names_the_nearest(
    person: Callable[[str], Any],
    client: Client,
    bad: dict[str, str],
    nearest: str | None,
    language: str,
    question: str,
) -> None:
    anneke = person("anneke")
    anneke.language = language
    anneke.save()
    client.force_login(anneke)
    choices = {"ruleset": "championship-online"}
    choices |= {"seat_W": "house", "seat_N": "house", "seat_E": "house"}
    answer = client.post(reverse("gameplay:table_new"), {**choices, **bad})
    assert answer.status_code == 200
    errors = answer.context["form"].errors
    told = " ".join(text for texts in errors.values() for text in texts)
    assert errors
    assert not TableSummary.objects.exists()
    if nearest is not None:
        assert f"{question} “{nearest}”?" in told
    assert "<b>" not in answer.content.decode()


@pytest.mark.parametrize(
    ("route", "data", "status"),
    [
        ("table_seat", {"seat": "N"}, 409),
        ("table_seat", {"seat": "Q"}, 409),
        ("table_leave", {}, 403),
        ("table_fill", {}, 403),
        ("table_invite", {"seat": "N"}, 403),
    ],
)
def test_a_stranger_changes_nothing_and_is_told_why(
    seat_people: Callable[..., Seated],
    person: Callable[[str], Any],
    client: Client,
    route: str,
    data: dict[str, str],
    status: int,
) -> None:
    table = seat_people("S")
    before = streams.table(table.table_id).version
    client.force_login(person("stranger"))
    answer = client.post(reverse(f"gameplay:{route}", args=[table.table_id]), data)
    assert answer.status_code == status
    assert streams.table(table.table_id).version == before


def test_the_home_page_asks_as_much_for_many_tables_as_for_few(
    seat_people: Callable[..., Seated],
    client: Client,
    django_assert_max_num_queries: Callable[[int], Any],
) -> None:
    for _ in range(6):
        seat_people("")
    with django_assert_max_num_queries(5):
        assert client.get("/").status_code == 200


def test_a_second_account_shows_a_player_no_more_of_his_own_table_than_anybody_sees(
    person: Callable[[str], Any], client: Client
) -> None:
    """Situation 25: under the policy of a ranked championship it is worthless."""
    people = {seat: person(f"p{seat.letter}") for seat in SEATS}
    table = open_planned(people)
    table.play_some(Random(3))
    page = reverse("gameplay:table", args=[table.table_id])
    nobody = frames_on(client.get(page).content.decode())
    client.force_login(person("second"))
    second = frames_on(client.get(page).content.decode())
    assert second == nobody
    assert second[1]["view"] is None and "me" not in second[1]
    client.force_login(people[Seat.NORTH])
    assert frames_on(client.get(page).content.decode())[1]["view"] is not None


def test_a_monitor_that_asks_for_the_head_of_the_front_page_is_answered(client: Client) -> None:
    answer = client.head("/")
    assert (answer.status_code, answer.content) == (200, b"")
