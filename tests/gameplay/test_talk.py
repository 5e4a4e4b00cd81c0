"""Talk at a table: who may say what when, who hears it, and that nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from asgiref.sync import sync_to_async
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client, RequestFactory
from django.utils import timezone

import engine
from engine import Seat
from gameplay import (
    broadcast,
    commands,
    protocol,
    streams,
    table_handlers,
    tables,
    talk,
    talk_handlers,
)
from gameplay.connections import Connection
from gameplay.errors import CommandReused, NotAllowed, NotFound, PlayRefused
from gameplay.eventstore import store
from gameplay.eventstore.models import PersonalText, StoredEvent
from gameplay.hub import Hub
from gameplay.models import ChatMessage, Report
from tests.gameplay.audiences import check_shape
from tests.gameplay.conftest import Seated

N, E, S, W = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST


def say(table: Seated, seat: Seat, text: str = "", id_: str = "", **fields: object) -> None:
    raw = {"id": id_ or f"m{ChatMessage.objects.count()}", "do": "say", "channel": "table"}
    raw |= {"text": text} if text else {}
    raw |= {"game": table.game.game_id, "version": 1, **fields}
    person = table.people[seat]
    message = protocol.read(json.dumps(raw), seat)
    commands.perform(message, table_id=table.table_id, user_id=person.pk)  # type: ignore[arg-type]


def heard(table: Seated, seat: Seat) -> list[dict[str, Any]]:
    live = streams.table(table.table_id)
    found = talk.look(live, live.state.current.game_id if live.state.current else None)
    text = talk.frame(found, live.state, table.people[seat].pk)
    return json.loads(text)["messages"] if text else []


def confer(table: Seated, seat: Seat, text: str = "", **fields: object) -> None:
    say(table, seat, text, channel="praatje", **fields)


def open_misere_with_talk(table: Seated) -> None:
    """East, who bids first, plays an open misère with praatje: the others may confer about it."""
    table.act(do="bid", bid="open_misere_praatje")
    while table.game.state.phase.value == "auction":
        table.act(do="bid", bid="pass")


def play_to_card(table: Seated, number: int) -> None:
    while sum(13 - left for left in engine.public_view(table.game.state).cards_left) < number:
        table.send(engine.write_action(engine.legal_actions(table.game.state)[0]))


@pytest.fixture
def praatje(seat_people: Callable[..., Seated]) -> Seated:
    table = seat_people("NESW", ruleset="wikibooks")
    open_misere_with_talk(table)
    return table


@pytest.mark.django_db
def test_a_table_chats_between_its_boards_and_not_while_one_is_played(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("NES")
    with pytest.raises(PlayRefused, match="closed") as refused:
        say(table, S, "Wat een kaart")
    assert refused.value.code == "chat_closed"
    table.play_out()
    say(table, S, "Mooi  gespeeld,\u202e Noor\x00\n!")
    assert [each["text"] for each in heard(table, N)] == ["Mooi gespeeld, Noor !"]
    live = streams.table(table.table_id)
    sent = talk.frame(talk.look(live, None), live.state, table.people[S].pk)
    check_shape(sent, S, finished=True, revealed=True)
    (own,) = heard(table, S)
    assert (own["own"], own["name"], own["place"]) == (True, "person-S", "S")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("chat", "during", "after"), [("open", True, True), ("shut", False, False)]
)
def test_the_event_opens_the_chat_for_play_or_shuts_it_for_good(
    seat_people: Callable[..., Seated], chat: str, during: bool, after: bool
) -> None:
    table = seat_people("NS", chat=chat)

    def said() -> bool:
        with contextlib.suppress(PlayRefused):
            say(table, S, "Ja?")
        return bool(ChatMessage.objects.all().delete()[0])

    assert said() is during
    table.play_out()
    assert said() is after


@pytest.mark.django_db
def test_a_message_sent_twice_is_said_once(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("NS", chat="open")
    say(table, S, "Koffie?", id_="k1")
    say(table, S, "Koffie?", id_="k1")
    assert len(heard(table, N)) == 1
    with pytest.raises(CommandReused):
        say(table, S, "Thee?", id_="k1")
    say(table, N, "Thee?", id_="k1")  # ids are each person's own
    assert [each["text"] for each in heard(table, N)] == ["Koffie?", "Thee?"]


@pytest.mark.django_db
def test_nobody_says_too_much_or_nothing(seat_people: Callable[..., Seated]) -> None:
    table = seat_people("NS", chat="open")
    for text, fields, code in [
        ("x" * 201, {}, "too_long"),
        (" \u200b ", {}, "nothing_said"),
        ("Ja", {"phrase": "thanks"}, "nothing_said"),
        ("", {"phrase": "geen"}, "unknown_phrase"),
        ("", {"phrase": "lead_hearts"}, "may_not_confer"),
        ("Harten", {"channel": "praatje"}, "may_not_confer"),
        ("Ja", {"channel": "hal"}, "bad_channel"),
    ]:
        with pytest.raises(PlayRefused) as refused:
            say(table, S, text, **fields)
        assert refused.value.code == code
    for number in range(5):
        say(table, S, f"{number}")
    with pytest.raises(PlayRefused) as refused:
        say(table, S, "6")
    assert refused.value.code == "too_fast"
    say(table, N, "Rustig aan")
    ChatMessage.objects.update(sent=timezone.now() - timedelta(seconds=11))
    say(table, S, "", phrase="sorry")
    assert heard(table, N)[-1]["phrase"] == "sorry"


@pytest.mark.django_db
def test_only_who_has_a_place_and_plays_it_himself_talks(
    seat_people: Callable[..., Seated], person: Callable[[str], Any]
) -> None:
    table = seat_people("NS", chat="open")
    say(table, N, "Hallo")
    table.people[E] = person("a stranger")
    with pytest.raises(NotAllowed):
        say(table, E, "Ik kijk mee")
    assert heard(table, E) == []
    table_handlers.change(
        table.table_id, lambda s: tables.stop(s, user_id=table.people[S].pk), actor="user:1"
    )
    with pytest.raises(NotAllowed):
        say(table, S, "Ik ben weg")


@pytest.mark.django_db
def test_those_whom_the_rules_let_confer_do_so_from_the_fifth_card_to_the_end(
    praatje: Seated,
) -> None:
    play_to_card(praatje, 4)
    with pytest.raises(PlayRefused, match="rules") as early:
        confer(praatje, S, phrase="lead_hearts")
    assert early.value.code == "may_not_confer"
    play_to_card(praatje, 5)
    confer(praatje, S, phrase="lead_hearts")
    confer(praatje, W, "Ik heb de twee")
    with pytest.raises(PlayRefused):
        confer(praatje, E, "Ik luister mee")
    with pytest.raises(PlayRefused):
        confer(praatje, S, "Oud nieuws", game="g-other")
    with pytest.raises(PlayRefused):
        say(praatje, S, "Aan iedereen")  # the table's chat stays closed
    told = [each.get("text", each.get("phrase")) for each in heard(praatje, N)]
    assert told == ["lead_hearts", "Ik heb de twee"]
    assert heard(praatje, E) == []
    praatje.play_out()
    with pytest.raises(PlayRefused):
        confer(praatje, S, "Nog iets")
    assert heard(praatje, E) == []


@pytest.mark.django_db
def test_an_open_misere_without_praatje_lets_nobody_confer(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("NESW", ruleset="wikibooks")
    table.act(do="bid", bid="open_misere")
    while table.game.state.phase.value == "auction":
        table.act(do="bid", bid="pass")
    play_to_card(table, 6)
    with pytest.raises(PlayRefused):
        confer(table, S, "Harten")


@pytest.mark.django_db
def test_who_is_muted_is_not_heard_by_who_muted_him_and_by_all_others(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("NES", chat="open")

    def mute(on: bool, board: int = 1, seat: str = "S") -> None:
        raw = {"id": "m", "do": "mute", "seat": seat, "board": board, "on": on}
        message = protocol.read(json.dumps(raw), N)
        user_id = table.people[N].pk
        commands.perform(message, table_id=table.table_id, user_id=user_id)  # type: ignore[arg-type]

    mute(True)
    mute(True)
    say(table, S, "Hoor je mij?")
    assert (len(heard(table, N)), len(heard(table, E)), len(heard(table, S))) == (0, 1, 1)
    live = streams.table(table.table_id)
    sent = talk.frame(talk.look(live, None), live.state, table.people[N].pk)
    assert json.loads(sent)["muted"] == ["S"]
    mute(False)
    assert len(heard(table, N)) == 1
    for refused in ({"board": 2}, {"seat": "W"}, {"seat": "N"}):
        with pytest.raises(PlayRefused):
            mute(True, **refused)  # type: ignore[arg-type]


@pytest.mark.django_db
def test_a_message_is_reported_once_by_who_was_shown_it(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("NES", chat="open")
    say(table, S, "Sukkel")
    (message,) = heard(table, N)
    for _ in range(2):
        talk_handlers.report(table.table_id, user_id=table.people[N].pk, key=message["id"])
    (row,) = Report.objects.all()
    assert (row.by, row.message.user_id) == (table.people[N].pk, table.people[S].pk)
    for seat, key in ((S, message["id"]), (N, "nothing")):
        with pytest.raises(NotFound):
            talk_handlers.report(table.table_id, user_id=table.people[seat].pk, key=key)


def shows_a_second_factor(client: Client, person: Any) -> None:
    request = RequestFactory().get("/")
    request.session = client.session
    record_authentication(request, person, "mfa")
    request.session.save()


@pytest.mark.django_db
def test_what_was_reported_at_a_free_table_waits_for_staff_who_may_look_into_it(
    seat_people: Callable[..., Seated], client: Client
) -> None:
    table = seat_people("NES", chat="open")
    say(table, S, "wat een gepruts")
    talk_handlers.report(table.table_id, user_id=table.people[N].pk, key=heard(table, N)[0]["id"])
    people = get_user_model().objects
    warden = people.create(username="warden", is_staff=True)
    client.force_login(warden)
    assert client.get("/reports/").status_code == 404
    warden.user_permissions.add(Permission.objects.get(codename="change_report"))
    assert client.get("/reports/").status_code == 404  # without a second factor
    Authenticator.objects.create(user=warden, type="totp", data={"secret": ""})
    assert client.get("/reports/").status_code == 404  # which he has not shown in this session
    shows_a_second_factor(client, warden)
    assert "wat een gepruts" in client.get("/reports/").content.decode()
    [row] = Report.objects.all()
    get_user_model().objects.filter(pk=table.people[E].pk).update(is_staff=True)
    Authenticator.objects.create(user=table.people[E], type="totp", data={"secret": ""})
    table.people[E].user_permissions.add(Permission.objects.get(codename="change_report"))
    client.force_login(table.people[E])
    shows_a_second_factor(client, table.people[E])

    def stops(state: tables.TableState) -> list[Any]:
        return list(tables.stop(state, user_id=table.people[E].pk))

    for _ in ("he sits there", "the house plays on for him"):
        assert "wat een gepruts" not in client.get("/reports/").content.decode()
        assert client.post("/reports/", {"report": row.pk}).status_code == 404
        table_handlers.change(table.table_id, stops, actor="user:1")
    client.force_login(warden)
    shows_a_second_factor(client, warden)
    # He is heard no judge in his own matter.
    Report.objects.filter(pk=row.pk).update(by=warden.pk)
    assert client.post("/reports/", {"report": row.pk}).status_code == 404
    Report.objects.filter(pk=row.pk).update(by=table.people[N].pk)
    client.post("/reports/", {"report": row.pk})
    assert "wat een gepruts" not in client.get("/reports/").content.decode()


@pytest.mark.django_db
def test_reported_words_about_cards_are_shown_when_the_board_is_over(
    praatje: Seated, admin_client: Client, admin_user: Any
) -> None:
    Authenticator.objects.create(user=admin_user, type="totp", data={"secret": ""})
    shows_a_second_factor(admin_client, admin_user)
    play_to_card(praatje, 5)
    confer(praatje, S, "Geheim")
    Report.objects.create(
        message=ChatMessage.objects.get(),
        by=praatje.people[N].pk,
        table_id=praatje.table_id,
        origin="",
        made=timezone.now(),
    )
    early = admin_client.get("/reports/").content.decode()
    assert "Geheim" not in early
    assert 'name="report"' in early
    praatje.play_out()
    assert "Geheim" in admin_client.get("/reports/").content.decode()


@pytest.mark.django_db
def test_nobody_reports_what_he_was_not_shown(praatje: Seated) -> None:
    play_to_card(praatje, 5)
    confer(praatje, S, "Geheim")
    key = ChatMessage.objects.get().key
    with pytest.raises(NotFound):
        talk_handlers.report(praatje.table_id, user_id=praatje.people[E].pk, key=key)


@pytest.mark.django_db
def test_words_are_in_no_event_no_announcement_and_no_log_and_can_be_erased(
    seat_people: Callable[..., Seated],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Any,
) -> None:
    table = seat_people("NS", chat="open")
    sent: list[str] = []
    monkeypatch.setattr(broadcast, "_send", sent.append)
    caplog.set_level(logging.DEBUG)
    events = StoredEvent.objects.count()
    with django_capture_on_commit_callbacks(execute=True):
        say(table, S, "Mijn oma heet Truus")
    number = ChatMessage.objects.get().number
    assert sent == [f"said {table.table_id} {number}"]
    assert StoredEvent.objects.count() == events
    assert "Truus" not in caplog.text
    assert "Truus" not in str(list(ChatMessage.objects.values()))
    store.erase_texts(table.people[S].pk)
    (message,) = heard(table, N)
    assert message["gone"] is True
    assert "text" not in message


@pytest.mark.django_db
def test_what_was_said_is_forgotten_after_a_month_unless_somebody_looks_into_it(
    seat_people: Callable[..., Seated],
) -> None:
    table = seat_people("NS", chat="open")
    for text in ("Hallo", "Sukkel"):
        say(table, S, text)
    talk_handlers.report(table.table_id, user_id=table.people[N].pk, key=heard(table, N)[1]["id"])
    now = timezone.now()
    assert talk_handlers.forget(now + timedelta(days=29)) == 0
    assert talk_handlers.forget(now + timedelta(days=31)) == 1
    assert [each["text"] for each in heard(table, N)] == ["Sukkel"]
    Report.objects.update(handled=now)
    assert talk_handlers.forget(now + timedelta(days=31)) == 1
    assert not PersonalText.objects.exists()


# -- through the hub -------------------------------------------------------------------------------


async def everything(connection: Connection) -> list[str]:
    """All frames up to the one that the hub was asked for last."""
    got = []
    while connection._frames:
        frame = await connection.next()
        assert frame is not None
        got.append(frame.text)
    return got


async def settled(hub: Hub) -> None:
    """Until the hub has shown everything that the store knows."""
    await asyncio.gather(*(hub._refresh(here) for here in hub._rooms.values()))


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_praatje_leaves_no_trace_with_the_declarer_or_who_watches(
    hub: Hub, seat_people: Callable[..., Seated]
) -> None:
    """The same cards twice, once in silence: what the others were sent is the same text."""

    async def board(*, talking: bool) -> dict[str, list[str]]:
        table = await sync_to_async(seat_people)("NESW", ruleset="wikibooks")
        await sync_to_async(open_misere_with_talk)(table)
        await sync_to_async(play_to_card)(table, 4)
        at = {
            each.letter: Connection(table.table_id, seat=each, user_id=table.people[each].pk)
            for each in table.people
        }
        at["watching"] = Connection(table.table_id)
        for each in at.values():
            await hub.join(each)
        game = await sync_to_async(lambda: table.game.game_id)()
        for card in range(5, 9):
            await sync_to_async(play_to_card)(table, card)
            await settled(hub)
            if talking:
                await sync_to_async(confer)(table, W, f"Gooi maar {card}", id_=f"{card}")
                await sync_to_async(confer)(table, N, id_=f"n{card}", phrase="stay_under")
                await settled(hub)
        await hub.show_again(at["E"])
        names = {table.table_id: "table", game: "game"}
        frames = {}
        for who, connection in at.items():
            texts = await everything(connection)
            for name, word in names.items():
                texts = [text.replace(name, word) for text in texts]
            frames[who] = texts
        await sync_to_async(_sign_out_everybody)(table)
        return frames

    silent = await board(talking=False)
    talking = await board(talking=True)
    assert talking["E"] == silent["E"]
    assert talking["watching"] == silent["watching"]
    for seat in "NSW":
        last = json.loads([text for text in talking[seat] if '"type":"talk"' in text][-1])
        assert [each.get("text", "…") for each in last["messages"]][-2:] == ["Gooi maar 8", "…"]
        assert not any('"type":"talk"' in text for text in silent[seat])


def _sign_out_everybody(table: Seated) -> None:
    for each in table.people.values():
        each.delete()
