"""Tables in the hall: what their players write down of a board, and when it holds.

A result that somebody at the table entered is settled when a second one has confirmed it, or when
the round is ended. Until then the table corrects it; after that the organizer does, with a reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from engine import SEATS
from tournaments.domain.championship import OWN, Board, Championship, HallResult, Round
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import (
    BoardsGivenUp,
    ResultAmended,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    SeatedTable,
    TournamentEvent,
)

__all__ = [
    "Place",
    "amended",
    "confirm",
    "correct",
    "enter",
    "give_up",
    "keeps_from_phone",
    "missing",
    "place",
    "seats_mark",
    "secret",
    "table_in",
    "unsettled",
]


@dataclass(frozen=True, slots=True)
class Place:
    """A board at a table in the hall."""

    round: Round
    table: SeatedTable
    board: Board

    @property
    def key(self) -> str:
        return f"{self.table.table}:{self.board.number}"

    @property
    def seats(self) -> tuple[str, ...]:
        """Entries by compass seat of this board."""
        return self.table.holders(self.board.number - self.round.first_board)

    @property
    def compass(self) -> tuple[str, ...]:
        """The compass seat on this board of each chair; "" for who sits out."""
        letters = dict(zip(self.seats, (seat.letter for seat in SEATS), strict=True))
        return tuple(letters.get(entry, "") for entry in self.table.chairs)

    @property
    def dealer(self) -> str:
        """The entry that deals: at a table of five who sits out does."""
        at = self.board.number - self.round.first_board
        if self.table.out:
            return self.table.chairs[self.table.out[at]]
        return self.seats["NESW".index(self.board.dealer)]


def seats_mark(table: SeatedTable) -> str:
    """Changes with whoever sits at the table: a device that shows others is out of date."""
    return sha256("\n".join(table.chairs).encode()).hexdigest()[:12]


def table_in(state: Championship, table: str) -> tuple[Round, SeatedTable]:
    """:raises NoSuchTournament: no such table in the hall; seats were drawn anew meanwhile."""
    for each in state.rounds:
        for seated in each.tables:
            if seated.table == table and seated.hall:
                return each, seated
    raise NoSuchTournament("no_such_table", "no such table in the hall", table=table)


def place(state: Championship, table: str, board: int) -> Place:
    """:raises NoSuchTournament: there is no such table, or it does not play this board."""
    known, seated = table_in(state, table)
    for each in known.boards:
        if each.number == board:
            return Place(known, seated, each)
    raise NoSuchTournament("no_such_board", "the table does not play this board", board=board)


def secret(state: Championship, board: Board) -> bool:
    """Whether others have yet to play it, so that nobody may learn what came of it. Of cards that
    only one table has there is nothing to learn."""
    return board.released is None and state.setup.cards != OWN


def keeps_from_phone(state: Championship, here: Place, *, wrote: bool) -> bool:
    """Whether there is a result that a phone of the table must not learn, nor find out by trying:
    others have yet to play the board, and what stands is not what this phone wrote down. What the
    desk wrote, or corrected, no phone did."""
    known = state.hall_results.get(here.key)
    return known is not None and secret(state, here.board) and not (wrote and known.entry)


def missing(state: Championship, number: int) -> list[Place]:
    """Boards of a started round that tables in the hall owe a result, or, until the round is ended,
    that a second one of the table has yet to confirm."""
    known = state.round(number)
    if known is None or known.started is None:
        return []
    every = [
        Place(known, table, board) for table in known.tables if table.hall for board in known.boards
    ]
    results = state.hall_results
    return [
        each
        for each in every
        if each.key not in results or (known.closing is None and not results[each.key].stands)
    ]


def unsettled(state: Championship, session: str, board: int) -> bool:
    """Whether a table in the hall still has to confirm what it wrote down of the board."""
    known = state.round_of_board(session, board)
    if known is None or known.closing is not None or known.closed is not None:
        return False
    written = (state.hall_results.get(f"{each.table}:{board}") for each in known.tables)
    return any(each is not None and not each.stands for each in written)


def amended(state: Championship, here: Place) -> bool:
    """Whether the director said what came of the board at this table, and it holds."""
    where = (here.board.session, here.board.number, here.table.number)
    return any(
        ruling.holds
        and isinstance(ruling.event, ResultAmended)
        and (ruling.event.session, ruling.event.board, ruling.event.table) == where
        for ruling in state.rulings.values()
    )


# -- what the table wants --------------------------------------------------------------------------


def enter(
    state: Championship,
    *,
    table: str,
    board: int,
    facts: Mapping[str, object],
    entry: str,
    seats: str = "",
) -> list[TournamentEvent]:
    """A first result. The same one again changes nothing; another one is a correction.

    ``entry``: who of the table enters it, "" for the organizer. ``seats``: the ``seats_mark`` of
    those whom the writer saw.
    """
    here = place(state, table, board)
    _must_be_open(here, entry, seats)
    known = state.hall_results.get(here.key)
    if known is not None:
        if known.facts == facts:
            return []
        raise TournamentRefused(
            "already_entered", "the board has another result", table=here.table.number, board=board
        )
    return [ResultEntered(table, here.board.session, board, facts, entry)]


def confirm(
    state: Championship,
    *,
    table: str,
    board: int,
    facts: Mapping[str, object],
    entry: str,
    seats: str = "",
) -> list[TournamentEvent]:
    """``facts``: what the second player saw; what was corrected meanwhile he did not."""
    here = place(state, table, board)
    known = _known(state, here)
    if known.facts != facts:
        raise TournamentRefused("result_changed", "the result was changed meanwhile", board=board)
    if known.stands:
        return []
    _must_be_open(here, entry, seats)
    if entry == known.entry:
        raise TournamentRefused("confirm_by_another", "somebody else confirms it", board=board)
    return [ResultConfirmed(table, here.board.session, board, entry)]


def correct(
    state: Championship,
    *,
    table: str,
    board: int,
    facts: Mapping[str, object],
    entry: str,
    seats: str = "",
    instead_of: Mapping[str, object] | None = None,
) -> list[TournamentEvent]:
    """Whoever of the table corrects it, another one has to confirm it again; not once the board is
    released, for then everybody knows it. ``instead_of``: the facts that were seen, where a phone
    may have kept the correction for a while."""
    here = place(state, table, board)
    _must_be_open(here, entry, seats)
    known = _known(state, here)
    if known.facts == facts:
        return []
    if instead_of is not None and known.facts != instead_of:
        raise TournamentRefused("result_changed", "the result was changed meanwhile", board=board)
    if entry and here.board.released is not None:
        raise TournamentRefused("board_released", "ask the organizer", board=board)
    return [ResultCorrected(table, here.board.session, board, facts, entry)]


def give_up(state: Championship, number: int) -> list[TournamentEvent]:
    """Wait no longer for results that tables in the hall owe, once the round is being closed."""
    known = state.round(number)
    if known is None:
        raise NoSuchTournament("no_such_round", "no such round", round=number)
    if known.closing is None:
        raise TournamentRefused("round_still_played", "end the round first", round=number)
    return [BoardsGivenUp(number)] if known.given_up is None and missing(state, number) else []


def _known(state: Championship, here: Place) -> HallResult:
    known = state.hall_results.get(here.key)
    if known is None:
        raise TournamentRefused("not_entered", "the board has no result", board=here.board.number)
    return known


def _must_be_open(here: Place, entry: str, seats: str) -> None:
    """For those at the table until the round is over; for the organizer as soon as it began."""
    where = {"round": here.round.number, "table": here.table.number}
    if here.round.started is None:
        raise TournamentRefused("round_not_started", "the round has not begun", **where)
    if not entry:
        return
    if here.round.closed is not None or here.round.given_up is not None:
        raise TournamentRefused("round_over", "the round is over", **where)
    if entry not in here.table.chairs or seats not in ("", seats_mark(here.table)):
        raise TournamentRefused("seats_changed", "others sit at this table now", **where)
