from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.flows.cluster import Cluster, running_cluster
from tests.flows.pace import QUICK

pytest.register_assert_rewrite("tests.flows.board")


@pytest.fixture(scope="session")
def running_processes(
    postgresql_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("processes")
    with running_cluster(postgresql_url, valkey_url, folder, **QUICK) as cluster:
        yield cluster


@pytest.fixture
def cluster(running_processes: Cluster) -> Cluster:
    """All four processes, started again where an earlier test killed one."""
    running_processes.start()
    return running_processes
