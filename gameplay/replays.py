"""A released board once more, as spectators see it played: every view, at the time it had.

Nothing here is kept: a replay is folded from the game's stream. The deal is in it, so
``visible`` is asked as for a spectator, and before the release there is nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter

import engine
from engine import SEATS
from gameplay import access, frames, selectors, streams
from gameplay.errors import NotFound
from gameplay.events import GameInterrupted, from_stored
from gameplay.eventstore import store
from gameplay.eventstore.records import Recorded
from gameplay.ids import game_stream
from gameplay.places import PLACES
from gameplay.streams import LiveGame, LiveTable, Memory
from gameplay.visibility import SPECTATOR, Kind, visible

# Released boards do not change. A field's spectators ask for a handful of them at a time.
_texts: Memory[str] = Memory(64)


@dataclass(frozen=True, slots=True)
class _Step:
    at_ms: int
    events: tuple[Mapping[str, object], ...]
    live: LiveGame


@dataclass(frozen=True, slots=True)
class Released:
    """A board of a table that everybody may see, and since when."""

    table: LiveTable
    live: LiveGame
    moment: datetime


def released(table_id: str, board: int, *, now: datetime) -> Released:
    """A board that anybody may be shown now; of the featured table it may be a while later.

    :raises NotFound: no such table or board, or it has not been released.
    """
    table = streams.table(table_id, fresh=False)
    game_id = _game_of(table, board)
    if game_id is None:
        table = streams.table(table_id)
        game_id = _game_of(table, board)
    if game_id is None:
        raise NotFound("no_such_game", "there is no such board at this table")
    live = streams.game(game_id)
    moment = selectors.released(game_id)
    if moment is not None:
        moment += access.delay(table.state)
    if not visible(SPECTATOR, frames.fact(live, Kind.DEAL, moment), now):
        raise NotFound("no_such_game", "this board has not been released")
    assert moment is not None
    return Released(table, live, moment)


def sitters(found: Released) -> dict[str, dict[str, object]]:
    """Who held which seat on that board, as pages show them."""
    return _sitters(found.table, found.live.game_id)


def replay(table_id: str, board: int, *, now: datetime) -> str:
    """The replay of a released board of this table, as JSON.

    ``steps`` begins with the deal and has one step for each action; ``at_ms`` counts from the
    first, in the real time of the board, so that who watches stays one board behind. The last
    view has the result with the four hands; a board that was interrupted has no result, so that
    the hands are also there by themselves.

    :raises NotFound: no such table or board, or it has not been released.
    """
    found = released(table_id, board, now=now)
    known_by = f"{found.live.game_id}:{found.live.head.hex()}:{found.moment.timestamp()}"
    text = _texts.get(known_by)
    if text is None:
        text = frames.compact(_told(found))
        _texts.put(known_by, text)
    return text


def _game_of(table: LiveTable, board: int) -> str | None:
    found = (opened.game_id for opened in table.state.boards if opened.board == board)
    return next(found, None)


def _told(found: Released) -> dict[str, object]:
    live = found.live
    rows = store.load(game_stream(live.game_id))
    steps = list(_steps(live, rows))
    last = len(steps) - 1
    return {
        "board": live.opened.board,
        "game": live.game_id,
        "released": frames.moment(found.moment),
        "finished": live.state.finished,
        "seats": _sitters(found.table, live.game_id),
        "hands": {seat.letter: live.state.deal.hand(seat).notation for seat in SEATS},
        "steps": [
            {
                "at_ms": step.at_ms,
                "events": list(step.events),
                "view": engine.public_view(step.live.state, reveal=number == last).as_dict(),
            }
            for number, step in enumerate(steps)
        ],
        **_taken_back(live, steps),
    }


def _taken_back(live: LiveGame, steps: list[_Step]) -> dict[str, object]:
    """What was taken back, and after which of the steps that stand."""
    if not live.taken_back:
        return {}
    versions = [step.live.version for step in steps]
    return {
        "taken_back": [
            {"step": sum(version <= each.to for version in versions) - 1, **each.as_dict()}
            for each in live.taken_back
        ]
    }


def _sitters(table: LiveTable, game_id: str) -> dict[str, dict[str, object]]:
    """Who held which seat on that board; since then it may have been turned."""
    state, standing = table.state, selectors.standing(table)
    board = next(board for board in state.boards if board.game_id == game_id)
    return {
        seat.letter: frames.occupant(
            table, PLACES[state.chairs.index(board.chairs[seat])], standing
        )
        for seat in SEATS
    }


def _steps(live: LiveGame, rows: list[Recorded]) -> Iterator[_Step]:
    """One step for each command that stands: what was stored together was seen together."""
    first = rows[0]
    stands = {one.version for one in live.played}
    now = streams.opening(live.game_id, first)
    yield _Step(0, (), now)
    for _, together in groupby(rows[1:], key=attrgetter("command_id")):
        command = list(together)
        seen: list[Mapping[str, object]] = []
        for row in command:
            event = from_stored(row)
            now = streams.advance(now, row)
            public = streams.public_event(now, event)
            if public is not None:
                seen.append(public)
        if command[0].version in stands or isinstance(event, GameInterrupted):
            yield _Step(_milliseconds(first.time, command[0].time), tuple(seen), now)


def _milliseconds(start: datetime, end: datetime) -> int:
    return max(0, round((end - start).total_seconds() * 1000))
