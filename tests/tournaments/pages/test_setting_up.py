"""What a tournament is called in addresses is nobody's choice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.rounds.office import Office
from tournaments.forms import defaults
from tournaments.models import Entry, Tournament
from tournaments.services import seating

pytestmark = pytest.mark.django_db

AN_ID = re.compile(r"[2-9b-df-hj-np-tv-xz]{14}")


def browser(user: Any) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def form(**changed: object) -> dict[str, str]:
    given = {**defaults(timezone.now()), "title": "Lentedrive", "ranked": "on", **changed}
    return {name: str(value) for name, value in given.items() if value is not False}


@pytest.mark.parametrize("chosen", ["demo-1", "demo-boom", "lentedrive"])
def test_nobody_chooses_the_key_of_a_tournament(person: Callable[[str], Any], chosen: str) -> None:
    answer = browser(person("mallory")).post("/tournaments/new/", form(form=chosen, key=chosen))
    assert answer.status_code == 302
    key = Tournament.objects.get().key
    assert AN_ID.fullmatch(key), key


def test_two_people_with_the_same_form_make_two_tournaments(person: Callable[[str], Any]) -> None:
    given = form(form="the-same-form")
    for name in ("anna", "bert"):
        somebody = person(name)
        first = browser(somebody).post("/tournaments/new/", given)["Location"]
        assert browser(somebody).post("/tournaments/new/", given)["Location"] == first
    assert Tournament.objects.values("key", "organizer_id").distinct().count() == 2


def test_a_pass_game_for_dessert_is_chosen_and_told(person: Callable[[str], Any]) -> None:
    desk = browser(person("anna"))
    page = desk.post("/tournaments/new/", form(dessert="dames")).content.decode()
    assert page.count('aria-invalid="true"') == 1
    assert re.search(r'name="dessert"[^>]*aria-invalid="true"', page)
    assert not Tournament.objects.exists()
    detail = desk.post("/tournaments/new/", form(dessert="schoppen_mie"), follow=True)
    assert Tournament.objects.get().dessert == ["schoppen_mie"]
    key = Tournament.objects.get().key
    told = desk.get(f"/tournaments/{key}/").content.decode()
    assert "Dessert: the last board of each session is played without bidding:" in told
    assert detail.status_code == 200


def test_house_players_that_fill_the_last_table_are_not_counted_as_entered(office: Office) -> None:
    key = office.schedules()
    office.enters_house(9)
    seating.seat(key, seed=1, **office.by)
    assert Entry.objects.filter(standing=False).count() == 3
    desk = browser(office.organizer)
    answer = desk.post(
        f"/tournaments/{key}/manage/", {"do": "house", "present": "9", "more": "2"}, follow=True
    )
    assert "There are 11 house players now." in answer.content.decode()
    assert Entry.objects.filter(standing=True, status=Entry.ACTIVE).count() == 11
    # Two of the three fillers make room for them.
    desk.post(f"/tournaments/{key}/manage/", {"do": "reseat"})
    page = desk.get(f"/tournaments/{key}/manage/").content.decode()
    assert "1 house player fills an empty seat" in page


def test_how_many_house_players_there_are_is_said_without_those_who_left(office: Office) -> None:
    key = office.schedules()
    first, *_ = office.enters_house(8)
    desk = browser(office.organizer)
    desk.post(f"/tournaments/{key}/manage/", {"do": "withdraw", "entry": first})
    answer = desk.post(
        f"/tournaments/{key}/manage/", {"do": "house", "present": "8", "more": "2"}, follow=True
    )
    assert "There are 9 house players now." in answer.content.decode()
    assert Entry.objects.filter(status=Entry.ACTIVE).count() == 9
