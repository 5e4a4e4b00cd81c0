"""Seating, dealing and ranking the largest championship, and how each grows from a quarter of it.

Run as a module with the settings of the database to measure; prints one line of JSON: for each
measure the seconds for the small and for the large one, and how many of what that was.

The ranking is made as the service makes it: by the follower, from all events of a championship,
every card of every game among them, into rows. One board's increment is what the follower does
about the last board once the release of it is committed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from statistics import median
from time import perf_counter
from typing import Any

import django

PLAYERS = 400
ROUNDS = 8
BOARDS = 4
TIMES = 3
NOON = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    print(json.dumps({"database": connection.vendor, **measured()}))  # noqa: T201


def measured() -> dict[str, Any]:
    small = Field(PLAYERS // 4)
    few = small.from_events()
    large = Field(PLAYERS)
    many = large.from_events()
    return {
        "seating": [seating(PLAYERS // 4), seating(PLAYERS), PLAYERS],
        "dealing": [dealing(16), dealing(32), 32 * 32],
        "ranking": [few, many, PLAYERS * ROUNDS * BOARDS],
        "increment": [small.one_more(), large.one_more(), 1],
        "events": large.events,
    }


def seconds(act: Callable[[], object]) -> float:
    before = perf_counter()
    act()
    return perf_counter() - before


def settings(rounds: int, boards: int) -> dict[str, object]:
    return {
        "title": "Open Brabants kampioenschap",
        "capacity": PLAYERS,
        "boards": boards,
        "sessions": [{"starts": "2027-03-06T13:00", "rounds": rounds}],
    }


def scheduled(rounds: int, boards: int) -> str:
    from tournaments.services import schedule

    return schedule.schedule(
        settings=settings(rounds, boards), organizer=None, actor="system:bench", now=NOON
    )


def seating(players: int) -> float:
    """From entries to every seat of every round, in events and rows."""
    from gameplay.ids import new_id
    from tournaments import stream
    from tournaments.domain.events import EntryMade, RegistrationOpened
    from tournaments.services import seating

    key = scheduled(ROUNDS, BOARDS)
    entries = [EntryMade(new_id(), None, "house", f"Huis {n}", True) for n in range(players)]
    stream.change(
        key, lambda state: [RegistrationOpened(), *entries], actor="system:bench", now=NOON
    )
    return seconds(lambda: seating.seat(key, seed=7, actor="system:bench", now=NOON))


def dealing(rounds: int) -> float:
    """As many boards a round as rounds: derived, sealed and told, a transaction a round."""
    from tournaments.services import deals

    key = scheduled(rounds, rounds)
    return seconds(lambda: [deals.deal_round(f"{key}:{n}", now=NOON) for n in range(1, rounds + 1)])


class Field:
    """A championship of so many players; all boards are played, the last is not released."""

    def __init__(self, players: int) -> None:
        from django.db import transaction

        from engine.players.splitmix import Numbers
        from tests.tournaments.scores.evening import Evening
        from tournaments.domain.movement import plan
        from tournaments.models import Checkpoint
        from tournaments.projections import follower

        seats = [
            [tuple(f"p{who:03}" for who in table.players) for table in tables]
            for tables in plan(players, ROUNDS).rounds
        ]
        follower.follow(NOON)
        self.start = Checkpoint.objects.get().position
        self.evening = Evening(rounds=seats)
        self.cards = cards_of_a_game()
        numbers = Numbers(players)
        with transaction.atomic():
            for number in range(1, ROUNDS + 1):
                self.play(number, len(seats[0]), numbers)
        self.last = self.evening.boards(ROUNDS)[-1]
        self.events = follower.follow(NOON)

    def play(self, number: int, tables: int, numbers: Any) -> None:
        self.evening.start(number)
        boards = self.evening.boards(number)
        for _, board in boards:
            for table in range(1, tables + 1):
                self.evening.play(number, table, board, made(numbers), self.cards)
        for place in boards[:-1] if number == ROUNDS else boards:
            self.evening.release(*place)

    def from_events(self) -> float:
        """All its rows of results, scores and standings, from its first event."""
        from tournaments.models import BoardScore, Checkpoint, Result, Standing
        from tournaments.projections import follower

        for model in (Standing, BoardScore):
            model.objects.filter(entry__tournament=self.evening.key).delete()
        Result.objects.filter(board__tournament=self.evening.key).delete()
        Checkpoint.objects.update(position=self.start)
        return seconds(lambda: follower.follow(NOON))

    def one_more(self) -> float:
        """What the last board costs, over and over: it is taken back each time."""
        from django.db import transaction

        taken = []
        for _ in range(TIMES):
            with transaction.atomic():
                self.evening.release(*self.last)
                taken.append(seconds(self.follow_here))
                transaction.set_rollback(True)
        return median(taken)

    def follow_here(self) -> None:
        """The release lies in a transaction that will be taken back, which a feed does not show."""
        from tournaments import stream
        from tournaments.projections import standings
        from tournaments.projections.rows import board_key

        standings.bring_up_to_date(
            self.evening.key,
            [board_key(self.evening.key, *self.last)],
            entries_moved=False,
            version=stream.state(self.evening.key).version,
            moment=NOON,
        )


def made(numbers: Any) -> tuple[int, int, int, int]:
    side = (5, 10, 15, 20, 30, 60)[numbers.below(6)]
    both = [(side, side, -side, -side), (3 * side, -side, -side, -side)][numbers.below(2)]
    turn = numbers.below(4)
    north, east, south, west = both[turn:] + both[:turn]
    return (north, east, south, west)


def cards_of_a_game() -> Sequence[object]:
    """As many events as a game has: three passes, a bid, and 52 cards."""
    import engine
    from engine import SEATS
    from engine.cards import DECK

    calls = [engine.BidMade(seat, "pass") for seat in SEATS]
    return [*calls, *(engine.CardPlayed(SEATS[n % 4], card) for n, card in enumerate(DECK))]


if __name__ == "__main__":
    main()
