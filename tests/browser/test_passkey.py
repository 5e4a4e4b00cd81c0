"""Signing in without a password, with an authenticator that the browser itself plays."""

from __future__ import annotations

import secrets

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

PASSWORD = "vier azen op een rij"


def with_a_finger(page: Page) -> None:
    """A device that knows its owner by his finger, and keeps passkeys."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    line.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )


def test_a_passkey_is_made_and_signs_in_alone_or_beside_the_password(open_page: OpenPage) -> None:
    page = open_page(360, 740)
    # Passkeys belong to a name, and a number is none.
    page.goto(page.url.replace("127.0.0.1", "localhost") + "accounts/signup/")
    name = f"anneke{secrets.token_hex(3)}"
    page.get_by_label("Gebruikersnaam").fill(name)
    for number in (0, 1):
        page.locator("input[type=password]").nth(number).fill(PASSWORD)
    page.locator("main form button").click()
    expect(page.locator(".who")).to_have_text(name)

    with_a_finger(page)
    page.goto(f"{page.url}accounts/2fa/")
    page.get_by_role("link", name="Passkey toevoegen").click()
    page.get_by_label("Je wachtwoord").fill(PASSWORD)
    page.locator("main .btn.go").click()
    page.get_by_label("Hoe je hem noemt").fill("Mijn telefoon")
    page.get_by_role("button", name="Maak een passkey").click()
    expect(page.locator(".codes li")).to_have_count(10)
    code = page.locator(".codes li").first.inner_text()

    page.get_by_role("button", name="Uitloggen").click()
    page.get_by_role("link", name="Inloggen", exact=True).click()
    page.get_by_role("button", name="Met een passkey").click()
    expect(page.locator(".who")).to_have_text(name)

    for by_code in (False, True):
        page.get_by_role("button", name="Uitloggen").click()
        page.get_by_role("link", name="Inloggen", exact=True).click()
        page.get_by_label("Gebruikersnaam of e-mail").fill(name)
        page.locator("main input[type=password]").fill(PASSWORD)
        page.locator("main form button.go").first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Nog één stap")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        if by_code:
            page.get_by_label("De code die je app laat zien").fill(code)
            page.locator("main").get_by_role("button", name="Inloggen", exact=True).click()
        else:
            page.get_by_role("button", name="Gebruik mijn passkey").click()
        expect(page.locator(".who")).to_have_text(name)
