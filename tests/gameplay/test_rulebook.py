"""The pages that tell the rules say what the engine plays, with its figures."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import translation

from engine import rulesets
from gameplay.rulebook import address, options_of, rulebook

pytestmark = pytest.mark.django_db

EVERY = rulesets.names()


def scores(slug: str, bid: str, what: str, **options: object) -> tuple[int, int, int, int]:
    with translation.override("en"):
        examples = {one.title: one for one in rulebook(slug, options).examples}
        return next(row.scores for row in examples[bid].rows if row.what == what)


@pytest.mark.parametrize("language", ["nl", "en", "de"])
@pytest.mark.parametrize("slug", EVERY)
def test_everybody_can_read_every_ruleset(client: Client, slug: str, language: str) -> None:
    client.cookies["django_language"] = language
    page = client.get(f"/rules/{slug}/")
    assert page.status_code == 200
    text = page.content.decode()
    with translation.override(language):
        names = [line.name for line in rulebook(slug, {}).ladder]
    assert [name for name in names if f'role="rowheader">{name}<' not in text] == []
    assert "%(" not in text


def test_the_list_names_all_six(client: Client) -> None:
    text = client.get("/rules/").content.decode()
    assert [slug for slug in EVERY if f'href="/rules/{slug}/"' not in text] == []


@pytest.mark.parametrize(
    ("slug", "bid", "what", "expected"),
    [
        # rules.md 7.8: 10 for eight tricks, 70 for all thirteen, lost by the rikker alone
        ("championship-online", "Rik", "8 tricks: made", (10, 10, -10, -10)),
        ("championship-online", "Rik", "13 tricks: made", (70, 70, -70, -70)),
        ("championship-online", "Rik", "7 tricks: lost", (-20, 0, 10, 10)),
        # situations.md, at the table, 18: the example of seed 002
        ("german", "Misère", "an opponent plays it too, and fails", (20, -20, 0, 0)),
        ("platform", "Rik", "9 tricks: made", (2, 2, -2, -2)),
        ("wikibooks", "Misère", "0 tricks: made", (30, -10, -10, -10)),
        ("wiezen", "Vraag", "13 tricks: made", (24, 24, -24, -24)),
    ],
)
def test_worked_scores_are_those_of_the_sources(
    slug: str, bid: str, what: str, expected: tuple[int, int, int, int]
) -> None:
    assert scores(slug, bid, what) == expected


@pytest.mark.parametrize("slug", EVERY)
def test_every_bid_of_the_ladder_is_told_once_from_low_to_high(slug: str) -> None:
    book = rulebook(slug, {})
    rungs = sorted(rulesets.get(slug).with_options({}).ladder, key=lambda rung: rung.rank)
    assert len({line.name for line in book.ladder}) == len(book.ladder) == len(rungs)
    assert all(sum(row.scores) == 0 for one in book.examples for row in one.rows)


def test_an_option_that_was_changed_is_told_and_marked() -> None:
    with translation.override("en"):
        plain = rulebook("german", {})
        book = rulebook("german", {"no_piek": True, "rikker_pays_alone": True})
    assert "Piek" in {line.name for line in plain.ladder}
    assert "Piek" not in {line.name for line in book.ladder}
    assert (plain.changed, book.changed) == (False, True)
    changed = {one.label: one.value for one in book.choices if one.changed}
    assert changed == {"No piek": "yes", "The rikker pays alone": "yes"}
    assert scores("german", "Rik", "7 tricks: lost", rikker_pays_alone=True) == (-4, 0, 2, 2)


def test_other_points_are_worked_out_with_them() -> None:
    values = {"misere": 7}
    assert scores("german", "Misère", "0 tricks: made", values=values) == (21, -7, -7, -7)


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("wiezen", {"pico": True, "values": {"vraag": {"base": 3}}}),
        ("german", {"troela": "absent"}),
        ("championship-offline", {"step": "global", "early_end": False}),
    ],
)
def test_the_address_of_rules_keeps_their_options(slug: str, options: dict[str, object]) -> None:
    parts = urlsplit(address(slug, options))
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    assert options_of(slug, query) == options


def test_what_is_at_its_default_is_not_in_the_address() -> None:
    assert address("german", {"troela": "compulsory"}) == "/rules/german/"


@pytest.mark.parametrize("query", ["trolea=absent", "troela=sometimes", "values=[1]"])
def test_options_that_nobody_knows_are_refused_in_words(client: Client, query: str) -> None:
    page = client.get(f"/rules/german/?{query}")
    assert page.status_code == 400
    assert 'class="error"' in page.content.decode()


def test_rules_that_nobody_plays_have_no_page(client: Client) -> None:
    assert client.get("/rules/poker/").status_code == 404


def test_jargon_is_explained_only_where_it_is_used(client: Client) -> None:
    client.cookies["django_language"] = "en"
    wiezen = client.get("/rules/wiezen/").content.decode()
    platform = client.get("/rules/platform/").content.decode()
    assert "<dt>Meegaan</dt>" in wiezen
    assert "<dt>Rikker</dt>" not in wiezen
    assert "<dt>Rikker</dt>" in platform
    assert "<dt>Meegaan</dt>" not in platform
