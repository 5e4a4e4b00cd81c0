"""A follower of the feed on PostgreSQL, where a smaller id may appear after a larger one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connections, transaction

from gameplay.eventstore import feed, store
from tests.contracts.event_store import NINE, NOON, play
from tests.contracts.stores import DatabaseStore

pytestmark = pytest.mark.services


@pytest.fixture
def slow(postgresql_store: DatabaseStore) -> Iterator[str]:
    """A second connection to the same database: a transaction that takes its time."""
    alias = f"{postgresql_store.alias}_slow"
    connections.settings[alias] = connections.settings[postgresql_store.alias]
    yield alias
    connections[alias].close()
    del connections[alias]
    del connections.settings[alias]


def append(alias: str, stream: str) -> None:
    store.append(
        stream,
        [NINE],
        expected_version=0,
        actor="user:7",
        command_id="c1",
        now=NOON,
        using=alias,
    )


def streams(events: list[store.Recorded]) -> list[str]:
    return [event.stream for event in events]


def test_a_late_commit_is_not_skipped(postgresql_store, slow):
    with transaction.atomic(using=slow):
        append(slow, "game-late")
        play(postgresql_store, NINE, at=0, id="c1", stream="game-quick")
        # Whoever went by id alone would take the quick one now and never see the late one.
        early, checkpoint = postgresql_store.read()
        assert early == []
        assert checkpoint == feed.START
    events, checkpoint = postgresql_store.read(checkpoint)
    assert streams(events) == ["game-late", "game-quick"]
    assert postgresql_store.read(checkpoint) == ([], checkpoint)


def test_a_late_insert_of_an_old_transaction_is_not_skipped(postgresql_store, slow):
    """Its transaction id is smaller and its row id larger than those of the quick one."""
    with transaction.atomic(using=slow):
        append(slow, "game-first")
        play(postgresql_store, NINE, at=0, id="c1", stream="game-quick")
        append(slow, "game-late")
        assert postgresql_store.read()[0] == []
    events, checkpoint = postgresql_store.read(limit=1)
    while True:
        more, checkpoint = postgresql_store.read(checkpoint, limit=1)
        if not more:
            break
        events += more
    assert streams(events) == ["game-first", "game-late", "game-quick"]


def test_what_was_committed_before_the_slow_one_began_is_read_at_once(postgresql_store, slow):
    play(postgresql_store, NINE, at=0, id="c1", stream="game-before")
    with transaction.atomic(using=slow):
        append(slow, "game-late")
        events, checkpoint = postgresql_store.read()
        assert streams(events) == ["game-before"]
    assert streams(postgresql_store.read(checkpoint)[0]) == ["game-late"]


def test_a_transaction_that_gives_up_holds_nobody_back(postgresql_store, slow):
    with transaction.atomic(using=slow):
        append(slow, "game-never")
        play(postgresql_store, NINE, at=0, id="c1", stream="game-quick")
        transaction.set_rollback(True, using=slow)
    assert streams(postgresql_store.read()[0]) == ["game-quick"]


def test_a_reader_that_only_looks_holds_nobody_back(postgresql_store, slow):
    with transaction.atomic(using=slow):
        assert store.version("game-quick", using=slow) == 0
        play(postgresql_store, NINE, at=0, id="c1", stream="game-quick")
        assert streams(postgresql_store.read()[0]) == ["game-quick"]


SPEND = "DO $$ BEGIN FOR n IN 1..{} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"


def test_nothing_is_skipped_where_the_numbers_of_transactions_get_a_digit_more(postgresql_store):
    """Of 999 and 1000 the smaller one is read first: as words they would stand the other way."""
    with connections[postgresql_store.alias].cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text::bigint")
        last = cursor.fetchone()[0]
        longer = 10 ** len(str(last + 10))
        cursor.execute(SPEND.format(longer - last - 3))
    written = [f"game-{at}" for at in range(8)]
    for stream in written:
        play(postgresql_store, NINE, at=0, id="c1", stream=stream)
    events, checkpoint = postgresql_store.read(limit=3)
    while more := postgresql_store.read(checkpoint, limit=3)[0]:
        checkpoint = postgresql_store.read(checkpoint, limit=3)[1]
        events += more
    assert streams(events) == written
    with connections[postgresql_store.alias].cursor() as cursor:
        cursor.execute("SELECT min(xid)::text, max(xid)::text FROM eventstore_storedevent")
        least, most = cursor.fetchone()
    assert len(least) < len(most)
