"""The director takes a board back at one table: with a reason, and told what has been seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

import engine
from gameplay import room, streams
from gameplay.eventstore import store
from gameplay.ids import game_stream
from gameplay.streams import LiveGame
from gameplay.visibility import SPECTATOR, at_seat
from tests.tournaments.pages.test_for_who_watches import desk, evening, read, reader
from tests.tournaments.rounds.office import Office
from tournaments import stream
from tournaments.services import calls, registration, seating

pytestmark = pytest.mark.django_db

__all__ = ["desk", "evening", "reader"]


def board(table: str) -> LiveGame:
    current = streams.table(table).state.current
    assert current is not None
    return streams.game(current.game_id)


def address(office: Office, table: str) -> str:
    return f"/tournaments/{office.key}/tables/{table}/back/"


def page(desk: Client, office: Office, table: str, to: int | None = None) -> str:
    answer = desk.get(address(office, table), {} if to is None else {"to": to})
    assert answer.status_code == 200
    return answer.content.decode()


def takes_back(desk: Client, office: Office, table: str, form: str, **more: str) -> str:
    hidden = dict(re.findall(r'name="(command|game|version|to)" value="([^"]+)"', form))
    sent = {**hidden, "reason": "East held fourteen cards", **more}
    answer = desk.post(address(office, table), sent, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def seen_by(table: str, seat: engine.Seat | None) -> str:
    viewer = SPECTATOR if seat is None else at_seat(seat)
    return room.opening_frames(room.first_look(table), viewer, timezone.now())[1].text


def in_the_third_trick(office: Office, table: str) -> bool:
    view = engine.public_view(board(table).state)
    return len(view.tricks) >= 2


def test_the_page_lists_what_was_seen_and_the_table_goes_on_from_the_chosen_moment(
    evening: Office, desk: Client, reader: Client
) -> None:
    table = evening.round(1).tables[0].table
    evening.house_plays(until=lambda: in_the_third_trick(evening, table))
    before = board(table)
    tricks = engine.public_view(before.state).tricks
    first_lead = next(
        one.version for one in before.played if isinstance(one.event, engine.CardPlayed)
    )
    form = page(desk, evening, table, first_lead)
    listed = re.search(r'<ul id="seen">(.*?)</ul>', form, re.S)
    assert listed is not None
    fallen = {card for trick in tricks for card in trick.cards} - {tricks[0].cards[0]}
    on_table = engine.public_view(before.state).trick
    fallen |= {play.card for play in on_table.plays if play.card} if on_table else set()
    assert len(re.findall("[♠♥♦♣]", listed[1])) == len(fallen)

    assert "Say why" in takes_back(desk, evening, table, form, reason="  ")
    assert board(table).version == before.version
    assert "has been taken back" in takes_back(desk, evening, table, form)
    after = board(table)
    assert after.version == before.version + 1
    assert [one.version for one in after.played][-1] == first_lead
    row = store.load(game_stream(after.game_id))[-1]
    decided, _ = evening.last("BoardRolledBack")
    assert (row.type, row.actor) == ("RolledBack", evening.actor)
    assert row.cause == f"{stream.name(evening.key)}:{evening.recorded()[-1].version}"
    assert store.read_text(decided.reason.id) == "East held fourteen cards"
    # Sent twice it is done once; a page that knows an older version changes nothing.
    takes_back(desk, evening, table, form)
    assert board(table).version == after.version
    late = takes_back(desk, evening, table, form, command="another", to="1")
    assert "Somebody acted meanwhile" in late
    assert board(table).version == after.version

    # Who plays sees what fell listed and has his cards back; who may not see play sees no card.
    for seat in engine.SEATS:
        text = seen_by(table, seat)
        assert text.count('"taken_back"') == 1
        assert '"by":"director"' in text
    assert "taken_back" not in seen_by(table, None)
    assert '"view":null' in seen_by(table, None)
    # The reason may tell of cards: it is the director's alone, until he tells it.
    line = f"{board(table).opened.board} was taken back at table 1."
    assert line in read(reader, evening, "history/")
    assert "fourteen" not in read(reader, evening, "history/")
    assert "fourteen" in read(desk, evening, "history/")
    assert "By the director" in page(desk, evening, table)

    evening.house_plays(until=lambda: board(table).opened.board != after.opened.board)
    over = streams.game(after.game_id)
    assert over.state.finished
    gone = takes_back(desk, evening, table, form, command="later")
    assert "This board is over." in gone
    assert streams.game(after.game_id).version == over.version


def test_by_the_api_the_director_reads_and_takes_back_what_the_page_tells(
    evening: Office, desk: Client, reader: Client, person: Callable[[str], Any]
) -> None:
    table = evening.round(1).tables[0].table
    evening.house_plays(until=lambda: in_the_third_trick(evening, table))
    other = Client()
    other.force_login(person("anna"), backend="django.contrib.auth.backends.ModelBackend")
    route = f"/api/tournaments/{evening.key}/tables/{table}/back/"
    assert (reader.get(route).status_code, other.get(route).status_code) == (401, 403)
    told = desk.get(route).json()
    first, *_, deal = told["points"][::-1][1], told["points"][-1]
    assert (first["action"]["do"], deal) == ("bid", {"version": 1, "action": None})
    before = board(table)
    taken = desk.get(route, {"to": first["version"]}).json()["taken"]
    assert taken == streams.would_take_back(before, first["version"]).as_dict()
    assert desk.get(route, {"to": 999}).json()["code"] == "no_such_point"
    sent = {"game": told["game"], "version": told["version"], "to": first["version"]}
    answers = [
        desk.post(
            route,
            sent | {"reason": why},
            content_type="application/json",
            headers={"Idempotency-Key": "k1"} if why else {},
        )
        for why in ("", "seen too much", "seen too much")
    ]
    assert [one.status_code for one in answers] == [409, 200, 200]
    assert answers[0].json()["code"] == "reason_missing"
    assert {one.json()["version"] for one in answers[1:]} == {before.version + 1}
    assert [one.version for one in board(table).played] == [first["version"]]


def test_a_call_for_the_director_leads_to_taking_back(
    office: Office, desk: Client, person: Callable[[str], Any]
) -> None:
    anna = person("anna")
    office.now = timezone.now()
    office.schedules()
    registration.open(office.key, **office.by)
    registration.enter(office.key, user_id=anna.pk, **office.by)
    office.enters_house(7)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    office.starts()
    entry = office.championship.entry_of(anna.pk)
    assert entry is not None
    [table] = [each.table for each in office.round(1).tables if entry.key in each.chairs]
    calls.call(
        office.key,
        table=table,
        user_id=anna.pk,
        kind="mistake",
        text="",
        now=office.now,
        command_id=f"page:{anna.pk}:c",
    )
    shown = read(desk, office, "manage/")
    listed = shown[shown.index('id="calls"') : shown.index('id="missing"')]
    assert address(office, table) in listed


def test_who_has_entered_decides_nothing_about_cards(office: Office, desk: Client) -> None:
    office.now = timezone.now()
    office.schedules(test_seed="plays along")
    registration.open(office.key, **office.by)
    registration.enter(office.key, user_id=office.organizer.pk, **office.by)
    office.enters_house(7)
    seating.seat(office.key, seed=7, **office.by)
    table = office.round(1).tables[0].table
    assert desk.get(address(office, table)).status_code == 404
    assert desk.post(address(office, table), {}).status_code == 404
    office.deals()
    office.starts()
    assert desk.get(address(office, table)).status_code == 403
    assert desk.post(address(office, table), {}).status_code == 403
    assert "Take back…" not in read(desk, office, "manage/")
