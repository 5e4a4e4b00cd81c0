"""Who sits where, in every round."""

from __future__ import annotations

import itertools
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import lru_cache

from gameplay.ids import new_id
from tournaments import stream
from tournaments.domain import movement, table_plan, wants
from tournaments.domain.championship import OWN, Championship
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import TournamentEvent

NAMES = (
    "Anneke", "Bart", "Corrie", "Dirk", "Els", "Frans", "Gerda", "Harrie", "Ineke", "Jos",
    "Kees", "Lia", "Mien", "Nol", "Oda", "Piet", "Riet", "Sjef", "Truus", "Wim",
    "Bea", "Cor", "Diny", "Gijs", "Henny", "Jan", "Leo", "Marijke", "Nel", "Toon",
)  # fmt: skip


def house_name(index: int) -> str:
    """A name of its own for each of any number of house players: Anneke, …, Toon, Anneke 2, …"""
    again, which = divmod(index, len(NAMES))
    return NAMES[which] if not again else f"{NAMES[which]} {again + 1}"


def house_names() -> Iterator[str]:
    """For those who fill seats, from the end: whoever is entered later begins at the beginning."""
    yield from reversed(NAMES)
    yield from map(house_name, itertools.count(len(NAMES)))


def seat(
    key: str, *, seed: int | None = None, actor: str, now: datetime, command_id: str = ""
) -> None:
    """Close registration, draw numbers from ``seed`` (by chance if None), seat every round."""
    chosen = secrets.randbelow(2**32) if seed is None else seed
    stream.change(
        key,
        lambda state: wants.seat(state, seed=chosen, new_key=new_id, names=house_names()),
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "seat", "seed": seed},
    )


def reseat(key: str, *, reason: str, actor: str, now: datetime, command_id: str = "") -> None:
    """Rounds that have not started: who left makes room for who came late, or for the house."""

    def want(state: Championship) -> list[TournamentEvent]:
        return wants.reseat(state, new_key=new_id, names=house_names())

    stream.change(
        key,
        want,
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "reseat"},
        reason=reason,
    )


def report(key: str) -> dict[str, object]:
    """How well the draw is balanced, as ``movement.report`` tells it.

    :raises TournamentRefused: ``not_seated``.
    """
    return report_of(stream.state(key).championship)


def report_of(state: Championship) -> dict[str, object]:
    if state.seed is None:
        raise TournamentRefused("not_seated", "nobody has a seat")
    if state.setup.cards == OWN:
        return _at_tables(state)
    told = balance(wants.parts_of(state), len(state.rounds), state.seed)
    # Seats are filled again by whoever comes: the number keeps its chairs, and all that is counted.
    house = [at for at, entry in enumerate(state.numbers) if state.entries[entry].fills]
    return {**told, "house": house}


def _at_tables(state: Championship) -> dict[str, object]:
    """Of tables with their own cards: who meets whom, and how often everybody sits out."""
    coming = state.rounds[min(state.next_round, len(state.rounds)) - 1]
    away = Counter(
        table.chairs[at] for one in state.rounds for table in one.tables for at in table.out
    )
    times = Counter(away[key] for key in state.numbers)
    met = table_plan.meetings([table.chairs for table in each.tables] for each in state.rounds)
    return {
        "players": len(state.numbers),
        "house": [at for at, entry in enumerate(state.numbers) if state.entries[entry].fills],
        "tables": len(coming.tables),
        "rounds": len(state.rounds),
        "boards": state.setup.boards_a_round * len(state.rounds),
        "warnings": [],
        "meetings": met,
        "again": sum(pairs for how_often, pairs in met.items() if int(how_often) > 1),
        "fives": sum(len(table.chairs) == table_plan.FIVE for table in coming.tables),
        "sits_out": {str(each): times[each] for each in sorted(times)},
    }


@lru_cache(maxsize=32)
def balance(parts: tuple[int, ...], rounds: int, seed: int = 0) -> Mapping[str, object]:
    """The report of a plan. For 400 players it takes seconds, and pages ask again and again."""
    return movement.report(table_plan.plan(parts, rounds, seed))
