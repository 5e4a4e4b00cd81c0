from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.contracts.fixtures import (  # noqa: F401
    postgresql_events,
    postgresql_store,
    sqlite_events,
    sqlite_store,
)


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """One that waits for its disk, as an operator's does; tests have one that does not."""
    from tests.engines import postgresql

    with postgresql() as url:
        yield url
