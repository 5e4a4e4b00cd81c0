"""Whose time runs at a table, since when, and how much of it is left.

Nothing of this is stored: it follows from the times of events and from the spans in which every
clock stood still, pauses of the table and outages of the service. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import Seat
from gameplay.streams import LiveGame
from gameplay.tables import Span, TableState
from gameplay.time_controls import TimeControl

NONE = timedelta()


@dataclass(frozen=True, slots=True)
class Clock:
    """``seat`` is whose time runs; None where a house player is to act. He had ``seconds`` for this
    action and his share of ``reserves`` at the moment ``at``, or has them still where that is
    None: then the clock stands still.
    """

    seat: Seat | None
    seconds: timedelta
    reserves: Mapping[Seat, timedelta]
    at: datetime | None

    @property
    def deadline(self) -> datetime | None:
        if self.seat is None or self.at is None:
            return None
        return self.at + self.seconds + self.reserves[self.seat]


def clock(
    game: LiveGame, table: TableState, outages: Sequence[Span], now: datetime
) -> Clock | None:
    """The clock of the game that is played at this table; None where nobody is hurried."""
    if table.time is None or not table.time.seconds or game.over or game.since is None:
        return None
    stops = _merged((*table.pauses, *outages), now)
    reserves = {seat: _left_before(game, table, seat, stops) for seat in table.people}
    seat = game.state.actor
    if seat not in reserves:
        return Clock(None, NONE, reserves, None)
    assert seat is not None
    seconds, reserve, began = _this_turn(game.since, table, seat, reserves[seat], stops)
    reserves[seat] = reserve
    if table.paused or _is_open(outages):
        gone = running(began, now, stops)
        over = max(NONE, gone - seconds)
        reserves[seat] = max(NONE, reserve - over)
        return Clock(seat, max(NONE, seconds - gone), reserves, None)
    return Clock(seat, seconds, reserves, now - running(began, now, stops))


def running(
    began: datetime, ended: datetime, stops: Iterable[tuple[datetime, datetime]]
) -> timedelta:
    """How long a clock ran from here to there; ``stops`` do not overlap."""
    if ended <= began:
        return NONE
    stood = (max(NONE, min(ended, until) - max(began, since)) for since, until in stops)
    return ended - began - sum(stood, NONE)


def stood_apart(began: datetime, ended: datetime, outages: Sequence[Span]) -> timedelta:
    """How long it is from here to there without the outages."""
    return running(began, ended, _merged(outages, ended))


def _left_before(
    game: LiveGame,
    table: TableState,
    seat: Seat,
    stops: Sequence[tuple[datetime, datetime]],
) -> timedelta:
    """What is left of a seat's reserve after the turns it has had on this board."""
    assert table.time is not None
    left = timedelta(seconds=table.time.reserve)
    for turn in game.turns:
        if turn.seat is seat:
            absences = table.seats[seat].absences
            left -= _used(turn.began, turn.ended, absences, stops, table.time)
    return max(NONE, left)


def _this_turn(
    since: datetime,
    table: TableState,
    seat: Seat,
    reserve: timedelta,
    stops: Sequence[tuple[datetime, datetime]],
) -> tuple[timedelta, timedelta, datetime]:
    """Seconds and reserve that an owner has for the action he is at, and from when."""
    assert table.time is not None
    seconds = timedelta(seconds=table.time.seconds)
    absences = [
        span for span in table.seats[seat].absences if span[1] is not None and span[1] > since
    ]
    if not absences:
        return seconds, reserve, since
    back = absences[-1][1]
    assert back is not None
    left = max(NONE, reserve - _used(since, back, absences, stops, table.time))
    _, again = _parts(since, back, absences, stops)
    return max(NONE, seconds - again), left, back


def _used(
    began: datetime,
    ended: datetime,
    absences: Sequence[Span],
    stops: Sequence[tuple[datetime, datetime]],
    time: TimeControl,
) -> timedelta:
    """What one turn took of the reserve."""
    seconds = timedelta(seconds=time.seconds)
    first, again = _parts(began, ended, absences, stops)
    return max(NONE, first - seconds) + max(NONE, again - seconds)


def _parts(
    began: datetime,
    ended: datetime,
    absences: Sequence[Span],
    stops: Sequence[tuple[datetime, datetime]],
) -> tuple[timedelta, timedelta]:
    """How long somebody thought before a house player took over, and after he was back.

    Who is back has the seconds of an action once more and no oftener: who goes on letting his time
    run out and coming back keeps the others waiting no longer than that.
    """
    first, again, since, gone = NONE, NONE, began, False
    for left, back in absences:
        until = min(back or ended, ended)
        if until <= began or left >= ended:
            continue
        if gone:
            again += running(since, left, stops)
        else:
            first = running(since, left, stops)
        gone, since = True, until
    if gone:
        return first, again + running(since, ended, stops)
    return running(since, ended, stops), NONE


def _merged(spans: Iterable[Span], now: datetime) -> list[tuple[datetime, datetime]]:
    """In order and without overlaps; what stands still yet does so until now."""
    merged: list[tuple[datetime, datetime]] = []
    for began, ended in sorted((began, ended or max(began, now)) for began, ended in spans):
        if merged and began <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], ended))
        else:
            merged.append((began, ended))
    return merged


def _is_open(spans: Iterable[Span]) -> bool:
    return any(ended is None for _, ended in spans)
