"""A process of its own in which a last card and the closing of its table meet; prints what came.

Run with the settings of a database to use up. Prints one line of JSON: how often the card and
how often the closing was first, what was found that may not be, and how many games there are
at tables that two workers opened at once.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Barrier
from typing import Any

import django

PATIENCE = 30
AT_ONCE = 100
REASON = "round_closed"
OPENED = 40
# How much later the one who was first last time is let go: both must win about as often.
STEP = 0.00005


def main(runs: int) -> None:
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with ThreadPoolExecutor(2) as pool:
        print(json.dumps(observed(pool, runs)))  # noqa: T201


@dataclass(frozen=True)
class Prepared:
    """A table at which one card is to be played."""

    table_id: str
    game_id: str
    version: int
    command: Any


def observed(pool: ThreadPoolExecutor, runs: int) -> dict[str, Any]:
    found: Counter[str] = Counter()
    faults: list[str] = []
    delay = 0.0
    field = Field()
    for _ in range(0, runs, AT_ONCE):
        answers = {}
        for prepared in field.tables(AT_ONCE):
            gate = Barrier(2)
            card = pool.submit(alone, gate, max(0.0, delay), lambda p=prepared: play(p))
            closing = pool.submit(alone, gate, max(0.0, -delay), lambda p=prepared: close(p))
            answer = answers[prepared] = card.result(PATIENCE)
            closing.result(PATIENCE)
            delay += STEP if answer == "counted" else -STEP
        found.update(answers.values())
        faults += contradictions(answers)
    return {
        "found": found,
        "faults": faults[:20],
        "streams": broken_streams(),
        "games": [games_of_two_workers(pool, field, number) for number in range(OPENED)],
    }


def alone(gate: Barrier, delay: float, work: Callable[[], Any]) -> Any:
    from django.db import connection

    # The connection is there before the start, or opening it would decide who is first.
    connection.ensure_connection()
    gate.wait(PATIENCE)
    time.sleep(delay)
    return work()


def play(prepared: Prepared) -> str:
    from gameplay import handlers
    from gameplay.errors import PlayRefused

    try:
        done = handlers.act(
            game_id=prepared.game_id,
            command=prepared.command,
            command_id="the last card",
            based_on=prepared.version,
            actor="user:1",
        )
    except PlayRefused as refused:
        return refused.code
    return "counted" if done.version == prepared.version + 2 else "not the last card"


def close(prepared: Prepared) -> None:
    from gameplay import table_handlers

    table_handlers.close(prepared.table_id, reason=REASON, actor="system:test")


def contradictions(answers: Mapping[Prepared, str]) -> list[str]:
    """What the streams and rows say that the answers to the cards do not."""
    from gameplay.models import Due, GameSummary, TableSummary

    games = GameSummary.objects.in_bulk([each.game_id for each in answers])
    tables = [each.table_id for each in answers]
    closed = set(
        TableSummary.objects.filter(pk__in=tables, closed=True).values_list("pk", flat=True)
    )
    due = set(Due.objects.filter(table_id__in=tables).values_list("table_id", flat=True))
    return [
        f"{prepared.game_id}, {answer}: {what}"
        for prepared, answer in answers.items()
        for what, so in {
            "the stream": in_stream(prepared) != IN_STREAM.get(answer),
            "the row": in_row(games[prepared.game_id]) != IN_ROW.get(answer),
            "the table is open": last_of_table(prepared) != ("TableClosed", {"reason": REASON}),
            "the table's row is open": prepared.table_id not in closed,
            "the house still has something to do": prepared.table_id in due,
        }.items()
        if so
    ]


IN_STREAM = {
    "counted": ["CardPlayed", "GameFinished"],
    "game_interrupted": [f"GameInterrupted {REASON}"],
}
# Whether it has an end, an interruption, scores.
IN_ROW = {"counted": (True, False, True), "game_interrupted": (False, True, False)}


def in_stream(prepared: Prepared) -> list[str]:
    from gameplay.eventstore import store
    from gameplay.ids import game_stream

    since = store.load(game_stream(prepared.game_id), after=prepared.version)
    return [f"{row.type} {row.payload.get('reason', '')}".strip() for row in since]


def in_row(row: Any) -> tuple[bool, bool, bool]:
    return row.finished is not None, row.interrupted is not None, row.scores is not None


def last_of_table(prepared: Prepared) -> tuple[str, object]:
    from gameplay.eventstore import store
    from gameplay.ids import table_stream

    last = store.load(table_stream(prepared.table_id))[-1]
    return last.type, last.payload


def games_of_two_workers(pool: ThreadPoolExecutor, field: Field, number: int) -> int:
    from gameplay.models import GameSummary

    gate, table_id = Barrier(2), f"both-{number}"
    both = [pool.submit(alone, gate, 0.0, lambda: field.open(table_id)) for _ in range(2)]
    assert [each.result(PATIENCE) for each in both] == [table_id, table_id]
    return GameSummary.objects.filter(table_id=table_id).count()


def broken_streams() -> int:
    from gameplay.eventstore.verify import verify_all

    return len(list(verify_all()))


class Field:
    """Tables with the same board: one is played almost to its end, the others copied from it."""

    def __init__(self) -> None:
        import engine
        from engine import Seat
        from gameplay import dealing, streams
        from gameplay.events import PlannedBoard

        deal = dealing.seal(dealing.uniform(), now=datetime.now(UTC))
        self.plan = [PlannedBoard(5, Seat.NORTH, deal.id, deal.digest, turn=1)]
        self.table_id = self.open("first")
        current = streams.table(self.table_id).state.current
        assert current is not None
        self.game_id = current.game_id
        self.state, self.played = streams.game(self.game_id).state, []
        while True:
            self.last = engine.legal_actions(self.state)[0]
            new = engine.decide(self.state, self.last)
            if any(isinstance(event, engine.GameFinished) for event in new):
                return
            self.played += new
            self.state = engine.replay(self.state, new)

    def open(self, table_id: str) -> str:
        from engine import SEATS
        from gameplay import table_handlers

        return table_handlers.open_table(
            ruleset="championship-online",
            options={},
            opener=None,
            occupants=dict.fromkeys(SEATS, "house"),
            actor="system:test",
            policy="board",
            plan=self.plan,
            table_id=table_id,
        )

    def tables(self, count: int) -> list[Prepared]:
        from django.db import transaction

        from gameplay.models import Due, GameSummary, TableSeat, TableSummary

        with transaction.atomic():
            made = [self._table() for _ in range(count)]
            for model in (GameSummary, TableSummary, TableSeat, Due):
                row = list(model.objects.filter(table_id=self.table_id).values())
                copies = [model(**self._copied(one, each)) for each in made for one in row]
                model.objects.bulk_create(copies)
        return made

    def _copied(self, row: Mapping[str, Any], to: Prepared) -> dict[str, Any]:
        ids = {self.table_id: to.table_id, self.game_id: to.game_id}
        return {
            name: re.sub("|".join(ids), lambda found: ids[found[0]], value)
            if isinstance(value, str)
            else value
            for name, value in row.items()
        }

    def _table(self) -> Prepared:
        """A table whose game has got so far, as this process would remember it."""
        from gameplay import streams
        from gameplay.events import from_stored, to_stored
        from gameplay.eventstore import store
        from gameplay.ids import game_stream, new_id, table_stream

        to = Prepared(new_id(), new_id(), 1 + len(self.played), self.last)
        (opened,) = store.load(game_stream(self.game_id))
        of_table = [from_stored(row) for row in store.load(table_stream(self.table_id))]
        of_game = [replace(from_stored(opened), table_id=to.table_id), *self.played]
        of_table[-1] = replace(of_table[-1], game_id=to.game_id)
        for stream, events in (
            (table_stream(to.table_id), of_table),
            (game_stream(to.game_id), of_game),
        ):
            head = store.append(
                stream,
                [to_stored(event) for event in events],
                expected_version=0,
                actor="system:test",
                command_id="so far",
                now=datetime.now(UTC),
            )
        live = streams.game(self.game_id)
        streams.games.put(
            to.game_id,
            replace(
                live,
                game_id=to.game_id,
                opened=of_game[0],
                state=self.state,
                version=head.version,
                head=head.hash,
            ),
        )
        return to


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")
    main(int(sys.argv[1]))
