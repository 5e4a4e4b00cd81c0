"""The organizer rules about scores on a page that says beforehand what it changes."""

from __future__ import annotations

import html
import os
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.tournaments.scores.evening import Evening, scores_of
from tournaments.models import BoardScore, Entry, Result, Ruling, Standing
from tournaments.templatetags.tournaments import ruled_about

pytestmark = pytest.mark.django_db

ROUND = [("a", "b", "c", "d"), ("e", "f", "g", "h"), ("i", "j", "k", "l")]
MADE = ("+15 -15 +15 -15", "-20 +10 +10 0", "+30 -10 -10 -10")


@pytest.fixture
def evening(person: Any) -> tuple[Evening, Client]:
    organizer = person("organizer")
    there = Evening([ROUND], turns=(0, 0), settings={"organizer": organizer.pk})
    there.start(1)
    for table, scores in enumerate(MADE, start=1):
        for board in (1, 2):
            there.play(1, table, board, scores_of(scores))
    there.follow()
    there.release("1", 1)
    there.follow()
    client = Client()
    client.force_login(organizer)
    client.cookies["django_language"] = "en"
    return there, client


def said(there: Evening, client: Client, **fields: str) -> str:
    """What the page answers to a form."""
    address = f"/tournaments/{there.key}/rulings/"
    sent = client.post(address, {"reason": "het boek", **fields}, follow=True)
    there.follow()
    return html.unescape(sent.content.decode())


def shown(there: Evening, name: str) -> str:
    return Standing.objects.get(tournament=there.key, scope=0, entry=there.id(name)).shown_percent


def test_every_form_of_the_page_rules_and_takes_back(evening: tuple[Evening, Client]) -> None:
    there, client = evening
    assert "Nothing has been ruled." in said(there, client, do="")
    assert shown(there, "a") == "50.00"
    page = said(there, client, do="adjust", board="1:1", entry=there.id("a"), award="AVE+")
    assert "Board 1: a got an average (AVE+)." in page
    assert "Why: het boek" in page
    assert shown(there, "a") == "60.00"
    page = said(there, client, do="adjust", board="1:1", entry=there.id("a"), award="AVE")
    assert "This score is ruled already" in page
    [ruling] = Ruling.objects.filter(kind="adjusted")
    page = said(there, client, do="undo", ruling=ruling.key.partition(":")[2], reason="vergist")
    assert "Taken back: vergist" in page
    assert shown(there, "a") == "50.00"
    page = said(
        there,
        client,
        do="adjust",
        board="1:1",
        entry=there.id("a"),
        points_1="+40",
        weight_1="1/2",
        points_2="−30",
        weight_2="0,5",
    )
    assert "+40 × 0.50, −30 × 0.50" in page
    assert BoardScore.objects.get(entry=there.id("a"), kind="assigned").points == "5"
    penalty = {"do": "penalise", "entry": there.id("e"), "percent": "12,5", "points": "0"}
    assert "e got a penalty of 12.5 percent of a board." in said(there, client, **penalty)
    page = said(there, client, do="foul", board="1:1", from_table="3")
    assert "Board 1: table 3 held other cards than the rest." in page
    page = said(there, client, do="swap", board="1:1", entry=there.id("a"), other=there.id("f"))
    assert "Board 1: the seats at tables 1, 2 were corrected." in page
    page = said(there, client, do="turn", board="1:1", table="2", turn="2")
    assert "Board 1: the tray at table 2 had lain turned." in page
    assert "A table still plays this board." in said(
        there, client, do="turn", board="1:2", table="2", turn="2"
    )
    mie = {"what": "pass_game:schoppen_mie", "penalty_card": "N", "last_trick": "N"}
    page = said(there, client, do="amend", board="1:1", table="3", **mie)
    assert "Board 1: the result of table 3 was amended." in page
    row = Result.objects.get(board__tournament=there.key, board__number=1, table__number=3)
    assert (row.contract, row.score_n, row.variant) == ("schoppen_mie", -30, "fouled")
    rik = {"what": "bid:rik", "declarer_1": "N", "tricks_1": "14", "partner": "S"}
    page = said(there, client, do="amend", board="1:1", table="1", **rik)
    assert "There are not that many tricks." in page
    if folder := os.environ.get("RULINGS_PAGE"):
        for language in ("nl", "de"):
            client.cookies["django_language"] = language
            with open(f"{folder}/rulings-{language}.html", "w", encoding="utf-8") as file:
                file.write(client.get(f"/tournaments/{there.key}/rulings/").content.decode())


def test_a_ruling_without_a_reason_is_none(evening: tuple[Evening, Client]) -> None:
    there, client = evening
    with translation.override("en"):
        page = said(there, client, do="foul", board="1:1", from_table="2", reason=" ")
    assert "Say why" in page
    assert not Ruling.objects.exists()


def test_shares_may_be_percentages_and_are_read_in_the_way_of_the_language(
    evening: tuple[Evening, Client],
) -> None:
    there, client = evening
    client.cookies["django_language"] = "nl"
    ruled = {"do": "adjust", "board": "1:1", "entry": there.id("a")}
    outcomes = {"points_1": "15", "weight_1": "60", "points_2": "-15", "weight_2": "40"}
    page = said(there, client, **ruled, **{**outcomes, "weight_2": "30"})
    assert "samen 1" in page
    assert '"weight_2": "30"' in page and '"reason": "het boek"' in page  # to be filled in again
    page = said(there, client, **ruled, **outcomes)
    assert "+15 × 0,60, −15 × 0,40" in page and 'id="kept"' not in page
    assert BoardScore.objects.get(entry=there.id("a"), kind="assigned").points == "3"
    # From the first table on it would be all of them.
    page = client.get(f"/tournaments/{there.key}/rulings/").content.decode()
    tables = page.partition('name="from_table"')[2].partition("</select>")[0]
    assert "<option>2<" in tables and "<option>1<" not in tables


def test_who_withdrew_and_gave_up_the_number_is_still_ruled_about(
    evening: tuple[Evening, Client],
) -> None:
    there, client = evening
    Entry.objects.filter(pk=there.id("e")).update(number=None, status="withdrawn")
    penalty = {"do": "penalise", "entry": there.id("e"), "percent": "10", "points": "0"}
    page = said(there, client, **penalty)
    assert "e got a penalty of 10 percent of a board." in page
    assert f'<option value="{there.id("e")}">e</option>' in page


def test_a_player_reads_what_was_ruled_about_him_and_of_nobody_else(
    evening: tuple[Evening, Client], person: Any
) -> None:
    there, client = evening
    penalty = {"do": "penalise", "entry": there.id("e"), "percent": "10", "points": "0"}
    said(there, client, **penalty)
    said(there, client, do="adjust", board="1:1", entry=there.id("a"), award="AVE+")
    player = person("player")
    Entry.objects.filter(pk=there.id("e")).update(user_id=player.pk)
    mine = Client()
    mine.force_login(player)
    mine.cookies["django_language"] = "en"
    card = mine.get(f"/tournaments/{there.key}/card/").content.decode()
    assert "got a penalty of 10 percent of a board." in card
    assert f'href="/tournaments/{there.key}/history/"' in card
    assert "Board 1:" not in card
    with translation.override("en"):
        assert ruled_about(Entry.objects.get(pk=there.id("a")), False) == [
            "Board 1: a got an average (AVE+)."
        ]
        [ruling] = Ruling.objects.filter(kind="penalty")
        said(there, client, do="undo", ruling=ruling.key.partition(":")[2])
        assert ruled_about(Entry.objects.get(pk=there.id("e")), False) == []
