"""Who gets what answer from the API: a route without a row here fails.

The roles: `visitor`, not signed in; `demo`, a guest of the demo; `person`, in no tournament;
`entrant`, who entered this one; `organizer`, whose tournament it is; `other`, who organizes another
one; and `staff`, who may do no more here than any other person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from pytest_django.plugin import DjangoDbBlocker

from gameplay import streams
from gameplay.streams import LiveGame
from tests.tournaments import factories as rows
from tests.tournaments.rounds.office import Office
from tests.undoing import forget, signed_in, undone
from tournaments.services import registration

ROLES = ("visitor", "demo", "person", "entrant", "organizer", "other", "staff")

# Of the tournament `open` everybody may enter; in `running` round 1 is played.
TABLE = """
route               of       method  visitor demo person entrant organizer other staff

root                -        GET     200 200 200 200 200 200 200
root                -        POST    405 405 405 405 405 405 405
schema              -        GET     200 200 200 200 200 200 200
schema              -        POST    405 405 405 405 405 405 405
docs                -        GET     200 200 200 200 200 200 200
docs                -        POST    405 405 405 405 405 405 405
unknown             -        GET     404 404 404 404 404 404 404
unknown             -        POST    404 404 404 404 404 404 404

tournaments         -        GET     200 200 200 200 200 200 200
tournaments         -        POST    401 403 201 201 201 201 201
tournament          open     GET     200 200 200 200 200 200 200
tournament          open     POST    405 405 405 405 405 405 405
cancel              open     GET     405 405 405 405 405 405 405
cancel              open     POST    401 403 403 403 200 403 403
values_confirm      open     GET     405 405 405 405 405 405 405
values_confirm      open     POST    401 403 403 403 200 403 403
registration_open   open     GET     405 405 405 405 405 405 405
registration_open   open     POST    401 403 403 403 200 403 403
registration_close  open     GET     405 405 405 405 405 405 405
registration_close  open     POST    401 403 403 403 200 403 403
entries             open     GET     200 200 200 200 200 200 200
entries             open     POST    401 201 201 201 201 201 201
entry               open     GET     200 200 200 200 200 200 200
entry               open     POST    405 405 405 405 405 405 405
withdraw            open     GET     405 405 405 405 405 405 405
withdraw            open     POST    401 403 403 200 200 403 403
seating             open     GET     405 405 405 405 405 405 405
seating             open     POST    401 403 403 403 200 403 403
seating_again       running  GET     405 405 405 405 405 405 405
seating_again       running  POST    401 403 403 403 200 403 403
entries_house       open     GET     405 405 405 405 405 405 405
entries_house       open     POST    401 403 403 403 200 403 403
entries_several     open     GET     405 405 405 405 405 405 405
entries_several     open     POST    401 403 403 403 404 403 403
entry_place         open     GET     405 405 405 405 405 405 405
entry_place         open     POST    401 403 403 403 200 403 403

