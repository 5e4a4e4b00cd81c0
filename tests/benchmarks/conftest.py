from __future__ import annotations

from tests.contracts.fixtures import (  # noqa: F401
    postgresql_events,
    postgresql_store,
    sqlite_events,
    sqlite_store,
)
