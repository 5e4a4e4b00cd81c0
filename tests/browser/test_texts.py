"""Three languages, all complete: no page mixes them."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.playing import answer, moves, take_a_seat, with_the_mouse

ROOT = Path(__file__).resolve().parents[2]
# Every language is written in itself, wherever one can be chosen.
NAMES_OF_LANGUAGES = {"Nederlands", "English", "Deutsch"}
CATALOGUES = sorted(ROOT.glob("*/locale/*/LC_MESSAGES/*.po"))
TEXTS = """() => [...document.querySelectorAll('body *')].flatMap(it => [
    ...[...it.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent.trim()),
    it.getAttribute('aria-label') || '',
]).filter(Boolean)"""


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_text_is_translated_with_the_same_gaps(path: Path) -> None:
    gaps = re.compile(r"%\(\w+\)s")
    for entry in polib.pofile(str(path)):
        given = [entry.msgstr]
        asked = [entry.msgid]
        if entry.msgid_plural:  # one thing may be said without a number
            given = [entry.msgstr_plural[which] for which in sorted(entry.msgstr_plural)]
            asked = [entry.msgid, *[entry.msgid_plural] * (len(given) - 1)]
        assert all(given), f"not translated: {entry.msgid!r}"
        assert not entry.fuzzy, f"a guess: {entry.msgid!r}"
        for text, said in zip(given, asked, strict=True):
            assert set(gaps.findall(text)) == set(gaps.findall(said)), entry.msgid


def only_in(language: str, other: str) -> set[str]:
    """Texts of one language that the other one words differently (and never uses itself)."""
    ours, theirs = set(), set()
    for path in CATALOGUES:
        spoken = path.parts[-3]
        for entry in polib.pofile(str(path)):
            texts = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
            if spoken == language:
                ours.update(texts)
            elif spoken == other:
                theirs.update(texts)
    return {t for t in ours - theirs if "%" not in t and len(t) > 3 and t not in NAMES_OF_LANGUAGES}


def foreign(page: Page, words: set[str]) -> set[str]:
    return words & set(page.evaluate(TEXTS))


@pytest.mark.browser
@pytest.mark.parametrize(
    ("locale", "language", "other"),
    [("nl-NL", "nl", "en"), ("en-GB", "en", "nl"), ("de-DE", "de", "en")],
)
def test_a_board_from_front_page_to_score_is_in_one_language(
    open_page: OpenPage, locale: str, language: str, other: str
) -> None:
    words = only_in(other, language)
    page = open_page(locale=locale)
    assert page.locator("html").get_attribute("lang") == language
    assert foreign(page, words) == set()
    for path in ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"):
        page.goto(path)
        assert foreign(page, words) == set(), path
    page.goto("/")
    take_a_seat(page)
    for asked in moves(page):
        assert foreign(page, words) == set(), asked
        answer(page, asked, with_the_mouse)
    assert foreign(page, words) == set(), "result"
    page.goto("/settings/")
    assert foreign(page, words) == set(), "settings"


@pytest.mark.browser
def test_the_language_is_changed_at_the_foot_of_the_page(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="English").click()
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("#take-a-seat").inner_text() == "Take a seat"
