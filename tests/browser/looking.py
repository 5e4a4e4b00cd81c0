"""Pages in pictures, at the widths and in the languages asked for, with what can be seen to be
wrong without a person: a page or a table that scrolls sideways, what is too low for a finger, and
names that do not fit their box on the wall of a hall.

The pictures are kept in ``var/screens``, or where ``SCREENS`` says, in a folder for each language.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from playwright.sync_api import Page

SCREENS = Path(os.environ.get("SCREENS", Path(__file__).resolve().parents[2] / "var" / "screens"))
LANGUAGES = {"nl": "nl-NL", "en": "en-GB", "de": "de-DE"}
PHONE, LAPTOP, PROJECTOR = (360, 740), (1280, 800), (1920, 1080)

SIDEWAYS = """() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    return wide > 0 ? [`scrolls sideways by ${wide} px`] : [];
}"""
HIDDEN = """() => {
    const all = (what) => [...document.querySelectorAll(what)];
    return [
        ...all('.rows').filter(it => it.scrollWidth > it.clientWidth + 1)
            .map(it => `a column is off the side: ${it.querySelector('thead').innerText}`),
        ...all('.hallseats li').filter(it => it.scrollHeight > it.clientHeight + 1)
            .map(it => `does not fit its box: ${it.innerText}`),
    ];
}"""
LOW = """() => [...document.querySelectorAll('main :is(button, a[href], summary, select)')]
    .filter(it => it.checkVisibility() && !it.closest('.sr'))
    .filter(it => getComputedStyle(it).display !== 'inline')  // within a sentence
    .map(it => [it.textContent.trim().slice(0, 40), it.getBoundingClientRect().height])
    .filter(([, height]) => height < 43.9)
    .map(([name, height]) => `${name} is ${height} px high`)"""


def shown_at_every_size(
    page: Page,
    language: str,
    name: str,
    sizes: Sequence[tuple[int, int]],
    *,
    whole: bool = False,
) -> Iterator[int]:
    """The page at each width, its picture taken: of what is in view, or the whole page."""
    folder = SCREENS / language
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        file = f"{re.sub(r'[^a-z]+', '-', name)}-{width}.jpg"
        page.screenshot(path=folder / file, type="jpeg", quality=80, full_page=whole)
        yield width


def speak(page: Page, language: str) -> None:
    page.goto("/")
    page.locator(f'.langs [value="{language}"]').click()
    page.locator(f'html[lang="{language}"]').wait_for()


def look_at(
    page: Page,
    pages: Mapping[str, str],
    *sizes: tuple[int, int],
    languages: Sequence[str] = ("de", "nl"),
) -> list[str]:
    """What is wrong on these pages, by name and address; the last language is the one that stays,
    and the window is as large as it was."""
    faults = []
    before = page.viewport_size
    for language in languages:
        speak(page, language)
        for name, address in pages.items():
            page.goto(address)
            for width in shown_at_every_size(page, language, name, sizes, whole=True):
                for check in (SIDEWAYS, HIDDEN, LOW):
                    found = page.evaluate(check)
                    faults += [f"{language}, {name}, {width}: {fault}" for fault in found]
    if before is not None:
        page.set_viewport_size(before)
    return faults
