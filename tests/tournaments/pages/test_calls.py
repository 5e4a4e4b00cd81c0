"""The director is called to a table, and answers there; a reported message comes to the console."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from gameplay import access, streams, table_handlers, talk, talk_handlers
from gameplay.eventstore import store
from gameplay.eventstore.models import StoredEvent
from gameplay.models import ChatMessage, Report
from tests.tournaments.pages.test_for_who_watches import do, read
from tests.tournaments.rounds.office import Office
from tournaments import stream
from tournaments.models import DirectorCall
from tournaments.services import registration, seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(person: Callable[[str], Any]) -> list[Any]:
    return [person(f"player-{number}") for number in range(1, 3)]


@pytest.fixture
def evening(office: Office, players: list[Any]) -> Office:
    """Two people and six house players, in round 1 of 3."""
    return begun(office, players)


def begun(office: Office, people: list[Any]) -> Office:
    office.now = timezone.now()
    office.schedules(test_seed="calls")
    registration.open(office.key, **office.by)
    for each in people:
        registration.enter(office.key, user_id=each.pk, **office.by)
    office.enters_house(8 - len(people))
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    office.starts()
    return office


@pytest.fixture
def desk(office: Office) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    return client


def table_of(evening: Office, player: Any) -> str:
    entry = stream.state(evening.key).championship.entry_of(player.pk)
    assert entry is not None
    return next(each.table for each in evening.round(1).tables if entry.key in each.chairs)


def call(evening: Office, player: Any, table: str = "", **fields: str) -> Any:
    client = Client(headers={"accept-language": "en"})
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    sent = {"table": table or table_of(evening, player), "kind": "mistake", "command": "c1"}
    return client.post(f"/tournaments/{evening.key}/call/", {**sent, **fields})


def told_at(table: str, player: Any) -> dict[str, Any] | None:
    live = streams.table(table)
    called = access.last_call(live.state)
    call = {"state": called.state, "text": called.text} if called else None
    text = talk.frame(talk.look(live, None, call=call), live.state, player.pk)
    return json.loads(text).get("call") if text else None


def test_a_call_comes_to_the_console_and_its_answer_to_the_table(
    evening: Office, desk: Client, players: list[Any]
) -> None:
    caller = players[0]
    table = table_of(evening, caller)
    assert told_at(table, caller) is None
    for _ in range(2):
        answer = call(evening, caller, text="West speelde voor zijn beurt")
        assert answer.status_code == 200
    row = DirectorCall.objects.get()
    assert told_at(table, caller) == {"state": "waiting", "text": ""}
    page = read(desk, evening, "manage/")
    assert "West speelde voor zijn beurt" in page
    assert "a wrong card or bid" in page
    assert "director called" in read(Client(headers={"accept-language": "en"}), evening, "lobby/")
    key = row.key.partition(":")[2]
    do(desk, evening.key, "answer", call=key, how="coming", command="one")
    assert told_at(table, caller) == {"state": "coming", "text": ""}
    do(desk, evening.key, "answer", call=key, how="answered", reason="Speel door", command="two")
    assert told_at(table, caller) == {"state": "answered", "text": "Speel door"}
    do(desk, evening.key, "answer", call=key, how="done", command="three")
    assert told_at(table, caller) == {"state": "done", "text": "Speel door"}
    assert "West speelde" not in read(desk, evening, "manage/")
    reader = Client(headers={"accept-language": "en"})
    assert "director called" not in read(reader, evening, "lobby/")
    assert call(evening, caller, command="c2").status_code == 200
    assert DirectorCall.objects.count() == 2


def test_what_was_written_is_in_no_event_and_told_to_nobody_but_the_director(
    evening: Office, desk: Client, players: list[Any]
) -> None:
    call(evening, players[0], text="Oost toonde ruitenboer")
    payloads = StoredEvent.objects.filter(type="DirectorCalled").values_list("payload", flat=True)
    assert len(payloads) == 1
    assert "ruitenboer" not in str(payloads[0])
    assert '"kind":"mistake"' in str(payloads[0]).replace(": ", ":")
    history = read(Client(headers={"accept-language": "en"}), evening, "history/")
    assert "The director was called to table" in history
    assert "ruitenboer" not in history
    assert "ruitenboer" in read(desk, evening, "history/")
    store.erase_texts(players[0].pk)
    assert "ruitenboer" not in read(desk, evening, "manage/")


def test_an_organizer_who_plays_is_not_shown_what_was_written(
    office: Office, desk: Client, players: list[Any]
) -> None:
    begun(office, [*players, office.organizer])
    call(office, players[0], text="Oost toonde ruitenboer")
    page = read(desk, office, "manage/")
    assert "The director is called" in page
    assert "ruitenboer" not in page
    assert "ruitenboer" not in read(desk, office, "history/")


def test_only_who_sits_there_while_the_round_is_played_calls_and_once_at_a_time(
    evening: Office, players: list[Any]
) -> None:
    tables = {each.table for each in evening.round(1).tables}
    (other,) = tables - {table_of(evening, players[0])}
    for fields in ({"table": other}, {"kind": "koffie"}, {"table": "nowhere"}):
        assert call(evening, players[0], **fields).status_code == 409
    later = next(each.table for each in evening.round(2).tables)
    assert call(evening, players[0], table=later, command="c9").status_code == 409
    for number in range(3):
        assert call(evening, players[0], command=f"n{number}").status_code == 200
    assert DirectorCall.objects.count() == 1


def test_a_rebuild_makes_the_same_rows(evening: Office, players: list[Any]) -> None:
    call(evening, players[0], text="Hallo")
    rows = list(DirectorCall.objects.values())
    stream.rebuild(evening.key)
    assert list(DirectorCall.objects.values()) == rows


def test_a_reported_message_is_in_the_console_until_it_is_dealt_with(
    evening: Office, desk: Client, players: list[Any]
) -> None:
    table = table_of(evening, players[0])
    table_handlers.close(table, reason="test", actor="system:test")
    wish = talk_handlers.Wish("table", None, "Sukkel")
    talk_handlers.say(table, user_id=players[0].pk, wish=wish, command_id="m1")
    row = Report.objects.create(
        message=ChatMessage.objects.get(),
        table_id=table,
        origin=streams.table(table).state.origin,
        by=players[1].pk,
        made=timezone.now(),
    )
    assert "Sukkel" in read(desk, evening, "manage/")
    do(desk, evening.key, "reported", report=row.pk, command="r1")
    assert "Sukkel" not in read(desk, evening, "manage/")
