"""What happens behind a page's back: another process opens a planned table in the service's
database, plays boards there and lets them go, as a tournament would.

Run by `Director` as a process of its own, since Django refuses the database beside Playwright.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tests.service import ROOT, Service, clean_environment

PACE = 1.2  # seconds for each bid and card


@dataclass
class Director:
    """The table and who is asked to do something with it."""

    service: Service
    table: str = ""

    def do(self, what: str, **how: object) -> dict[str, Any]:
        done = subprocess.run(
            [sys.executable, "-m", "tests.browser.directing", what, json.dumps(how)],
            cwd=ROOT,
            env=clean_environment(
                DJANGO_SETTINGS_MODULE="deploy.settings.development",
                RIKKEN_DATA=str(self.service.data),
                LOG_LEVEL="WARNING",
            ),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)  # type: ignore[no-any-return]

    def opens(
        self,
        seed: int,
        *people: str,
        time: Mapping[str, object] | None = None,
        paused: bool = False,
    ) -> str:
        """`people` by chair, North first; those who are not registered yet are made up, and house
        players have no name. `time`: how much of it they have."""
        opened = self.do("open", seed=seed, people=people, time=time, paused=paused)
        self.table = opened["table"]
        return f"/tables/{self.table}/"

    def plays(self, actions: int | None = None, *, pace: float = PACE) -> None:
        """The board to its end, or so many bids and cards of it, one each `pace` seconds."""
        self.do("play", table=self.table, actions=actions, pace=pace)

    def goes_on(self) -> None:
        self.do("go_on", table=self.table)

    def releases(self, *, seconds_ago: float = 0) -> None:
        """The board that is on the table; `seconds_ago`: since when it may be seen."""
        self.do("release", table=self.table, seconds_ago=seconds_ago)

    def releases_earlier(self, *, seconds: float) -> None:
        """As if the same board had been released so long ago."""
        self.do("release earlier", table=self.table, seconds=seconds)

    def pauses(self) -> None:
        self.do("pause", table=self.table)

    def resumes(self) -> None:
        self.do("resume", table=self.table)

    def closes(self) -> None:
        self.do("close", table=self.table)


def main(what: str, how: dict[str, Any]) -> dict[str, Any]:
    import django

    django.setup()
    from random import Random

    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from engine import SEATS, legal_actions
    from gameplay import releases, streams, table_handlers, time_controls
    from tests.gameplay.planned import Planned, let_go, open_planned
    from tests.gameplay.retelling import shuffled

    now = timezone.now()
    if what == "open":
        users = get_user_model().objects
        people = {
            chair: users.get_or_create(username=name)[0]
            for chair, name in zip(SEATS, how["people"], strict=True)
            if name
        }
        deals = [shuffled(how["seed"] + number) for number in range(4)]
        time = time_controls.read(how["time"])
        opened = open_planned(people, deals=deals, origin="tournament-1", now=now, time=time)
        if how["paused"]:
            table_handlers.pause(opened.table_id, actor="system:test")
        return {"table": opened.table_id}
    state = streams.table(how["table"]).state
    people = {
        state.chair_of(seat): get_user_model().objects.get(pk=who.user_id)
        for seat, who in state.seats.items()
        if who.user_id is not None
    }
    table = Planned(how["table"], people)
    match what:
        case "play":
            rng, clock, done = Random(1), now, 0
            while not table.game.state.finished and done != how["actions"]:
                clock += timedelta(seconds=how["pace"])
                done += 1
                table.play(rng.choice(legal_actions(table.game.state)), now=clock)
        case "go_on":
            table.go_on()
        case "release":
            moment = now - timedelta(seconds=how["seconds_ago"])
            releases.release([table.game.game_id], moment=moment)
        case "release earlier":
            let_go(table.game.game_id, now - timedelta(seconds=how["seconds"]))
        case "pause":
            table_handlers.pause(table.table_id, actor="system:test")
        case "resume":
            table_handlers.resume(table.table_id, actor="system:test")
        case "close":
            table_handlers.close(table.table_id, reason="round_closed", actor="system:test")
        case _:
            raise AssertionError(what)
    return {}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], json.loads(sys.argv[2]))))  # noqa: T201
