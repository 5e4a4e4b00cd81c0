"""Cards of the hall on their way out: put on record first, and only then told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.views.decorators.debug import sensitive_variables

from engine import Seat
from engine.pbn import MachineBoard
from gameplay import records
from gameplay.visibility import DEALER
from tournaments import stream
from tournaments.domain import taking
from tournaments.domain.championship import Championship
from tournaments.domain.errors import TournamentRefused
from tournaments.selectors import leading

__all__ = ["Taken", "take"]


@dataclass(frozen=True, slots=True, repr=False)
class Taken:
    """What one person took out; its repr tells nothing."""

    state: Championship
    boards: tuple[MachineBoard, ...]


@sensitive_variables()
def take(
    key: str,
    *,
    session: str,
    form: str,
    reason: str = "",
    user_id: int,
    now: datetime,
    command_id: str = "",
) -> Taken:
    """The boards of a session that lie on tables in the hall, for a machine or a strip.

    :raises TournamentRefused: he has entered; nothing is dealt; they were taken before, and nothing
        says why they are taken again.
    """
    why = reason.strip()
    if leading.entry_in(key, user_id) is not None:  # the stream knows accounts, no records
        raise TournamentRefused("plays_cards", "an entrant never takes cards out")
    state = stream.change(
        key,
        lambda state: taking.take(state, user=user_id, form=form, session=session, why=bool(why)),
        actor=f"user:{user_id}",
        now=now,
        command_id=command_id,
        content={"do": "take", "session": session, "form": form},
        reason=why,
    ).championship
    # A form sent twice is on record once: it is answered by what the record says, as it holds now.
    told = next(
        (
            each
            for each in reversed(state.taken)
            if (each.user, each.session, each.form) == (user_id, session, form)
        ),
        None,
    )
    if told is None or leading.entry_in(key, user_id) is not None:
        raise TournamentRefused("plays_cards", "an entrant never takes cards out")
    policy = state.setup.policy
    return Taken(
        state,
        tuple(
            MachineBoard(
                board.number,
                Seat.parse(board.dealer),
                records.deal_of(
                    board.deal, policy=policy, released=board.released, now=now, viewer=DEALER
                ),
            )
            for board in taking.dealt(state, session)
            if told.first <= board.number <= told.last
        ),
    )
