"""What goes out to seats and spectators: table frames and game frames.

Every game frame holds the whole view its audience may have, so that a client only ever
replaces what it shows; nothing it missed can leave it wrong. Each part asks ``visible``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import engine
from engine import SEATS, Seat
from gameplay import undoing
from gameplay.clocks import Clock
from gameplay.places import Bench, Place
from gameplay.streams import LiveGame, LiveTable, dealt_again
from gameplay.tables import TableState
from gameplay.visibility import LIVE, Fact, Kind, Viewer, visible

# House players have first names like everybody at a club; the page adds what they are.
HOUSE_NAMES: Mapping[Place, str] = {
    Seat.NORTH: "Noud",
    Seat.EAST: "Truus",
    Seat.SOUTH: "Sjef",
    Seat.WEST: "Wies",
    Bench.FIFTH: "Mien",
    Bench.SIXTH: "Toon",
}
# What the fourth hand of three players is called at its table, in every language.
FOURTH_NAMES: Mapping[str, str] = {"rene": "René", "blinde": "Blinde", "strohmann": "Strohmann"}


@dataclass(frozen=True, slots=True)
class Standing:
    """What the table's finished boards came to, read once for all who see the table.

    ``released`` is the newest board that who watches may see played; None under ``live``, where
    they see it anyway.
    """

    boards: tuple[Mapping[str, object], ...]
    totals: Mapping[str, int]
    names: Mapping[int, str]
    released: Mapping[str, object] | None = None


def house_name(state: TableState, seat: Place) -> str:
    """Its own name, or the one that goes with its chair: a turned board renames nobody."""
    return state.places[seat].name or HOUSE_NAMES[state.chair_of(seat)]


def table_frame(
    live: LiveTable,
    standing: Standing,
    game: LiveGame | None = None,
    clock: Clock | None = None,
) -> dict[str, object]:
    """Who sits where, which board, and the scores in ``standing``.

    ``again`` is there when the ``game``, which these viewers see, was thrown in and the same dealer
    deals once more.
    """
    state = live.state
    current = state.current
    return {
        "type": "table",
        "table": state.table_id,
        "game": current.game_id if current else None,
        "version": live.version,
        "released": standing.released,
        "state": {
            "ruleset": state.ruleset,
            "length": state.length,
            "policy": state.policy,
            "chat": state.chat,
            "undo": state.undo,
            "board": current.board if current else 0,
            "number": state.deals,
            "planned": state.planned,
            "turn": state.turn,
            "paused": state.paused,
            "closed": state.closed,
            "closed_reason": state.closed_reason,
            "seats": {seat.letter: occupant(live, seat, standing) for seat in SEATS},
            "totals": dict(standing.totals),
            "boards": list(standing.boards),
            "ready": [seat.letter for seat in SEATS if seat in state.ready],
            "waiting_for": [seat.letter for seat in state.waiting_for],
            **_bench(live, standing),
            **({"time": state.time.as_dict()} if state.time is not None else {}),
            **({"again": True} if game is not None and dealt_again(state, game) else {}),
        },
        **({"clock": clock_part(clock)} if clock is not None else {}),
    }


def _bench(live: LiveTable, standing: Standing) -> dict[str, object]:
    """Where five or six are at the table: who sits out, and the chair behind each place."""
    state = live.state
    if state.form:
        return {"form": state.form, **_chairs(state)}
    if not state.bench:
        return {}
    return {
        "bench": {place.letter: occupant(live, place, standing) for place in state.bench},
        **_chairs(state),
    }


def _chairs(state: TableState) -> dict[str, object]:
    return {"chairs": {place.letter: state.chair_of(place).letter for place in state.places}}


def occupant(live: LiveTable, seat: Place, standing: Standing) -> dict[str, object]:
    """Who sits there, as pages show it."""
    sitter = live.state.places[seat]
    if sitter.kind == "empty":
        return {"name": "", "kind": "empty", "away": False}
    if sitter.form:
        return {"name": FOURTH_NAMES[sitter.form], "kind": "fourth", "away": False}
    if sitter.user_id is None:
        return {"name": house_name(live.state, seat), "kind": "house", "away": False}
    name = standing.names.get(sitter.user_id, "")
    seat_of: dict[str, object] = {"name": name, "kind": "person", "away": sitter.away}
    if sitter.stood_in_for:
        seat_of |= {"why": sitter.why, "returning": sitter.returning}
    return seat_of


def clock_part(clock: Clock) -> dict[str, object]:
    """Whose time runs out when, in milliseconds: public, as everything in it follows from what the
    table has seen."""
    deadline = clock.deadline
    return {
        "seat": clock.seat.letter if clock.seat is not None else None,
        "at": moment(clock.at) if clock.at is not None else None,
        "deadline": moment(deadline) if deadline is not None else None,
        "seconds": _milliseconds(clock.seconds),
        "reserves": {seat.letter: _milliseconds(left) for seat, left in clock.reserves.items()},
    }


def _milliseconds(span: timedelta) -> int:
    return span // timedelta(milliseconds=1)


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
    clock: Clock | None = None,
) -> PublicPart:
    """``events``: what the table saw happen since the last frame, for movement and speech.

    Depends on ``viewer`` by ``seen_of`` alone: whoever may see the same is sent the same bytes.
    """
    may_see, reveal = seen_of(live, viewer=viewer, released=released, now=now)
    version = version_as_seen(live, sees_play=may_see)
    frame: dict[str, object] = {"type": "game", "game": live.game_id, "version": version}
    if may_see:
        frame["events"] = list(events)
        frame["view"] = engine.public_view(live.state, reveal=reveal).as_dict()
        if clock is not None:
            frame["clock"] = clock_part(clock)
        frame |= _undoing_part(live)
    else:
        frame["events"] = []
        frame["view"] = None
        frame["place"] = {"board": live.opened.board, "finished": live.over}
    if live.interrupted:
        frame["interrupted"] = True
    if reveal and not live.state.finished:
        # A view shows the deal with its result, and this one has none, or none yet.
        frame["hands"] = {s.letter: live.state.deal.hand(s).notation for s in SEATS}
    return PublicPart(version, compact(frame))


def _undoing_part(live: LiveGame) -> dict[str, object]:
    """What is asked about taking back, and what was taken back on this board."""
    part: dict[str, object] = {}
    asked = live.question
    if asked is not None and not asked.refused and not live.over:
        agreed = [seat.letter for seat in SEATS if seat in asked.agreed]
        assert live.last is not None
        event = engine.public_event(live.state, live.last.event)
        part["undo"] = {"seat": asked.seat.letter, "agreed": agreed, "event": event}
    if live.taken_back:
        part["taken_back"] = [each.as_dict() for each in live.taken_back]
    return part


def seen_of(
    live: LiveGame, *, viewer: Viewer, released: datetime | None, now: datetime
) -> tuple[bool, bool]:
    """What a public part asks about its viewer: how it is played, and the deal."""
    play, deal = fact(live, Kind.PLAY, released), fact(live, Kind.DEAL, released)
    return visible(viewer, play, now), visible(viewer, deal, now)


def sees_play(live: LiveGame, *, viewer: Viewer, released: datetime | None, now: datetime) -> bool:
    return visible(viewer, fact(live, Kind.PLAY, released), now)


def version_as_seen(live: LiveGame, *, sees_play: bool) -> int:
    """The version; whoever may know the place only is told 0 and, when it is over, 1.

    The real one counts bids and cards, and so tells of a long auction or an early end.
    """
    return live.version if sees_play else int(live.over)


def sees_all_scores(live: LiveTable, viewer: Viewer, now: datetime) -> bool:
    """Also those of boards that are finished and not yet released."""
    return visible(viewer, Fact(Kind.RESULT, live.state.policy, finished=True), now)


def own_part(
    live: LiveGame, viewer: Viewer, now: datetime, *, undo: bool = False
) -> dict[str, object] | None:
    """What only this seat may know: its hand, its legal actions, its face-down card.

    ``undo``: the table lets people take back, and here it says whether this one may ask now.
    """
    seat = viewer.seat
    if seat is None or not visible(viewer, fact(live, Kind.OWN, None, seat), now):
        return None
    own = engine.seat_view(live.state, seat).as_dict()
    mine = undo and live.last is not None and live.last.seat is seat
    about = (live.last, live.before, live.state, live.question, live.taken_back)
    if mine and undoing.why_not(*about) is None:
        own["may_undo"] = True
    return own


def release_time(live: LiveGame, released: datetime | None, now: datetime) -> datetime | None:
    """Under ``live`` a game is released with its last card, otherwise when its row says so."""
    if live.opened.policy == LIVE and live.over:
        return now
    return released


def fact(live: LiveGame, kind: Kind, released: datetime | None, seat: Seat | None = None) -> Fact:
    return Fact(
        kind=kind,
        policy=live.opened.policy,
        finished=live.over,
        released=released,
        seat=seat,
    )


def moment(time: datetime) -> str:
    """A time as pages and programs read it: UTC, to the millisecond."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
