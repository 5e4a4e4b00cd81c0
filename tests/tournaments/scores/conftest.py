from __future__ import annotations

from collections.abc import Iterator

import pytest

from gameplay import streams
from tournaments import stream


@pytest.fixture(autouse=True)
def _no_memory() -> Iterator[None]:
    """A test must not see what another one's rolled-back transaction left in memory."""
    streams.forget_everything()
    stream.forget_everything()
    yield
    streams.forget_everything()
    stream.forget_everything()
