"""The socket of a seat. Thin: parse, permit, call, answer.

Everything it shows comes from the hub.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

import engine
from engine import Seat
from gameplay import access, broadcast, commands, languages, protocol, texts
from gameplay.connections import Connection, new_connection_id
from gameplay.errors import NotAllowed, NotFound, PlayRefused, StaleView
from gameplay.hub import SEAT_LOST, hub, with_connection
from gameplay.protocol import Look, Ping

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

NO_SUCH_TABLE = 4004
# All consumers of a process would otherwise share one database thread.
_threads = ThreadPoolExecutor(4, thread_name_prefix="table")


def in_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """As asgiref's ``sync_to_async``, without the context it carries to and fro for each card."""

    def call(*args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        job = partial(work, *args, **kwargs)
        return asyncio.get_running_loop().run_in_executor(_threads, with_connection, job, ())

    return call


class TableConsumer(AsyncWebsocketConsumer):
    """Close codes: 4001 replaced by another tab, 4003 not your seat, 4004 no such table,
    4013 the process restarts and the page should come back.
    """

    connection: Connection | None = None
    pump: asyncio.Task[None] | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without Channels' look after connections of the main thread, before each message.

        Nothing here has one, and it is a way into a thread and back that all sockets share.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"no handler for {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        self.table_id = self.scope["url_route"]["kwargs"]["table_id"]
        self.language = languages.of_socket(self.scope)
        user = self.scope.get("user")
        self.user_id = user.pk if user is not None and user.is_authenticated else None
        try:
            connection = await in_thread(self.admitted)()
        except NotFound:
            await self.refuse(NO_SUCH_TABLE)
            return
        if connection is None:
            await self.refuse(SEAT_LOST)
            return
        await self.accept()
        self.connection = connection
        await hub.join(connection)
        self.has_joined(connection)
        self.pump = asyncio.ensure_future(self.show())

    def admitted(self) -> Connection | None:
        """The connection of whoever may have one here, None for everybody else.

        :raises NotFound: there is no such table.
        """
        place = access.place_of(self.user_id, self.table_id)
        if place is None:
            return None
        return Connection(
            self.table_id,
            seat=place if isinstance(place, Seat) else None,
            user_id=self.user_id,
            signed_in=self.signed_in,
            id=new_connection_id(self.login()),
        )

    def has_joined(self, connection: Connection) -> None:
        broadcast.seat_taken(self.table_id, self.user_id, connection.id)

    def login(self) -> str:
        """When the page came that this is the line of, as the page was told it."""
        return parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("login", [""])[0]

    async def refuse(self, code: int) -> None:
        """Accept first: browsers tell pages no close code of a socket that never opened."""
        await self.accept()
        await self.close(code)

    async def show(self) -> None:
        """Send what the hub has for this seat until it is to be closed."""
        assert self.connection is not None
        while (frame := await self.connection.next()) is not None:
            await self.send(text_data=frame.text)
        reason = self.connection.close_reason
        if reason != "restart":
            await self.tell({"type": "notice", "code": reason, "message": self.words(reason)})
        await self.close(self.connection.close_code or 1000)

    async def disconnect(self, code: int) -> None:
        if self.connection is not None:
            hub.leave(self.connection)
        if self.pump is not None:
            self.pump.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.connection is None or self.connection.close_code is not None:
            return
        message_id = protocol.message_id(text_data)
        try:
            message = protocol.read(text_data, self.connection.seat)
            if isinstance(message, Ping):
                await self.tell({"type": "ack", "id": message.id})
                return
            if isinstance(message, Look):
                await in_thread(self.must_be_signed_in)()
                await hub.show_again(self.connection)
                return
            answer = await in_thread(self.perform)(message)
        except (PlayRefused, engine.RikkenError) as refusal:
            await self.refused(message_id, refusal)
        except Exception:
            logger.exception("a command at table %s failed", self.table_id)
            await self.tell_error(message_id, "internal", {})
        else:
            ack: dict[str, object] = {"type": "ack", "id": message.id}
            if answer.game_id is not None:
                ack |= {"game": answer.game_id, "version": answer.version}
            await self.tell(ack)

    def signed_in(self) -> bool:
        return commands.may_still_act(self.user_id, self.scope["session"].session_key)

    def must_be_signed_in(self) -> None:
        if not self.signed_in():
            raise NotAllowed("signed_out", "the session of this socket has ended")

    def perform(self, message: commands.Wish) -> commands.Answer:
        self.must_be_signed_in()
        return commands.perform(message, table_id=self.table_id, user_id=self.user_id)

    async def refused(self, message_id: str | None, refusal: Any) -> None:
        await self.tell_error(message_id, refusal.code, dict(refusal.detail))
        if isinstance(refusal, StaleView):
            assert self.connection is not None
            await hub.show_again(self.connection)
        elif refusal.code == "signed_out":
            await self.close(SEAT_LOST)

    async def tell_error(
        self, message_id: str | None, code: str, detail: dict[str, object]
    ) -> None:
        error = {"code": code, "message": self.words(code), "detail": detail}
        await self.tell({"type": "error", "id": message_id, "error": error})

    async def tell(self, frame: dict[str, object]) -> None:
        """Every frame names game and version; where the sender knew none, those last shown."""
        if self.connection is not None:
            game, version = hub.shown_game(self.connection)
            frame = {"game": game, "version": version, **frame}
        # Escaped: an error may repeat what a client sent, and half a surrogate pair has no bytes.
        await self.send(text_data=json.dumps(frame))

    def words(self, code: str) -> str:
        with translation.override(self.language):
            return texts.text_for(code)
