"""A process of its own in which a last card and the closing of its table meet; prints what came.

Run with the settings of a database to use up. Prints one line of JSON: how often the card and
how often the closing was first, and what was found that may not be.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Barrier
from typing import Any

import django

PATIENCE = 30
AT_ONCE = 100
REASON = "round_closed"
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
    for prepared in tables_with_a_card_to_go(runs):
        gate = Barrier(2)
        card = pool.submit(alone, gate, max(0.0, delay), lambda p=prepared: play(p))
        closing = pool.submit(alone, gate, max(0.0, -delay), lambda p=prepared: close(p))
        answer = card.result(PATIENCE)
        closing.result(PATIENCE)
        delay += STEP if answer == "counted" else -STEP
        found[answer] += 1
        faults += [f"{prepared.game_id}: {what}" for what in contradictions(prepared, answer)]
    return {"found": found, "faults": faults[:20], "streams": broken_streams()}


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


def contradictions(prepared: Prepared, answer: str) -> Iterator[str]:
    """What the streams and rows say that the answer to the card does not."""
    from gameplay import streams
    from gameplay.eventstore import store
    from gameplay.ids import game_stream
    from gameplay.models import Due, GameSummary, TableSummary

    since = store.load(game_stream(prepared.game_id), after=prepared.version)
    said = [row.type for row in since]
    row = GameSummary.objects.get(pk=prepared.game_id)
    if answer == "counted":
        if said != ["CardPlayed", "GameFinished"]:
            yield f"counted, and the stream has {said}"
        if row.finished is None or row.interrupted is not None or row.scores is None:
            yield "counted, and the row does not say so"
    elif answer == "game_interrupted":
        if said != ["GameInterrupted"] or since[0].payload != {"reason": REASON}:
            yield f"refused, and the stream has {said}"
        if row.interrupted is None or row.finished is not None or row.scores is not None:
            yield "refused, and the row does not say so"
    else:
        yield f"the card was answered with {answer}"
    table = streams.table(prepared.table_id).state
    if not table.closed or table.closed_reason != REASON:
        yield "the table is not closed"
    if not TableSummary.objects.get(pk=prepared.table_id).closed:
        yield "the table's row is not closed"
    if Due.objects.filter(table_id=prepared.table_id).exists():
        yield "the house still has something to do"


def broken_streams() -> int:
    from gameplay.eventstore.verify import verify_all

    return len(list(verify_all()))


def tables_with_a_card_to_go(runs: int) -> Iterator[Prepared]:
    """One board is played out; the others are given its events at once."""
    from django.db import transaction

    from gameplay import dealing, streams
    from gameplay.events import PlannedBoard

    deal = dealing.seal(dealing.uniform(), now=datetime.now(UTC))
    plan = PlannedBoard(5, _north(), deal.id, deal.digest, turn=1)
    played, last = almost_all_of(plan)
    for _ in range(0, runs, AT_ONCE):
        with transaction.atomic():
            made = [with_events(plan, played) for _ in range(AT_ONCE)]
        for table_id, game_id in made:
            yield Prepared(table_id, game_id, streams.game(game_id).version, last)


def _north() -> Any:
    from engine import Seat

    return Seat.NORTH


def a_table(plan: Any) -> tuple[str, str]:
    from engine import SEATS
    from gameplay import streams, table_handlers

    table_id = table_handlers.open_table(
        ruleset="championship-online",
        options={},
        opener=None,
        occupants=dict.fromkeys(SEATS, "house"),
        actor="system:test",
        policy="board",
        plan=[plan],
    )
    current = streams.table(table_id).state.current
    assert current is not None
    return table_id, current.game_id


def almost_all_of(plan: Any) -> tuple[list[Any], Any]:
    """The events of a board up to its last card, and the command that plays that."""
    import engine
    from gameplay import streams

    _, game_id = a_table(plan)
    state, events = streams.game(game_id).state, []
    while True:
        command = engine.legal_actions(state)[0]
        new = engine.decide(state, command)
        if any(isinstance(event, engine.GameFinished) for event in new):
            return events, command
        events += new
        state = engine.replay(state, new)


def with_events(plan: Any, played: list[Any]) -> tuple[str, str]:
    from gameplay import streams
    from gameplay.events import to_stored
    from gameplay.eventstore import store
    from gameplay.ids import game_stream

    table_id, game_id = a_table(plan)
    live = streams.game(game_id)
    store.append(
        game_stream(game_id),
        [to_stored(event) for event in played],
        expected_version=live.version,
        head=live.head,
        actor="system:test",
        command_id="all but one",
        now=datetime.now(UTC),
    )
    return table_id, game_id


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")
    main(int(sys.argv[1]))
