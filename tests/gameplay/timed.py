"""A table with a clock, and a time there that only a test moves on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import engine
from engine import SEATS, Seat
from gameplay import (
    clocks,
    commands,
    handlers,
    house,
    outages,
    protocol,
    streams,
    table_handlers,
    tables,
)
from gameplay.eventstore import store
from gameplay.ids import table_stream
from gameplay.streams import LiveGame
from gameplay.time_controls import TimeControl

N, E, S, W = SEATS
SECOND = timedelta(seconds=1)


@dataclass
class Timed:
    """A table with a clock, and the time there, which only ``wait`` moves."""

    table_id: str
    people: dict[Seat, Any]
    now: datetime

    @property
    def state(self) -> tables.TableState:
        return streams.table(self.table_id).state

    @property
    def game(self) -> LiveGame:
        assert self.state.current is not None
        return streams.game(self.state.current.game_id)

    @property
    def clock(self) -> clocks.Clock:
        found = clocks.clock(self.game, self.state, outages.known(self.now), self.now)
        assert found is not None
        return found

    @property
    def left(self) -> tuple[int, int]:
        """Seconds of the action and reserve that whoever is to act has now."""
        clock = self.clock
        assert clock.seat is not None
        gone = self.now - clock.at if clock.at else timedelta()
        over = max(timedelta(), gone - clock.seconds)
        left = max(timedelta(), clock.seconds - gone), clock.reserves[clock.seat] - over
        return round(left[0] / SECOND), round(left[1] / SECOND)

    @property
    def to_act(self) -> Seat:
        assert self.game.state.to_act is not None
        return self.game.state.to_act

    def wait(self, seconds: float) -> None:
        self.now += seconds * SECOND

    def tick(self) -> int:
        return house.run_due(self.now)

    def act(self) -> None:
        """Whoever is to act passes, or does the first thing he may."""
        legal = engine.legal_actions(self.game.state)
        passes = [one for one in legal if engine.write_action(one).get("bid") == "pass"]
        handlers.act(
            game_id=self.game.game_id,
            command=(passes or legal)[0],
            command_id=handlers.fresh_command_id(),
            based_on=self.game.version,
            actor="user:1",
            now=self.now,
        )

    def said(self, seat: Seat, based_on: int | None = None) -> commands.Answer:
        """The first legal action, over the socket of whoever holds this seat."""
        game = self.game
        message = protocol.Act(
            id=handlers.fresh_command_id(),
            game_id=game.game_id,
            based_on=game.version if based_on is None else based_on,
            command=engine.legal_actions(game.state)[0],
        )
        return commands.perform(message, table_id=self.table_id, user_id=self.people[seat].pk)

    def back(self, seat: Seat) -> None:
        table_handlers.come_back(self.table_id, user_id=self.people[seat].pk, now=self.now)

    def played_by_house(self) -> set[Seat]:
        return {seat for seat in SEATS if self.state.seats[seat].player}

    def events(self) -> list[Any]:
        return store.load(table_stream(self.table_id))


def out_of_time(table: Timed) -> Seat:
    """The seat that was to act until its time was out."""
    seat = table.to_act
    deadline = table.clock.deadline
    assert deadline is not None
    table.now = deadline + SECOND / 10
    assert table.tick() == 1
    assert table.state.seats[seat].why == "time"
    return seat


def open_timed(
    people: dict[Seat, Any], *, time: TimeControl | None, length: int, now: datetime
) -> Timed:
    table_id = table_handlers.open_table(
        ruleset="championship-online",
        options={},
        opener=people[min(people)].pk,
        occupants={seat: people[seat].pk if seat in people else "house" for seat in SEATS},
        actor="user:1",
        length=length,
        time=time,
        now=now,
    )
    return Timed(table_id, people, now)
