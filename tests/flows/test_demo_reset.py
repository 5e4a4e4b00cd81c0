"""`make demo` keeps what was played; `make demo-reset` starts afresh."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flows.pace import QUICK
from tests.flows.player import Visitor
from tests.flows.stored import EventTable, on_sqlite
from tests.service import Service, clean_environment, running_service

SETTINGS = "deploy.settings.development"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def stored(data: Path) -> EventTable:
    here = clean_environment(RIKKEN_DATA=str(data), DJANGO_SETTINGS_MODULE=SETTINGS)
    return on_sqlite(data, here)


def play_a_little(service: Service) -> str:
    """The game of somebody who came, took a seat and did one thing."""
    with Visitor(service.url) as anneke, anneke.at(anneke.take_demo_seat()) as south:
        south.play_until(lambda me: me.my_turn)
        south.act()
        return str(south.game["game"])


def keys(data: Path) -> dict[str, str]:
    return {path.name: path.read_text("ascii") for path in data.glob("*.key")}


def test_a_demo_goes_on_until_it_is_reset_and_then_remembers_nothing(data: Path) -> None:
    with running_service(data, tables=False, **QUICK) as service:
        first = play_a_little(service)
        before = keys(data)
        service.restart()
        assert stored(data).game(first), "an ordinary restart keeps what was played"
        assert keys(data) == before

        service.stop()
        service.start("--reset")
        assert stored(data).heads() == {}
        assert set(keys(data)) == set(before) == {"deal.key", "secret.key"}
        assert not set(keys(data).values()) & set(before.values())

        second = play_a_little(service)
        assert stored(data).game(second)
        stored(data).verify()
        assert "Traceback" not in service.log


def test_a_demo_is_a_demo_whatever_the_shell_is_set_up_for(data: Path) -> None:
    elsewhere = {
        "DJANGO_SETTINGS_MODULE": "deploy.settings.production",
        "DATABASE_URL": "postgres://rikken@127.0.0.1:9/rikken",
        "REDIS_URL": "redis://127.0.0.1:9/0",
        "DEMO": "",
    }
    with running_service(data, **QUICK, **elsewhere) as service:
        assert stored(data).game(play_a_little(service))
