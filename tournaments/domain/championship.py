"""A championship as a value: what was planned, who plays where, how far it has come.

``apply`` folds events and never refuses. What people want is in ``wants``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from tournaments.domain import desk_events, entries
from tournaments.domain.desk_events import Call, Desk
from tournaments.domain.entries import Entry
from tournaments.domain.events import (
    BoardClosed,
    BoardFouled,
    BoardReleased,
    BoardRolledBack,
    BoardsGivenUp,
    CardsTaken,
    CommentatorAppointed,
    CommentatorDismissed,
    CommentatorLooked,
    DealsCommitted,
    DealsRecommitted,
    DirectorAnswered,
    DirectorCalled,
    EntryMade,
    EntryOfMember,
    EntryPlaced,
    EntryReinstated,
    EntryWithdrawn,
    HeldByClub,
    MessageSent,
    OutageMadeGood,
    PenaltyGiven,
    Reason,
    RegistrationClosed,
    RegistrationOpened,
    ResultAmended,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    RoundClosed,
    RoundClosing,
    RoundDealt,
    RoundEvent,
    RoundExtended,
    RoundPaused,
    RoundRescheduled,
    RoundResumed,
    RoundsSeated,
    RoundStarted,
    RulingEvent,
    RulingUndone,
    ScoreAdjusted,
    SeatedTable,
    SeatsCorrected,
    SeatsSwapped,
    SessionRevealed,
    StandInLeft,
    StandInSeated,
    TableFeatured,
    TablesPlanned,
    TournamentCancelled,
    TournamentEvent,
    TournamentFinished,
    TournamentScheduled,
    TrayTurned,
    ValuesConfirmed,
)

__all__ = [
    "Board",
    "Call",
    "Championship",
    "Entry",
    "HallResult",
    "Round",
    "Ruling",
    "Session",
    "apply",
    "moment",
    "replay",
    "start",
]

SCHEDULED, OPEN, REGISTERED, SEATED = (
    "scheduled",
    "registration_open",
    "registration_closed",
    "seated",
)
FINISHED, CANCELLED = "finished", "cancelled"
ONLINE, HALL, HYBRID = entries.ONLINE, "hall", "hybrid"
DUPLICATE, OWN = "duplicate", "own"
PLANNED, DEALT, RUNNING, PAUSED, CLOSING, CLOSED = (
    "planned",
    "dealt",
    "running",
    "paused",
    "closing",
    "closed",
)


def moment(text: str) -> datetime:
    """A planned moment as an event holds it."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Board:
    session: str
    number: int
    dealer: str
    deal: str
    digest: str
    closed: datetime | None = None
    released: datetime | None = None
    interrupted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    session: str
    starts: datetime
    minutes: int
    first_board: int
    last_board: int
    tables: tuple[SeatedTable, ...] = ()
    boards: tuple[Board, ...] = ()
    started: datetime | None = None
    ends: datetime | None = None
    """When the clock runs out; None before the start, while paused and once it closes."""
    seconds_left: int | None = None
    """While paused: what the clock will show when play goes on."""
    closing: datetime | None = None
    closed: datetime | None = None
    given_up: datetime | None = None
    """When results that tables in the hall still owed were not waited for any more."""
    why: Reason | None = None
    """Why it is paused, or was closed early."""

    @property
    def state(self) -> str:
        if self.closed:
            return CLOSED
        if self.closing:
            return CLOSING
        if self.started:
            return PAUSED if self.seconds_left is not None else RUNNING
        return DEALT if self.boards else PLANNED

    @property
    def in_play(self) -> bool:
        """Started and not over: its tables are open, or about to be opened or closed."""
        return self.started is not None and self.closed is None


