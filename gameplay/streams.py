"""Games and tables as their streams leave them, kept warm in each process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast

import engine
from engine import Seat
from gameplay import dealing, tables
from gameplay.errors import NotFound
from gameplay.events import GameInterrupted, GameOpened, TableEvent, TableOpened, from_stored
from gameplay.eventstore import store
from gameplay.eventstore.memories import Memory, remembers
from gameplay.eventstore.records import Head, Recorded
from gameplay.ids import game_stream, table_stream
from gameplay.time_controls import LEAST_SECONDS

# Whoever acts faster than any table may ask for has not touched a reserve.
QUICK = timedelta(seconds=LEAST_SECONDS)


@dataclass(frozen=True, slots=True)
class Turn:
    """How long somebody was to act: who, from when, until when."""

    seat: Seat
    began: datetime
    ended: datetime


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game as far as it has been played; ``version`` events lie in its stream.

    ``interrupted``: its table closed before it was finished, and it stays as it is. ``since``: how
    long whoever is to act has been. ``turns`` are those that were not quick.
    """

    game_id: str
    opened: GameOpened
    state: engine.GameState
    version: int
    head: bytes
    interrupted: bool = False
    since: datetime | None = None
    turns: tuple[Turn, ...] = ()

    @property
    def over(self) -> bool:
        """Finished or interrupted: nothing is added to it any more."""
        return self.interrupted or self.state.finished


@dataclass(frozen=True, slots=True)
class LiveTable:
    state: tables.TableState
    version: int
    head: bytes


def dealt_again(table: tables.TableState, game: LiveGame) -> bool:
    """Whether the same dealer deals once more after this game; a plan knows no such thing."""
    return game.state.dealt_again and not table.planned


games: Memory[LiveGame] = Memory(512)
live_tables: Memory[LiveTable] = Memory(512)


def forget_everything() -> None:
    """For tests and after a restore: the next reader starts from the store."""
    games.forget()
    live_tables.forget()


def game(game_id: str, *, fresh: bool = True) -> LiveGame:
    """The game now. ``fresh=False`` takes this process's memory if it has one.

    :raises NotFound: there is no such game.
    """
    known = games.get(game_id)
    if known is not None and not fresh:
        return known
    return _game_up_to_date(game_id, known)


def _game_up_to_date(game_id: str, known: LiveGame | None) -> LiveGame:
    recorded = store.load(game_stream(game_id), after=known.version if known else 0)
    if known is None:
        if not recorded:
            raise NotFound("no_such_game", "there is no such game")
        known = opening(game_id, recorded.pop(0))
    for row in recorded:
        known = advance(known, row)
    if remembers():
        games.put(game_id, known)
    return known


def opening(game_id: str, row: Recorded) -> LiveGame:
    """The game as its first event leaves it."""
    opened = from_stored(row)
    assert isinstance(opened, GameOpened)
    dealt = dealing.unseal(opened.deal_id)
    return open_live(game_id, opened, dealt, Head(row.version, row.hash), row.time)


def open_live(
    game_id: str, opened: GameOpened, dealt: dealing.Dealt, head: Head, at: datetime | None = None
) -> LiveGame:
    """A game of which nothing but its opening is in the stream."""
    state = dealing.start(
        dealt,
        ruleset=opened.ruleset,
        options=opened.options,
        dealer=opened.dealer,
        forehand=opened.forehand,
        form=opened.form,
        pass_game=opened.pass_game,
    )
    return LiveGame(game_id, opened, state, head.version, head.hash, since=at)


def advance(live: LiveGame, row: Recorded) -> LiveGame:
    """The game one stored event later."""
    event = from_stored(row)
    if isinstance(event, GameInterrupted):
        return replace(live, interrupted=True, version=row.version, head=row.hash)
    state = engine.apply(live.state, event)
    return _moved_on(live, state, Head(row.version, row.hash), row.time)


def _moved_on(live: LiveGame, state: engine.GameState, head: Head, at: datetime) -> LiveGame:
    """Whatever happens in a game ends somebody's turn, and gives the next one his."""
    turns, seat = live.turns, live.state.actor
    if seat is not None and live.since is not None and at - live.since >= QUICK:
        turns = (*turns, Turn(seat, live.since, at))
    return LiveGame(
        live.game_id, live.opened, state, head.version, head.hash, since=at, turns=turns
    )


def public_event(live: LiveGame, event: object) -> dict[str, object] | None:
    """What the table sees of an event that led to ``live``; None would mean: nothing."""
    if isinstance(event, GameInterrupted):
        return {"do": "interrupted"}
    return engine.public_event(live.state, cast(engine.Event, event))


def carried_on(
    live: LiveGame, events: Sequence[engine.Event], head: Head, at: datetime
) -> LiveGame:
    """The game after events that were just appended and led the stream to ``head``."""
    return _moved_on(live, engine.replay(live.state, events), head, at)


def table(table_id: str, *, fresh: bool = True) -> LiveTable:
    """The table now.

    :raises NotFound: there is no such table.
    """
    known = live_tables.get(table_id)
    if known is not None and not fresh:
        return known
    recorded = store.load(table_stream(table_id), after=known.version if known else 0)
    if known is None:
        if not recorded:
            raise NotFound("no_such_table", "there is no such table")
        first = recorded.pop(0)
        opened = from_stored(first)
        assert isinstance(opened, TableOpened)
        known = LiveTable(tables.start(table_id, opened), first.version, first.hash)
    known = advance_table(known, recorded)
    if remembers():
        live_tables.put(table_id, known)
    return known


def advance_table(live: LiveTable, rows: Sequence[Recorded]) -> LiveTable:
    """The table these stored events later."""
    if not rows:
        return live
    state = live.state
    for row in rows:
        state = tables.apply(state, from_stored(row), row.time)
    return LiveTable(state, rows[-1].version, rows[-1].hash)


def fold_table(
    live: LiveTable, events: Sequence[TableEvent], head: Head, at: datetime
) -> LiveTable:
    """The table after events that happened now and led its stream to ``head``."""
    state = live.state
    for event in events:
        state = tables.apply(state, event, at)
    return LiveTable(state, head.version, head.hash)
