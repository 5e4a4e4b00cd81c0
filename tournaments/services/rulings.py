"""A director's rulings about scores: made with a reason, undone with another one.

Each is an event of its own with who, when and why; what it does to scores and standings the
follower of the feed works out, and works out again when it is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NotRequired, TypedDict, Unpack

import engine
from gameplay.ids import new_id
from tournaments import stream
from tournaments.domain import rulings
from tournaments.domain.championship import Championship
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import RulingEvent, TournamentEvent
from tournaments.domain.hall import Place
from tournaments.services import hall

__all__ = ["adjust", "amend", "correct_seats", "foul", "penalise", "turn_tray", "undo"]


class By(TypedDict):
    """Whose ruling it is (``user_id``; 0 for nobody's), why, when, and under which id."""

    user_id: int
    reason: str
    now: datetime
    command_id: NotRequired[str]


def adjust(
    key: str,
    *,
    session: str,
    board: int,
    entry: str,
    award: str = "",
    outcomes: Sequence[tuple[int, str]] = (),
    **by: Unpack[By],
) -> str:
    """An award (``AVE+``, ``AVE``, ``AVE-``) or outcomes with weights; answers the ruling's key.

    :raises TournamentRefused: with one of the codes of ``domain.rulings``, as all of these.
    """
    given: dict[str, object] = {"session": session, "board": board, "entry": entry, "award": award}
    given["outcomes"] = [list(one) for one in outcomes]

    def want(state: Championship, ruling: str) -> list[TournamentEvent]:
        return rulings.adjust(
            state,
            ruling=ruling,
            session=session,
            board=board,
            entry=entry,
            award=award,
            outcomes=outcomes,
            by=by["user_id"],
        )

    return _rule(key, "adjust", want, given, by, entry)


def penalise(
    key: str, *, entry: str, percent: str = "0", points: str = "0", **by: Unpack[By]
) -> str:
    given = {"entry": entry, "percent": percent, "points": points}

    def want(state: Championship, ruling: str) -> list[TournamentEvent]:
        return rulings.penalise(
            state, ruling=ruling, entry=entry, percent=percent, points=points, by=by["user_id"]
        )

    return _rule(key, "penalise", want, given, by, entry)


def foul(
    key: str,
    *,
    session: str,
    board: int,
    tables: Sequence[int] = (),
    from_table: int = 0,
    variant: str = "",
    **by: Unpack[By],
) -> str:
    """These tables, or all from ``from_table`` on, held other cards than the rest."""
    given: dict[str, object] = {"session": session, "board": board, "tables": list(tables)}
    given |= {"from_table": from_table, "variant": variant}

    def want(state: Championship, ruling: str) -> list[TournamentEvent]:
        known = state.round_of_board(session, board)
        numbers = [each.number for each in known.tables] if known else []
        chosen = [n for n in numbers if n >= from_table] if from_table else tables
        return rulings.foul(
            state,
            ruling=ruling,
            session=session,
            board=board,
            tables=chosen,
            variant=variant,
            by=by["user_id"],
        )

    return _rule(key, "foul", want, given, by)


def correct_seats(
    key: str, *, session: str, board: int, seats: Mapping[int, Sequence[str]], **by: Unpack[By]
) -> str:
    """``seats``: by table number, the entries that really held N E S W."""
    given: dict[str, object] = {"session": session, "board": board}
    given["seats"] = {str(table): list(four) for table, four in seats.items()}

    def want(state: Championship, ruling: str) -> list[TournamentEvent]:
        return rulings.correct_seats(
            state, ruling=ruling, session=session, board=board, seats=seats, by=by["user_id"]
        )

    return _rule(key, "correct_seats", want, given, by)


def turn_tray(
    key: str, *, session: str, board: int, table: int, turn: int, **by: Unpack[By]
) -> str:
    given = {"session": session, "board": board, "table": table, "turn": turn}

    def want(state: Championship, ruling: str) -> list[TournamentEvent]:
        return rulings.turn_tray(
            state,
            ruling=ruling,
            session=session,
            board=board,
            table=table,
            turn=turn,
            by=by["user_id"],
        )

    return _rule(key, "turn_tray", want, given, by)


def amend(
    key: str,
    *,
    session: str,
    board: int,
    table: int,
    facts: Mapping[str, object],
    **by: Unpack[By],
) -> str:
    """Another result for a board that a table has closed, by compass seats.

    :raises engine.BadResult: no game under these rules has it.
    """
    given = {"session": session, "board": board, "table": table, "facts": dict(facts)}

    def want(state: Championship, ruling: str) -> list[TournamentEvent]:
        here = _place(state, session, board, table)
        read = hall.facts_of(state, here, facts) if here else engine.read_facts(facts)
        return rulings.amend(
            state,
            ruling=ruling,
            session=session,
            board=board,
            table=table,
            facts=engine.write_facts(read),
            by=by["user_id"],
        )

    return _rule(key, "amend", want, given, by)


def _place(state: Championship, session: str, board: int, table: int) -> Place | None:
    known, dealt = state.round_of_board(session, board), state.board(session, board)
    seated = [each for each in known.tables if each.number == table] if known else []
    return Place(known, seated[0], dealt) if known and dealt and seated else None


def undo(key: str, *, ruling: str, **by: Unpack[By]) -> None:
    def want(state: Championship, _: str) -> list[TournamentEvent]:
        return rulings.undo(state, ruling=ruling, by=by["user_id"])

    _rule(key, "undo", want, {"ruling": ruling}, by)


def _rule(
    key: str,
    do: str,
    want: Callable[[Championship, str], list[TournamentEvent]],
    given: Mapping[str, object],
    by: By,
    entry: str = "",
) -> str:
    """Append the ruling; its words are those of the person whom it is about."""
    words = by["reason"].strip()
    if not words:
        raise TournamentRefused("reason_needed", "a ruling is made with a reason")
    fresh, user, command_id = new_id(), by["user_id"], by.get("command_id", "")
    about = stream.state(key).championship.entries.get(entry)
    live = stream.change(
        key,
        lambda state: want(state, fresh),
        actor=f"user:{user}" if user else "system:director",
        now=by["now"],
        command_id=command_id,
        content={"do": do, **given},
        reason=words,
        about=about.user if about else None,
    )
    if fresh in live.championship.rulings:
        return fresh
    # Sent twice, it was made the first time; where nothing had to change, there is none.
    found = stream.found(key, command_id) if command_id else ()
    return next((event.ruling for event in found if isinstance(event, RulingEvent)), "")
