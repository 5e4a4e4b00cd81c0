"""Taking back in the page: asked by one, answered by another, told to all; nothing moves for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine import Seat
from tests.browser.conftest import OpenPage
from tests.browser.playing import sign_up
from tests.browser.staged import HEAR, SHORT_NAMES, Moment, game_frame, rik, stage
from tests.browser.test_four_people import invite, open_table
from tests.browser.test_table_page import expect_it_fits, faults
from tests.browser.test_talk import PLACES

pytestmark = pytest.mark.browser

TRICK = "W:C5 N:C2 E:CJ S:CA"
ASKED = {"seat": "W", "agreed": ["N"], "event": {"do": "play", "seat": "W", "card": "H4"}}
BACK = {
    "at": 40,
    "to": 20,
    "by": "director",
    "seat": None,
    "events": [
        {"do": "play", "seat": "S", "card": "H2"},
        {"do": "play", "seat": "W", "card": "H4"},
    ],
    "cards": {"S": ["H2"], "W": ["H4"]},
    "hands": [],
    "partners": [],
}


def hear(page: Page, play: str, version: int, **fields: object) -> None:
    frame = game_frame(rik(play), Seat.SOUTH, {})
    game = f"g{page.__dict__['shown'].count}" if page.__dict__["shown"].count > 9 else "g2"
    page.evaluate(HEAR, [{**frame, "game": game, "version": version, **fields}])


def test_a_bid_is_taken_back_by_consent_and_a_director_tells_what_was_seen(
    open_page: OpenPage,
) -> None:
    opener, guest = open_page(1280, 800), open_page(360, 740)
    for page, name in ((opener, "terug-een"), (guest, "terug-twee")):
        sign_up(page, name)
    guest.goto(invite(opener, open_table(opener, people="W"), Seat.WEST))
    guest.locator("main form button").first.click()
    opener.goto(guest.url)
    opener.locator("[data-bid=pass]").click(timeout=20_000)  # East, who is of the house, was first
    if opener.locator("[data-say]").count():
        opener.locator("[data-say]").click()
    opener.locator("#undo").focus()
    opener.keyboard.press("Enter")
    expect(opener.locator(".turnbar")).to_contain_text("De anderen wordt gevraagd")
    expect(guest.locator("#undo-title")).to_have_text("terug-een wil dit terugnemen:")
    expect(guest.locator("#news")).to_contain_text("Terug-een vraagt of dat terug mag.")
    guest.locator("#undo-agree").focus()
    guest.keyboard.press("Enter")
    opener.locator(".turnbar.on").wait_for(timeout=20_000)
    expect(opener.locator("#news")).to_contain_text("Teruggenomen: Jij past.")
    expect(guest.locator(".undoing")).to_have_count(0)
    expect(opener.locator("[data-bid=pass]")).to_be_visible()

    page = guest
    page.context.new_page()
    staged = page.context.pages[-1]
    staged.goto("/")
    stage(staged, Moment(rik(f"{TRICK} S:H2 W:H4")), SHORT_NAMES)
    card = staged.locator("#hand .cardbtn").first
    card.focus()
    before = staged.evaluate(PLACES)
    hear(staged, f"{TRICK} S:H2 W:H4", 30, undo=ASKED)
    expect(staged.locator(".undoing p").first).to_have_text("Wies speelt harten 4.")
    assert staged.evaluate(PLACES) == before
    expect(card).to_be_focused()
    expect_it_fits(staged)
    assert faults(staged) == []
    hear(staged, TRICK, 40, taken_back=[BACK])
    expect(staged.locator(".undoing h2")).to_have_text(
        "De wedstrijdleider nam 2 handelingen terug."
    )
    expect(staged.locator(".undoing p").first).to_contain_text("Iedereen heeft gezien")
    expect(staged.locator('[data-hand="H2"]')).to_be_visible()
    assert staged.evaluate("() => document.activeElement.closest('.undoing')") is None
    expect_it_fits(staged)
    staged.locator("#back-read").click()
    expect(staged.locator(".undoing")).to_have_count(0)
