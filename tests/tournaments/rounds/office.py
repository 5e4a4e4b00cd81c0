"""An organizer at work: a championship, a clock that a test moves, and what it all led to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from gameplay import house, streams
from gameplay.errors import NotFound
from gameplay.eventstore import store
from gameplay.streams import LiveTable
from tournaments import codec, stream
from tournaments.domain.championship import Championship, Round
from tournaments.models import Result
from tournaments.services import clock, deals, registration, rounds, schedule, seating

NOON = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)  # one o'clock in Eindhoven
SETTINGS: dict[str, object] = {
    "title": "Clubkampioenschap",
    "sessions": [{"starts": "2027-03-28T13:00", "rounds": 3}],
}


@dataclass
class Office:
    organizer: Any
    now: datetime = NOON
    key: str = ""
    tasks: list[tuple[str, list[str]]] = field(default_factory=list)

    @property
    def actor(self) -> str:
        return f"user:{self.organizer.pk}"

    @property
    def by(self) -> dict[str, Any]:
        """Who decides, and when."""
        return {"actor": self.actor, "now": self.now}

    def take_task(self, name: str, args: list[str], **options: object) -> None:
        self.tasks.append((name, args))
        deals.deal_round(args[0], now=self.now)

    def schedules(self, *, test_seed: str = "", **changes: object) -> str:
        self.key = schedule.schedule(
            settings={**SETTINGS, **changes},
            organizer=self.organizer.pk,
            test_seed=test_seed,
            **self.by,
        )
        return self.key

    def enters_house(self, count: int, *, standing: bool = True) -> list[str]:
        return [
            registration.enter_house(self.key, name=f"Huis {at}", standing=standing, **self.by)
            for at in range(1, count + 1)
        ]

    def seats(self, players: int = 8, *, seed: int = 7, **changes: object) -> str:
        """Scheduled, filled with house players and seated."""
        self.schedules(**changes)
        self.enters_house(players)
        seating.seat(self.key, seed=seed, **self.by)
        return self.key

    def deals(self) -> None:
        for each in self.championship.rounds:
            deals.deal_round(f"{self.key}:{each.number}", now=self.now)

    def starts(self, number: int = 1, players: int = 8, **changes: object) -> str:
        """Everything up to the start of a round, those before it closed early."""
        if not self.key:
            self.seats(players, **changes)
            self.deals()
        for before in range(1, number):
            if self.round(before).started is None:
                rounds.start(self.key, before, **self.by)
            self.closes(before)
        rounds.start(self.key, number, **self.by)
        return self.key

    def closes(self, number: int) -> None:
        rounds.close(self.key, number, reason="", **self.by)
        self.ticks()
        assert self.round(number).state == "closed"

    def wait(self, **duration: float) -> None:
        self.now += timedelta(**duration)

    def ticks(self, times: int = 2) -> None:
        for _ in range(times):
            clock.run_due(self.now)

    def house_plays(self, *, until: Any, most: int = 2000) -> None:
        """House players and the clock, two seconds at a time."""
        for _ in range(most):
            if until():
                return
            self.wait(seconds=2)
            if not house.run_due(self.now) and not clock.run_due(self.now):
                self.wait(minutes=1)
        raise AssertionError("the house never got there")

    @property
    def championship(self) -> Championship:
        return stream.state(self.key).championship

    def round(self, number: int) -> Round:
        found = self.championship.round(number)
        assert found is not None
        return found

    def tables(self, number: int = 1) -> list[LiveTable]:
        return [streams.table(each.table) for each in self.round(number).tables]

    def open_tables(self, number: int) -> int:
        count = 0
        for each in self.round(number).tables:
            try:
                streams.table(each.table)
                count += 1
            except NotFound:
                pass
        return count

    def results(self, number: int = 1) -> list[Result]:
        found = Result.objects.filter(table__round=f"{self.key}:{number}")
        return list(found.order_by("table__number", "board__number"))

    def recorded(self) -> list[store.Recorded]:
        return store.load(stream.name(self.key))

    def happened(self) -> list[str]:
        return [row.type for row in self.recorded()]

    def last(self, kind: str) -> Any:
        """The last event of a kind, and who did it."""
        row = [each for each in self.recorded() if each.type == kind][-1]
        return codec.from_stored(row), row.actor
