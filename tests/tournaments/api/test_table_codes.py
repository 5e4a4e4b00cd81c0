"""Codes of tables in the hall, made and ended over the API; and a round that waits no longer."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Scope
from clubs.services import access
from tests.tournaments.api.test_hall import begun, read, send
from tests.tournaments.rounds.office import Office
from tournaments.models import TableLink
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Office:
    office = Office(organizer=get_user_model().objects.create_user("ida"))
    monkeypatch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
    return begun(office)


def token_of(person: Any, scope: str = Scope.MANAGE) -> str:
    return access.issue(person.pk, name="x", scope=scope, now=timezone.now())


def test_codes_are_told_once_to_who_leads_and_open_the_tables_of_their_round(
    hall: Office, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ida, at = token_of(hall.organizer), (hall.key, "1")
    status, told = send("round_codes", ida, *at, key="a")
    codes = {each["number"]: each["token"] for each in told["codes"]}
    assert (status, set(codes)) == (201, {1, 2}) and len(set(codes.values())) == 2
    assert [each["table"] for each in told["codes"]] == [
        each.table for each in hall.round(1).tables
    ]
    phone = send("hall_device", "", token=codes[1])[1]["device"]
    # Sent again because the answer got lost: nothing is made, and nothing is told.
    again = send("round_codes", ida, *at, key="a")[1]["codes"]
    assert [each["token"] for each in again] == [None, None]
    assert read("hall_table", phone)[0] == 200 and TableLink.objects.count() == 2

    # Anew for one table alone: the other one keeps its code.
    [fresh] = send("round_codes", ida, *at, key="b", tables=[1])[1]["codes"]
    assert read("hall_table", phone)[1]["code"] == "device_unknown"
    assert send("hall_device", "", token=codes[1])[1]["code"] == "device_unknown"
    assert send("hall_device", "", token=fresh["token"])[0] == 201
    assert send("hall_device", "", token=codes[2])[0] == 201
    known = [*codes.values(), fresh["token"]]
    assert not any(token in str(row.__dict__) for token in known for row in TableLink.objects.all())
    assert not any(token in caplog.text for token in known)


def test_an_answer_with_codes_is_stored_by_nobody_on_the_way(hall: Office) -> None:
    client = Client()
    client.force_login(hall.organizer, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("api:round_codes", args=[hall.key, 1])
    answer = client.post(address, {}, content_type="application/json")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")


def test_a_code_that_was_ended_opens_nothing_and_its_phone_is_out(hall: Office) -> None:
    ida, at = token_of(hall.organizer), (hall.key, "1")
    one, two = (each["token"] for each in send("round_codes", ida, *at)[1]["codes"])
    phone = send("hall_device", "", token=one)[1]["device"]
    for _ in range(2):
        told = send("round_codes_end", ida, *at, tables=[1])
        assert (told[0], [each["number"] for each in told[1]["ended"]]) == (200, [1])
    assert read("hall_table", phone)[1]["code"] == "device_unknown"
    assert send("hall_device", "", token=one)[1]["code"] == "device_unknown"
    assert send("hall_device", "", token=two)[0] == 201
    for wrong, status, code in (
        ({"tables": [1, 9]}, 404, "no_such_table"),
        ({"tables": []}, 400, "invalid"),
        ({}, 400, "invalid"),
    ):
        told = send("round_codes_end", ida, *at, **wrong)
        assert (told[0], told[1]["code"]) == (status, code)
    assert send("hall_device", "", token=two)[0] == 201


def test_only_who_leads_and_does_not_play_is_told_a_code(hall: Office) -> None:
    stranger = get_user_model().objects.create_user("jan")
    for route in ("round_codes", "round_codes_end"):
        at, sent = (hall.key, "1"), {"tables": [1]}
        told = send(route, token_of(stranger), *at, **sent)
        assert (told[0], told[1]["code"]) == (403, "not_the_organizer")
        told = send(route, token_of(hall.organizer, Scope.RESULTS), *at, **sent)
        assert (told[0], told[1]["code"]) == (403, "token_scope")
    assert send("round_codes", token_of(hall.organizer), hall.key, "9")[0] == 404
    begun(hall, hall.organizer)
    told = send("round_codes", token_of(hall.organizer), hall.key, "1")
    assert (told[0], told[1]["code"]) == (409, "plays_too")
    assert not TableLink.objects.exists()


def test_who_leads_waits_no_longer_for_results_that_tables_owe(hall: Office) -> None:
    ida, at = token_of(hall.organizer), (hall.key, "1")
    told = send("round_give_up", ida, *at)
    assert (told[0], told[1]["code"]) == (409, "round_still_played")
    rounds.close(hall.key, 1, reason="", **hall.by)
    hall.ticks()
    assert send("round_give_up", ida, *at, key="a", reason="naar huis")[0] == 200
    assert send("round_give_up", ida, *at, key="a", reason="naar huis")[0] == 200
    assert hall.happened().count("BoardsGivenUp") == 1
    hall.ticks()
    assert hall.round(1).state == "closed"
    told = send("round_codes", ida, *at)
    assert (told[0], told[1]["code"]) == (409, "round_over")
