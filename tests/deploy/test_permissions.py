"""Who gets what answer at every address: a route or socket without a row here fails.

The roles: `anonymous`; `demo`, a demo player; `person`, signed in and seated nowhere; `stranger`,
who sits at another table; `seated` and `opener` at the table in question; and `staff`, who may
do no more here than any other person.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from engine import Seat
from gameplay import invitations, table_handlers, tables
from tests.undoing import forget, signed_in, undone
from tournaments.forms import defaults
from tournaments.services import registration, schedule

ROLES = ("anonymous", "demo", "person", "stranger", "seated", "opener", "staff")

TABLE = """
route                                     method  anonymous demo person stranger seated opener staff

account_login                               GET     200 302 302 302 302 302 302
account_login                               POST    200 302 302 302 302 302 302
account_logout                              GET     302 200 200 200 200 200 200
account_logout                              POST    302 302 302 302 302 302 302
account_signup                              GET     200 302 302 302 302 302 302
account_signup                              POST    200 302 302 302 302 302 302
account_inactive                            GET     200 200 200 200 200 200 200
account_inactive                            POST    405 405 405 405 405 405 405
account_email                               GET     302 200 200 200 200 200 200
account_email                               POST    302 302 302 302 302 302 302
account_email_verification_sent             GET     200 200 200 200 200 200 200
account_email_verification_sent             POST    405 405 405 405 405 405 405
account_confirm_email                       GET     200 200 200 200 200 200 200
account_confirm_email                       POST    404 404 404 404 404 404 404
account_change_password                     GET     302 302 200 200 200 200 200
account_change_password                     POST    302 302 200 200 200 200 200
account_set_password                        GET     302 200 302 302 302 302 302
account_set_password                        POST    302 200 302 302 302 302 302
account_reset_password                      GET     200 200 200 200 200 200 200
account_reset_password                      POST    200 200 200 200 200 200 200
account_reset_password_done                 GET     200 200 200 200 200 200 200
account_reset_password_done                 POST    405 405 405 405 405 405 405
account_reset_password_from_key             GET     200 200 200 200 200 200 200
account_reset_password_from_key             POST    200 200 200 200 200 200 200
account_reset_password_from_key_done        GET     200 200 200 200 200 200 200
account_reset_password_from_key_done        POST    405 405 405 405 405 405 405
account_reauthenticate                      GET     302 403 200 200 200 200 200
account_reauthenticate                      POST    302 403 200 200 200 200 200
account_request_reauthentication_code       GET     302 403 302 302 302 302 302
account_request_reauthentication_code       POST    302 403 302 302 302 302 302
account_confirm_reauthentication_code       GET     302 302 302 302 302 302 302
account_confirm_reauthentication_code       POST    302 302 302 302 302 302 302
account_request_login_code                  GET     200 302 302 302 302 302 302
account_request_login_code                  POST    200 302 302 302 302 302 302
account_confirm_login_code                  GET     302 302 302 302 302 302 302
account_confirm_login_code                  POST    302 302 302 302 302 302 302
healthz                                     GET     200 200 200 200 200 200 200
healthz                                     POST    405 405 405 405 405 405 405
readyz                                      GET     503 503 503 503 503 503 503
readyz                                      POST    405 405 405 405 405 405 405
metrics                                     GET     200 200 200 200 200 200 200
metrics                                     POST    405 405 405 405 405 405 405
set_language                                GET     302 302 302 302 302 302 302
set_language                                POST    302 302 302 302 302 302 302
javascript-catalog                          GET     200 200 200 200 200 200 200
javascript-catalog                          POST    405 405 405 405 405 405 405

