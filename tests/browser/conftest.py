"""A browser for the page tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.conftest import BROWSER_ARGUMENTS
from tests.service import Service

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


def trouble(said: ConsoleMessage) -> bool:
    looked_for_nothing = said.location["url"].endswith("/nowhere/")
    # tests that take the network away
    offline = "ERR_INTERNET_DISCONNECTED" in said.text
    return said.type == "error" and not looked_for_nothing and not offline


@pytest.fixture
def open_page(browser: Browser, live_service: Service) -> Iterator[OpenPage]:
    """Opens the front page for a new visitor; a script error or a refused file fails the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(
        width: int = 1280, height: int = 800, *, locale: str = "nl-NL", **settings: object
    ) -> Page:
        context = browser.new_context(
            base_url=live_service.url,
            viewport={"width": width, "height": height},
            locale=locale,
            **settings,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(f"script: {error}"))
        page.on("console", lambda said: troubles.append(said.text) if trouble(said) else None)
        page.goto("/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []
