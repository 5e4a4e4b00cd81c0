"""How well the house player plays, and that in ten thousand games nobody does anything illegal.

The games are shared: 4,000 of one house player against three random ones measure its strength,
6,000 more mix the players every other way. `decide` raises on an illegal action.
"""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from tests.engine.players.table import played

DEALS = 1_000
GOAL = 8


@pytest.mark.parametrize("seat", engine.SEATS, ids=lambda seat: seat.letter)
def test_a_house_player_earns_eight_points_a_board_from_three_random_players(
    seat: engine.Seat,
) -> None:
    players = ["random"] * 4
    players[seat] = "house"
    total = 0
    for number in range(DEALS):
        scores = played(number, players).scores
        assert scores is not None
        total += scores[seat]
    assert total / DEALS >= GOAL


MIXES = (
    (4_600, ("random", "random", "random", "random")),
    (500, ("house", "random", "house", "random")),
    (500, ("random", "house", "house", "random")),
    (400, ("house", "house", "house", "random")),
)


@pytest.mark.parametrize(("games", "players"), MIXES)
def test_no_mix_of_players_does_anything_illegal(games: int, players: tuple[str, ...]) -> None:
    for number in range(10_000, 10_000 + games):
        scores = played(number, players).scores
        assert scores is not None
        assert sum(scores) == 0


def test_four_house_players_play_sensible_rikken() -> None:
    bids: Counter[str] = Counter()
    made: Counter[str] = Counter()
    deals = 400
    for number in range(20_000, 20_000 + deals):
        outcome = played(number, ["house"] * 4)
        assert outcome.scores is not None
        bids["pass game"] += outcome.pass_game is not None
        for contract in outcome.contracts:
            kind = contract.bid.split("_")[0]
            bids[kind] += 1
            made[kind] += bool(contract.made)
    assert bids["rik"] > deals / 2
    assert made["rik"] >= 0.6 * bids["rik"]
    assert 0 < bids["pass game"] < deals / 4
    assert 0 < bids["alleen"] < deals / 10
    low = bids["piek"] + bids["misere"]
    assert 0 < low < deals / 10
    assert made["piek"] + made["misere"] >= 0.5 * low
