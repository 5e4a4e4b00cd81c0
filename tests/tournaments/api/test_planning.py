"""The tables of an evening with own cards, planned again over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Scope
from clubs.services import access
from tests.clubs.people import Club40, found
from tests.tournaments.api.test_hall import send
from tests.tournaments.evening_again import entry_called, plays, seated, state_of
from tournaments.selectors import history

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db: None) -> Club40:
    return found()


def token_of(club: Club40, name: str, scope: str = Scope.MANAGE) -> str:
    return access.issue(club.users[name].pk, name="x", scope=scope, now=timezone.now())


def test_who_leads_reads_what_a_plan_changes_and_then_has_that_very_plan(club: Club40) -> None:
    key = seated(club, 9)
    plays(key, 1)
    gone, new = entry_called(key, "Lid 03"), club.adds("Lid 30").key
    there = [each.key for each in state_of(key).active if each.standing]
    who = {
        "asked": there,
        "here": [entry for entry in there if entry != gone],
        "members": [new],
        "names": ["Buurman Bert"],
        "reason": "moest naar huis",
    }
    toos, version = token_of(club, "toos"), len(history.of(key))
    status, told = send("tables_plan", toos, key, **who, preview=True)
    assert (status, told["done"], len(history.of(key))) == (200, False, version)
    assert [each["code"] for each in told["changes"]][:3] == ["goes_home", *["comes_new"] * 2]
    said = " ".join(each["message"] for each in told["changes"])
    assert all(name in said for name in ("Lid 03", "Lid 30", "Buurman Bert"))

    # Two Jans, or one who is sent twice: without a key nobody can tell.
    exactly: dict[str, Any] = {**who, "seed": told["seed"], "mark": told["mark"]}
    status, refused = send("tables_plan", toos, key, **exactly)
    assert (status, refused["code"]) == (400, "idempotency_key_missing")
    status, done = send("tables_plan", toos, key, **exactly, key="a")
    assert (status, done["done"], done["mark"]) == (200, True, told["mark"])
    assert done["tables"] == told["tables"]
    players = [name for table in done["tables"] for name in table["players"]]
    assert players.count("Buurman Bert") == 1 and "Lid 03" not in players
    version = len(history.of(key))
    status, again = send("tables_plan", toos, key, **exactly, key="a")
    assert (status, again["changes"], len(history.of(key))) == (200, [], version)

    # What is told no longer holds; and without a reason nothing is done.
    status, refused = send("tables_plan", toos, key, seed=1, mark="x", reason="zomaar")
    assert (status, refused["code"]) == (409, "changes_otherwise")
    status, refused = send("tables_plan", toos, key)
    assert (status, refused["code"]) == (409, "reason_missing")


def test_only_who_leads_plans_the_tables_and_with_a_token_that_may_change_things(
    club: Club40,
) -> None:
    key = seated(club, 9)
    club.joins("piet")
    assert send("tables_plan", token_of(club, "piet"), key, preview=True)[0] == 403
    assert send("tables_plan", token_of(club, "toos", Scope.READ), key, preview=True)[0] == 403


def test_nobody_of_another_club_or_evening_comes_in_by_a_plan(club: Club40) -> None:
    """Keys of others are not told apart from those of nobody, and lists have an end."""
    key = seated(club, 9)
    plays(key, 1)
    elsewhere = found("piet", "Piet van Elders", "De Rode Heer")
    toos, foreign = token_of(club, "toos"), elsewhere.member("piet").key
    version = len(history.of(key))
    for record in (foreign, "nobody"):
        told = send("tables_plan", toos, key, members=[record], reason="x", key=record)
        assert (told[0], told[1]["code"]) == (409, "plays_already")
    told = send("tables_plan", toos, key, asked=["nobody"], here=["nobody"], preview=True)
    assert told[0] == 200
    about_people = {"goes_home", "comes_new", "comes_back"}
    assert about_people.isdisjoint(each["code"] for each in told[1]["changes"])
    assert send("tables_plan", token_of(elsewhere, "piet"), key, preview=True)[0] == 403
    for far_too_many in ({"asked": ["a"] * 401}, {"names": ["Jan"] * 401}, {"names": ["J" * 61]}):
        assert send("tables_plan", toos, key, **far_too_many, preview=True)[0] == 400
    assert len(history.of(key)) == version
