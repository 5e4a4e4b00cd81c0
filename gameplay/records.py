"""A game that is over as a record: the shape in which games leave the service.

The deal is in it, so ``visible`` is asked as for a spectator: nothing before its release.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

import engine
from engine.events import command_of
from gameplay import dealing, frames, selectors, streams
from gameplay.errors import NotAllowed
from gameplay.eventstore import copying
from gameplay.eventstore.records import Row
from gameplay.ids import game_stream
from gameplay.models import GameSummary
from gameplay.visibility import SPECTATOR, Fact, Kind, Viewer, visible


def export(game_id: str, *, now: datetime) -> dict[str, object]:
    """The record of a released game; of an interrupted one as far as it came.

    What was taken back is none of its actions.

    :raises NotFound: there is no such game.
    :raises NotAllowed: it is still being played here or elsewhere.
    """
    live = streams.game(game_id)
    opened = live.opened
    fact = Fact(
        kind=Kind.DEAL,
        policy=opened.policy,
        finished=live.over,
        released=frames.release_time(live, selectors.released(game_id), now),
    )
    if not visible(SPECTATOR, fact, now):
        raise NotAllowed("not_released", "this board has not been released yet")
    events = [one.event for one in live.played]
    actions = [event for event in events if not isinstance(event, engine.GameFinished)]
    record = engine.write_record(live.state, [command_of(action) for action in actions])
    if live.state.ruleset.values_reconstructed:
        record["values_reconstructed"] = True
    return record


def deal_of(
    deal_id: str,
    *,
    policy: str,
    released: datetime | None,
    now: datetime,
    viewer: Viewer = SPECTATOR,
) -> engine.Deal:
    """The four hands of a board, which may have been played with real cards and have no game here.

    :raises NotAllowed: it has not been released.
    """
    fact = Fact(kind=Kind.DEAL, policy=policy, finished=released is not None, released=released)
    if not visible(viewer, fact, now):
        raise NotAllowed("not_released", "this board has not been released yet")
    return dealing.unseal(deal_id).deal


def events_of(game_ids: Collection[str], *, policy: str, now: datetime) -> Iterator[Row]:
    """What happened in those of these games that everybody may see now, as it is stored; also what
    was taken back, which was seen at the table."""
    shown = []
    for row in GameSummary.objects.filter(pk__in=game_ids).order_by("pk"):
        over = row.finished is not None or row.interrupted is not None
        fact = Fact(kind=Kind.DEAL, policy=policy, finished=over, released=row.released)
        if visible(SPECTATOR, fact, now):
            shown.append(game_stream(row.game_id))
    return copying.of(shown)
