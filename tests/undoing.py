"""Rows that are made once for many tests, each of which finds them as they were made.

`django_db` makes and undoes everything for every test, which is right until making a table and a
tournament takes ten times as long as the one request that is tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from gameplay import streams
from tournaments import stream


@contextmanager
def undone() -> Iterator[None]:
    """Nothing of what happens meanwhile remains, not even in memory.

    As Django's own TestCase does it: code may ask for a transaction that lasts, and what holds only
    at its end, as foreign keys do, must hold at the end of this.
    """
    block = transaction.atomic()
    block._from_testcase = True
    forget()
    with block:
        yield
        if not connection.needs_rollback:
            connection.check_constraints()
        transaction.set_rollback(True)
    forget()


def forget() -> None:
    for what in (streams.forget_everything, stream.forget_everything, cache.clear):
        what()


def signed_in(person: Any) -> SimpleCookie:
    """The cookies of somebody who has signed in: a session that clients of many tests share."""
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies
