"""What goes out to seats and spectators: table frames and game frames.

Every game frame holds the whole view its audience may have, so that a client only ever
replaces what it shows; nothing it missed can leave it wrong. Each part asks ``visible``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import engine
from engine import SEATS, Seat
from gameplay.streams import LiveGame, LiveTable
from gameplay.visibility import LIVE, Fact, Kind, Viewer, visible

# House players have first names like everybody at a club; the page adds what they are.
HOUSE_NAMES = {Seat.NORTH: "Noud", Seat.EAST: "Truus", Seat.SOUTH: "Sjef", Seat.WEST: "Wies"}


@dataclass(frozen=True, slots=True)
class Standing:
    """What the table's finished boards came to, read once for all who see the table."""

    boards: tuple[Mapping[str, object], ...]
    totals: Mapping[str, int]
    names: Mapping[int, str]


def house_name(seat: str) -> str:
    return HOUSE_NAMES[Seat.parse(seat)]


def table_frame(live: LiveTable, standing: Standing) -> dict[str, object]:
    """Who sits where, which board, and the scores in ``standing``."""
    state = live.state
    current = state.current
    return {
        "type": "table",
        "table": state.table_id,
        "game": current.game_id if current else None,
        "version": live.version,
        "state": {
            "ruleset": state.ruleset,
            "length": state.length,
            "policy": state.policy,
            "board": current.board if current else 0,
            "closed": state.closed,
            "seats": {seat.letter: _occupant(live, seat, standing) for seat in SEATS},
            "totals": dict(standing.totals),
            "boards": list(standing.boards),
            "ready": [seat.letter for seat in SEATS if seat in state.ready],
            "waiting_for": [seat.letter for seat in state.waiting_for],
        },
    }


def _occupant(live: LiveTable, seat: Seat, standing: Standing) -> dict[str, object]:
    occupant = live.state.seats[seat]
    if occupant.kind == "empty":
        return {"name": "", "kind": "empty", "away": False}
    if occupant.user_id is None:
        return {"name": HOUSE_NAMES[seat], "kind": "house", "away": False}
    name = standing.names.get(occupant.user_id, "")
    return {"name": name, "kind": "person", "away": occupant.away}


@dataclass(frozen=True, slots=True)
class PublicPart:
    """A game frame for everybody of one audience, serialised once; seats add their own."""

    version: int
    text: str

    def for_seat(self, own: Mapping[str, object] | None) -> str:
        if own is None:
            return self.text
        return f'{self.text[:-1]},"me":{compact(own)}}}'


def public_part(
    live: LiveGame,
    events: Sequence[Mapping[str, object]],
    *,
    viewer: Viewer,
    released: datetime | None,
    now: datetime,
) -> PublicPart:
    """``events``: what the table saw happen since the last frame, for movement and speech."""
    version = version_for(live, viewer=viewer, released=released, now=now)
    frame: dict[str, object] = {"type": "game", "game": live.game_id, "version": version}
    if sees_play(live, viewer=viewer, released=released, now=now):
        reveal = visible(viewer, _fact(live, Kind.DEAL, released), now)
        frame["events"] = list(events)
        frame["view"] = engine.public_view(live.state, reveal=reveal).as_dict()
    else:
        frame["events"] = []
        frame["view"] = None
        frame["place"] = {"board": live.opened.board, "finished": live.state.finished}
    return PublicPart(version, compact(frame))


def sees_play(live: LiveGame, *, viewer: Viewer, released: datetime | None, now: datetime) -> bool:
    return visible(viewer, _fact(live, Kind.PLAY, released), now)


def version_for(live: LiveGame, *, viewer: Viewer, released: datetime | None, now: datetime) -> int:
    """The version; whoever may know the place only is told 0 and, when it is over, 1.

    The real one counts bids and cards, and so tells of a long auction or an early end.
    """
    if sees_play(live, viewer=viewer, released=released, now=now):
        return live.version
    return int(live.state.finished)


def sees_all_scores(live: LiveTable, viewer: Viewer, now: datetime) -> bool:
    """Also those of boards that are finished and not yet released."""
    return visible(viewer, Fact(Kind.RESULT, live.state.policy, finished=True), now)


def own_part(live: LiveGame, viewer: Viewer, now: datetime) -> dict[str, object] | None:
    """What only this seat may know: its hand, its legal actions, its face-down card."""
    seat = viewer.seat
    if seat is None or not visible(viewer, _fact(live, Kind.OWN, None, seat), now):
        return None
    return engine.seat_view(live.state, seat).as_dict()


def release_time(live: LiveGame, released: datetime | None, now: datetime) -> datetime | None:
    """Under ``live`` a game is released with its last card, otherwise when its row says so."""
    if live.opened.policy == LIVE and live.state.finished:
        return now
    return released


def _fact(live: LiveGame, kind: Kind, released: datetime | None, seat: Seat | None = None) -> Fact:
    return Fact(
        kind=kind,
        policy=live.opened.policy,
        finished=live.state.finished,
        released=released,
        seat=seat,
    )


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
