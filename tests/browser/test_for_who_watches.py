"""A championship as a hall, a club's site, a follower and a commentator see it, in real pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import SECONDS, sign_up
from tests.browser.test_tournament_pages import (
    faults,
    new_championship,
    next_news,
    press,
    type_into,
)

pytestmark = pytest.mark.browser


@contextmanager
def a_site(embeds: str) -> Iterator[str]:
    """A page on another origin, with the ranking and the featured table in frames."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            frames = "".join(
                f'<iframe width="500" height="600" title="{what}" src="{embeds}{what}/?lang=nl">'
                "</iframe>"
                for what in ("standings", "table")
            )
            page = f'<!doctype html><link rel="icon" href="data:,"><title>Club</title>{frames}'
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *said: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def slide(page: Page) -> str:
    return str(page.evaluate("() => document.querySelector('[data-slide]:not([hidden])').id"))


def test_a_hall_a_club_a_follower_and_a_commentator_watch_one_championship(
    open_page: OpenPage,
) -> None:
    riet = open_page()
    sign_up(riet, "riet-die-kijkt")
    desk = open_page()
    where = new_championship(desk)
    key = where.rstrip("/").split("/")[-1]
    desk.goto(f"{where}manage/")
    type_into(desk, "[name=username]", "riet-die-kijkt")
    press(desk, "[value=appoint]")
    expect(desk.locator("#commentary li")).to_contain_text("riet-die-kijkt")
    press(desk, "[data-key^=dir-]:nth-child(3) [value=feature]")

    # Who follows somebody finds him again, also after news and after a reload.
    fan = open_page(360, 740)
    fan.goto(f"{where}lobby/")
    expect(fan.locator("#featured")).to_contain_text("Uitgelicht: tafel 3")
    expect(fan.locator("#featured")).to_contain_text("riet-die-kijkt")
    fan.locator(".follow summary").click()
    fan.locator(".follow .chip", has_text="Anneke").first.click()
    next_news(fan)
    expect(fan.locator(".tiles .followed")).to_have_text("Anneke")
    fan.reload()
    fan.locator("[data-only=followed]").click()
    expect(fan.locator(".tiles li:visible")).to_have_count(1)
    expect(fan.locator("[data-followed-count]")).to_have_text("1")
    assert faults(fan) == []
    assert fan.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    # The commentator sees all hands at once; who watches the same table sees none.
    riet.goto(f"{where}lobby/")
    riet.locator("#featured a").click()
    assert riet.locator(".held:not(.none)").count() == 0
    riet.locator("#commentary").click()
    expect(riet.locator(".held:not(.none)")).to_have_count(4, timeout=SECONDS)
    assert faults(riet) == []
    desk.goto(f"{where}history/")
    expect(desk.locator("main")).to_contain_text("riet-die-kijkt zag de handen aan tafel 3.")

    # A club's own site, on another origin, frames the ranking and the featured table.
    club = open_page()
    club.context.clear_cookies()  # the front page had some
    with a_site(f"{club.url}embed/tournaments/{key}/") as site:
        club.goto(site, wait_until="commit")
        ranking, table = (club.frame_locator(f"[title={what}]") for what in ("standings", "table"))
        expect(ranking.locator("h1")).to_have_text("Kampioenschap van het Zuiden", timeout=SECONDS)
        expect(table.locator(".say .lead")).to_be_visible(timeout=SECONDS)
        assert club.context.cookies() == []

    # The wall of a hall: one thing after the other, until somebody stops it.
    wall = open_page(1920, 1080)
    wall.goto(f"{where}hall/")
    wall.keyboard.press("Space")
    expect(wall.locator("#pause")).to_have_attribute("aria-pressed", "true")
    seen = [slide(wall)]
    for _ in range(wall.locator("[data-slide]").count() - 1):
        wall.keyboard.press("ArrowRight")
        seen.append(slide(wall))
    assert len(set(seen)) == len(seen)
    assert {"seats-1", "time"} <= set(seen)
    expect(wall.locator("#clock .bigclock")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    stays = slide(wall)
    next_news(wall)
    assert slide(wall) == stays
    fits = (
        "() => [document.body.scrollHeight <= innerHeight, document.body.scrollWidth <= innerWidth]"
    )
    assert wall.evaluate(fits) == [True, True]
    assert faults(wall) == []
