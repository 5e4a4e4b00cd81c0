"""What came of boards that were released: all tables of one, or all boards of one entry.

Nothing here answers about a board before every table of its field has closed it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine import SEATS
from tournaments.models import Board, BoardScore, Entry, Result, Sitting
from tournaments.projections.sat_in import boards_sat_in
from tournaments.selectors import stand_ins
from tournaments.selectors.rankings import names

__all__ = [
    "DECLARER",
    "DEFENDER",
    "PARTNER",
    "Card",
    "CardLine",
    "Row",
    "Traveller",
    "awaited",
    "card",
    "traveller",
]

DECLARER, PARTNER, DEFENDER = "declarer", "partner", "defender"
LETTERS = tuple(seat.letter for seat in SEATS)


@dataclass(frozen=True, slots=True)
class Row:
    """One table's result; mappings are by compass seat letter."""

    result: Result
    table: int
    entries: Mapping[str, Entry]
    names: Mapping[str, str]
    scores: Mapping[str, int] | None
    """None where the table did not finish the board."""
    roles: Mapping[str, str]
    worth: Mapping[str, BoardScore]
    """Empty for the moment between the release and the follower's next round."""
    stand_ins: Mapping[str, str]
    """By seat, who played for whose entry it is, by name: both are told."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """``rows`` in table order; ``field`` counts the tables that finished it."""

    board: Board
    round: int
    rows: tuple[Row, ...]

    @property
    def field(self) -> int:
        return sum(row.scores is not None for row in self.rows)


def traveller(tournament_key: str, session: str, board: int) -> Traveller | None:
    """All tables of a board, None before its release or where there is no such board.

    ``session`` is its name, ``board`` its number there. Five queries for any number of tables, and
    a few more where somebody sat in.
    """
    row = (
        Board.objects.filter(
            tournament=tournament_key,
            session__name=session,
            number=board,
            released__isnull=False,
        )
        .select_related("round", "session")
        .first()
    )
    if row is None:
        return None
    results = list(
        row.results.select_related("table", *_ENTRIES).order_by("table__number"),
    )
    worth: defaultdict[str, dict[str, BoardScore]] = defaultdict(dict)
    for score in row.scores.all():
        worth[score.table_id][score.seat] = score
    called = names(entry for result in results for entry in _entries(result).values())
    sat_in = boards_sat_in(tournament_key, board=row.key)
    who = stand_ins.called(one for boards in sat_in.values() for one in boards.values())
    return Traveller(
        board=row,
        round=row.round.number,
        rows=tuple(
            _row(result, called, worth[result.table_id], _of(result.key, sat_in, who))
            for result in results
        ),
    )


def awaited(tournament_key: str, session: str, board: int) -> bool:
    """Whether the board belongs to a round that has started; how far it is, nobody is told."""
    found = Board.objects.filter(tournament=tournament_key, session__name=session, number=board)
    return found.filter(round__started__isnull=False).exists()


@dataclass(frozen=True, slots=True)
class CardLine:
    """One board of an entry. ``role`` is "" in a pass game and where nothing was finished; table 0
    and no seat: an award to somebody who did not sit on the board."""

    score: BoardScore
    board: Board
    session: str
    round: int
    table: int
    seat: str
    points: int | None
    role: str
    contract: str
    declarer: str
    tricks: str
    made: bool | None
    game_id: str
    released: datetime | None


@dataclass(frozen=True, slots=True)
class Card:
    entry: Entry
    lines: tuple[CardLine, ...]


def card(entry: Entry) -> Card:
    """The score card of an entry: its released boards in the order of play. Two queries."""
    scores = list(
        BoardScore.objects.filter(entry=entry)
        .select_related("board__session", "board__round", "table")
        .order_by("board__round__number", "board__number")
    )
    results = Result.objects.in_bulk([f"{score.table_id}:{score.board.number}" for score in scores])
    return Card(
        entry,
        tuple(
            _line(score, results.get(f"{score.table_id}:{score.board.number}")) for score in scores
        ),
    )


_ENTRIES = tuple(f"entry_{letter.lower()}" for letter in LETTERS)


def _entries(result: Result) -> dict[str, Entry]:
    return {letter: getattr(result, f"entry_{letter.lower()}") for letter in LETTERS}


def _scores(result: Result) -> dict[str, int] | None:
    if result.state != Result.FINISHED:
        return None
    return {letter: getattr(result, f"score_{letter.lower()}") for letter in LETTERS}


def _roles(result: Result) -> dict[str, str]:
    """Who played with whom; empty in a pass game and where nothing was finished."""
    if result.state != Result.FINISHED or not result.declarer:
        return {}
    roles = dict.fromkeys(LETTERS, DEFENDER) | dict.fromkeys(result.declarer, DECLARER)
    return roles | ({result.partner: PARTNER} if result.partner else {})


def _of(
    result: str, sat_in: Mapping[str, Mapping[str, Sitting]], who: Mapping[str, str]
) -> dict[str, str]:
    """Of one result, by entry."""
    return {entry: who[boards[result].key] for entry, boards in sat_in.items() if result in boards}


def _row(
    result: Result,
    called: Mapping[str, str],
    worth: Mapping[str, BoardScore],
    stand_ins: Mapping[str, str],
) -> Row:
    entries = _entries(result)
    return Row(
        result=result,
        table=result.table.number,
        entries=entries,
        names={letter: called[entry.key] for letter, entry in entries.items()},
        scores=_scores(result),
        roles=_roles(result),
        worth=worth,
        stand_ins={
            letter: stand_ins[entry.key]
            for letter, entry in entries.items()
            if entry.key in stand_ins
        },
    )


def _line(score: BoardScore, result: Result | None) -> CardLine:
    made = _scores(result) if result else None
    return CardLine(
        score=score,
        board=score.board,
        session=score.board.session.name,
        round=score.board.round.number,
        table=score.table.number if score.table else 0,
        seat=score.seat,
        points=None if made is None else made[score.seat],
        role=_roles(result).get(score.seat, "") if result else "",
        contract=result.contract if result else "",
        declarer=result.declarer if result else "",
        tricks=result.tricks if result else "",
        made=result.made if result else None,
        game_id=result.game_id if result else "",
        released=score.board.released,
    )
