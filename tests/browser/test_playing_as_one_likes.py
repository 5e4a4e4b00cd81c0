"""Ways of playing that people choose, and a whole board by the keyboard and by who never played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ElementHandle, Locator, Page, expect

from engine import Seat
from tests.browser.conftest import OpenPage
from tests.browser.playing import (
    RANK_KEYS,
    SECONDS,
    SUIT_KEYS,
    answer,
    moves,
    tab_to,
    take_a_seat,
)
from tests.browser.staged import HEAR, MOMENTS, SHORT_NAMES, Moment, game_frame, rik, stage
from tests.browser.test_table_page import faults
from tests.vocabulary import Game

pytestmark = pytest.mark.browser

# Every line that is said, and whatever gets the focus while no key is down.
LISTEN = """() => {
    [window.said, window.moved] = [[], []];
    let pressed = 0;
    new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(
        line => window.said.push(line.textContent)))).observe(
        document.getElementById('news'), {childList: true});
    document.addEventListener('keydown', () => { pressed += 1; }, true);
    document.addEventListener('keyup', () => { pressed = 0; }, true);
    document.addEventListener('focusin', event => {
        const card = event.target.closest('.cardbtn');
        if (!pressed && !card) window.moved.push(event.target.outerHTML);
    });
}"""
# Messages of a page whose line is quiet, and when.
SENT = """() => { window.sent = [];
    window.line.send = text => {
        const message = {...JSON.parse(text), at: performance.now()};
        if (message.do !== 'ping') window.sent.push(message);
        else setTimeout(() => window.line.here());
    }; }"""
TOLD = "frame => { window.at = performance.now(); (" + HEAR + ")([frame]); }"


def with_keys(page: Page, target: Locator) -> None:
    """Letters, digits and Enter, from wherever the focus is; no Tab and no click."""
    told = {name: target.get_attribute(f"data-{name}") for name in ("hand", "bid", "suit")}
    if card := told["hand"]:
        page.keyboard.press(SUIT_KEYS[card[0]])
        page.keyboard.press(RANK_KEYS.get(card[1], card[1]))
    elif told["suit"]:
        page.keyboard.press(SUIT_KEYS[told["suit"]])
    elif told["bid"] == "pass":
        page.keyboard.press("0")
    elif not target.evaluate("it => it.matches('.okbtn')"):  # that one is said with Enter again
        others = page.locator('.mid button:not([aria-disabled="true"], [data-bid="pass"])')
        found = [target.evaluate("(it, other) => it === other", one) for one in handles(others)]
        page.keyboard.press(str(1 + found.index(True)))
    page.keyboard.press("Enter")


def handles(found: Locator) -> list[ElementHandle]:
    return found.element_handles()


def test_a_board_by_letters_digits_and_enter_with_each_event_said_once(open_page: OpenPage) -> None:
    page = open_page()
    tab_to(page, lambda: page.evaluate("() => document.activeElement.id === 'take-a-seat'"))
    page.keyboard.press("Enter")
    page.locator("#hand .cardbtn").first.wait_for()
    page.evaluate(LISTEN)
    page.keyboard.press("?")
    expect(page.locator("#keys-title")).to_be_focused()
    expect(page.get_by_role("dialog")).to_contain_text("schoppen, harten, klaveren, ruiten")
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    claimed = False
    for asked in moves(page):
        # who has never played is told what to do, every time
        assert 5 < len(page.locator(".tip").inner_text()) < 60
        if asked == "play" and not claimed:
            claimed = claim_with_keys(page)
        answer(page, asked, with_keys)
    said = page.evaluate("() => window.said")
    tricks = page.locator(".numbered tbody tr").count()
    assert claimed
    played = [line for line in said if re.search(r" (speelt (?!door)|komt dicht uit)", line)]
    assert len(played) == len(set(played)) == 4 * tricks
    assert (
        sum(
            "is voor jou" in line or re.search(r"^Slag \d+ voor", line) is not None for line in said
        )
        == tricks - 1
    )
    assert page.evaluate("() => window.moved") == []
    page.keyboard.press("n")
    expect(page.locator("#hand .cardbtn")).to_have_count(13, timeout=SECONDS)


def claim_with_keys(page: Page) -> bool:
    """All tricks that are left, which house players who have never seen the cards do not grant."""
    page.keyboard.press("x")
    expect(page.locator("#claim-title")).to_be_focused()
    tab_to(page, lambda: page.evaluate("() => document.activeElement.id === 'claim-it'"))
    page.keyboard.press("Enter")
    expect(page.locator("#news")).to_contain_text("claim", timeout=SECONDS)
    page.locator(".turnbar.on").wait_for(timeout=SECONDS)
    expect(page.locator("#claim")).to_have_count(0)
    return True


# -- as one likes: on a table that stands still ---------------------------------------------------

UNCOVERED = """() => [...document.querySelectorAll('.cardbtn:not(.gone)')].filter(it => {
    const box = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(box.right - 6, box.top + 14));
}).length"""
WAITING = Moment(rik("W:C5"))
MY_TURN = rik("W:C5 N:C2 E:CJ")


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    page = open_page(reduced_motion="reduce")
    take_a_seat(page)
    page.goto("/settings/")
    for field in ("premove", "left_handed"):
        page.locator(f"[name={field}]").check()
    page.locator("[name=play_by]").select_option("drag")
    page.locator("[name=pace]").select_option("tap")
    with page.expect_navigation():
        page.locator("main form button").last.click()
    return page


def tell(page: Page, game: Game, **more: object) -> None:
    page.evaluate(TOLD, {**game_frame(game, Seat.SOUTH, {}), **more})


def sent(page: Page) -> list[dict[str, object]]:
    found: list[dict[str, object]] = page.evaluate("() => window.sent")
    return found


def cards_sent(page: Page) -> list[object]:
    """At once, but in a task of its own: a busy machine comes to it a little later."""
    page.wait_for_function("() => window.sent.length")
    return [message["card"] for message in sent(page)]


def test_a_card_laid_ready_is_played_after_a_pause_or_taken_back_or_refused(page: Page) -> None:
    stage(page, WAITING, SHORT_NAMES)
    page.evaluate(SENT)
    card, bar = page.locator('[data-hand="C8"]'), page.locator(".turnbar")
    for take_back in (
        lambda: page.keyboard.press("Escape"),
        card.click,
        bar.get_by_role("button", name="Terugnemen").click,
    ):
        card.click()
        expect(card).to_have_class(re.compile(r"\bready\b"))
        expect(card).to_have_accessible_name(re.compile("ligt klaar"))
        expect(bar).to_contain_text("Ligt klaar: klaver 8")
        take_back()
        expect(card).not_to_have_class(re.compile(r"\bready\b"))
    card.click()
    tell(page, MY_TURN)
    assert sent(page) == [], "a card that is played at once tells that it lay ready"
    page.wait_for_function("() => window.sent.length")
    [message] = sent(page)
    assert (message["do"], message["card"]) == ("play", "C8")
    assert page.evaluate("() => window.sent[0].at - window.at") >= 900
    assert not page.evaluate("() => JSON.stringify({...localStorage, ...sessionStorage})").count(
        "C8"
    )

    # refused: back with the reason, and the next view corrects the page
    held = page.locator(".cardbtn:not(.gone)")
    expect(held).to_have_count(12)
    expect(page.locator(".tc-b .kaart")).to_have_count(1)
    error = {"code": "stale_version", "message": "De tafel is al verder.", "detail": {}}
    page.evaluate(TOLD, {"type": "error", "id": sent(page)[0]["id"], "error": error})
    expect(page.locator(".turnbar.no b")).to_have_text("De tafel is al verder.")
    expect(page.locator("#news")).to_contain_text("De tafel is al verder.")
    expect(held).to_have_count(13)
    expect(page.locator(".tc-b .kaart")).to_have_count(0)
    # somebody else has played for me meanwhile
    tell(page, rik("W:C5 N:C2 E:CJ S:C6"))
    expect(held).to_have_count(12)
    expect(page.locator('[data-hand="C8"]')).not_to_have_class(re.compile(r"\bgone\b"))


def test_a_card_is_dragged_or_tapped_twice_and_always_has_a_button_too(page: Page) -> None:
    stage(page, Moment(MY_TURN), SHORT_NAMES)
    page.evaluate(SENT)
    card, button = page.locator('[data-hand="C8"]'), page.locator(".turnbar.on .okbtn")
    at = card.bounding_box()
    assert at is not None
    page.mouse.move(at["x"] + 60, at["y"] + 60)
    page.mouse.down()
    page.mouse.move(at["x"] + 90, at["y"] + 40, steps=3)
    page.mouse.up()  # let go over the hand: nothing happens
    assert sent(page) == []
    expect(card).to_be_visible()
    card.click()
    expect(page.locator(".turnbar b")).to_have_text("Speel klaver 8?")
    expect(button).to_have_text("Speel")
    page.mouse.move(at["x"] + 60, at["y"] + 60)
    page.mouse.down()
    page.mouse.move(at["x"] + 60, at["y"] - 160, steps=5)
    page.mouse.up()
    assert cards_sent(page) == ["C8"]

    stage(page, Moment(MY_TURN), SHORT_NAMES, **{"play-by": "double"})
    page.evaluate(SENT)
    page.locator('[data-hand="C6"]').dblclick()
    assert cards_sent(page) == ["C6"]
    stage(page, Moment(MY_TURN), SHORT_NAMES, **{"play-by": "double"})
    page.evaluate(SENT)
    page.locator('[data-hand="C6"]').click()
    assert sent(page) == []
    button.click()
    assert cards_sent(page) == ["C6"]


def test_a_fan_for_the_left_hand_a_trick_that_stays_and_a_claim(page: Page) -> None:
    stage(page, MOMENTS["trick complete"], SHORT_NAMES)
    uncovered = page.evaluate(UNCOVERED)
    assert uncovered == page.locator(".cardbtn:not(.gone)").count() == 12
    index = page.locator(".cardbtn use").first
    assert float(str(index.get_attribute("x"))) > 50
    expect(page.locator(".tc .kaart")).to_have_count(4)
    page.wait_for_timeout(1500)  # longer than it would lie otherwise
    expect(page.locator(".tc .kaart")).to_have_count(4)
    page.keyboard.press(" ")
    expect(page.locator(".tc .kaart")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator("#news")).to_contain_text(": Wies klaver 5")
    page.evaluate(SENT)
    page.locator("#claim").click()
    question = page.get_by_role("dialog")
    assert faults(page) == []
    question.get_by_label("Noud").select_option("2")
    expect(question.locator("b")).to_have_text("10")
    # named alike, whoever may be the partner
    assert [text.split("\n")[0] for text in question.locator("label").all_inner_texts()] == [
        *("Wies", "Noud", "Truus")
    ]
    question.locator("#claim-it").click()
    page.wait_for_function("() => window.sent.length")
    assert [message["tricks"] for message in sent(page)] == [{"N": 2, "E": 0, "S": 11, "W": 0}]