gameplay:home                               GET     200 200 200 200 200 200 200
gameplay:home                               POST    405 405 405 405 405 405 405
gameplay:rules_list                         GET     200 200 200 200 200 200 200
gameplay:rules_list                         POST    405 405 405 405 405 405 405
gameplay:rules                              GET     200 200 200 200 200 200 200
gameplay:rules                              POST    405 405 405 405 405 405 405
gameplay:table_new                          GET     302 200 200 200 200 200 200
gameplay:table_new                          POST    302 302 302 302 302 302 302
gameplay:table                              GET     200 200 200 200 200 200 200
gameplay:table                              POST    405 405 405 405 405 405 405
gameplay:table_seat                         GET     302 405 405 405 405 405 405
gameplay:table_seat                         POST    302 403 403 403 409 409 403
gameplay:table_leave                        GET     302 405 405 405 405 405 405
gameplay:table_leave                        POST    302 403 403 403 302 302 403
gameplay:table_fill                         GET     302 405 405 405 405 405 405
gameplay:table_fill                         POST    302 403 403 403 403 302 403
gameplay:table_invite                       GET     302 405 405 405 405 405 405
gameplay:table_invite                       POST    302 403 403 403 403 200 403
gameplay:table_replay                       GET     404 404 404 404 404 404 404
gameplay:table_replay                       POST    405 405 405 405 405 405 405
gameplay:board                              GET     404 404 404 404 404 404 404
gameplay:board                              POST    405 405 405 405 405 405 405
gameplay:board_svg                          GET     404 404 404 404 404 404 404
gameplay:board_svg                          POST    405 405 405 405 405 405 405
gameplay:reports                            GET     404 404 404 404 404 404 404
gameplay:reports                            POST    404 404 404 404 404 404 404
gameplay:commentary                         GET     302 403 403 403 403 403 403
gameplay:commentary                         POST    302 405 405 405 405 405 405
gameplay:embed_table                        GET     200 200 200 200 200 200 200
gameplay:embed_table                        POST    405 405 405 405 405 405 405
gameplay:invitation                         GET     200 200 200 200 200 200 200
gameplay:invitation                         POST    302 302 302 302 409 409 302
gameplay:demo_seat                          GET     405 405 405 405 405 405 405
gameplay:demo_seat                          POST    404 404 404 404 404 404 404
gameplay:demo_watch                         GET     405 405 405 405 405 405 405
gameplay:demo_watch                         POST    404 404 404 404 404 404 404

