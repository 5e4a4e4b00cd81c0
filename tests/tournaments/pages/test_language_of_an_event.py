"""An event speaks its language to whoever asked for none of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from gameplay import languages
from tests.tournaments.rounds.office import Office

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("asks", "cookie", "own", "hears"),
    [
        ("fr", "", "", "de"),
        ("", "", "", "de"),
        ("fr, en-GB;q=0.5", "", "", "en"),
        ("fr", "nl", "", "nl"),
        ("de", "de", "en", "en"),
    ],
)
def test_a_german_event_speaks_german_unless_visitor_or_browser_asks_for_another(
    office: Office, person: Callable[[str], Any], asks: str, cookie: str, own: str, hears: str
) -> None:
    office.starts(language="de")
    visitor = Client(headers={"accept-language": asks})
    if cookie:
        visitor.cookies["django_language"] = cookie
    if own:
        anneke = person("anneke")
        anneke.language = own
        anneke.save()
        visitor.force_login(anneke, backend="django.contrib.auth.backends.ModelBackend")
    table = office.round(1).tables[0].table
    for page in (f"/tournaments/{office.key}/", f"/tables/{table}/"):
        answer = visitor.get(page)
        assert answer.headers["Content-Language"] == hears, page
        assert f'<html lang="{hears}"' in answer.content.decode()
    front = visitor.get("/").headers["Content-Language"]
    assert front == ("nl" if hears == "de" else hears), "the front page belongs to no event"


def test_an_organizer_who_says_nothing_has_a_dutch_event(office: Office) -> None:
    office.schedules()
    assert office.championship.setup.language == "nl"


def test_a_socket_speaks_like_its_page_and_a_program_s_like_its_owner(
    person: Callable[[str], Any],
) -> None:
    anneke = person("anneke")
    anneke.language = "en"
    scope: dict[str, Any] = {"user": anneke, "cookies": {"django_language": "nl"}}
    assert languages.of_socket({**scope, "query_string": b"lang=de"}) == "de"
    assert languages.of_socket({**scope, "query_string": b"lang=fr"}) == "en"
    assert languages.of_socket({**scope, "query_string": b""}) == "en"
    anneke.language = ""
    assert languages.of_socket({**scope, "query_string": b"\xff"}) == "nl"
    assert languages.of_socket({}) == "nl"