@dataclass(frozen=True, slots=True)
class Session:
    name: str
    number: int
    boards_count: int
    revealed: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a director decided, and whether it still holds."""

    event: RulingEvent
    made: datetime
    undone: datetime | None = None
    why_undone: Reason | None = None

    @property
    def holds(self) -> bool:
        return self.undone is None


@dataclass(frozen=True, slots=True)
class HallResult:
    """``entry``: who entered it, or corrected it last, "" for the organizer; so ``confirmed``."""

    facts: Mapping[str, object]
    entry: str
    entered: datetime
    confirmed: str | None = None
    corrections: int = 0

    @property
    def stands(self) -> bool:
        """Two people say so, or the organizer does."""
        return self.confirmed is not None or not self.entry


@dataclass(frozen=True, slots=True)
class Championship:
    """``numbers``: entries by player number, as last seated. Rounds are in order, from 1."""

    key: str
    setup: TournamentScheduled
    created: datetime
    sessions: tuple[Session, ...]
    rounds: tuple[Round, ...]
    entries: Mapping[str, Entry] = field(default_factory=dict)
    registration_open: bool = False
    registration_closed: bool = False
    seed: int | None = None
    drawn: int = 0
    """How many players the draw was for; higher numbers were house players filling up."""
    numbers: tuple[str, ...] = ()
    manifest: str = ""
    publication: str = ""
    commitments: int = 0
    """How often deals were committed; the last time counts."""
    values_confirmed: datetime | None = None
    club: str = ""
    """Whose evening it is, and which one; "" for nobody's."""
    evening: str = ""
    featured: str = ""
    """The table that was chosen for everybody who watches, "" before that."""
    commentators: Mapping[int, bool] = field(default_factory=dict)
    """Everybody who ever was one, and whether he still is: who has seen hands does not enter."""
    calls: Mapping[str, Call] = field(default_factory=dict)
    """For the director, by key, in the order in which they came."""
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    """Of the director, by key, in the order in which they were made."""
    hall_results: Mapping[str, HallResult] = field(default_factory=dict)
    """By ``<table>:<board>``, as rows have it."""
    taken: tuple[CardsTaken, ...] = ()
    """Whose hands cards of the hall went through before they were played."""
    desk: Desk = field(default_factory=Desk)
    finished: datetime | None = None
    cancelled: datetime | None = None

    @property
    def status(self) -> str:
        if self.cancelled:
            return CANCELLED
        if self.finished:
            return FINISHED
        if any(each.started for each in self.rounds):
            return RUNNING
        if self.numbers:
            return SEATED
        if self.registration_open:
            return OPEN
        return REGISTERED if self.registration_closed else SCHEDULED

    @property
    def over(self) -> bool:
        return self.finished is not None or self.cancelled is not None

    @property
    def starts(self) -> datetime:
        return self.rounds[0].starts

    @property
    def active(self) -> tuple[Entry, ...]:
        """Who plays from now on, in the order of entering."""
        return tuple(entry for entry in self.entries.values() if entry.active)

    @property
    def unseated(self) -> tuple[Entry, ...]:
        """Active entries without a player number, fillers left out."""
        seated = set(self.numbers)
        return tuple(e for e in self.active if e.key not in seated and not e.fills)

    @property
    def current(self) -> Round | None:
        """The round in play, or the last one that was; None before the first."""
        started = [each for each in self.rounds if each.started]
        return started[-1] if started else None

    @property
    def next_round(self) -> int:
        """Number of the first round that has not started; one more than there are at the end."""
        current = self.current
        return 1 if current is None else current.number + 1

    def round(self, number: int) -> Round | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def rounds_of(self, session: str) -> tuple[Round, ...]:
        return tuple(each for each in self.rounds if each.session == session)

    def dessert(self, of: Round) -> tuple[str, ...]:
        """The pass games at the end of this round: of the last one of each session."""
        is_last = of.number == self.rounds_of(of.session)[-1].number
        return self.setup.dessert if is_last else ()

    def entry_of(self, user: int) -> Entry | None:
        return next((each for each in self.entries.values() if each.user == user), None)

    def round_of_board(self, session: str, board: int) -> Round | None:
        for each in self.rounds_of(session):
            if each.first_board <= board <= each.last_board:
                return each
        return None

    def board(self, session: str, number: int) -> Board | None:
        """A dealt board."""
        found = self.round_of_board(session, number)
        boards = found.boards if found else ()
        return next((each for each in boards if each.number == number), None)

    @property
    def all_released(self) -> bool:
        return all(
            each.boards and all(board.released for board in each.boards) for each in self.rounds
        )


