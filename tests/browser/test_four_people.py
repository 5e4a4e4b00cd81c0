"""Four people play a board against each other while a fifth watches, each in a browser of his own.

Everything the five browsers are sent is kept, and searched when all cards are known: each frame
may hold what its audience may have at that moment, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocket

import engine
from engine import SEATS, Deal, GameState, Seat
from tests.browser.conftest import OpenPage
from tests.browser.playing import MOVES, answer, moves, sign_up
from tests.engine.seen import cards_in
from tests.gameplay.audiences import Audience, check_frame, check_shape

pytestmark = pytest.mark.browser

PEOPLE = {Seat.SOUTH: "Anneke", Seat.WEST: "Bert", Seat.NORTH: "Cor", Seat.EAST: "Dineke"}
LISTEN = """
    window.heard = [];
    window.EventSource = class extends EventSource {
        constructor(...where) {
            super(...where);
            this.addEventListener('message', said => window.heard.push(said.data));
        }
    };
"""


class Onlooker:
    """One browser and everything that came to it, in order."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.by_socket: list[str] = []
        page.on("websocket", self._keep)
        page.add_init_script(LISTEN)

    def _keep(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda said: self.by_socket.append(str(said)))

    def sees_the_table(self, path: str) -> None:
        """Come to the table; what is in the page itself counts as sent, too."""
        self.page.goto(path)
        self.in_page = [
            json.dumps(frame) for frame in json.loads(self.page.locator("#frames").inner_text())
        ]

    @property
    def frames(self) -> list[str]:
        return [*self.in_page, *self.by_socket, *self.page.evaluate("() => window.heard")]


def open_table(page: Page, people: str = "WNE", **wishes: str) -> str:
    """A table with these seats for guests; answers its address."""
    page.goto("/tables/new/")
    for name, value in wishes.items():
        page.locator(f"[name={name}]").select_option(value)
    for seat in people:
        page.locator(f"[name=seat_{seat}]").select_option("invite")
    page.locator("main form button").last.click()
    page.wait_for_url("**/tables/*/")
    return page.url


def invite(opener: Page, table: str, seat: Seat) -> str:
    opener.goto(table)
    opener.locator(f'form:has(input[name=seat][value="{seat.letter}"]) button').click()
    return opener.locator("#link").input_value()


ASKS = """() => document.querySelector('#next') ? 'over'
    : document.querySelector('.turnbar.on .what') ? 'me' : ''"""


def whose_turn(pages: list[Page]) -> Page | None:
    """The one who is asked something; None when all have the score before them."""
    for _ in range(1000):
        asked = [page.evaluate(ASKS) for page in pages]
        if "me" in asked:
            return pages[asked.index("me")]
        if asked == ["over"] * len(pages):
            return None
        pages[0].wait_for_timeout(10)
    raise AssertionError("nobody is asked anything")


def press(page: Page, target: Locator) -> None:
    """Mouse and keyboard are tested elsewhere; here nobody waits until a card lies still."""
    target.dispatch_event("click")


def played_together(pages: list[Page]) -> int:
    for number in range(4 * MOVES):
        page = whose_turn(pages)
        if page is None:
            return number
        asked = next(moves(page), None)
        if asked is not None:
            answer(page, asked, press)
    raise AssertionError("The board does not end.")


def states(frames: list[dict[str, Any]]) -> dict[int, GameState]:
    """The game at every version, from what one seat was told and the hands shown at the end."""
    last = frames[-1]["view"]
    hands = last["result"]["hands"]
    state = engine.start(
        ruleset=last["ruleset"],
        options={},
        dealer=Seat.parse(last["dealer"]),
        deal=Deal.parse("N:" + " ".join(hands[letter] for letter in "NESW")),
    )
    version, found = 1, {1: state}
    for action in actions(frames):
        happened = engine.decide(state, engine.read_action(action))
        state = engine.replay(state, happened)
        version += len(happened)
        found[version] = state
    return found


def actions(frames: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What everybody did, with what was hidden then and is known now."""
    last = frames[-1]["view"]
    seen = 1
    for frame in frames:
        if frame["version"] <= seen:
            continue
        seen = frame["version"]
        for event in frame["events"]:
            if event["do"] == "declare" and last["result"]["contracts"][0]["blind"]:
                yield {**event, "blind": True}
            elif event.get("face_down"):
                yield {**event, "card": last["tricks"][last["blind_trick"] - 1]["cards"][0]}
            elif event["do"] != "finished":
                yield event


def test_four_people_play_a_board_and_nobody_is_sent_what_is_not_his(open_page: OpenPage) -> None:
    lookers: dict[Audience, Onlooker] = {
        audience: Onlooker(open_page(reduced_motion="reduce")) for audience in (*PEOPLE, None)
    }
    for seat, name in PEOPLE.items():
        sign_up(lookers[seat].page, name)
    opener = lookers[Seat.SOUTH].page
    table = open_table(opener)
    links = {seat: invite(opener, table, seat) for seat in PEOPLE if seat is not Seat.SOUTH}
    lookers[Seat.SOUTH].by_socket.clear()
    lookers[None].sees_the_table(table)
    lookers[Seat.SOUTH].sees_the_table(table)
    for seat, link in links.items():
        page = lookers[seat].page
        page.goto(link)
        page.locator("main form button").click()
        page.wait_for_url("**/tables/*/")
        lookers[seat].sees_the_table(table)

    assert played_together([lookers[seat].page for seat in SEATS]) >= 4 + 1 + 4

    sent = {audience: looker.frames for audience, looker in lookers.items()}
    told = [json.loads(text) for text in sent[Seat.SOUTH]]
    at = states([frame for frame in told if frame["type"] == "game"])
    finished = max(at)
    for audience, texts in sent.items():
        versions = set()
        for text in texts:
            frame = json.loads(text)
            if frame["type"] == "game":
                versions.add(frame["version"])
                over = frame["version"] == finished
                check_frame(text, audience, at[frame["version"]], revealed=over)
            else:
                check_shape(text, audience, finished=False, revealed=False)
                assert not cards_in(text)
        assert versions >= set(at) - {1}, f"{audience} was not shown every step"
