"""Results of tables in the hall: from their device, from the scorer's grid, from the organizer.

What no game under the rules can have is refused. Whether it fits the cards that lay in the board is
not asked before the board is released: a table that has yet to play it could find out who holds
what by trying.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NotRequired, TypedDict, Unpack

import engine
from tournaments import stream
from tournaments.domain import hall
from tournaments.domain.championship import Championship
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import TournamentEvent

__all__ = ["By", "Written", "confirm", "correct", "enter", "facts_of", "form", "give_up", "put"]

Facts = Mapping[str, object]


class By(TypedDict):
    """Who asks, when, and under which id."""

    actor: str
    now: datetime
    command_id: NotRequired[str]


class Written(TypedDict):
    """What was written down: at which table, of which board, by whom ("": the organizer), and the
    mark of those he saw sitting there."""

    table: str
    board: int
    facts: Facts
    entry: str
    seats: NotRequired[str]
    instead_of: NotRequired[Facts | None]
    """Of a correction: the facts that it corrects. Of ``put`` also None: it showed no result."""


def enter(
    key: str, written: Written, *, reason: str = "", seen: bool = True, **by: Unpack[By]
) -> None:
    """``seen``, here and below: whoever sends it may see what was written down before; a phone that
    did not write it may not, and must not find out by trying.

    :raises engine.RikkenError: what no game can have; another result is there; the round is
        over; others sit there.
    """
    _decide(key, "enter", hall.enter, written, reason, by, seen)


def confirm(key: str, written: Written, *, seen: bool = True, **by: Unpack[By]) -> None:
    _decide(key, "confirm", hall.confirm, written, "", by, seen)


def correct(
    key: str, written: Written, *, reason: str = "", seen: bool = True, **by: Unpack[By]
) -> None:
    _decide(key, "correct", hall.correct, written, reason, by, seen)


def put(key: str, written: Written, *, reason: str = "", **by: Unpack[By]) -> None:
    """The organizer's result, whether there was one before or not; the same one confirms it."""
    _decide(key, "put", _put, written, reason, by)


def _put(state: Championship, **written: Unpack[Written]) -> list[TournamentEvent]:
    here = hall.place(state, written["table"], written["board"])
    if hall.amended(state, here):
        raise TournamentRefused("result_ruled", "undo the ruling first", board=here.board.number)
    known = state.hall_results.get(here.key)
    if "instead_of" in written:
        expected = (written.pop("instead_of"), written["facts"])
        if (known.facts if known else None) not in expected:
            number = here.board.number
            raise TournamentRefused("result_changed", "another desk wrote it", board=number)
    if known is None:
        return hall.enter(state, **written)
    confirms = known.facts == written["facts"] and not known.stands
    return (hall.confirm if confirms else hall.correct)(state, **written)


def give_up(key: str, round: int, *, reason: str, **by: Unpack[By]) -> None:  # noqa: A002
    """Wait no longer for results that tables in the hall owe: those boards count as interrupted."""
    stream.change(
        key,
        lambda state: hall.give_up(state, round),
        content={"do": "give_up", "round": round},
        reason=reason,
        **by,
    )


def form(state: Championship, here: hall.Place) -> engine.ResultForm:
    """What has to be asked of this board."""
    return engine.result_form(
        state.setup.ruleset, state.setup.options, pass_game=_scheduled(state, here)
    )


def facts_of(state: Championship, here: hall.Place, written: object) -> engine.ResultFacts:
    """What was written, checked against the rules.

    :raises engine.errors.BadResult: no game on this board has it.
    """
    facts = engine.read_facts(written)
    scheduled = _scheduled(state, here)
    if scheduled is not None and facts.pass_game != scheduled:
        raise TournamentRefused("other_game", "this board is another game", game=scheduled)
    engine.score_result(
        state.setup.ruleset, state.setup.options, facts, scheduled=scheduled is not None
    )
    return facts


def scores(state: Championship, facts: Facts) -> tuple[int, ...]:
    """By compass seat."""
    read = engine.read_facts(facts)
    return tuple(engine.score_result(state.setup.ruleset, state.setup.options, read).scores)


def _scheduled(state: Championship, here: hall.Place) -> str | None:
    """The last boards of a session may be pass games without an auction."""
    games = state.dessert(here.round)
    place = here.board.number - here.round.last_board - 1 + len(games)
    return games[place] if 0 <= place < len(games) else None


def _decide(
    key: str,
    do: str,
    want: Callable[..., list[TournamentEvent]],
    written: Written,
    reason: str,
    by: By,
    seen: bool = True,
) -> None:
    def decide(state: Championship) -> list[TournamentEvent]:
        here = hall.place(state, written["table"], written["board"])
        if written["entry"] and hall.keeps_from_phone(state, here, wrote=seen):
            raise TournamentRefused("other_phone", "another phone of the table wrote it down")
        facts = engine.write_facts(facts_of(state, here, written["facts"]))
        late = here.round.closing is not None or here.round.closed is not None
        if not written["entry"] and late and not reason.strip():
            raise TournamentRefused("reason_needed", "after the round it needs a reason")
        told: dict[str, object] = {**written, "facts": facts}
        if written.get("instead_of") is not None:
            told["instead_of"] = engine.write_facts(engine.read_facts(written["instead_of"]))
        return want(state, **told)

    content = {"do": do, **written, "facts": dict(written["facts"])}
    # A desk that sends the same once more may by then be shown what it did itself.
    content.pop("instead_of", None)
    stream.change(key, decide, content=content, reason=reason.strip(), **by)
