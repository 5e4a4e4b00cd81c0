"""What happens in a championship, as it lies in stream ``tournament-<key>``.

Nothing here names a person, a card or a key: people are user ids, deals are ids and digests, and
why somebody decided something is a text of that person's, which an event only points to. Moments
that were planned are text in UTC ("2027-03-28T11:00:00Z"); when an event happened, the store knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from tournaments.domain.desk_events import MessageSent, SeatsSwapped, StandInLeft, StandInSeated
from tournaments.domain.reasons import Reason
from tournaments.domain.ruling_events import (
    BoardFouled,
    HeldSeats,
    PenaltyGiven,
    ResultAmended,
    RuledOutcome,
    RulingEvent,
    RulingUndone,
    ScoreAdjusted,
    SeatsCorrected,
    TrayTurned,
)

__all__ = [
    "EVENTS",
    "BoardClosed",
    "BoardFouled",
    "BoardReleased",
    "BoardRolledBack",
    "BoardsGivenUp",
    "CardsTaken",
    "CommentatorAppointed",
    "CommentatorDismissed",
    "CommentatorLooked",
    "DealsCommitted",
    "DealsRecommitted",
    "DealtBoard",
    "DirectorAnswered",
    "DirectorCalled",
    "EntryMade",
    "EntryOfMember",
    "EntryPlaced",
    "EntryReinstated",
    "EntryWithdrawn",
    "HeldByClub",
    "HeldSeats",
    "MessageSent",
    "OutageMadeGood",
    "PenaltyGiven",
    "PlannedRound",
    "PlannedSession",
    "Reason",
    "RegistrationClosed",
    "RegistrationOpened",
    "ResultAmended",
    "ResultConfirmed",
    "ResultCorrected",
    "ResultEntered",
    "RoundClosed",
    "RoundClosing",
    "RoundDealt",
    "RoundEvent",
    "RoundExtended",
    "RoundPaused",
    "RoundRescheduled",
    "RoundResumed",
    "RoundStarted",
    "RoundsSeated",
    "RuledOutcome",
    "RulingEvent",
    "RulingUndone",
    "ScoreAdjusted",
    "SeatedRound",
    "SeatedTable",
    "SeatsCorrected",
    "SeatsSwapped",
    "SessionRevealed",
    "StandInLeft",
    "StandInSeated",
    "TableFeatured",
    "TablesPlanned",
    "TournamentCancelled",
    "TournamentEvent",
    "TournamentFinished",
    "TournamentScheduled",
    "TrayTurned",
    "ValuesConfirmed",
]


@dataclass(frozen=True, slots=True)
class PlannedRound:
    number: int
    """Counts through all sessions, from 1."""
    starts: str
    minutes: int


@dataclass(frozen=True, slots=True)
class PlannedSession:
    name: str
    rounds: tuple[PlannedRound, ...]


@dataclass(frozen=True, slots=True)
class TournamentScheduled:
    """The first event of every championship. Breaks are in seconds.

    ``dessert``: the pass games that are the last boards of every session, without an auction.
    ``chat``: when those at a table may talk there.
    ``delay``: how many minutes after its release a board of the featured table is shown.
    ``language``: spoken to whoever has chosen none and whose browser asks for none of ours.
    ``action_seconds`` has everybody for each action, and a ``board_reserve`` of seconds once on
    each board; 0 for no clock. Who has no connection for ``stand_in_after`` seconds is stood in
    for; 0 for never. ``given_back`` says when an owner who is back has his seat.
    ``undo``: whether players may take back a last action if all at the table agree.
    ``venue``: everybody plays online, or in the hall, or each entry says where (``hybrid``).
    ``cards``: the same deals at all tables (``duplicate``), or each table shuffles its ``own``, of
    which nobody but those at the table knows anything, and nobody is compared.
    ``plan``: the movement in which all ``meet`` as evenly as can be, or each round by ``draw``.
    ``tariff``: cents that a point is worth when all is over; 0 where it is not played for money.
    """

    title: str
    zone: str
    ruleset: str
    options: Mapping[str, object]
    options_sha256: str
    policy: str
    ranked: bool
    primary: str
    head_to_head_min: int
    boards_a_round: int
    capacity: int
    generator: str
    auto_start: bool
    test_deals: bool
    organizer: int | None
    sessions: tuple[PlannedSession, ...]
    round_break: int
    session_break: int
    dessert: tuple[str, ...] = ()
    chat: str = "between"
    delay: int = 0
    language: str = "nl"
    action_seconds: int = 0
    board_reserve: int = 0
    stand_in_after: int = 0
    given_back: str = "at_once"
    undo: bool = False
    venue: str = "online"
    cards: str = "duplicate"
    plan: str = "meet"
    tariff: int = 0


@dataclass(frozen=True, slots=True)
class RoundRescheduled:
    round: int
    starts: str
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class EntryOfMember:
    """This entry without an account is that of a member of the club, or of a guest of its evening:
    the club knows what he is called, and how he wants to be named."""

    entry: str
    member: str


@dataclass(frozen=True, slots=True)
class HeldByClub:
    """It is an evening of this club. Who organizes it may be anybody whom the club lets."""

    club: str
    evening: str


@dataclass(frozen=True, slots=True)
class ValuesConfirmed:
    """The organizer says that the points are meant, though the rules' source does not tell them."""


