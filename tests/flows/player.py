"""People, as far as a server can tell: a browser, a socket at a seat, a page that watches.

Everything here knows the service from outside only: addresses, forms, frames.
"""

from __future__ import annotations

import http.client
import json
import secrets
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 30.0
# A board with three house players, at the pace of these tests, on a busy machine.
A_BOARD = 90.0
CLOCKWISE = "NESW"

Frame = dict[str, Any]


def ok(answer: httpx.Response) -> Any:
    """What was answered, where it is JSON."""
    assert answer.status_code in (200, 201, 302), (answer.status_code, answer.text[:2000])
    return answer.json() if answer.headers["content-type"].startswith("application/json") else None


class Visitor:
    """One browser. The same one may go from process to process: cookies know no ports."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._http = httpx.Client(timeout=PATIENCE)

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def get(self, path: str) -> httpx.Response:
        return self._http.get(self.url + path)

    def post(self, path: str, **fields: str) -> httpx.Response:
        """As a form of one of our pages does; redirects are for the test to look at."""
        if "csrftoken" not in self._http.cookies:
            self.get("/")
        token = self._http.cookies["csrftoken"]
        return self._http.post(self.url + path, data={"csrfmiddlewaretoken": token, **fields})

    def send(self, path: str, body: object = None) -> httpx.Response:
        """As a script of one of our pages asks the programming interface for a change."""
        if "csrftoken" not in self._http.cookies:
            self.get("/")
        token = self._http.cookies["csrftoken"]
        return self._http.post(self.url + path, json=body, headers={"X-CSRFToken": token})

    def sign_up(self, name: str) -> None:
        """An account of one's own: whoever organizes is no guest."""
        password = secrets.token_urlsafe(16)
        answer = self.post(
            "/accounts/signup/", username=name, email="", password1=password, password2=password
        )
        assert answer.status_code == 302, answer.text[:2000]

    def take_demo_seat(self) -> str:
        """Sign in with one click; answers the id of the table that this opened."""
        return table_in(self.post("/demo/seat/"))

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())

    @contextmanager
    def at(self, table_id: str) -> Iterator[Player]:
        """One tab at this person's seat."""
        player = Player(self, table_id)
        try:
            player.connect()
            yield player
        finally:
            player.close()


def table_in(answer: httpx.Response) -> str:
    """The id of the table that a form led to."""
    assert answer.status_code == 302, (answer.status_code, answer.text[:2000])
    where = answer.headers["location"].split("/")
    assert where[1] == "tables", where
    return str(where[2])


class Closed(Exception):
    """The server closed the socket, or is gone; the code is in ``Player.close_code``."""


class Player:
    """One tab at one seat: knows what it was shown last, and can say something."""

    def __init__(self, visitor: Visitor, table_id: str) -> None:
        self.visitor = visitor
        self.table_id = table_id
        self.table: Frame = {}
        self.game: Frame = {}
        self.notices: list[str] = []
        self.close_code: int | None = None
        self._open = ExitStack()
        self._socket: ClientConnection | None = None

    def connect(self) -> None:
        """Open the socket (again, and wherever the visitor is now) and wait for all it shows."""
        self.open()
        self.wait(lambda me: bool(me.table) and (me.table["game"] is None or bool(me.game)))

    def open(self, origin: str = "") -> None:
        """Only that; for whoever expects to be turned away."""
        self.close()
        self.table, self.game, self.close_code = {}, {}, None
        address = urlsplit(self.visitor.url)
        line = connect(
            f"ws://{address.netloc}/ws/tables/{self.table_id}/",
            origin=origin or self.visitor.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.visitor.cookies},
            open_timeout=PATIENCE,
            close_timeout=1,
            compression=None,
            proxy=None,
        )
        self._socket = self._open.enter_context(line)

    def close(self) -> None:
        self._open.close()
        self._socket = None

    # -- what this tab shows

    @property
    def view(self) -> Frame:
        view: Frame = self.game["view"]
        return view

    @property
    def me(self) -> Frame:
        me: Frame = self.game["me"]
        return me

    @property
    def my_turn(self) -> bool:
        return bool(self.game and self.me["legal"])

    @property
    def finished(self) -> bool:
        return bool(self.game) and bool(self.view["finished"])

    @property
    def asked_for_next(self) -> bool:
        """Does the page show the button for the next deal?"""
        at_the_end = self.finished and self.game["game"] == self.table["game"]
        return at_the_end and self.me["seat"] in self.table["state"]["waiting_for"]

    # -- hearing

    def receive(self, timeout: float = PATIENCE) -> Frame:
        """The next frame, whatever it is about; it replaces what was shown before."""
        assert self._socket is not None
        try:
            frame: Frame = json.loads(self._socket.recv(timeout))
        except ConnectionClosed as closed:
            self.close_code = closed.rcvd.code if closed.rcvd else 1006
            raise Closed from closed
        if frame["type"] == "table":
            self.table = frame
        elif frame["type"] == "game":
            older = (
                self.game.get("game") == frame["game"] and self.game["version"] > frame["version"]
            )
            if not older:
                self.game = frame
        elif frame["type"] == "notice":
            self.notices.append(frame["code"])
        return frame

    def wait(self, until: Callable[[Player], bool], timeout: float = PATIENCE) -> None:
        """Listen, and do nothing, until this tab shows what ``until`` looks for."""
        deadline = time.monotonic() + timeout
        while not until(self):
            self.receive(max(0.01, deadline - time.monotonic()))

    def wait_until_closed(self, timeout: float = PATIENCE) -> int:
        """The code with which the server ends this socket."""
        deadline = time.monotonic() + timeout
        try:
            while True:
                self.receive(max(0.01, deadline - time.monotonic()))
        except Closed:
            assert self.close_code is not None
            return self.close_code

    # -- saying

    def send(self, message: Frame | str | bytes) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def say(self, message: Frame | str | bytes) -> Frame:
        """Send and wait for the answer: an ``ack`` or an ``error``."""
        self.send(message)
        deadline = time.monotonic() + PATIENCE
        while True:
            frame = self.receive(max(0.01, deadline - time.monotonic()))
            if frame["type"] in ("ack", "error"):
                return frame

    def message(self, action: Frame) -> Frame:
        """A message about the game as this tab shows it, from an action as the record has it."""
        fields = {key: value for key, value in action.items() if key != "seat"}
        if fields["do"] == "choose":
            fields["pass_game"] = fields.pop("game")
        version = self.game["version"]
        return {"id": str(uuid.uuid4()), "game": self.game["game"], "version": version, **fields}

    def act(self) -> tuple[Frame, Frame]:
        """Do something that is allowed; answers the message and its acknowledgement."""
        message = self.message(self.me["legal"][0])
        answer = self.say(message)
        assert answer["type"] == "ack", answer
        assert answer["id"] == message["id"]
        return message, answer

    def ask_for_next(self) -> None:
        board = self.table["state"]["board"]
        answer = self.say({"id": str(uuid.uuid4()), "do": "next", "board": board})
        assert answer["type"] == "ack", answer
        self.wait(lambda me: not me.asked_for_next)

    def step(self) -> bool:
        """Do what this tab is waited for, if anything."""
        if self.my_turn:
            seen = self.game["version"]
            self.act()
            self.wait(lambda me: me.game["version"] > seen)
            return True
        if self.asked_for_next:
            self.ask_for_next()
            return True
        return False

    def play_until(self, done: Callable[[Player], bool], timeout: float = A_BOARD) -> None:
        """Play on, deal after deal, until this tab shows what ``done`` looks for."""
        deadline = time.monotonic() + timeout
        while not done(self):
            if not self.step():
                self.receive(max(0.01, deadline - time.monotonic()))


