"""A championship whose games are told, not played: seats and scores as a test wants them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

import engine
from engine import SEATS, Seat
from gameplay import handlers
from gameplay.events import GameInterrupted, GameOpened, TableClosed, to_stored
from gameplay.eventstore import store
from gameplay.eventstore.records import EMPTY
from gameplay.handlers import Sealed
from gameplay.ids import game_stream, new_id, table_stream
from gameplay.models import GameSummary
from tournaments import stream
from tournaments.domain.events import (
    BoardClosed,
    BoardReleased,
    DealtBoard,
    EntryMade,
    EntryWithdrawn,
    PlannedRound,
    PlannedSession,
    RoundDealt,
    RoundsSeated,
    RoundStarted,
    SeatedRound,
    SeatedTable,
    StandInLeft,
    StandInSeated,
    TournamentEvent,
    TournamentScheduled,
)
from tournaments.models import BoardScore, Result, Standing, Tournament
from tournaments.projections import follower

NOON = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)
RULESET = "championship-online"
Scores = tuple[int, int, int, int]
Round = Sequence[Sequence[str]]
"""Entries in the chairs N E S W of each table."""


def setup(sessions: Sequence[int], **changed: Any) -> TournamentScheduled:
    """``sessions``: how many rounds each has."""
    numbers = iter(range(1, sum(sessions) + 1))
    return TournamentScheduled(
        **{
            "title": "Open Brabants kampioenschap",
            "zone": "Europe/Amsterdam",
            "ruleset": RULESET,
            "options": {},
            "options_sha256": engine.rulesets.options_sha256(
                RULESET, engine.rulesets.get(RULESET).resolve({})
            ),
            "policy": "board",
            "ranked": True,
            "primary": "matchpoints",
            "head_to_head_min": 4,
            "boards_a_round": 4,
            "capacity": 400,
            "generator": "uniform",
            "auto_start": False,
            "test_deals": False,
            "organizer": None,
            "sessions": tuple(
                PlannedSession(
                    str(index),
                    tuple(
                        PlannedRound(next(numbers), f"2027-03-28T{10 + index}:00:00Z", 30)
                        for _ in range(rounds)
                    ),
                )
                for index, rounds in enumerate(sessions, start=1)
            ),
            "round_break": 300,
            "session_break": 7200,
            **changed,
        }
    )


@dataclass
class Evening:
    """Its methods append what happens, a second after what happened before."""

    rounds: Sequence[Round]
    sessions: Sequence[int] = ()
    house: Sequence[str] = ()
    """Entries without standing."""
    turns: Sequence[int] = (0, 1, 2, 3)
    """How each board of a round is turned, at all tables."""
    settings: dict[str, Any] = field(default_factory=dict)
    key: str = field(default_factory=new_id)
    now: datetime = NOON

    def __post_init__(self) -> None:
        many = self.sessions or (len(self.rounds),)
        event = setup(many, boards_a_round=len(self.turns), **self.settings)
        with transaction.atomic():
            stream.schedule(
                self.key, event, actor="user:1", command_id="schedule", now=self.later()
            )
        names = dict.fromkeys(name for tables in self.rounds for four in tables for name in four)
        self.happens(*(self.entered(name, standing=name not in self.house) for name in names))
        self.happens(
            RoundsSeated(
                seed=1,
                numbers=tuple(self.id(name) for name in names),
                rounds=tuple(self._seated(n, four) for n, four in enumerate(self.rounds, start=1)),
                from_round=1,
            )
        )

    def id(self, name: str) -> str:
        """Entry keys are one each in the whole database."""
        return f"{self.key}-{name}"

    def table(self, number: int, table: int) -> str:
        return f"{self.key}-{number}-{table}"

    def _seated(self, number: int, tables: Round) -> SeatedRound:
        return SeatedRound(
            number,
            tuple(
                SeatedTable(
                    table,
                    self.table(number, table),
                    tuple(self.id(name) for name in four),
                    tuple(self.turns),
                )
                for table, four in enumerate(tables, start=1)
            ),
        )

    def later(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def happens(self, *events: TournamentEvent) -> None:
        stream.change(self.key, lambda state: list(events), actor="user:1", now=self.later())

    def entered(self, name: str, *, standing: bool = True) -> EntryMade:
        return EntryMade(self.id(name), None, "house", name, standing)

    def enter(self, name: str) -> None:
        self.happens(self.entered(name))

    def withdraw(self, name: str, from_round: int = 2) -> None:
        self.happens(EntryWithdrawn(self.id(name), from_round))

    def sits_in(self, name: str, from_round: int, *, user: int = 99) -> None:
        self.happens(StandInSeated(self.id(name), from_round, user, ""))

    def is_back(self, name: str, from_round: int) -> None:
        self.happens(StandInLeft(self.id(name), from_round))

    def start(self, number: int) -> None:
        known = stream.state(self.key).championship.rounds[number - 1]
        boards = tuple(
            DealtBoard(board, "NESW"[(board - 1) % 4], new_id(), "0" * 64)
            for board in range(known.first_board, known.last_board + 1)
        )
        self.happens(RoundDealt(number, boards))
        self.happens(RoundStarted(number))

    def boards(self, number: int) -> list[tuple[str, int]]:
        """Session and number of every board of a round."""
        known = stream.state(self.key).championship.rounds[number - 1]
        return [(known.session, b) for b in range(known.first_board, known.last_board + 1)]

    # -- at the tables ---------------------------------------------------------------------------

    def open(self, number: int, table: int, board: int) -> str:
        with transaction.atomic():
            opened = handlers.open_game(
                table_id=self.table(number, table),
                board=board,
                dealer=Seat.NORTH,
                ruleset=RULESET,
                options={},
                policy="board",
                actor="system:table",
                command_id=f"board:{board}",
                cause="",
                now=self.later(),
                sealed=Sealed("none", "0" * 64),
            )
        return opened.game_id

    def play(
        self,
        number: int,
        table: int,
        board: int,
        scores: Scores | None,
        cards: Sequence[object] = (),
    ) -> str:
        """To the end, or for no scores to an interruption; in one go, as if nobody could look.

        ``cards``: events of the game between its first and its last, for who wants them there.
        """
        game, now = new_id(), self.later()
        opened = GameOpened(
            ruleset=RULESET,
            options={},
            options_sha256="",
            dealer=Seat.NORTH,
            board=board,
            deal_id="none",
            deal_digest="0" * 64,
            policy="board",
            table_id=self.table(number, table),
        )
        over = engine.GameFinished() if scores else GameInterrupted("round_closed")
        with transaction.atomic():
            store.append(
                game_stream(game),
                [to_stored(event) for event in (opened, *cards, over)],
                expected_version=0,
                actor="system:table",
                command_id="board",
                now=now,
            )
            GameSummary.objects.create(
                game_id=game,
                table_id=opened.table_id,
                board=board,
                dealer="N",
                ruleset=RULESET,
                opened=now,
                **({"interrupted": now} if scores is None else outcome(scores, now)),
            )
        return game

    def finish(self, game: str, scores: Scores) -> None:
        now = self.later()
        with transaction.atomic():
            self._append(game_stream(game), engine.GameFinished(), now)
            GameSummary.objects.filter(pk=game).update(**outcome(scores, now))

    def interrupt(self, game: str) -> None:
        now = self.later()
        with transaction.atomic():
            self._append(game_stream(game), GameInterrupted("round_closed"), now)
            GameSummary.objects.filter(pk=game).update(interrupted=now)

    def close_table(self, number: int, table: int) -> None:
        with transaction.atomic():
            self._append(
                table_stream(self.table(number, table)), TableClosed("round_closed"), self.later()
            )

    def _append(self, name: str, event: object, now: datetime) -> None:
        head = store.head(name)
        store.append(
            name,
            [to_stored(event)],
            expected_version=head.version,
            head=head.hash if head != EMPTY else None,
            actor="system:table",
            command_id=new_id(),
            now=now,
        )

    def release(self, session: str, board: int) -> None:
        self.happens(BoardClosed(session, board, ()), BoardReleased(session, board))

    def follow(self, limit: int = 500) -> int:
        return follower.follow(self.later(), limit)


def outcome(scores: Scores, now: datetime) -> dict[str, Any]:
    made = {f"score_{s.letter.lower()}": x for s, x in zip(SEATS, scores, strict=True)}
    others = dict(zip("ESW", scores[1:], strict=True))
    partner = [seat for seat, x in others.items() if scores[1:].count(x) == 1]
    told = {"contract": "rik", "declarer": "N", "partner": "".join(partner), "made": True}
    return {"finished": now, "trump": "H", "called": "SA", "tricks": "9", **told, **made}


def scores_of(text: str) -> Scores:
    """``"+15 -15 +15 -15"``"""
    north, east, south, west = (int(word) for word in text.replace("−", "-").split())
    return (north, east, south, west)


def rows_of(key: str) -> dict[str, list[dict[str, Any]]]:
    """Every column of every row that the follower writes for a championship."""
    made: dict[str, Iterable[dict[str, Any]]] = {
        "results": Result.objects.filter(board__tournament=key).order_by("key").values(),
        "scores": BoardScore.objects.filter(board__tournament=key).order_by("key").values(),
        "standings": Standing.objects.filter(tournament=key).order_by("key").values(),
        "tournament": Tournament.objects.filter(key=key).values(),
    }
    return {name: list(rows) for name, rows in made.items()}
