from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from tests.flows.cluster import Cluster, running_cluster
from tests.flows.pace import QUICK

pytest.register_assert_rewrite("tests.flows.board")


@pytest.fixture(scope="session")
def running_processes(
    postgresql_url: str,
    migrated: str,
    valkey_url: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("processes")
    with running_cluster(postgresql_url, valkey_url, folder, migrated=migrated, **QUICK) as cluster:
        yield cluster


@pytest.fixture
def cluster(running_processes: Cluster, request: pytest.FixtureRequest) -> Iterator[Cluster]:
    """All four processes, started again where an earlier test killed one; stopped after the last
    test that wants them, since they would take half a core from the tests that follow."""
    running_processes.start()
    running_processes.listen_anew()
    yield running_processes
    wanting = [one for one in request.session.items if "cluster" in _fixtures_of(one)]
    if wanting[-1] is request.node:
        running_processes.stop()


def _fixtures_of(item: pytest.Item) -> Sequence[str]:
    return getattr(item, "fixturenames", ())