@dataclass(frozen=True, slots=True)
class TableFeatured:
    """The organizer points everybody who watches to this table; ``""``: to none in particular."""

    table: str


@dataclass(frozen=True, slots=True)
class CommentatorAppointed:
    """This person may see all hands while they are played, and never enters."""

    user: int


@dataclass(frozen=True, slots=True)
class CommentatorDismissed:
    user: int


@dataclass(frozen=True, slots=True)
class CommentatorLooked:
    """The commentator was shown the hands of this board at this table, before its release."""

    user: int
    table: int
    session: str
    board: int


@dataclass(frozen=True, slots=True)
class RegistrationOpened:
    pass


@dataclass(frozen=True, slots=True)
class RegistrationClosed:
    pass


@dataclass(frozen=True, slots=True)
class EntryMade:
    """A person (``user``), or the house player ``player`` with a name of its own, or a person
    without an account, whose name ``called`` points to.

    Made again for an entry that had withdrawn: it plays again. ``place``: online or in the hall.
    """

    entry: str
    user: int | None
    player: str
    name: str
    standing: bool
    place: str = "online"
    called: Reason | None = None


@dataclass(frozen=True, slots=True)
class EntryPlaced:
    """The entry plays online, or in the hall, from the next drawing of seats on."""

    entry: str
    place: str


@dataclass(frozen=True, slots=True)
class EntryWithdrawn:
    entry: str
    from_round: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class EntryReinstated:
    """An entry that had withdrawn plays again, from this round on: the organizer takes it back."""

    entry: str
    from_round: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class DealsCommitted:
    """Both texts are the exact bytes that were published."""

    manifest: str
    publication: str


@dataclass(frozen=True, slots=True)
class DealsRecommitted:
    manifest: str
    publication: str
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class SeatedTable:
    number: int
    table: str
    chairs: tuple[str, ...]
    """Entries in the chairs N E S W, or in five."""
    turn: tuple[int, ...]
    """For each board of the round: who sits in chair c holds compass seat (c + turn) % 4."""
    hall: bool = False
    """Real cards on a real table: no game is opened, and results are written down."""
    out: tuple[int, ...] = ()
    """For each board of the round at a table of five: the chair that deals and sits out. The four
    that go on clockwise from there are the chairs that ``turn`` means."""

    def holders(self, at: int) -> tuple[str, ...]:
        """Who holds the cards of N E S W on the round's board at this place, from 0."""
        four = self.chairs
        if self.out:
            four = four[self.out[at] + 1 :] + four[: self.out[at]]
        return tuple(four[(seat - self.turn[at]) % 4] for seat in range(4))


@dataclass(frozen=True, slots=True)
class SeatedRound:
    round: int
    tables: tuple[SeatedTable, ...]


@dataclass(frozen=True, slots=True)
class RoundsSeated:
    """Holds for the rounds it names; a later one replaces those from ``from_round`` on."""

    seed: int
    numbers: tuple[str, ...]
    """Entries by player number."""
    rounds: tuple[SeatedRound, ...]
    from_round: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class TablesPlanned:
    """Where each table plays its own cards: the tables of ``from_round`` and of those after it are
    those of who is there by then. ``from_round`` may have started, with no result yet."""

    seed: int
    numbers: tuple[str, ...]
    """Entries by player number."""
    rounds: tuple[SeatedRound, ...]
    from_round: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class DealtBoard:
    board: int
    dealer: str
    deal: str
    digest: str


