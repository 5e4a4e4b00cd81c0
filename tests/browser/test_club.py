"""A club in the browser: the secretary's story, and that of who joins without an account."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import sign_up
from tests.browser.test_tournament_pages import expect_it_fits, faults

pytestmark = pytest.mark.browser

LIST = "Nr;Naam;Bijnaam\n" + "".join(f"{n};Lid Nummer{n};L{n}\n" for n in range(10, 49))


def sound(page: Page) -> None:
    expect_it_fits(page)
    assert faults(page) == []


def test_a_secretary_imports_invites_plans_and_hands_the_club_over(open_page: OpenPage) -> None:
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
    expect(toos.locator("#outcome ~ p").first).to_contain_text("39")
    sound(toos)
    toos.locator("[value=take]").click()
    expect(toos.locator("[value=undo]")).to_be_visible()

    toos.locator("[name=uses]").fill("5")
    toos.locator("[value=invite]").click()
    expect(toos.locator(".qr svg")).to_be_visible()
    link = toos.locator("#link").input_value()

    mien = open_page(360)
    mien.goto(link)
    sound(mien)
    mien.locator("[name=name]").fill("Mien Hoeks")
    mien.locator("main form button.go").click()
    expect(mien.locator("h1")).to_have_text("De Zwarte Piet")
    sign_up(mien, "mienlater")
    mien.goto(f"{club}join/")
    mien.locator("[name=name]").fill("Mien Hoeks")
    mien.locator("main form button.go").click()

    toos.goto(f"{club}office/")
    expect(toos.locator("[name=claims] ~ .helptext")).to_contain_text("Mien Hoeks")
    expect(toos.locator("[name=claims]")).to_have_value("")
    toos.locator("[name=claims] option", has_text="Mien Hoeks").evaluate(
        "option => { option.selected = true; }"
    )
    sound(toos)
    toos.locator("[name=accepted][value='1']").click()

    toos.goto(f"{club}evenings/")
    toos.locator("[name=first]").fill((date.today() + timedelta(days=30)).isoformat())
    toos.locator("[name=at]").fill("20.00")
    toos.locator("[name=every]").select_option("fortnightly")
    toos.locator("[name=times]").fill("3")
    toos.locator("[value=plan]").click()
    expect(toos.locator("[value=up]")).to_have_count(3)

    mien.goto(f"{club}evenings/")
    mien.locator("[value=up]").first.click()
    expect(mien.locator("[value=off]")).to_have_count(1)
    mien.locator(".dates a").first.click()
    expect(mien.locator("#coming ~ ol, ol.dates")).to_contain_text("Mien Hoeks")
    sound(mien)

    toos.goto(f"{club}members/?q=Mien")
    toos.locator("tbody a").click()
    toos.wait_for_url("**/members/*/")
    sound(toos)
    toos.locator("[value=hand_over]").click()
    expect(toos.locator("h1")).to_have_text("De Zwarte Piet")
    expect(toos.locator(".todo")).to_contain_text("lid.")
    mien.goto(f"{club}history/")
    expect(mien.locator(".happened")).to_contain_text("Mien Hoeks")
    sound(mien)
