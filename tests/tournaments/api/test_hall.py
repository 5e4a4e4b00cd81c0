"""Results of tables in the hall, over the API: by a table's device and by whoever scores."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Scope
from clubs.services import access
from tests.tournaments.rounds.office import Office
from tournaments.api import hall as api
from tournaments.services import hall as services
from tournaments.services import registration, rounds, seating, table_links

pytestmark = pytest.mark.django_db

RIK = {"contracts": [{"bid": "rik", "declarer": "N", "partner": "E", "tricks": 9}]}
EIGHT = {"contracts": [{"bid": "rik", "declarer": "N", "partner": "E", "tricks": 8}]}


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Office:
    office = Office(organizer=get_user_model().objects.create_user("ida"))
    monkeypatch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
    return begun(office)


def begun(office: Office, *players: Any, **changes: Any) -> Office:
    """Round 1, of these people with an account and of others without, eight in all."""
    office.schedules(venue="hall", **changes)
    registration.open(office.key, **office.by)
    for each in players:
        registration.enter(office.key, user_id=each.pk, **office.by)
    names = ["Toos", "Mien", "Sjaak", "Bertus", "Riet", "Noud", "Jo", "Fien"]
    registration.enter_guests(office.key, names[len(players) :], **office.by)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    office.ticks()
    return office


def codes(hall: Office) -> list[str]:
    made = table_links.make(hall.key, 1, user_id=hall.organizer.pk, now=timezone.now())
    return [token for _, token in made]


def send(route: str, bearer: str, *args: str, key: str = "", **sent: Any) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    if key:
        headers["Idempotency-Key"] = key
    answer = Client(enforce_csrf_checks=True).post(
        reverse(f"api:{route}", args=args), sent, content_type="application/json", headers=headers
    )
    return answer.status_code, answer.json()


def read(route: str, bearer: str, *args: str) -> tuple[int, Any]:
    answer = Client().get(
        reverse(f"api:{route}", args=args), headers={"Authorization": f"Bearer {bearer}"}
    )
    return answer.status_code, answer.json()


def test_a_device_writes_down_its_table_until_its_code_ends(
    hall: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, other = codes(hall)
    status, made = send("hall_device", "", token=code)
    phone, table = made["device"], made["table"]
    assert (status, table["number"], table["begun"]) == (201, 1, True)
    writer, second = (each["entry"] for each in table["people"][:2])
    seen: dict[str, Any] = {"board": 1, "seats": table["seats"]}

    assert send("hall_score", phone, board=1, facts=RIK)[1]["scores"]["N"] == 15
    assert read("hall_table", phone)[1]["boards"][0]["result"] is None
    for _ in range(2):
        told = send("hall_enter", phone, key="a", facts=RIK, entry=writer, **seen)
        assert (told[0], told[1]["boards"][0]["result"]["stands"]) == (200, False)
    assert hall.happened().count("ResultEntered") == 1
    # Whoever photographed the code reads no more than that, and finds nothing out by trying.
    photographer = send("hall_device", "", token=code)[1]["device"]
    for route in ("hall_enter", "hall_confirm", "hall_correct"):
        for facts in (RIK, EIGHT):
            for one in (photographer, phone):
                answer = send(route, one, facts=facts, entry=second, **seen)
                assert (answer[0], answer[1]["code"]) == (409, "other_phone")
    # A key that anybody can guess is each device's own.
    for facts in (RIK, EIGHT):
        answer = send("hall_enter", photographer, key="a", facts=facts, entry=writer, **seen)
        assert (answer[0], answer[1]["code"]) == (409, "other_phone")
    unread = read("hall_table", photographer)[1]["boards"][0]["result"]
    assert unread == {"hidden": True, "stands": False}
    phone = told[1]["device"]  # the same device, which now may tell what it wrote
    written = told[1]["boards"][0]["result"]
    assert read("hall_table", phone)[1]["boards"][0]["result"] == written
    assert (written["hidden"], written["facts"]) == (False, RIK)
    told = send("hall_confirm", phone, facts=RIK, entry=writer, **seen)
    assert (told[0], told[1]["code"]) == (409, "confirm_by_another")
    told = send("hall_correct", phone, facts=EIGHT, entry=second, instead_of=EIGHT, **seen)
    assert (told[0], told[1]["code"]) == (409, "result_changed")
    told = send("hall_correct", phone, facts=EIGHT, entry=second, instead_of=RIK, **seen)
    assert told[1]["boards"][0]["result"]["facts"]["contracts"][0]["tricks"] == 8
    told = send("hall_confirm", phone, facts=EIGHT, entry=writer, **seen)
    assert told[1]["boards"][0]["result"]["stands"]
    many = {"contracts": [{"bid": "piek", "declarer": "N", "tricks": 14}]}
    told = send("hall_enter", phone, board=2, facts=many, entry=writer)
    assert (told[0], told[1]["code"]) == (409, "too_many_tricks")
    elsewhere = send("hall_device", "", token=other)[1]["table"]["people"][0]["entry"]
    told = send("hall_enter", phone, board=2, facts=RIK, entry=elsewhere)
    assert (told[0], told[1]["code"]) == (409, "seats_changed")

    # No account's token is a device, and no device has an account.
    token = access.issue(hall.organizer.pk, name="x", scope=Scope.MANAGE, now=timezone.now())
    assert (read("hall_table", token)[0], read("tournaments", phone)[0]) == (401, 401)
    codes(hall)
    assert read("hall_table", phone)[1]["code"] == "device_unknown"
    assert send("hall_device", "", token=code)[1]["code"] == "device_unknown"
    phone = send("hall_device", "", token=codes(hall)[0])[1]["device"]
    with monkeypatch.context() as later:
        later.setattr("time.time", lambda: timezone.now().timestamp() + api.KEPT_FOR + 60)
        assert read("hall_table", phone)[0] == 401
    rounds.close(hall.key, 1, reason="", **hall.by)
    hall.ticks()
    services.give_up(hall.key, 1, reason="naar huis", **hall.by)
    hall.ticks()
    assert read("hall_table", phone)[1]["code"] == "round_over"


def test_whoever_scores_enters_what_the_slips_say_with_a_token_for_results(hall: Office) -> None:
    at = (hall.key, hall.round(1).tables[0].table)
    tokens = {
        scope: access.issue(hall.organizer.pk, name=scope, scope=scope, now=timezone.now())
        for scope in (Scope.READ, Scope.RESULTS)
    }
    told = send("results", tokens[Scope.READ], *at, board=1, facts=RIK)
    assert (told[0], told[1]["code"]) == (403, "token_scope")
    scorer = tokens[Scope.RESULTS]
    told = send("results", scorer, *at, key="a", board=1, facts=RIK)
    result = told[1]["boards"][0]["result"]
    assert (told[0], result["entry"], result["stands"]) == (200, "", True)
    assert read("results", tokens[Scope.READ], *at)[1]["boards"][0]["result"] == result
    told = send("results", scorer, *at, board=1, facts=EIGHT, instead_of=EIGHT)
    assert (told[0], told[1]["code"]) == (409, "result_changed")
    told = send("results", scorer, *at, board=2, facts=EIGHT, instead_of=RIK)
    assert (told[0], told[1]["code"]) == (409, "result_changed")
    told = send("results", scorer, *at, board=1, facts=EIGHT, instead_of=RIK)
    assert told[1]["boards"][0]["result"]["facts"]["contracts"][0]["tricks"] == 8
    stranger = get_user_model().objects.create_user("jan")
    other = access.issue(stranger.pk, name="x", scope=Scope.RESULTS, now=timezone.now())
    assert send("results", other, *at, board=1, facts=RIK)[1]["code"] == "not_the_scorer"


def test_a_scorer_who_plays_reads_and_writes_nothing_that_others_have_yet_to_play(
    hall: Office,
) -> None:
    begun(hall, hall.organizer)
    own = hall.championship.entry_of(hall.organizer.pk)
    assert own is not None
    [seated] = [each for each in hall.round(1).tables if own.key not in each.chairs]
    at = (hall.key, seated.table)
    written = services.Written(table=seated.table, board=1, facts=RIK, entry=seated.chairs[0])
    services.enter(hall.key, written, actor="device:1", now=hall.now)
    token = access.issue(hall.organizer.pk, name="x", scope=Scope.RESULTS, now=timezone.now())
    assert read("results", token, *at)[1]["boards"][0]["result"] is None
    told = send("results", token, *at, board=1, facts=EIGHT)
    assert (told[0], told[1]["code"]) == (409, "plays_too")
    # Nor does he become the device of a table at which he does not sit.
    made = table_links.make(hall.key, 1, user_id=hall.organizer.pk, now=hall.now)
    [code] = [token for table, token in made if table.table == seated.table]
    client = Client()
    client.force_login(hall.organizer, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/api/hall/device/", {"token": code}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "other_table")


def test_own_cards_of_a_table_are_hidden_from_no_other_device_and_from_no_scorer(
    hall: Office,
) -> None:
    begun(hall, hall.organizer, cards="own", boards=4)
    own = hall.championship.entry_of(hall.organizer.pk)
    assert own is not None
    made = table_links.make(hall.key, 1, user_id=hall.organizer.pk, now=timezone.now())
    [(seated, code)] = [each for each in made if own.key not in each[0].chairs]
    phone, another = (send("hall_device", "", token=code)[1]["device"] for _ in "12")
    one, two = seated.chairs[:2]
    assert send("hall_enter", phone, board=1, facts=RIK, entry=one)[0] == 200
    assert read("hall_table", another)[1]["boards"][0]["result"]["facts"] == RIK
    told = send("hall_correct", another, board=1, facts=EIGHT, entry=one, instead_of=RIK)
    assert told[1]["boards"][0]["result"]["facts"] == EIGHT
    told = send("hall_confirm", another, board=1, facts=EIGHT, entry=two)
    assert told[1]["boards"][0]["result"]["stands"]
    at = (hall.key, seated.table)
    token = access.issue(hall.organizer.pk, name="x", scope=Scope.RESULTS, now=timezone.now())
    assert read("results", token, *at)[1]["boards"][0]["result"]["facts"] == EIGHT
    assert send("results", token, *at, board=1, facts=RIK)[0] == 200
