"""The cards of a hall's boards, on their way to whoever lays them in the boards before play.

A file for a dealing machine and a strip to deal by hand from tell every hand. So they go to one
person, by name, who never plays these boards; each time is on record, and a second time has a
reason.
"""

from __future__ import annotations

from tournaments.domain.championship import Board, Championship
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import CardsTaken, TournamentEvent

__all__ = ["FORMS", "MACHINE", "MOST_IN_A_MACHINE", "STRIP", "dealt", "sessions", "take"]

MACHINE, STRIP = "machine", "strip"
FORMS = (MACHINE, STRIP)
MOST_IN_A_MACHINE = 99


def sessions(state: Championship) -> list[str]:
    """Those that are played in the hall, at some table at least, and have dealt boards."""
    return [each.name for each in state.sessions if dealt(state, each.name)]


def dealt(state: Championship, session: str) -> list[Board]:
    """The dealt boards of the session that lie on tables in the hall, in the order of play; none
    where every table shuffles its own cards."""
    return [
        board
        for each in state.rounds_of(session)
        if any(table.hall for table in each.tables)
        for board in each.boards
        if board.deal
    ]


def take(
    state: Championship, *, user: int, form: str, session: str, why: bool
) -> list[TournamentEvent]:
    """``why``: a reason is given, which whoever appends keeps. It is asked for wherever some of the
    cards have been taken before, by whomever and in whatever form."""
    if form not in FORMS:
        raise TournamentRefused("unknown_form", "cards leave for a machine or as a strip")
    if session not in {each.name for each in state.sessions}:
        raise NoSuchTournament("no_such_session", "no such session", session=session)
    if state.cancelled:
        raise TournamentRefused("cancelled", "the championship was cancelled")
    if state.entry_of(user) is not None:
        raise TournamentRefused("plays_cards", "an entrant never takes cards out")
    boards = dealt(state, session)
    if not boards:
        raise TournamentRefused("no_cards_in_hall", "nothing is dealt for tables in the hall")
    first, last = boards[0].number, boards[-1].number
    if form == MACHINE and last > MOST_IN_A_MACHINE:
        raise TournamentRefused(
            "too_many_boards", "no machine has so many boards", most=MOST_IN_A_MACHINE
        )
    again = any(
        each.session == session and each.first <= last and first <= each.last
        for each in state.taken
    )
    if again and not why:
        raise TournamentRefused("taken_before", "why are these cards taken once more?")
    return [CardsTaken(user, form, session, first, last)]
