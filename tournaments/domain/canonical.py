"""The bytes that are hashed: canonical JSON and length-prefixed fields, `rikdeal-1` §2.

The event store has its own copy of this rule: a stranger who checks deals has no event store.
"""

from __future__ import annotations

import json
from typing import NoReturn

from tournaments.domain.errors import DealsRefused

__all__ = ["canonical_json", "fields", "read_canonical"]

# Beyond this a JSON reader that works with doubles (every browser) sees another number.
_INTEGER_END = 2**53
_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def canonical_json(value: object) -> bytes:
    """J(value). What has no canonical form is refused: floats, subclasses, non-ASCII keys."""
    try:
        _check(value)
        return _ENCODER.encode(value).encode("utf-8")
    except UnicodeEncodeError:
        raise _not_canonical("text holds half of a surrogate pair") from None
    except RecursionError:
        raise _not_canonical("nested too deeply") from None


def read_canonical(content: bytes) -> object:
    """The value whose canonical form is exactly these bytes."""
    try:
        value = json.loads(
            content.decode("utf-8"), parse_float=_no_fraction, parse_constant=_no_fraction
        )
    except RecursionError:
        raise _not_canonical("nested too deeply") from None
    except ValueError:
        # Not UTF-8, not JSON, a number too long for Python. The error itself quotes the file.
        raise _not_canonical("not JSON in UTF-8") from None
    if canonical_json(value) != content:
        raise _not_canonical("written in another way than the canonical one")
    return value


def fields(*parts: bytes | str | int) -> bytes:
    """F(part) of each, joined: no two lists of fields have the same bytes."""
    return b"".join(_field(part) for part in parts)


def _field(part: bytes | str | int) -> bytes:
    content = part if isinstance(part, bytes) else str(part).encode("utf-8")
    return len(content).to_bytes(4, "big") + content


def _check(value: object) -> None:
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return
    if isinstance(value, int) and kind is int:
        if not -_INTEGER_END < value < _INTEGER_END:
            raise _not_canonical("an integer of 2**53 or more")
    elif isinstance(value, dict):
        for key, item in value.items():
            if type(key) is not str or not key.isascii():
                raise _not_canonical("a key is not ASCII text")
            _check(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _check(item)
    else:
        raise _not_canonical(f"{kind.__name__} has no canonical form")


def _no_fraction(text: str) -> NoReturn:
    raise _not_canonical("a number with a fraction, an exponent, or none at all")


def _not_canonical(why: str) -> DealsRefused:
    return DealsRefused(f"not canonical JSON: {why}", code="not_canonical")
