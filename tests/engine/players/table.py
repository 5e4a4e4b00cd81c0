"""Fixed deals and whole games between house players, for the tests beside this file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import engine
from engine.players import choose
from engine.players.splitmix import Numbers

RULESET = "championship-online"


def fixed_deal(number: int) -> engine.Deal:
    """The deal of this number in an endless list that never changes."""
    numbers = Numbers(number)
    drawn = 0
    for _ in range(3):
        drawn = drawn << 64 | numbers.next()
    return engine.Deal.from_number(drawn % engine.DEALS)


def start(number: int) -> engine.GameState:
    return engine.start(
        ruleset=RULESET, options={}, dealer=engine.SEATS[number % 4], deal=fixed_deal(number)
    )


def states(number: int, players: Sequence[str]) -> Iterator[engine.GameState]:
    """Every state of one game, the first and the last included. An illegal action raises."""
    state = start(number)
    seeds = Numbers(number)
    yield state
    while not state.finished:
        seat = state.to_act
        assert seat is not None
        command = choose(players[seat], engine.seat_view(state, seat), seeds.next())
        for event in engine.decide(state, command):
            state = engine.apply(state, event)
        yield state


def played(number: int, players: Sequence[str]) -> engine.Outcome:
    """How one game ends."""
    state = start(number)
    for state in states(number, players):  # noqa: B007
        pass
    return engine.outcome(state)
