"""What a phone must fetch before its owner can play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client

from deploy import bundles
from engine import SEATS
from gameplay import table_handlers

pytestmark = pytest.mark.django_db

MOST_BYTES = 120_000
# A browser sends and gets about this much more for each file.
HEADERS = 500


@pytest.fixture
def table_page(client: Client) -> HttpResponse:
    """The page of somebody who sits at a table."""
    people = [get_user_model().objects.create(username=f"weight-{seat.letter}") for seat in SEATS]
    table_id = table_handlers.open_table(
        ruleset="championship-online",
        options={},
        opener=None,
        occupants={seat: each.pk for seat, each in zip(SEATS, people, strict=True)},
        actor="system:test",
    )
    client.force_login(people[0])
    return client.get(f"/tables/{table_id}/")


def linked(page: HttpResponse) -> list[str]:
    return re.findall(r'<(?:link|script)\b[^>]*(?:href|src)="(/[^"]+)"', page.content.decode())


def test_the_table_page_with_everything_weighs_less_than_120_kb(
    table_page: HttpResponse, client: Client, collected: Path
) -> None:
    sent = {"page": len(table_page.content)}
    for address in linked(table_page):
        if address.startswith("/static/"):
            path = collected / address.removeprefix("/static/")
            compressed = path.with_name(path.name + ".gz")
            sent[address] = (compressed if compressed.exists() else path).stat().st_size
        else:
            answer = client.get(address, headers={"accept-encoding": "gzip"})
            assert answer.headers["Content-Encoding"] == "gzip", address
            sent[address] = len(answer.content)
    heaviest = sorted(sent.items(), key=lambda item: -item[1])[:10]
    assert sum(sent.values()) + HEADERS * len(sent) < MOST_BYTES, heaviest


def test_the_table_page_comes_in_seven_files(table_page: HttpResponse) -> None:
    """Scripts in one, styles in two: on a slow line each file is a way there and back."""
    links = linked(table_page)
    assert [address for address in links if "/bundles/" in address] == [
        "/static/bundles/site.css",
        "/static/bundles/table.css",
        "/static/bundles/table.js",
    ]
    assert len(["page", *links]) == 7


def test_what_no_bundle_is_made_of_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "_source", lambda name: "import * as all from './all.js';")
    with pytest.raises(ValueError, match="import \\* as all"):
        bundles.script("some.js")


def test_texts_of_scripts_are_sent_whole_to_who_takes_no_gzip(client: Client) -> None:
    plain = client.get("/jsi18n/nl/")
    assert "Content-Encoding" not in plain.headers
    assert "troef" in plain.content.decode()
    assert "Accept-Encoding" in plain.headers["Vary"]
