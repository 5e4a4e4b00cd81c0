"""Who did what when and why, for everybody to read; and what is nobody's business."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from gameplay.eventstore import store
from tests.tournaments.rounds.office import Office
from tests.tournaments.test_events import SAMPLES, recorded
from tournaments import codec, stream, telling
from tournaments.domain.events import EVENTS, EntryMade
from tournaments.models import Board, RoundTable, Tournament
from tournaments.services import registration, rounds, seating

FACTS = telling.Facts(
    names={"bcdfghjkmnpqrs": "Anna", "cdfghjkmnpqrst": ""},
    without_standing=frozenset({"cdfghjkmnpqrst"}),
    rounds=3,
    several=True,
    zone="Europe/Amsterdam",
)


def browser(user: Any = None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def told(page: str) -> list[tuple[str, str, str, str]]:
    """Hour, what, why and who of every line, the newest first."""
    found = re.findall(
        r"<time[^>]*>(.*?)</time><p><b>(.*?)</b>(?: <span class=\"why\">(.*?)</span>)?</p>"
        r"<span class=\"actor\">(.*?)</span>",
        page,
    )
    return [(hour, what, why, who) for hour, what, why, who in found]


# -- sentences -------------------------------------------------------------------------------------


def test_every_kind_of_event_has_a_sentence_in_both_languages() -> None:
    shown = [codec.from_stored(recorded(sample)) for sample in SAMPLES]
    assert {type(event) for event in shown} == set(EVENTS)
    for event in shown:
        with translation.override("en"):
            english = telling.sentence(event, FACTS)
        with translation.override("nl"):
            dutch = telling.sentence(event, FACTS)
        assert english.endswith(".")
        assert dutch.endswith(".")
        assert dutch != english, english
        assert "%" not in english + dutch


# -- the page --------------------------------------------------------------------------------------


@pytest.fixture
def played(office: Office, person: Callable[[str], Any]) -> Office:
    """A round with a pause; Anna withdrew from the next one, and somebody was put in her place."""
    office.schedules()
    registration.open(office.key, **office.by)
    anna = person("anna")
    anna.display_name = "Anna"
    anna.save()
    by_anna = {"actor": f"user:{anna.pk}"}
    entry = registration.enter(office.key, user_id=anna.pk, now=office.now, **by_anna)
    office.enters_house(8)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    office.wait(minutes=4)
    rounds.pause(office.key, 1, reason="brandalarm <b>", **office.by)
    rounds.resume(office.key, 1, **office.by)
    registration.withdraw(office.key, entry=entry, reason="griep", now=office.now, **by_anna)
    seating.reseat(office.key, reason="voor Anna", **office.by)
    rounds.extend(office.key, 1, minutes=5, reason="koffie", **office.by)
    office.closes(1)
    return office


@pytest.mark.django_db
def test_everything_is_told_with_its_hour_who_decided_and_why(played: Office) -> None:
    page = browser(played.organizer).get(f"/tournaments/{played.key}/history/").content.decode()
    lines = told(page)
    assert len(lines) == len(played.recorded())
    assert lines[-1] == ("13:00", "The tournament was announced.", "", "organizer")
    assert (
        "13:04",
        "Round 1 was paused.",
        "Why: brandalarm &lt;b&gt;",
        "organizer",
    ) in lines
    assert ("13:04", "Round 1 got 5 minutes more.", "Why: koffie", "organizer") in lines
    assert ("13:04", "Anna withdrew, from round 2 on.", "Why: griep", "Anna") in lines
    assert ("13:00", "House player Huis 1 was entered.", "", "organizer") in lines
    assert ("13:00", "The 4 boards of round 1 were dealt.", "", "by itself") in lines
    boards = "Board 1 was over at every table; tables 1, 2, 3 did not finish it."
    assert ("13:04", boards, "", "by itself") in lines


@pytest.mark.django_db
def test_why_somebody_left_is_for_the_organizer_and_himself(
    played: Office, person: Callable[[str], Any], django_user_model: Any
) -> None:
    anna = django_user_model.objects.get(username="anna")
    where = f"/tournaments/{played.key}/history/"
    said = {}
    readers = {"organizer": played.organizer, "anna": anna, "other": person("other"), "": None}
    for name, reader in readers.items():
        page = browser(reader).get(where).content.decode()
        assert "Anna withdrew, from round 2 on." in page
        assert "brandalarm" in page, "why all had to wait is for all to read"
        said[name] = ("griep" in page, "voor Anna" in page)
    assert said == {
        "organizer": (True, True),
        "anna": (True, False),
        "other": (False, False),
        "": (False, False),
    }


@pytest.mark.django_db
def test_words_of_somebody_who_is_erased_are_said_to_be_removed(
    played: Office, django_user_model: Any
) -> None:
    store.erase_texts(django_user_model.objects.get(username="anna").pk)
    page = browser(played.organizer).get(f"/tournaments/{played.key}/history/").content.decode()
    assert "griep" not in page
    assert ("13:04", "Anna withdrew, from round 2 on.", "Why: removed", "Anna") in told(page)
    others = browser().get(f"/tournaments/{played.key}/history/").content.decode()
    assert "Why: removed" not in others, "that there were words is theirs too"


@pytest.mark.django_db
def test_no_deal_key_or_seat_is_in_it(played: Office) -> None:
    page = browser(played.organizer).get(f"/tournaments/{played.key}/history/").content.decode()
    for board in Board.objects.all():
        assert board.deal_id not in page
        assert board.deal_digest not in page
    for table in RoundTable.objects.all():
        assert table.key not in page
    publication = json.loads(Tournament.objects.get().publication)
    assert publication["publication_sha256"] not in page
    assert not re.search(r"\b[0-9a-f]{32,}\b", re.sub(r"<(input|link|script)[^>]*>", "", page))


@pytest.mark.django_db
def test_there_are_pages_of_a_hundred(office: Office) -> None:
    office.schedules(capacity=400)
    stream.change(
        office.key,
        lambda state: [EntryMade(f"e{at}", None, "house", f"Huis {at}", True) for at in range(250)],
        **office.by,
    )
    events = len(office.recorded())
    where = f"/tournaments/{office.key}/history/"
    pages = [browser().get(where, {"page": number}).content.decode() for number in (1, 2, 3)]
    assert [len(told(page)) for page in pages] == [100, 100, events - 200]
    assert told(pages[0])[0][1] == "House player Huis 249 was entered."
    assert told(pages[2])[-1][1] == "The tournament was announced."
    assert "Older" in pages[0]
    assert "Newer" not in pages[0]
    assert "Older" not in pages[2]
    for wrong in ("0", "4", "-1", "x", "²", "9" * 20):
        assert browser().get(where, {"page": wrong}).status_code == 404
    with CaptureQueriesContext(connection) as asked:
        browser().get(where)
    assert len(asked) <= 8


@pytest.mark.django_db
def test_it_is_found_from_the_tournaments_page_and_the_organizers(office: Office) -> None:
    office.schedules()
    link = f'href="/tournaments/{office.key}/history/"'
    assert link in browser().get(f"/tournaments/{office.key}/").content.decode()
    assert (
        link in browser(office.organizer).get(f"/tournaments/{office.key}/manage/").content.decode()
    )
