"""Who gets what answer from the API of clubs, by the role that he has in the club; see
test_permissions_of_clubs, whose pages do the same."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Scope
from clubs.services import access, evenings, people
from tests.clubs.people import Club40
from tests.deploy.test_permissions_of_clubs import clients, crowd, rows
from tests.deploy.test_permissions_of_the_api import of_a_club, routes
from tests.undoing import forget

TABLE = """
route               method anonymous demo person left guest member scorer director treasurer secretary owner
clubs               GET    200 200 200 200 200 200 200 200 200 200 200
clubs               POST   401 403 201 201 201 201 201 201 201 201 201
club                GET    200 200 200 200 200 200 200 200 200 200 200
club                POST   405 405 405 405 405 405 405 405 405 405 405
club_describe       GET    405 405 405 405 405 405 405 405 405 405 405
club_describe       POST   401 403 403 403 403 403 403 403 403 200 200
club_rules          GET    200 200 200 200 200 200 200 200 200 200 200
club_rules          POST   401 403 403 403 403 403 403 403 403 201 201
club_history        GET    401 403 403 403 403 403 403 200 200 200 200
club_history        POST   405 405 405 405 405 405 405 405 405 405 405
club_members        GET    401 403 403 403 403 200 200 200 200 200 200
club_members        POST   401 403 403 403 403 403 403 403 403 201 201
club_member         GET    401 403 403 403 403 403 403 403 200 200 200
club_member         POST   405 405 405 405 405 405 405 405 405 405 405
club_member_change  GET    405 405 405 405 405 405 405 405 405 405 405
club_member_change  POST   401 403 403 403 403 403 403 403 403 200 200
club_member_roles   GET    405 405 405 405 405 405 405 405 405 405 405
club_member_roles   POST   401 403 403 403 403 403 403 403 403 200 200
club_hand_over      GET    405 405 405 405 405 405 405 405 405 405 405
club_hand_over      POST   401 403 403 403 403 403 403 403 403 403 409
club_member_dues    GET    405 405 405 405 405 405 405 405 405 405 405
club_member_dues    POST   401 403 403 403 403 403 403 403 200 403 200
club_requests       GET    401 403 403 403 403 403 403 403 403 200 200
club_requests       POST   401 403 201 201 409 409 409 409 409 409 409
club_answer         GET    405 405 405 405 405 405 405 405 405 405 405
club_answer         POST   401 403 403 403 403 403 403 403 403 404 404
club_members_csv    GET    401 403 403 403 403 403 403 403 200 200 200
club_members_csv    POST   405 405 405 405 405 405 405 405 405 405 405
club_members_xlsx   GET    401 403 403 403 403 403 403 403 200 200 200
club_members_xlsx   POST   405 405 405 405 405 405 405 405 405 405 405
club_imports        GET    401 403 403 403 403 403 403 403 403 200 200
club_imports        POST   401 403 403 403 403 403 403 403 403 201 201
club_import         GET    401 403 403 403 403 403 403 403 403 404 404
club_import         POST   405 405 405 405 405 405 405 405 405 405 405
club_import_carry_out GET  405 405 405 405 405 405 405 405 405 405 405
club_import_carry_out POST 401 403 403 403 403 403 403 403 403 404 404
club_import_undo    GET    405 405 405 405 405 405 405 405 405 405 405
club_import_undo    POST   401 403 403 403 403 403 403 403 403 404 404
club_invitations    GET    401 403 403 403 403 403 403 403 403 200 200
club_invitations    POST   401 403 403 403 403 403 403 403 403 201 201
club_invitation_revoke GET 405 405 405 405 405 405 405 405 405 405 405
club_invitation_revoke POST 401 403 403 403 403 403 403 403 403 404 404
club_invitation_accept GET 405 405 405 405 405 405 405 405 405 405 405
club_invitation_accept POST 401 403 404 404 404 404 404 404 404 404 404
club_evenings       GET    401 403 403 403 200 200 200 200 200 200 200
club_evenings       POST   401 403 403 403 403 403 403 201 403 201 201
club_evening        GET    401 403 403 403 200 200 200 200 200 200 200
club_evening        POST   405 405 405 405 405 405 405 405 405 405 405
club_sign_up        GET    405 405 405 405 405 405 405 405 405 405 405
club_sign_up        POST   401 403 403 403 200 200 200 200 200 200 200
club_sign_up_several GET   405 405 405 405 405 405 405 405 405 405 405
club_sign_up_several POST  401 403 403 403 403 403 403 404 403 404 404
club_guests         GET    405 405 405 405 405 405 405 405 405 405 405
club_guests         POST   401 403 403 403 201 201 201 201 201 201 201
club_drop           GET    405 405 405 405 405 405 405 405 405 405 405
club_drop           POST   401 403 403 403 200 200 200 200 200 200 200
club_sign_off       GET    405 405 405 405 405 405 405 405 405 405 405
club_sign_off       POST   401 403 403 403 200 200 200 200 200 200 200
club_attendance     GET    405 405 405 405 405 405 405 405 405 405 405
club_attendance     POST   401 403 403 403 403 403 200 200 403 200 200
club_evening_cancel GET    405 405 405 405 405 405 405 405 405 405 405
club_evening_cancel POST   401 403 403 403 403 403 403 200 403 200 200
club_outcome        GET    401 403 403 403 200 200 200 200 200 200 200
club_outcome        POST   405 405 405 405 405 405 405 405 405 405 405
club_member_merge   GET    405 405 405 405 405 405 405 405 405 405 405
club_member_merge   POST   401 403 403 403 403 403 403 403 403 404 404
club_member_part    GET    405 405 405 405 405 405 405 405 405 405 405
club_member_part    POST   401 403 403 403 403 403 403 403 403 404 404
club_season         GET    401 403 403 403 403 200 200 200 200 200 200
club_season         POST   405 405 405 405 405 405 405 405 405 405 405
club_evening_tournament GET  405 405 405 405 405 405 405 405 405 405 405
club_evening_tournament POST 401 403 403 403 403 403 403 409 403 409 409
club_member_remove  GET    405 405 405 405 405 405 405 405 405 405 405
club_member_remove  POST   401 403 403 403 403 403 403 403 403 200 200
club_member_erase   GET    405 405 405 405 405 405 405 405 405 405 405
club_member_erase   POST   401 403 403 403 403 403 403 403 403 200 200
club_leave          GET    405 405 405 405 405 405 405 405 405 405 405
club_leave          POST   401 403 403 403 200 200 200 200 200 200 409
"""  # noqa: E501
"""In this order everything is sent: nobody is gone before the last lines."""

SENT: dict[str, dict[str, Any]] = {
    "clubs": {"name": "Rik 55", "own_name": "Ik", "ruleset": "wiezen"},
    "club_describe": {"name": "De Zwarte Piet", "about": "Elke tweede maandag."},
    "club_rules": {"ruleset": "wiezen"},
    "club_members": {"name": "Piet Klaassen"},
    "club_member_change": {"name": "Jan de Vries", "number": "99"},
    "club_member_roles": {"roles": ["guest"]},
    "club_member_dues": {"year": 2027, "paid": True},
    "club_requests": {"name": "Wie dan ook"},
    "club_answer": {"accepted": True},
    "club_invitation_accept": {"token": "of no club"},
    "club_sign_up_several": {"members": ["nothing"]},
    "club_guests": {"name": "Oom Cor"},
    "club_attendance": {"present": []},
    "club_member_merge": {"gone": "nothing", "reason": "dezelfde"},
    "club_member_part": {"reason": "toch niet"},
    "club_evening_tournament": {"rounds": 1},
}


OF_NO_CLUB = ("clubs", "club_invitation_accept")


def plan() -> dict[str, Any]:
    return {"first": (timezone.now() + timedelta(days=40)).date().isoformat(), "at": "20:00"}


def where(club: Club40, route: str) -> str:
    [pattern] = [one for one in routes() if one.name == route]
    jan = next((m.key for m in club.state.members.values() if m.user is None), "")
    known = {
        "key": club.key,
        "member": jan,
        "evening": next(iter(club.state.evenings), ""),
        "request_key": "nothing",
        "guest": "nothing",
        "invitation": "nothing",
        "file": "nothing",
    }
    names = re.findall(r"<\w+:(\w+)>", str(pattern.pattern))
    return reverse(f"api:{route}", kwargs={name: known[name] for name in names})


@pytest.fixture
def full(db: None) -> Club40:
    cache.clear()
    forget()
    club = crowd()
    club.adds("Jan de Vries")
    by = people.Sent(club.users["owner"].pk, timezone.now())
    when = timezone.now() + timedelta(days=30)
    evenings.plan(club.key, by, first=when.date(), at=when.time(), every="once", times=1, places=0)
    return club


def asking(expected: dict[str, str]) -> tuple[str, ...]:
    """Everybody; what nobody may ever do is tried by the two ends alone."""
    return ("anonymous", "owner") if expected["owner"] == "405" else tuple(expected)


def send(client: Client, route: str, address: str, **headers: Any) -> Any:
    if route == "club_imports":
        return client.post(address, b"Naam\nPiet", content_type="text/csv", **headers)
    sent = plan() if route == "club_evenings" else SENT.get(route, {})
    return client.post(address, sent, content_type="application/json", **headers)


def test_every_route_of_clubs_has_its_rows() -> None:
    named = {str(one.name) for one in routes() if of_a_club(str(one.name))}
    there = [tuple(line) for line, _ in rows(TABLE)]
    assert set(there) == {(name, method) for name in named for method in ("GET", "POST")}
    assert len(there) == len(set(there))


def test_who_may_read_what_of_a_club(full: Club40) -> None:
    by_role = clients(full)
    for (route, method), expected in rows(TABLE):
        if method == "GET":
            for role in asking(expected):
                answer = by_role[role].get(where(full, route))
                assert str(answer.status_code) == expected[role], (route, role, answer.content)


def test_who_may_change_what_of_a_club(full: Club40) -> None:
    by_role = clients(full)
    for (route, method), expected in rows(TABLE):
        if method == "POST":
            cache.clear()
            before, address = full.state, where(full, route)
            for role in asking(expected):
                answer = send(by_role[role], route, address)
                assert str(answer.status_code) == expected[role], (route, role, answer.content)
                if answer.status_code in (401, 403):
                    assert full.state == before, (route, role)
                before = full.state


def test_nothing_of_a_club_is_changed_by_another_site_or_with_a_token_for_reading(
    full: Club40,
) -> None:
    owner = full.users["owner"]
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    token = access.issue(owner.pk, name="lezer", scope=Scope.RESULTS, now=timezone.now())
    bearer = {"headers": {"Authorization": f"Bearer {token}"}}
    before = full.state
    for (route, method), expected in rows(TABLE):
        if method == "POST" and expected["owner"] != "405":
            answer = send(client, route, where(full, route))
            assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")
            answer = send(Client(), route, where(full, route), **bearer)
            assert (answer.status_code, answer.json()["code"]) == (403, "token_scope")
    assert full.state == before


def test_a_club_that_is_not_there_is_there_for_nobody(full: Club40) -> None:
    by_role = clients(full)
    for (route, method), expected in rows(TABLE):
        if expected["owner"] != "405" and route not in OF_NO_CLUB:
            address = where(full, route).replace(full.key, "bcdfgh")
            for role in ("demo", "person", "owner"):
                client = by_role[role]
                answer = send(client, route, address) if method == "POST" else client.get(address)
                assert (answer.status_code, answer.json()["code"]) == (404, "no_such_club"), route
