"""Who leads enters several people in one request, and is told of each what came of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from clubs.models import Scope
from clubs.services import access, people
from gameplay.eventstore import store
from tests.clubs.people import Club40, found
from tests.tournaments.api.test_hall import send
from tests.tournaments.rounds.office import Office
from tournaments import stream
from tournaments.domain import wants
from tournaments.services import registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club40:
    return found()


def held(club: Club40, **changes: Any) -> Office:
    """Announced by the founder, held by the club, and open for who wants to play."""
    office = Office(organizer=club.users["toos"])
    office.schedules(**{"venue": "hall", **changes})
    stream.change(
        office.key, lambda state: wants.hold(state, club=club.key, evening="x"), **office.by
    )
    registration.open(office.key, **office.by)
    return office


def token_of(person: Any, scope: str = Scope.MANAGE) -> str:
    return access.issue(person.pk, name="x", scope=scope, now=timezone.now())


def enter(office: Office, several: list[dict[str, str]], **how: Any) -> tuple[int, Any]:
    bearer = how.pop("bearer", "") or token_of(office.organizer)
    return send("entries_several", bearer, office.key, people=several, **how)


def lines(told: Any) -> list[tuple[str, str]]:
    return [(each["entry"]["name"], each["happened"]) for each in told["people"]]


def test_members_with_an_account_and_without_and_names_are_entered_in_one_request(
    club: Club40,
) -> None:
    mien, jan = club.joins("mien", "member"), club.adds("Jan de Vries", shown="initials")
    office = held(club)
    several = [{"member": mien.key}, {"name": "Oom  Cor"}, {"member": jan.key}, {"name": "Oom Cor"}]
    told = enter(office, several, key="a")
    assert (told[0], lines(told[1])) == (
        200,
        [
            ("mien", "entered"),
            ("Oom Cor", "entered"),
            ("J. d. V.", "entered"),
            ("Oom Cor", "entered"),  # two may be called alike
        ],
    )
    assert {each["entry"]["place"] for each in told[1]["people"]} == {"hall"}
    own = office.championship.entry_of(club.users["mien"].pk)
    assert own is not None and own.key == told[1]["people"][0]["entry"]["key"]
    payloads = json.dumps([row.payload for row in store.load(stream.name(office.key))])
    assert "Cor" not in payloads and "Vries" not in payloads

    before = office.championship
    again = enter(office, several, key="a")[1]
    assert [each["entry"] for each in again["people"]] == [
        each["entry"] for each in told[1]["people"]
    ]
    assert {each["happened"] for each in again["people"]} == {"there_already"}
    # Members are known also without a key; two of one name are told apart by it alone.
    told = enter(office, [{"member": mien.key}, {"member": jan.key}])
    assert lines(told[1]) == [("mien", "there_already"), ("J. d. V.", "there_already")]
    told = enter(office, [{"name": "Oom Cor"}])
    assert (told[0], told[1]["code"]) == (400, "idempotency_key_missing")
    told = enter(office, [{"member": mien.key}], key="a")
    assert (told[0], told[1]["code"]) == (409, "command_id_reused")
    assert office.championship == before


def test_who_withdrew_stays_away_whatever_list_he_stands_on(club: Club40) -> None:
    mien, jan = club.joins("mien", "member"), club.adds("Jan de Vries")
    office = held(club)
    several = [{"member": mien.key}, {"member": jan.key}, {"member": mien.key}]
    told = enter(office, several)
    assert lines(told[1])[2] == ("mien", "there_already")
    for each in told[1]["people"][:2]:
        entry = each["entry"]["key"]
        registration.withdraw(office.key, entry=entry, reason="ziek", **office.by)
    for key in ("", "b"):
        told = enter(office, several, key=key)
        assert lines(told[1]) == [
            ("mien", "withdrawn"),
            ("Jan de Vries", "withdrawn"),
            ("mien", "withdrawn"),
        ]
    assert not office.championship.active


def test_where_one_cannot_be_entered_nobody_is(club: Club40) -> None:
    mien, jan = club.joins("mien", "member"), club.adds("Jan de Vries")
    gone = club.joins("wim", "member")
    office = held(club, venue="hybrid", capacity=8)
    names = [{"name": f"Gast {at}"} for at in range(8)]
    before = office.championship
    for each, status, code, person in (
        ([{"member": mien.key}, {"member": "nobody"}], 404, "no_such_member", 1),
        ([{"member": mien.key}, *names], 409, "full", 8),
        ([{"member": mien.key}, {"member": jan.key, "place": "online"}], 409, "needs_account", 1),
        ([{"name": "Cor", "place": "online"}], 409, "needs_account", 0),
    ):
        answer = enter(office, each, key=f"k{code}{person}")
        told = answer[1]
        assert (answer[0], told["code"], told["detail"]["person"]) == (status, code, person)
    for person, code in (
        ({"member": gone.key, "name": "Wim"}, "unknown_field"),
        ({"place": "hall"}, "missing_field"),
        ({"naam": "Wim"}, "unknown_field"),
        ({"name": " "}, "invalid"),
    ):
        told = enter(office, [person], key="x")
        assert (told[0], told[1]["code"]) == (400, code)
    assert enter(office, [])[1]["code"] == "invalid"
    assert office.championship == before
    told = enter(office, [{"member": mien.key, "place": "hall"}, {"member": gone.key}])
    assert [each["entry"]["place"] for each in told[1]["people"]] == ["hall", "online"]


def test_a_record_that_somebody_took_over_since_is_entered_once(club: Club40) -> None:
    jan = club.adds("Jan de Vries")
    office = held(club)
    [first] = enter(office, [{"member": jan.key}], key="a")[1]["people"]
    user = get_user_model().objects.create_user("jan")
    claim(club, jan.key, user)
    for key in ("a", "b"):
        [told] = enter(office, [{"member": jan.key}], key=key)[1]["people"]
        assert (told["happened"], told["entry"]["key"]) == ("there_already", first["entry"]["key"])


def claim(club: Club40, member: str, user: Any) -> None:
    now = timezone.now()
    people.request(club.key, people.Sent(user.pk, now), name="Jan", says="")
    (request,) = club.state.requests
    people.answer(
        club.key, club.sent("toos", now=now), request=request, accepted=True, claims=member
    )


def test_only_who_leads_enters_others_and_without_a_club_nobody_is_a_member(club: Club40) -> None:
    mien = club.joins("mien", "member")
    office = held(club)
    several = [{"member": mien.key}]
    told = enter(office, several, bearer=token_of(club.users["mien"]))
    assert (told[0], told[1]["code"]) == (403, "not_the_organizer")
    told = enter(office, several, bearer=token_of(office.organizer, Scope.RESULTS))
    assert (told[0], told[1]["code"]) == (403, "token_scope")
    own = Office(organizer=club.users["toos"])
    own.schedules(venue="hall")
    registration.open(own.key, **own.by)
    assert enter(own, several)[1]["code"] == "no_such_member"
    assert lines(enter(own, [{"name": "Cor"}], key="a")[1]) == [("Cor", "entered")]


def test_in_a_hybrid_event_one_says_where_one_plays(club: Club40) -> None:
    office = held(club, venue="hybrid")
    mien = get_user_model().objects.create_user("mien")
    told = send("entries", token_of(mien), office.key, place="hall")
    assert (told[0], told[1]["place"]) == (201, "hall")
    at = (office.key, told[1]["key"])
    assert send("entry_place", token_of(mien), *at, place="online")[0] == 403
    for _ in range(2):
        told = send("entry_place", token_of(office.organizer), *at, place="online")
        assert (told[0], told[1]["place"]) == (200, "online")
    assert office.happened().count("EntryPlaced") == 1
