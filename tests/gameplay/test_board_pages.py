"""One board by itself, as a page and as a picture: for everybody, and only from its release on."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

import engine
from engine import SEATS, Seat
from gameplay import access, frames, room, streams, table_handlers
from gameplay.visibility import SPECTATOR, Viewer, at_seat
from tests.engine.seen import cards_in
from tests.gameplay.planned import FIRST_BOARD, Planned, let_go, open_planned

pytestmark = pytest.mark.django_db

N, E, S, W = SEATS
SVG = "{http://www.w3.org/2000/svg}"
# Situation 22 of other people's faults: who sees what, in every state of a board.
STATES = ("in play", "over", "to be released", "released", "broken off", "broken off and released")
SEEN = {"released", "broken off and released"}
ADDRESSES = ("", ".svg", "/replay/")


@pytest.fixture
def people(person: Callable[[str], Any]) -> dict[Seat, Any]:
    return {N: person("Noor"), S: person("Sem")}


def clients(people: dict[Seat, Any], person: Callable[[str], Any]) -> dict[str, Client]:
    staff = person("staff")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    named = {"visitor": None, "player": people[S], "stranger": person("Anna"), "staff": staff}
    made = {}
    for role, who in named.items():
        made[role] = Client()
        if who is not None:
            made[role].force_login(who, "django.contrib.auth.backends.ModelBackend")
    return made


def address(table: Planned, end: str, board: int = FIRST_BOARD) -> str:
    return f"/tables/{table.table_id}/boards/{board}{end or '/'}"


def brought_to(state: str, people: dict[Seat, Any]) -> Planned:
    table = open_planned(people)
    if state.startswith("broken off"):
        table.play_some(Random(1))
        table_handlers.close(table.table_id, reason="round_closed", actor="system:test")
    elif state != "in play":
        table.play_out(Random(1))
    if state == "to be released":
        let_go(table.game.game_id, timezone.now() + timedelta(minutes=1))
    elif state in SEEN:
        let_go(table.game.game_id, timezone.now())
    return table


@pytest.mark.parametrize("state", STATES)
def test_a_board_is_there_for_everybody_from_its_release_on_and_for_nobody_before(
    state: str, people: dict[Seat, Any], person: Callable[[str], Any]
) -> None:
    table = brought_to(state, people)
    for role, client in clients(people, person).items():
        for end in ADDRESSES:
            answer = client.get(address(table, end))
            if state in SEEN:
                assert answer.status_code == 200, (role, end)
                continue
            assert answer.status_code == 404, (role, end)
            assert "no-store" in answer["Cache-Control"], (role, end)
            assert not cards_in(answer.content.decode()), (role, end)


def test_only_what_was_released_may_be_kept_by_a_cache(people: dict[Seat, Any]) -> None:
    table = brought_to("released", people)
    picture = Client().get(address(table, ".svg"))
    assert picture["Cache-Control"] == "public, max-age=3600"
    assert "no-store" in Client().get(address(table, ""))["Cache-Control"]


def test_a_free_table_shows_its_board_as_soon_as_it_is_over(people: dict[Seat, Any]) -> None:
    table = open_planned(people, policy="live")
    table.play_some(Random(3))
    # Everybody may watch a free table while it plays; its hands are nobody's before the end.
    assert Client().get(address(table, "/replay/")).status_code == 404
    table.play_out(Random(3))
    for end in ADDRESSES:
        assert Client().get(address(table, end)).status_code == 200


def test_a_featured_table_is_shown_minutes_after_the_release_and_never_before_it(
    people: dict[Seat, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_planned(people, origin="tournament-x")
    game_id = table.play_out(Random(1))
    late: dict[str, timedelta] = {"is": timedelta(minutes=10)}
    monkeypatch.setattr(access, "_delays", lambda table_id, origin: late["is"])
    for minutes, status in ((0, 404), (9, 404), (11, 200)):
        let_go(game_id, timezone.now() - timedelta(minutes=minutes))
        assert {Client().get(address(table, end)).status_code for end in ADDRESSES} == {status}
    late["is"] = timedelta(minutes=-10)  # whatever somebody answers
    let_go(game_id, timezone.now() + timedelta(minutes=5))
    assert {Client().get(address(table, end)).status_code for end in ADDRESSES} == {404}


def test_who_watches_the_featured_table_is_a_while_behind_and_its_players_are_not(
    people: dict[Seat, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_planned(people, origin="tournament-x")
    game_id = table.play_out(Random(1))
    monkeypatch.setattr(access, "_delays", lambda table_id, origin: timedelta(minutes=10))

    def told(viewer: Viewer) -> tuple[dict[str, Any], dict[str, Any]]:
        shown = room.first_look(table.table_id)
        made = room.opening_frames(shown, viewer, timezone.now())
        assert [step for _, steps in [room.changes(shown, releases=True)] for step in steps] == []
        first, second = (json.loads(frame.text) for frame in made)
        return first, second

    for minutes in (0, 9):
        moment = timezone.now() - timedelta(minutes=minutes)
        let_go(game_id, moment)
        at_table, game = told(SPECTATOR)
        assert at_table["released"] is None
        assert at_table["state"]["boards"] == []
        assert game["view"] is None
        assert told(at_seat(S))[1]["view"]["result"]["hands"] is not None
    before = room.first_look(table.table_id)
    moment = timezone.now() - timedelta(minutes=11)
    let_go(game_id, moment)
    at_table, game = told(SPECTATOR)
    # As if it had been released ten minutes later: everybody sees the same card.
    assert at_table["released"]["at"] == frames.moment(moment + timedelta(minutes=10))
    assert game["view"]["finished"]
    # Those who were there already hear of it, though nothing happened at the table.
    _, steps = room.changes(before, releases=True)
    assert any(step.is_table for step in steps)


def drawing(table: Planned, language: str = "en") -> ElementTree.Element:
    answer = Client().get(address(table, ".svg"), {"lang": language})
    assert answer["Content-Type"].startswith("image/svg+xml")
    return ElementTree.fromstring(answer.content)


def test_the_picture_has_four_hands_the_contract_and_the_points_in_words_too(
    people: dict[Seat, Any],
) -> None:
    people[N].display_name = "<Noor> & co"
    people[N].save()
    table = brought_to("released", people)
    state, picture = table.game.state, drawing(table)
    texts = [each.text or "" for each in picture.iter(f"{SVG}text")]
    title, said = (picture.find(f"{SVG}{name}") for name in ("title", "desc"))
    assert title is not None
    assert said is not None
    assert (title.text, picture.get("role")) == (f"Board {FIRST_BOARD}", "img")
    assert picture.get("aria-labelledby") == f"{title.get('id')} {said.get('id')}"
    result = engine.public_view(state, reveal=True).as_dict()["result"]
    for seat in SEATS:
        held = state.deal.hand(seat).notation.split(".")
        for ranks in held:
            row = " ".join("10" if rank == "T" else rank for rank in ranks) or "–"
            assert row in texts
            assert row in (said.text or "")
        points = result["scores"][seat.letter]
        assert (f"+{points}" if points > 0 else f"−{-points}" if points else "0") in texts
    assert any(text.startswith("<Noor> & co") for text in texts)
    assert "<Noor> & co" in (said.text or "")
    assert {each.tag.removeprefix(SVG) for each in picture.iter()} == {
        *("svg", "title", "desc", "rect", "text", "path"),
    }


def test_the_picture_speaks_the_language_of_its_address_and_has_its_letters(
    people: dict[Seat, Any],
) -> None:
    table = brought_to("released", people)
    dutch, english = (
        [each.text or "" for each in drawing(table, language).iter(f"{SVG}text")]
        for language in ("nl", "en")
    )
    assert f"Bord {FIRST_BOARD}" in dutch
    kings = [row for row in english if "K" in row.split()]
    assert kings
    assert not any("K" in row.split() for row in dutch)
    assert streams.game(table.game.game_id).over
    unknown = Client().get(address(table, ".svg"), {"lang": "xx"})
    assert unknown.content == Client().get(address(table, ".svg"), {"lang": "nl"}).content
