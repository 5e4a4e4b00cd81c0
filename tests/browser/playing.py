"""Playing a board in the page as a person would: whatever is asked, give a legal answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, Page

# Whatever the table may ask of me, or the score sheet.
ASKED = ".turnbar.on .what, #next"
MOVES = 80  # bids, questions and cards of one board, with room to spare
SECONDS = 30_000
# What somebody says who wants to play, and not too high.
BIDS = ("rik", "vraag", "meegaan", "pass")

Press = Callable[[Page, Locator], None]


def take_a_seat(page: Page) -> None:
    page.locator("#take-a-seat").click()
    page.locator("#hand .cardbtn").first.wait_for()


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password1]").fill("koffie met appeltaart")
    page.locator("[name=password2]").fill("koffie met appeltaart")
    page.locator("main form [type=submit], main form button").last.click()
    page.wait_for_url(lambda url: "/accounts/" not in url)  # a name that is taken stays there


def moves(page: Page) -> Iterator[str]:
    """What is asked, each time I am asked something, until the board is over."""
    for _ in range(MOVES):
        page.locator(ASKED).first.wait_for(timeout=SECONDS)
        if page.locator("#next").count():
            return
        if page.locator("[data-game]").count():
            yield "choose"
        elif page.locator("[data-bid]").count():
            yield "bid"
        elif page.locator("[data-leader]").count():
            yield "leader"
        elif page.locator(".suitbtn").count():
            yield "declare"
        else:
            yield "play"
    raise AssertionError("The board does not end.")


def answer(page: Page, asked: str, press: Press) -> None:
    """Give one legal answer and wait until the table has taken it."""
    before = page.evaluate(STAMP)
    match asked:
        case "bid":
            for bid in (*BIDS, page.locator("[data-bid]").first.get_attribute("data-bid")):
                if page.locator(f'[data-bid="{bid}"]').count():
                    break
            press(page, page.locator(f'[data-bid="{bid}"]'))
            if page.locator("[data-say]").count():  # picked of many: meant?
                press(page, page.locator("[data-say]"))
        case "choose":
            press(page, page.locator("[data-game]").first)
            if page.locator("[data-say]").count():
                press(page, page.locator("[data-say]"))
        case "leader":
            press(page, page.locator("[data-leader]").first)
        case "declare":
            if not page.locator('.suitbtn[data-group="trump"][aria-pressed="true"]').count():
                press(page, page.locator('.suitbtn[data-group="trump"]:not([aria-disabled])').first)
            if page.locator('.suitbtn[data-group="card"]').count():
                press(page, page.locator('.suitbtn[data-group="card"]:not([aria-disabled])').first)
            press(page, page.locator(".turnbar .okbtn"))
        case "play":
            press(page, page.locator(".cardbtn.can").first)
    page.wait_for_function(f"before => ({STAMP})() !== before", arg=before, timeout=SECONDS)


# What changes when an answer has been taken: the step of the game, what is said of it, and the
# cards in the hand, or whose hand it is. A bid that a house player overbids at once leaves only
# what is said: between two looks at a busy page it may be my turn again, with as many bids to
# choose from.
STAMP = """() => [
    document.querySelectorAll('.cardbtn:not(.gone)').length,
    document.querySelectorAll('.bidbtn, button.rung, [data-say]').length,
    document.querySelectorAll('.suitbtn').length,
    document.querySelectorAll('.okbtn').length,
    document.querySelectorAll('#next').length,
    document.querySelector('.say')?.textContent,
    Boolean(document.querySelector('.turnbar.on')),
    document.querySelector('#hand')?.getAttribute('aria-label'),
].join()"""


def play_board(page: Page, press: Press) -> list[str]:
    asked_of_me = []
    for asked in moves(page):
        asked_of_me.append(asked)
        answer(page, asked, press)
    return asked_of_me


# -- ways to press --------------------------------------------------------------------------------


def with_the_mouse(page: Page, target: Locator) -> None:
    target.click()


def with_a_finger(page: Page, target: Locator) -> None:
    target.tap()


def with_the_keyboard(page: Page, target: Locator) -> None:
    """Only Tab, arrows, letters and Enter; never a click, never a focus() of our own."""
    card = target.get_attribute("data-hand")
    if card is None:
        tab_to(page, lambda: target.evaluate("it => it === document.activeElement"))
    else:
        tab_to(page, lambda: page.evaluate("() => !!document.activeElement.closest('#hand')"))
        page.keyboard.press(SUIT_KEYS[card[0]])
        page.keyboard.press(RANK_KEYS.get(card[1], card[1]))
        assert page.evaluate("() => document.activeElement.dataset.hand") == card
    page.keyboard.press("Enter")


SUIT_KEYS = {"S": "s", "H": "h", "C": "k", "D": "r"}
RANK_KEYS = {"A": "a", "K": "h", "Q": "v", "J": "b", "T": "t"}


def tab_to(page: Page, there: Callable[[], bool]) -> None:
    for _ in range(60):
        if there():
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never gets there.")
