"""Who gets what answer at every page of clubs, by the role that he has in the club.

`anonymous`; `demo`, a demo player; `person`, who belongs to another club and owns it; `left`, who
was a member; and the roles of a club. Whoever is not said to get something does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.domain import roles
from clubs.services import evenings, founding, links, people
from tests.clubs.people import NOW, Club40, found
from tests.deploy.test_permissions import OF_A_CLUB, may_be_stored, routes

OUTSIDE = ("anonymous", "demo", "person", "left")
ROLES = (*OUTSIDE, *reversed(roles.POWERS))

TABLE = """
route                 method anonymous demo person left guest member scorer director treasurer secretary owner
clubs:settings        GET    302 200 200 200 200 200 200 200 200 200 200
clubs:settings        POST   302 200 200 200 200 200 200 200 200 200 200
clubs:about_me        GET    302 200 200 200 200 200 200 200 200 200 200
clubs:about_me        POST   302 405 405 405 405 405 405 405 405 405 405
clubs:access          GET    302 403 200 200 200 200 200 200 200 200 200
clubs:access          POST   302 403 200 200 200 200 200 200 200 200 200
clubs:end_session     GET    302 405 405 405 405 405 405 405 405 405 405
clubs:end_session     POST   302 302 302 302 302 302 302 302 302 302 302
clubs:erase           GET    302 403 200 200 200 200 200 200 200 200 200
clubs:erase           POST   302 403 200 200 200 200 200 200 200 200 200
clubs:list            GET    200 200 200 200 200 200 200 200 200 200 200
clubs:list            POST   405 405 405 405 405 405 405 405 405 405 405
clubs:new             GET    302 403 200 200 200 200 200 200 200 200 200
clubs:new             POST   302 403 200 200 200 200 200 200 200 200 200
clubs:invitation      GET    200 200 200 200 200 200 200 200 200 200 200
clubs:invitation      POST   200 200 302 302 302 302 302 302 302 302 302
clubs:detail          GET    200 200 200 200 200 200 200 200 200 200 200
clubs:detail          POST   405 405 405 405 405 405 405 405 405 405 405
clubs:join            GET    200 200 200 200 200 200 200 200 200 200 200
clubs:join            POST   200 200 200 200 200 200 200 200 200 200 200
clubs:leave           GET    302 405 405 405 405 405 405 405 405 405 405
clubs:leave           POST   302 403 403 403 302 302 302 302 302 302 302
clubs:describe        GET    302 403 403 403 403 403 403 403 403 200 200
clubs:describe        POST   302 403 403 403 403 403 403 403 403 200 200
clubs:rules           GET    200 200 200 200 200 200 200 200 200 200 200
clubs:rules           POST   403 403 403 403 403 403 403 403 403 200 200
clubs:roles           GET    200 200 200 200 200 200 200 200 200 200 200
clubs:roles           POST   405 405 405 405 405 405 405 405 405 405 405
clubs:history         GET    302 403 403 403 403 403 403 200 200 200 200
clubs:history         POST   302 405 405 405 405 405 405 405 405 405 405
clubs:members         GET    302 403 403 403 403 200 200 200 200 200 200
clubs:members         POST   302 405 405 405 405 405 405 405 405 405 405
clubs:add             GET    302 403 403 403 403 403 403 403 403 200 200
clubs:add             POST   302 403 403 403 403 403 403 403 403 200 200
clubs:import_choose   GET    302 403 403 403 403 403 403 403 403 200 200
clubs:import_choose   POST   302 403 403 403 403 403 403 403 403 200 200
clubs:import          GET    302 403 403 403 403 403 403 403 403 302 302
clubs:import          POST   302 403 403 403 403 403 403 403 403 302 302
clubs:export          GET    302 403 403 403 403 403 403 403 200 200 200
clubs:export          POST   302 405 405 405 405 405 405 405 405 405 405
clubs:member          GET    302 403 403 403 403 403 403 403 200 200 200
clubs:member          POST   302 403 403 403 403 403 403 403 302 302 302
clubs:merge           GET    302 403 403 403 403 403 403 403 403 200 200
clubs:merge           POST   302 403 403 403 403 403 403 403 403 302 302
clubs:office          GET    302 403 403 403 403 403 403 403 403 200 200
clubs:office          POST   302 403 403 403 403 403 403 403 403 302 302
clubs:evenings        GET    302 403 403 403 200 200 200 200 200 200 200
clubs:evenings        POST   302 403 403 403 302 302 302 302 302 302 302
clubs:evening         GET    302 403 403 403 200 200 200 200 200 200 200
clubs:evening         POST   302 403 403 403 302 302 302 302 302 302 302
tournaments:of_evening GET   302 403 403 403 403 403 403 200 403 200 200
tournaments:of_evening POST  302 403 403 403 403 403 403 200 403 200 200
tournaments:outcome   GET    302 403 403 403 200 200 200 200 200 200 200
tournaments:outcome   POST   302 405 405 405 405 405 405 405 405 405 405
tournaments:season    GET    302 403 403 403 403 200 200 200 200 200 200
tournaments:season    POST   302 405 405 405 405 405 405 405 405 405 405
"""  # noqa: E501

# What buttons on these pages do, and who is let through to the club's own judgement of it.
ACTIONS = """
what          route          guest member scorer director treasurer secretary owner
plan          clubs:evenings 403 403 403 302 403 302 302
up            clubs:evening  302 302 302 302 302 302 302
up_other      clubs:evening  403 403 403 302 403 302 302
attendance    clubs:evening  403 403 302 302 403 302 302
cancel        clubs:evening  403 403 403 302 403 302 302
dues          clubs:member   403 403 403 403 302 403 302
change        clubs:member   403 403 403 403 403 302 302
roles         clubs:member   403 403 403 403 403 302 302
merge         clubs:merge    403 403 403 403 403 404 404
part          clubs:merge    403 403 403 403 403 404 404
hand_over     clubs:member   403 403 403 403 403 403 302
remove        clubs:member   403 403 403 403 403 302 302
erase         clubs:member   403 403 403 403 403 302 302
answer        clubs:office   403 403 403 403 403 404 404
invite        clubs:office   403 403 403 403 403 200 200
revoke        clubs:office   403 403 403 403 403 404 404
undo          clubs:office   403 403 403 403 403 404 404
"""
SENT: dict[str, dict[str, Any]] = {
    "plan": {
        "first": (date.today() + timedelta(days=30)).isoformat(),
        "at": "20:00",
        "every": "once",
        "times": "1",
        "places": "0",
    },
    "up": {},
    "up_other": {"do": "up"},
    "attendance": {"present": []},
    "cancel": {},
    "dues": {"year": "2027", "paid": "1"},
    "change": {"name": "Jan de Vries", "number": "99", "shown": "initials"},
    "roles": {"role": ["guest"]},
    "merge": {"gone": "", "reason": "twee keer"},
    "part": {"gone": "nothing", "reason": "toch niet"},
    "hand_over": {},
    "remove": {},
    "erase": {},
    "answer": {"request": "nothing", "accepted": "1"},
    "invite": {"role": "member", "uses": "1", "days": "1"},
    "revoke": {"invitation": "nothing"},
    "undo": {"source": "nothing"},
}


def rows(table: str) -> Iterator[tuple[list[str], dict[str, str]]]:
    header, *body = (line.split() for line in table.strip().splitlines())
    names = [name for name in header if name in ROLES]
    for line in body:
        yield line[: -len(names)], dict(zip(names, line[-len(names) :], strict=True))


@pytest.fixture
def full(db: None) -> Club40:
    """Everybody there is, an evening, a link that many can use, and Jan without an account."""
    return crowd()


def crowd() -> Club40:
    club = found()
    create = get_user_model().objects.create_user
    club.users["owner"] = club.users["toos"]
    for role in roles.POWERS:
        if role != roles.OWNER:
            club.joins(role, role)
    club.joins("left")
    people.leave(club.key, club.sent("left"))
    club.users["demo"] = create("demo", is_demo=True)
    club.users["person"] = create("person")
    founding.found(
        name="Rik 55",
        place="Bladel",
        zone="Europe/Amsterdam",
        language="nl",
        own_name="Person",
        ruleset="wiezen",
        options={},
        user=club.users["person"].pk,
        now=NOW,
    )
    return club


def clients(club: Club40) -> dict[str, Client]:
    return {role: Client() if role == "anonymous" else club.client(role) for role in ROLES}


def arguments(club: Club40, route: str, token: str) -> list[str]:
    alone = ("settings", "about_me", "erase", "access", "list", "new")
    name = route.partition(":")[2]
    if name in alone:
        return []
    if name == "invitation":
        return [token]
    if name == "end_session":
        return ["0"]
    more = {
        "member": next(m.key for m in club.state.members.values() if m.user is None),
        "merge": next(m.key for m in club.state.members.values() if m.user is None),
        "evening": next(iter(club.state.evenings), ""),
        "of_evening": next(iter(club.state.evenings), ""),
        "outcome": next(iter(club.state.evenings), ""),
        "import": "nothing",
        "export": "csv",
    }
    return [club.key, more[name]] if name in more else [club.key]


def ready(club: Club40) -> str:
    club.adds("Jan de Vries")
    when = timezone.now()
    evenings.plan(
        club.key,
        club.sent("owner", now=when),
        first=when.date().replace(year=when.year + 1, day=1),
        at=when.time(),
        every="once",
        times=1,
        places=0,
    )
    sent = club.sent("owner", now=when)
    return links.invite(club.key, sent, role="member", uses=20, days=1)


def test_every_page_of_clubs_has_its_rows() -> None:
    named = {name for name, _ in routes() if name.startswith("clubs:") or name in OF_A_CLUB}
    there = {tuple(line) for line, _ in rows(TABLE)}
    assert there == {(name, method) for name in named for method in ("GET", "POST")}


def test_who_may_look_at_a_club(full: Club40) -> None:
    token, by_role = ready(full), clients(full)
    for (route, method), expected in rows(TABLE):
        where = reverse(route, args=arguments(full, route, token))
        if method == "GET":
            answers = {role: client.get(where) for role, client in by_role.items()}
            assert {r: str(a.status_code) for r, a in answers.items()} == expected, route
            assert not any(may_be_stored(answer) for answer in answers.values()), route


def test_who_may_send_something_to_a_club(full: Club40) -> None:
    token, by_role = ready(full), clients(full)
    for (route, method), expected in sorted(
        rows(TABLE), key=lambda row: row[0][0] == "clubs:invitation"
    ):
        if method == "POST":
            where = reverse(route, args=arguments(full, route, token))
            codes = {role: str(client.post(where).status_code) for role, client in by_role.items()}
            assert codes == expected, route
    assert [owner.user for owner in full.state.owners] == [full.users["owner"].pk]


def test_who_may_press_which_button(full: Club40) -> None:
    ready(full)
    by_role = clients(full)
    for (what, route), expected in rows(ACTIONS):
        if not any(m.user is None and m.active for m in full.state.members.values()):
            full.adds("Jan de Vries")
        for role, code in expected.items():
            other = next(
                (m for m in full.state.members.values() if m.user is None and m.active), None
            ) or full.adds("Jan de Vries")
            where = (
                [full.key, other.key] if route in ("clubs:member", "clubs:merge") else [full.key]
            )
            if route == "clubs:evening":
                where.append(next(iter(full.state.evenings)))
            sent = {"do": what, **SENT[what]}
            if what.startswith("up"):
                sent["evening"] = where[-1]
                sent["member"] = other.key if what == "up_other" else ""
            before = full.state
            answer = by_role[role].post(reverse(route, args=where), sent)
            assert str(answer.status_code) == code, (what, role)
            if code == "403":
                assert full.state == before, (what, role)
            if what == "hand_over":
                assert full.state == before  # Jan could not sign in


def test_nothing_is_done_for_another_site(full: Club40) -> None:
    ready(full)
    client = Client(enforce_csrf_checks=True)
    client.force_login(full.users["owner"], backend="django.contrib.auth.backends.ModelBackend")
    for name in ("office", "evenings", "rules", "add", "leave"):
        assert client.post(reverse(f"clubs:{name}", args=[full.key])).status_code == 403
