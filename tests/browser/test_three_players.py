"""A person and two house players play a fourth hand in the real page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import SECONDS, answer, moves, sign_up, with_the_mouse

pytestmark = pytest.mark.browser


def open_table(page: Page, ruleset: str, form: str) -> None:
    page.goto("/tables/new/")
    page.locator(".rules-choice > summary").click()
    page.locator(f"#ruleset-{ruleset}").check()
    page.locator("[name=players]").select_option("3")
    page.locator("[name=form]").select_option(form)
    page.locator("main form .btn.go").click()
    page.locator("#hand .cardbtn").first.wait_for(timeout=SECONDS)


def test_a_person_plays_his_own_hand_and_rene(open_page: OpenPage) -> None:
    page = open_page(locale="en-GB", reduced_motion="reduce")
    sign_up(page, "with-rene")
    open_table(page, "wikibooks", "rene")
    expect(page.locator(".felt .seat-l")).to_contain_text("René")
    operated = 0
    for asked in moves(page):
        title = page.locator(".turnbar .what b").inner_text()
        if title == "You play for René":
            operated += 1
            expect(page.locator("#hand")).to_have_attribute("aria-label", "The hand of René")
        answer(page, asked, with_the_mouse)
    assert operated >= 1, "South has the first trick, and every third one"
    expect(page.locator("#table-body")).to_contain_text("René")
