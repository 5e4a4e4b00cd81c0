"""The desk's page: what an act changes is read first, then done, and stands in what happened."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.pages.test_for_who_watches import desk, evening, read, reader
from tests.tournaments.rounds.office import Office
from tournaments.models import Entry
from tournaments.selectors import rankings
from tournaments.services import registration, rounds, seating

pytestmark = pytest.mark.django_db

__all__ = ["desk", "evening", "reader"]

GUESTS = ("Toos", "Mien", "Sjaak", "Bertus", "Riet", "Noud", "Jo", "Fien")


def asks(client: Client, office: Office, **act: object) -> tuple[list[str], dict[str, str]]:
    """The lines of what it would change, and the form that does it."""
    answer = client.post(f"/tournaments/{office.key}/desk/", act)
    text = answer.content.decode()
    assert answer.status_code == 200
    shown = re.search(r'<ul class="told">(.*?)</ul>', text, re.S)
    assert shown is not None, re.findall(r'class="msg[^>]*>(.*?)<', text) or text[-3000:]
    form = text[shown.end() : text.index("</form>", shown.end())]
    fields = re.findall(r'name="(\w+)" value="([^"]*)"', form)
    hidden = {name: unescape(value) for name, value in fields}
    return [unescape(each) for each in re.findall("<li>(.*?)</li>", shown[1])], hidden


def does(client: Client, office: Office, hidden: dict[str, str], **more: str) -> str:
    answer = client.post(f"/tournaments/{office.key}/desk/", {**hidden, **more}, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


@pytest.fixture
def hall(office: Office) -> Office:
    office.schedules(venue="hall", language="en")
    registration.enter_guests(office.key, GUESTS, **office.by)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    return office


def test_a_stand_in_a_swap_and_a_late_arrival_in_a_hall(
    hall: Office, desk: Client, reader: Client
) -> None:
    names = rankings.names(Entry.objects.filter(tournament=hall.key))
    table = hall.round(1).tables[0]
    toos, other = table.chairs[:2]
    lines, hidden = asks(desk, hall, do="stand_in", entry=toos, who="name", name="Buurman Piet")
    assert lines == [
        f"Buurman Piet sits in for {names[toos]} at table 1 (North), from now on.",
        f"What is played there counts for {names[toos]}; both names are told.",
    ]
    assert "Say why" in does(desk, hall, hidden, words=" ")
    assert not hall.championship.desk.stand_ins
    page = does(desk, hall, hidden, words="flat tyre")
    assert f"Buurman Piet sits in for {names[toos]}" in page
    does(desk, hall, hidden, words="flat tyre")
    assert hall.happened().count("StandInSeated") == 1
    cards = desk.post(f"/tournaments/{hall.key}/manage/1/codes/").content.decode()
    assert f"Buurman Piet ({names[toos]})" in unescape(cards)
    lines, hidden = asks(desk, hall, do="swap", round=1, entry=toos, other=other)
    assert lines[0] == f"{names[toos]} goes from table 1 (North) to table 1 (East)."
    # Meanwhile a second browser did it: this one is told, and nothing is swapped back.
    _, second = asks(desk, hall, do="swap", round=1, entry=toos, other=other)
    does(desk, hall, second, words="as they sat down")
    assert "would do something else now" in does(desk, hall, hidden, words="as they sat down")
    assert hall.round(1).tables[0].chairs[:2] == (other, toos)
    lines, hidden = asks(desk, hall, do="withdraw", entry=other)
    assert lines[0] == f"{names[other]} withdraws; what was played stays."
    does(desk, hall, hidden, words="sick")
    lines, hidden = asks(desk, hall, do="arrive", who="name", name="Sien")
    assert f"The seat of {names[other]} at table" in lines[1]
    assert lines[0] == "Sien is entered, and counts from the next round on."
    does(desk, hall, hidden, words="missed the train")
    _, hidden = asks(desk, hall, do="withdraw", entry=toos)
    # Whoever sits in plays the round to its end, and can be released until then.
    assert f"Buurman Piet sits in for {names[toos]}" in does(desk, hall, hidden, words="gone home")
    told = unescape(read(reader, hall, "history/"))
    assert f"Somebody in the hall sat in for {names[toos]} from round 1 on." in told
    assert "changed seats in round 1." in told
    assert "Sien was entered, to play in the hall." in told
    for private in ("flat tyre", "Piet", "missed the train"):
        assert private not in told
    assert "flat tyre" in read(desk, hall, "history/")


def test_a_message_stands_on_the_screen_of_the_hall_with_who_said_it_on_record(
    hall: Office, desk: Client, reader: Client
) -> None:
    _, hidden = asks(desk, hall, do="message", table=0, words="Soup at <nine>")
    does(desk, hall, hidden)
    _, hidden = asks(desk, hall, do="message", table=1, words="Softer, please")
    does(desk, hall, hidden)
    screen = read(reader, hall, "hall/")
    assert "Soup at &lt;nine&gt;" in screen
    assert "Softer" not in screen
    told = read(reader, hall, "history/")
    assert "Soup at &lt;nine&gt;" in told
    assert "Why: Soup" not in told
    assert "Table 1 was told something." in told
    assert "Softer" not in told
    lines, hidden = asks(desk, hall, do="quiet", table=0)
    assert lines == ["Nobody is shown the message any more."]
    does(desk, hall, hidden)
    assert "Soup" not in read(reader, hall, "hall/")
    assert "Softer, please" in read(desk, hall, "desk/")


def test_by_the_api_the_same_acts_are_foretold_done_once_and_refused(
    hall: Office, desk: Client, reader: Client
) -> None:
    route = f"/api/tournaments/{hall.key}/desk/"
    one, other = hall.round(1).tables[0].chairs[:2]

    def sends(status: int, key: str = "", client: Client = desk, **act: object) -> dict[str, Any]:
        headers = {"Idempotency-Key": key} if key else {}
        answer = client.post(route, act, content_type="application/json", headers=headers)
        assert answer.status_code == status, answer.content
        told: dict[str, Any] = answer.json()
        return told

    swap = {"act": "swap", "entry": one, "other": other, "reason": "as they sat down"}
    told = sends(200, **swap, preview=True)
    assert (told["done"], [each["code"] for each in told["changes"]]) == (
        False,
        ["moves", "moves", "this_round_only", "devices_ask_again"],
    )
    assert hall.round(1).tables[0].chairs[:2] == (one, other)
    sends(401, client=reader, **swap)
    assert sends(409, **swap | {"reason": ""})["code"] == "reason_missing"
    assert sends(400, **swap, table=3)["code"] == "unknown_field"
    assert sends(400, act="swap", entry=one)["code"] == "missing_field"
    assert sends(404, act="stand_in", entry=one, user="nobody", reason="x")["code"] == (
        "no_such_person"
    )
    done = [sends(200, "k1", **swap, mark=told["mark"])["changes"] for _ in range(2)]
    assert done == [told["changes"], []]
    assert hall.round(1).tables[0].chairs[:2] == (other, one)
    assert sends(409, **swap, mark=told["mark"])["code"] == "changes_otherwise"
