"""Lines that break: offline in mid-card, another device, another tab, a network that says nothing.

What is waited for is what a person sees; the promises are two seconds until it is said, and two
until everything is there again.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from engine import Seat
from tests.browser.conftest import OpenPage
from tests.browser.playing import sign_up
from tests.browser.test_four_people import PEOPLE, invite, open_table
from tests.service import Service

pytestmark = pytest.mark.browser

SOCKET = re.compile(r"/ws/tables/")
BACK = 2_000  # ms
IN_ANOTHER_WINDOW = "Je speelt in een ander venster"

# Somebody who needs no time to think: the first legal answer to whatever is asked.
PLAYS_BY_ITSELF = """boards => {
    const press = (...names) => names.some(name => {
        const found = document.querySelector(name);
        if (found) found.click();
        return Boolean(found);
    });
    const over = () => document.querySelectorAll('.totals tbody tr').length >= boards
        && document.querySelector('#next');
    window.plays = true;
    setInterval(() => {
        if (!window.plays || over() || press('#next:not([aria-disabled])')) return;
        if (!document.querySelector('.turnbar.on')) return;
        if (press('[data-say]', '[data-bid="rik"]', '[data-bid="pass"]', '[data-bid]',
                  '[data-game]', '[data-leader]', '.cardbtn.can')) return;
        const trump = '.suitbtn[data-group="trump"]', card = '.suitbtn[data-group="card"]';
        const can = ':not([aria-disabled])', chosen = '[aria-pressed="true"]';
        if (!document.querySelector(trump + chosen)) press(trump + can);
        else if (!document.querySelector(card + chosen)) press(card + can);
        press('.turnbar .okbtn');
    }, 40);
}"""
# Stops when a card is asked of a hand that has fewer than so many.
STOPS_BELOW = """fewer => new Promise(stopped => {
    const look = setInterval(() => {
        const left = document.querySelectorAll('.cardbtn:not(.gone)').length;
        if (!document.querySelector('.turnbar.on') || left >= fewer || left < 2) return;
        if (!document.querySelector('.cardbtn.can')) return;
        window.plays = false;
        clearInterval(look);
        stopped(left);
    }, 5);
})"""
# What each made on each board and in all, told by names.
RESULT = """me => {
    const rows = [...document.querySelectorAll('.totals tr')].map(
        row => [...row.cells].map(cell => cell.innerText));
    return rows.map(row => row.map(cell => cell === 'Jij' ? me : cell).join(' '));
}"""


def my_turn_comes(page: Page) -> None:
    expect(page.locator(".turnbar.on")).to_be_visible(timeout=BACK)


def test_a_match_in_which_one_goes_offline_twice_ends_with_four_identical_results(
    open_page: OpenPage,
) -> None:
    pages = {seat: open_page(reduced_motion="reduce") for seat in PEOPLE}
    for seat, name in PEOPLE.items():
        sign_up(pages[seat], f"{name}M")
    opener, west = pages[Seat.SOUTH], pages[Seat.WEST]
    table = open_table(opener)
    for seat, page in pages.items():
        if page is not opener:
            page.goto(invite(opener, table, seat))
            page.locator("main form button").click()
            page.wait_for_url("**/tables/*/")
    opener.goto(table)
    for page in pages.values():
        page.evaluate(PLAYS_BY_ITSELF, 2)

    # With a card in his hand: it lies before him, and nobody has it until he is back.
    left = west.evaluate(STOPS_BELOW, 11)
    west.context.set_offline(True)
    west.locator(".cardbtn.can").first.dispatch_event("click")
    expect(west.locator(".cardbtn:not(.gone)")).to_have_count(left - 1)
    expect(west.locator(".turnbar b")).to_have_text("Verbinding zoeken", timeout=4000)
    assert opener.locator(".turnbar").inner_text().startswith("BertM")
    west.context.set_offline(False)
    expect(west.locator(".turnbar b")).not_to_have_text("Verbinding zoeken", timeout=BACK)
    west.evaluate("() => { window.plays = true; }")

    # And once more, when he is asked for a card.
    west.evaluate(STOPS_BELOW, 5)
    west.context.set_offline(True)
    west.context.set_offline(False)
    my_turn_comes(west)
    west.evaluate("() => { window.plays = true; }")
    for page in pages.values():
        expect(page.locator(".totals tbody tr")).to_have_count(2, timeout=120_000)
        expect(page.locator("#next")).to_be_visible(timeout=10_000)
    result, *others = [pages[seat].evaluate(RESULT, f"{PEOPLE[seat]}M") for seat in PEOPLE]
    assert others == [result] * 3
    assert len(result) == 4


def sign_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill("koffie met appeltaart")
    page.locator("main form [type=submit], main form button").last.click()
    page.wait_for_url(lambda url: "/accounts/" not in url)


def at_a_card(page: Page, name: str) -> list[str]:
    """With three house players, where he is asked for a card; his hand."""
    sign_up(page, name)
    page.goto("/tables/new/")
    page.locator("main form button").last.click()
    page.wait_for_url("**/tables/*/")
    page.evaluate(PLAYS_BY_ITSELF, 1)
    page.evaluate(STOPS_BELOW, 12)
    return hand(page)


def hand(page: Page) -> list[str]:
    cards = page.locator(".cardbtn:not(.gone)")
    return sorted(cards.evaluate_all("cards => cards.map(card => card.dataset.hand)"))


def put_down(page: Page, which: Callable[[Locator], Locator]) -> str:
    card = which(page.locator(".cardbtn.can"))
    name = card.get_attribute("data-hand")
    assert name is not None
    card.dispatch_event("click")
    return name


def test_who_goes_on_at_another_device_has_one_voice(open_page: OpenPage) -> None:
    laptop = open_page(reduced_motion="reduce")
    before = at_a_card(laptop, "TweeApparaten")
    laptop.context.set_offline(True)
    left_there = put_down(laptop, lambda cards: cards.first)

    phone = open_page(360, 720, reduced_motion="reduce")
    sign_in(phone, "TweeApparaten")
    phone.goto(laptop.url)
    phone.locator(".turnbar.on").wait_for(timeout=BACK)
    assert hand(phone) == before
    played = put_down(phone, lambda cards: cards.last)
    expect(phone.locator(f'.cardbtn:not(.gone)[data-hand="{played}"]')).to_have_count(0)

    # The laptop finds its line again, with a card that nobody has seen: it is not played.
    laptop.context.set_offline(False)
    expect(laptop.locator(".turnbar b")).to_have_text(IN_ANOTHER_WINDOW, timeout=BACK)
    expect(laptop.locator(".cardbtn.can")).to_have_count(0)
    phone.locator(".turnbar.on").wait_for()
    assert set(before) - set(hand(phone)) == {played}
    assert left_there in {*hand(phone), played}

    # Unless he asks for it there.
    laptop.locator(".turnbar .okbtn").click()
    laptop.locator(".turnbar.on").wait_for()
    assert hand(laptop) == hand(phone)
    expect(phone.locator(".turnbar b")).to_have_text(IN_ANOTHER_WINDOW, timeout=BACK)


class Line:
    """The page's sockets, through which nothing comes while the line is dead: none is closed."""

    def __init__(self, page: Page) -> None:
        self.dead = False
        page.route_web_socket(SOCKET, self._open)

    def _open(self, page: WebSocketRoute) -> None:
        if self.dead:
            return  # opened by somebody who says nothing
        server = page.connect_to_server()
        page.on_message(lambda said: self.dead or server.send(said))
        server.on_message(lambda said: self.dead or page.send(said))
        server.on_close(lambda code, reason: self.dead or page.close(code=code, reason=reason))


