"""Two people act in the same instant: threads with connections of their own, then processes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connections, transaction

from gameplay.eventstore import store
from gameplay.eventstore.store import AlreadyDone, CommandIdReused, StaleVersion
from gameplay.eventstore.verify import verify_all
from tests.contracts.event_store import NINE, NOON, TEN, play
from tests.contracts.stores import DatabaseStore

PATIENCE = 30


class Writer:
    """Appends in a thread and a transaction of its own, and commits when it is told to."""

    def __init__(self, pool: ThreadPoolExecutor, alias: str) -> None:
        self._pool = pool
        self._alias = alias
        self.appended = Event()
        self._end = Event()
        self._roll_back = False
        self.outcome: Future[Any]

    def begin(self, *events: store.NewEvent, at: int, **how: Any) -> Writer:
        self.outcome = self._pool.submit(self._run, events, at, how)
        return self

    def commit(self) -> None:
        self._end.set()

    def roll_back(self) -> None:
        self._roll_back = True
        self._end.set()

    def _run(self, events: tuple[store.NewEvent, ...], at: int, how: Any) -> store.Head:
        how = {"actor": "user:7", "now": NOON, **how}
        try:
            with transaction.atomic(using=self._alias):
                head = store.append("game-1", events, expected_version=at, using=self._alias, **how)
                self.appended.set()
                assert self._end.wait(PATIENCE)
                transaction.set_rollback(self._roll_back, using=self._alias)
            return head
        finally:
            connections[self._alias].close()


@pytest.fixture
def pool():
    with ThreadPoolExecutor(4) as pool:
        yield pool


@pytest.fixture
def writer(pool, database_store) -> Callable[[], Writer]:
    return lambda: Writer(pool, database_store.alias)


def meanwhile(first: Writer, second: Writer) -> None:
    """The second has to wait for the first: give it time to get there."""
    assert first.appended.wait(PATIENCE)
    assert not second.appended.wait(0.3)


def test_of_two_writers_at_one_version_the_first_wins(database_store, writer):
    first = writer().begin(NINE, at=0, command_id="c1")
    assert first.appended.wait(PATIENCE)
    second = writer().begin(TEN, at=0, command_id="c2", actor="user:8")
    meanwhile(first, second)
    first.commit()
    assert first.outcome.result(PATIENCE).version == 1
    with pytest.raises(StaleVersion) as refused:
        second.outcome.result(PATIENCE)
    assert refused.value.actual == 1
    assert [event.payload for event in database_store.load("game-1")] == [NINE.payload]


def test_if_the_first_gives_up_the_second_wins(database_store, writer):
    first = writer().begin(NINE, at=0, command_id="c1")
    assert first.appended.wait(PATIENCE)
    second = writer().begin(TEN, at=0, command_id="c2", actor="user:8")
    meanwhile(first, second)
    first.roll_back()
    second.commit()
    assert second.outcome.result(PATIENCE).version == 1
    assert [event.payload for event in database_store.load("game-1")] == [TEN.payload]


@pytest.mark.services
def test_writers_of_two_tables_do_not_wait_for_each_other_on_postgresql(postgresql_store, pool):
    first = Writer(pool, postgresql_store.alias).begin(NINE, at=0, command_id="c1")
    assert first.appended.wait(PATIENCE)
    play(postgresql_store, TEN, at=0, id="c1", stream="game-2")
    first.commit()
    assert first.outcome.result(PATIENCE).version == 1


@pytest.mark.parametrize("events", [[NINE], [NINE, TEN]], ids=["one event", "two events"])
def test_a_retry_that_overtakes_its_first_try_is_not_done_twice(database_store, writer, events):
    first = writer().begin(*events, at=0, command_id="c1")
    assert first.appended.wait(PATIENCE)
    retry = writer().begin(*events, at=0, command_id="c1")
    meanwhile(first, retry)
    first.commit()
    with pytest.raises(AlreadyDone) as done:
        retry.outcome.result(PATIENCE)
    assert done.value.version == first.outcome.result(PATIENCE).version == len(events)
    assert database_store.version("game-1") == len(events)


def test_a_retry_decided_at_a_later_version_is_not_done_twice(database_store, writer):
    """The version alone would let it through: the key on the command id must not."""
    play(database_store, NINE, at=0, id="c1")
    head = play(database_store, NINE, at=1, id="c2")
    retry = writer().begin(NINE, at=2, head=head.hash, command_id="c1")
    with pytest.raises(AlreadyDone) as done:
        retry.outcome.result(PATIENCE)
    assert done.value.version == 1


def test_an_id_raced_by_somebody_else_or_for_something_else_is_refused(database_store, writer):
    for how in ({"actor": "user:8"}, {"content": {"card": "HT"}}):
        database_store.empty()
        first = writer().begin(NINE, at=0, command_id="c1")
        assert first.appended.wait(PATIENCE)
        second = writer().begin(NINE, at=0, command_id="c1", **how)
        meanwhile(first, second)
        first.commit()
        with pytest.raises(CommandIdReused):
            second.outcome.result(PATIENCE)
        assert database_store.version("game-1") == 1


def test_four_impatient_clicks_play_one_card(database_store, pool):
    gate = Barrier(4)

    def click() -> int:
        try:
            gate.wait(PATIENCE)
            return play(database_store, NINE, at=0, id="c1").version
        except AlreadyDone as done:
            return done.version
        finally:
            database_store.connection.close()

    for round_ in range(5):
        database_store.empty()
        clicks = [pool.submit(click) for _ in range(4)]
        assert [each.result(PATIENCE) for each in clicks] == [1, 1, 1, 1], round_
        assert database_store.version("game-1") == 1


def test_two_processes_share_a_stream_without_losing_or_doubling_an_event(database_store):
    each = 40
    names = ("anneke", "bert")
    processes = [start_writer(database_store, name, each) for name in names]
    try:
        for process in processes:
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in processes:
            assert process.wait(PATIENCE) == 0
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    events = database_store.load("game-1")
    assert [event.version for event in events] == list(range(1, 2 * each + 1))
    for name in names:
        numbers = [event.payload["number"] for event in events if event.actor == name]
        assert numbers == list(range(each))
    assert list(verify_all(using=database_store.alias)) == []


def start_writer(database_store: DatabaseStore, name: str, count: int) -> subprocess.Popen[str]:
    settings = {
        key: database_store.connection.settings_dict[key] for key in ("ENGINE", "NAME", "OPTIONS")
    }
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.concurrency.writer",
            json.dumps(settings, default=str),
            name,
            str(count),
        ],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
