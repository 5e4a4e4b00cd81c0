"""A director runs a hybrid round of sixteen: two tables online, two in a hall with their phones."""

from __future__ import annotations

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.looking import LAPTOP, PHONE, PROJECTOR, look_at
from tests.browser.playing import sign_up

pytestmark = pytest.mark.browser

PAGES = {
    "hall": "",
    "hall led": "manage/",
    "hall desk": "desk/",
    "hall grid": "manage/1/1/",
    "hall cards": "manage/cards/",
    "hall rulings": "rulings/",
    "hall history": "history/",
}
GUESTS = ["Toos van den Broek-Oudenhoven", "Mien", "Sjaak", "Bertus", "Riet", "Noud", "Jo", "Fien"]


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
    """Eight people in the hall, eight house players online, and the first round in play."""
    sign_up(page, "zaalbaas")
    page.goto("/tournaments/new/")
    page.locator("[name=title]").fill("Rikken in De Kroeg")
    page.locator("[name=venue]").select_option("hybrid")
    page.locator("[name=capacity]").fill("16")
    page.locator("[name=rounds]").fill("1")
    page.locator(".newform button.go").click()
    page.locator("[name=names]").fill("\n".join(GUESTS))
    press(page, "guests")
    page.locator("[name=more]").fill("8")
    press(page, "house")
    expect(page.locator("#entries li")).to_have_count(16)
    press(page, "seat")
    expect(page.locator("[value=start]:not([aria-disabled])")).to_be_visible(timeout=20_000)
    press(page, "start")


def tap(phone: Page, question: str, name: str) -> None:
    phone.locator("fieldset", has_text=question).get_by_role("button", name=name).first.click()


def joins(phone: Page, link: str) -> list[str]:
    """The people at that table, by chair."""
    phone.goto(link)
    phone.locator("#join").click()
    expect(phone.locator("h1")).to_contain_text("bord 1/4")
    told = json.loads(phone.locator("#state").text_content() or "")
    return [one["name"] for one in told["people"]]


def plays_a_rik(phone: Page, people: list[str], tricks_more: int) -> None:
    tap(phone, "Wat werd er gespeeld?", "Rik")
    tap(phone, "Wie speelde?", people[1])
    tap(phone, "Troef", "schoppen")
    tap(phone, "Gevraagde kaart", "klaver")
    tap(phone, "Maat", people[2])
    for _ in range(tricks_more):
        phone.get_by_role("button", name="+1").click()
    tap(phone, "Wie ben jij?", people[3])


def confirmed(phone: Page, name: str) -> None:
    phone.get_by_role("button", name="Uitslag invoeren").click()
    phone.locator("#result, #kept").get_by_role("button", name=name).click()


def at_the_desk(page: Page, act: str, **fields: str) -> list[str]:
    """Asked what it changes, and then done; the lines that were read in between."""
    form = page.locator(f"form:has([name=do][value={act}])").last
    for name, value in fields.items():
        field = form.locator(f"[name={name}]")
        tag = field.evaluate("(found) => found.tagName")
        if tag == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    with page.expect_navigation():
        form.locator("button").click()
    told = page.locator("#sure li").all_text_contents()
    expect_it_fits(page)
    if page.locator("#sure [name=words][required]").count():
        page.locator("#sure [name=words]").fill("lekke band")
    with page.expect_navigation():
        page.locator("#sure button.go").click()
    return told