def start(key: str, setup: TournamentScheduled, at: datetime) -> Championship:
    sessions, rounds = [], []
    for number, planned in enumerate(setup.sessions, start=1):
        many = setup.boards_a_round
        sessions.append(Session(planned.name, number, many * len(planned.rounds)))
        for index, each in enumerate(planned.rounds):
            rounds.append(
                Round(
                    number=each.number,
                    session=planned.name,
                    starts=moment(each.starts),
                    minutes=each.minutes,
                    first_board=index * many + 1,
                    last_board=(index + 1) * many,
                )
            )
    return Championship(key, setup, at, tuple(sessions), tuple(rounds))


def replay(
    key: str, events: Iterable[tuple[TournamentEvent, datetime]], state: Championship | None = None
) -> Championship:
    """All events of a stream, or those behind ``state``, each with the moment it happened."""
    for event, at in events:
        if state is None:
            assert isinstance(event, TournamentScheduled)
            state = start(key, event, at)
        else:
            state = apply(state, event, at)
    assert state is not None
    return state


def apply(state: Championship, event: TournamentEvent, at: datetime) -> Championship:
    after = _applied(state, event, at)
    if not after.desk.stand_ins or not isinstance(event, _MAY_END_STAND_INS):
        return after
    return replace(
        after, desk=desk_events.leave(after.desk, _there(after), after.next_round - 1, at)
    )


def _applied(state: Championship, event: TournamentEvent, at: datetime) -> Championship:
    match event:
        case EntryMade() | EntryPlaced() | EntryWithdrawn() | EntryReinstated() | EntryOfMember():
            known = entries.apply(state.entries.get(event.entry), event, at)
            return replace(state, entries={**state.entries, event.entry: known})
        case HeldByClub(club=club, evening=evening):
            return replace(state, club=club, evening=evening)
        case ValuesConfirmed():
            return replace(state, values_confirmed=at)
        case TableFeatured(table=table):
            return replace(state, featured=table)
        case CommentatorAppointed(user=user) | CommentatorDismissed(user=user):
            is_one = isinstance(event, CommentatorAppointed)
            return replace(state, commentators={**state.commentators, user: is_one})
        case CardsTaken():
            return replace(state, taken=(*state.taken, event))
        case RegistrationOpened():
            return replace(state, registration_open=True, registration_closed=False)
        case RegistrationClosed():
            return replace(state, registration_open=False, registration_closed=True)
        case DealsCommitted() | DealsRecommitted():
            return replace(
                state,
                manifest=event.manifest,
                publication=event.publication,
                commitments=state.commitments + 1,
            )
        case RoundsSeated() | TablesPlanned():
            return _seated(state, event)
        case BoardClosed(session=session, board=number):
            return _board(state, session, number, closed=at, interrupted=event.interrupted)
        case BoardReleased(session=session, board=number):
            return _board(state, session, number, released=at)
        case ResultEntered() | ResultConfirmed() | ResultCorrected():
            return _result(state, event, at)
        case SessionRevealed(session=name):
            sessions = tuple(
                replace(each, revealed=at) if each.name == name else each for each in state.sessions
            )
            return replace(state, sessions=sessions)
        case DirectorCalled() | DirectorAnswered():
            return replace(state, calls={**state.calls, event.call: _called(state, event, at)})
        case (
            ScoreAdjusted()
            | PenaltyGiven()
            | BoardFouled()
            | SeatsCorrected()
            | TrayTurned()
            | ResultAmended()
        ):
            return replace(state, rulings={**state.rulings, event.ruling: Ruling(event, at)})
        case RulingUndone(ruling=key, reason=why):
            undone = replace(state.rulings[key], undone=at, why_undone=why)
            return replace(state, rulings={**state.rulings, key: undone})
        case StandInSeated() | StandInLeft() | MessageSent():
            return replace(
                state, desk=desk_events.apply(state.desk, event, at, state.next_round - 1)
            )
        case SeatsSwapped():
            return _swapped(state, event)
        case TournamentFinished():
            return replace(state, finished=at)
        case TournamentCancelled():
            return replace(state, cancelled=at)
        case TournamentScheduled() | BoardRolledBack() | CommentatorLooked():
            return state
        case _:
            return _with(state, _moved(state.rounds[event.round - 1], event, at))


def _called(state: Championship, event: DirectorCalled | DirectorAnswered, at: datetime) -> Call:
    match event:
        case DirectorCalled():
            return Call(event.number, event.table, event.entry, event.kind, at, event.reason)
        case DirectorAnswered(call=key, how=how):
            known = state.calls[key]
            return replace(known, state=how, answered=at, says=event.reason or known.says)


