"""A board stepped through in the browser: by slider, button, key and address."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.directing import Director
from tests.browser.playing import SECONDS
from tests.browser.test_moments import CUT_OFF
from tests.browser.test_table_page import expect_it_fits, faults
from tests.service import Service

pytestmark = pytest.mark.browser


def where(page: Page) -> int:
    return int(page.evaluate("() => location.hash.slice(1)"))


def at(page: Page, number: int) -> None:
    page.wait_for_function("number => location.hash === `#${number}`", arg=number)


def test_a_board_is_stepped_through_and_every_event_has_its_address(
    open_page: OpenPage, live_service: Service
) -> None:
    director = Director(live_service)
    table = director.opens(101, "Noor", "Evi", "Sem", "Wim")
    director.plays(pace=0.3)
    board = f"{table}boards/5/"
    page = open_page()
    hidden = page.request.get(board)
    assert hidden.status == 404
    assert "no-store" in hidden.headers["cache-control"]
    director.releases()

    page.goto(f"{board}?at=7")
    slider, told = page.locator("#slider"), page.locator(".ev .what")
    slider.wait_for(timeout=SECONDS)
    at(page, 7)
    said = told.inner_text()
    assert slider.get_attribute("aria-valuetext").endswith(f": {said}")  # type: ignore[union-attr]
    # What lies ahead is nowhere on the page, not for a screen reader either.
    ahead = page.locator(".evs .fut")
    assert ahead.count() > 3
    assert set(ahead.locator("[aria-hidden]").all_inner_texts()) == {"·"}
    assert page.locator(".points").count() == 0

    page.keyboard.press("ArrowRight")
    at(page, 8)
    assert told.inner_text() != said
    page.keyboard.press("ArrowLeft")
    at(page, 7)
    assert told.inner_text() == said
    slider.focus()
    page.keyboard.press("ArrowRight")  # the slider's own key, and not twice
    at(page, 8)
    page.keyboard.press("Shift+ArrowRight")
    assert where(page) > 8
    page.keyboard.press("End")
    last = int(slider.get_attribute("max") or 0)
    at(page, last)
    expect(page.locator(".points dd")).to_have_count(4)
    assert page.evaluate("() => document.activeElement.id") == "slider"
    page.locator("#first").click()
    at(page, 0)
    page.locator("#next").click()
    at(page, 1)
    assert page.evaluate("() => document.activeElement.id") == "next"

    page.locator(".evs a").nth(4).click()
    at(page, 5)
    linked = told.inner_text()
    other = open_page(360, 740)
    other.goto(f"{board}#5")
    expect(other.locator(".ev .what")).to_have_text(linked, timeout=SECONDS)
    page.locator("#quick").click()
    page.locator("#play").click()
    page.wait_for_function("() => Number(location.hash.slice(1)) > 6")
    page.keyboard.press("Home")  # who moves himself, stops it
    at(page, 0)
    expect(page.locator("#play")).to_have_attribute("aria-label", re.compile("Speel"))
    boxes = """() => ['.say', '.felt', '.scrub', '#slider'].map(
        name => JSON.stringify(document.querySelector(name).getBoundingClientRect()))"""
    before = page.evaluate(boxes)
    for number in range(0, last + 1, 3):
        page.evaluate("number => { location.hash = number; }", number)
        at(page, number)
        assert page.evaluate(boxes) == before
    for each in (page, other):
        assert faults(each) == []
        assert each.evaluate(CUT_OFF) == []
        assert each.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    expect_it_fits(other)

    picture = page.request.get(f"{table}boards/5.svg?lang=nl")
    assert picture.status == 200
    page.goto(f"{table}boards/5.svg?lang=nl")
    assert page.evaluate("() => document.documentElement.getBoundingClientRect().width") > 0
    page.goto(table)
