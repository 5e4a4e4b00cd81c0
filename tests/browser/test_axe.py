"""axe finds nothing on any page, whoever looks: each address that the service answers is opened by
a guest, by somebody who plays and by who organizes.

The phases of a table, in each theme, are in `test_moments.py`; the pages of a tournament at every
width in `test_tournament_pages.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page

from engine import Seat
from tests.browser.playing import SECONDS, sign_up
from tests.browser.test_four_people import invite, open_table
from tests.browser.test_table_page import expect_it_fits, faults
from tests.browser.test_tournament_pages import new_championship
from tests.deploy.test_permissions import routes
from tests.service import Service

pytestmark = pytest.mark.browser

# What addresses are made of, by the name it has there; where a package means something else by
# it, with that package's name before it. A page that this shows to nobody is looked at elsewhere.
KNOWN = {
    "key": "no-such-key",
    "uidb36": "1",
    "language": "nl",
    "slug": "wiezen",
    "session": "1",
    "board": "1",
    "number": "1",
    "table": "1",
    "kind": "csv",
    "draft": "no-such-draft",
    "clubs_token": "no-such-link",
    "tournaments_token": "no-such-code",
}
# And those that stand in the part of an address that several routes share.
WITHIN = {"mfa_edit_webauthn": {"pk": 1}, "mfa_remove_webauthn": {"pk": 1}}
# Two pages that are built alike have the same faults: that needs no browser to see.
BUILT = re.compile(r'<\w+|class="[^"]*"|type="\w+"|data-seat="\w*"|disabled')


def addresses(**made: str) -> Iterator[str]:
    """Every address of a page, and one that is not there."""
    known = {**KNOWN, **made}
    yield from ("/nowhere/", "/api/docs")
    for route, pattern in routes():
        if not route.startswith(("api:", "admin:")):  # the latter is Django's own
            package = route.rpartition(":")[0]
            names = pattern.pattern.regex.groupindex
            told = {name: known.get(f"{package}_{name}") or known.get(name) for name in names}
            assert all(told.values()), f"{route}: say in KNOWN what to open it with, {told}"
            yield reverse(route, kwargs=told | WITHIN.get(route, {}))


def test_axe_finds_nothing_on_any_page_whoever_looks(
    browser: Browser, live_service: Service
) -> None:
    contexts = {
        who: browser.new_context(
            base_url=live_service.url,
            viewport={"width": 1280 if who == "director" else 360, "height": 760},
            locale="nl-NL",
            reduced_motion="reduce",
        )
        for who in ("guest", "player", "director")
    }
    pages = {who: context.new_page() for who, context in contexts.items()}
    player, director = pages["player"], pages["director"]
    sign_up(player, "SpeelsterA")
    tournament = new_championship(director)
    table = a_table_that_all_may_see(director, tournament, commentator="SpeelsterA")
    coming = entered(director, player)
    mine = open_table(player, people="N")
    invitation = invite(player, mine, Seat.NORTH)
    made = {
        "tournaments_key": last(tournament),
        "table_id": last(table),
        "token": last(invitation),
        **founded(director),
    }

    found: list[str] = []
    looked_at, built = 0, set[str]()
    for address in (*addresses(**made), mine, coming, f"{coming}card/", f"{coming}manage/"):
        for who, page in pages.items():
            look = looks(page, address, built)
            looked_at += look is not None
            found += [f"{who} at {address}: {fault}" for fault in look or []]
    assert found == []
    assert looked_at > 40
    for context in contexts.values():
        context.close()


def last(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


def click(page: Page, selector: str) -> None:
    with page.expect_navigation():
        page.locator(selector).first.click()


def a_table_that_all_may_see(director: Page, tournament: str, *, commentator: str) -> str:
    """Its address. A board has been released by then, and everything stands still."""
    director.goto(f"{tournament}standings/")
    director.locator("#boards a").first.wait_for(timeout=4 * SECONDS)
    director.goto(f"{tournament}manage/")
    if director.locator("[value=pause]").count():  # not played to its end already
        director.locator("[data-key=pause-1] [name=reason]").fill("koffie")
        click(director, "[value=pause]")
    director.locator("[name=username]").fill(commentator)
    click(director, "[value=appoint]")
    click(director, "[value=feature]")
    director.goto(f"{tournament}lobby/")
    return director.locator("#featured a").first.get_attribute("href") or ""


def entered(director: Page, player: Page) -> str:
    """A tournament that is yet to come, with this player in it."""
    director.goto("/tournaments/new/")
    director.locator("[name=title]").fill("Lentedrive")
    click(director, ".newform button.go")
    click(director, "[value=open]")
    where = director.url.replace("manage/", "")
    player.goto(where)
    click(player, "form[action$='/enter/'] button")
    return where


def founded(secretary: Page) -> dict[str, str]:
    """A club with an evening to come; the parts of its addresses."""
    secretary.goto("/clubs/new/")
    secretary.locator("[name=name]").fill("Rikclub De Troef")
    secretary.locator("[name=own_name]").fill("Toos van de Ven")
    click(secretary, "main form .go")
    where = secretary.url
    secretary.goto(f"{where}evenings/")
    secretary.locator("[name=first]").fill((date.today() + timedelta(days=30)).isoformat())
    secretary.locator("[name=at]").fill("20:00")
    click(secretary, "[value=plan]")
    evening = secretary.locator(".dates a").first.get_attribute("href") or ""
    secretary.goto(f"{where}members/")
    member = secretary.locator("[scope=row] a").first.get_attribute("href") or ""
    club = last(where)
    return {"clubs_key": club, "club": club, "evening": last(evening), "member": last(member)}


def looks(page: Page, address: str, built: set[str]) -> list[str] | None:
    """What is wrong there; None where there is no page, or one that was looked at already."""
    answer = page.request.get(
        address, max_redirects=0, max_retries=2, headers={"Accept": "text/html"}
    )
    if answer.status == 302 or not answer.headers["content-type"].startswith("text/html"):
        return None
    text = answer.text()
    as_built = "".join(BUILT.findall(text[text.index("<body") :].partition("<main")[2] or text))
    if as_built in built:
        return None
    built.add(as_built)
    page.goto(address)
    if address.startswith(("/accounts/", "/nowhere/")):  # what others look at at every width
        expect_it_fits(page)
    return faults(page)
