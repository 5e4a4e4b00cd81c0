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
from django.db import transaction
from django.test import Client

from gameplay import streams
from tournaments import stream


@contextmanager
def undone() -> Iterator[None]:
    """Around the `db` of many tests: what is made here they find, and nothing of it remains.

    A test that has the rows must `forget` first what memory holds of what another did with them.
    """
    forget()
    with transaction.atomic():
        yield
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