POST = """([where, fields]) => {
    const csrfmiddlewaretoken = document.querySelector('#table-app').dataset.token;
    const body = new URLSearchParams({...fields, csrfmiddlewaretoken});
    return fetch(where, {method: 'POST', redirect: 'manual', body});
}"""
# What the server shows whoever asks now; no script reads it.
SHOWN = """async () => {
    const text = await (await fetch(location.href)).text();
    const page = new DOMParser().parseFromString(text, 'text/html');
    const game = JSON.parse(page.querySelector('#frames').textContent).at(-1);
    return {version: game.version, hand: game.me ? game.me.hand.sort() : null};
}"""


def test_a_card_put_down_on_a_dead_line_is_put_right_when_it_comes_back(
    open_page: OpenPage,
) -> None:
    page = open_page(reduced_motion="reduce")
    line = Line(page)
    at_a_card(page, "DodeLijn")
    line.dead = True
    at_first = page.evaluate(SHOWN)["version"]
    put_down(page, lambda cards: cards.last)
    expect(page.locator(".turnbar b")).to_have_text("Verbinding zoeken", timeout=4000)

    # Meanwhile the house plays for him, until he takes his seat back.
    page.evaluate(POST, [page.locator("#table-app").get_attribute("data-leave"), {}])
    while page.evaluate(SHOWN)["version"] == at_first:
        page.wait_for_timeout(50)
    page.evaluate(POST, [page.locator("#table-app").get_attribute("data-take-seat"), {"seat": "S"}])
    line.dead = False
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator(".turnbar b")).to_have_text(
        "De tafel is verder; zo staat het nu.", timeout=3000
    )
    page.wait_for_function(
        f"async () => (await ({SHOWN})()).hand.join() === [...document.querySelectorAll("
        "'.cardbtn:not(.gone)')].map(card => card.dataset.hand).sort().join()",
        timeout=BACK,
    )


