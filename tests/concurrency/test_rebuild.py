"""The rows that pages read are made anew while people play."""

from __future__ import annotations

import pytest

from tests.service import told


@pytest.mark.services
def test_a_rebuild_on_postgresql_loses_no_table_that_is_played_at_meanwhile(
    production: dict[str, str],
) -> None:
    held = told("tests.concurrency.rebuilding", timeout=120, **production)
    assert held
    assert [what for what, so in held.items() if not so] == []
