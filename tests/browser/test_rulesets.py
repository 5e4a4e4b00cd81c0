"""What only some rulesets have, in the real page: shown, asked, said, and nothing cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import play_board, sign_up, with_the_mouse
from tests.browser.rulesets import MOMENTS_OF
from tests.browser.staged import SHORT_NAMES, one_page_after_another, stage
from tests.browser.test_moments import CUT_OFF, expect_nothing_cut_off
from tests.browser.test_table_page import BOXES, FIXED, expect_it_fits, faults

pytestmark = pytest.mark.browser

MOMENTS = {
    f"{slug}: {name}": moment
    for slug, moments in MOMENTS_OF.items()
    for name, moment in moments.items()
}
# One of each kind of box that is new: for axe, which takes longest.
LOOKED_INTO = [
    "wiezen: auction",
    "wiezen: asked in vain",
    "wiezen: discard",
    "german: joining",
    "german: praatje",
    "wikibooks: choose",
    "championship-offline: leader",
    "championship-offline: watching: open misere",
    "wikibooks: claim",
    "german: misere and piek over",
    "platform: alone",
]
# Of those, the ones with colours of their own.
COLOURED = ["german: joining", "german: praatje", "wikibooks: choose"]


@pytest.mark.parametrize(
    ("width", "height", "locale"),
    [(360, 740, "nl-NL"), (1280, 800, "en-GB")],
)
def test_nothing_is_cut_off_in_any_ruleset(
    open_page: OpenPage, width: int, height: int, locale: str
) -> None:
    page = open_page(width, height, locale=locale, reduced_motion="reduce")
    expect_nothing_cut_off(page, MOMENTS)


@pytest.mark.parametrize(
    ("theme", "names", "rules"),
    [("light", LOOKED_INTO, ()), ("dark", COLOURED, ("color-contrast",))],
)
def test_axe_finds_nothing_in_any_ruleset(
    open_page: OpenPage, theme: str, names: list[str], rules: tuple[str, ...]
) -> None:
    page = open_page(360, 740, reduced_motion="reduce")
    for name, moment in one_page_after_another({name: MOMENTS[name] for name in names}):
        stage(page, moment, SHORT_NAMES, theme=theme)
        assert faults(page, *rules) == [], name


# -- in words -------------------------------------------------------------------------------------

# The sentence above, what is asked of whom, and what else the table must be told.
SAID = {
    "wiezen: auction": ("Nog geen bod", "Jouw bod", "Gekeerd schoppen 10"),
    "wiezen: asked": ("Hoogste bod: Vraag", "Jouw bod", "Meegaan"),
    "wiezen: going along": ("Jij en Noud spelen Vraag", "Wies is aan slag", "Spelers 2"),
    "wiezen: troel": ("Nog geen bod", "Jouw bod", "Met jouw azen: Troel of hoger"),
    "wiezen: discard": ("Jij speelt Kleine miserie", "Leg één kaart weg", "Alleen jij ziet"),
    "wiezen: discarded": ("Jij speelt Kleine miserie", "Wies legt een kaart weg", "schoppen 7"),
    "wiezen: thrown in": ("Niemand speelt dit spel", "", "Iedereen paste, dus het spel"),
    "german: auction, longest ladder": ("Nog geen bod", "Jouw bod", "Beter schoppen"),
    "german: joining": ("Hoogste bod: Misère", "Jouw bod", "Ook Piek"),
    "german: praatje, own": (
        "Jij speelt Open misère praatje",
        "Wies is aan slag",
        "Noud, Truus en Wies mogen nu met elkaar praten.",
    ),
    "german: dames over": ("Dames", "", "Vrouwen: Jij 4."),
    "german: misere and piek over": ("Jij haalt 0 slagen, Noud haalt 4 slagen", "", "Wie betaalt"),
    "wikibooks: choose": ("Jij kiest het spel", "Jij kiest het spel", "Verplichte rik"),
    "wikibooks: forced rik": ("Iedereen past: jij moet Verplichte rik spelen", "Kies troef", ""),
    "wikibooks: rondpiek": ("Iedereen past: Rondpiek", "Noud is aan slag", "precies 1 slag"),
    "wikibooks: rondpiek over": ("Rondpiek", "", "Niemand betaalt iets."),
    "wikibooks: dealt again": ("Opnieuw delen", "", "Niemand krijgt punten."),
    "wikibooks: exchange": ("Jij speelt Rik", "Een kaart ruilen?", "De hartenaas ligt open"),
    "wikibooks: exchange, waiting": ("", "", "mag geruild worden"),
    "wikibooks: exchanged": ("", "", "In het midden"),
    "championship-offline: leader": (
        "Jij speelt Open misère",
        "Jij zegt wie uitkomt",
        "Jij legt straks je kaarten open.",
    ),
    "platform: only pass": ("Hoogste bod: Misère", "Jouw bod", "Je kunt alleen passen"),
    "platform: forced rik": ("Iedereen past: jij moet Rik spelen", "Kies troef", ""),
}


def test_every_contract_and_question_is_said_in_words(open_page: OpenPage) -> None:
    page = open_page(360, 740, reduced_motion="reduce")
    for name, (sentence, asked, more) in SAID.items():
        stage(page, MOMENTS[name], SHORT_NAMES)
        if sentence:
            expect(page.locator(".say .lead, .res-hero h2")).to_have_text(sentence)
        if asked:
            expect(page.locator(".turnbar b")).to_have_text(asked)
        words = " ".join(page.locator("#table-body").inner_text().split())
        assert more in words, f"{name}: {words}"


def test_a_step_that_the_page_does_not_know_says_so_and_breaks_nothing(
    open_page: OpenPage,
) -> None:
    page = open_page(360, 740, reduced_motion="reduce")
    waiting = MOMENTS["wikibooks: auction, waiting"]
    stage(page, waiting, SHORT_NAMES, view={"phase": "haggle"})
    expect(page.locator(".turnbar b")).to_have_text("Wies is aan de beurt")
    expect(page.locator(".mid")).to_contain_text("Even wachten")
    stage(page, MOMENTS["wikibooks: auction"], SHORT_NAMES, view={"phase": "haggle"})
    expect(page.locator(".turnbar b")).to_have_text("Je wordt iets gevraagd")
    expect(page.get_by_role("button", name="Laad opnieuw")).to_be_visible()
    assert page.locator("#hand .cardbtn").count() == 13


# -- what is said by pressing ---------------------------------------------------------------------

LISTEN = "() => { window.said = []; window.line.send = text => said.push(JSON.parse(text)); }"


def sent(page: Page) -> dict[str, object]:
    """The one message that has been sent, without what every message has."""
    (message,) = page.evaluate("() => said")
    return {key: message[key] for key in message.keys() - {"id", "game", "version"}}


def asks(page: Page, name: str) -> None:
    stage(page, MOMENTS[name], SHORT_NAMES)
    page.evaluate(LISTEN)


def test_a_bid_of_many_is_explained_before_it_is_said(open_page: OpenPage) -> None:
    page = open_page(360, 740, reduced_motion="reduce")
    asks(page, "wikibooks: auction")
    page.locator('[data-bid="alleen_13"]').click()
    page.locator('[data-bid="alleen_9_beter"]').click()
    bar = page.locator(".turnbar")
    expect(bar.locator("b")).to_have_text("9 alleen beter")
    expect(bar).to_contain_text("9 slagen zonder maat, harten troef; 5 per tegenspeler")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("() => said") == [], "picked is not said"
    bar.get_by_role("button", name="Bied 9 alleen beter").click()
    assert sent(page) == {"do": "bid", "bid": "alleen_9_beter"}


def test_games_leaders_and_cards_to_put_away_are_said(open_page: OpenPage) -> None:
    page = open_page(360, 740, reduced_motion="reduce")
    asks(page, "wikibooks: choose")
    page.locator('[data-game="rondpiek"]').click()
    expect(page.locator(".turnbar")).to_contain_text("win met precies 1 slag")
    page.locator('[data-say="rondpiek"]').click()
    assert sent(page) == {"do": "choose", "pass_game": "rondpiek"}

    asks(page, "championship-offline: leader")
    page.locator('[data-leader="W"]').click()
    assert sent(page) == {"do": "leader", "leader": "W"}

    asks(page, "wiezen: discard")
    card = page.locator('[data-hand="S7"]')
    card.click()
    assert page.evaluate("() => said") == [], "a card that goes for good is asked for twice"
    page.get_by_role("button", name="Wegleggen").click()
    assert sent(page) == {"do": "discard", "card": "S7"}
    expect(card).to_have_attribute("aria-disabled", "true")

    asks(page, "wikibooks: exchange")
    page.get_by_role("button", name="Houd je hand").click()
    assert sent(page) == {"do": "exchange"}
    asks(page, "wikibooks: exchange")
    page.locator('[data-hand="H2"]').click()
    assert page.evaluate("() => said") == []
    page.get_by_role("button", name="Ruilen").click()
    assert sent(page) == {"do": "exchange", "card": "H2"}

    asks(page, "wikibooks: claim")
    page.locator('[data-accept="1"]').click()
    assert sent(page) == {"do": "answer", "accept": True}

    asks(page, "german: troela, trumps")
    barred = page.locator('[data-suit="D"]')  # the suit of the fourth ace
    expect(barred).to_have_attribute("aria-disabled", "true")
    expect(barred).to_contain_text("mag niet")
    page.locator('[data-suit="C"]').click()
    page.locator(".okbtn").click()
    assert sent(page) == {"do": "declare", "trump": "C"}


@pytest.mark.parametrize(("ruleset", "width"), [("wiezen", 360), ("wikibooks", 1280)])
def test_a_whole_board_is_played_under_other_rules(
    open_page: OpenPage, ruleset: str, width: int
) -> None:
    page = open_page(width, 800)
    sign_up(page, f"plays-{ruleset}")
    page.goto("/tables/new/")
    page.locator("details.rules-choice > summary").click()
    page.locator(f"#ruleset-{ruleset}").check()
    page.get_by_role("button", name="Open de tafel").click()
    page.wait_for_url("**/tables/*/")
    page.locator("#hand .cardbtn").first.wait_for()
    assert play_board(page, with_the_mouse)
    expect(page.locator(".scores dd")).to_have_count(4)
    expect_it_fits(page)
    page.locator("#next").click()
    expect(page.locator("#hand .cardbtn")).to_have_count(13)


# -- hands that lie open --------------------------------------------------------------------------

PLACES = [*FIXED, ".mid", ".laid-l", ".tc-t"]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_hands_that_are_laid_open_move_nothing(
    open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(width, height, reduced_motion="reduce")
    moments = MOMENTS_OF["championship-offline"]
    stage(page, moments["open misere, soon"], SHORT_NAMES)
    before = page.evaluate(BOXES, PLACES)
    expect(page.locator(".laid")).to_have_text(["Annekestraks open"])
    stage(page, moments["open misere"], SHORT_NAMES)
    assert page.evaluate(BOXES, PLACES) == before
    laid = page.locator(".laid")
    expect(laid).to_have_count(1)
    expect(laid).to_have_accessible_name("De hand van Anneke")
    ranks = [line.inner_text().split() for line in laid.locator("p").all()]
    assert [cards[1:] for cards in ranks] == [
        ["2"], ["5", "3", "2"], ["4", "3", "2"], ["6", "4", "3", "2"],
    ]  # fmt: skip


def test_who_watches_sees_all_hands_that_lie_open(open_page: OpenPage) -> None:
    page = open_page(360, 740, reduced_motion="reduce")
    stage(page, MOMENTS["german: watching: praatje"], SHORT_NAMES)
    names = [hand.get_attribute("aria-label") for hand in page.locator(".laid").all()]
    assert names == [f"De hand van {name}" for name in ("Wies", "Noud", "Truus", "Anneke")]