@dataclass(frozen=True, slots=True)
class RoundDealt:
    round: int
    boards: tuple[DealtBoard, ...]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    round: int


@dataclass(frozen=True, slots=True)
class RoundPaused:
    round: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class RoundResumed:
    round: int


@dataclass(frozen=True, slots=True)
class RoundExtended:
    round: int
    minutes: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class OutageMadeGood:
    """The service was away for so many seconds of the round, which has them besides."""

    round: int
    seconds: int


@dataclass(frozen=True, slots=True)
class RoundClosing:
    """From here on tables are closed one by one; what they have not finished is interrupted."""

    round: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """Every board at every table has ended, finished or interrupted."""

    round: int


@dataclass(frozen=True, slots=True)
class BoardClosed:
    session: str
    board: int
    interrupted: tuple[int, ...]
    """Numbers of the tables that did not finish it."""


@dataclass(frozen=True, slots=True)
class BoardReleased:
    session: str
    board: int


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """What came of a board at a table in the hall, as the players wrote it down: facts by compass
    seat, from which the rules make the score. ``entry``: who of the table entered it, and it is
    not settled before another one has confirmed it; "": the organizer did, from a signed slip."""

    table: str
    session: str
    board: int
    facts: Mapping[str, object]
    entry: str
    source: str = "hall"
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """A second player says that the result stands there as it was."""

    table: str
    session: str
    board: int
    entry: str


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """By somebody at the table before its round was ended, or by the organizer ("")."""

    table: str
    session: str
    board: int
    facts: Mapping[str, object]
    entry: str
    source: str = "hall"
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class BoardsGivenUp:
    """Boards of this round that tables in the hall have no result of are not waited for any more:
    they count as interrupted, until somebody finds the slip."""

    round: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class CardsTaken:
    """Somebody took out the cards of these boards, from the first to the last, before they are
    played: a file for a ``machine``, or a ``strip`` to deal by hand from."""

    user: int
    form: str
    session: str
    first: int
    last: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class SessionRevealed:
    session: str


@dataclass(frozen=True, slots=True)
class DirectorCalled:
    """Somebody at a table wants the director; ``kind`` is one of a few words for what."""

    call: str
    round: int
    number: int
    table: str
    entry: str
    kind: str
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class DirectorAnswered:
    """``how``: the director comes, says something, or is done."""

    call: str
    number: int
    how: str
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class BoardRolledBack:
    """The director took a board back at one table; to where, the game's own event says."""

    number: int
    session: str
    board: int
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    reason: Reason | None = None


RoundEvent = (
    RoundRescheduled
    | RoundDealt
    | RoundStarted
    | RoundPaused
    | RoundResumed
    | RoundExtended
    | OutageMadeGood
    | RoundClosing
    | BoardsGivenUp
    | RoundClosed
)
"""Happens to a round alone."""

TournamentEvent = (
    TournamentScheduled
    | ValuesConfirmed
    | HeldByClub
    | EntryOfMember
    | TableFeatured
    | CommentatorAppointed
    | CommentatorDismissed
    | CommentatorLooked
    | RoundRescheduled
    | RegistrationOpened
    | RegistrationClosed
    | EntryMade
    | EntryPlaced
    | EntryWithdrawn
    | EntryReinstated
    | DealsCommitted
    | DealsRecommitted
    | RoundsSeated
    | TablesPlanned
    | RoundDealt
    | RoundStarted
    | RoundPaused
    | RoundResumed
    | RoundExtended
    | OutageMadeGood
    | RoundClosing
    | RoundClosed
    | BoardClosed
    | BoardReleased
    | ResultEntered
    | ResultConfirmed
    | ResultCorrected
    | BoardsGivenUp
    | CardsTaken
    | SessionRevealed
    | DirectorCalled
    | DirectorAnswered
    | BoardRolledBack
    | StandInSeated
    | StandInLeft
    | SeatsSwapped
    | MessageSent
    | RulingEvent
    | RulingUndone
    | TournamentFinished
    | TournamentCancelled
)

EVENTS: tuple[type, ...] = get_args(TournamentEvent)
