from __future__ import annotations

import pytest

from tests.clubs.people import Club40, found


@pytest.fixture
def club(db: None) -> Club40:
    return found()
