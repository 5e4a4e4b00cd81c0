"""Five at a table with their own cards, and one phone: a different one sits out each deal."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import sign_up
from tests.browser.test_hall import expect_it_fits, faults, tap

pytestmark = pytest.mark.browser

PEOPLE = [
    *("Wilhelmina van den Bouwhuijsen", "Jan", "Mien Hoeks", "Sjaak-Willem"),
    *("Bertus de Rooij", "Riet", "Noud", "Fien", "Truus"),
]
DEALS = 5


def evening(page: Page) -> str:
    """Nine are on the list of a club's evening, at a table of four and one of five; the address of
    the organizer's page, with the first session in play."""
    sign_up(page, "toosvijf")
    page.goto("/clubs/new/")
    page.locator("[name=name]").fill("De Vijfde Stoel")
    page.locator("[name=own_name]").fill("Toos")
    page.locator("main form button.go").click()
    page.goto(f"{page.url}evenings/")
    page.locator("[name=first]").fill((date.today() + timedelta(days=30)).isoformat())
    page.locator("[name=at]").fill("20.00")
    page.locator("[name=every]").select_option("once")
    page.locator("[value=plan]").click()
    page.locator(".dates a").first.click()
    page.wait_for_url("**/evenings/*/")
    page.goto(f"{page.url}tournament/?cards=own")
    for name, value in {"sessions": 2, "boards": DEALS, "tariff": 5}.items():
        page.locator(f"[name={name}]").fill(str(value))
    page.locator("main form button.go").click()
    page.locator("[name=names]").fill("\n".join(PEOPLE))
    page.locator("[value=guests]").click()
    page.locator("[value=seat]").click()
    page.locator("[value=start]").click()
    page.locator("#hall-tables").wait_for()
    return page.url


def link_of(page: Page, manage: str, table: int) -> str:
    page.goto(manage)
    page.locator("form[action$='/codes/'] button").click()
    return page.locator(f".codecards a[data-table='{table}']").get_attribute("href") or ""


def named(phone: Page) -> list[str]:
    told = json.loads(phone.locator("#state").text_content() or "")
    return [one["name"] for one in told["people"]]


def written(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def test_five_write_down_each_deal_without_who_sits_out_and_see_what_all_have_made(
    open_page: OpenPage,
) -> None:
    page = open_page()
    manage = evening(page)
    phone, german = open_page(360, 780), open_page(360, 780, locale="de-DE")
    link = link_of(page, manage, 2)
    for each in (phone, german):
        each.goto(link)
        each.locator("#join").click()
        each.locator("#device h1 span").wait_for()
    people = named(phone)
    assert len(people) == 5
    totals = dict.fromkeys(people, 0)
    for deal in range(DEALS):
        out, four = people[deal], people[deal + 1 :] + people[:deal]
        if deal:
            phone.get_by_role("button", name=str(deal + 1), exact=True).click()
        expect(phone.locator("#device .muted").first).to_contain_text(f"{out} deelt en zit stil")
        tap(phone, "Wat werd er gespeeld?", "Rik")
        who = phone.locator("fieldset", has_text="Wie speelde?")
        expect(who.get_by_role("button")).to_have_count(4)
        expect(who.get_by_role("button", name=out, exact=True)).to_have_count(0)
        tap(phone, "Wie speelde?", four[0])
        tap(phone, "Troef", "schoppen")
        tap(phone, "Gevraagde kaart", "klaver")
        tap(phone, "Maat", four[1])
        tap(phone, "Wie ben jij?", four[2])
        if not deal:
            expect_it_fits(phone)
        phone.get_by_role("button", name="Uitslag invoeren").click()
        # Who sits out has seen it, and confirms it as well as anybody.
        phone.locator("#result, #kept").get_by_role("button", name=out).click()
        expect(phone.locator("#result")).to_contain_text("Bevestigd.")
        for place, name in enumerate(four):
            totals[name] += 10 if place < 2 else -10
        expect(phone.locator("#totals dt")).to_have_text(people)
        expect(phone.locator("#totals dd")).to_have_text([written(n) for n in totals.values()])
    expect(phone.locator("#all-done")).to_be_visible()
    for each in (phone, german):
        expect(each.locator("#totals dd")).to_have_count(5, timeout=10_000)
        expect_it_fits(each)
        assert faults(each) == []
    expect(german.locator("#totals h2")).to_have_text("Zusammen an diesem Tisch")

    # The organizer says on a phone who is here for the second session.
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{manage}tables/")
    expect_it_fits(page)
    assert faults(page) == []
    page.get_by_label("Bertus de Rooij").uncheck()
    page.locator("[name=names]").fill("Nakomer")
    page.locator("#present button.go").click()
    expect(page.locator("#sure .told")).to_contain_text("Bertus de Rooij speelt niet meer mee")
    expect(page.locator(".planned li")).to_have_count(2)
    expect_it_fits(page)
    page.locator("#sure [name=words]").fill("moest naar huis")
    page.locator("#sure button.go").click()
    page.wait_for_url("**/manage/")
    page.goto(f"{manage}tables/")
    expect(page.get_by_label("Bertus de Rooij")).not_to_be_checked()
    expect(page.get_by_label("Nakomer")).to_be_checked()
