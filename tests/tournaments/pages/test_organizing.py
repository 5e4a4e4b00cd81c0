"""An organizer's evening in forms: what each button does, and does only once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.rounds.office import Office
from tournaments.domain import movement
from tournaments.forms import defaults
from tournaments.models import Board, Entry, Round, Session, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(office: Office) -> Client:
    """The organizer's browser, in English."""
    office.now = timezone.now()
    client = Client(headers={"accept-language": "en"})
    client.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    return client


def form(**changed: object) -> dict[str, str]:
    given = {**defaults(timezone.now()), "title": "Lentedrive", "ranked": "on", **changed}
    return {name: str(value) for name, value in given.items() if value is not False}


def do(desk: Client, key: str, what: str, **more: object) -> str:
    """Press a button and read what the page says then."""
    where = f"/tournaments/{key}/manage/"
    fields = {name: str(value) for name, value in more.items()}
    answer = desk.post(where, {"do": what, **fields}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_form_as_it_comes_makes_a_championship_of_sixteen(desk: Client) -> None:
    given = form()
    answer = desk.post("/tournaments/new/", given)
    assert answer.status_code == 302, answer.content.decode()
    made = Tournament.objects.get()
    assert (made.capacity, made.rounds_count, made.ranked) == (16, 5, True)
    assert made.publication, "the deals are promised with it"
    # A second click on the same form makes no second championship.
    assert desk.post("/tournaments/new/", given)["Location"] == answer["Location"]
    assert Tournament.objects.count() == 1


def test_people_who_must_meet_again_are_counted_before_anything_is_announced(
    desk: Client,
) -> None:
    given = form(rounds=7)
    page = desk.post("/tournaments/new/", given).content.decode()
    assert "People will meet again." in page
    assert "you plan 7" in page
    assert Tournament.objects.count() == 0
    answer = desk.post("/tournaments/new/", {**given, "confirm": "1"}, follow=True)
    assert Tournament.objects.get().rounds_count == 7
    assert "People will meet again." in answer.content.decode()


@pytest.mark.parametrize(
    ("changed", "field", "words"),
    [
        ({"title": ""}, "title", "This field is required."),
        ({"policy": "live"}, "policy", "only if it is unranked"),
        ({"zone": "Europe/Amsterdm"}, "zone", "Europe/Amsterdam"),
        ({"starts_1": "2027-03-28T02:30"}, "starts_1", "does not exist"),
        ({"starts_1": "tomorrow"}, "starts_1", "no date with a time"),
        (
            {"starts_1": "2027-06-01T20:00", "starts_2": "2027-06-01T21:00"},
            "starts_2",
            "before the one before it is over",
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    desk: Client, changed: dict[str, object], field: str, words: str
) -> None:
    page = desk.post("/tournaments/new/", form(**changed)).content.decode()
    assert Tournament.objects.count() == 0
    said = re.search(rf'id="id_{field}_error"[^>]*>(.*?)</ul>', page, re.DOTALL)
    assert said, page
    assert words in said[1]


def test_an_hour_that_comes_twice_is_asked_about_and_the_answer_kept(desk: Client) -> None:
    given = form(starts_1="2027-10-31T02:30")
    page = desk.post("/tournaments/new/", given).content.decode()
    assert "02:30, the first time" in page
    assert 'value="+01:00"' in page
    desk.post("/tournaments/new/", {**given, "offset_1": "+01:00"})
    assert Tournament.objects.get().starts.isoformat() == "2027-10-31T01:30:00+00:00"


def test_a_championship_is_led_from_one_page(desk: Client, office: Office) -> None:
    key = office.schedules()
    assert "Registration is open." in do(desk, key, "open")
    assert "There are 8 house players now." in do(desk, key, "house", present=0, more=8)
    # The same click again adds nobody.
    do(desk, key, "house", present=0, more=8)
    assert Entry.objects.filter(tournament_id=key).count() == 8
    page = do(desk, key, "start", round=1)
    assert "draw the seats first" in page
    page = do(desk, key, "seat", command="seat-once")
    assert "How even the seats are" in page
    assert "are still being dealt" in page
    office.deals()
    assert "has started" in do(desk, key, "start", round=1, command="start-once")
    do(desk, key, "start", round=1, command="start-once")
    assert Round.objects.get(tournament_id=key, number=1).state == Round.RUNNING
    assert "is paused, time left" in do(desk, key, "pause", round=1, reason="koffie")
    assert "Play goes on." in do(desk, key, "resume", round=1)
    before = Round.objects.get(tournament_id=key, number=1).ends
    page = do(desk, key, "extend", round=1, minutes=5, command="five-more")
    do(desk, key, "extend", round=1, minutes=5, command="five-more")
    after = Round.objects.get(tournament_id=key, number=1).ends
    assert before is not None
    assert after is not None
    assert (after - before).total_seconds() == 300
    assert "2 tables are still playing; 8 boards are interrupted" in " ".join(page.split())
    assert "being closed" in do(desk, key, "close", round=1, reason="laat geworden")
    assert "Call it off" in page
    assert "has been cancelled" in do(desk, key, "cancel", reason="brand")
    assert Tournament.objects.get(pk=key).status == Tournament.CANCELLED


def test_no_form_takes_an_id_under_which_the_service_does_its_own(
    desk: Client, office: Office
) -> None:
    """A board was released, its session revealed and its round dealt under ids of theirs, and an
    organizer who sent one of them first blocked that for ever."""
    key = office.schedules(sessions=[{"starts": "2027-03-28T13:00", "rounds": 1}])
    do(desk, key, "open", command="reveal:1")
    do(desk, key, "close_registration", command=f"deal:{key}:1")
    do(desk, key, "open", command="release:1:1")
    office.enters_house(8)
    do(desk, key, "seat", command="release:1:2")
    office.deals()
    do(desk, key, "start", round=1)
    do(desk, key, "close", round=1)
    office.ticks(5)
    assert not Board.objects.filter(released=None).exists()
    assert Board.objects.count() == 4
    assert Session.objects.get().revealed is not None
    ids = {row.command_id for row in office.recorded() if row.actor == office.actor}
    assert f"page:{office.organizer.pk}:release:1:1" in ids
    assert ids.isdisjoint({"reveal:1", "release:1:1", "release:1:2", f"deal:{key}:1"})


@pytest.mark.parametrize("command", ["a\0b", "é", "x" * 81, "two words", "a\n"])
def test_an_id_that_no_form_has_is_refused_in_words(
    desk: Client, office: Office, command: str
) -> None:
    key = office.schedules()
    assert "Load the page again" in do(desk, key, "open", command=command)
    assert Tournament.objects.get().status == Tournament.SCHEDULED


@pytest.mark.parametrize("what", ["cancel", "withdraw"])
def test_words_that_cannot_be_kept_are_refused_in_words(
    desk: Client, office: Office, what: str
) -> None:
    key = office.schedules()
    [entry] = office.enters_house(1)
    page = do(desk, key, what, entry=entry, reason="brand\0alarm")
    assert "a character that cannot be kept" in page
    assert "Nobody entered under this number" in do(desk, key, "withdraw", entry="a\0b")
    assert office.happened()[-1] == "EntryMade"


def test_a_form_sent_again_with_other_content_is_refused_in_words(
    desk: Client, office: Office
) -> None:
    key = office.starts(1)
    do(desk, key, "extend", round=1, minutes=5, command="five")
    page = do(desk, key, "extend", round=1, minutes=6, command="five")
    assert "sent before with another content" in page
    given = form()
    first = desk.post("/tournaments/new/", given)
    assert first.status_code == 302
    again = desk.post("/tournaments/new/", {**given, "title": "Herfstdrive"})
    assert again.status_code == 200
    assert "Load the page again" in again.content.decode()
    assert Tournament.objects.filter(title="Herfstdrive").count() == 0


def test_pages_count_changes_together_with_the_api(
    desk: Client, office: Office, settings: Any
) -> None:
    key = office.schedules()
    slow = {"person.change": "3/min", "person.create": "1/min"}
    told = settings.REST_FRAMEWORK
    rates = {**told["DEFAULT_THROTTLE_RATES"], **slow}
    settings.REST_FRAMEWORK = {**told, "DEFAULT_THROTTLE_RATES": rates}
    address = f"/api/tournaments/{key}/registration/open/"
    assert desk.post(address, content_type="application/json").status_code == 200
    assert desk.post(f"/tournaments/{key}/enter/").status_code == 302
    assert desk.post(f"/tournaments/{key}/withdraw/").status_code == 302
    for page in ("enter/", "withdraw/", "manage/"):
        answer = desk.post(f"/tournaments/{key}/{page}", {"do": "cancel"})
        assert answer.status_code == 429
        assert "That was too often." in answer.content.decode()
        assert 0 < int(answer["Retry-After"]) <= 60
    assert office.championship.cancelled is None
    assert desk.get(f"/tournaments/{key}/manage/").status_code == 200, "reading goes on"
    assert desk.post("/tournaments/new/", {}).status_code == 200
    assert desk.post("/tournaments/new/", form()).status_code == 429


def test_whoever_is_warned_of_a_hundred_rounds_waits_for_no_cards_to_be_turned(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turning the boards of 400 players takes most of twenty seconds, and warns of nothing."""

    def never(*_: object) -> None:
        raise AssertionError("a plan was made for a warning")

    monkeypatch.setattr(movement, "choose_turns", never)
    given = form(capacity=400, rounds=100, round_minutes=1, round_break_minutes=0)
    page = desk.post("/tournaments/new/", given).content.decode()
    assert "People will meet again." in page
    monkeypatch.setattr(movement, "of_length", never)  # asked again, it is known
    assert "People will meet again." in desk.post("/tournaments/new/", given).content.decode()


def test_whoever_withdrew_is_named_where_he_blocks_the_next_round(
    desk: Client, office: Office
) -> None:
    key = office.seats(8)
    office.deals()
    leaver = Entry.objects.get(tournament_id=key, name="Huis 3")
    page = do(desk, key, "withdraw", entry=leaver.key)
    assert "Huis 3 has withdrawn and still has a seat at table" in page
    assert "Fill the seats again" in page
    page = do(desk, key, "reseat")
    assert "still has a seat" not in page


def test_nobody_else_leads_it(desk: Client, office: Office, person: Callable[[str], Any]) -> None:
    key = office.schedules()
    other = Client()
    other.force_login(person("other"), backend="django.contrib.auth.backends.ModelBackend")
    assert other.get(f"/tournaments/{key}/manage/").status_code == 403
    assert other.post(f"/tournaments/{key}/manage/", {"do": "cancel"}).status_code == 403
    assert Tournament.objects.get(pk=key).status == Tournament.SCHEDULED


def test_an_unknown_button_changes_nothing(desk: Client, office: Office) -> None:
    assert "does not know that button" in do(desk, office.schedules(), "explode")
