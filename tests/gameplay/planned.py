"""A table whose boards were dealt beforehand and are turned, as one of a field has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from django.utils import timezone

import engine
from engine import SEATS, Command, Deal, Seat
from gameplay import access, commands, dealing, handlers, protocol, streams, table_handlers
from gameplay.events import PlannedBoard
from gameplay.models import GameSummary
from gameplay.streams import LiveGame
from gameplay.time_controls import TimeControl
from gameplay.visibility import BOARD
from tests.gameplay.retelling import RULESET, shuffled

FIRST_BOARD = 5
TURNS = (1, 3, 0, 2)


@dataclass
class Planned:
    """``people`` by chair; who holds which compass seat depends on the board."""

    table_id: str
    people: Mapping[Seat, Any]

    @property
    def game(self) -> LiveGame:
        current = streams.table(self.table_id).state.current
        assert current is not None
        return streams.game(current.game_id)

    def held_by(self, person: Any) -> Seat:
        seat = access.place_of(person.pk, self.table_id)
        assert seat is not None
        return seat

    def play(self, command: Command, *, now: datetime | None = None) -> None:
        game = self.game
        handlers.act(
            game_id=game.game_id,
            command=command,
            command_id=handlers.fresh_command_id(),
            based_on=game.version,
            actor="user:1",
            now=now,
        )

    def play_some(self, rng: Random) -> None:
        """Anything legal, of cards preferably another than the first."""
        self.play(rng.choice(engine.legal_actions(self.game.state)))

    def play_out(self, rng: Random) -> str:
        while not self.game.state.finished:
            self.play_some(rng)
        return self.game.game_id

    def go_on(self) -> None:
        """Everybody says that he is ready for the next board."""
        current = streams.table(self.table_id).state.current
        assert current is not None
        for person in self.people.values():
            message = protocol.Next(handlers.fresh_command_id(), current.board)
            commands.perform(message, table_id=self.table_id, user_id=person.pk)


def open_planned(
    people: Mapping[Seat, Any],
    *,
    deals: Sequence[Deal] | None = None,
    turns: Sequence[int] = TURNS,
    policy: str = BOARD,
    table_id: str | None = None,
    origin: str = "",
    now: datetime | None = None,
    time: TimeControl | None = None,
) -> Planned:
    now = now or timezone.now()
    dealt = deals or [shuffled(70 + number) for number in range(len(turns))]
    plan = []
    for number, (deal, turn) in enumerate(zip(dealt, turns, strict=True)):
        row = dealing.seal(deal, now=now)
        plan.append(
            PlannedBoard(
                board=FIRST_BOARD + number,
                dealer=SEATS[number % 4],
                deal_id=row.id,
                deal_digest=row.digest,
                turn=turn,
            )
        )
    opened = table_handlers.open_table(
        ruleset=RULESET,
        options={},
        opener=None,
        occupants={s: people[s].pk if s in people else "house" for s in SEATS},
        actor="system:test",
        policy=policy,
        plan=plan,
        origin=origin,
        table_id=table_id,
        now=now,
        time=time,
    )
    return Planned(opened, people)


def let_go(game_id: str, moment: datetime) -> None:
    """As if all tables had played it; without telling anybody."""
    GameSummary.objects.filter(game_id=game_id).update(released=moment)
