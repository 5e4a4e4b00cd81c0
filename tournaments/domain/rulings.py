"""What a director decides about scores: each decision a thing of its own, which can be undone.

How a score follows from them is said in ``scoring.md``; here is only what may be decided. Codes are
those with which scoring itself refuses, so that what is accepted here can always be counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from engine import SEATS
from tournaments.domain import wants
from tournaments.domain.championship import Board, Championship, Entry, Round
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import (
    BoardFouled,
    HeldSeats,
    PenaltyGiven,
    ResultAmended,
    RuledOutcome,
    RulingEvent,
    RulingUndone,
    ScoreAdjusted,
    SeatedTable,
    SeatsCorrected,
    TournamentEvent,
    TrayTurned,
)
from tournaments.domain.results import ORIGINAL, Award

__all__ = [
    "Held",
    "adjust",
    "amend",
    "correct_seats",
    "exact",
    "foul",
    "held",
    "penalise",
    "rotated",
    "turn_tray",
    "undo",
    "variants",
]

Held = dict[int, tuple[str, ...]]
"""By table number: entries in the compass seats N E S W of a board."""

_Kind = TypeVar("_Kind")
_VARIANT = re.compile(r"[a-z0-9][a-z0-9-]{0,15}")
_NUMBER = re.compile(r"[0-9]{1,9}(?:/[0-9]{1,9}|\.[0-9]{1,9})?")
MOST = 10_000


def exact(text: str, code: str) -> Fraction:
    """A weight, percent or points as an event has them: a fraction or a decimal, not below 0."""
    if not _NUMBER.fullmatch(text) or (number := _fraction(text)) is None or number > MOST:
        raise TournamentRefused(code, "that is no number", number=text[:20])
    return number


def _fraction(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


# -- who held what, as ruled -----------------------------------------------------------------------


def held(state: Championship, session: str, board: int, without: str = "") -> Held:
    """Who held which cards at every table of the board; ``without``: but for this ruling."""
    known, _ = _place(state, session, board)
    seats = {table.number: _seated(known, table, board) for table in known.tables}
    for key, ruling in state.rulings.items():
        event = ruling.event
        if not ruling.holds or key == without or not _is_about(event, session, board):
            continue
        if isinstance(event, SeatsCorrected):
            seats |= {each.table: each.seats for each in event.tables}
        elif isinstance(event, TrayTurned):
            seats[event.table] = rotated(seats[event.table], event.turn)
    return seats


def rotated(four: Sequence[str], turn: int) -> tuple[str, ...]:
    """What stood at N stands ``turn`` places clockwise of it, and so everything."""
    return tuple(four[(seat - turn) % 4] for seat in SEATS)


def variants(state: Championship, session: str, board: int) -> dict[int, str]:
    """By table number: the version of the deal, where it is not the original one."""
    found: dict[int, str] = {}
    for ruling in state.rulings.values():
        event = ruling.event
        if isinstance(event, BoardFouled) and ruling.holds and _is_about(event, session, board):
            found |= dict.fromkeys(event.tables, event.variant)
    return {table: variant for table, variant in found.items() if variant != ORIGINAL}


def _seated(known: Round, table: SeatedTable, board: int) -> tuple[str, ...]:
    return table.holders(board - known.first_board)


def _is_about(event: RulingEvent, session: str, board: int) -> bool:
    if isinstance(event, PenaltyGiven):
        return False
    return (event.session, event.board) == (session, board)


def _place(state: Championship, session: str, board: int) -> tuple[Round, Board]:
    known, dealt = state.round_of_board(session, board), state.board(session, board)
    if known is None or dealt is None:
        raise NoSuchTournament(
            "no_such_board", "no such board, or it is not dealt", session=session, board=board
        )
    if known.started is None:
        raise TournamentRefused("round_not_started", "nobody has played it", round=known.number)
    return known, dealt


# -- rulings ---------------------------------------------------------------------------------------


def adjust(
    state: Championship,
    *,
    ruling: str,
    session: str,
    board: int,
    entry: str,
    award: str = "",
    outcomes: Sequence[tuple[int, str]] = (),
    by: int,
) -> list[TournamentEvent]:
    """An award, or outcomes with their weights (one of weight 1: an assigned score)."""
    _must_not_be_cancelled(state)
    _place(state, session, board)
    _must_have_standing(wants.known_entry(state, entry))
    where: dict[str, object] = {"session": session, "board": board, "entry": entry}
    for known in _holding(state, ScoreAdjusted):
        if known.entry == entry and _is_about(known, session, board):
            raise TournamentRefused("adjusted_twice", "this score is ruled already", **where)
    if bool(award) == bool(outcomes) or (award and award not in set(Award)):
        raise TournamentRefused("bad_adjustment", "an award, or else outcomes", **where)
    weights = [exact(weight, "bad_weights") for _, weight in outcomes]
    if outcomes and (sum(weights) != 1 or min(weights) <= 0):
        raise TournamentRefused("bad_weights", "weights are positive and sum 1", **where)
    if any(abs(points) > MOST for points, _ in outcomes):
        raise TournamentRefused("bad_adjustment", "so many points there are not", **where)
    at_a_table = any(entry in four for four in held(state, session, board).values())
    if outcomes and not at_a_table:
        raise TournamentRefused("adjusted_without_seat", "outcomes need a seat", **where)
    ruled = tuple(RuledOutcome(points, weight) for points, weight in outcomes)
    return [ScoreAdjusted(ruling, session, board, entry, award, ruled, by)]


def penalise(
    state: Championship,
    *,
    ruling: str,
    entry: str,
    percent: str = "0",
    points: str = "0",
    by: int,
) -> list[TournamentEvent]:
    """Percent of one board, or points, or both."""
    _must_not_be_cancelled(state)
    _must_have_standing(wants.known_entry(state, entry))
    taken = exact(percent, "bad_penalty") + exact(points, "bad_penalty")
    if not taken:
        raise TournamentRefused("bad_penalty", "a penalty takes something away", entry=entry)
    current = state.current
    number = current.number if current else 0
    return [PenaltyGiven(ruling, entry, number, percent, points, by)]


def foul(
    state: Championship,
    *,
    ruling: str,
    session: str,
    board: int,
    tables: Sequence[int],
    variant: str = "",
    by: int,
) -> list[TournamentEvent]:
    """``variant`` "": a new one, named ``fouled`` and counted."""
    _must_not_be_cancelled(state)
    known, _ = _place(state, session, board)
    numbers = tuple(sorted(set(tables)))
    there = {table.number for table in known.tables}
    if not numbers or not set(numbers) <= there:
        raise NoSuchTournament(
            "no_such_table", "no such table in this round", tables=list(numbers)[:20]
        )
    if not variant:
        taken = {each.variant for each in _holding(state, BoardFouled)}
        variant = next(name for name in _names() if name not in taken)
    if not _VARIANT.fullmatch(variant):
        raise TournamentRefused("bad_variant", "no name for a deal", variant=variant[:20])
    return [BoardFouled(ruling, session, board, numbers, variant, by)]


def _names() -> Iterator[str]:
    yield "fouled"
    number = 2
    while True:
        yield f"fouled-{number}"
        number += 1


def correct_seats(
    state: Championship,
    *,
    ruling: str,
    session: str,
    board: int,
    seats: Mapping[int, Sequence[str]],
    by: int,
) -> list[TournamentEvent]:
    """``seats``: by table number, the entries that held N E S W."""
    _must_not_be_cancelled(state)
    _must_be_closed(state, session, board)
    now = held(state, session, board)
    for table, four in seats.items():
        _must_be_there(now, table)
        if len(four) != 4:
            raise TournamentRefused("bad_seats", "four seats have four entries", table=table)
        for entry in four:
            wants.known_entry(state, entry)
    wrong = {table: tuple(four) for table, four in seats.items() if tuple(four) != now[table]}
    if not wrong:
        return []
    _must_be_single(state, now | wrong)
    _must_keep_seats(state, session, board, now | wrong)
    tables = tuple(HeldSeats(table, wrong[table]) for table in sorted(wrong))
    return [SeatsCorrected(ruling, session, board, tables, by)]


def turn_tray(
    state: Championship, *, ruling: str, session: str, board: int, table: int, turn: int, by: int
) -> list[TournamentEvent]:
    _must_not_be_cancelled(state)
    _must_be_closed(state, session, board)
    _must_be_there(held(state, session, board), table)
    if turn not in (1, 2, 3):
        raise TournamentRefused("bad_turn", "a tray turns by one, two or three", turn=turn)
    return [TrayTurned(ruling, session, board, table, turn, by)]


def amend(
    state: Championship,
    *,
    ruling: str,
    session: str,
    board: int,
    table: int,
    facts: Mapping[str, object],
    by: int,
) -> list[TournamentEvent]:
    """For a caller who has checked the facts."""
    _must_not_be_cancelled(state)
    _must_be_closed(state, session, board)
    _must_be_there(held(state, session, board), table)
    return [ResultAmended(ruling, session, board, table, facts, by)]


def undo(state: Championship, *, ruling: str, by: int) -> list[TournamentEvent]:
    known = state.rulings.get(ruling)
    if known is None:
        raise NoSuchTournament("no_such_ruling", "nothing was ruled under this key")
    if not known.holds:
        return []
    event = known.event
    if isinstance(event, SeatsCorrected | TrayTurned):
        _must_be_last(state, event)
        before = held(state, event.session, event.board, without=ruling)
        _must_be_single(state, before)
        _must_keep_seats(state, event.session, event.board, before)
    return [RulingUndone(ruling, by)]


# -- what must be so -------------------------------------------------------------------------------


def _holding(state: Championship, kind: type[_Kind]) -> Iterator[_Kind]:
    for each in state.rulings.values():
        if each.holds and isinstance(each.event, kind):
            yield each.event


def _must_have_standing(entry: Entry) -> None:
    if not entry.standing:
        raise TournamentRefused(
            "house_adjusted", "who plays without standing has no score", entry=entry.key
        )


def _must_be_there(now: Held, table: int) -> None:
    if table not in now:
        raise NoSuchTournament("no_such_table", "no such table in this round", tables=[table])


def _must_be_closed(state: Championship, session: str, board: int) -> None:
    """What a table still plays is not corrected."""
    _, dealt = _place(state, session, board)
    if dealt.closed is None:
        raise TournamentRefused(
            "board_in_play", "a table still plays this board", session=session, board=board
        )


def _must_be_single(state: Championship, seats: Held) -> None:
    seen: set[str] = set()
    for table in sorted(seats):
        for entry in seats[table]:
            if entry in seen and state.entries[entry].standing:
                raise TournamentRefused(
                    "entry_twice_on_board", "somebody would hold two hands", entry=entry
                )
            seen.add(entry)


def _must_keep_seats(state: Championship, session: str, board: int, seats: Held) -> None:
    seated = {entry for four in seats.values() for entry in four}
    for other in _holding(state, ScoreAdjusted):
        at = _is_about(other, session, board)
        if at and other.outcomes and other.entry not in seated:
            raise TournamentRefused(
                "adjusted_without_seat",
                "a ruled score would lose its seat; undo that first",
                entry=other.entry,
            )


def _must_be_last(state: Championship, event: SeatsCorrected | TrayTurned) -> None:
    """Seats and results that were ruled later were written down by the seats as they are now."""
    tables, seen = _tables(event), False
    for later in (each.event for each in state.rulings.values() if each.holds):
        rests: set[int] = set()
        if seen and isinstance(later, SeatsCorrected | ResultAmended):
            rests = tables & _tables(later)
        if rests and _is_about(later, event.session, event.board):
            raise TournamentRefused(
                "later_ruling",
                "a later ruling rests on it; undo that first",
                board=event.board,
                table=min(rests),
            )
        seen = seen or later is event


def _tables(event: SeatsCorrected | TrayTurned | ResultAmended) -> set[int]:
    if isinstance(event, SeatsCorrected):
        return {each.table for each in event.tables}
    return {event.table}


def _must_not_be_cancelled(state: Championship) -> None:
    if state.cancelled:
        raise TournamentRefused("cancelled", "the championship was cancelled")
