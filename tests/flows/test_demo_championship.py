"""What whoever starts a demo sees within a minute and a half: a ranking that moves, a free seat."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.flows.pace import QUICK
from tests.flows.player import Visitor
from tests.service import running_service

A_MOMENT = 0.5
SOON = 90.0


def test_the_ranking_of_a_demo_moves_and_there_is_a_seat_to_take(tmp_path: Path) -> None:
    with (
        running_service(tmp_path, DEMO_CHAMPIONSHIP="1", **QUICK) as service,
        Visitor(service.url) as anneke,
    ):
        deadline = time.monotonic() + SOON

        def shown(path: str, until: Callable[[httpx.Response], object]) -> httpx.Response:
            while not until(answer := anneke.get(f"/api/tournaments/{path}")):
                assert time.monotonic() < deadline, service.log
                time.sleep(A_MOMENT)
            return answer

        (demo,) = shown("", lambda answer: answer.json()["results"]).json()["results"]
        ranking = f"{demo['key']}/ranking/"
        before = shown(ranking, lambda answer: answer.status_code == 200)
        after = shown(ranking, lambda answer: answer.json()["boards_released"] >= 1)
        assert after.headers["ETag"] != before.headers["ETag"]
        lines = after.json()["results"]
        assert len(lines) == 16
        assert (lines[0]["rank"], lines[0]["boards"] >= 1) == (1, True)

        # And a visitor plays at a table of his own meanwhile.
        with anneke.at(anneke.take_demo_seat()) as south:
            south.play_until(lambda me: me.my_turn)
            south.act()
        assert "Traceback" not in service.log
