"""`make bench`: the engine beside the bridge game of open_spiel, a C++ library, driven from Python.

Both play 52 cards to a random legal end, with the legal set known at every card; README.md says
what is compared and where the time goes. CPU time, rounds by turns, and the quickest round of
each.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from itertools import repeat
from time import process_time

import pyspiel
import pytest

import engine
from engine.cards import pick
from engine.events import card_played
from engine.opening import open_game
from engine.play import Cursor

pytestmark = pytest.mark.bench

GAMES = 100
ROUNDS = 40

FIRST_CALL = 52  # open_spiel numbers the calls after the cards: pass, double, redouble, one club
ONE_NO_TRUMP = FIRST_CALL + 3 + 4


def forced_rik(rng: random.Random) -> tuple[engine.GameState, dict[str, object]]:
    """A rik at its first lead, which forehand has to play because all have passed; and a record of
    it played out at random."""
    opened = open_game(
        engine.rulesets.get("platform"),
        dealer=rng.choice(engine.SEATS),
        deal=engine.Deal.from_number(rng.randrange(engine.DEALS)),
    )
    state = at_first_lead = opened
    commands: list[engine.Command] = []
    while not state.finished:
        legal = engine.legal_actions(state)
        passes = [one for one in legal if one == engine.MakeBid(one.seat, "pass")]
        commands.append(passes[0] if passes else rng.choice(legal))
        state = engine.replay(state, engine.decide(state, commands[-1]))
        if state.play is not None and state.play.played == 0:
            at_first_lead = state
    assert len(state.contracts) == 1
    assert state.play is not None
    assert state.play.played == 52
    return at_first_lead, engine.write_record(opened, commands)


def no_trump(game: pyspiel.Game, rng: random.Random) -> pyspiel.State:
    """A contract of one no trump at its first lead: the shortest auction that leads to play."""
    state = game.new_initial_state()
    for card in rng.sample(range(52), 52):
        state.apply_action(card)
    state.apply_action(ONE_NO_TRUMP)
    for _ in range(3):
        state.apply_action(FIRST_CALL)
    return state


def play_out(state: engine.GameState, rng: random.Random) -> Cursor:
    assert state.play is not None
    cursor = Cursor(state.play)
    legal, send, chance = cursor.legal, cursor.send, rng.random
    while legal:
        legal = send(pick(legal, chance))
    return cursor


def fold_plays(state: engine.GameState, plays: list[engine.PlayCard]) -> engine.GameState:
    run = engine.Run(state)
    run.do(plays)
    state = run.state
    assert state.finished
    return state


def play_out_by_apply(state: engine.GameState, rng: random.Random) -> engine.GameState:
    chance = rng.random
    play = state.play
    while play is not None and play.legal:
        state = engine.apply(state, card_played(play.seat, pick(play.legal, chance)))
        play = state.play
    return state


def play_out_bridge(start: pyspiel.State, rng: random.Random) -> pyspiel.State:
    state = start.clone()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def replay_bridge(state: pyspiel.State, actions: list[int]) -> pyspiel.State:
    for action in actions:
        state.apply_action_with_legality_check(action)
    assert state.is_terminal()
    return state


def shuffled() -> list[int]:
    cards = list(range(52))
    random.shuffle(cards)
    return [sum([1 << card for card in cards[first : first + 13]]) for first in range(0, 52, 13)]


def each(work: Callable[..., object], *inputs: Iterable[object]) -> Callable[[], object]:
    """`work` on all of these; what comes of it is not kept, since that would fill the caches."""
    return lambda: deque(map(work, *inputs), maxlen=0)


def rates(**work: Callable[[], object]) -> dict[str, float]:
    """How often a second each of these does its `GAMES` things, in its quickest round: whatever
    else the machine does makes a round slower, never quicker."""
    seconds: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(ROUNDS):
        for name, run in work.items():
            began = process_time()
            run()
            seconds[name].append(process_time() - began)
    return {name: GAMES / min(rounds) for name, rounds in seconds.items()}


def test_the_engine_beside_open_spiel(capsys: pytest.CaptureFixture[str]):
    rng = random.Random(7)
    riks, records = zip(*(forced_rik(rng) for _ in range(GAMES)), strict=True)
    bridge = pyspiel.load_game("bridge(use_double_dummy_result=false)")
    deals = [no_trump(bridge, rng) for _ in range(GAMES)]
    played = [play_out_bridge(deal, rng).history() for deal in deals]
    assert {len(history) for history in played} == {108}, "52 dealt, 4 calls, 52 plays"
    plays = [list(engine.fold(record).commands[-52:]) for record in records]
    numbers = [rng.randrange(engine.DEALS) for _ in range(GAMES)]
    dealt = [engine.Deal.from_number(number) for number in numbers]
    rate = rates(
        bridge=each(play_out_bridge, deals, repeat(rng)),
        fast=each(play_out, riks, repeat(rng)),
        apply=each(play_out_by_apply, riks, repeat(rng)),
        bridge_replay=each(lambda one: replay_bridge(bridge.new_initial_state(), one), played),
        bridge_plays=each(lambda deal, one: replay_bridge(deal.clone(), one[-52:]), deals, played),
        fold=each(engine.fold, records),
        fold_plays=each(fold_plays, riks, plays),
        shuffle=each(lambda _: shuffled(), numbers),
        from_number=each(engine.Deal.from_number, numbers),
        number=each(lambda deal: deal.number, dealt),
    )
    lines = [
        ("random playouts, fast path", "fast", "open_spiel", "bridge", 1.0),
        ("random playouts, apply", "apply", "fast path", "fast", 0.3),
        ("checked fold of 52 plays", "fold_plays", "open_spiel, its 52 plays", "bridge_plays", 0.5),
        ("the whole record, read too", "fold", "open_spiel, whole game", "bridge_replay", None),
        ("deal from its number", "from_number", "shuffle", "shuffle", 0.8),
        ("number of a deal", "number", "shuffle", "shuffle", 0.8),
    ]
    with capsys.disabled():
        print()  # noqa: T201
        for what, ours, beside, other, goal in lines:
            wanted = f"goal {goal}" if goal is not None else ""
            ratio = rate[ours] / rate[other]
            print(  # noqa: T201
                f"engine: {what:27} {rate[ours]:8,.0f}/s  {beside:25} {rate[other]:8,.0f}/s"
                f"  ratio {ratio:4.2f}  {wanted}"
            )
    assert rate["from_number"] > 0.5 * rate["shuffle"] < 2 * rate["number"]
