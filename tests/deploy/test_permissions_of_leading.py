"""Who may do what at an evening of a club: the role counts that somebody has now, and nothing else.

The roles are those of a club and, besides them, `anonymous`; `person`, of another club; `maker`,
who made the tournament as director and has left since; `player`, a director who plays it; and
`claimed`, a director whose record was entered before an account took it over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from clubs.domain import roles
from clubs.models import Scope
from clubs.services import access, evenings, people
from tests.clubs.people import Club40, found
from tests.tournaments.rounds.office import Office
from tests.undoing import forget
from tournaments import rehearsal
from tournaments.domain import wants
from tournaments.domain.desk import Act
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Tournament
from tournaments.selectors import leading
from tournaments.services import (
    club_evenings,
    desk,
    directing,
    registration,
    rounds,
    seating,
    table_links,
    taking,
)

OF_CLUB = ("guest", "member", "treasurer", "scorer", "director", "secretary", "owner")
ROLES = ("anonymous", "person", "maker", *OF_CLUB, "player", "claimed")

# A form that is let through and then refused in words answers 302 as well: see the tests below.
TABLE = """
what                      anonymous person maker guest member treasurer scorer director secretary owner player claimed
GET manage/                     302 403 403 403 403 403 403 200 200 200 200 200
GET rulings/                    302 403 403 403 403 403 403 200 200 200 200 200
GET manage/cards/               302 403 403 403 403 403 403 200 200 200 200 200
GET results/                    302 403 403 403 403 403 200 200 200 200 200 200
GET manage/1/1/                 302 403 403 403 403 403 200 200 200 200 200 200
GET manage/1/seats.pdf          302 403 403 403 403 403 200 200 200 200 200 200
GET manage/1/slips.pdf          302 403 403 403 403 403 200 200 200 200 200 200
GET history/                    200 200 200 200 200 200 200 200 200 200 200 200
POST manage/                    302 403 403 403 403 403 403 302 302 302 302 302
POST rulings/                   302 403 403 403 403 403 403 200 200 200 200 200
POST manage/1/codes/            302 403 403 403 403 403 403 200 200 200 302 302
POST manage/1/1/                302 403 403 403 403 403 200 200 200 200 409 409
api rounds/1/pause/             401 403 403 403 403 403 403 200 200 200 200 200
api rounds/1/resume/            401 403 403 403 403 403 403 200 200 200 200 200
api rulings/                    401 403 403 403 403 403 403 201 201 201 201 201
api registration/open/          401 403 403 403 403 403 403 200 200 200 200 200
api rounds/1/codes/             401 403 403 403 403 403 403 201 201 201 409 409
api rounds/1/codes/end/         401 403 403 403 403 403 403 200 200 200 200 200
api rounds/1/give-up/           401 403 403 403 403 403 403 409 409 409 409 409
api entries/several/            401 403 403 403 403 403 403 404 404 404 404 404
api featured/                   401 403 403 403 403 403 403 200 200 200 200 200
api commentators/dismiss/       401 403 403 403 403 403 403 200 200 200 200 200
api registration/close/         401 403 403 403 403 403 403 200 200 200 200 200
"""  # noqa: E501

BODIES: dict[str, Any] = {
    "rounds/1/pause/": {"reason": "koffie"},
    "rounds/1/codes/end/": {"tables": [1]},
    "entries/several/": {"people": [{"member": "nobody"}]},
    "featured/": {"table": ""},
    "commentators/dismiss/": {"user": "maker"},
    "rulings/": {"kind": "fouled", "session": "1", "board": 2, "tables": [1], "reason": "gezien"},
}
SLIP = {"board": 1, "code": "", "who": "1", "partner": "2", "tricks": "9"}
LEADS = {"director", "secretary", "owner", "player", "claimed"}
SCORES = LEADS | {"scorer"}


def rows() -> Iterator[tuple[str, str, dict[str, str]]]:
    header, *body = (line.split() for line in TABLE.strip().splitlines())
    assert tuple(header[1:]) == ROLES
    for method, where, *codes in body:
        yield method, where, dict(zip(ROLES, codes, strict=True))


@dataclass
class Evening:
    club: Club40
    office: Office
    clients: dict[str, Client]

    @property
    def key(self) -> str:
        return self.office.key

    @property
    def row(self) -> Tournament:
        return Tournament.objects.get(pk=self.key)

    def asks(self, role: str, method: str, where: str) -> Any:
        client = self.clients[role]
        if method == "api":
            sent = BODIES.get(where, {})
            at = f"/api/tournaments/{self.key}/{where}"
            return client.post(at, sent, content_type="application/json")
        at = f"/tournaments/{self.key}/{where}"
        if method == "GET":
            return client.get(at)
        if where == "manage/1/1/":
            grid = client.get(at)
            rik = grid.context["codes"][0][0] if grid.status_code == 200 else ""
            line = {**SLIP, "code": rik, "id": f"{role}-slip"}
            return client.post(at, json.dumps(line), content_type="application/json")
        return client.post(at, {"do": "feature", "table": "", "command": f"{role}-{where}"})


@pytest.fixture
def evening(db: None, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Eight play with real cards, one round is on, nobody has written anything down."""
    forget()
    club, now = found(), timezone.now()
    create = get_user_model().objects.create_user
    for role in roles.POWERS:
        if role != roles.OWNER:
            club.joins(role, role)
    for name in ("maker", "player", "claimed"):
        club.users[name] = create(name)
    club.joins("maker", "director")
    club.joins("player", "director")
    club.users |= {"owner": club.users["toos"], "person": create("person")}
    sent = club.sent("toos", now=now)
    first = now.date().replace(year=now.year + 1, day=1)
    evenings.plan(club.key, sent, first=first, at=now.time(), every="once", times=1, places=0)
    (key,) = club.state.evenings
    claimed = club.adds("Claartje")
    comers = [club.member("player"), claimed, *(club.adds(f"Lid {n}") for n in range(6))]
    for each in comers:
        evenings.sign_up(club.key, sent, evening=key, member=each.key)
    office = Office(organizer=club.users["maker"])
    monkeypatch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
    office.key = club_evenings.make(
        club.key,
        key,
        settings={"title": "Maandag", "venue": "hall", "rounds": 1, "primary": "matchpoints"},
        by=club.users["maker"].pk,
        now=now,
        sent="one",
        named=rehearsal.house_player,
    )
    office.now = now
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    people.leave(club.key, club.sent("maker"))
    takes_over(club, "claimed", claimed.key)
    people.give_roles(club.key, club.sent("toos"), member=claimed.key, roles=["director"])
    clients = {role: Client() if role == "anonymous" else club.client(role) for role in ROLES}
    return Evening(club, office, clients)


