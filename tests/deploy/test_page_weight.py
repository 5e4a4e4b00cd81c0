"""What a phone must fetch before its owner can play."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client

from engine import SEATS
from gameplay import table_handlers

pytestmark = pytest.mark.django_db

MOST_BYTES = 150_000
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


def test_the_table_page_with_everything_weighs_less_than_150_kb(
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


def test_the_table_page_asks_for_every_module_at_once(table_page: HttpResponse) -> None:
    """None is found out about by reading another: what each imports, the page names, too."""
    named = {address for address in linked(table_page) if address.endswith(".js")}
    imports = 0
    for address in named - {address for address in named if "/jsi18n/" in address}:
        found = finders.find(address.removeprefix("/static/"))
        assert isinstance(found, str)
        for relative in re.findall(
            r"(?:^|\n)import [^;]*'(\.[^']+)'", Path(found).read_text("utf-8")
        ):
            imports += 1
            assert posixpath.normpath(posixpath.join(posixpath.dirname(address), relative)) in named
    assert imports > 30


def test_texts_of_scripts_are_sent_whole_to_who_takes_no_gzip(client: Client) -> None:
    plain = client.get("/jsi18n/nl/")
    assert "Content-Encoding" not in plain.headers
    assert "troef" in plain.content.decode()
    assert "Accept-Encoding" in plain.headers["Vary"]
