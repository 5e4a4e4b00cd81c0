"""`make bench`: what the store costs on top of the bare driver."""

from __future__ import annotations

import pytest

from tests.benchmarks.bench_append import measure

pytestmark = pytest.mark.bench


@pytest.mark.services
def test_append_on_postgresql(postgresql_store, capsys):
    found = measure(postgresql_store.alias, goal=0.45)
    with capsys.disabled():
        print(f"\n{found.table()}")  # noqa: T201
    assert found.ratio >= found.goal


def test_append_on_sqlite(sqlite_store, capsys):
    found = measure(sqlite_store.alias, goal=0.2)
    with capsys.disabled():
        print(f"\n{found.table()}")  # noqa: T201
    assert found.ratio >= found.goal