def play_together(
    players: Sequence[Player], done: Callable[[Player], bool], timeout: float = A_BOARD
) -> None:
    """Several people play on, each until his tab shows what ``done`` looks for."""
    deadline = time.monotonic() + timeout
    while waiting := [player for player in players if not done(player)]:
        assert time.monotonic() < deadline, [player.game for player in players]
        if any(player.step() for player in waiting):
            continue
        for player in waiting:
            with suppress(TimeoutError):
                player.receive(0.02)


def in_mid_trick(player: Player) -> bool:
    """Cards lie on the table, some tricks are behind us, and everybody waits for this person."""
    if not player.my_turn or player.view["phase"] != "play":
        return False
    trick = player.view["trick"]
    return trick["number"] >= 3 and 1 <= len(trick["plays"]) <= 2


def board_is_over(player: Player) -> bool:
    return player.finished


def cards_played(view: Frame) -> list[tuple[str, str | None]]:
    """Seat and card, in the order in which they fell; None for a card that lies face down."""
    fell = []
    for trick in view["tricks"]:
        first = CLOCKWISE.index(trick["leader"])
        fell += [(CLOCKWISE[(first + n) % 4], card) for n, card in enumerate(trick["cards"])]
    running = view["trick"]["plays"] if view["trick"] else []
    return [*fell, *((play["seat"], play["card"]) for play in running)]


class Spectator:
    """A page that watches by its event stream, and remembers every frame it got."""

    def __init__(self, url: str, table_id: str) -> None:
        address = urlsplit(url)
        assert address.hostname is not None
        self.frames: list[Frame] = []
        self.ids: list[str] = []
        self._news = threading.Condition()
        self._ended = False
        # A sign of life comes every 15 s: whoever hears nothing for longer has lost the server.
        self._line = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
        self._line.request("GET", f"/sse/tables/{table_id}/")
        self._answer = self._line.getresponse()
        assert self._answer.status == 200
        self._thread = threading.Thread(target=self._read, name="spectator")
        self._thread.start()

    def __enter__(self) -> Spectator:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Close the page."""
        if self._line.sock is not None:
            # The reading thread holds the socket: only this ends its wait.
            self._line.sock.shutdown(2)
        self._thread.join(PATIENCE)
        self._answer.close()
        self._line.close()

    def _read(self) -> None:
        event_id = event = ""
        try:
            while line := self._answer.readline():
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "id":
                    event_id = value
                elif name == "event":
                    event = value
                elif not name:
                    event = ""
                elif name == "data" and event != "here":
                    with self._news:
                        self.ids.append(event_id)
                        self.frames.append(json.loads(value))
                        self._news.notify_all()
        except (OSError, http.client.HTTPException):
            pass
        finally:
            with self._news:
                self._ended = True
                self._news.notify_all()

    def wait(self, until: Callable[[list[Frame]], bool], timeout: float = PATIENCE) -> None:
        """Wait until all frames so far show what ``until`` looks for."""
        with self._news:
            seen = self._news.wait_for(lambda: until(self.frames) or self._ended, timeout)
            assert seen, f"not seen within {timeout} s; last: {self.frames[-1:]}"
            assert until(self.frames), "the stream ended before"

    def latest(self, game_id: str) -> Frame:
        """What is shown of this game now."""
        return (self.frames_of(game_id) or [{}])[-1]

    def frames_of(self, game_id: str) -> list[Frame]:
        return [f for f in self.frames if f["type"] == "game" and f["game"] == game_id]
