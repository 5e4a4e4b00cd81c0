"""Games and tables as their streams leave them, kept warm in each process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast

import engine
from engine import Seat
from gameplay import dealing, tables, undoing
from gameplay.errors import NotFound
from gameplay.events import (
    GameInterrupted,
    GameOpened,
    RolledBack,
    TableEvent,
    TableOpened,
    UndoAnswered,
    UndoAsked,
    from_stored,
)
from gameplay.eventstore import store
from gameplay.eventstore.memories import Memory, remembers
from gameplay.eventstore.records import Head, Recorded
from gameplay.ids import game_stream, table_stream
from gameplay.time_controls import LEAST_SECONDS
from gameplay.undoing import Played, Question, TakenBack

# Whoever acts faster than any table may ask for has not touched a reserve.
QUICK = timedelta(seconds=LEAST_SECONDS)


@dataclass(frozen=True, slots=True)
class Turn:
    """How long somebody was to act: who, from when, until when; ``version`` ended it."""

    seat: Seat
    began: datetime
    ended: datetime
    version: int


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game as far as it has been played; ``version`` events lie in its stream.

    ``interrupted``: its table closed before it was finished, and it stays as it is. ``since``: how
    long whoever is to act has been. ``turns`` are those that were not quick.

    ``start`` and ``played`` are what the state is folded from, without what was taken back; that is
    listed in ``taken_back``. ``before`` is the state before the last action, None where that was
    taken back, and ``question`` whether it may be.
    """

    game_id: str
    opened: GameOpened
    state: engine.GameState
    version: int
    head: bytes
    interrupted: bool = False
    since: datetime | None = None
    turns: tuple[Turn, ...] = ()
    start: engine.GameState | None = None
    played: tuple[Played, ...] = ()
    before: engine.GameState | None = None
    question: Question | None = None
    taken_back: tuple[TakenBack, ...] = ()

    @property
    def last(self) -> Played | None:
        return self.played[-1] if self.played else None

    def has_gone_on(self, since: int) -> bool:
        """Whether anything was done, or taken back, after version ``since``; a question about
        taking back, and what is answered to it, change nothing for whoever acts."""
        played = self.played[-1].version if self.played else 1
        taken = self.taken_back[-1].at if self.taken_back else 1
        return not max(played, taken) <= since <= self.version

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
    return LiveGame(game_id, opened, state, head.version, head.hash, since=at, start=state)


def advance(live: LiveGame, row: Recorded) -> LiveGame:
    """The game one stored event later."""
    event = from_stored(row)
    if isinstance(event, GameInterrupted):
        return replace(live, interrupted=True, version=row.version, head=row.hash)
    head = Head(row.version, row.hash)
    if isinstance(event, UndoAsked | UndoAnswered | RolledBack):
        return _about_undoing(live, event, head, row.time)
    state = engine.apply(live.state, event)
    return _moved_on(live, state, (event,), head, row.time, row.actor)


def _about_undoing(
    live: LiveGame, event: UndoAsked | UndoAnswered | RolledBack, head: Head, at: datetime
) -> LiveGame:
    live = replace(live, version=head.version, head=head.hash)
    match event:
        case UndoAsked(seat=seat, of=of):
            return replace(live, question=Question(seat, of))
        case UndoAnswered(seat=seat, agree=agree):
            asked = live.question
            if asked is None:
                return live
            agreed = asked.agreed | {seat} if agree else asked.agreed
            return replace(live, question=replace(asked, agreed=agreed, refused=not agree))
        case RolledBack(to=to, by=by):
            return _gone_back(live, to, by, at)


def _gone_back(live: LiveGame, to: int, by: str, at: datetime) -> LiveGame:
    """Who is to act has a turn that begins now. The one that was cut short is nobody's fault, so it
    takes nothing of a reserve. Nor do those that a director took back, which are played again."""
    stand = tuple(one for one in live.played if one.version <= to)
    state = _as_it_was(live, to)
    taken = would_take_back(live, to)
    if by == undoing.CONSENT and live.question is not None:
        taken = replace(taken, by=by, seat=live.question.seat)
    turns = live.turns
    if by == undoing.DIRECTOR:
        turns = tuple(turn for turn in turns if turn.version <= to)
    return replace(
        live,
        state=state,
        since=at,
        turns=turns,
        played=stand,
        before=None,
        question=None,
        taken_back=(*live.taken_back, taken),
    )


def would_take_back(live: LiveGame, to: int) -> TakenBack:
    """What a director would take back, and what the table has seen of it."""
    state, gone = _as_it_was(live, to), [one.event for one in live.played if one.version > to]
    return TakenBack(
        at=live.version,
        to=to,
        by=undoing.DIRECTOR,
        seat=None,
        events=undoing.as_seen(state, gone),
        seen=undoing.seen_since(state, gone),
    )


def _as_it_was(live: LiveGame, to: int) -> engine.GameState:
    assert live.start is not None
    return engine.replay(live.start, [one.event for one in live.played if one.version <= to])


def _moved_on(
    live: LiveGame,
    state: engine.GameState,
    events: Sequence[engine.Event],
    head: Head,
    at: datetime,
    actor: str,
) -> LiveGame:
    """Whatever happens in a game ends somebody's turn, and gives the next one his."""
    first = head.version - len(events) + 1
    new = [Played(first + place, event, actor) for place, event in enumerate(events)]
    turns, seat = live.turns, live.state.actor
    if seat is not None and live.since is not None and at - live.since >= QUICK:
        turns = (*turns, Turn(seat, live.since, at, first))
    return LiveGame(
        live.game_id,
        live.opened,
        state,
        head.version,
        head.hash,
        since=at,
        turns=turns,
        start=live.start,
        played=(*live.played, *new),
        before=live.state,
        taken_back=live.taken_back,
    )


def public_event(live: LiveGame, event: object) -> dict[str, object] | None:
    """What the table sees of an event that led to ``live``; None would mean: nothing."""
    match event:
        case GameInterrupted():
            return {"do": "interrupted"}
        case UndoAsked(seat=seat):
            return {"do": "undo_asked", "seat": seat.letter}
        case UndoAnswered(seat=seat, agree=agree):
            return {"do": "undo_answered", "seat": seat.letter, "agree": agree}
        case RolledBack():
            return {"do": "rolled_back", **live.taken_back[-1].as_dict()}
    return engine.public_event(live.state, cast(engine.Event, event))


def carried_on(
    live: LiveGame, events: Sequence[engine.Event], head: Head, at: datetime, actor: str
) -> LiveGame:
    """The game after events that were just appended and led the stream to ``head``."""
    return _moved_on(live, engine.replay(live.state, events), events, head, at, actor)


def talked_on(live: LiveGame, events: Sequence[object], head: Head, at: datetime) -> LiveGame:
    """The game after events about taking back that were just appended."""
    version = head.version - len(events)
    for event in events:
        assert isinstance(event, UndoAsked | UndoAnswered | RolledBack)
        version += 1
        live = _about_undoing(live, event, Head(version, head.hash), at)
    return live


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