def takes_over(club: Club40, who: str, record: str) -> None:
    people.request(club.key, club.sent(who), name=who, says="")
    (asked,) = club.state.requests
    people.answer(club.key, club.sent("toos"), request=asked, accepted=True, claims=record)


def test_who_leads_and_who_scores_an_evening_of_a_club(evening: Evening) -> None:
    for method, where, expected in rows():
        answers = {role: evening.asks(role, method, where) for role in ROLES}
        assert {r: str(a.status_code) for r, a in answers.items()} == expected, where
    users = {role: evening.club.users[role].pk for role in ROLES if role != "anonymous"}
    may = {role: leading.powers(evening.row, user) for role, user in users.items()}
    assert {role for role, powers in may.items() if leading.LEAD in powers} == LEADS
    assert {role for role, powers in may.items() if leading.RESULTS in powers} == SCORES
    # Who plays is shown no hand at the card table, and has none of what scorers see.
    table = evening.office.round(1).tables[0].table
    directs = {role for role, user in users.items() if directing.directs(user, table)}
    assert directs == LEADS - {"player", "claimed"}
    (points,) = {
        json.dumps(row.get("points"))
        for role in ("player", "claimed")
        for row in evening.asks(role, "GET", "manage/1/1/").context["rows"]
    }
    assert points == "null"
    assert evening.asks("scorer", "GET", "manage/1/1/").context["rows"][0]["points"]
    # Nor are cards his to take out, or the phone of another table's to use.
    for role in ("player", "claimed"):
        by = {"user_id": users[role], "now": timezone.now()}
        with pytest.raises(TournamentRefused, match="takes cards"):
            taking.take(evening.key, session="1", form="machine", **by)
    tables = evening.office.round(1).tables
    entry = leading.entry_in(evening.key, users["claimed"])
    assert entry is not None
    numbers = [t.number for t in tables if entry.key not in t.chairs]
    made = table_links.make(
        evening.key, 1, tables=numbers, user_id=users["owner"], now=timezone.now()
    )
    claimed, other = evening.clients["claimed"], f"/hall-table/{made[0][1]}/"
    assert claimed.post(other).status_code == 409
    for role in ROLES[1:]:
        token = access.issue(users[role], name="", scope=Scope.CALENDAR, now=timezone.now())
        feed = Client().get(f"/feeds/{token}/rikken.ics").content.decode()
        assert (f"/tournaments/{evening.key}/" in feed) == (role in LEADS), role


