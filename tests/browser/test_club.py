"""A club in the browser: the secretary's story, and that of who joins without an account."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.looking import LAPTOP, PHONE, PROJECTOR, look_at
from tests.browser.playing import sign_up
from tests.browser.test_axe import last
from tests.browser.test_tournament_pages import expect_it_fits, faults

pytestmark = pytest.mark.browser

LIST = "Nr;Naam;Bijnaam\n" + "".join(f"{n};Lid Nummer{n};L{n}\n" for n in range(10, 48))
# Addresses within the club, but for those that begin with a slash.
PAGES = {
    "club": "",
    "club members": "members/",
    "club new member": "members/add/",
    "club list of members": "members/import/",
    "club evenings": "evenings/",
    "club lets in": "office/",
    "club described": "describe/",
    "club house rules": "rules/",
    "club roles": "roles/",
    "club history": "history/",
    "clubs": "/clubs/",
    "new club": "/clubs/new/",
    "calendar and programs": "/settings/access/",
    "erase me": "/settings/erase/",
    "signed in where": "/accounts/sessions/",
    "second factor": "/accounts/2fa/",
    "mail addresses": "/accounts/email/",
}


def sound(page: Page) -> None:
    expect_it_fits(page)
    assert faults(page) == []


def test_a_secretary_imports_forty_runs_an_evening_of_22_and_hands_the_club_over(
    open_page: OpenPage,
) -> None:
    toos = open_page(1280)
    sign_up(toos, "toosvandeclub")
    toos.goto("/clubs/new/")
    toos.locator("[name=name]").fill("De Zwarte Piet")
    toos.locator("[name=own_name]").fill("Toos van de Ven")
    toos.locator("main form button.go").click()
    expect(toos.locator("h1")).to_have_text("De Zwarte Piet")
    club = toos.url
    sound(toos)

    toos.goto(f"{club}members/import/")
    file = {"name": "leden.csv", "mimeType": "text/csv", "buffer": LIST.encode("utf-16")}
    toos.locator("[name=file]").set_input_files(file)
    toos.locator("main form button.go").click()
    expect(toos.locator("#outcome ~ p").first).to_contain_text("38")
    sound(toos)
    toos.locator("[value=take]").click()
    expect(toos.locator(".messages")).to_contain_text("38 leden staan nu op de lijst")
    toos.goto(f"{club}office/")
    expect(toos.locator("[value=undo]")).to_be_visible()
    toos.locator("[value=invite]").click()
    expect(toos.locator(".qr svg")).to_be_visible()
    mien = open_page(360)
    sign_up(mien, "mienhoeks")
    mien.goto(toos.locator("#link").input_value())
    sound(mien)
    mien.locator("main form button.go").click()
    expect(mien.locator("h1")).to_have_text("De Zwarte Piet")

    toos.goto(f"{club}evenings/")
    toos.locator("[name=first]").fill((date.today() + timedelta(days=30)).isoformat())
    toos.locator("[name=at]").fill("20.00")
    toos.locator("[name=every]").select_option("once")
    toos.locator("[value=plan]").click()
    toos.locator(".dates a").first.click()
    toos.wait_for_url("**/evenings/*/")
    evening = toos.url
    members = toos.locator("[name=member][type=checkbox]")
    expect(members).to_have_count(40)
    members.evaluate_all("boxes => boxes.slice(0, 21).forEach(box => { box.checked = true; })")
    toos.locator("[value=up]").last.click()
    expect(toos.locator("ol.dates li")).to_have_count(21)
    toos.locator("#guest").fill("Buurman Bert")
    toos.locator("[value=bring]").click()
    expect(toos.locator("ol.dates")).to_contain_text("Buurman Bert")
    sound(toos)

    toos.goto(f"{evening}tournament/?cards=own")
    expect(toos.locator("#tables")).to_have_text(
        "22 spelers, 3 tafels van vier, 2 tafels van vijf."
    )
    for name, value in {"sessions": 1, "boards": 2, "tariff": 5}.items():
        toos.locator(f"[name={name}]").fill(str(value))
    sound(toos)
    toos.locator("main form button.go").click()
    toos.locator("[value=seat]").click()
    toos.locator("[value=start]").click()
    expect(toos.locator("#hall-tables li")).to_have_count(5)
    manage = toos.url
    for table in range(1, 6):
        toos.goto(f"{manage}1/{table}/")
        if table == 5:
            sound(toos)
            expect(toos.locator(".note")).to_contain_text("(1 tot 5)")
        toos.locator("#slip input").first.focus()
        # At a table of five the first chair deals and sits out, and on the next deal the second.
        for who, partner in [("1", "2"), ("1", "2")] if table < 4 else [("2", "3"), ("3", "1")]:
            for typed in ("r", who, partner):
                toos.keyboard.type(typed)
                toos.keyboard.press("Tab")
            toos.keyboard.type("9")
            toos.keyboard.press("Enter")
        expect(toos.locator("tr[data-state=saved]")).to_have_count(2)
    row = toos.locator("#slip tbody tr").last
    expect(row.locator("[data-points]")).to_have_text(["+15", "–", "+15", "−15", "−15"])
    expect(row.locator("[data-total]")).to_have_text(["= +15", "= +15", "= +30", "= −30", "= −30"])

    toos.goto(manage.replace("manage/", ""))
    expect(toos.locator("#todo")).to_contain_text("Het is afgelopen")
    mien.goto(f"{evening}outcome/")
    sound(mien)
    ranking, payments = mien.locator("table").all()
    expect(ranking.locator("tbody tr")).to_have_count(22)
    expect(ranking.locator("tbody tr td").nth(1)).to_have_text("+30")
    paid = [
        float(text.replace(",", ".")) for text in payments.locator("tbody td.num").all_inner_texts()
    ]
    # Five tables with two of +30 and two of -30, or the like, at five cents a point.
    assert sum(paid) == pytest.approx(0.05 * (3 * 60 + 2 * 60))

    toos.goto(f"{club}members/?q=Lid")
    member = f"{club}members/{last(toos.locator('tbody a').first.get_attribute('href') or '')}/"
    toos.goto(f"{member}merge/")
    goes = toos.locator("[name=gone] option").first.get_attribute("value")
    pages = {name: path if path.startswith("/") else club + path for name, path in PAGES.items()}
    pages |= {
        "club member": member,
        "club one record of two": f"{member}merge/?gone={goes}",
        "club evening": evening,
        "club tournament of an evening": f"{evening}tournament/?cards=own",
        "hall own cards": manage.replace("manage/", ""),
        "hall own cards led": manage,
        "hall results": manage.replace("manage/", "results/"),
        "hall grid of five": f"{manage}1/5/",
    }
    assert look_at(toos, pages, PHONE, LAPTOP) == []
    shown = {"club outcome": f"{evening}outcome/", "club season": f"{club}season/"}
    assert look_at(toos, shown, PHONE, LAPTOP, PROJECTOR) == []

    toos.goto(f"{club}members/?q=Mien")
    toos.locator("tbody a").click()
    toos.wait_for_url("**/members/*/")
    sound(toos)
    toos.locator("[value=hand_over]").click()
    expect(toos.locator("h1")).to_have_text("De Zwarte Piet")
    expect(toos.locator(".todo")).to_contain_text("lid.")
    mien.goto(f"{club}history/")
    expect(mien.locator(".happened")).to_contain_text("mienhoeks")
    sound(mien)