def types_a_board(page: Page, number: int, *cells: str) -> None:
    page.locator(f"tr[data-board='{number}'] [name=code]").focus()
    for place, text in enumerate(cells):
        if place:
            page.keyboard.press("ArrowRight")
        page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_a_director_runs_a_hybrid_round_of_sixteen_half_of_it_on_phones(
    open_page: OpenPage,
) -> None:
    page = open_page()
    hybrid_round(page)
    manage = page.url
    with page.expect_navigation():
        page.get_by_role("button", name="Codes van ronde 1 maken").click()
    links = [
        link.get_attribute("href") or "" for link in page.locator(".codecards a[data-table]").all()
    ]
    assert len(links) == 2
    phone, second = (open_page(360, 780) for _ in links)
    phone.clock.install()
    people, others = joins(phone, links[0]), joins(second, links[1])
    assert sorted(people + others) == sorted(GUESTS)

    # The director walks about with a phone: somebody sits in, and the tables are told something.
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(manage)
    expect_it_fits(page)
    page.locator("#missing [name=do][value=feature]").last.click()
    expect(page.locator("#missing .tag.live")).to_have_count(1)
    page.locator("#desk a").click()
    assert faults(page) == []
    missing = page.locator("#sits-in [name=entry] option", has_text=people[1])
    told = at_the_desk(
        page,
        "stand_in",
        entry=missing.get_attribute("value") or "",
        who="name",
        name="Buurman Piet",
    )
    assert told[1] == f"Wat er gespeeld wordt telt voor {people[1]}; beide namen worden genoemd."
    at_the_desk(page, "message", words="Om negen uur is er soep")
    expect(page.locator("#say li")).to_contain_text("Om negen uur is er soep")
    people[1] = "Buurman Piet"
    for each in (phone, second):
        expect(each.locator("#notes")).to_contain_text("Om negen uur is er soep", timeout=15_000)

    plays_a_rik(phone, people, 1)
    expect(phone.locator(".four-scores .up")).to_have_text(["+15", "+15"])
    expect_it_fits(phone)
    assert faults(phone) == []
    confirmed(phone, people[2])
    expect(phone.locator("#result")).to_contain_text("Bevestigd.")
    plays_a_rik(second, others, 0)
    confirmed(second, others[0])

    phone.context.set_offline(True)
    phone.get_by_role("button", name="2", exact=True).click()
    plays_a_rik(phone, people, 0)
    confirmed(phone, people[2])
    expect(phone.locator("header .tag")).to_have_text("bewaard: 2")
    phone.clock.fast_forward("10:00")
    expect(phone.locator("header .tag")).to_have_text("bewaard: 2")
    kept = phone.evaluate("() => JSON.stringify(localStorage)")
    assert not any(name in kept for name in (*people, '"CA"'))
    phone.context.set_offline(False)
    expect(phone.locator("header .tag")).to_have_text("verbonden", timeout=15_000)
    expect(phone.locator("#result")).to_contain_text("Bevestigd.")

    page.set_viewport_size({"width": 1280, "height": 800})
    for table, owed in (("1", "3, 4"), ("2", "2, 3, 4")):
        page.goto(manage)
        line = page.locator(f'#hall-tables [data-key="owed-{table}"]')
        expect(line).to_contain_text(owed)
        line.locator("a").click()
        for board in owed.split(", "):
            types_a_board(page, int(board), "p", "2", "", "1")
        expect(page.locator("tr[data-state=saved]")).to_have_count(4)
    assert faults(page) == []
    # With the house players' last board the round is over: a phone that asks then is refused.
    phone.close()
    second.close()

    # As soon as the house players online have played a board, too, everybody is ranked.
    page.goto(manage.replace("manage/", "standings/"))
    expect(page.locator(".stand tr[data-key^=row-]")).to_have_count(16, timeout=60_000)
    for name in GUESTS:
        expect(page.locator(".stand")).to_contain_text(name)
    page.goto(manage.replace("manage/", "history/"))
    expect(page.locator("main")).to_contain_text("Iemand in de zaal viel vanaf ronde 1 in voor")

    where = manage.replace("manage/", "")
    look = look_at(page, {name: where + path for name, path in PAGES.items()}, PHONE, LAPTOP)
    look += look_at(page, {"hall screen": f"{where}hall/"}, PHONE, LAPTOP, PROJECTOR)
    assert look == []
