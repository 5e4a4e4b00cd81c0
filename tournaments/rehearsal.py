"""A championship played by house players at full speed: simulations, tests, dry runs.

The same services and handlers as everywhere; only the clock is not waited for.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

import engine
from engine import players
from gameplay import handlers, streams, table_handlers
from gameplay.eventstore import lookups
from gameplay.ids import game_stream, table_stream
from tournaments.models import Board, Entry, Result, Round, RoundTable, Standing, Tournament
from tournaments.services import clock, deals, registration, rounds, seating
from tournaments.services.seating import house_name

ACTOR = "system:simulate"
CHARACTERS = ("house", "bold", "careful", "hasty")


def house_player(index: int) -> tuple[str, str]:
    """Name and player of the first, the second, … from 0."""
    return house_name(index), CHARACTERS[index % len(CHARACTERS)]


def enter_house_players(
    key: str, count: int, *, actor: str, now: datetime | None = None, command_id: str = ""
) -> int:
    """Enter house players of all characters in turn, with standing; asked twice, once.

    ``count`` takes in those who have withdrawn since, and none that only fills a seat. Answers how
    many play.
    """
    registration.bring_house_to(
        key,
        count,
        named=house_player,
        actor=actor,
        now=now or timezone.now(),
        command_id=command_id,
    )
    entered = Entry.objects.filter(tournament_id=key, standing=True).exclude(player="")
    return entered.filter(status=Entry.ACTIVE).count()


def prepare(key: str, *, players: int, seed: int | None = None) -> None:
    """From a scheduled tournament to one that is seated and dealt."""
    now = timezone.now()
    registration.open(key, actor=ACTOR, now=now)
    enter_house_players(key, players, actor=ACTOR)
    registration.close(key, actor=ACTOR, now=now)
    seating.seat(key, seed=seed, actor=ACTOR, now=now)
    for each in Round.objects.filter(tournament_id=key).order_by("number"):
        deals.deal_round(each.key, now=now)


def make_room(key: str) -> None:
    """Seat the rounds ahead anew after somebody left, and deal what is not dealt."""
    now = timezone.now()
    seating.reseat(key, reason="", actor=ACTOR, now=now)


def play(key: str, *, seed: int | None = None) -> Iterator[tuple[int, int]]:
    """Play all rounds, one board at all tables after the other; yields games played, and of all.

    The house players' seeds come from ``seed``, the table's number and the turn, so that the
    same seed is the same championship whatever the tables' ids are.
    """
    secret = str(seed if seed is not None else secrets.randbits(62)).encode()
    found = list(Round.objects.filter(tournament_id=key).order_by("number"))
    boards = Board.objects.filter(tournament_id=key).count()
    tables = RoundTable.objects.filter(round__tournament_id=key).count()
    games = tables * boards // max(len(found), 1)
    done = 0
    for each in found:
        rounds.start(key, each.number, actor=ACTOR, now=timezone.now())
        for board in range(each.first_board, each.last_board + 1):
            for table in RoundTable.objects.filter(round=each).order_by("number"):
                play_board(table, board, secret)
                done += 1
                yield done, games
            clock.run_due(timezone.now())
        _close(key, each.number)


def play_board(table: RoundTable, board: int, secret: bytes) -> None:
    current = streams.table(table.key).state.current
    assert current is not None and current.board == board
    live = streams.game(current.game_id)
    while (to_act := live.state.to_act) is not None:
        place = f"{table.number}:{board}:{live.version}".encode()
        seed = int.from_bytes(hmac.digest(secret, place, "sha256")[:7], "big")
        player = streams.table(table.key, fresh=False).state.seats[to_act].player
        command = players.choose(player, engine.seat_view(live.state, to_act), seed)
        handlers.act(
            game_id=live.game_id,
            command=command,
            command_id=f"house:{live.version}",
            based_on=live.version,
            actor=f"house:{player}",
            cause="simulate",
        )
        live = streams.game(live.game_id, fresh=False)
    table_handlers.go_on(table.key, board=board, now=timezone.now(), cause="simulate")


def _close(key: str, number: int) -> None:
    """The tick closes a round whose tables have all finished."""
    for _ in range(20):
        clock.run_due(timezone.now())
        if Round.objects.get(tournament_id=key, number=number).state == Round.CLOSED:
            return
    raise AssertionError(f"round {number} did not close")


@dataclass(frozen=True, slots=True)
class Report:
    lines: tuple[tuple[str, ...], ...]
    games: int
    events: int
    test_deals: bool

    def table(self) -> str:
        head = ("rank", "player", "plays", "boards", "%", "difference", "points")
        rows = [head, *self.lines]
        width = [max(len(row[column]) for row in rows) for column in range(len(head))]
        return "\n".join(
            "  ".join(
                cell.ljust(width[column]) if column in (1, 2) else cell.rjust(width[column])
                for column, cell in enumerate(row)
            ).rstrip()
            for row in rows
        )


def report(key: str) -> Report:
    """The ranking as it stands, and how much was played for it."""
    standings = (
        Standing.objects.filter(tournament_id=key, scope=0)
        .select_related("entry")
        .order_by("place")
    )
    games = list(
        Result.objects.filter(table__round__tournament_id=key)
        .exclude(game_id="")
        .values_list("game_id", flat=True)
    )
    tables = RoundTable.objects.filter(round__tournament_id=key).values_list("key", flat=True)
    streams = [f"tournament-{key}", *map(table_stream, tables), *map(game_stream, games)]
    return Report(
        lines=tuple(
            (
                str(line.rank or "-"),
                line.entry.name,
                line.entry.player,
                str(line.boards),
                line.shown_percent,
                line.shown_difference,
                line.shown_points,
            )
            for line in standings
        ),
        games=len(games),
        events=lookups.count(streams),
        test_deals=Tournament.objects.get(pk=key).test_deals,
    )
