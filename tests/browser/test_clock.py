"""Somebody lets his time run out, a house player acts for him, and he comes back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.playing import answer, moves, sign_up, with_the_mouse

pytestmark = pytest.mark.browser

# What has to stay where it is.
BOXES = """() => ['.say', '.felt', '.turnbar', '.hand'].map(name => {
    const at = document.querySelector(name).getBoundingClientRect();
    return [at.x, at.y, at.width, at.height];
})"""
# Everything the live region has said.
KEEP_THE_NEWS = """() => {
    window.said = [];
    new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(
        node => window.said.push(node.textContent)
    ))).observe(document.querySelector('#news'), { childList: true });
}"""
WARNING = "Je hebt nog"


def opened_with_seconds(page: Page, seconds: int, reserve: int) -> None:
    page.goto("/tables/new/")
    page.locator("[name=time]").select_option("other")
    page.locator("[name=seconds]").fill(str(seconds))
    page.locator("[name=reserve]").fill(str(reserve))
    page.locator("main form button").last.click()
    page.wait_for_url("**/tables/*/")
    page.evaluate(KEEP_THE_NEWS)


def test_a_seat_whose_time_is_out_is_played_until_its_owner_says_that_he_is_there(
    open_page: OpenPage,
) -> None:
    page = open_page(360, 720)
    sign_up(page, "Treesje")
    opened_with_seconds(page, 5, 1)
    # Whoever is to act, the bar shows his time; its room is there before anybody is.
    page.locator(".turnbar.on .hurry[role=timer]").wait_for()
    boxes = page.evaluate(BOXES)
    clock = page.locator(".turnbar .hurry")
    assert re.match(r"Jouw tijd: [345] seconden, reserve 0:01", clock.get_attribute("aria-label"))
    assert clock.get_attribute("aria-live") == "off"
    page.locator("#back").wait_for()
    assert page.evaluate(BOXES) == boxes
    assert "Je tijd was om: een huisspeler speelt" in page.locator(".turnbar").inner_text()
    said = page.evaluate("() => window.said")
    assert len([line for line in said if line.startswith(WARNING)]) == 1
    assert any("Je tijd was om" in line for line in said)
    page.locator("#back").click()
    page.locator("#back").wait_for(state="detached")
    assert "Je speelt weer zelf." in page.evaluate("() => window.said")
    asked = next(moves(page))
    answer(page, asked, with_the_mouse)
