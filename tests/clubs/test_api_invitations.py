"""Links into a club over the API: told once, used from the content, withdrawn for good."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlparse

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from clubs.models import Scope
from clubs.services import access
from gameplay.eventstore import store
from tests.clubs.people import Club40
from tests.clubs.test_api import post, read


@pytest.fixture(autouse=True)
def _nobody_asked_too_often() -> None:
    cache.clear()


def make(client: Client, club: Club40, key: str = "", **told: Any) -> Any:
    answer = post(client, "club_invitations", club.key, key=key, **told)
    assert answer.status_code == 201, answer.content
    return answer.json()


def newcomer(club: Club40, name: str) -> Client:
    club.users[name] = get_user_model().objects.create_user(name)
    return club.client(name)


def test_somebody_joins_by_a_link_and_a_second_click_is_fine(club: Club40) -> None:
    toos, wim = club.client("toos"), newcomer(club, "wim")
    made = make(toos, club, role="guest", uses=2, days=3)
    assert urlparse(made["link"]).path == f"/clubs/invitation/{made['token']}/"
    assert made["code"].startswith("<svg") and (made["uses"], made["used"]) == (2, 0)
    for _ in range(2):
        told = post(wim, "club_invitation_accept", token=made["token"])
        assert (told.status_code, told.json()["you"]["roles"]) == (200, ["guest"])
    [line] = read(toos, "club_invitations", club.key)["results"]
    assert (line["invitation"], line["used"], line["role"]) == (made["invitation"], 1, "guest")
    assert "token" not in line and "digest" not in line

    gone = post(toos, "club_invitation_revoke", club.key, made["invitation"]).json()
    again = post(toos, "club_invitation_revoke", club.key, made["invitation"]).json()
    assert gone["revoked"] and gone == again
    assert read(toos, "club_invitations", club.key)["results"] == []
    told = post(newcomer(club, "mien"), "club_invitation_accept", token=made["token"])
    assert (told.status_code, told.json()["code"]) == (404, "invitation_invalid")


def test_a_link_asked_for_twice_under_one_key_is_one_link_and_is_kept_nowhere(club: Club40) -> None:
    toos = club.client("toos")
    first, again, other = (make(toos, club, key=key) for key in ("a", "a", "b"))
    assert first == again and first["token"] != other["token"]
    assert len(club.state.invitations) == 2
    changed = post(toos, "club_invitations", club.key, key="a", days=15)
    assert (changed.status_code, changed.json()["code"]) == (409, "command_id_reused")
    assert first["token"] not in str(list(store.load(f"club-{club.key}")))

    too_many = post(toos, "club_invitations", club.key, uses=501)
    assert (too_many.status_code, too_many.json()["code"]) == (400, "invalid")
    owner = post(toos, "club_invitations", club.key, role="owner")
    assert (owner.status_code, owner.json()["code"]) == (400, "invalid")


def test_a_program_joins_in_somebodys_name_with_a_token_for_everything(club: Club40) -> None:
    made = make(club.client("toos"), club)
    newcomer(club, "wim")
    for scope, status in ((Scope.READ, 403), (Scope.RESULTS, 403), (Scope.MANAGE, 200)):
        token = access.issue(
            club.users["wim"].pk, name="programma", scope=scope, now=timezone.now()
        )
        bearer = {"Authorization": f"Bearer {token}"}
        told = Client().post(
            "/api/clubs/invitations/accept/",
            {"token": made["token"]},
            content_type="application/json",
            headers=bearer,
        )
        assert told.status_code == status, told.content
    assert club.member("wim").roles == ("member",)
