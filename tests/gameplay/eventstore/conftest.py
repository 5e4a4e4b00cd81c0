from __future__ import annotations

from tests.contracts.fixtures import (  # noqa: F401
    database_store,
    postgresql_events,
    postgresql_store,
    sqlite_events,
    sqlite_store,
)
