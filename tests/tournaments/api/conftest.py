from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from gameplay import streams
from tournaments import stream


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """Neither how often somebody asked, nor what a rolled-back transaction left in memory."""
    for forget in (cache.clear, streams.forget_everything, stream.forget_everything):
        forget()
    yield
    for forget in (cache.clear, streams.forget_everything, stream.forget_everything):
        forget()
