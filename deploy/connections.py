"""Database connections of pages.

Settings let a connection live as long as its thread, which is right for the few threads that
serve tables and tasks. A page has a thread of its own, which ends with it: a connection it kept
would stay open until the garbage collector comes by.
"""

from __future__ import annotations

from django.core.signals import request_finished
from django.db import connections


def give_up(**kwargs: object) -> None:
    """Close this thread's connections, once its request has been answered."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:  # a test around the request
            connection.close()


def install() -> None:
    request_finished.connect(give_up, dispatch_uid="deploy.connections")
