"""A table with a known deal, and people to sit at it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

import engine
from engine import SEATS, Seat
from gameplay import (
    broadcast,
    dealing,
    handlers,
    house,
    house_plan,
    outages,
    streams,
    table_handlers,
)
from gameplay.handlers import Done
from gameplay.hub import Hub
from gameplay.streams import LiveGame
from gameplay.time_controls import BRISK, TimeControl
from tests.gameplay.timed import Timed, open_timed

# South holds strong spades and calls the ace of hearts; West has it.
DEAL = "N:J9.J987.JT987.32 T8.KT6.KQ652.K98 AKQ765.Q5.A3.A64 432.A432.4.QJT75"
NOON = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_memory() -> Iterator[None]:
    """A test must not see what another one's rolled-back transaction left in memory."""
    streams.forget_everything()
    outages.forget()
    yield
    streams.forget_everything()
    outages.forget()


@pytest_asyncio.fixture
async def hub(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hub]:
    """One that hears what this process announces."""
    made = Hub()
    monkeypatch.setattr(broadcast, "hub", made)
    await made.startup()
    yield made
    await made.shutdown()


@pytest.fixture
def person(db: None) -> Callable[[str], Any]:
    def make(name: str) -> Any:
        return get_user_model().objects.create_user(name, password="koffie met appeltaart")

    return make


@dataclass
class Seated:
    """A free table as a test sees it."""

    table_id: str
    people: dict[Seat, Any]

    @property
    def game(self) -> LiveGame:
        current = streams.table(self.table_id).state.current
        assert current is not None
        return streams.game(current.game_id)

    def act(self, command_id: str = "", based_on: int | None = None, **fields: object) -> Done:
        """Whoever is to act says or plays this."""
        game = self.game
        assert game.state.to_act is not None
        action = {"seat": game.state.to_act.letter, **fields}
        return self.send(action, command_id=command_id, based_on=based_on)

    def send(
        self,
        action: dict[str, object],
        command_id: str = "",
        based_on: int | None = None,
        actor: str = "user:1",
    ) -> Done:
        game = self.game
        return handlers.act(
            game_id=game.game_id,
            command=engine.read_action(action),
            command_id=command_id or handlers.fresh_command_id(),
            based_on=game.version if based_on is None else based_on,
            actor=actor,
        )

    def bid_a_rik(self) -> None:
        """West, North and East pass round South's rik: spades trump, the ace of hearts called."""
        while self.game.state.to_act is not Seat.SOUTH:
            self.act(do="bid", bid="pass")
        self.act(do="bid", bid="rik")
        while self.game.state.phase is engine.Phase.AUCTION:
            self.act(do="bid", bid="pass")
        self.act(do="declare", trump="S", card="HA")

    def play_out(self) -> None:
        """The first legal action of each, to the end of the board."""
        while not self.game.state.finished:
            legal = engine.legal_actions(self.game.state)[0]
            self.send(engine.write_action(legal))


@pytest.fixture
def seat_people(person: Callable[[str], Any]) -> Callable[..., Seated]:
    """Open a table: the named seats for people, the others for the house; the deal is known."""

    def open_table(
        people: str = "S",
        *,
        deal: str = DEAL,
        dealer: Seat = Seat.NORTH,
        length: int | None = None,
        policy: str = "live",
        now: datetime | None = None,
        ruleset: str = "championship-online",
        chat: str = "between",
        undo: bool = False,
    ) -> Seated:
        made = {Seat.parse(letter): person(f"person-{letter}") for letter in people}
        occupants: dict[Seat, int | str | None] = {
            seat: made[seat].pk if seat in made else "house" for seat in SEATS
        }
        known = engine.Deal.parse(deal)
        original = dealing.draw
        # Chosen, not drawn: it may be dealt again.
        dealing.draw = lambda *, now, labels=(): dealing.seal(
            known, now=now, draws=dealing.drawn(labels)
        )
        try:
            with transaction.atomic():
                table_id = table_handlers.open_table(
                    ruleset=ruleset,
                    options={},
                    chat=chat,
                    undo=undo,
                    opener=made[min(made)].pk if made else None,
                    occupants=occupants,
                    actor="user:1",
                    length=length,
                    policy=policy,
                    first_dealer=dealer,
                    now=now,
                )
        finally:
            dealing.draw = original
        return Seated(table_id, made)

    return open_table


@pytest.fixture
def timed(person: Callable[[str], Any]) -> Callable[..., Timed]:
    """Open a table with a clock, by default a brisk one, and with a person in each seat."""

    def open_table(
        people: str = "NESW",
        time: TimeControl | None = BRISK,
        length: int = 4,
        now: datetime = NOON,
    ) -> Timed:
        made = {Seat.parse(letter): person(f"person{letter}") for letter in people}
        return open_timed(made, time=time, length=length, now=now)

    return open_table


def let_the_house_play(table_id: str, *, until: Callable[[], bool], most: int = 400) -> int:
    """Run the tick with a clock of its own until something is so; answers how often it acted."""
    now, acted = timezone.now(), 0
    for _ in range(most):
        if until():
            return acted
        now += timedelta(seconds=2)
        house_plan.keep_watched([table_id], now)
        acted += house.run_due(now)
    raise AssertionError("the house never got there")
