"""Announcements: nobody waits for them, whatever Redis does."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
import redis

from gameplay import broadcast


@pytest.fixture
def silent_port() -> Iterator[int]:
    """Takes connections and never answers, as a stopped process does."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(16)
        yield listening.getsockname()[1]


@pytest.fixture
def announcer(monkeypatch: pytest.MonkeyPatch) -> broadcast.Announcer:
    fresh = broadcast.Announcer()
    monkeypatch.setattr(broadcast, "_announcer", fresh)
    return fresh


class FakeRedis:
    """Publishes when it is let to."""

    def __init__(self, *, fails: bool = False) -> None:
        self.sent: list[str] = []
        self.asked, self.go = Event(), Event()
        self.fails = fails

    def publish(self, channel: str, message: str) -> None:
        self.asked.set()
        assert self.go.wait(10)
        self.sent.append(message)
        if self.fails:
            raise redis.TimeoutError


def wait_for(what: Any) -> None:
    deadline = time.monotonic() + 5
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def serve(monkeypatch: pytest.MonkeyPatch, settings: Any, fake: FakeRedis) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(redis.Redis, "from_url", lambda *_, **__: fake)


def test_a_redis_that_hangs_keeps_no_card_waiting(
    silent_port: int,
    announcer: broadcast.Announcer,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{silent_port}/0"
    monkeypatch.setattr(broadcast, "PATIENCE", 0.2)
    before = time.perf_counter()
    for version in range(50):
        broadcast.moved("game-g1", version)
    # Waiting for each would take fifty times that patience.
    assert time.perf_counter() - before < 5
    wait_for(lambda: "could not be announced" in caplog.text)


def test_of_two_moves_of_one_game_only_the_newer_is_told(
    announcer: broadcast.Announcer, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeRedis()
    serve(monkeypatch, settings, fake)
    broadcast.moved("game-g0", 1)
    assert fake.asked.wait(5)
    for version in (1, 2, 3):
        broadcast.moved("game-g1", version)
        broadcast.moved("game-g2", version)
    broadcast.seat_taken("t1", 7, "older")
    broadcast.seat_taken("t1", 7, "newer")
    fake.go.set()
    wait_for(lambda: len(fake.sent) == 4)
    assert fake.sent == [
        "moved game-g0 1",
        "moved game-g1 3",
        "moved game-g2 3",
        "taken t1 7 newer",
    ]


def test_what_waits_is_bounded_and_the_oldest_goes_first(
    announcer: broadcast.Announcer, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeRedis()
    serve(monkeypatch, settings, fake)
    monkeypatch.setattr(broadcast, "MOST_WAITING", 2)
    broadcast.moved("game-g0", 1)
    assert fake.asked.wait(5)
    for game in ("g1", "g2", "g3"):
        broadcast.moved(f"game-{game}", 1)
    fake.go.set()
    wait_for(lambda: len(fake.sent) == 3)
    assert fake.sent[1:] == ["moved game-g2 1", "moved game-g3 1"]


def test_after_a_failure_what_is_late_is_dropped_and_what_is_new_is_told(
    announcer: broadcast.Announcer,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    fake = FakeRedis(fails=True)
    serve(monkeypatch, settings, fake)
    broadcast.moved("game-g0", 1)
    assert fake.asked.wait(5)
    broadcast.moved("game-g1", 1)
    fake.go.set()
    wait_for(lambda: "2 moves could not be announced" in caplog.text)
    fake.fails = False
    broadcast.moved("game-g2", 1)
    wait_for(lambda: fake.sent == ["moved game-g0 1", "moved game-g2 1"])
