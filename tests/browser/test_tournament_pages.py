"""A championship in the browser: made and led by keyboard, followed without anything moving."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import sign_up, tab_to

pytestmark = pytest.mark.browser

NUMBERS = itertools.count(1)
BOXES = """names => names.map(name => {
    const found = document.querySelector(name);
    if (!found) return name + ' is not there';
    const box = found.getBoundingClientRect();
    return [name, ...[box.x, box.y + scrollY, box.width].map(Math.round)].join(' ');
})"""
WATCHED = ["#head h1", "#tabs", "#live", "#tools", ".tiles li", ".tiles li:last-child", "#ranking"]


def faults(page: Page) -> list[str]:
    report = Axe().run(page, options={"resultTypes": ["violations"]})
    return [
        f"{found['id']}: {node['target']} {node['failureSummary']}"
        for found in report.response["violations"]
        for node in found["nodes"]
    ]


def expect_it_fits(page: Page) -> None:
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page scrolls sideways"
    small = page.evaluate(
        """() => [...document.querySelectorAll('main button, main a[href], main summary')]
            .filter(it => !it.closest('.sr') && it.offsetParent)
            .map(it => [it.textContent.trim(), Math.round(it.getBoundingClientRect().height)])
            .filter(([, height]) => height < 40)"""
    )
    assert small == []


def on(selector: str, page: Page) -> Callable[[], bool]:
    return lambda: bool(page.evaluate(f"() => document.activeElement.matches({selector!r})"))


def press(page: Page, selector: str) -> None:
    """To a button with the keyboard alone, and press it."""
    tab_to(page, on(selector, page))
    with page.expect_navigation():
        page.keyboard.press("Enter")


def type_into(page: Page, selector: str, text: str) -> None:
    tab_to(page, on(selector, page))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)


def new_championship(page: Page, players: int = 16) -> str:
    """With the keyboard alone, up to its first round; answers its address."""
    sign_up(page, f"toos{next(NUMBERS)}")
    page.goto("/tournaments/new/")
    type_into(page, "[name=title]", "Kampioenschap van het Zuiden")
    type_into(page, "[name=capacity]", str(players))
    type_into(page, "[name=rounds]", "2")
    press(page, ".newform button.go")
    expect(page.locator("h1")).to_have_text("Kampioenschap van het Zuiden")
    press(page, "[value=open]")
    type_into(page, "[name=more]", str(players))
    press(page, "[value=house]")
    expect(page.locator("#entries li")).to_have_count(players)
    press(page, "[value=seat]")
    # The cards are dealt meanwhile; the page sees by itself that nothing stands in the way.
    expect(page.locator("[value=start]:not([aria-disabled])")).to_be_visible(timeout=20_000)
    press(page, "[value=start]")
    return page.url.replace("manage/", "")


def next_news(page: Page) -> None:
    """Wait until something on the page has changed by itself."""
    page.evaluate(
        "() => new Promise(done => document.querySelector('#live')"
        ".addEventListener('changed', done, {once: true}))"
    )


def test_a_championship_is_made_and_started_with_the_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page()
    where = new_championship(page)
    expect(page.locator("#missing tbody tr")).to_have_count(4)
    expect(page.locator("#clock .bigclock")).to_have_text(re.compile(r"^(30:00|29:\d\d)$"))
    type_into(page, "[data-key=pause-1] [name=reason]", "koffie")
    press(page, "[value=pause]")
    expect(page.locator("#clock")).to_contain_text("stilgezet")
    press(page, "[value=resume]")
    press(page, "[value=extend]")
    expect(page.locator("#clock .bigclock")).to_have_text(re.compile(r"^31:\d\d$"))
    tab_to(page, on("[data-key=closing-1] summary", page))
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=closing-1] .effect")).to_contain_text("tafels spelen nog")
    type_into(page, "[data-key=closing-1] [name=reason]", "laat geworden")
    press(page, "[value=close]")
    expect(page.locator("[value=start]")).to_be_visible(timeout=20_000)
    assert faults(page) == []
    page.goto(where)
    expect(page.locator("#schedule")).to_contain_text(re.compile("gesloten|afgebroken"))


def test_nothing_moves_and_nothing_loses_the_focus_when_tables_come_further(
    open_page: OpenPage,
) -> None:
    page = open_page()
    where = new_championship(page)
    page.goto(f"{where}lobby/")
    page.locator("[data-find]").fill("tafel")
    page.evaluate("() => scrollTo(0, 60)")
    before, scrolled = page.evaluate(BOXES, WATCHED), page.evaluate("() => scrollY")
    text = page.locator(".tiles").inner_text()
    for _ in range(3):
        next_news(page)
        assert page.evaluate(BOXES, WATCHED) == before
        assert page.evaluate("() => scrollY") == scrolled
        assert page.evaluate("() => document.activeElement.matches('[data-find]')")
        expect(page.locator("[data-find]")).to_have_value("tafel")
    assert page.locator(".tiles").inner_text() != text


def test_a_name_finds_its_table_also_after_the_next_news(open_page: OpenPage) -> None:
    page = open_page()
    where = new_championship(page)
    page.goto(f"{where}lobby/")
    expect(page.locator(".tiles li:visible")).to_have_count(4)
    page.locator("[data-find]").fill("anneke")
    expect(page.locator(".tiles li:visible")).to_have_count(1)
    next_news(page)
    expect(page.locator(".tiles li:visible")).to_have_count(1)
    expect(page.locator(".tiles li:visible")).to_contain_text("Anneke")
    page.locator("[data-find]").fill("niemand")
    expect(page.locator("[data-none]")).to_be_visible()


def test_the_ranking_moves_by_itself_and_rows_keep_their_height(open_page: OpenPage) -> None:
    page = open_page()
    where = new_championship(page)
    page.goto(f"{where}standings/")
    expect(page.locator("#ranks tbody tr[data-words]")).to_have_count(16, timeout=60_000)
    page.locator("#ranks").focus()
    boxes = ["#head h1", "#tabs", "#tools", "#ranks", "#ranks thead"]
    before = page.evaluate(BOXES, boxes)
    next_news(page)
    assert page.evaluate(BOXES, boxes) == before
    assert page.evaluate("() => document.activeElement.id") == "ranks"
    page.locator("#boards a").first.click()
    expect(page.locator(".diagram")).to_have_count(4)
    expect(page.locator(".trav tbody tr")).to_have_count(4)
    assert faults(page) == []


def test_a_form_says_at_its_field_what_is_wrong_and_asks_which_hour_is_meant(
    open_page: OpenPage,
) -> None:
    page = open_page()
    sign_up(page, f"toos{next(NUMBERS)}")
    page.goto("/tournaments/new/")
    page.locator("[name=title]").fill("Wintertijd")
    page.locator("[name=starts_1_day]").fill("2027-10-31")
    page.locator("[name=starts_1_hour]").fill("2:30")
    with page.expect_navigation():
        page.locator(".newform button.go").click()
    expect(page.get_by_text("deze tijd komt twee keer")).to_be_visible()
    assert faults(page) == []
    page.locator("[name=offset_1]").last.check()
    page.locator("[name=rounds]").fill("7")
    with page.expect_navigation():
        page.locator(".newform button.go").click()
    expect(page.locator("#warnings")).to_contain_text("16 spelers")
    expect(page.locator("#warnings tbody tr")).to_have_count(2)
    assert faults(page) == []
    with page.expect_navigation():
        page.locator("#warnings button").click()
    expect(page.locator("h1")).to_have_text("Wintertijd")
    expect(page.locator("[data-key=warned]")).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280, 1920])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing_on_the_pages_of_a_tournament(
    open_page: OpenPage, width: int, theme: str
) -> None:
    looks = {"contrast": "more"} if theme == "contrast" else {"color_scheme": theme}
    page = open_page(width, 900, **looks)
    page.goto("/tournaments/")
    for path in ["/", "/tournaments/", *addresses(page)]:
        page.goto(path)
        assert faults(page) == [], path
        expect_it_fits(page)


def addresses(page: Page) -> list[str]:
    """The pages of a championship; made here if none has been made yet."""
    if not page.locator(".agenda a").count():
        new_championship(page)
        page.goto("/tournaments/")
    first = page.locator(".agenda a").first.get_attribute("href")
    return [f"{first}{part}" for part in ("", "lobby/", "standings/", "deals/", "history/")]
