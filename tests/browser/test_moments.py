"""Every moment at the table, as each theme shows it: nothing cut off, nothing for axe to find."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import SECONDS, take_a_seat
from tests.browser.staged import MOMENTS, SHORT_NAMES, Moment, one_page_after_another, rik, stage
from tests.browser.test_table_page import expect_it_fits, faults

pytestmark = pytest.mark.browser

SIZES = [
    (360, 740, "nl-NL"),
    (360, 740, "en-GB"),
    (740, 360, "en-GB"),
    (1280, 800, "nl-NL"),
    (1920, 1080, "en-GB"),
]
# Words that are longer than the box they stand in, and boxes that hide part of what they hold.
CUT_OFF = """() => {
    const boxes = '.say, .say .lead, .facts, .cap, .mid, .bids, .questions, .bidbtn, .suitbtn,'
        + '.ladder li, .okbtn, .turnbar .what > *, .seat > b, .seat .sub, .seat .role, .seat .bid,'
        + '.tip, .bar h1, .round, .waiting, .scores dt, .scores dd, .res-next .btn';
    return [...document.querySelectorAll(boxes)].filter(it => it.offsetParent
        && (it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 2)
        && getComputedStyle(it).display !== 'inline')
        .map(it => `${it.className || it.tagName}: ${it.textContent.trim()}`);
}"""


@pytest.mark.parametrize(("width", "height", "locale"), SIZES)
def test_nothing_is_cut_off_at_any_moment(
    open_page: OpenPage, width: int, height: int, locale: str
) -> None:
    page = open_page(width, height, locale=locale, reduced_motion="reduce")
    expect_nothing_cut_off(page, MOMENTS)


def expect_nothing_cut_off(page: Page, moments: Mapping[str, Moment]) -> None:
    for name, moment in one_page_after_another(moments):
        stage(page, moment, SHORT_NAMES)
        assert page.evaluate(CUT_OFF) == [], name
        expect_it_fits(page)


@pytest.mark.parametrize(
    ("theme", "rules"),
    [("light", ()), ("dark", ("color-contrast",)), ("contrast", ("color-contrast",))],
)
def test_axe_finds_nothing_at_any_moment(
    open_page: OpenPage, theme: str, rules: tuple[str, ...]
) -> None:
    page = open_page(360, 740, reduced_motion="reduce")
    for name, moment in one_page_after_another(MOMENTS):
        stage(page, moment, theme=theme)
        assert faults(page, *rules) == [], name


def test_a_long_name_is_called_by_its_first_word(open_page: OpenPage) -> None:
    page = open_page(360, 740, reduced_motion="reduce")
    stage(page, Moment(rik("W:C5")))
    expect(page.locator(".turnbar b")).to_have_text("Wilhelmina is aan slag")
    assert "de Wit" not in page.locator("#table-body").inner_text()
    stage(page, MOMENTS["made"])
    expect(page.locator(".diagram b").first).to_have_text("Wilhelmina van den Heuvel")


def test_two_of_one_first_name_keep_their_whole_names(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="reduce")
    names = {**SHORT_NAMES, "N": "Johanna van Dijk", "W": "Johanna Verhoeven"}
    stage(page, Moment(rik("W:C5")), names)
    expect(page.locator(".turnbar b")).to_have_text("Johanna van Dijk is aan slag")


# -- points ---------------------------------------------------------------------------------------


def points(page: Page) -> dict[str, str]:
    return {
        str(button.get_attribute("data-bid")): button.locator(".pts").inner_text()
        for button in page.locator(".bidbtn:not(.pass)").all()
    }


def test_bids_show_the_values_of_the_ruleset_and_who_asks_where_they_come_from(
    open_page: OpenPage,
) -> None:
    page = open_page(reduced_motion="reduce")
    stage(page, MOMENTS["auction"])
    assert points(page) == {
        "rik": "10 per tegenspeler",
        "piek": "15 per tegenspeler",
        "misere": "25 per tegenspeler",
    }
    stage(page, MOMENTS["made"])
    why = page.get_by_text("noemt niet alle punten")
    expect(why).to_have_count(1)
    expect(why).to_be_hidden()
    page.get_by_text("Over de punten").click()
    expect(why).to_be_visible()


def test_confirmed_values_need_no_note(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="reduce")
    stage(
        page,
        MOMENTS["auction"],
        view={"values_reconstructed": False, "values": [7] * 10, "targets": [9] * 10},
    )
    assert set(points(page).values()) == {"7 per tegenspeler"}
    expect(page.locator('[data-bid="rik"]')).to_contain_text("9 slagen met een maat")
    expect(page.get_by_text("Over de punten")).to_have_count(0)


# -- the end --------------------------------------------------------------------------------------


def test_after_the_last_board_the_final_score_and_the_way_home_are_shown(
    open_page: OpenPage,
) -> None:
    page = open_page(360, 740, reduced_motion="reduce")
    for name in ("last board", "watching: table closed"):
        stage(page, MOMENTS[name], SHORT_NAMES)
        expect(page.get_by_role("heading", name="Eindstand")).to_be_in_viewport()
        assert page.locator(".totals tfoot").inner_text().split() == [
            *("Samen", "−5", "+5", "+25", "−25")
        ]
        home = page.get_by_role("link", name="Naar de voorpagina", exact=True)
        expect(home).to_be_in_viewport()
        expect(page.locator("#next")).to_have_count(0)


def test_who_watches_house_players_is_told_that_the_next_deal_is_coming(
    open_page: OpenPage,
) -> None:
    page = open_page(reduced_motion="reduce")
    stage(page, MOMENTS["watching: house only"])
    expect(page.locator(".res-next")).to_contain_text("Het volgende spel begint zo")


# -- what is heard, and where the focus is --------------------------------------------------------


def test_one_click_on_the_front_page_brings_thirteen_cards_within_five_seconds(
    open_page: OpenPage,
) -> None:
    page = open_page()
    page.evaluate("() => sessionStorage.setItem('clicked', Date.now())")
    page.locator("#take-a-seat").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('#hand .cardbtn')].filter(it => it.checkVisibility()"
        " && it.querySelector('svg')).length === 13",
        timeout=SECONDS,
    )
    taken = page.evaluate("() => Date.now() - sessionStorage.getItem('clicked')")
    assert taken <= 5000, f"{taken} ms"


def test_the_focus_does_not_move_when_somebody_else_acts(open_page: OpenPage) -> None:
    page = open_page()
    take_a_seat(page)
    page.locator("#stop").focus()
    page.evaluate(
        """() => {
            window.moved = [];
            document.addEventListener('focusin', said => window.moved.push(said.target.id));
        }"""
    )
    said = page.locator("#news p").count()
    page.locator(".turnbar.on").wait_for(timeout=SECONDS)
    page.locator('.bidbtn[data-bid="pass"]').evaluate("it => it.click()")
    page.wait_for_function(
        "before => document.querySelectorAll('#news p').length > before + 1", arg=said
    )
    assert page.evaluate("() => window.moved") == []
    expect(page.locator("#stop")).to_be_focused()
