"""A table of a tournament: its round's clock, one's own seat, the ways out, at every moment."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.staged import MOMENTS, SHORT_NAMES, Moment, rik, stage
from tests.browser.test_moments import CUT_OFF
from tests.browser.test_table_page import expect_it_fits

pytestmark = pytest.mark.browser

SIZES = [(360, 740), (740, 360), (1280, 800)]
PLANNED = {"planned": True, "number": 2, "board": 17, "length": 4, "policy": "board"}
CLOSED = {**PLANNED, "length": 2, "closed": True, "ready": [], "waiting_for": []}
AT_PLAY = ("auction", "auction, much bid", "declare", "lead", "partner known", "misere by two")
# The tournament's answer, without a tournament.
ANSWERS = """
    const real = window.fetch;
    const answer = it => Promise.resolve(new Response(JSON.stringify(it)));
    const line = (table, game, contract_text, tricks, score) => ({table, game, contract_text,
        declarer: 'S', tricks: [tricks], seats: ['N', 'E', 'S', 'W'].map(seat => ({seat, score}))});
    window.fetch = (url, how) => String(url).endsWith('/where/')
        ? answer({table_url: null, text: '%s'})
        : String(url).endsWith('/sessions/1/boards/17/')
        ? answer({traveller: [line(1, 'g2', 'rik', 8, 10), line(2, 'a', '8 alleen', 9, 30),
            line(3, 'b', 'rik', 8, 10), line(4, 'c', 'open misère praatje', 1, -120)]})
        : real(url, how);
"""
AFTER = "Ronde 2 van 2 is gepland om 20:30; de organisator start de ronde."


def in_a_round(**more: str) -> dict[str, str]:
    ends = datetime.now(UTC) + timedelta(minutes=12, seconds=40)
    return {
        "title": "Clubkampioenschap van Zuid",
        "next": "/where/",
        "ends": ends.isoformat(),
        "plays": "1",
        "board": "/tournaments/t/boards/1/0/",
        "compare": "/api/tournaments/t/sessions/1/boards/0/",
        "standings": "/tournaments/t/standings/",
        **more,
    }


def keep(page: Page, name: str) -> None:
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


@pytest.mark.parametrize("size", SIZES)
def test_a_player_sees_his_seat_and_the_time_and_nothing_is_cut_off(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(*size, reduced_motion="reduce")
    for name in AT_PLAY:
        moment = MOMENTS[name]
        stage(page, Moment(moment.game, moment.seat, PLANNED), SHORT_NAMES, **in_a_round())
        keep(page, f"{name}-{size[0]}")
        expect(page.locator(".round")).to_contain_text("Jij zit Zuid")
        expect(page.get_by_role("timer")).to_contain_text("12:")
        assert page.evaluate(CUT_OFF) == [], name
        expect_it_fits(page)


@pytest.mark.parametrize("size", SIZES)
def test_the_end_leads_to_the_board_at_all_tables_and_says_what_comes(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(*size, reduced_motion="reduce")
    page.add_init_script(ANSWERS % AFTER)
    stage(page, Moment(rik().play_on(), table=CLOSED), SHORT_NAMES, **in_a_round())
    keep(page, f"closed-{size[0]}")
    expect(page.get_by_text(AFTER)).to_be_visible()
    expect(page.locator("#stop")).to_be_hidden()
    expect(page.locator("#traveller")).to_have_attribute("href", "/tournaments/t/boards/1/17/")
    expect(page.get_by_role("link", name="Ranglijst")).to_be_visible()
    expect(page.get_by_role("link", name="Naar het toernooi")).to_be_visible()
    everywhere = page.locator("#compared tbody tr")
    expect(everywhere).to_have_count(3)
    assert [" ".join(row.split()) for row in everywhere.all_inner_texts()] == [
        *(
            "+30 8 alleen (S) 9 1",
            "+10 , deze tafel Rik (S) 8 2",
            "−120 Open misère praatje (S) 1 1",
        )
    ]
    expect(everywhere.nth(1)).to_have_class("cur")
    keep(page, f"compared-{size[0]}")
    assert page.evaluate(CUT_OFF) == []
    expect_it_fits(page)


def test_who_watched_is_thanked_for_that(open_page: OpenPage) -> None:
    page = open_page()
    stage(page, MOMENTS["watching: table closed"], SHORT_NAMES)
    expect(page.get_by_text("Bedankt voor het kijken.")).to_be_visible()


def test_of_another_s_bid_the_table_does_not_say_you(open_page: OpenPage) -> None:
    page = open_page()
    stage(page, MOMENTS["watching: auction"], SHORT_NAMES)
    expect(page.locator(".say")).not_to_contain_text("jij")
