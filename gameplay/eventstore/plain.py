"""Events that are plain dataclasses: written field by field under the names of their class.

There is nothing in one that JSON has no word for: texts, numbers, tuples, mappings and other
plain dataclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from gameplay.eventstore import codec


def register(schemas: Mapping[type, int]) -> None:
    """Make these classes known to the codec, each at the schema that is written from now on."""
    for kind, schema in schemas.items():
        codec.register(kind.__name__, schema, write, reader(kind))


def write(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: write(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: write(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [write(item) for item in value]
    return value


@cache
def reader(hint: Any) -> Callable[[Any], Any]:
    """How a value of this declared type is read; found once for each type."""
    if is_dataclass(hint):
        kind: Any = hint
        readers = {name: reader(each) for name, each in get_type_hints(kind).items()}
        return lambda value: kind(**{name: read(value[name]) for name, read in readers.items()})
    if get_origin(hint) is tuple:
        read = reader(get_args(hint)[0])
        return lambda value: tuple(read(item) for item in value)
    if get_origin(hint) in (Union, UnionType):
        read = reader(next(each for each in get_args(hint) if each is not type(None)))
        return lambda value: None if value is None else read(value)
    return lambda value: value
