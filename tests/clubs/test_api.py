"""The club over the API: names as people want them, and everything done once."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.clubs.people import Club40


@pytest.fixture(autouse=True)
def _nobody_asked_too_often() -> None:
    cache.clear()


def post(client: Client, route: str, /, *args: str, key: str = "", **sent: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(
        reverse(f"api:{route}", args=args), sent, content_type="application/json", headers=headers
    )


def read(client: Client, name: str, *args: str, **asked: Any) -> Any:
    answer = client.get(reverse(f"api:{name}", args=args), asked)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_member_reads_names_as_their_people_want_them(club: Club40) -> None:
    club.joins("mien", "member")
    club.adds("Jan de Vries", nickname="Sjef", note="slecht been", number="12", shown="initials")
    club.adds("Cor Bax", shown="anonymous")
    toos, mien = club.client("toos"), club.client("mien")

    told = read(mien, "club_members", club.key)["results"]
    names = {each["name"]: each for each in told}
    assert set(names) == {"J. d. V.", "anoniem", "Toos van de Ven", "mien"}
    assert {each["name"] for each in told if each["record"]} == {"mien"}
    for hidden in ("Vries", "Sjef", "slecht been", "Cor", "Bax"):
        assert hidden not in str(told)
    assert read(mien, "club_members", club.key, search="Vries")["results"] == []

    [jan] = read(toos, "club_members", club.key, search="vries")["results"]
    assert (jan["name"], jan["nickname"], jan["record"]["note"]) == (
        "Jan de Vries",
        "Sjef",
        "slecht been",
    )
    assert read(toos, "club_members", club.key, search="12")["results"] == [jan]
    twice = club.adds("Jan de Vries").key
    told = post(toos, "club_member_merge", club.key, jan["member"], gone=twice, reason="dezelfde")
    assert (told.status_code, told.json()["member"]) == (200, jan["member"])
    gone = read(toos, "club_member", club.key, twice)
    assert gone["record"]["state"] == "merged"
    told = post(toos, "club_member_part", club.key, twice, reason="toch niet")
    assert told.json()["record"]["state"] == "active"
    assert read(Client(), "club", club.key)["you"] == {
        "member": None,
        "roles": [],
        "powers": [],
        "request": None,
    }
    assert [each["name"] for each in read(Client(), "clubs", search="reusel")["results"]] == [
        "De Zwarte Piet"
    ]


def test_what_is_sent_twice_under_one_key_is_done_once(club: Club40) -> None:
    toos = club.client("toos")
    new = {"name": "Rik 55", "own_name": "Toos", "ruleset": "wiezen"}
    first, again = (post(toos, "clubs", key="a", **new) for _ in range(2))
    assert (first.status_code, first.json()["key"]) == (201, again.json()["key"])
    assert first.json()["you"]["roles"] == ["owner"]
    assert first.headers["Location"] == reverse("api:club", args=[first.json()["key"]])

    for _ in range(2):
        answer = post(toos, "club_members", club.key, key="b", name="Jan de Vries")
        assert answer.json()["name"] == "Jan de Vries"
    assert sum(each.user is None for each in club.state.members.values()) == 1
    [jan] = [each.key for each in club.state.members.values() if each.user is None]
    assert answer.json()["member"] == jan
    other = post(toos, "club_members", club.key, key="b", name="Cor", number="9")
    assert (other.status_code, other.json()["code"]) == (409, "command_id_reused")

    first_day = date.today() + timedelta(days=20)
    row = {"first": first_day.isoformat(), "at": "20:00", "every": "fortnightly", "times": 3}
    planned, again = (post(toos, "club_evenings", club.key, key="c", **row) for _ in range(2))
    assert planned.json() == again.json() and len(planned.json()["evenings"]) == 3
    evening = planned.json()["evenings"][0]["evening"]
    told = post(toos, "club_sign_up", club.key, evening, member=jan)
    told = post(toos, "club_guests", club.key, evening, member=jan, name="Oom Cor").json()
    assert [(each["name"], each["guest_of"]) for each in told["list"]] == [
        ("Jan de Vries", None),
        ("Oom Cor", "Jan de Vries"),
    ]
    told = post(toos, "club_sign_off", club.key, evening, member=jan).json()
    assert (told["list"], told["coming"]) == ([], 0)


def test_somebody_asks_and_is_let_in_and_the_club_is_handed_over(club: Club40) -> None:
    club.joins("wim")
    key = club.member("wim").key
    left = post(club.client("wim"), "club_leave", club.key)
    assert left.json()["you"] == {"member": key, "roles": [], "powers": [], "request": None}
    asked = post(club.client("wim"), "club_requests", club.key, name="Wim", says="Daar ben ik weer")
    assert (asked.status_code, asked.json()["you"]["request"]) == (201, "waiting")
    toos = club.client("toos")
    [request] = read(toos, "club_requests", club.key)["results"]
    assert (request["name"], request["says"]) == ("Wim", "Daar ben ik weer")
    told = post(toos, "club_answer", club.key, request["request"], accepted=True).json()
    assert told["state"] == "accepted"
    told = post(toos, "club_answer", club.key, request["request"], accepted=False)
    assert (told.status_code, told.json()["code"]) == (409, "already_answered")

    told = post(toos, "club_member_roles", club.key, key, roles=["keizer"])
    assert (told.status_code, told.json()["code"]) == (400, "invalid")
    assert post(toos, "club_member_dues", club.key, key, year=2027, paid=True).json()["record"][
        "paid"
    ] == [2027]
    lines = read(toos, "club_history", club.key)
    assert lines["pages"] == 1 and "2027" in lines["results"][0]["what"]
    over = post(toos, "club_hand_over", club.key, key).json()
    assert "owner" not in over["you"]["roles"]
    assert [each.user for each in club.state.owners] == [club.users["wim"].pk]
    gone = post(toos, "club_hand_over", club.key, key)
    assert (gone.status_code, gone.json()["code"]) == (403, "not_allowed")


def test_who_plans_an_evening_signs_several_up_and_is_told_of_each(club: Club40) -> None:
    club.joins("mien", "member")
    jan, cor = club.adds("Jan de Vries").key, club.adds("Cor Bax").key
    mien, toos = club.member("mien").key, club.client("toos")
    day = (date.today() + timedelta(days=20)).isoformat()
    row = {"first": day, "at": "20:00", "places": 2}
    [planned] = post(toos, "club_evenings", club.key, **row).json()["evenings"]
    at = (club.key, planned["evening"])
    assert post(toos, "club_sign_up", *at, member=cor).status_code == 200

    told = post(toos, "club_sign_up_several", *at, key="a", members=[jan, cor, mien, jan]).json()
    assert [(each["name"], each["happened"], each["waits"]) for each in told["people"]] == [
        ("Jan de Vries", "signed_up", 0),
        ("Cor Bax", "there_already", 0),
        ("mien", "signed_up", 1),
    ]
    assert told["evening"]["coming"] == 3
    before = club.state
    for key in ("a", "b", ""):
        told = post(toos, "club_sign_up_several", *at, key=key, members=[jan, cor, mien, jan])
        assert {each["happened"] for each in told.json()["people"]} == {"there_already"}
    assert club.state == before
    told = post(toos, "club_sign_up_several", *at, key="a", members=[jan])
    assert (told.status_code, told.json()["code"]) == (409, "command_id_reused")
    # Who has said no since is not brought back by the same request.
    assert post(club.client("mien"), "club_sign_off", *at).status_code == 200
    told = post(toos, "club_sign_up_several", *at, key="a", members=[jan, cor, mien, jan]).json()
    assert [each["happened"] for each in told["people"]][2] == "signed_off"


def test_one_whom_nobody_knows_signs_nobody_up(club: Club40) -> None:
    club.joins("mien", "member")
    jan, toos = club.adds("Jan de Vries").key, club.client("toos")
    day = (date.today() + timedelta(days=20)).isoformat()
    [planned] = post(toos, "club_evenings", club.key, first=day, at="20:00").json()["evenings"]
    at, before = (club.key, planned["evening"]), club.state
    told = post(toos, "club_sign_up_several", *at, members=[jan, "nobody"])
    assert (told.status_code, told.json()["code"]) == (404, "no_such_member")
    assert told.json()["detail"]["member"] == "nobody"
    told = post(club.client("mien"), "club_sign_up_several", *at, members=[club.member("mien").key])
    assert (told.status_code, told.json()["code"]) == (403, "not_allowed")
    assert club.state == before
