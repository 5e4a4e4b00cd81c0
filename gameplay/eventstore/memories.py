"""The last states that a process folded, kept warm.

An old memory is harmless: readers ask the store for what came after the version they remember,
and writers append at that version, where UNIQUE(stream, version) decides. A memory of what never
came to be is not, so nothing is remembered that a transaction may yet take back.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

from django.db import connection

T = TypeVar("T")


class Memory(Generic[T]):
    """The most recently used values, safe to use from several threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> T | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: str, value: T) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._values.clear()


def remembers() -> bool:
    """Whether what is read now may be remembered; a transaction also reads its own events, which
    are no more if it does not commit. Who appended remembers them on commit.

    The transaction in which Django's test case puts a whole test stands for no transaction.
    """
    return all(getattr(block, "_from_testcase", False) for block in connection.atomic_blocks)
