"""What a device kept until its code had ended: handed in, looked at, and set aside."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from clubs.models import Scope
from clubs.services import access
from tests.tournaments.api.test_hall import EIGHT, RIK, begun, codes, read, send
from tests.tournaments.rounds.office import Office
from tournaments.api import hall as api
from tournaments.models import LateResult

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Office:
    office = Office(organizer=get_user_model().objects.create_user("ida"))
    monkeypatch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
    return begun(office)


def test_a_device_with_an_old_code_hands_in_and_who_leads_sets_aside(
    hall: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = send("hall_device", "", token=codes(hall)[0])[1]["device"]
    codes(hall)  # new ones: this one has ended
    assert read("hall_table", phone)[0] == 401
    seated = hall.round(1).tables[0]
    for _ in range(2):
        told = send("hall_late", phone, board=1, facts=RIK, entry=seated.chairs[0])
        assert told == (200, {"handed": True})
    assert not hall.championship.hall_results  # it counts for nothing
    many = {"contracts": [{"bid": "piek", "declarer": "N", "tricks": 14}]}
    assert send("hall_late", phone, board=1, facts=many)[1]["code"] == "too_many_tricks"
    assert send("hall_late", phone, board=99, facts=RIK)[1]["code"] == "no_such_board"
    assert send("hall_late", phone + "x", board=1, facts=RIK)[0] == 401

    ida = access.issue(hall.organizer.pk, name="x", scope=Scope.MANAGE, now=timezone.now())
    [line] = read("late_results", ida, hall.key)[1]["results"]
    assert (line["table"], line["number"], line["round"], line["board"]) == (seated.table, 1, 1, 1)
    assert (line["facts"], line["entry"]) == (RIK, seated.chairs[0])
    stranger = get_user_model().objects.create_user("jan")
    other = access.issue(stranger.pk, name="x", scope=Scope.MANAGE, now=timezone.now())
    assert read("late_results", other, hall.key)[1]["code"] == "not_the_organizer"
    assert send("late_result_set_aside", other, hall.key, line["late"])[0] == 403
    for _ in range(2):
        assert send("late_result_set_aside", ida, hall.key, line["late"])[0] == 200
    assert read("late_results", ida, hall.key)[1]["results"] == []
    assert send("late_result_set_aside", ida, hall.key, "nothing")[0] == 404
    with monkeypatch.context() as later:
        later.setattr("time.time", lambda: timezone.now().timestamp() + api.KEPT_FOR + 60)
        assert send("hall_late", phone, board=1, facts=EIGHT)[0] == 401


def test_a_phone_with_a_withdrawn_code_takes_no_place_from_those_at_the_table(
    hall: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.services.late_results.MOST", 1)
    away = send("hall_device", "", token=codes(hall)[0])[1]["device"]
    here = send("hall_device", "", token=codes(hall)[0])[1]["device"]
    codes(hall)
    assert send("hall_late", away, board=1, facts=RIK)[0] == 200
    assert send("hall_late", away, board=1, facts=EIGHT)[1]["code"] == "too_many_late"
    assert send("hall_late", here, board=1, facts=EIGHT)[0] == 200
    assert LateResult.objects.values("link").distinct().count() == 2


def test_who_leads_and_plays_reads_no_late_result_of_a_board_that_others_have_yet_to_play(
    hall: Office,
) -> None:
    begun(hall, hall.organizer)
    own = hall.championship.entry_of(hall.organizer.pk)
    assert own is not None
    [seated] = [each for each in hall.round(1).tables if own.key not in each.chairs]
    row = {"tournament_key": hall.key, "table_id": seated.table, "entry": "", "received": hall.now}
    LateResult.objects.create(id="a", board=1, facts=RIK, **row)
    ida = access.issue(hall.organizer.pk, name="x", scope=Scope.MANAGE, now=timezone.now())
    assert read("late_results", ida, hall.key) == (200, {"results": []})
