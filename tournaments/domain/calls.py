"""The director is called to a table, comes or answers, and is done; and what he decides there."""

from __future__ import annotations

from tournaments.domain.championship import Call, Championship
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import (
    BoardRolledBack,
    DirectorAnswered,
    DirectorCalled,
    TournamentEvent,
)

__all__ = ["ANSWERS", "KINDS", "answer", "call", "roll_back"]

KINDS = ("mistake", "rules", "behaviour", "absent", "technical", "other")
"""Why somebody calls; what he writes besides lies in a personal text."""
COMING, ANSWERED, DONE = "coming", "answered", "done"
ANSWERS = (COMING, ANSWERED, DONE)


def call(
    state: Championship, *, call: str, table: str, user: int, kind: str
) -> list[TournamentEvent]:
    """By somebody who sits at this table while its round is in play; ``call`` is a new key.

    Who sits in for somebody calls as the entry whose seat he has.

    One call at a time: while a table waits for the director, nothing is added.
    """
    if kind not in KINDS:
        raise TournamentRefused("unknown_call", "nobody is called for that", kind=kind[:24])
    entries = _entries_of(state, user)
    for row in state.rounds:
        for each in row.tables:
            at_it = [entry for entry in entries if entry in each.chairs]
            if each.table != table or not at_it:
                continue
            if not row.in_play:
                raise TournamentRefused("round_not_in_play", "the round is not being played")
            if any(known.table == table and known.open for known in state.calls.values()):
                return []
            return [DirectorCalled(call, row.number, each.number, table, at_it[0], kind)]
    raise TournamentRefused("not_at_this_table", "only who sits at a table calls from there")


def answer(state: Championship, *, call: str, how: str, says: bool) -> list[TournamentEvent]:
    """``says``: with words, which may come again and again until it is done."""
    if how not in ANSWERS:
        raise TournamentRefused("unknown_call", "there is no such answer", kind=how[:24])
    known = _known(state, call)
    if not known.open or (how == known.state and not says):
        return []
    return [DirectorAnswered(call, known.number, how)]


def roll_back(state: Championship, *, table: str, board: int) -> list[TournamentEvent]:
    """Put on record that a board is taken back at a table whose round is in play."""
    for row in state.rounds:
        for each in row.tables:
            if each.table == table:
                if not row.in_play:
                    raise TournamentRefused("round_not_in_play", "the round is not being played")
                return [BoardRolledBack(each.number, row.session, board)]
    raise NoSuchTournament("no_such_table", "the event has no such table")


def _entries_of(state: Championship, user: int) -> list[str]:
    """His own, and those in whose seats he sits now."""
    own = state.entry_of(user)
    lent = [entry for entry, one in state.desk.stand_ins.items() if one.user == user]
    return [*([own.key] if own is not None else []), *lent]


def _known(state: Championship, call: str) -> Call:
    found = state.calls.get(call)
    if found is None:
        raise NoSuchTournament("no_such_call", "nobody called like that")
    return found
