"""Append and load. The caller owns the transaction; every refusal leaves it marked for rollback.

    with transaction.atomic():
        past = store.load(stream, after=cached.version)
        ...
        store.append(stream, new, expected_version=23, head=head, actor=..., command_id=..., ...)

No lock is taken: UNIQUE(stream, version) lets one of two writers through, and
UNIQUE(stream, command_id, command_index) one of two retries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from gameplay.eventstore import codec
from gameplay.eventstore.canonical import microseconds, moment
from gameplay.eventstore.errors import (
    AlreadyDone,
    BadField,
    CommandIdReused,
    NotCanonical,
    StaleVersion,
    StoreError,
    UnknownEvent,
)
from gameplay.eventstore.records import (
    EMPTY,
    Head,
    NewEvent,
    Recorded,
    Row,
    SavedText,
    command_digest,
    field_bytes,
    rows,
)
from gameplay.eventstore.texts import (
    Draft,
    draft_text,
    drop_texts,
    erase_texts,
    give_texts,
    keep_texts,
    read_text,
    read_texts,
    save_text,
    text_is_genuine,
)

__all__ = [
    "EMPTY",
    "AlreadyDone",
    "BadField",
    "CommandIdReused",
    "Draft",
    "Head",
    "NewEvent",
    "NotCanonical",
    "Recorded",
    "SavedText",
    "StaleVersion",
    "StoreError",
    "UnknownEvent",
    "answered",
    "append",
    "draft_text",
    "drop_texts",
    "erase_texts",
    "find_command",
    "give_texts",
    "head",
    "keep_texts",
    "load",
    "load_several",
    "read_text",
    "read_texts",
    "repeated",
    "save_text",
    "text_is_genuine",
    "version",
]

COLUMNS = "position, stream, version, type, schema, payload, actor, cause, command_id, time, hash"
_SELECT = f"SELECT {COLUMNS} FROM eventstore_storedevent"  # noqa: S608
_BEHIND = f"{_SELECT} WHERE stream = %s AND version > %s"
_INSERT = f"INSERT INTO eventstore_storedevent ({', '.join(Row._fields)}) VALUES "  # noqa: S608
_PLACES = f"({', '.join(['%s'] * len(Row._fields))})"
# A conflict must not abort the transaction on PostgreSQL: we want to say which one it was.
_INSERT_FIRST = f"{_INSERT}{_PLACES} ON CONFLICT DO NOTHING"
_LED_TO = (
    "SELECT version, actor, command_digest FROM {}"
    " WHERE stream = %s AND command_id = %s ORDER BY version DESC LIMIT 1"
)
_EVENT_OF = _LED_TO.format("eventstore_storedevent")
_ANSWER_TO = _LED_TO.format("eventstore_answeredcommand")
# As tables: SQLite takes no ORDER BY inside a part of a UNION.
_EVENT_OF_OR_ANSWER_TO = f"SELECT * FROM ({_EVENT_OF}) e UNION ALL SELECT * FROM ({_ANSWER_TO}) a"  # noqa: S608
# SQLite binds at most 32,766 values in one statement.
_MOST_AT_ONCE = 1000


def append(
    stream: str,
    events: Sequence[NewEvent],
    *,
    expected_version: int,
    actor: str,
    command_id: str,
    now: datetime,
    cause: str = "",
    content: Mapping[str, object] | None = None,
    head: bytes | None = None,
    using: str = DEFAULT_DB_ALIAS,
) -> Head:
    """Carry the stream on from ``expected_version``; answers its new version and chain hash.

    ``head`` is the chain hash at ``expected_version``. With it nothing is read; it must come
    from committed rows (or from an append of this very transaction), or the stream tears.
    ``content`` is what the command asked: with the actor it decides whether a second command
    with this id is a retry. Left out, the events stand for it.

    Raises StaleVersion, AlreadyDone (the retry; has the version it led to), CommandIdReused.
    """
    connection = connections[using]
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("append needs the caller's transaction")
    start = _start(stream, expected_version, head, using)
    new = rows(
        stream,
        events,
        head=start,
        actor=actor,
        cause=cause,
        command_id=command_id,
        content=content,
        now=now,
    )
    if start.version != expected_version or not _insert(new, connection):
        raise _refusal(new[0], expected_version, using)
    return Head(new[-1].version, new[-1].hash)


def _start(stream: str, expected_version: int, given: bytes | None, using: str) -> Head:
    if expected_version == 0:
        return EMPTY
    if given is not None:
        return Head(expected_version, given)
    field_bytes("stream", stream)
    return head(stream, using=using)


def _insert(new: Sequence[Row], connection: BaseDatabaseWrapper) -> bool:
    """The first row decides: if its place is free, so are those behind it.

    All in one statement, and of three rows at a stale version the last could find a place.
    """
    with connection.cursor() as cursor:
        cursor.execute(_INSERT_FIRST, new[0])
        if cursor.rowcount != 1:
            return False
        for start in range(1, len(new), _MOST_AT_ONCE):
            part = new[start : start + _MOST_AT_ONCE]
            places = ", ".join([_PLACES] * len(part))
            cursor.execute(_INSERT + places, [value for row in part for value in row])
    return True


def _refusal(row: Row, expected: int, using: str) -> StoreError:
    """Why nothing was appended. Whatever else the transaction did must not stand either."""
    try:
        done = _done(row.stream, row.command_id, row.actor, row.command_digest, using)
        if done is not None:
            return AlreadyDone(row.stream, row.command_id, done)
        return StaleVersion(row.stream, expected, version(row.stream, using=using))
    except CommandIdReused as reused:
        return reused
    finally:
        transaction.set_rollback(True, using=using)


def repeated(
    stream: str,
    command_id: str,
    *,
    actor: str,
    content: Mapping[str, object],
    using: str = DEFAULT_DB_ALIAS,
) -> int | None:
    """The version a command with this id led to or was ``answered`` at, None if it is new.

    Raises CommandIdReused if it came from another actor or asked for something else. Ask
    before judging a command against the present state: to a retry it has moved on.
    """
    places = [stream, command_id, stream, command_id]
    with connections[using].cursor() as cursor:
        cursor.execute(_EVENT_OF_OR_ANSWER_TO, places)
        row = cursor.fetchone()
    return _same_command(row, stream, command_id, actor, command_digest(content))


def answered(
    stream: str,
    command_id: str,
    *,
    actor: str,
    content: Mapping[str, object],
    version: int,
    now: datetime,
    using: str = DEFAULT_DB_ALIAS,
) -> None:
    """Keep that a command was answered at ``version`` although nothing happened.

    Sent again it is a retry, for ``repeated``, whatever would come of it by then. Told twice,
    the first time stands. Not for ids of the service's own, which may try again until they can.
    """
    field_bytes("command_id", command_id)
    with connections[using].cursor() as cursor:
        cursor.execute(
            "INSERT INTO eventstore_answeredcommand"
            " (stream, command_id, actor, command_digest, version, time)"
            " VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [stream, command_id, actor, command_digest(content), version, microseconds(now)],
        )


def _done(stream: str, command_id: str, actor: str, digest: bytes, using: str) -> int | None:
    with connections[using].cursor() as cursor:
        cursor.execute(_EVENT_OF, [stream, command_id])
        row = cursor.fetchone()
    return _same_command(row, stream, command_id, actor, digest)


def _same_command(
    row: tuple[Any, ...] | None, stream: str, command_id: str, actor: str, digest: bytes
) -> int | None:
    if row is None:
        return None
    if row[1] != actor or bytes(row[2]) != digest:
        raise CommandIdReused(stream, command_id)
    return int(row[0])


def find_command(stream: str, command_id: str, *, using: str = DEFAULT_DB_ALIAS) -> list[Recorded]:
    """The events that a command led to; empty if it never came through."""
    return _read(
        f"{_SELECT} WHERE stream = %s AND command_id = %s ORDER BY version",
        [stream, command_id],
        using,
    )


def load(stream: str, after: int = 0, *, using: str = DEFAULT_DB_ALIAS) -> list[Recorded]:
    """The events behind version ``after``, in order, upcast to the schemas known today."""
    return _read(f"{_BEHIND} ORDER BY version", [stream, after], using)


def load_several(
    after: Mapping[str, int], *, using: str = DEFAULT_DB_ALIAS
) -> dict[str, list[Recorded]]:
    """``load`` for each of these streams: in one question, and all as of the same moment."""
    found: dict[str, list[Recorded]] = {stream: [] for stream in after}
    if after:
        # Not OR: each part by itself is sure to go by the index.
        sql = " UNION ALL ".join([_BEHIND] * len(after)) + " ORDER BY version"
        for row in _read(sql, [value for pair in after.items() for value in pair], using):
            found[row.stream].append(row)
    return found


def version(stream: str, *, using: str = DEFAULT_DB_ALIAS) -> int:
    """0 for a stream that does not exist."""
    return head(stream, using=using).version


def head(stream: str, *, using: str = DEFAULT_DB_ALIAS) -> Head:
    with connections[using].cursor() as cursor:
        cursor.execute(
            "SELECT version, hash FROM eventstore_storedevent"
            " WHERE stream = %s ORDER BY version DESC LIMIT 1",
            [stream],
        )
        row = cursor.fetchone()
    return EMPTY if row is None else Head(row[0], bytes(row[1]))


def _read(sql: str, params: Sequence[str | int], using: str) -> list[Recorded]:
    with connections[using].cursor() as cursor:
        cursor.execute(sql, params)
        return recorded(cursor.fetchall())


def recorded(found: Iterable[tuple[Any, ...]]) -> list[Recorded]:
    """Rows of ``COLUMNS`` as events, upcast."""
    result = []
    for position, stream, version_, type_, schema, payload, *who, time, hash_ in found:
        actor, cause, command_id = who
        schema, fields = codec.events.upcast(type_, schema, json.loads(payload))
        result.append(
            Recorded(
                position,
                stream,
                version_,
                type_,
                schema,
                fields,
                actor,
                cause,
                command_id,
                moment(time),
                bytes(hash_),
            )
        )
    return result