def test_the_role_of_the_moment_counts_and_every_act_says_whose_it_was(evening: Evening) -> None:
    club, page = evening.club, f"/tournaments/{evening.key}/manage/"
    evening.asks("scorer", "POST", "manage/1/1/")
    event, actor = evening.office.last("ResultEntered")
    assert (event.entry, actor) == ("", f"user:{club.users['scorer'].pk}")
    evening.asks("director", "api", "rounds/1/pause/")
    assert evening.office.last("RoundPaused")[1] == f"user:{club.users['director'].pk}"
    history = evening.clients["member"].get(f"/tournaments/{evening.key}/history/")
    assert {"scorer", "director", "maker"} <= {line.who for line in history.context["lines"]}
    assert evening.clients["director"].get(page).status_code == 200
    people.give_roles(
        club.key, club.sent("toos"), member=club.member("director").key, roles=["member"]
    )
    people.remove(club.key, club.sent("toos"), member=club.member("scorer").key)
    people.give_roles(
        club.key, club.sent("toos"), member=club.member("member").key, roles=["director"]
    )
    assert evening.clients["director"].get(page).status_code == 403
    assert evening.asks("scorer", "POST", "manage/1/1/").status_code == 403
    assert evening.clients["member"].get(page).status_code == 200
    people.hand_over(club.key, club.sent("toos"), member=club.member("member").key)
    assert evening.clients["owner"].get(page).status_code == 403


def test_who_leads_or_scores_sits_in_for_nobody_and_who_plays_reads_no_words_to_one_table(
    evening: Evening,
) -> None:
    entry = evening.office.round(1).tables[0].chairs[0]
    refusals = {}
    for role in ("director", "scorer", "member"):
        what = Act("stand_in", entry=entry, user=evening.club.users[role].pk)
        with pytest.raises(TournamentRefused) as refusal:
            desk.foretell(evening.key, what)
        refusals[role] = refusal.value.code
    assert refusals == {
        "director": "director_sits_nowhere",
        "scorer": "director_sits_nowhere",
        "member": "name_needed",  # in the hall; nothing else is held against him
    }
    for number, words in ((0, "Om negen uur soep"), (1, "Bord 3: schoppenaas ligt open")):
        what = Act("message", table=number)
        desk.act(evening.key, what, words=words, **evening.office.by)
        table = evening.office.round(1).tables[0].table
    for role, reads in (("director", True), ("player", False)):
        page = evening.clients[role].get(f"/tournaments/{evening.key}/desk/").content.decode()
        assert "Om negen uur soep" in page
        assert ("Bord 3" in page) == reads
        told = evening.clients[role].get(f"/api/tournaments/{evening.key}/tables/{table}/results/")
        assert ("Bord 3: schoppenaas ligt open" in told.json()["notes"]) == reads


def test_a_record_that_was_taken_over_is_its_owners_entry(evening: Evening) -> None:
    """He finds his card, is entered no second time, and may withdraw like anybody."""
    user = evening.club.users["claimed"]
    entry = leading.entry_of(evening.row, user.pk)
    assert entry is not None and entry.member
    client = evening.clients["claimed"]
    assert client.get(f"/tournaments/{evening.key}/card/").status_code == 200
    assert client.get(f"/api/tournaments/{evening.key}/").json()["you"] == {
        "organizer": True,
        "scorer": True,
        "entry": entry.key,
    }
    by = {"actor": f"user:{user.pk}", "now": evening.office.now}
    registration.open(evening.key, **by)
    assert registration.enter(evening.key, user_id=user.pk, **by) == entry.key
    assert wants.EntryMade.__name__ not in evening.office.happened()[-1:]
    people.leave(evening.club.key, evening.club.sent("claimed"))
    withdrawn = client.post(
        f"/api/tournaments/{evening.key}/entries/{entry.key}/withdraw/",
        {"reason": ""},
        content_type="application/json",
    )
    assert withdrawn.status_code == 200


def test_who_led_while_the_round_was_on_and_does_no_more_sits_in_at_none_of_its_tables(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget()
    club, now = found(), timezone.now()
    names = [f"lid{number}" for number in range(8)]
    for name in (*names, "never"):
        club.joins(name)
    club.joins("director", "director")
    sent = club.sent("toos", now=now)
    first = now.date().replace(year=now.year + 1, day=1)
    evenings.plan(club.key, sent, first=first, at=now.time(), every="once", times=1, places=0)
    (key,) = club.state.evenings
    for name in names:
        evenings.sign_up(club.key, sent, evening=key, member=club.member(name).key)
    office = Office(organizer=club.users["toos"])
    monkeypatch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
    office.key = club_evenings.make(
        club.key,
        key,
        settings={"title": "Maandag", "venue": "online", "rounds": 1, "primary": "matchpoints"},
        by=club.users["toos"].pk,
        now=now,
        sent="one",
        named=rehearsal.house_player,
    )
    office.now = now
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    table = office.round(1).tables[0]
    who = club.users["director"].pk
    assert directing.directs(who, table.table)
    later = club.sent("toos", now=timezone.now())
    people.give_roles(club.key, later, member=club.member("director").key, roles=["member"])
    assert not directing.directs(who, table.table)

    def sits_in(user: int) -> None:
        seat = Act("stand_in", entry=table.chairs[0], user=user)
        desk.act(office.key, seat, words="griep", **office.by)

    with pytest.raises(TournamentRefused, match="director has seen cards"):
        sits_in(who)
    sits_in(club.users["never"].pk)
