"""What a browser holds of cards its person may not know: nothing, wherever one looks.

In the page's tree with every attribute, in the pictures of cards, in what a screen reader is told,
in every storage a site has, in the frames and in what may be kept of the answers. What may be
known is what the server's own view says at that moment, which is judged elsewhere.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from engine import DECK, Card
from tests.browser.conftest import OpenPage
from tests.browser.directing import Director
from tests.browser.playing import sign_up, take_a_seat
from tests.browser.test_connection import PLAYS_BY_ITSELF, STOPS_BELOW
from tests.browser.test_four_people import Onlooker
from tests.engine.seen import cards_in
from tests.service import Service

pytestmark = pytest.mark.browser

# Texts and attributes as they are, cards as they are drawn, and all that a site can keep.
HELD = """async () => {
    const {rankGlyph} = await import('/static/gameplay/cards.js');
    const {cardName} = await import('/static/gameplay/table/words.js');
    const codes = [...'SHDC'].flatMap(suit => [...'AKQJT98765432'].map(rank => suit + rank));
    const geometry = new Set(['d', 'viewBox', 'points', 'transform', 'nonce']);
    const texts = [], drawn = [];
    for (const element of document.querySelectorAll('*')) {
        for (const {name, value} of element.attributes) if (!geometry.has(name)) texts.push(value);
        for (const child of element.childNodes) if (child.nodeType !== 1) texts.push(child.data);
        if (element.value) texts.push(String(element.value));
    }
    for (const face of document.querySelectorAll('svg.kaart:not(.k-back)')) {
        const used = [...face.querySelectorAll('use')].map(use => use.getAttribute('href'));
        drawn.push(...codes.filter(code => face.classList.contains(`k-${code[0]}`)
            && used.includes(`#g-${rankGlyph(code[1])}`)));
    }
    const kept = [document.cookie, location.href, history.state && JSON.stringify(history.state),
        ...[localStorage, sessionStorage].flatMap(store => Object.entries(store).flat()),
        ...(await indexedDB.databases()).map(base => `database ${base.name}`),
        ...(globalThis.caches ? await caches.keys() : []).map(name => `cache ${name}`),
        ...(navigator.serviceWorker ? await navigator.serviceWorker.getRegistrations() : [])
            .map(worker => `worker ${worker.scope}`)];
    const answer = await (await fetch(location.href)).text();
    const page = new DOMParser().parseFromString(answer, 'text/html');
    const frames = JSON.parse(page.querySelector('#frames').textContent);
    return {texts, drawn, kept: kept.filter(Boolean), frames,
        names: Object.fromEntries(codes.map(code => [code, cardName(code).toLowerCase()]))};
}"""

# Ways in which a page might tell of a card: each has to be found.
PLANTED = (
    "code => { document.body.dataset.next = code; }",
    "async code => { const {face} = await import('/static/gameplay/cards.js');"
    " document.body.insertAdjacentHTML('beforeend', face(code)); }",
    "async code => { const {cardName} = await import('/static/gameplay/table/words.js');"
    " document.querySelector('h1').setAttribute('aria-label', cardName(code)); }",
    "code => document.body.append(document.createComment(code))",
)


@dataclass
class Looker:
    """One person's browser, and all that came to it."""

    page: Page
    onlooker: Onlooker = field(init=False)
    answers: list[Response] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.onlooker = Onlooker(self.page)
        self.page.on("response", lambda answer: self.answers.append(answer))

    def finds(self) -> tuple[set[Card], set[Card]]:
        """The cards that can be found in this browser, and those its person may know."""
        held: dict[str, Any] = self.page.evaluate(HELD)
        read = self.page.context.new_cdp_session(self.page)
        tree = read.send("Accessibility.getFullAXTree")["nodes"]
        read.detach()
        told = [
            str(node[part].get("value", ""))
            for node in tree
            for part in ("name", "description", "value")
            if part in node
        ]
        texts = [*held["texts"], *told]
        spoken = "\n".join(texts).lower()
        found = cards_in([text for text in texts if text]) | {Card(code) for code in held["drawn"]}
        found |= {Card(code) for code, name in held["names"].items() if name in spoken}
        assert not cards_in(held["kept"]), "nothing of a card is kept"
        assert not [
            each for each in held["kept"] if each.startswith(("database", "cache", "worker"))
        ]
        return found, cards_in(held["frames"]) & set(DECK)

    def keeps_nothing(self) -> None:
        """Whatever may tell of a card is answered with: do not store this."""
        for answer in self.answers:
            path = answer.url.partition("://")[2].partition("/")[2]
            if not path.startswith(("static/", "jsi18n/")):
                assert "no-store" in answer.headers.get("cache-control", ""), path


def test_nothing_in_a_browser_tells_of_a_card_its_person_may_not_know(
    open_page: OpenPage, live_service: Service
) -> None:
    seated, stranger, guest = (Looker(open_page(reduced_motion="reduce")) for _ in range(3))
    sign_up(stranger.page, "Vreemde")
    take_a_seat(seated.page)
    for looker in (stranger, guest):
        looker.onlooker.sees_the_table(seated.page.url)
    seated.onlooker.in_page = []
    seated.page.locator(".turnbar.on").wait_for()
    seen = set[Card]()
    for fewer in (14, 12, 8, 4):
        if fewer < 14:
            seated.page.evaluate("() => { window.plays = true; }")
            seated.page.evaluate(STOPS_BELOW, fewer)
        for looker in (stranger, guest):
            found, may = looker.finds()
            assert found <= may, f"with {fewer} cards: {found - may}"
            seen |= found
        found, may = seated.finds()
        assert found <= may, f"at the seat, with {fewer} cards: {found - may}"
        mine = {
            Card(code)
            for code in seated.page.locator(".cardbtn:not(.gone)").evaluate_all(
                "cards => cards.map(card => card.dataset.hand)"
            )
        }
        assert mine <= found
        if fewer == 14:
            seated.page.evaluate(PLAYS_BY_ITSELF, 1)
    assert len(seen) >= 4, "who looks for cards finds those that lie on the table"
    for looker in (seated, stranger, guest):
        looker.keeps_nothing()
    assert not cards_in(live_service.log)
    unknown = [card for card in DECK if card not in may]
    for card, plant in zip(unknown, PLANTED, strict=False):
        guest.page.evaluate(plant, card.notation)
        assert card in guest.finds()[0], plant
    guest.page.evaluate("code => sessionStorage.setItem('hint', code)", unknown[0].notation)
    with pytest.raises(AssertionError, match="nothing of a card is kept"):
        guest.finds()


def test_of_a_hidden_board_a_browser_holds_no_card_at_all(
    open_page: OpenPage, live_service: Service
) -> None:
    director = Director(live_service)
    table = director.opens(103, "Noud", "Evi", "Sjef", "Wies")
    looker = Looker(open_page(reduced_motion="reduce"))
    looker.onlooker.sees_the_table(table)
    for actions in (10, None):
        director.plays(actions, pace=0)
        if actions is None:
            expect(looker.page.locator(".say .lead")).to_contain_text("is gespeeld")
        assert looker.finds() == (set(), set())
    assert not cards_in([json.loads(text) for text in looker.onlooker.frames])
    looker.keeps_nothing()
