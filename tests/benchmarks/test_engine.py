"""`make bench`: whole games a second in the engine alone. No goal yet; the rulebook sets one."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

import pytest

import engine

pytestmark = pytest.mark.bench

GAMES = 200
ROUNDS = 5


def starts() -> list[engine.GameState]:
    rng = random.Random(7)
    return [
        engine.start(
            ruleset="championship-online",
            options={},
            dealer=engine.SEATS[board % 4],
            deal=engine.Deal.from_number(rng.randrange(engine.DEALS)),
        )
        for board in range(GAMES)
    ]


def play_out(state: engine.GameState, rng: random.Random) -> list[engine.Event]:
    events: list[engine.Event] = []
    while not state.finished:
        happened = engine.decide(state, rng.choice(engine.legal_actions(state)))
        state = engine.replay(state, happened)
        events += happened
    return events


def a_second(play_all: Callable[[], object]) -> float:
    """Games a second, the median of a few rounds."""
    rounds = []
    for _ in range(ROUNDS):
        began = perf_counter()
        play_all()
        rounds.append(GAMES / (perf_counter() - began))
    return median(rounds)


def test_random_playouts_and_replays(capsys: pytest.CaptureFixture[str]):
    tables = starts()
    rng = random.Random(11)
    histories = [play_out(state, rng) for state in tables]
    playouts = a_second(lambda: [play_out(state, rng) for state in tables])
    replays = a_second(
        lambda: [engine.replay(state, h) for state, h in zip(tables, histories, strict=True)]
    )
    with capsys.disabled():
        print(f"\nengine: {playouts:,.0f} random playouts/s, {replays:,.0f} replays/s")  # noqa: T201
    assert playouts > 0 < replays
