"""Type name and schema version <-> event object. Knows no game: packages register theirs.

An event that is released is never rewritten. A new field means a new schema number and an
upcaster that turns the payload of the old schema into that of the next one, on reading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gameplay.eventstore.errors import UnknownEvent
from gameplay.eventstore.records import NewEvent, Recorded

Encode = Callable[[Any], Mapping[str, object]]
Decode = Callable[[dict[str, Any]], Any]
Upcast = Callable[[dict[str, Any]], dict[str, Any]]


class _Form(NamedTuple):
    schema: int
    encode: Encode
    decode: Decode


class Codec:
    def __init__(self) -> None:
        self._forms: dict[str, _Form] = {}
        self._upcasters: dict[tuple[str, int], Upcast] = {}

    def register(self, name: str, schema: int, encode: Encode, decode: Decode) -> None:
        """``schema`` is the one written from now on; names are shared by all packages."""
        if name in self._forms:
            raise ValueError(f"event type {name} is registered twice")
        self._forms[name] = _Form(schema, encode, decode)

    def register_upcaster(self, name: str, from_schema: int, fn: Upcast) -> None:
        """``fn`` turns a payload of ``from_schema`` into one of ``from_schema + 1``."""
        if (name, from_schema) in self._upcasters:
            raise ValueError(f"upcaster {name} v{from_schema} is registered twice")
        self._upcasters[name, from_schema] = fn

    def encode(self, name: str, event: Any) -> NewEvent:
        form = self._forms[name]
        return NewEvent(type=name, schema=form.schema, payload=form.encode(event))

    def decode(self, recorded: Recorded) -> Any:
        form = self._forms.get(recorded.type)
        if form is None or form.schema != recorded.schema:
            raise UnknownEvent(recorded.type, recorded.schema)
        return form.decode(recorded.payload)

    def upcast(self, name: str, schema: int, payload: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """As far as upcasters lead; a type nobody registered passes through untouched."""
        while (fn := self._upcasters.get((name, schema))) is not None:
            payload = fn(payload)
            schema += 1
        return schema, payload

    def current(self) -> dict[str, int]:
        """Every registered type with the schema it is written in."""
        return {name: form.schema for name, form in self._forms.items()}


events = Codec()
"""The codec of this service; the functions below are its methods."""

register = events.register
register_upcaster = events.register_upcaster
encode = events.encode
decode = events.decode
current = events.current