def _moved(known: Round, event: RoundEvent, at: datetime) -> Round:
    """The round after something that happened to it alone."""
    match event:
        case RoundRescheduled(starts=starts):
            return replace(known, starts=moment(starts))
        case RoundDealt(boards=boards):
            dealt = tuple(
                Board(known.session, each.board, each.dealer, each.deal, each.digest)
                for each in boards
            )
            return replace(known, boards=dealt)
        case RoundStarted():
            return replace(known, started=at, ends=at + timedelta(minutes=known.minutes))
        case RoundPaused(reason=why):
            left = (known.ends - at).total_seconds() if known.ends else 0
            return replace(known, ends=None, seconds_left=max(0, round(left)), why=why)
        case RoundResumed():
            ends = at + timedelta(seconds=known.seconds_left or 0)
            return replace(known, ends=ends, seconds_left=None, why=None)
        case RoundExtended(minutes=minutes):
            if known.seconds_left is not None:
                return replace(known, seconds_left=known.seconds_left + 60 * minutes)
            return replace(known, ends=known.ends and known.ends + timedelta(minutes=minutes))
        case OutageMadeGood(seconds=seconds):
            return replace(known, ends=known.ends and known.ends + timedelta(seconds=seconds))
        case RoundClosing(reason=why):
            return replace(known, closing=at, ends=None, seconds_left=None, why=why)
        case BoardsGivenUp():
            return replace(known, given_up=at)
        case RoundClosed():
            return replace(known, closed=at, ends=None, seconds_left=None)


def _with(state: Championship, changed: Round) -> Championship:
    rounds = tuple(changed if each.number == changed.number else each for each in state.rounds)
    return replace(state, rounds=rounds)


def _seated(state: Championship, event: RoundsSeated | TablesPlanned) -> Championship:
    """A round that has started keeps the seats it started with, but where it was planned again."""
    planned = isinstance(event, TablesPlanned)
    tables = {each.round: each.tables for each in event.rounds}
    rounds = tuple(
        replace(each, tables=tables[each.number])
        if each.number in tables and (planned or each.started is None)
        else each
        for each in state.rounds
    )
    drawn = state.drawn
    if event.seed != state.seed:
        drawn = sum(not state.entries[key].fills for key in event.numbers)
    return replace(state, seed=event.seed, drawn=drawn, numbers=event.numbers, rounds=rounds)


_MAY_END_STAND_INS = (EntryWithdrawn, RoundsSeated, TablesPlanned, RoundClosed)


def _there(state: Championship) -> set[str]:
    """Entries that play on, and those who have left but play the round they are in."""
    running = [each for each in state.rounds if each.started and each.closed is None]
    playing = {key for each in running for table in each.tables for key in table.chairs}
    return playing | {each.key for each in state.active}


def _swapped(state: Championship, event: SeatsSwapped) -> Championship:
    known = state.rounds[event.round - 1]
    tables = [replace(t, chairs=desk_events.exchanged(t.chairs, event)) for t in known.tables]
    return _with(state, replace(known, tables=tuple(tables)))


def _board(
    state: Championship,
    session: str,
    number: int,
    *,
    closed: datetime | None = None,
    released: datetime | None = None,
    interrupted: tuple[int, ...] | None = None,
) -> Championship:
    known = state.round_of_board(session, number)
    if known is None:
        return state
    boards = tuple(
        replace(
            each,
            closed=closed or each.closed,
            released=released or each.released,
            interrupted=each.interrupted if interrupted is None else interrupted,
        )
        if each.number == number
        else each
        for each in known.boards
    )
    return _with(state, replace(known, boards=boards))


def _result(
    state: Championship, event: ResultEntered | ResultConfirmed | ResultCorrected, at: datetime
) -> Championship:
    key = f"{event.table}:{event.board}"
    known = state.hall_results.get(key)
    match event:
        case ResultConfirmed(entry=entry) if known is not None:
            after = replace(known, confirmed=entry)
        case ResultEntered(facts=facts, entry=entry) | ResultCorrected(facts=facts, entry=entry):
            after = HallResult(facts, entry, at, corrections=known.corrections + 1 if known else 0)
        case _:
            return state
    return replace(state, hall_results={**state.hall_results, key: after})
