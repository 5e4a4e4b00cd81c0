"""What the organizer decides for those who watch: a featured table, and who comments. Who has seen
cards that are still to be played never plays them, whoever let him see them."""

from __future__ import annotations

from tournaments.domain.championship import Championship
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import (
    CommentatorAppointed,
    CommentatorDismissed,
    CommentatorLooked,
    TableFeatured,
    TournamentEvent,
)

__all__ = ["appoint", "dismiss", "feature", "look", "must_not_know_cards"]


def feature(state: Championship, *, table: str) -> list[TournamentEvent]:
    """Point spectators to a table of the event; ``""`` to none."""
    known = {each.table for row in state.rounds for each in row.tables}
    if table and table not in known:
        raise NoSuchTournament("no_such_table", "the event has no such table")
    return [] if table == state.featured else [TableFeatured(table)]


def appoint(state: Championship, *, user: int) -> list[TournamentEvent]:
    """Not somebody who has entered, ever: whoever withdrew has played some of the boards."""
    if state.commentators.get(user):
        return []
    if state.over:
        code = "cancelled" if state.cancelled else "finished"
        raise TournamentRefused(code, "the championship is over")
    if state.entry_of(user) is not None or user in state.desk.sat_in:
        raise TournamentRefused("has_entered", "an entrant never comments on the same event")
    return [CommentatorAppointed(user)]


def dismiss(state: Championship, *, user: int) -> list[TournamentEvent]:
    return [CommentatorDismissed(user)] if state.commentators.get(user) else []


def look(state: Championship, *, user: int, table: str, board: int) -> list[TournamentEvent]:
    """Put on record that a commentator is about to be shown the hands of a board.

    :raises TournamentRefused: ``no_commentator``: he is none, or not any more.
    """
    if not state.commentators.get(user):
        raise TournamentRefused("no_commentator", "this person does not comment on the event")
    for row in state.rounds:
        for each in row.tables:
            if each.table == table:
                return [CommentatorLooked(user, each.number, row.session, board)]
    raise NoSuchTournament("no_such_table", "the event has no such table")


def must_not_know_cards(state: Championship, user: int) -> None:
    """Before somebody gets a place in the field, in whatever way.

    :raises TournamentRefused: ``has_commented``, for good; ``has_taken_cards``, until the rounds
        whose cards he took out are over.
    """
    if user in state.commentators:
        raise TournamentRefused("has_commented", "a commentator never plays in the same event")
    sessions = {each.session for each in state.taken if each.user == user}
    if any(each.session in sessions and each.closed is None for each in state.rounds):
        raise TournamentRefused("has_taken_cards", "who took cards out does not play them")
