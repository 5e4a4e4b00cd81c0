"""The bytes that are stored and hashed: canonical JSON, length-prefixed fields, the chain.

Anybody with these two dozen lines and a copy of the table can check the whole history, so
nothing here may ever change for events that exist.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from gameplay.eventstore.errors import BadField, NotCanonical

ZERO = bytes(32)
"""The chain hash before the first event of a stream."""

# Beyond this a JSON reader that works with doubles (every browser) sees another number.
_INTEGER_END = 2**53
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def canonical_json(value: object) -> bytes:
    """The one spelling of a value: sorted ASCII keys, no blanks, no floats, raw UTF-8.

    Subclasses are refused too: an ``IntEnum`` would silently be stored as its number.
    """
    _check(value, "value")
    try:
        return _ENCODER.encode(value).encode("utf-8")
    except UnicodeEncodeError:
        raise NotCanonical("value", "text holds half of a surrogate pair") from None


def _check(value: object, where: str) -> None:
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return
    if kind is int:
        if not -_INTEGER_END < value < _INTEGER_END:  # type: ignore[operator]
            raise NotCanonical(where, "integer of 2**53 or more")
    elif isinstance(value, dict):
        for key, item in value.items():
            if type(key) is not str or not key.isascii():
                raise NotCanonical(where, "key is not ASCII text")
            if type(item) is not str:  # most are; this is on the way of every card
                _check(item, f"{where}.{key}")
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            if type(item) is not str:
                _check(item, f"{where}[{index}]")
    else:
        raise NotCanonical(where, f"{kind.__name__} has no canonical form")


def field(content: bytes) -> bytes:
    """Length as four bytes, big-endian, and the content: no two lists of fields look alike."""
    return len(content).to_bytes(4, "big") + content


def chain_hash(previous: bytes, fields: Iterable[bytes]) -> bytes:
    """The hash of an event over its predecessor's and its own stored fields, in table order."""
    return sha256(b"".join([previous, *map(field, fields)])).digest()


def microseconds(moment: datetime) -> int:
    """Whole microseconds since 1970: exact in every database, unlike a float or a text."""
    if moment.tzinfo is None:
        raise BadField("time", "has no time zone")
    since = moment - _EPOCH
    if since.days < 0:
        raise BadField("time", "before 1970")
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def moment(microseconds_since_1970: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds_since_1970)
