"""Who watches a table of a field, and who plays there: boards hidden, released, turned, paused."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.directing import Director
from tests.browser.playing import SECONDS, sign_up
from tests.browser.staged import MOMENTS, SHORT_NAMES, stage
from tests.browser.test_moments import CUT_OFF
from tests.browser.test_table_page import expect_it_fits, faults
from tests.service import Service

pytestmark = pytest.mark.browser

NAMES = ("Noor", "Evi", "Sem", "Wim")
SIZES = [(360, 740), (1280, 800)]
# Whatever of the page moves by itself, and whatever takes the focus.
WATCH_THE_PAGE = """() => {
    window.shifts = [];
    window.moved = [];
    window.here = true;
    new PerformanceObserver(list => list.getEntries().forEach(it => {
        if (it.hadRecentInput) return;
        const moved = it.sources.map(s => s.node && (s.node.outerHTML || s.node.textContent));
        window.shifts.push([it.value, ...moved.map(text => (text || '').slice(0, 60))]);
    })).observe({type: 'layout-shift'});
    document.addEventListener('focusin', said => window.moved.push(said.target.outerHTML));
}"""


@pytest.fixture
def director(live_service: Service) -> Director:
    return Director(live_service)


def test_a_spectator_sees_a_board_when_it_is_released_and_as_it_was_played(
    open_page: OpenPage, director: Director
) -> None:
    table = director.opens(100, *NAMES)
    pages = [open_page(*size) for size in SIZES]
    for page in pages:
        page.goto(table)
        page.evaluate(WATCH_THE_PAGE)
        expect(page.locator(".say .lead")).to_have_text("Bord 5 (1 van 4), wordt gespeeld")
    director.plays(6)
    pages[0].wait_for_timeout(2500)
    for page in pages:
        expect(page.locator(".say .lead")).to_have_text("Bord 5 (1 van 4), wordt gespeeld")
        assert page.locator(".tc, .held:not(.none), .bids, .evs").count() == 0
        assert page.evaluate(CUT_OFF) == []

    director.plays()
    for page in pages:
        lead = page.locator(".say .lead")
        expect(lead).to_have_text("Bord 5 (1 van 4), is gespeeld", timeout=SECONDS)
    director.releases()
    for page in pages:
        expect(page.locator(".bar h1")).to_contain_text("Bord 5, zojuist gespeeld", timeout=SECONDS)
        expect(page.locator(".bids, .questions, .trick").first).to_be_visible()
        expect(page.locator("#news")).to_contain_text("Bord 5, zojuist gespeeld.")
        expect(page.locator(".turnbar")).to_contain_text("Het volgende spel begint zo")
    director.goes_on()
    for page in pages:
        expect(page.locator(".turnbar")).to_contain_text("Speelt nu bord 6", timeout=SECONDS)
        shifts = page.evaluate("() => window.shifts")
        assert sum(value for value, *_ in shifts) < 0.01, shifts
        assert page.evaluate("() => window.moved") == []
        assert page.evaluate(CUT_OFF) == []
        expect_it_fits(page)
        assert faults(page) == []


def test_everybody_sees_the_same_card_and_at_the_end_the_hands(
    open_page: OpenPage, director: Director
) -> None:
    table = director.opens(101, *NAMES)
    director.plays(pace=5)
    director.releases(seconds_ago=60)
    pages = [open_page(*size, reduced_motion="reduce") for size in SIZES]
    for page in pages:
        page.goto(table)
        page.locator(".trick .tc .card").first.wait_for(timeout=SECONDS)
    assert_same_card(pages)
    narrow, wide = pages
    expect(wide.locator(".held:visible")).to_have_count(4)
    expect(wide.locator(".held:visible mark")).to_have_count(1)
    expect(narrow.locator(".held:visible")).to_have_count(0)
    for page in pages:
        assert page.evaluate(CUT_OFF) == []
        assert faults(page) == []

    director.releases_earlier(seconds=600)
    for page in pages:
        page.reload()
        expect(page.locator(".diagram")).to_have_count(4, timeout=SECONDS)
        expect(page.locator(".res-next")).to_contain_text("Bord 5, zojuist gespeeld")
        assert page.evaluate(CUT_OFF) == []
        assert faults(page) == []
        expect_it_fits(page)


def assert_same_card(pages: list[Page]) -> None:
    """At most looks, since a card may fall between two of them."""
    looks = []
    for _ in range(12):
        looks.append([page.locator(".turnbar b").inner_text() for page in pages])
        pages[0].wait_for_timeout(500)
    assert sum(len(set(seen)) == 1 for seen in looks) > len(looks) / 2, looks


def test_two_players_go_on_over_a_turned_board_on_the_same_page(
    open_page: OpenPage, director: Director
) -> None:
    pages, sockets = [open_page(*size) for size in SIZES], list[str]()
    for page, name in zip(pages, ("Bram", "Toosje"), strict=True):
        sign_up(page, name)
        page.on("websocket", lambda socket: sockets.append(socket.url))
    table = director.opens(102, "Noor", "Evi", "Bram", "Toosje")
    opposite = []
    for page, seat in zip(pages, "WN", strict=True):  # chairs South and West, turned by one
        page.goto(table)
        page.locator("#hand .cardbtn").first.wait_for(timeout=SECONDS)
        page.evaluate(WATCH_THE_PAGE)
        assert page.locator("#table-app").get_attribute("data-seat") == seat
        opposite.append(page.locator(".seat-t b").inner_text())
    assert opposite == ["Noor", "Evi"]

    director.plays()
    for page in pages:
        when = page.locator(".four .when")
        expect(when).to_have_text(
            "De vier handen zie je zodra alle tafels dit bord gespeeld hebben.", timeout=SECONDS
        )
        assert not re.search(r"\d", page.locator(".four").inner_text())
        assert faults(page) == []
    director.releases()
    for page in pages:
        when = page.locator(".four .when")
        expect(when).to_have_text("Alle tafels hebben dit bord gespeeld.", timeout=SECONDS)
        assert re.search(r"\d", page.locator(".four").inner_text())
        page.locator("#stop").focus()
        page.evaluate("() => window.moved.length = 0")

    director.goes_on()
    hands = []
    for page, who in zip(pages, opposite, strict=True):
        page.locator("#hand .cardbtn").first.wait_for(timeout=SECONDS)
        hands.append(
            page.locator("#hand .cardbtn").evaluate_all("all => all.map(it => it.dataset.hand)")
        )
        expect(page.locator("#stop")).to_be_focused()
        assert page.evaluate("() => window.moved") == []
        assert page.evaluate("() => window.here") is True
        assert page.locator(".seat-t b").inner_text() == who
        expect(page.locator(".bar h1")).to_contain_text("Bord 6 (2 van 4)")
    assert [len(hand) for hand in hands] == [13, 13]
    assert not set(hands[0]) & set(hands[1])
    assert len(sockets) == 2

    director.pauses()
    for page in pages:
        expect(page.locator(".turnbar b")).to_have_text("De tafel staat stil", timeout=SECONDS)
        expect(page.locator("#news")).to_contain_text("De tafel staat stil.")
        assert page.locator(".turnbar.on, .bidbtn, .cardbtn.can").count() == 0
    director.resumes()
    for page in pages:
        expect(page.locator(".turnbar b")).not_to_have_text("De tafel staat stil", timeout=SECONDS)
    director.closes()
    for page in pages:
        expect(page.locator(".res-hero h2")).to_have_text("Dit bord is afgebroken", timeout=SECONDS)
        expect(page.locator("#news")).to_contain_text("Dit bord is afgebroken.")
        assert page.evaluate(CUT_OFF) == []
        assert faults(page) == []
        expect_it_fits(page)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_finished_table_leads_to_the_next_one_as_soon_as_there_is_one(
    open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(width, height, reduced_motion="reduce")
    answers: list[dict[str, object]] = [
        {"table_url": None, "text": "Ronde 2 begint om 20.45 uur."},
        {"table_url": "/tables/t2/", "text": "Ronde 2, tafel 3"},
    ]
    page.context.route(
        "**/next", lambda route: route.fulfill(json=answers.pop(0) if answers[1:] else answers[0])
    )
    stage(page, MOMENTS["last board"], SHORT_NAMES, title="Zuid", next="next", plays="1")
    expect(page.locator(".res-next")).to_contain_text("Ronde 2 begint om 20.45 uur.")
    link = page.locator("#next-table")
    expect(link).not_to_be_visible()
    page.locator(".bar a").first.focus()
    place = page.locator(".res-next").bounding_box()
    expect(link).to_be_visible(timeout=SECONDS)
    expect(link).to_have_attribute("href", "/tables/t2/")
    expect(page.locator("#news")).to_contain_text("Je volgende tafel staat klaar.")
    expect(page.locator(".bar a").first).to_be_focused()
    expect(page.locator(".bar a").first).to_have_accessible_name("Terug naar Zuid")
    assert page.locator(".res-next").bounding_box() == place
    assert page.evaluate(CUT_OFF) == []
    expect_it_fits(page)
    assert faults(page) == []
