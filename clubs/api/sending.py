"""What comes with a change: its content, and the key under which it is done once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from clubs.api.describe import IDEMPOTENCY_KEY
from clubs.api.errors import ApiRefused
from clubs.api.shapes import Shape
from gameplay.eventstore.changing import SENT


def idempotency_key(request: Request) -> str:
    """What the caller sent, or "" if nothing."""
    key: str = request.headers.get(IDEMPOTENCY_KEY, "")
    if key and not SENT.fullmatch(key):
        raise ApiRefused("bad_idempotency_key", 400)
    return key


def sent(request: Request, shape: type[Shape]) -> Mapping[str, Any]:
    """The content as this shape; a field that nobody knows is refused by name."""
    content = request.data if isinstance(request.data, dict) else {}
    judge = shape(data=content)
    for name in content:
        if name not in judge.fields:
            raise ApiRefused("unknown_field", 400, name=name[:80], known=sorted(judge.fields))
    judge.is_valid(raise_exception=True)
    read: Mapping[str, Any] = judge.validated_data
    return read
