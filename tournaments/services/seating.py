"""Who sits where, in every round."""

from __future__ import annotations

import secrets
from datetime import datetime

from gameplay.ids import new_id
from tournaments import stream
from tournaments.domain import movement, wants
from tournaments.domain.championship import Championship
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import TournamentEvent


def seat(
    key: str, *, seed: int | None = None, actor: str, now: datetime, command_id: str = ""
) -> None:
    """Close registration, draw numbers from ``seed`` (by chance if None), seat every round."""
    chosen = secrets.randbelow(2**32) if seed is None else seed
    stream.change(
        key,
        lambda state: wants.seat(state, seed=chosen, new_key=new_id),
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "seat", "seed": seed},
    )


def reseat(key: str, *, reason: str, actor: str, now: datetime, command_id: str = "") -> None:
    """Rounds that have not started: who left makes room for who came late, or for the house."""

    def want(state: Championship) -> list[TournamentEvent]:
        return wants.reseat(state, new_key=new_id)

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
    state = stream.state(key).championship
    if state.seed is None:
        raise TournamentRefused("not_seated", "nobody has a seat")
    return movement.report(movement.plan(state.drawn, len(state.rounds), state.seed))
