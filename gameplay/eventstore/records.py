"""What goes into the store, what comes out of it, and how far a reader has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from gameplay.eventstore.canonical import (
    ZERO,
    canonical_json,
    chain_hash,
    field,
    microseconds,
)
from gameplay.eventstore.errors import BadField


@dataclass(frozen=True, slots=True)
class NewEvent:
    type: str
    schema: int
    payload: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Recorded:
    """One event as readers get it: ``payload`` and ``schema`` are those after upcasting.

    ``hash`` is the chain's at this version, over what was stored and never over what was
    upcast.
    """

    position: int
    stream: str
    version: int
    type: str
    schema: int
    payload: dict[str, Any]
    actor: str
    cause: str
    command_id: str
    time: datetime
    hash: bytes


class Head(NamedTuple):
    """Where a stream stands: what ``append`` needs in order to go on without reading."""

    version: int
    hash: bytes


EMPTY = Head(0, ZERO)


class Position(NamedTuple):
    """How far a follower of the feed has read; ``str()`` for a checkpoint, ``parse`` back.

    ``transaction`` is 0 where the database has one writer and ids alone are in order.
    """

    transaction: int
    id: int

    def __str__(self) -> str:
        return f"{self.transaction}:{self.id}"

    @classmethod
    def parse(cls, text: str) -> Position:
        transaction, separator, id_ = text.partition(":")
        if not (separator and transaction.isdecimal() and id_.isdecimal() and text.isascii()):
            raise BadField("position", "not of the form transaction:id")
        return cls(int(transaction), int(id_))


START = Position(0, 0)


class Row(NamedTuple):
    """One event exactly as it is stored; the order is that of the columns."""

    stream: str
    version: int
    command_index: int
    type: str
    schema: int
    actor: str
    cause: str
    command_id: str
    command_digest: bytes
    time: int
    payload: str
    hash: bytes


def command_digest(content: Mapping[str, object]) -> bytes:
    """What makes two commands of one actor the same: what was asked."""
    return sha256(canonical_json(content)).digest()


def rows(
    stream: str,
    events: Sequence[NewEvent],
    *,
    head: Head,
    actor: str,
    cause: str,
    command_id: str,
    content: Mapping[str, object] | None,
    now: datetime,
) -> list[Row]:
    """The rows that carry a stream on from ``head``, chained; at least one.

    Where nobody says what was asked (``content``), what came of it stands for that.
    """
    if not events:
        raise BadField("events", "there are none")
    time = microseconds(now)
    before = field_bytes("stream", stream)
    who = (
        field_bytes("actor", actor, empty=True),
        field_bytes("cause", cause, empty=True),
        field_bytes("command_id", command_id),
        str(time).encode(),
    )
    what = [
        (field_bytes("type", event.type), str(event.schema).encode(), canonical_json(event.payload))
        for event in events
    ]
    if content is not None:
        digest = command_digest(content)
    else:
        digest = sha256(b"".join([field(part) for parts in what for part in parts])).digest()
    result = []
    version, hash_ = head
    for index, (event, (type_, schema, payload)) in enumerate(zip(events, what, strict=True)):
        if event.schema < 1:
            raise BadField("schema", "counts from 1")
        version += 1
        hash_ = chain_hash(hash_, (before, str(version).encode(), type_, schema, *who, payload))
        result.append(
            Row(
                stream,
                version,
                index,
                event.type,
                event.schema,
                actor,
                cause,
                command_id,
                digest,
                time,
                payload.decode(),
                hash_,
            )
        )
    return result


# An index entry must fit into a third of a page, and a name that long is a mistake anyway.
_LONGEST = 200


def field_bytes(name: str, text: str, *, empty: bool = False) -> bytes:
    """The bytes of a text column, refused here if one of the databases would refuse it."""
    if not text and not empty:
        raise BadField(name, "is empty")
    if len(text) > _LONGEST:
        raise BadField(name, f"longer than {_LONGEST} characters")
    return storable(name, text)


def storable(name: str, text: str) -> bytes:
    if "\x00" in text:
        raise BadField(name, "holds a zero character")
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise BadField(name, "holds half of a surrogate pair") from None


class SavedText(NamedTuple):
    """What the event holds in place of the text."""

    id: str
    digest: str


def text_digest(salt: bytes, text: str) -> str:
    return sha256(salt + storable("text", text)).hexdigest()
