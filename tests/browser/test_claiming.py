"""Somebody without an account joins a club by its QR code and plays an evening with real cards;
later she makes an account, the secretary gives her the record, and all of it is hers."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import sign_up
from tests.browser.test_club import sound
from tests.browser.test_hall import press, tap

pytestmark = pytest.mark.browser

SEVEN = ["Toon", "Sjaak", "Bertus", "Riet", "Noud", "Jo", "Fien"]


def a_club_with_a_link(toos: Page) -> tuple[str, str]:
    sign_up(toos, "toosvanreusel")
    toos.goto("/clubs/new/")
    toos.locator("[name=name]").fill("De Rode Heer")
    toos.locator("[name=own_name]").fill("Toos van de Ven")
    toos.locator("main form button.go").click()
    toos.wait_for_url("**/clubs/*/")
    club = toos.url
    toos.goto(f"{club}members/import/")
    file = {"name": "leden.csv", "mimeType": "text/csv", "buffer": "\n".join(["Naam", *SEVEN])}
    file["buffer"] = file["buffer"].encode()  # type: ignore[attr-defined]
    toos.locator("[name=file]").set_input_files(file)  # type: ignore[arg-type]
    toos.locator("main form button.go").click()
    toos.locator("[value=take]").click()
    expect(toos.locator(".messages")).to_contain_text("op de lijst")
    toos.goto(f"{club}office/")
    toos.locator("[value=invite]").click()
    expect(toos.locator(".qr svg")).to_be_visible()
    return club, toos.locator("#link").input_value()


def an_evening_of_eight(toos: Page, club: str) -> str:
    """Planned, everybody without an account signed up, made a tournament of, seated and begun."""
    toos.goto(f"{club}evenings/")
    toos.locator("[name=first]").fill((date.today() + timedelta(days=30)).isoformat())
    toos.locator("[name=at]").fill("20.00")
    toos.locator("[value=plan]").click()
    toos.locator(".dates a").first.click()
    toos.wait_for_url("**/evenings/*/")
    for name in (*SEVEN, "Mien Hoeks"):  # Toos leads and does not play
        toos.get_by_role("checkbox", name=name, exact=True).check()
    toos.locator("[value=up]").last.click()
    expect(toos.locator("ol.dates li")).to_have_count(8)
    toos.goto(f"{toos.url}tournament/")
    expect(toos.locator("main")).to_contain_text("Mien Hoeks")
    toos.locator("[name=venue]").select_option("hall")
    toos.locator("[name=rounds]").fill("1")
    toos.locator("main form button.go").click()
    toos.wait_for_url("**/manage/")
    press(toos, "seat")
    expect(toos.locator("[value=start]:not([aria-disabled])")).to_be_visible(timeout=20_000)
    press(toos, "start")
    return toos.url.removesuffix("manage/")


def writes_down(phone: Page, names: list[str]) -> None:
    """Mien wins a rik with whoever sits there first; another one says that it is so."""
    partner, other = [name for name in names if name != "Mien Hoeks"][:2]
    phone.locator("#join").click()
    tap(phone, "Wat werd er gespeeld?", "Rik")
    tap(phone, "Wie speelde?", "Mien Hoeks")
    tap(phone, "Troef", "schoppen")
    tap(phone, "Gevraagde kaart", "klaver")
    tap(phone, "Maat", partner)
    tap(phone, "Wie ben jij?", "Mien Hoeks")
    phone.get_by_role("button", name="Uitslag invoeren").click()
    phone.locator("#result").get_by_role("button", name=other).click()
    expect(phone.locator("#result")).to_contain_text("Bevestigd.")


def types_the_rest(toos: Page, event: str) -> None:
    """From the slips of both tables, by keyboard: one piek after the other."""
    for number in (1, 2):
        toos.goto(f"{event}manage/1/{number}/")
        for line in toos.locator("tr[data-board]").all():
            if line.get_attribute("data-state") != "saved":
                line.locator("[name=code]").focus()
                toos.keyboard.type("p")
                for text in ("2", "", "1"):
                    toos.keyboard.press("ArrowRight")
                    toos.keyboard.type(text)
                toos.keyboard.press("Enter")
        expect(toos.locator("tr[data-state=saved]")).to_have_count(4)


def test_who_joined_without_an_account_plays_and_later_claims_her_record(
    open_page: OpenPage,
) -> None:
    toos, mien = open_page(1280), open_page(360, 780)
    club, link = a_club_with_a_link(toos)
    mien.goto(link)
    mien.locator("[name=name]").fill("Mien Hoeks")
    mien.locator("main form button.go").click()
    expect(mien.locator("h1")).to_have_text("De Rode Heer")

    event = an_evening_of_eight(toos, club)
    with toos.expect_navigation():
        toos.get_by_role("button", name="Codes van ronde 1 maken").click()
    hers = toos.locator(".codecards li", has_text="Mien Hoeks")
    names = hers.locator("p.small").inner_text().split(", ")
    mien.goto(hers.locator("a[data-table]").get_attribute("href") or "")
    writes_down(mien, names)
    toos.goto(f"{event}results/")
    expect(toos.locator("main")).to_contain_text("Tafel 2")
    sound(toos)
    types_the_rest(toos, event)

    sign_up(mien, "miendieclaimt")
    mien.goto(f"{club}join/")
    mien.locator("[name=name]").fill("Mien Hoeks")
    mien.locator("main form button.go").click()
    assert mien.request.get(f"{event}card/").status == 404  # a name proves nothing
    toos.goto(f"{club}office/")
    toos.locator("[name=claims] option", has_text="Mien Hoeks").evaluate(
        "option => { option.selected = true; }"
    )
    toos.locator("[name=accepted][value='1']").click()
    expect(toos.locator("[name=claims]")).to_have_count(0)

    mien.goto(f"{event}card/")
    expect(mien.locator("#card tbody th")).to_have_count(4)
    expect(mien.locator("#totals")).to_be_visible(timeout=20_000)
    expect(mien.locator("#card")).to_contain_text("Rik")
    sound(mien)
    mien.goto(f"{club}season/?year={(date.today() + timedelta(days=30)).year}")
    expect(mien.locator("main")).to_contain_text("Mien Hoeks", timeout=20_000)
