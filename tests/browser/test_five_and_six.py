"""Five or six at the table, on the page: who sits out is said, and nothing is cut off for it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

import engine
from tests.browser.conftest import OpenPage
from tests.browser.playing import SECONDS, play_board, sign_up, with_the_mouse
from tests.browser.staged import FIRST_TRICK, HANDS, SHORT_NAMES, Moment, rik, stage
from tests.browser.test_moments import CUT_OFF
from tests.browser.test_table_page import expect_it_fits, faults
from tests.vocabulary import Game, deal

pytestmark = pytest.mark.browser

SIZES = [(360, 740, "nl-NL"), (360, 740, "en-GB"), (1280, 800, "nl-NL")]
CHAIRS = {"N": "E", "E": "S", "S": "W", "W": "5", "5": "N", "6": "6"}


def nobody_deals(game: Game) -> Game:
    return replace(game, state=game.state._replace(dealer_sits_out=True))


def at_table(players: int, **more: object) -> dict[str, object]:
    bench = {"5": "Margriet", "6": "Hendrik-Jan"}
    places = "NESW56"[:players]
    scores = {"N": 10, "E": -80, "S": 10, "W": 60, "5": 0, "6": 0}
    boards = [
        {"board": board, "dealer": None, "scores": {place: scores[place] for place in places}}
        for board in (1, 2)
    ]
    return {
        "bench": {
            place: {"name": bench[place], "kind": "person", "away": False} for place in places[4:]
        },
        "chairs": {place: CHAIRS[place] for place in places},
        "boards": boards,
        "totals": {place: 12 * scores[place] for place in places},
        **more,
    }


def bids(words: str) -> Game:
    start = engine.start(
        ruleset="championship-online",
        options={},
        dealer=None,
        forehand=engine.Seat.NORTH,
        deal=deal(**HANDS),
    )
    return Game(start).bid(words)


OVER = {"ready": [], "waiting_for": ["N", "E", "W"]}
NOBODY = {"name": "", "kind": "empty", "away": False}
EMPTY = {"N": NOBODY, "E": NOBODY, "S": {**NOBODY, "name": "Anneke", "kind": "person"}, "W": NOBODY}
MOMENTS = {
    "auction of five": Moment(bids("N:pass E:rik"), table=at_table(5)),
    "auction of six": Moment(bids("N:pass E:rik"), table=at_table(6)),
    "play of six": Moment(nobody_deals(rik(FIRST_TRICK)), table=at_table(6)),
    "five over": Moment(nobody_deals(rik().play_on()), table=at_table(5, **OVER)),
    "six over": Moment(nobody_deals(rik().play_on()), table=at_table(6, **OVER)),
    "sitting out": Moment(
        nobody_deals(rik(FIRST_TRICK)), None, at_table(5), attributes={"ws": "line"}
    ),
    "sat out": Moment(
        nobody_deals(rik().play_on()), None, at_table(6, **OVER), attributes={"ws": "line"}
    ),
    "empty chairs": Moment(
        None,
        table=at_table(
            6,
            seats=EMPTY,
            bench={"5": NOBODY, "6": NOBODY},
        ),
        attributes={"opener": "1"},
    ),
}


# A score that is wider than its column, so that it runs into the next.
SCORES_THAT_TOUCH = """() => [...document.querySelectorAll('.totals td')].filter(it => {
    const text = document.createRange();
    text.selectNodeContents(it);
    return text.getBoundingClientRect().width > it.getBoundingClientRect().width;
}).map(it => it.textContent)"""


@pytest.mark.parametrize(("width", "height", "locale"), SIZES)
def test_nothing_is_cut_off_where_five_or_six_are_at_the_table(
    open_page: OpenPage, width: int, height: int, locale: str
) -> None:
    page = open_page(width, height, locale=locale, reduced_motion="reduce")
    for name, moment in MOMENTS.items():
        stage(page, moment, SHORT_NAMES)
        assert page.evaluate(CUT_OFF) == [], name
        assert page.evaluate(SCORES_THAT_TOUCH) == [], name
        expect_it_fits(page)


def test_who_sits_out_is_said_to_all_and_to_himself(open_page: OpenPage) -> None:
    page = open_page(360, 740, reduced_motion="reduce")
    stage(page, MOMENTS["play of six"], SHORT_NAMES)
    expect(page.locator(".round.out")).to_have_text("Stil: Margriet, Hendrik-Jan")
    assert faults(page) == []
    stage(page, MOMENTS["sitting out"], SHORT_NAMES)
    expect(page.locator(".turnbar")).to_contain_text("Je zit dit bord stil.")
    expect(page.locator("#hand .cardbtn")).to_have_count(0)
    expect(page.locator("#stop")).to_be_visible()
    expect(page.locator(".tag.live")).to_have_count(0)
    assert faults(page) == []
    stage(page, MOMENTS["six over"], SHORT_NAMES)
    assert page.locator(".totals thead th").all_inner_texts() == [
        *("Bord", "Margriet", "Noud", "Truus", "Jij", "Wies", "Hendrik-Jan"),
    ]


def test_a_person_opens_a_table_of_five_and_plays_with_four_house_players(
    open_page: OpenPage,
) -> None:
    page = open_page()
    sign_up(page, "Fenna")
    page.goto("/tables/new/")
    expect(page.get_by_label("Vijfde speler")).to_be_hidden()
    page.get_by_label("Aantal spelers").select_option("5")
    expect(page.get_by_label("Vijfde speler")).to_be_visible()
    expect(page.get_by_label("Zesde speler")).to_be_hidden()
    expect(page.get_by_label("Links van je")).to_be_visible()
    page.get_by_role("button", name="Open de tafel").click()
    expect(page.locator("#hand .cardbtn")).to_have_count(13, timeout=SECONDS)
    expect(page.locator(".round.out")).to_have_text("Stil: Noud")
    assert "bid" in play_board(page, with_the_mouse)
    heads = page.locator(".totals thead th").all_inner_texts()
    points = page.locator(".totals tfoot td").all_inner_texts()
    assert len(heads) == 1 + len(points) == 6
    assert points[heads.index("Noud") - 1] == "0"  # who dealt sat out
