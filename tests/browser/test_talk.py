"""Talk at the table in the page: the drawer, who is offered what, and two people who talk."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from engine import Seat
from tests.browser.conftest import OpenPage
from tests.browser.playing import sign_up
from tests.browser.staged import HEAR, MISERE, SHORT_NAMES, Moment, rik, stage
from tests.browser.test_four_people import invite, open_table
from tests.browser.test_table_page import expect_it_fits, faults
from tests.vocabulary import playing

pytestmark = pytest.mark.browser

PLACES = """() => [...document.querySelectorAll('.cardbtn, .seat, .turnbar, .say, .tc')]
    .map(it => JSON.stringify(it.getBoundingClientRect()))"""


def said(number: int, text: str, **fields: object) -> dict[str, object]:
    made = {"id": f"b{number}", "at": datetime(2027, 3, 28).isoformat(), "channel": "table"}
    who = {"name": "Noud", "place": "N", "text": text}
    return {**made, **who, **fields}


def hear(page: Page, *messages: dict[str, object], **fields: object) -> None:
    frame = {"type": "talk", "table": "t1", "messages": list(messages), "muted": [], **fields}
    page.evaluate(HEAR, [frame])


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_what_is_said_moves_nothing_and_takes_no_focus(
    open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(width, height, reduced_motion="reduce")
    stage(page, Moment(rik("W:C5 N:C2 E:CJ"), table={"chat": "between"}), SHORT_NAMES, call="x")
    hear(page)
    card = page.locator("#hand .cardbtn").first
    card.focus()
    before = page.evaluate(PLACES)
    hear(page, said(1, "Mooi gespeeld"))
    expect(page.locator("#talk .count")).to_have_text("1")
    expect(page.locator("#news")).to_contain_text("Noud: Mooi gespeeld")
    assert page.evaluate(PLACES) == before
    expect(card).to_be_focused()
    page.locator("#talk").click()
    assert page.evaluate(PLACES) == before
    expect(page.locator(".said li")).to_have_text(["Noud Mooi gespeeld"])
    expect(page.locator("#talk .count")).to_have_count(0)
    expect(page.locator(".talk .notice")).to_have_text("Praten kan weer als dit spel uit is.")
    assert page.locator(".write").count() == 0
    hand, drawer = (page.locator(each).bounding_box() for each in ("#hand", ".talk"))
    assert hand
    assert drawer
    assert drawer["y"] + drawer["height"] <= hand["y"] or drawer["x"] >= hand["x"] + hand["width"]
    hear(page, said(1, "Mooi gespeeld"), call={"state": "answered", "text": "Speel door"})
    expect(page.locator(".told")).to_have_text("De wedstrijdleider zegt: Speel door")
    expect(page.locator(".director details")).to_have_count(0)  # one call at a time
    hear(page, said(1, "Mooi gespeeld"), call={"state": "done", "text": ""})
    page.get_by_text("Wedstrijdleider roepen").click()
    expect(page.get_by_role("button", name="Roepen", exact=True)).to_be_in_viewport()
    expect_it_fits(page)
    assert faults(page) == []
    page.get_by_text("Wedstrijdleider roepen").click()
    page.locator(".said .icon").click()
    expect(page.locator(".said .acts .btn")).to_have_text(["Noud dempen", "Melden"])
    expect_it_fits(page)
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".talk")).to_have_count(0)
    expect(page.locator("#talk")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".talk")).to_have_count(1)
    page.keyboard.press("Escape")  # from the button, where the focus has stayed
    expect(page.locator(".talk")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_who_may_confer_is_offered_phrases_about_the_cards_and_the_declarer_is_not(
    open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(width, height, reduced_motion="reduce")
    game = playing("misere by E", hands=MISERE, leader="N")
    talking = {"talk": ["N", "S", "W"]}
    stage(page, Moment(game, table={"chat": "between"}), SHORT_NAMES, view=talking)
    hear(page, said(1, "Ik kan eronder", channel="praatje"))
    page.locator("#talk").click()
    expect(page.locator("#talk-title")).to_have_text("Praatje met Noud, Wies")
    expect(page.get_by_role("button", name="Kom schoppen")).to_be_visible()
    expect(page.get_by_role("button", name="Mooi gespeeld")).to_have_count(0)
    expect_it_fits(page)
    assert faults(page) == []
    stage(page, Moment(game, Seat.EAST, {"chat": "between"}), SHORT_NAMES, view=talking)
    page.locator("#talk").click()
    expect(page.locator("#talk-title")).to_have_text("Praten aan tafel")
    assert page.locator(".write").count() == 0


def test_two_people_talk_and_one_wants_to_hear_no_more_of_the_other(open_page: OpenPage) -> None:
    opener, guest = open_page(1280, 800), open_page(360, 740)
    for page, name in ((opener, "Sientje"), (guest, "Willem")):
        sign_up(page, name)
    table = open_table(opener, chat="open", people="W")
    guest.goto(invite(opener, table, Seat.WEST))
    guest.locator("main form button").click()
    opener.goto(table)
    for page in (opener, guest):
        page.locator("#talk").click()
    guest.get_by_role("button", name="Goedenavond").click()
    expect(opener.locator(".said li")).to_have_text(["Willem Goedenavond"])
    opener.get_by_label("Je bericht").fill("Dag Willem, koffie?")
    opener.keyboard.press("Enter")
    expect(guest.locator(".said p")).to_have_text(
        ["Jij Goedenavond", "Sientje Dag Willem, koffie?"]
    )
    expect(opener.get_by_label("Je bericht")).to_be_focused()
    opener.locator(".said .icon").click()
    opener.get_by_role("button", name="Willem dempen").click()
    expect(opener.locator(".said p")).to_have_text(
        ["Jij Dag Willem, koffie?", "Je hoort Willem niet."]
    )
    guest.reload()
    guest.locator("#talk").click()
    expect(guest.locator(".said li")).to_have_count(2)
