"""People at the table page: mouse, keyboard, finger, spectators; and what must never happen."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import (
    MOVES,
    answer,
    moves,
    play_board,
    sign_up,
    take_a_seat,
    with_a_finger,
    with_the_keyboard,
    with_the_mouse,
)

pytestmark = pytest.mark.browser

FIXED = [".say", ".seat-l", ".seat-t", ".seat-r", ".turnbar", ".hand"]
BOXES = """names => names.map(name => {
    const box = document.querySelector(name).getBoundingClientRect();
    return [name, ...[box.x, box.y, box.width, box.height].map(Math.round)].join(' ');
})"""

FAULTS = """options => axe.run(options).then(report => report.violations.flatMap(found =>
    found.nodes.map(node => `${found.id}: ${node.target} ${node.failureSummary}`)))"""


def faults(page: Page, *rules: str) -> list[str]:
    """What axe finds against; with `rules`, only against those."""
    if not page.evaluate("() => Boolean(window.axe)"):  # it is big: once per page
        page.evaluate(Axe().axe_script)
    only = {"runOnly": list(rules)} if rules else {}
    found: list[str] = page.evaluate(FAULTS, {"resultTypes": ["violations"], **only})
    return found


def expect_it_fits(page: Page) -> None:
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page scrolls sideways"
    small = page.evaluate(
        """() => [...document.querySelectorAll('main button, main a[href], header a[href]')]
            .filter(it => !it.closest('.sr') && it.offsetParent)
            .map(it => [it.getAttribute('aria-label') || it.textContent.trim(),
                        Math.round(it.getBoundingClientRect().height)])
            .filter(([, height]) => height < 40)"""
    )
    assert small == []


def test_a_person_plays_a_board_with_the_mouse_and_goes_on_to_the_next(open_page: OpenPage) -> None:
    page = open_page()
    take_a_seat(page)
    asked = play_board(page, with_the_mouse)
    assert asked[0] == "bid"
    assert "play" in asked
    expect(page.locator(".scores dd")).to_have_count(4)
    expect(page.locator(".diagram")).to_have_count(4)
    page.locator("#next").click()
    expect(page.locator("#hand .cardbtn")).to_have_count(13)
    expect(page.locator("h1")).to_contain_text("Bord 2")


def test_a_person_plays_a_board_on_a_phone_with_a_finger(open_page: OpenPage) -> None:
    page = open_page(360, 740, has_touch=True, is_mobile=True)
    take_a_seat(page)
    first = page.evaluate(BOXES, FIXED)
    for asked in moves(page):
        assert page.evaluate(BOXES, FIXED) == first, asked
        expect_it_fits(page)
        answer(page, asked, with_a_finger)
    expect_it_fits(page)
    page.locator("#next").tap()
    expect(page.locator("#hand .cardbtn")).to_have_count(13)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (740, 360), (1920, 1080)])
def test_nothing_moves_between_bidding_asking_and_playing(
    open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(width, height)
    take_a_seat(page)
    first = page.evaluate(BOXES, FIXED)
    for asked in moves(page):
        assert page.evaluate(BOXES, FIXED) == first, asked
        expect_it_fits(page)
        answer(page, asked, with_the_mouse)


def test_the_focus_stays_at_its_place_in_the_hand(open_page: OpenPage) -> None:
    page = open_page()
    take_a_seat(page)
    played = 0
    for asked in moves(page):
        answer(page, asked, with_the_keyboard)
        if asked == "play":
            played += 1
            page.wait_for_timeout(300)
            in_hand = page.evaluate("() => !!document.activeElement.closest('#hand')")
            assert in_hand or page.locator(".res").count()
        if played == 3:
            return


def test_a_card_that_is_not_allowed_stays_and_says_why(open_page: OpenPage) -> None:
    page = open_page()
    take_a_seat(page)
    boards = 4
    for _ in range(boards):
        for asked in moves(page):
            dim = page.locator(".cardbtn.dim")
            if asked == "play" and dim.count():
                held = page.locator(".cardbtn:not(.gone)").count()
                dim.last.click(force=True)  # Playwright itself waits for what is disabled
                expect(page.locator(".turnbar.no b")).to_contain_text("Mag niet")
                expect(dim.last).to_have_attribute("aria-disabled", "true")
                assert page.locator(".cardbtn:not(.gone)").count() == held
                return
            answer(page, asked, with_the_mouse)
        page.locator("#next").click()
        page.locator(".tbl").wait_for()
    pytest.fail(f"No card was ever forbidden in {boards} boards.")


def test_axe_finds_nothing_at_the_table(open_page: OpenPage) -> None:
    page = open_page()
    assert faults(page) == []
    take_a_seat(page)
    looked_at = set()
    for asked in moves(page):
        if asked not in looked_at:
            assert faults(page) == [], asked
            looked_at.add(asked)
        answer(page, asked, with_the_mouse)
    assert faults(page) == [], "result"


@pytest.mark.parametrize(
    "path", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere/"]
)
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_on_the_other_pages(open_page: OpenPage, path: str, width: int) -> None:
    page = open_page(width, 800)
    page.goto(path)
    assert faults(page) == []
    expect_it_fits(page)


def test_an_empty_list_of_tables_says_so(open_page: OpenPage) -> None:
    page = open_page()
    expect(page.get_by_text("Log in om een tafel te openen")).to_be_visible()
    sign_up(page, "leo")
    expect(page.get_by_text("Je zit nog aan geen tafel.")).to_be_visible()
    take_a_seat(page)
    page.goto("/")
    expect(page.get_by_text("Je zit nog aan geen tafel.")).to_be_hidden()


def test_settings_are_kept_and_change_the_table(open_page: OpenPage) -> None:
    page = open_page()
    take_a_seat(page)
    page.goto("/settings/")
    assert faults(page) == []
    page.locator("[name=theme]").select_option("contrast")
    page.locator("[name=card_index]").select_option("en")
    page.locator("[name=confirm_play]").check()
    with page.expect_navigation():
        page.locator("main form button").click()
    page.goto("/")
    take_a_seat(page)
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "contrast")
    expect(root).to_have_attribute("data-index", "en")
    for asked in moves(page):
        if asked == "play":
            held = page.locator(".cardbtn:not(.gone)").count()
            page.locator(".cardbtn.can").first.click()
            expect(page.locator(".turnbar b")).to_contain_text("Speel")
            assert page.locator(".cardbtn:not(.gone)").count() == held
            page.locator(".turnbar .okbtn").last.click()
            expect(page.locator(".cardbtn:not(.gone)")).to_have_count(held - 1)
            return
        answer(page, asked, with_the_mouse)


def test_stopping_asks_first_and_says_what_happens_to_the_seat(open_page: OpenPage) -> None:
    page = open_page()
    take_a_seat(page)
    table = page.url
    page.locator("#stop").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("huisspeler")
    hand = page.locator(".hand").bounding_box()
    asks = question.bounding_box()
    assert hand is not None
    assert asks is not None
    assert asks["y"] + asks["height"] <= hand["y"], "the question lies over the cards"
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(page.locator("#stop")).to_be_focused()
    page.locator("#stop").click()
    question.get_by_role("button", name="Sta op").click()
    expect(page).to_have_url(re.compile(r"/$"))
    # The stream that watched ends where he sits down again.
    streams: list[str] = []
    page.on("request", lambda it: "/sse/" in it.url and streams.append("began"))
    page.on("requestfailed", lambda it: "/sse/" in it.url and streams.append("ended"))
    with page.expect_request("**/sse/**"):
        page.goto(table)
    page.get_by_role("button", name="Terug op je stoel").click()
    expect(page.locator("#hand .cardbtn").first).to_be_visible()
    assert streams == ["began", "ended"]


def test_a_spectator_sees_the_table_and_no_hand(open_page: OpenPage) -> None:
    page = open_page()
    page.locator("#watch-a-table").click()
    page.locator(".tc .card").first.wait_for(timeout=30_000)
    expect(page.get_by_text("Toeschouwer").first).to_be_visible()
    assert page.locator(".cardbtn, .bidbtn, .suitbtn, .turnbar.on").count() == 0
    assert page.locator(".seat").count() == 4
    assert faults(page) == []
    first = page.locator(".tricks").all_inner_texts()
    page.wait_for_function(
        """first => [...document.querySelectorAll('.tricks')]
            .some((plate, i) => plate.innerText !== first[i])""",
        arg=first,
    )


def test_what_happens_is_said_in_the_live_region(open_page: OpenPage) -> None:
    page = open_page()
    take_a_seat(page)
    for asked in moves(page):
        answer(page, asked, with_the_mouse)
        if asked == "play":
            break
    expect(page.locator("#news")).to_contain_text("Jij speelt")
    assert page.locator("#news").get_attribute("aria-live") == "polite"


def test_a_lost_connection_is_said_after_two_seconds_and_comes_back(open_page: OpenPage) -> None:
    page = open_page()
    lines = []

    def through(socket) -> None:  # type: ignore[no-untyped-def]
        lines.append(socket)
        socket.connect_to_server()

    page.route_web_socket(re.compile(r"/ws/tables/"), through)
    take_a_seat(page)
    page.locator(".turnbar.on").wait_for()
    page.route_web_socket(re.compile(r"/ws/tables/"), lambda socket: socket.close(code=1011))
    lines[-1].close(code=1011)
    expect(page.locator(".turnbar b")).to_have_text("Verbinding zoeken", timeout=6000)
    expect(page.locator("#alarm")).to_contain_text("Verbinding")
    page.route_web_socket(re.compile(r"/ws/tables/"), through)
    expect(page.locator(".turnbar.on")).to_be_visible(timeout=15_000)


def test_the_board_is_bounded() -> None:
    """Thirteen cards, a handful of bids and questions: the helper's bound is not too tight."""
    assert MOVES > 13 + 12 + 3
