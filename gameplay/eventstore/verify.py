"""Recompute the chains from the bytes as they lie in the table, and name what does not fit.

One pass, in bounded memory, without decoding a payload. What it cannot see: a chain cut off
at its end, or one that was rewritten from some version on together with all hashes behind it;
for that, compare ``store.head`` with a copy kept elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from gameplay.eventstore.canonical import ZERO, chain_hash

Progress = Callable[[int, int], None]
_BATCH = 2000
# In the order in which the chain takes them.
_HASHED = ("stream", "version", "type", "schema", "actor", "cause", "command_id", "time", "payload")
_NUMBERS = frozenset({"version", "schema", "time"})


class Fault(NamedTuple):
    """``version`` is the one that was expected where the stream first goes wrong."""

    stream: str
    version: int
    reason: str


class _Stored(NamedTuple):
    fields: tuple[bytes, ...]
    command_index: int
    position: int
    hash: bytes

    @property
    def stream(self) -> bytes:
        return self.fields[0]

    @property
    def version(self) -> bytes:
        return self.fields[1]

    @property
    def command_id(self) -> bytes:
        return self.fields[6]


def verify_stream(stream: str, *, using: str = DEFAULT_DB_ALIAS) -> Fault | None:
    return next(iter(_verify(stream, using, None)), None)


def verify_all(
    *, using: str = DEFAULT_DB_ALIAS, progress: Progress | None = None
) -> Iterator[Fault]:
    """The first fault of every stream that has one, as they are found.

    ``progress`` is told the streams and events done so far, now and then and at the end.
    """
    return _verify(None, using, progress)


def _verify(stream: str | None, using: str, progress: Progress | None) -> Iterator[Fault]:
    streams = events = 0
    chain: _Chain | None = None
    for row in _rows(stream, using):
        if chain is None or chain.stream != row.stream:
            chain = _Chain(row.stream)
            streams += 1
        fault = chain.check(row)
        if fault is not None:
            yield fault
        events += 1
        if progress is not None and events % 50_000 == 0:
            progress(streams, events)
    if progress is not None:
        progress(streams, events)


class _Chain:
    """One stream on its way through the pass; silent after its first fault."""

    def __init__(self, stream: bytes) -> None:
        self.stream = stream
        self.version = 0
        self.hash = ZERO
        self.command_id: bytes | None = None
        self.command_index = 0
        self.position = 0
        self.broken = False

    def check(self, row: _Stored) -> Fault | None:
        if self.broken:
            return None
        self.version += 1
        reason = self._reason(row)
        if reason is not None:
            self.broken = True
            name = self.stream.decode("utf-8", "backslashreplace")
            return Fault(name, self.version, reason)
        return None

    def _reason(self, row: _Stored) -> str | None:
        if row.version != str(self.version).encode():
            return f"version {row.version.decode('ascii', 'replace')} stands where it should be"
        self.hash = chain_hash(self.hash, row.fields)
        if self.hash != row.hash:
            return "its fields do not give its hash"
        same_command = row.command_id == self.command_id
        self.command_index = self.command_index + 1 if same_command else 0
        self.command_id = row.command_id
        if row.command_index != self.command_index:
            return f"command index {row.command_index} instead of {self.command_index}"
        if row.position <= self.position:
            return "its position is before its predecessor's"
        self.position = row.position
        return None


def _rows(stream: str | None, using: str) -> Iterator[_Stored]:
    connection = connections[using]
    where = "" if stream is None else " WHERE stream = %s"
    params = [] if stream is None else [stream]
    with ExitStack() as stack:
        if connection.vendor == "postgresql":
            # Outside a transaction the server would first copy the whole answer. On SQLite
            # a transaction would lock out every player until the pass is through.
            stack.enter_context(transaction.atomic(using=using))
            as_bytes = "convert_to({}, 'UTF8')".format
        else:
            # Text with a broken byte in it cannot be read as text.
            as_bytes = "CAST({} AS BLOB)".format
        columns = [name if name in _NUMBERS else as_bytes(name) for name in _HASHED]
        cursor = stack.enter_context(connection.chunked_cursor())
        cursor.execute(
            f"SELECT {', '.join(columns)}, command_index, position, hash"  # noqa: S608
            f" FROM eventstore_storedevent{where} ORDER BY stream, version",
            params,
        )
        while batch := cursor.fetchmany(_BATCH):
            for *fields, index, position, hash_ in batch:
                yield _Stored(tuple(map(_bytes, fields)), index, position, bytes(hash_))


def _bytes(value: Any) -> bytes:
    return str(value).encode() if isinstance(value, int) else bytes(value)
