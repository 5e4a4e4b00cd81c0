"""Rules and their options are chosen by keyboard, without a script, and nothing is cut off."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import sign_up, tab_to
from tests.browser.test_tournament_pages import expect_it_fits, faults, on

pytestmark = pytest.mark.browser


def go_to(page: Page, selector: str) -> None:
    tab_to(page, on(selector, page))


def choose_wiezen(page: Page) -> None:
    """The sixth ruleset of the list, and its options."""
    go_to(page, ".rules-choice > summary")
    page.keyboard.press("Enter")
    go_to(page, "[name=ruleset]")
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    expect(page.locator("#ruleset-wiezen")).to_be_checked()
    go_to(page, "#ruleset-wiezen ~ .opts > summary")
    page.keyboard.press("Enter")
    go_to(page, "[name=wiezen-kleine_miserie]")
    page.keyboard.press("ArrowDown")


def test_a_table_under_wiezen_is_opened_by_keyboard_and_without_a_script(
    open_page: OpenPage,
) -> None:
    page = open_page(360, 740, java_script_enabled=False)
    sign_up(page, "zonderscript")
    page.goto("/tables/new/")
    choose_wiezen(page)
    expect(page.locator("[name=german-troela]")).to_be_hidden()
    go_to(page, "main form button.go")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.rstrip("/").split("/")[-1] != "new")
    frames = json.loads(page.locator("#frames").text_content() or "[]")
    view = frames[-1]["view"]
    assert view["ruleset"] == "wiezen"
    assert "kleine_miserie" in view["ladder"]
    assert view["turned"]


def test_a_tournament_under_wiezen_asks_about_its_points_before_it_is_announced(
    open_page: OpenPage,
) -> None:
    page = open_page(360, 740)
    sign_up(page, "gent")
    page.goto("/tournaments/new/")
    page.locator("[name=title]").fill("Wiezen in Gent")
    choose_wiezen(page)
    expect(page.locator("[data-now]")).to_have_text("Wiezen")
    page.locator("#ruleset-wiezen ~ .opts .points summary").click()
    page.locator("[name=wiezen-values-miserie-base]").fill("12")
    expect_it_fits(page)
    assert faults(page) == []
    page.locator(".newform button.go").last.click()
    asked = page.locator("#warnings tr", has_text="Miserie").first
    expect(page.locator("#warnings")).to_contain_text("Zijn dit de punten waar jullie om spelen?")
    expect(asked).to_be_visible()
    expect(page.locator("#warnings td", has_text="12")).to_be_visible()
    expect_it_fits(page)
    assert faults(page) == []
    page.locator("[name=confirm]").click()
    expect(page.locator("h1")).to_have_text("Wiezen in Gent")
    page.locator("[value=values]").click()
    expect(page.locator("#points")).to_have_count(0)
