"""A game moved on by many actions: the record's driver, where `apply` is the table's.

Plain cards are played on one cursor, which is frozen when somebody asks for the state. Whatever
else happens, and every refusal, goes through `judge` and `apply`, so there is one set of rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.commands import Command, PlayCard
from engine.events import CardPlayed, Event
from engine.game import after_play, apply, judge
from engine.play import Cursor, is_over
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
            self._state = after_play(self._state, self._cursor.freeze())
        return self._state

    def do(self, command: Command) -> None:
        """Carry it out.

        :raises IllegalAction: as `decide` does; the game stays as it was.
        """
        cursor = self._cursor
        if (
            cursor is not None
            and type(command) is PlayCard
            and command.card.bit & cursor.legal
            and command.seat is cursor.seat
            and not command.face_down
            and command.by is None
        ):
            self._play(cursor, command)
            return
        state = self.state
        self._go_on_from(apply(state, judge(state, command)))

    def apply(self, event: Event) -> None:
        """It has happened."""
        cursor = self._cursor
        if cursor is not None and type(event) is CardPlayed and not event.face_down:
            self._play(cursor, event)
        else:
            self._go_on_from(apply(self.state, event))

    def _play(self, cursor: Cursor, played: PlayCard | CardPlayed) -> None:
        cursor.play(played.card)
        if not cursor.cards and is_over(cursor):
            self._state = after_play(self._state, cursor.freeze())
            self._cursor = None


def replay(state: GameState, events: Iterable[Event]) -> GameState:
    """The state after these events, whose truth is not questioned."""
    run = Run(state)
    for event in events:
        run.apply(event)
    return run.state
