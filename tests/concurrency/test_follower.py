"""Results and standings are made by followers of the feed, several at once, on PostgreSQL."""

from __future__ import annotations

import pytest

from tests.service import told


@pytest.mark.services
def test_followers_skip_nothing_and_take_nothing_twice(
    production: dict[str, str],
) -> None:
    held = told("tests.concurrency.following", timeout=180, **production)
    assert held
    assert [what for what, so in held.items() if not so] == []
