"""A free table of five or six, as its tests see it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import engine
from engine import SEATS
from gameplay import commands, handlers, places, room, streams, table_handlers
from gameplay.commands import Answer
from gameplay.places import PLACES, Place
from gameplay.protocol import Act, Next
from gameplay.streams import LiveGame
from gameplay.tables import TableState


@dataclass
class Crowded:
    """``people`` by the chair they sat down in; the other chairs are the house's."""

    table_id: str
    people: Mapping[Place, Any]

    @property
    def state(self) -> TableState:
        return streams.table(self.table_id).state

    @property
    def game(self) -> LiveGame:
        current = self.state.current
        assert current is not None
        return streams.game(current.game_id)

    @property
    def out(self) -> str:
        """The chairs that sit out this board, the dealer's first."""
        return "".join(self.state.chair_of(place).letter for place in self.state.bench)

    @property
    def playing(self) -> str:
        """The chairs that play it, from forehand on."""
        return "".join(self.state.chair_of(seat).letter for seat in SEATS)

    def act(self, command: engine.Command) -> None:
        handlers.act(
            game_id=self.game.game_id,
            command=command,
            command_id=handlers.fresh_command_id(),
            based_on=self.game.version,
            actor="user:1",
        )

    def play_out(self) -> None:
        while not self.game.state.finished:
            self.act(engine.legal_actions(self.game.state)[0])

    def play_out_some_contract(self) -> None:
        """The last legal bid, so that the deal is not thrown in."""
        while not self.game.state.finished:
            self.act(engine.legal_actions(self.game.state)[-1])

    def all_pass(self) -> None:
        for _ in SEATS:
            assert self.game.state.to_act is not None
            self.act(engine.MakeBid(self.game.state.to_act, "pass"))

    def go_on(self) -> None:
        """Those who played say that they are ready; nobody asks who sat out."""
        current = self.state.current
        assert current is not None
        for seat in self.state.waiting_for:
            user_id = self.state.seats[seat].user_id
            assert user_id is not None
            table_handlers.ready(self.table_id, user_id=user_id, board=current.board)

    def says(self, person: Any, message: Act | Next) -> Answer:
        return commands.perform(message, table_id=self.table_id, user_id=person.pk)

    def who(self, place: Place) -> Any:
        """The person who holds this place on the board in play."""
        return self.people[self.state.chair_of(place)]

    def shown_to_all(self) -> dict[str, Any]:
        look = room.first_look(self.table_id)
        frame = room.table_frame(look, room.SPECTATOR, handlers.timezone.now())
        told: dict[str, Any] = json.loads(frame.text)["state"]
        return told


def open_crowded(
    chairs: str,
    people: Mapping[str, Any] | None = None,
    *,
    ruleset: str = "championship-online",
    **more: Any,
) -> Crowded:
    """``chairs``: "NESW5" or "NESW56", those of ``people`` by letter for them."""
    seated = {places.parse(letter): person for letter, person in (people or {}).items()}
    table_id = table_handlers.open_table(
        ruleset=ruleset,
        options={},
        opener=min(person.pk for person in seated.values()) if seated else None,
        occupants={
            chair: seated[chair].pk if chair in seated else "house"
            for chair in PLACES[: len(chairs)]
        },
        players=len(chairs),
        actor="user:1",
        **more,
    )
    return Crowded(table_id, seated)
