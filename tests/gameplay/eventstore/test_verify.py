"""Whoever touches one byte of the history is found out, by stream and version."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from gameplay.eventstore.verify import Fault, verify_all, verify_stream
from tests.contracts.event_store import NINE, TEN, play

# Not under the chain: only tells a retry from a reused command id.
COLUMNS = (
    "stream",
    "version",
    "command_index",
    "type",
    "schema",
    "actor",
    "cause",
    "command_id",
    "time",
    "payload",
    "hash",
)
NUMBERS = ("version", "command_index", "schema", "time")


@pytest.fixture
def history(database_store):
    """Three streams; the second has five events, two of them of one command."""
    play(database_store, NINE, at=0, id="c1", stream="game-1")
    play(database_store, NINE, TEN, at=0, id="c1", stream="game-2", cause="tick")
    for version in (2, 3, 4):
        play(database_store, TEN, at=version, id=f"c{version}", stream="game-2", cause="tick")
    play(database_store, NINE, at=0, id="c1", stream="game-3")
    return database_store


def corrupt(history, column, version=3):
    """Change one stored byte (of a number: one bit) of game-2 at a version."""
    where = f"WHERE stream = 'game-2' AND version = {version}"
    postgresql = history.connection.vendor == "postgresql"
    if column in NUMBERS:
        changed = f"{column} + 64"
    elif column == "hash" and postgresql:
        changed = "set_byte(hash, 7, get_byte(hash, 7) # 1)"
    elif column == "hash":
        changed = "CAST(substr(hash, 1, 31) || x'00' AS BLOB)"
    else:
        changed = f"'~' || substr({column}, 2)"
    with history.unguarded():
        history.execute(f"UPDATE eventstore_storedevent SET {column} = {changed} {where}")


def run(history, *streams):
    out = StringIO()
    call_command("verify_streams", *streams, database=history.alias, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_an_untouched_history_verifies(history):
    assert list(verify_all(using=history.alias)) == []
    assert verify_stream("game-2", using=history.alias) is None
    assert run(history) == "3 streams with 7 events verified\n"


@pytest.mark.parametrize("column", COLUMNS)
def test_one_changed_byte_is_found_by_stream_and_version(history, column):
    corrupt(history, column)
    faults = list(verify_all(using=history.alias))
    assert ("game-2", 3) in [(fault.stream, fault.version) for fault in faults]
    assert {fault.stream for fault in faults} <= {"game-2", "~ame-2"}


def test_the_command_names_the_place_and_fails(history):
    corrupt(history, "payload")
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 3 streams with 7 events") as failed:
        call_command("verify_streams", database=history.alias, stdout=out)
    assert failed.value.returncode == 1
    assert out.getvalue() == "game-2 version 3: its fields do not give its hash\n"


def test_the_command_looks_at_named_streams_only(history):
    corrupt(history, "payload")
    assert run(history, "game-1", "game-3") == "2 streams verified\n"
    with pytest.raises(CommandError):
        run(history, "game-1", "game-2")


def test_a_byte_that_is_no_text_at_all_is_a_fault_and_not_a_crash(sqlite_store):
    play(sqlite_store, NINE, at=0, id="c1")
    with sqlite_store.unguarded():
        sqlite_store.execute(
            "UPDATE eventstore_storedevent SET payload = CAST(x'7bff' AS TEXT), stream ="
            " CAST(x'67ff' AS TEXT)"
        )
    (fault,) = verify_all(using=sqlite_store.alias)
    assert (fault.stream, fault.version) == ("g\\xff", 1)


def test_a_missing_event_is_found(history):
    with history.unguarded():
        history.execute(
            "DELETE FROM eventstore_storedevent WHERE stream = 'game-2' AND version = 2"
        )
    assert list(verify_all(using=history.alias)) == [
        Fault("game-2", 2, "version 3 stands where it should be")
    ]


def test_two_events_that_changed_places_are_found(history):
    with history.unguarded():
        for old, new in ((3, 90), (4, 3), (90, 4)):
            history.execute(
                f"UPDATE eventstore_storedevent SET version = {new}"
                f" WHERE stream = 'game-2' AND version = {old}"
            )
    assert verify_stream("game-2", using=history.alias).version == 3


def test_every_damaged_stream_is_named_once(history):
    corrupt(history, "payload")
    corrupt(history, "actor", version=4)
    with history.unguarded():
        history.execute("UPDATE eventstore_storedevent SET time = 1 WHERE stream = 'game-3'")
    assert [(f.stream, f.version) for f in verify_all(using=history.alias)] == [
        ("game-2", 3),
        ("game-3", 1),
    ]


def test_progress_is_told(history):
    told = []
    list(verify_all(using=history.alias, progress=lambda *done: told.append(done)))
    assert told == [(3, 7)]