# A device that wakes: its clock has run on, and its page's has not.
SLEEPS_FOR_AN_HOUR = """
    let slept = 0;
    const now = Date.now;
    Date.now = () => now() + slept;
    document.addEventListener('resume', () => { slept += 3_600_000; window.woke = now(); });
"""


def test_a_page_outlives_another_tab_a_sleep_and_the_service_itself(
    browser: Browser, live_service: Service
) -> None:
    context = browser.new_context(
        base_url=live_service.url, locale="nl-NL", reduced_motion="reduce"
    )
    page = context.new_page()
    page.add_init_script(SLEEPS_FOR_AN_HOUR)
    line = Line(page)
    held = at_a_card(page, "LangeAdem")

    # The latest tab has the seat; the earlier says so, and takes it back when it is told to.
    tab = context.new_page()
    tab.goto(page.url)
    tab.locator(".turnbar.on").wait_for()
    expect(page.locator(".turnbar b")).to_have_text(IN_ANOTHER_WINDOW, timeout=BACK)
    page.locator(".turnbar .okbtn").click()
    page.locator(".turnbar.on").wait_for()
    expect(tab.locator(".turnbar b")).to_have_text(IN_ANOTHER_WINDOW, timeout=BACK)
    assert hand(page) == held

    # While the page sleeps a card falls from its seat, and its line dies without a word.
    device = context.new_cdp_session(page)
    device.send("Page.setWebLifecycleState", {"state": "frozen"})
    line.dead = True
    tab.locator(".turnbar .okbtn").click()
    tab.locator(".turnbar.on").wait_for()
    played = put_down(tab, lambda cards: cards.first)
    expect(tab.locator(f'.cardbtn:not(.gone)[data-hand="{played}"]')).to_have_count(0)
    left = hand(tab)
    tab.close()
    line.dead = False
    device.send("Page.setWebLifecycleState", {"state": "active"})
    page.wait_for_function(
        "played => !document.querySelector(`.cardbtn:not(.gone)[data-hand='${played}']`)",
        arg=played,
    )
    assert set(hand(page)) <= set(left)

    # The service dies and comes again: so does the page, by itself, with the same cards.
    page.locator(".turnbar.on").wait_for()
    held = hand(page)
    live_service.kill()
    expect(page.locator(".turnbar b")).to_have_text("Verbinding zoeken", timeout=4000)
    live_service.start()
    page.locator(".turnbar.on").wait_for()
    assert hand(page) == held
    played = put_down(page, lambda cards: cards.first)
    expect(page.locator(f'.cardbtn:not(.gone)[data-hand="{played}"]')).to_have_count(0)
    expect(page.locator(".turnbar b")).not_to_have_text("Verbinding zoeken")
    context.close()
