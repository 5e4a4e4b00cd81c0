"""A game moved on by many actions: the record's driver, where `apply` is the table's.

Plain cards are played on one cursor, which is frozen when somebody asks for the state. Whatever
else happens, and every refusal, goes through `judge` and `apply`, so there is one set of rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.cards import Card
from engine.commands import Command, PlayCard
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
            self._state = after_play(self._state, self._cursor.freeze())
        return self._state

    def do(self, commands: Iterable[Command]) -> None:
        """Carry them out, one after the other.

        :raises IllegalAction: as `decide` does, at the first that may not be; those before it
            have been carried out.
        """
        legal, hands, send = self._cards()
        try:
            for command in commands:
                if type(command) is PlayCard:
                    card = command.card
                    bit = card.bit
                    # Legal cards are all in one hand: whoever holds this one is to act.
                    if (
                        bit & legal
                        and bit & hands[command.seat]
                        and not command.face_down
                        and command.by is None
                    ):
                        legal = send(card)
                        if not legal:
                            self._end()
                        continue
                self._judge(command)
                legal, hands, send = self._cards()
        finally:
            if self._cursor is not None:
                self._cursor.legal = legal

    def _cards(self) -> tuple[int, list[int], Callable[[Card | None], Any]]:
        """What the innermost loop needs to know of the table; nothing is legal without one."""
        cursor = self._cursor
        return (0, [], _no_table) if cursor is None else (cursor.legal, cursor.hands, cursor.send)

    def _judge(self, command: Command) -> None:
        state = self.state
        self._go_on_from(apply(state, judge(state, command)))

    def apply(self, event: Event) -> None:
        """It has happened."""
        cursor = self._cursor
        if cursor is not None and type(event) is CardPlayed and not event.face_down:
            cursor.play(event.card)
            if not cursor.legal:
                self._end()
        else:
            self._go_on_from(apply(self.state, event))

    def _end(self) -> None:
        self._state = self.state
        self._cursor = None


def _no_table(_: Card | None) -> int:
    raise AssertionError("no card is legal")


def replay(state: GameState, events: Iterable[Event]) -> GameState:
    """The state after these events, whose truth is not questioned."""
    run = Run(state)
    for event in events:
        run.apply(event)
    return run.state
