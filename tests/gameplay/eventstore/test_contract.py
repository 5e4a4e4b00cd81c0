"""The store contract, on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest

from gameplay.eventstore.memory import MemoryStore
from tests.contracts.event_store import EventStoreContract, upcasting  # noqa: F401


class TestMemory(EventStoreContract):
    @pytest.fixture
    def store(self):
        return MemoryStore()


class TestSQLite(EventStoreContract):
    @pytest.fixture
    def store(self, sqlite_store):
        return sqlite_store


@pytest.mark.services
class TestPostgreSQL(EventStoreContract):
    @pytest.fixture
    def store(self, postgresql_store):
        return postgresql_store
