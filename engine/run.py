"""A game moved on by many actions: the record's driver, where `apply` is the table's.

Plain cards are played on one cursor, which is frozen when somebody asks for the state. Whatever
else happens, and every refusal, goes through `judge` and `apply`, so there is one set of rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.cards import Card
from engine.commands import Command
from engine.events import CardPlayed, Event
from engine.game import after_play, apply, judge
from engine.play import Cursor
from engine.state import GameState, Phase

__all__ = ["Run", "replay"]


class Run:
    __slots__ = ("_cursor", "_state")

    def __init__(self, state: GameState) -> None:
        self._go_on_from(state)

    def _go_on_from(self, state: GameState) -> None:
        self._state = state
        self._cursor: Cursor | None = None
        # Who plays the fourth hand is a question about the state, asked at every trick.
        if state.phase is Phase.PLAY and state.fourth is None:
            assert state.play is not None
            self._cursor = Cursor(state.play)

    @property
    def state(self) -> GameState:
        if self._cursor is not None:
            play = self._cursor.freeze()
            self._state = after_play(self._state, play)
            if not play.legal:
                self._cursor = None
        return self._state

    def do(self, commands: Iterable[Command]) -> None:
        """Carry them out, one after the other.

        :raises IllegalAction: as `decide` does, at the first that may not be; those before it
            have been carried out.
        """
        lawful, send = self._cards()
        for command in commands:
            bit, seat, card = command.plain
            if bit & lawful[seat]:
                send(card)
            else:
                self._judge(command)
                lawful, send = self._cards()

    def _cards(self) -> tuple[Sequence[int], Callable[[Card | None], object]]:
        """What the innermost loop needs to know of the table; nothing is lawful without one."""
        return _NO_TABLE if self._cursor is None else (self._cursor.lawful, self._cursor.send)

    def _judge(self, command: Command) -> None:
        state = self.state
        self._go_on_from(apply(state, judge(state, command)))

    def apply(self, event: Event) -> None:
        """It has happened."""
        cursor = self._cursor
        if cursor is not None and type(event) is CardPlayed and not event.face_down:
            cursor.play(event.card)
        else:
            self._go_on_from(apply(self.state, event))


def _nobody_plays(_: Card | None) -> object:
    raise AssertionError("no card is lawful")


_NO_TABLE = ((0, 0, 0, 0), _nobody_plays)


def replay(state: GameState, events: Iterable[Event]) -> GameState:
    """The state after these events, whose truth is not questioned."""
    run = Run(state)
    for event in events:
        run.apply(event)
    return run.state