sessions            running  GET     200 200 200 200 200 200 200
sessions            running  POST    405 405 405 405 405 405 405
rounds              running  GET     200 200 200 200 200 200 200
rounds              running  POST    405 405 405 405 405 405 405
round               running  GET     200 200 200 200 200 200 200
round               running  POST    405 405 405 405 405 405 405
tables              running  GET     200 200 200 200 200 200 200
tables              running  POST    405 405 405 405 405 405 405
round_start         running  GET     405 405 405 405 405 405 405
round_start         running  POST    401 403 403 403 409 403 403
round_pause         running  GET     405 405 405 405 405 405 405
round_pause         running  POST    401 403 403 403 200 403 403
round_resume        running  GET     405 405 405 405 405 405 405
round_resume        running  POST    401 403 403 403 200 403 403
round_extend        running  GET     405 405 405 405 405 405 405
round_extend        running  POST    401 403 403 403 200 403 403
round_close         running  GET     405 405 405 405 405 405 405
round_close         running  POST    401 403 403 403 200 403 403
round_give_up       running  GET     405 405 405 405 405 405 405
round_give_up       running  POST    401 403 403 403 409 403 403
round_codes         running  GET     405 405 405 405 405 405 405
round_codes         running  POST    401 403 403 403 404 403 403
round_codes_end     running  GET     405 405 405 405 405 405 405
round_codes_end     running  POST    401 403 403 403 404 403 403
roll_back           running  GET     401 403 403 403 404 403 403
roll_back           running  POST    401 403 403 403 200 403 403
boards              running  GET     200 200 200 200 200 200 200
boards              running  POST    405 405 405 405 405 405 405
board               running  GET     200 200 200 200 200 200 200
board               running  POST    405 405 405 405 405 405 405
games               running  GET     200 200 200 200 200 200 200
games               running  POST    405 405 405 405 405 405 405
game                running  GET     404 404 404 404 404 404 404
game                running  POST    405 405 405 405 405 405 405
tables_plan         running  GET     405 405 405 405 405 405 405
tables_plan         running  POST    401 403 403 403 409 403 403
desk                running  GET     405 405 405 405 405 405 405
desk                running  POST    401 403 403 403 200 403 403
calls               running  GET     401 403 403 403 404 403 403
calls               running  POST    401 409 409 409 409 409 409
call_answer         running  GET     405 405 405 405 405 405 405
call_answer         running  POST    401 403 403 403 404 403 403
reports             running  GET     401 403 403 403 404 403 403
reports             running  POST    405 405 405 405 405 405 405
report_handled      running  GET     405 405 405 405 405 405 405
report_handled      running  POST    401 403 403 403 404 403 403
featured            running  GET     405 405 405 405 405 405 405
featured            running  POST    401 403 403 403 200 403 403
commentators        running  GET     200 200 200 200 200 200 200
commentators        running  POST    401 403 403 403 200 403 403
commentator_dismiss running  GET     405 405 405 405 405 405 405
commentator_dismiss running  POST    401 403 403 403 200 403 403
late_results        running  GET     401 403 403 403 404 403 403
late_results        running  POST    405 405 405 405 405 405 405
late_result_set_aside running GET    405 405 405 405 405 405 405
late_result_set_aside running POST   401 403 403 403 404 403 403
rulings             running  GET     200 200 200 200 200 200 200
rulings             running  POST    401 403 403 403 201 403 403
ruling_undo         running  GET     405 405 405 405 405 405 405
ruling_undo         running  POST    401 403 403 403 404 403 403
ranking             running  GET     200 200 200 200 200 200 200
ranking             running  POST    405 405 405 405 405 405 405
results             running  GET     401 403 403 403 404 403 403
results             running  POST    401 403 403 403 404 403 403

