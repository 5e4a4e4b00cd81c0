from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache

from gameplay import streams
from tests.tournaments.rounds.office import Office
from tournaments import stream


@pytest.fixture(autouse=True)
def _no_memory() -> Iterator[None]:
    """A test must not see what another one's rolled-back transaction left in memory."""
    for forget in (streams.forget_everything, stream.forget_everything, cache.clear):
        forget()
    yield
    for forget in (streams.forget_everything, stream.forget_everything, cache.clear):
        forget()


@pytest.fixture
def person(db: None) -> Callable[[str], Any]:
    def make(name: str) -> Any:
        return get_user_model().objects.create_user(name, password="koffie met appeltaart")

    return make


@pytest.fixture
def office(person: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> Office:
    """Where an organizer sits with a clock on the wall. Asking for deals deals at once."""
    office = Office(organizer=person("organizer"))
    monkeypatch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
    return office