tournaments:list                            GET     200 200 200 200 200 200 200
tournaments:list                            POST    405 405 405 405 405 405 405
tournaments:detail                          GET     200 200 200 200 200 200 200
tournaments:detail                          POST    405 405 405 405 405 405 405
tournaments:calendar                        GET     200 200 200 200 200 200 200
tournaments:calendar                        POST    405 405 405 405 405 405 405
tournaments:feed                            GET     404 404 404 404 404 404 404
tournaments:feed                            POST    405 405 405 405 405 405 405
tournaments:lobby                           GET     200 200 200 200 200 200 200
tournaments:lobby                           POST    405 405 405 405 405 405 405
tournaments:standings                       GET     200 200 200 200 200 200 200
tournaments:standings                       POST    405 405 405 405 405 405 405
tournaments:where                           GET     200 200 200 200 200 200 200
tournaments:where                           POST    405 405 405 405 405 405 405
tournaments:board                           GET     404 404 404 404 404 404 404
tournaments:board                           POST    405 405 405 405 405 405 405
tournaments:new                             GET     302 403 200 200 200 200 200
tournaments:new                             POST    302 403 302 302 302 302 302
tournaments:card                            GET     302 404 404 404 200 404 404
tournaments:card                            POST    302 405 405 405 405 405 405
tournaments:play                            GET     302 302 302 302 302 302 302
tournaments:play                            POST    302 405 405 405 405 405 405
tournaments:call                            GET     302 405 405 405 405 405 405
tournaments:call                            POST    302 409 409 409 409 409 409
tournaments:enter                           GET     302 405 405 405 405 405 405
tournaments:enter                           POST    302 302 302 302 302 302 302
tournaments:withdraw                        GET     302 405 405 405 405 405 405
tournaments:withdraw                        POST    302 404 404 404 302 404 404
tournaments:manage                          GET     302 403 403 403 403 200 403
tournaments:manage                          POST    302 403 403 403 403 302 403
tournaments:desk                            GET     302 403 403 403 403 200 403
tournaments:desk                            POST    302 403 403 403 403 200 403
tournaments:plan                            GET     302 403 403 403 403 200 403
tournaments:plan                            POST    302 403 403 403 403 200 403
tournaments:rollback                        GET     302 403 403 403 403 404 403
tournaments:rollback                        POST    302 403 403 403 403 404 403
tournaments:rulings                         GET     302 403 403 403 403 200 403
tournaments:rulings                         POST    302 403 403 403 403 200 403
tournaments:history                         GET     200 200 200 200 200 200 200
tournaments:history                         POST    405 405 405 405 405 405 405
tournaments:archive                         GET     302 403 403 403 403 302 403
tournaments:archive                         POST    302 405 405 405 405 405 405
tournaments:hall                            GET     200 200 200 200 200 200 200
tournaments:hall                            POST    405 405 405 405 405 405 405
tournaments:embed_standings                 GET     200 200 200 200 200 200 200
tournaments:embed_standings                 POST    405 405 405 405 405 405 405
tournaments:embed_featured                  GET     404 404 404 404 404 404 404
tournaments:embed_featured                  POST    405 405 405 405 405 405 405
tournaments:hall_codes                      GET     302 405 405 405 405 405 405
tournaments:hall_codes                      POST    302 403 403 403 403 302 403
tournaments:results                         GET     302 403 403 403 403 200 403
tournaments:results                         POST    302 405 405 405 405 405 405
tournaments:grid                            GET     302 403 403 403 403 404 403
tournaments:grid                            POST    302 403 403 403 403 404 403
tournaments:paper                           GET     302 403 403 403 403 404 403
tournaments:paper                           POST    302 405 405 405 405 405 405
tournaments:take_cards                      GET     302 403 403 403 403 404 403
tournaments:take_cards                      POST    302 403 403 403 403 404 403
tournaments:hand_records                    GET     404 404 404 404 404 404 404
tournaments:hand_records                    POST    405 405 405 405 405 405 405
tournaments:hall_join                       GET     404 404 404 404 404 404 404
tournaments:hall_join                       POST    404 404 404 404 404 404 404
tournaments:device                          GET     404 404 404 404 404 404 404
tournaments:device                          POST    405 405 405 405 405 405 405
tournaments:device_send                     GET     405 405 405 405 405 405 405
tournaments:device_send                     POST    403 403 403 403 403 403 403
tournaments:device_late                     GET     405 405 405 405 405 405 405
tournaments:device_late                     POST    403 403 403 403 403 403 403
tournaments:deals                           GET     200 200 200 200 200 200 200
tournaments:deals                           POST    405 405 405 405 405 405 405
tournaments:deals_manifest                  GET     200 200 200 200 200 200 200
tournaments:deals_manifest                  POST    405 405 405 405 405 405 405
tournaments:deals_publication               GET     200 200 200 200 200 200 200
tournaments:deals_publication               POST    405 405 405 405 405 405 405
tournaments:deals_reveal                    GET     404 404 404 404 404 404 404
tournaments:deals_reveal                    POST    405 405 405 405 405 405 405
"""

# A code of a table in the hall is, too: for its device see tests/tournaments/pages/test_hall.py.
# An invitation belongs to whoever holds the link, so anybody signed in may use one.

STREAMS = """
path                        anonymous demo person stranger seated opener staff
sse/tables/<table>/         200 200 200 200 200 200 200
ws/tables/<table>/          4003 4003 4003 4003 open open 4003
ws/tables/<table>/commentary/ 4003 4003 4003 4003 4003 4003 4003
ws/tables/unknown/commentary/ 4004 4004 4004 4004 4004 4004 4004
ws/tables/unknown/          4004 4004 4004 4004 4004 4004 4004
"""


def rows(table: str) -> dict[tuple[str, ...], dict[str, str]]:
    lines = [line.split() for line in table.strip().splitlines() if line]
    header, *body = lines
    assert tuple(header[-len(ROLES) :]) == ROLES
    return {
        tuple(line[: -len(ROLES)]): dict(zip(ROLES, line[-len(ROLES) :], strict=True))
        for line in body
    }


def routes() -> Iterator[tuple[str, URLPattern]]:
    def within(resolver: URLResolver, space: str) -> Iterator[tuple[str, URLPattern]]:
        for pattern in resolver.url_patterns:
            if isinstance(pattern, URLResolver):
                inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
                yield from within(pattern, inner)
            else:
                assert pattern.name, f"{pattern} has no name"
                yield f"{space}{pattern.name}", pattern

    return within(get_resolver(), "")


ELSEWHERE = ("api:", "clubs:", "admin:", "mfa_", "usersessions_")
OF_A_CLUB = ("tournaments:of_evening", "tournaments:outcome", "tournaments:season")

# -- the people and their table --------------------------------------------------------------------


@dataclass
class Scene:
    table: str
    people: dict[str, Any]
    invitation: str
    tournament: str
    sessions: dict[str, SimpleCookie]

    def client(self, role: str, **settings: Any) -> Client:
        client = Client(**settings)
        client.cookies.load(self.sessions.get(role, {}))
        return client


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    with django_db_blocker.unblock(), undone():
        yield make_scene()


@pytest.fixture
def scene(made: Scene, db: None) -> Scene:
    """For each test as it was made for all."""
    forget()
    return made


@pytest.fixture
def async_scene(transactional_db: None) -> Scene:
    forget()  # allauth counts requests
    return make_scene()


def make_scene() -> Scene:
    """South opened, East sits, West is a house player, North's seat waits for somebody.

    The opener also organizes a tournament that is open for registration; East has entered it.
    """
    create = get_user_model().objects.create_user
    people = {role: create(role, password="as at the table") for role in ROLES[2:]}
    people["demo"] = create("demo", is_demo=True)
    people["staff"].is_staff = True
    people["staff"].save()
    tables_opened = {
        name: table_handlers.open_table(
            ruleset="championship-online",
            options={},
            opener=people[opener].pk,
            occupants={
                Seat.SOUTH: people[opener].pk,
                Seat.EAST: people[name].pk if name != opener else tables.HOUSE,
                Seat.WEST: tables.HOUSE,
                Seat.NORTH: None,
            },
            actor=f"user:{people[opener].pk}",
        )
        for name, opener in (("seated", "opener"), ("stranger", "stranger"))
    }
    token = invitations.invite(
        tables_opened["seated"],
        seat=Seat.NORTH,
        user_id=people["opener"].pk,
        now=timezone.now(),
    )
    tournament = schedule.schedule(
        settings={
            "title": "Open Brabants",
            "sessions": [{"starts": "2027-03-28T13:00", "rounds": 2}],
        },
        organizer=people["opener"].pk,
        actor=f"user:{people['opener'].pk}",
        now=timezone.now(),
    )
    by = {"actor": f"user:{people['opener'].pk}", "now": timezone.now()}
    registration.open(tournament, **by)
    registration.enter(tournament, user_id=people["seated"].pk, **by)
    sessions = {role: signed_in(person) for role, person in people.items()}
    return Scene(tables_opened["seated"], people, token, tournament, sessions)


ARGUMENTS: dict[str, Callable[[Scene], list[str]]] = {
    "account_confirm_email": lambda scene: ["no-such-key"],
    "account_reset_password_from_key": lambda scene: ["1", "no-such-key"],
    "javascript-catalog": lambda scene: ["nl"],
    "tournaments:feed": lambda scene: ["a-token-of-nobody"],
    "gameplay:invitation": lambda scene: [scene.invitation],
    "gameplay:rules": lambda scene: ["wiezen"],
    **{
        f"gameplay:{name}": lambda scene: [scene.table, "1"]
        for name in ("table_replay", "board", "board_svg")
    },
    "tournaments:hall_join": lambda scene: ["no-such-code"],
    "tournaments:hall_codes": lambda scene: [scene.tournament, "1"],
    "tournaments:paper": lambda scene: [scene.tournament, "1", "slips"],
    "tournaments:hand_records": lambda scene: [scene.tournament, "1"],
    "tournaments:grid": lambda scene: [scene.tournament, "1", "1"],
    "tournaments:board": lambda scene: [scene.tournament, "1", "1"],
    "tournaments:deals_reveal": lambda scene: [scene.tournament, "1"],
    "tournaments:rollback": lambda scene: [scene.tournament, scene.table],
    **{
        f"tournaments:{name}": lambda scene: [scene.tournament]
        for name in (
            *("detail", "calendar", "lobby", "standings", "where", "card", "play"),
            *("enter", "withdraw", "manage", "take_cards", "results", "rulings", "history"),
            "call",
            *("archive", "desk", "plan"),
            *("deals", "deals_manifest", "deals_publication"),
            *("hall", "embed_standings", "embed_featured"),
        )
    },
    **{
        f"gameplay:{name}": lambda scene: [scene.table]
        for name in (
            *("table", "table_seat", "table_leave", "table_fill", "table_invite"),
            *("embed_table", "commentary"),
        )
    },
}

SENT: dict[str, dict[str, str]] = {
    "set_language": {"language": "en"},
    "gameplay:table_new": {
        "ruleset": "championship-online",
        "length": "",
        "seat_N": "house",
        "seat_E": "house",
        "seat_W": "house",
    },
    "gameplay:table_seat": {"seat": "N"},
    "gameplay:table_invite": {"seat": "N"},
    "tournaments:new": {
        **{name: str(value) for name, value in defaults(timezone.now()).items()},
        "title": "Lentedrive",
        "ranked": "on",
        "auto_start": "",
    },
    "tournaments:manage": {"do": "close_registration"},
}


# -- pages ---------------------------------------------------------------------------------

# Texts of the program, and no word of a table, a person or a card.
THE_SAME_FOR_EVERYBODY = {"javascript-catalog"}


def test_every_route_has_its_rows() -> None:
    # Those of the API, of clubs and of accounts have tables of their own, beside this one.
    named = {name for name, _ in routes() if not name.startswith(ELSEWHERE)} - set(OF_A_CLUB)
    assert set(rows(TABLE)) == {(name, method) for name in named for method in ("GET", "POST")}


def address(route: str, scene: Scene) -> str:
    return reverse(route, args=ARGUMENTS.get(route, lambda scene: [])(scene))


@pytest.mark.parametrize("route", [route for route, method in rows(TABLE) if method == "GET"])
def test_who_may_look(route: str, scene: Scene) -> None:
    where = address(route, scene)
    answers = {role: scene.client(role).get(where) for role in ROLES}
    codes = {role: str(answer.status_code) for role, answer in answers.items()}
    assert codes == rows(TABLE)[route, "GET"]
    kept = {role for role, answer in answers.items() if may_be_stored(answer)}
    assert not kept or route in THE_SAME_FOR_EVERYBODY


def may_be_stored(answer: HttpResponse) -> bool:
    """May a browser or a proxy keep this page, for whoever looks there next?"""
    return answer.status_code == 200 and "no-store" not in answer.headers.get("Cache-Control", "")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("route", [route for route, method in rows(TABLE) if method == "POST"])
def test_who_may_do_what(route: str, role: str, scene: Scene) -> None:
    answer = scene.client(role).post(address(route, scene), SENT.get(route, {}))
    assert str(answer.status_code) == rows(TABLE)[route, "POST"][role]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("route", ["gameplay:demo_seat", "gameplay:demo_watch"])
@override_settings(DEMO=True)
def test_in_a_demo_anybody_gets_a_seat_and_something_to_watch(
    route: str, role: str, scene: Scene
) -> None:
    answer = scene.client(role).post(reverse(route))
    assert answer.status_code == 302
    assert re.fullmatch(r"/tables/[^/]+/", answer["Location"])


@pytest.mark.parametrize("role", ROLES)
def test_a_table_that_is_not_there_is_not_there_for_anybody(role: str, scene: Scene) -> None:
    client = scene.client(role)
    assert client.get("/tables/unknown/").status_code == 404
    if role != "anonymous":
        assert client.post("/tables/unknown/leave/").status_code == 404


@pytest.mark.parametrize("route", [route for route, method in rows(TABLE) if method == "POST"])
def test_nothing_is_done_for_another_site(route: str, scene: Scene) -> None:
    client = scene.client("opener", enforce_csrf_checks=True)
    answer = client.post(address(route, scene), SENT.get(route, {}))
    assert answer.status_code in (403, 405)


# -- streams and sockets -------------------------------------------------------------------


def test_every_stream_has_its_row() -> None:
    from gameplay.routing import http_urlpatterns, websocket_urlpatterns

    served = {
        re.sub(r"<\w+:table_id>", "<table>", str(pattern.pattern))
        for pattern in (*http_urlpatterns, *websocket_urlpatterns)
    }
    assert served == {path for (path,) in rows(STREAMS) if "unknown" not in path}


def cookie(client: Client) -> list[tuple[bytes, bytes]]:
    morsel = client.cookies.get("sessionid")
    return [(b"cookie", f"sessionid={morsel.value}".encode())] if morsel else []


async def outcome(path: str, client: Client, *, origin: str = "http://testserver") -> str:
    from deploy.asgi import application
    from gameplay.hub import hub

    kind = "websocket" if path.startswith("ws/") else "http"
    scope = {
        "type": kind,
        "method": "GET",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": f"/{path}",
        "query_string": b"",
        "subprotocols": [],
        "headers": [(b"host", b"testserver"), (b"origin", origin.encode()), *cookie(client)],
    }
    await hub.startup()
    socket = ApplicationCommunicator(application, scope)
    try:
        if kind == "http":
            await socket.send_input({"type": "http.request"})
            status = str((await socket.receive_output(10))["status"])
            await socket.send_input({"type": "http.disconnect"})
            return status
        await socket.send_input({"type": "websocket.connect"})
        answer = await socket.receive_output(10)
        opened = answer["type"] == "websocket.accept"
        if opened:
            answer = await socket.receive_output(10)
        await socket.send_input({"type": "websocket.disconnect", "code": 1000})
        if not opened:
            return "refused"
        return "open" if answer["type"] == "websocket.send" else str(answer["code"])
    finally:
        await asyncio.wait_for(hub.shutdown(), 10)
        await socket.wait(10)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", [path for (path,) in rows(STREAMS)])
async def test_who_may_follow_and_who_may_play(path: str, async_scene: Scene) -> None:
    answers = {}
    for role in ROLES:
        client = await sync_to_async(async_scene.client)(role)
        answers[role] = await outcome(path.replace("<table>", async_scene.table), client)
    assert answers == rows(STREAMS)[(path,)]


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_no_seat_opens_for_the_page_of_another_site(async_scene: Scene) -> None:
    client = await sync_to_async(async_scene.client)("opener")
    path = f"ws/tables/{async_scene.table}/"
    assert await outcome(path, client, origin="http://elsewhere.example") == "refused"
