"""Rows that tell of a stream's state, put beside each other or in each other's place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from django.db import models

AT_ONCE = 200
R = TypeVar("R", bound=models.Model)


def upsert(rows: Sequence[R]) -> None:
    """All of one kind, known by their ``key``; a row that is there already takes every column."""
    if not rows:
        return
    kind = type(rows[0])
    names = [field.name for field in kind._meta.concrete_fields if not field.primary_key]
    kind._default_manager.bulk_create(
        rows,
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["key"],
        update_fields=names,
    )
