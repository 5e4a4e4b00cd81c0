"""A process of its own in which a card and the end of its time meet; prints what came of it.

Run with the settings of a database to use up. Prints one line of JSON: how often the card and how
often the clock was first, and what was found that may not be.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import django

from tests.concurrency.last_card import PATIENCE, STEP, alone


def main(runs: int) -> None:
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with ThreadPoolExecutor(2) as pool:
        print(json.dumps(observed(pool, runs)))  # noqa: T201


def observed(pool: ThreadPoolExecutor, runs: int) -> dict[str, Any]:
    from django.contrib.auth import get_user_model

    person = get_user_model().objects.create_user("anneke", password="koffie met appeltaart")
    found: Counter[str] = Counter()
    faults: list[str] = []
    delay, streak, last = 0.0, 0, ""
    for number in range(runs):
        table_id = opened(person.pk)
        gate = Barrier(2)
        card = pool.submit(alone, gate, max(0.0, delay), lambda t=table_id: act(t, person.pk))
        clock = pool.submit(alone, gate, max(0.0, -delay), lambda t=table_id: tick(t))
        answer = card.result(PATIENCE)
        clock.result(PATIENCE)
        # Further at each time that the same one wins, or on a slow machine they would never meet.
        streak, last = streak + 1 if answer == last else 0, answer
        delay += STEP * 2 ** min(streak, 8) * (1 if answer == "counted" else -1)
        found[answer] += 1
        faults += [f"{number}, {answer}: {what}" for what in contradictions(table_id, answer)]
    return {"found": found, "faults": faults[:20]}


def opened(user_id: int) -> str:
    """A table at which this person is to act, and has had no time left for a second."""
    from django.utils import timezone

    from engine import SEATS, Seat
    from gameplay import table_handlers
    from gameplay.time_controls import TimeControl

    return table_handlers.open_table(
        ruleset="championship-online",
        options={},
        opener=user_id,
        occupants={**dict.fromkeys(SEATS, "house"), Seat.EAST: user_id},
        actor="system:test",
        time=TimeControl(seconds=5),
        now=timezone.now() - timedelta(seconds=6),
    )


def act(table_id: str, user_id: int) -> str:
    import engine
    from gameplay import commands, handlers, protocol, streams
    from gameplay.errors import PlayRefused

    current = streams.table(table_id).state.current
    assert current is not None
    game = streams.game(current.game_id)
    message = protocol.Act(
        id=handlers.fresh_command_id(),
        game_id=game.game_id,
        based_on=1,
        command=engine.read_action({"seat": "E", "do": "bid", "bid": "pass"}),
    )
    try:
        commands.perform(message, table_id=table_id, user_id=user_id)
    except PlayRefused as refused:
        return refused.code
    return "counted"


def tick(table_id: str) -> None:
    from django.utils import timezone

    from gameplay import time_outs
    from gameplay.models import Due

    time_outs.run(Due.objects.get(table_id=table_id), timezone.now())


def contradictions(table_id: str, answer: str) -> list[str]:
    """What the streams say that the answer to the card does not."""
    from gameplay import streams
    from gameplay.eventstore import store
    from gameplay.ids import game_stream, table_stream

    table = streams.table(table_id).state
    assert table.current is not None
    first = store.load(game_stream(table.current.game_id), after=1)
    actors = [row.actor.partition(":")[0] for row in first if row.version == 2]
    handed = [row.type for row in store.load(table_stream(table_id))].count("SeatHandedToHouse")
    expected = (["user"], 0) if answer == "counted" else (["house"], 1)
    found = (actors, handed)
    return [] if found == expected else [f"{found} in the streams"]


if __name__ == "__main__":
    main(int(sys.argv[1]))
