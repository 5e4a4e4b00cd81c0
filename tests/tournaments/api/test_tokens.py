"""A program asks with a token: as the person who gave it, as far as its scope goes."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from clubs.models import AccessToken, Scope
from clubs.services import access, evenings
from tests.clubs.people import NOW, found
from tests.tournaments.rounds.office import NOON, Office
from tournaments.api.writes import CancelView
from tournaments.services import registration, schedule

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> Office:
    office = Office(organizer=get_user_model().objects.create_user("ida", password="x"))
    office.schedules(title="Zomerdrive")
    registration.open(office.key, **office.by)
    return office


def given(person: Any, scope: str) -> str:
    return access.issue(person.pk, name="programma", scope=scope, now=timezone.now())


def ask(token: str, do: str, where: str) -> tuple[int, str]:
    answer = getattr(Client(enforce_csrf_checks=True), do)(
        where, {}, content_type="application/json", headers={"Authorization": f"Bearer {token}"}
    )
    return answer.status_code, answer.json().get("code", "")


def test_a_token_may_do_what_its_scope_says_and_its_person_may(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    closing = reverse("api:registration_close", args=[office.key])
    reading = reverse("api:tournament", args=[office.key])
    tokens = {scope: given(office.organizer, scope) for scope in Scope}
    for scope in (Scope.READ, Scope.RESULTS):
        assert ask(tokens[scope], "get", reading) == (200, "")
        assert ask(tokens[scope], "post", closing) == (403, "token_scope")
    stranger = get_user_model().objects.create_user("jan")
    assert ask(given(stranger, Scope.MANAGE), "post", closing) == (403, "not_the_organizer")
    # No CSRF token: no browser sends this header by itself.
    assert ask(tokens[Scope.MANAGE], "post", closing) == (200, "")
    assert office.happened()[-1] == "RegistrationClosed"

    for wrong in (tokens[Scope.CALENDAR], "rikken_of-nobody", "", tokens[Scope.READ] + "x"):
        assert ask(wrong, "get", reading) == (401, "bad_token")
    monkeypatch.setattr(CancelView, "scope", Scope.RESULTS, raising=False)
    cancelling = reverse("api:cancel", args=[office.key])
    assert ask(tokens[Scope.READ], "post", cancelling) == (403, "token_scope")
    assert ask(tokens[Scope.RESULTS], "post", cancelling) == (200, "")


def test_a_token_is_shown_once_kept_as_a_digest_and_taken_back(
    office: Office, client: Client
) -> None:
    client.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    page = reverse("clubs:access")
    sent = {"do": "token", "name": "Telprogramma", "scope": "manage"}
    token = client.post(page, sent).context["shown"]["token"]
    again = client.get(page).content.decode()
    assert "Telprogramma" in again and token not in again
    [row] = AccessToken.objects.all()
    assert token not in str(row.__dict__) and row.last_used is None
    reading = reverse("api:tournament", args=[office.key])
    assert ask(token, "get", reading) == (200, "")
    assert AccessToken.objects.get().last_used == timezone.localdate()
    jan = get_user_model().objects.create_user("jan")
    access.revoke(jan.pk, row.pk)
    assert ask(token, "get", reading) == (200, "")
    client.post(page, {"do": "revoke", "token": row.pk})
    assert ask(token, "get", reading) == (401, "bad_token")
    assert client.post(page, {**sent, "scope": "calendar"}).context["shown"] == {}


def events(client: Client, where: str) -> list[tuple[str, Any, Any, str]]:
    answer = client.get(where)
    assert (answer.status_code, answer.headers["Content-Type"]) == (
        200,
        "text/calendar; charset=utf-8",
    )
    return [
        (str(each["SUMMARY"]), each.decoded("DTSTART"), each.decoded("DTEND"), str(each["STATUS"]))
        for each in Calendar.from_ical(answer.content).walk("VEVENT")
    ]


def test_a_calendar_shows_the_evenings_of_ones_clubs(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = found()
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    when = {"first": date(2027, 3, 8), "at": time(20, 0), "every": "week", "times": 2, "places": 0}
    evenings.plan(club.key, club.sent("toos"), **when)
    evenings.cancel(club.key, club.sent("toos"), evening=next(iter(club.state.evenings)))
    feed = reverse("tournaments:feed", args=[given(club.users["toos"], Scope.CALENDAR)])
    assert [(each[0], each[1].isoformat(), each[3]) for each in events(client, feed)] == [
        ("De Zwarte Piet", "2027-03-08T19:00:00+00:00", "CANCELLED"),
        ("De Zwarte Piet", "2027-03-15T19:00:00+00:00", "CONFIRMED"),
    ]
    jan = get_user_model().objects.create_user("jan")
    assert events(client, reverse("tournaments:feed", args=[given(jan, Scope.CALENDAR)])) == []
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(days=366 + 8))
    assert [each[1].day for each in events(client, feed)] == [15]  # the other one is a year ago


def test_a_calendar_shows_when_somebody_plays_and_only_to_whom_he_gave_it(
    office: Office, client: Client
) -> None:
    public = reverse("tournaments:calendar", args=[office.key])
    [(title, starts, ends, status)] = events(client, public)
    last = office.round(3)
    assert (title, starts, status) == ("Zomerdrive", NOON, "CONFIRMED")
    assert ends > starts and last.starts < ends

    jan = get_user_model().objects.create_user("jan")
    client.force_login(jan, backend="django.contrib.auth.backends.ModelBackend")
    shown = client.post(reverse("clubs:access"), {"do": "calendar"}).context["shown"]
    feed = shown["address"].removeprefix("http://testserver")
    outside = Client()
    assert events(outside, feed) == []
    entry = registration.enter(office.key, user_id=jan.pk, **office.by)
    assert [each[0] for each in events(outside, feed)] == ["Zomerdrive"]
    schedule.cancel(office.key, reason="Sneeuw", **office.by)
    assert [each[3] for each in events(outside, feed)] == ["CANCELLED"]
    assert entry

    assert (
        outside.get(reverse("tournaments:feed", args=[given(jan, Scope.READ)])).status_code == 404
    )
    [row] = AccessToken.objects.filter(user=jan, scope=Scope.CALENDAR)
    client.post(reverse("clubs:access"), {"do": "revoke", "token": row.pk})
    assert outside.get(feed).status_code == 404
