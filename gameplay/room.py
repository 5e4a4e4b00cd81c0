"""One table as one process shows it: the state last shown, and what changed since.

``Room.read`` runs in a thread of the hub and asks the store once for all who are connected;
everything else works on what it answered and touches no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property

from django.utils import timezone

from engine import Seat
from gameplay import access, clocks, frames, outages, selectors, streams
from gameplay.events import from_stored
from gameplay.eventstore import store
from gameplay.eventstore.records import Recorded
from gameplay.frames import PublicPart, Standing
from gameplay.ids import game_stream, table_stream
from gameplay.streams import LiveGame, LiveTable
from gameplay.tables import Span
from gameplay.visibility import LIVE, SPECTATOR, Audience, Viewer, at_seat


@dataclass(frozen=True, slots=True)
class Standings:
    """``public`` is for who watches: without scores that are not released."""

    at_table: Standing
    public: Standing


@dataclass(frozen=True, slots=True)
class Shown:
    """What everybody connected has been sent. ``outages`` count where there is a clock."""

    table: LiveTable
    standings: Standings
    game: LiveGame | None
    released: datetime | None
    outages: tuple[Span, ...] = ()
    delay: timedelta = timedelta(0)
    """How much later than its release who watches is shown a board of this table."""

    # Made for whoever came first: when a hall comes back, everybody asks for the same.
    opening: PublicParts = field(default_factory=dict, init=False, compare=False, repr=False)
    tables: TableFrames = field(default_factory=dict, init=False, compare=False, repr=False)

    def seen_since(self, viewer: Viewer, now: datetime) -> datetime | None:
        """When the game was let go for this viewer; it may be still to come."""
        if self.game is None:
            return None
        released = frames.release_time(self.game, self.released, now)
        later = self.delay if viewer.audience is Audience.SPECTATOR else timedelta(0)
        return released + later if released is not None else None

    def clock(self, now: datetime) -> clocks.Clock | None:
        state = self.table.state
        if state.time is None or self.game is None or state.current is None:
            return None
        if state.current.game_id != self.game.game_id:
            return None
        return clocks.clock(self.game, state, self.outages, now)


TABLE, GAME, TALK = "table", "game", "talk"


@dataclass(frozen=True)
class Frame:
    """One message. ``event_id`` is game and version; of each ``kind`` the newest says it all."""

    event_id: str
    text: str
    kind: str

    @cached_property
    def event(self) -> bytes:
        """As one event of an event stream; the same bytes for every listener."""
        if not self.text:
            return b"event: here\ndata: .\n\n"
        return f"id: {self.event_id}\ndata: {self.text}\n\n".encode()

    @cached_property
    def chunk(self) -> bytes:
        """That event as one chunk of an HTTP/1.1 body."""
        return b"%x\r\n%b\r\n" % (len(self.event), self.event)

    @cached_property
    def message(self) -> dict[str, object]:
        """The same as an ASGI message, one for every listener; nobody may change it."""
        return {"type": "http.response.body", "body": self.event, "more_body": True}


# Public parts by what those they are for may see (``frames.seen_of``).
PublicParts = dict[tuple[bool, bool], PublicPart]
# By whether they may see all scores, and how the board is played.
TableFrames = dict[tuple[bool, bool], Frame]

STILL_HERE = Frame("", "", "comment")


@dataclass(frozen=True, slots=True)
class Step:
    """A change to show: a table frame, or a game with what was seen of its new events."""

    shown: Shown
    events: tuple[Mapping[str, object], ...]
    is_table: bool

    def frame(self, viewer: Viewer, now: datetime, parts: PublicParts | None = None) -> Frame:
        """``parts``: what was made of this step for others, who may see the same of it."""
        if self.is_table:
            return table_frame(self.shown, viewer, now)
        game = self.shown.game
        assert game is not None
        parts = {} if parts is None else parts
        released = self.shown.seen_since(viewer, now)
        may_see = frames.seen_of(game, viewer=viewer, released=released, now=now)
        if may_see not in parts:
            parts[may_see] = frames.public_part(
                game,
                self.events,
                viewer=viewer,
                released=released,
                now=now,
                clock=self.shown.clock(now),
            )
        public = parts[may_see]
        undo = self.shown.table.state.undo
        text = public.for_seat(frames.own_part(game, viewer, now, undo=undo))
        return Frame(f"{game.game_id}:{public.version}", text, GAME)

    def frames_for(
        self, seats: Iterable[Seat], now: datetime, *, watched: bool = True
    ) -> dict[Seat | None, Frame]:
        """One frame per audience, each serialised once; None stands for all spectators.

        Where they may see no play they have no frame either: its time would tell of an action.
        """
        made: dict[Seat | None, Frame] = {}
        if self.is_table:
            if watched:
                made[None] = self.frame(SPECTATOR, now)
            at_table: Frame | None = None
            for seat in seats:
                at_table = made[seat] = at_table or self.frame(at_seat(seat), now)
            return made
        game = self.shown.game
        assert game is not None
        parts: PublicParts = {}
        if watched and not self._is_unseen_by_spectators(now):
            made[None] = self.frame(SPECTATOR, now, parts)
        for seat in seats:
            made[seat] = self.frame(at_seat(seat), now, parts)
        return made

    def _is_unseen_by_spectators(self, now: datetime) -> bool:
        game = self.shown.game
        if game is None or not self.events or game.over:
            return False
        released = self.shown.seen_since(SPECTATOR, now)
        return not frames.sees_play(game, viewer=SPECTATOR, released=released, now=now)


def table_frame(shown: Shown, viewer: Viewer, now: datetime) -> Frame:
    all_scores = frames.sees_all_scores(shown.table, viewer, now)
    sees_play = False
    if (game := shown.game) is not None:
        released = shown.seen_since(viewer, now)
        sees_play = frames.sees_play(game, viewer=viewer, released=released, now=now)
    may_see = (all_scores, sees_play)
    if may_see not in shown.tables:
        shown.tables[may_see] = _table_frame(
            shown, all_scores=all_scores, sees_play=sees_play, now=now
        )
    return shown.tables[may_see]


def _table_frame(shown: Shown, *, all_scores: bool, sees_play: bool, now: datetime) -> Frame:
    standing = shown.standings.at_table if all_scores else shown.standings.public
    game, event_id = shown.game, ""
    if game is not None:
        event_id = f"{game.game_id}:{frames.version_as_seen(game, sees_play=sees_play)}"
    seen = game if sees_play else None
    clock = shown.clock(now) if seen is not None else None
    told = frames.table_frame(shown.table, standing, seen, clock)
    return Frame(event_id, frames.compact(told), TABLE)


def first_look(table_id: str) -> Shown:
    """The table as it is now, for the first who connects and for the page itself.

    :raises NotFound: there is no such table.
    """
    table = streams.table(table_id)
    return _looked_at(table)


def _looked_at(table: LiveTable) -> Shown:
    current = table.state.current
    game = streams.game(current.game_id) if current else None
    released = selectors.released(game.game_id) if game is not None and game.over else None
    later = access.delay(table.state)
    return Shown(table, _standings(table, later), game, released, _outages(table), later)


def _outages(table: LiveTable) -> tuple[Span, ...]:
    return tuple(outages.lately(timezone.now())) if table.state.time is not None else ()


def _standings(table: LiveTable, later: timedelta) -> Standings:
    everything = selectors.standing(table)
    if table.state.policy == LIVE:
        return Standings(everything, everything)
    now = timezone.now()
    released = selectors.newest_released(table.state.table_id, now, later=later)
    public = replace(selectors.standing(table, released_by=now - later), released=released)
    return Standings(everything, public)


def opening_frames(shown: Shown, viewer: Viewer, now: datetime) -> list[Frame]:
    """Everything a viewer needs who has seen nothing yet."""
    made = [table_frame(shown, viewer, now)]
    if shown.game is not None:
        made.append(Step(shown, (), is_table=False).frame(viewer, now, shown.opening))
    return made


def changes(shown: Shown, releases: bool = False) -> tuple[Shown, list[Step]]:
    """What the store knows beyond ``shown``, in the order in which it should be seen.

    ``releases``: ask also which boards were let go, which no event here tells.
    """
    shown, steps = _moved_on(shown)
    if releases and shown.table.state.policy != LIVE:
        shown, let_go = _released_meanwhile(shown)
        steps += let_go
    return shown, steps


def _released_meanwhile(shown: Shown) -> tuple[Shown, list[Step]]:
    """Table and game stay those that were shown; what lies behind them comes with its events."""
    game = shown.game
    released = selectors.released(game.game_id) if game is not None and game.over else None
    later = access.delay(shown.table.state)
    standings = _standings(shown.table, later)
    now = replace(shown, standings=standings, released=released, delay=later)
    steps = []
    if now.standings != shown.standings:
        steps.append(Step(now, (), is_table=True))
    if released != shown.released:
        steps.append(Step(now, (), is_table=False))
    return now, steps


def _moved_on(shown: Shown) -> tuple[Shown, list[Step]]:
    """Game and table are asked together with every card, as of one moment.

    A card is shown to those who hold the seats by then: whoever has lost his is closed first.
    """
    steps: list[Step] = []
    if (stops := _outages(shown.table)) != shown.outages:
        # No event tells of it, and all clocks show something else now.
        shown = replace(shown, outages=stops)
        steps.append(Step(shown, (), is_table=True))
    before, live = shown.table, shown.game
    of_table = table_stream(before.state.table_id)
    behind = {of_table: before.version}
    if live is not None:
        behind[game_stream(live.game_id)] = live.version
    found = store.load_several(behind)
    table = streams.advance_table(before, found[of_table])
    next_board = _is_other_game(table, live)
    if live is not None and (rows := found[game_stream(live.game_id)]):
        game, events = _carry_on(live, rows)
        released = selectors.released(game.game_id) if game.over else None
        # A board's last frames belong to the table as it stood for that board.
        holders = before if next_board else table
        shown = replace(shown, table=holders, game=game, released=released)
        steps.append(Step(shown, events, is_table=False))
    over_now = bool(steps) and shown.game is not None and shown.game.over
    if table.version == before.version and not over_now:
        return shown, steps
    if next_board:
        shown = _looked_at(table)
    else:
        shown = replace(shown, table=table, standings=_standings(table, shown.delay))
    steps.append(Step(shown, (), is_table=True))
    if next_board:
        steps.append(Step(shown, (), is_table=False))
    return shown, steps


def _is_other_game(table: LiveTable, game: LiveGame | None) -> bool:
    current = table.state.current
    return current is not None and (game is None or current.game_id != game.game_id)


def _carry_on(
    live: LiveGame, rows: Iterable[Recorded]
) -> tuple[LiveGame, tuple[Mapping[str, object], ...]]:
    seen: list[Mapping[str, object]] = []
    for row in rows:
        event = from_stored(row)
        live = streams.advance(live, row)
        public = streams.public_event(live, event)
        if public is not None:
            seen.append(public)
    return live, tuple(seen)
