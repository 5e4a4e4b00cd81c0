"""What a rehearsal needs before the curtain: people with a session each, and cards on the tables.

python -m tests.flows.cast people 30     makes accounts; prints the session of each
python -m tests.flows.cast hall KEY 10   plays every board so many times, as real cards would
                                         be; prints the facts that a table would write down
"""

# ruff: noqa: T201

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any


def people(count: int) -> list[str]:
    from django.contrib.auth import get_user_model

    from tests.benchmarks.bench_hall import session_of

    user = get_user_model()
    made = [user(username=f"rehearsal-{number}") for number in range(count)]
    for person in made:
        person.set_unusable_password()
    return [session_of(person) for person in user.objects.bulk_create(made)]


def hall(key: str, times: int) -> dict[str, list[Mapping[str, Any]]]:
    """By number of the board. House players hold the cards that the dealing machine would put
    into the trays, so that what is written down is true of them."""
    from gameplay import dealing
    from tournaments import stream

    state = stream.state(key).championship
    setup = state.setup
    return {
        str(board.number): [
            _played(setup.ruleset, setup.options, board.dealer, dealing.unseal(board.deal).deal, n)
            for n in range(times)
        ]
        for known in state.rounds
        for board in known.boards
    }


def _played(
    ruleset: str, options: Mapping[str, object], dealer: str, deal: Any, seed: int
) -> Mapping[str, Any]:
    import engine
    from engine import players
    from tournaments.rehearsal import CHARACTERS

    cast = (*CHARACTERS, "random")
    state = engine.start(
        ruleset=ruleset, options=options, dealer=engine.Seat.parse(dealer), deal=deal
    )
    while (to_act := state.actor) is not None:
        player = cast[(seed + to_act) % len(cast)]
        view = engine.seat_view(state, to_act)
        for event in engine.decide(state, players.choose(player, view, seed)):
            state = engine.apply(state, event)
    return engine.write_facts(engine.facts_of(state))


def main(what: str, *rest: str) -> None:
    import django

    django.setup()
    answer = people(int(rest[0])) if what == "people" else hall(rest[0], int(rest[1]))
    print(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
