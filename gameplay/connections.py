"""One socket or event stream: what still has to be sent to it, and why it is to be closed."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from engine import Seat
from gameplay.room import Frame
from gameplay.visibility import COMMENTATOR, SPECTATOR, Viewer, at_seat

QUEUE = 64
_LOGIN = re.compile(r"\d{20}-[0-9a-f]{8}")


def new_login() -> str:
    """Names one coming of a page. Later ones sort behind earlier ones, over all processes as far
    as their clocks agree."""
    return f"{time.time_ns():020d}-{secrets.token_hex(4)}"


def new_connection_id(login: str = "") -> str:
    """Sorts by the coming of the page and then by that of the line.

    A page that only looks for its line again, in a laptop that was opened an hour later, must not
    take the seat from where its person has gone on. A socket without a page comes as of now, and
    so does one that names the future.
    """
    now = new_login()
    came = login if _LOGIN.fullmatch(login) and login < now else now
    return f"{came}/{now}"


# Slots, and a bare future instead of an Event: there are thousands of these, and each of them is
# touched for each card. What lies apart in memory costs more than what is done with it.
@dataclass(eq=False, slots=True)
class Connection:
    """``dropped`` counts frames that a slow reader did not get; the newest of each kind stay.
    ``seat`` follows its user when a board is turned, and is None while he sits out.

    ``heard`` is what of the talk at the table it was sent last.

    ``commentator`` is who comments here and has no seat, ``looked`` the game of which it is on
    record that he has seen the hands.

    ``signed_in`` asks, in a thread, whether the session of a seat's socket still stands.
    ``at_once`` sends a frame without waiting, and says whether it could: waking a task for each
    listener and each card costs as much as the sending.
    """

    table_id: str
    seat: Seat | None = None
    user_id: int | None = None
    signed_in: Callable[[], bool] | None = None
    at_once: Callable[[Frame], bool] | None = None
    id: str = field(default_factory=new_connection_id)
    dropped: int = 0
    heard: str = ""
    commentator: int | None = None
    looked: str = ""
    close_code: int | None = None
    close_reason: str = ""
    _frames: deque[Frame] = field(default_factory=deque)
    _waiting: asyncio.Future[None] | None = None
    # ``at_once``, but only while the reader waits with nothing before it: frames keep their order.
    _ready: Callable[[Frame], bool] | None = None

    @property
    def viewer(self) -> Viewer:
        if self.commentator is not None:
            return COMMENTATOR
        return SPECTATOR if self.seat is None else at_seat(self.seat)

    @property
    def at_table(self) -> bool:
        """A socket of somebody who has a place here; the others only watch."""
        return self.user_id is not None

    def push(self, frame: Frame) -> None:
        ready = self._ready
        if (ready is not None and ready(frame)) or self.close_code is not None:
            return
        self._frames.append(frame)
        if len(self._frames) > QUEUE:
            newest = {kept.kind: kept for kept in self._frames}
            self.dropped += len(self._frames) - len(newest)
            self._frames = deque(kept for kept in self._frames if newest[kept.kind] is kept)
        self._wake()

    def close(self, code: int, reason: str) -> None:
        """Nothing that still waits is sent any more: it may be a hand that is now another's."""
        if self.close_code is None:
            self.close_code, self.close_reason = code, reason
            self._frames.clear()
            self._wake()

    def _wake(self) -> None:
        self._ready = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self) -> Frame | None:
        """The next frame, or None when this connection is to be closed."""
        while not self._frames:
            if self.close_code is not None:
                return None
            self._waiting = asyncio.get_running_loop().create_future()
            self._ready = self.at_once
            await self._waiting
        return self._frames.popleft()