hall_device         -        GET     405 405 405 405 405 405 405
hall_device         -        POST    401 401 401 401 401 401 401
hall_table          -        GET     401 401 401 401 401 401 401
hall_table          -        POST    405 405 405 405 405 405 405
hall_score          -        GET     405 405 405 405 405 405 405
hall_score          -        POST    401 401 401 401 401 401 401
hall_enter          -        GET     405 405 405 405 405 405 405
hall_enter          -        POST    401 401 401 401 401 401 401
hall_late           -        GET     405 405 405 405 405 405 405
hall_late           -        POST    401 401 401 401 401 401 401
hall_confirm        -        GET     405 405 405 405 405 405 405
hall_confirm        -        POST    401 401 401 401 401 401 401
hall_correct        -        GET     405 405 405 405 405 405 405
hall_correct        -        POST    401 401 401 401 401 401 401
"""


@dataclass(frozen=True)
class Row:
    route: str
    of: str
    method: str
    answers: dict[str, int]

    def __str__(self) -> str:
        return f"{self.method} {self.route}"


def table() -> list[Row]:
    header, *lines = [line.split() for line in TABLE.splitlines() if line]
    assert tuple(header[3:]) == ROLES
    return [
        Row(route, of, method, dict(zip(ROLES, map(int, answers), strict=True)))
        for route, of, method, *answers in lines
    ]


def of_a_club(name: str) -> bool:
    """See test_permissions_of_clubs_over_the_api."""
    return name.startswith("club")


def routes() -> list[URLPattern]:
    [api] = [one for one in get_resolver().url_patterns if getattr(one, "namespace", "") == "api"]
    found: list[URLPattern] = api.url_patterns
    return found


# -- the people and their tournaments ----------------------------------------------------------


@dataclass
class Scene:
    """``written``, ``open`` and ``running``: what the addresses of a tournament are made of."""

    people: dict[str, Any]
    sessions: dict[str, SimpleCookie]
    written: dict[str, Any]
    open: dict[str, Any]
    running: dict[str, Any]
    office: Office

    def client(self, role: str, **settings: Any) -> Client:
        client = Client(**settings)
        client.cookies.load(self.sessions.get(role, {}))
        return client

    def address(self, row: Row, *, served: bool = False) -> str:
        """``served``: of a tournament that services know; else its rows do, written by hand."""
        if row.route == "unknown":
            return "/api/there/is/nothing/here/"
        if row.of == "-":
            return reverse(f"api:{row.route}")
        return where(row.route, getattr(self, row.of) if served else self.written)


NOTHING: dict[str, Any] = {"ruling": "nothing", "call": "nothing", "report": 7, "late": "nothing"}


def opened(office: Office, entrant: Any) -> dict[str, Any]:
    office.schedules()
    registration.open(office.key, **office.by)
    office.enters_house(8)
    entry = registration.enter(office.key, user_id=entrant.pk, **office.by)
    return {"key": office.key, "entry": entry}


def started(office: Office) -> dict[str, Any]:
    """One bid has been made at its first table."""
    key = office.starts()
    table = office.round(1).tables[0].table
    office.house_plays(until=lambda: game_at(table).played)
    game = game_at(table)
    SENT["roll_back"] |= {"game": game.game_id, "version": game.version}
    return {"key": key, "number": 1, **NOTHING, "table": table}


def game_at(table: str) -> LiveGame:
    current = streams.table(table).state.current
    assert current is not None
    return streams.game(current.game_id)


def written(people: dict[str, Any]) -> dict[str, Any]:
    """One board has been played by one table, and is not released."""
    tournament = rows.tournament(organizer_id=people["organizer"].pk)
    rows.tournament(organizer_id=people["other"].pk)
    four = rows.entries(tournament, [people["entrant"]], house=3)
    row = rows.round_of(rows.session(tournament), state="running", started=rows.NOON)
    made = rows.finished(rows.board(row, 1), rows.seated(row, four), (15, -15, 15, -15))
    return {
        "key": tournament.key,
        "number": 1,
        "session": "1",
        "entry": four[0].key,
        "game": made.game_id,
        **NOTHING,
        "table": made.table_id,
    }


def where(route: str, known: dict[str, Any]) -> str:
    [pattern] = [one for one in routes() if one.name == route]
    names = re.findall(r"<\w+:(\w+)>", str(pattern.pattern))
    return reverse(f"api:{route}", kwargs={name: known[name] for name in names})


SEND_TASK = "tournaments.services.clock.current_app.send_task"


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    with django_db_blocker.unblock(), undone(), pytest.MonkeyPatch.context() as patch:
        user = get_user_model()
        unsaved = [
            user(username=role, is_demo=role == "demo", is_superuser=role == "staff")
            for role in ROLES[1:]
        ]
        people = {person.username: person for person in user.objects.bulk_create(unsaved)}
        office = Office(organizer=people["organizer"])
        patch.setattr(SEND_TASK, office.take_task)
        yield Scene(
            people,
            {role: signed_in(person) for role, person in people.items()},
            written(people),
            opened(Office(organizer=people["organizer"]), people["entrant"]),
            started(office),
            office,
        )


@pytest.fixture
def scene(made: Scene, db: None, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """For each test as it was made for all."""
    monkeypatch.setattr(SEND_TASK, made.office.take_task)
    forget()
    return made


SENT: dict[str, Any] = {
    "tournaments": {
        "title": "Clubkampioenschap",
        "sessions": [{"starts": "2027-03-28T13:00", "rounds": 1}],
    },
    "round_extend": {"minutes": 5},
    "entries_house": {"players": 9},
    "entries_several": {"people": [{"member": "nobody"}]},
    "entry_place": {"place": "online"},
    "rulings": {"kind": "fouled", "session": "1", "board": 1, "tables": [1], "reason": "gezien"},
    "ruling_undo": {"reason": "vergist"},
    "desk": {"act": "message", "reason": "Soep om negen uur"},
    "calls": {"table": "nothing", "kind": "rules"},
    "call_answer": {"how": "coming"},
    "featured": {"table": ""},
    "commentators": {"user": "staff"},
    "commentator_dismiss": {"user": "staff"},
    "roll_back": {"to": 1, "reason": "vergist"},
    "hall_device": {"token": "of no table"},
    "round_codes_end": {"tables": [1]},
    "results": {"board": 1, "facts": {"contracts": []}},
}


def ask(client: Client, row: Row, address: str) -> Any:
    if row.method == "GET":
        return client.get(address)
    return client.post(address, SENT.get(row.route, {}), content_type="application/json")


# -- the tests -----------------------------------------------------------------------------------


def test_every_route_of_the_api_has_its_rows() -> None:
    named = {pattern.name for pattern in routes() if not of_a_club(str(pattern.name))}
    listed = [(row.route, row.method) for row in table()]
    assert set(listed) == {(name, method) for name in named for method in ("GET", "POST")}
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("row", [row for row in table() if row.method == "POST"], ids=str)
def test_permission_to_change(row: Row, role: str, scene: Scene) -> None:
    expected = row.answers[role]
    refused = expected in (401, 403, 404, 405)
    answer = ask(scene.client(role), row, scene.address(row, served=not refused))
    assert answer.status_code == expected, answer.content


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("row", [row for row in table() if row.method == "GET"], ids=str)
def test_permission_to_read(row: Row, role: str, scene: Scene) -> None:
    answer = ask(scene.client(role), row, scene.address(row))
    assert answer.status_code == row.answers[role], answer.content


@pytest.mark.parametrize("row", [row for row in table() if row.method == "POST"], ids=str)
def test_nothing_is_done_for_another_site(row: Row, scene: Scene) -> None:
    """Not even for the organizer: whoever changes something shows the token of his session."""
    answer = ask(scene.client("organizer", enforce_csrf_checks=True), row, scene.address(row))
    if row.answers["organizer"] in (401, 404, 405):
        assert answer.status_code in (401, 403, 404, 405)
    else:
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")


@pytest.mark.parametrize("row", [row for row in table() if row.method == "GET"], ids=str)
def test_no_other_method_has_permission(row: Row, scene: Scene) -> None:
    address = scene.address(row)
    for role in ("visitor", "organizer"):
        for method in ("put", "patch", "delete", "options", "trace"):
            answer = getattr(scene.client(role), method)(address)
            assert answer.status_code == (404 if row.route == "unknown" else 405), method


@pytest.mark.parametrize("role", ROLES)
def test_a_tournament_that_is_not_there_is_there_for_nobody(role: str, scene: Scene) -> None:
    client = scene.client(role)
    known = {"number": 1, "session": "1", **NOTHING}
    known |= dict.fromkeys(("key", "entry", "game", "ruling", "table"), "bcdfgh")
    for row in table():
        if row.of != "-" and row.answers["organizer"] != 405 and row.route != "tournaments":
            status = ask(client, row, where(row.route, known)).status_code
            assert status == (401 if row.answers[role] == 401 else 404), row
