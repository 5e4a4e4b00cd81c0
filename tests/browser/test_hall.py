"""A hybrid championship in the browser: half of it plays in a hall, and its phone loses the net."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import sign_up

pytestmark = pytest.mark.browser

GUESTS = ["Toos van den Broek", "Mien", "Sjaak", "Bertus"]


def faults(page: Page) -> list[str]:
    report = Axe().run(page, options={"resultTypes": ["violations"]})
    return [
        f"{found['id']}: {node['target']}"
        for found in report.response["violations"]
        for node in found["nodes"]
    ]


def expect_it_fits(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def press(page: Page, value: str) -> None:
    with page.expect_navigation():
        page.locator(f"[name=do][value={value}]").first.click()


def hybrid_round(page: Page) -> None:
    """Four people in the hall, four house players online, and the first round in play."""
    sign_up(page, "zaalbaas")
    page.goto("/tournaments/new/")
    page.locator("[name=title]").fill("Rikken in De Kroeg")
    page.locator("[name=venue]").select_option("hybrid")
    page.locator("[name=capacity]").fill("8")
    page.locator("[name=rounds]").fill("1")
    page.locator(".newform button.go").click()
    page.locator("[name=names]").fill("\n".join(GUESTS))
    press(page, "guests")
    page.locator("[name=more]").fill("4")
    press(page, "house")
    expect(page.locator("#entries li")).to_have_count(8)
    press(page, "seat")
    expect(page.locator("[value=start]:not([aria-disabled])")).to_be_visible(timeout=20_000)
    press(page, "start")


def tap(phone: Page, question: str, name: str) -> None:
    phone.locator("fieldset", has_text=question).get_by_role("button", name=name).first.click()


def plays_a_rik(phone: Page, tricks_more: int) -> None:
    tap(phone, "Wat werd er gespeeld?", "Rik")
    tap(phone, "Wie speelde?", "Mien")
    tap(phone, "Troef", "schoppen")
    tap(phone, "Gevraagde kaart", "klaver")
    tap(phone, "Maat", "Sjaak")
    for _ in range(tricks_more):
        phone.get_by_role("button", name="+1").click()
    tap(phone, "Wie ben jij?", "Bertus")


def test_a_hall_that_loses_its_internet_is_ranked_with_those_who_play_online(
    open_page: OpenPage,
) -> None:
    page = open_page()
    hybrid_round(page)
    manage = page.url
    with page.expect_navigation():
        page.get_by_role("button", name="Codes van ronde 1 maken").click()
    link = page.locator(".codecards a[data-table]").get_attribute("href") or ""

    phone = open_page(360, 780)
    phone.clock.install()
    phone.goto(link)
    phone.locator("#join").click()
    expect(phone.locator("h1")).to_have_text("Tafel 1 · bord 1/4")
    plays_a_rik(phone, 1)
    expect(phone.locator(".four-scores .up")).to_have_text(["+15", "+15"])
    expect_it_fits(phone)
    assert faults(phone) == []
    phone.get_by_role("button", name="Uitslag invoeren").click()
    expect(phone.locator("#result")).to_contain_text("Ingevoerd door Bertus.")
    phone.locator("#result").get_by_role("button", name="Sjaak").click()
    expect(phone.locator("#result")).to_contain_text("Bevestigd.")

    phone.context.set_offline(True)
    phone.get_by_role("button", name="2", exact=True).click()
    plays_a_rik(phone, 0)
    phone.get_by_role("button", name="Uitslag invoeren").click()
    phone.locator("#kept").get_by_role("button", name="Mien").click()
    expect(phone.locator("header .tag")).to_have_text("bewaard: 2")
    phone.clock.fast_forward("10:00")
    expect(phone.locator("header .tag")).to_have_text("bewaard: 2")
    kept = phone.evaluate("() => JSON.stringify(localStorage)")
    assert "Mien" not in kept and '"CA"' not in kept
    phone.context.set_offline(False)
    expect(phone.locator("header .tag")).to_have_text("verbonden", timeout=15_000)
    expect(phone.locator("#result")).to_contain_text("Bevestigd.")

    page.goto(manage)
    expect(page.locator("#hall-tables li")).to_contain_text("3, 4")
    page.locator("#hall-tables li a").click()
    page.locator("tr[data-board='3'] [name=code]").focus()
    page.keyboard.type("p")
    for text in ("2", "", "1"):
        page.keyboard.press("ArrowRight")
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.keyboard.type("m")
    for text in ("3", "", "2"):
        page.keyboard.press("ArrowRight")
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator("tr[data-state=saved]")).to_have_count(4)
    assert faults(page) == []

    # As soon as the house players online have played a board, too, everybody is ranked.
    page.goto(manage.replace("manage/", "standings/"))
    expect(page.locator(".stand tr[data-key^=row-]")).to_have_count(8, timeout=60_000)
    for name in GUESTS:
        expect(page.locator(".stand")).to_contain_text(name)
