"""Every page and every phase of play at three sizes in three languages: in pictures.

The pages of a club are in `test_club.py`, those of a hall in `test_hall.py`, where they are filled.
"""

from __future__ import annotations

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.looking import LANGUAGES, SIDEWAYS, shown_at_every_size, speak
from tests.browser.rulesets import MOMENTS_OF
from tests.browser.staged import MOMENTS, SHORT_NAMES, Moment, one_page_after_another, stage
from tests.browser.test_axe import a_table_that_all_may_see, last
from tests.browser.test_five_and_six import MOMENTS as MORE_THAN_FOUR
from tests.browser.test_moments import CUT_OFF
from tests.browser.test_talk import hear, said
from tests.browser.test_tournament_pages import new_championship

pytestmark = pytest.mark.browser

SIZES = [(360, 740), (768, 1024), (1920, 1080)]

PHASES: dict[str, Moment] = {
    "waiting for players": MOMENTS["empty seats"],
    "bidding": MOMENTS["auction, joining"],
    "bidding from the ladder": MOMENTS_OF["german"]["auction, longest ladder"],
    "vraag": MOMENTS_OF["wiezen"]["asked"],
    "choosing a game": MOMENTS_OF["wikibooks"]["choose"],
    "choosing trumps and ace": MOMENTS["declare"],
    "choosing who leads": MOMENTS_OF["championship-offline"]["leader"],
    "exchanging a card": MOMENTS_OF["wikibooks"]["exchange"],
    "putting a card away": MOMENTS_OF["wiezen"]["discard"],
    "leading face down": MOMENTS["blind lead"],
    "following": MOMENTS["follow"],
    "partner known": MOMENTS["partner known"],
    "two open hands and talk": MOMENTS_OF["wikibooks"]["two open, talking"],
    "answering a claim": MOMENTS_OF["wikibooks"]["claim"],
    "trick complete": MOMENTS["trick complete"],
    "board over": MOMENTS["made"],
    "last board over": MOMENTS["last board"],
    "watching": MOMENTS["watching: play"],
    "watching open hands": MOMENTS_OF["german"]["watching: praatje"],
    "five at the table": MORE_THAN_FOUR["auction of five"],
    "six at the table": MORE_THAN_FOUR["play of six"],
    "six, board over": MORE_THAN_FOUR["six over"],
    "sitting out": MORE_THAN_FOUR["sitting out"],
}
TALKING = Moment(MOMENTS["follow"].game, table={"chat": "open"})
PAGES = {
    "front page": "/",
    "rules": "/rules/",
    "rules of wiezen": "/rules/wiezen/",
    "new table": "/tables/new/",
    "settings": "/settings/",
    "tournaments": "/tournaments/",
    "new tournament": "/tournaments/new/",
    "tournament": "",
    "leading a tournament": "manage/",
    "tables of a round": "lobby/",
    "ranking": "standings/",
    "deals": "deals/",
    "history": "history/",
    "one deal at all tables": "boards/1/1/",
    "on the wall of the hall": "hall/",
    "ranking in a frame": "/embed/tournaments/{key}/standings/?lang={language}",
    "table in a frame": "/embed/tables/{table}/?lang={language}",
    "commentator": "/tables/{table}/commentary/",
    "board step by step": "/tables/{table}/boards/{board}/#20",
    "nothing there": "nowhere/",
}
VISITED = {
    "sign in": "/accounts/login/",
    "sign up": "/accounts/signup/",
    "password forgotten": "/accounts/password/reset/",
}
# Ticks and badges may have 12 pixels; what is drawn on a card grows with the card.
SMALL = """() => {
    const found = [];
    for (const it of document.querySelectorAll('#table-app *')) {
        if (it.closest('svg, .sr') || !it.checkVisibility()) continue;
        const said = [...it.childNodes].filter(node => node.nodeType === 3)
            .map(node => node.textContent.trim()).join('');
        const size = parseFloat(getComputedStyle(it).fontSize);
        const least = it.closest('.deal, .tag, .tricks, .badge') ? 12 : 15;
        if (said && size && size < least - .01) found.push(`${size} px: ${said}`);
    }
    return found;
}"""
# What a finger can reach of a card on which others lie.
NARROW = """() => [...document.querySelectorAll('#hand .cardbtn')].flatMap(card => {
    const box = card.getBoundingClientRect();
    let widest = 0;
    for (const part of [.15, .5, .85]) {
        let reached = 0;
        for (let x = Math.ceil(box.left); x < box.right; x += 1) {
            const hit = document.elementFromPoint(x, box.top + part * box.height);
            reached = hit && hit.closest('.cardbtn') === card ? reached + 1 : 0;
            widest = Math.max(widest, reached);
            if (widest >= 44) return [];
        }
    }
    return [`${card.dataset.card} is ${widest} px wide to the finger`];
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_of_play_fits_a_phone_a_tablet_and_a_projector(
    open_page: OpenPage, language: str
) -> None:
    page = open_page(*SIZES[0], locale=LANGUAGES[language], reduced_motion="reduce")
    faults = []

    def looked_at(name: str) -> None:
        for width in shown_at_every_size(page, language, name, SIZES):
            for check in (SIDEWAYS, SMALL, NARROW, CUT_OFF):
                faults.extend(f"{name}, {width}: {fault}" for fault in page.evaluate(check))

    for name, moment in one_page_after_another({**PHASES, "talking": TALKING}):
        page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
        stage(page, moment, SHORT_NAMES)
        assert page.locator("html").get_attribute("lang") == language
        looked_at(name)
        if moment is TALKING:
            hear(page, said(1, "Goedenavond!"), said(2, "Dag Noud", name="Anneke", place="S"))
            page.locator("#talk").click()
            looked_at("talk drawer")
            page.keyboard.press("Escape")
    assert not faults, "\n".join(faults)


def test_every_page_fits_a_phone_a_tablet_and_a_projector_in_every_language(
    open_page: OpenPage,
) -> None:
    page = open_page(reduced_motion="reduce")
    where = new_championship(page)
    table = a_table_that_all_may_see(page, where, commentator=page.locator(".who").inner_text())
    known = {"key": last(where), "table": last(table), "board": "1"}
    visitor = open_page(reduced_motion="reduce")
    faults = []
    for language in LANGUAGES:
        for one, pages in ((visitor, VISITED), (page, PAGES)):
            speak(one, language)
            for name, path in pages.items():
                address = path if path.startswith("/") else where + path
                one.goto(address.format(language=language, **known))
                for width in shown_at_every_size(one, language, name, SIZES):
                    faults += [
                        f"{language}, {name}, {width}: {it}" for it in one.evaluate(SIDEWAYS)
                    ]
    assert not faults, "\n".join(faults)
