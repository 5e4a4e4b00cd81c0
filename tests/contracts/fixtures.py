"""Fixtures for tests on the stores; a conftest takes them over by importing them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.contracts.stores import DatabaseStore, on_postgresql, on_sqlite

# Before any test module imports it: its assertions should explain themselves.
pytest.register_assert_rewrite("tests.contracts.event_store")

DATABASES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.services))


@pytest.fixture(scope="session")
def sqlite_events(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any
) -> Iterator[DatabaseStore]:
    with django_db_blocker.unblock(), on_sqlite(tmp_path_factory.mktemp("events")) as made:
        yield made


@pytest.fixture(scope="session")
def postgresql_events(postgresql_url: str, django_db_blocker: Any) -> Iterator[DatabaseStore]:
    with django_db_blocker.unblock(), on_postgresql(postgresql_url) as made:
        yield made


@pytest.fixture
def sqlite_store(sqlite_events: DatabaseStore, django_db_blocker: Any) -> Iterator[DatabaseStore]:
    with django_db_blocker.unblock():
        sqlite_events.empty()
        yield sqlite_events


@pytest.fixture
def postgresql_store(
    postgresql_events: DatabaseStore, django_db_blocker: Any
) -> Iterator[DatabaseStore]:
    with django_db_blocker.unblock():
        postgresql_events.empty()
        yield postgresql_events


@pytest.fixture(params=DATABASES)
def database_store(request: pytest.FixtureRequest) -> DatabaseStore:
    return request.getfixturevalue(f"{request.param}_store")
