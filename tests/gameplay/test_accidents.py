"""Something breaks in mid-board, with cards in the message of the exception.

Whatever breaks and wherever it is caught: no card in the answer, in the log or in the mail to the
administrators, and the game goes on.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import logging.config
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core import mail
from django.test import Client
from django.utils import timezone

from deploy.scrubbing import ScrubbingFormatter, logging_settings
from engine import Seat
from gameplay import (
    broadcast,
    consumers,
    handlers,
    house,
    house_plan,
    room,
    streams,
    table_handlers,
)
from gameplay import hub as hubs
from gameplay.eventstore import store
from gameplay.models import Due
from tests.engine.seen import cards_in
from tests.gameplay.conftest import DEAL, Seated

CARD, HAND = "HA", "AKQ765.Q5.A3.A64"
ACCIDENT = f"no {CARD} in {DEAL}, nor in {HAND}"


def break_down(*args: object, **kwargs: object) -> Any:
    raise ValueError(ACCIDENT)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[io.StringIO]:
    """What the service's own handlers write, with an administrator to send mail to."""
    settings.ADMINS = [("", "admin@rikken.example")]
    configuration = logging_settings(level="DEBUG")
    stream = io.StringIO()
    configuration["handlers"]["console"]["stream"] = stream  # type: ignore[index]
    kept, level = logging.root.handlers[:], logging.root.level
    logging.root.handlers[:] = []
    logging.config.dictConfig(configuration)
    for handler in kept:
        logging.root.addHandler(handler)  # caplog's among them
    try:
        yield stream
    finally:
        logging.root.handlers[:] = kept
        logging.root.setLevel(level)


def assert_nothing_told(
    written: io.StringIO, caplog: pytest.LogCaptureFixture, *answers: str
) -> None:
    for handler in logging.root.handlers:
        handler.flush()  # mail goes out by a thread
    texts = [*answers, written.getvalue()]
    texts += [ScrubbingFormatter().format(record) for record in caplog.records]
    texts += [f"{message.subject}\n{message.body}" for message in mail.outbox]
    assert not any(getattr(message, "alternatives", None) for message in mail.outbox)
    for text in texts:
        assert not cards_in(text), text
        assert HAND not in text
    assert "ValueError: no [card] in N:[hand]" in written.getvalue(), "the log must say what broke"
    assert mail.outbox, "somebody must be told"


# -- at the socket ---------------------------------------------------------------------------------


@pytest.fixture
def table(transactional_db: None, seat_people: Callable[..., Seated]) -> Seated:
    """South has called, and leads."""
    table = seat_people("NESW", dealer=Seat.EAST)
    table.bid_a_rik()
    return table


def session_of(user: Any) -> Any:
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    assert {SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY} <= set(client.session.keys())
    return client.session


class Socket:
    """South's socket, with the hub of a process behind it."""

    def __init__(self, table: Seated) -> None:
        self.table = table

    async def __aenter__(self) -> Socket:
        await hubs.hub.startup()
        user = self.table.people[Seat.SOUTH]
        scope = {
            "type": "websocket",
            "path": "/",
            "url_route": {"kwargs": {"table_id": self.table.table_id}},
            "user": user,
            "session": await sync_to_async(session_of)(user),
        }
        self.wire = ApplicationCommunicator(consumers.TableConsumer.as_asgi(), scope)
        await self.wire.send_input({"type": "websocket.connect"})
        assert (await self.wire.receive_output(10))["type"] == "websocket.accept"
        await self.told("game")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.wire.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wire.wait(10)
        await hubs.hub.shutdown()

    async def say(self, message: dict[str, object]) -> None:
        await self.wire.send_input({"type": "websocket.receive", "text": json.dumps(message)})

    async def told(self, kind: str) -> dict[str, Any]:
        """The next frame of this kind."""
        for _ in range(10):
            frame: dict[str, Any] = json.loads((await self.wire.receive_output(10))["text"])
            if frame["type"] == kind:
                return frame
        raise AssertionError(f"no {kind}")


BROKEN: dict[str, tuple[object, str]] = {
    "deciding": (handlers.engine, "decide"),
    "storing": (store, "append"),
    "projecting": (handlers, "_project"),
    "planning for the house": (house_plan, "after_game"),
    "asking who acts": (consumers.commands, "perform"),
    "parsing": (consumers.protocol, "read"),
}


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", BROKEN)
async def test_a_command_that_breaks_is_answered_without_cards_and_can_be_sent_again(
    what: str,
    table: Seated,
    written: io.StringIO,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = await sync_to_async(lambda: table.game)()
    lead = {"id": "lead", "do": "play", "card": "D3", "game": game.game_id, "version": game.version}
    async with Socket(table) as socket:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(*BROKEN[what], break_down)
            await socket.say(lead)
            error = await socket.told("error")
        assert (error["id"], error["error"]["code"]) == ("lead", "internal")
        assert error["error"]["detail"] == {}
        assert_nothing_told(written, caplog, json.dumps(error))
        assert (await sync_to_async(lambda: table.game)()).version == game.version
        await socket.say(lead)
        assert (await socket.told("ack"))["version"] == game.version + 1


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("where", "name"), [(room, "changes"), (house_plan, "keep_watched"), (broadcast, "_send")]
)
async def test_what_breaks_behind_the_socket_is_logged_without_cards(
    where: object, name: str, table: Seated, written: io.StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    """While a move is shown to the table, while the hub says who watches, while it is announced."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hubs, "LOOK_EVERY", 0.1)
        async with Socket(table):
            patch.setattr(where, name, break_down)
            await sync_to_async(table.act)(do="play", card="D3")
            for _ in range(50):
                if mail.outbox:
                    break
                await asyncio.sleep(0.1)
            assert_nothing_told(written, caplog)
            patch.undo()


# -- elsewhere -------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("where", "name", "method", "path"),
    [
        (room, "first_look", "get", ""),
        (room, "opening_frames", "get", ""),
        (streams, "table", "get", ""),
        (table_handlers, "change", "post", "leave/"),
        (table_handlers, "_project", "post", "leave/"),
    ],
)
def test_a_page_that_breaks_shows_and_tells_no_cards(
    where: object,
    name: str,
    method: str,
    path: str,
    seat_people: Callable[..., Seated],
    written: io.StringIO,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = seat_people("NESW", dealer=Seat.EAST)
    table.bid_a_rik()
    client = Client(raise_request_exception=False)
    client.force_login(table.people[Seat.SOUTH], "django.contrib.auth.backends.ModelBackend")
    monkeypatch.setattr(where, name, break_down)
    answer = getattr(client, method)(f"/tables/{table.table_id}/{path}")
    assert answer.status_code == 500
    assert_nothing_told(written, caplog, answer.content.decode())


@pytest.mark.django_db
def test_a_house_player_that_breaks_is_tried_again_and_shows_nobody_its_cards(
    seat_people: Callable[..., Seated],
    written: io.StringIO,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = seat_people("S", dealer=Seat.NORTH)
    version = table.game.version
    monkeypatch.setattr(house.players, "choose", break_down)
    assert house.run_due(timezone.now()) == 0
    assert_nothing_told(written, caplog)
    monkeypatch.undo()
    assert house.run_due(Due.objects.get().at) == 1
    assert table.game.version == version + 1


@pytest.mark.django_db
def test_a_task_that_breaks_is_logged_without_cards(
    written: io.StringIO, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gameplay.tasks import tick

    monkeypatch.setattr(house, "run_due", break_down)
    assert tick.apply(throw=False).failed()
    assert_nothing_told(written, caplog)
