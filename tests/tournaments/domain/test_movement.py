"""Seat plans: who meets whom, who holds which seat, who deals, who is compared with whom."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import SEATS
from tournaments.domain import designs, movement
from tournaments.domain.designs import Seating, balanced, best
from tournaments.domain.movement import (
    Movement,
    MovementRefused,
    draw,
    no_repeat_limit,
    plan,
    report,
)
from tournaments.domain.repeats import of_length

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "movements.json").read_text(encoding="utf-8")
)
BOARDS = (1, 2, 3, 4)


def meetings(rounds: list[Seating] | tuple[Seating, ...]) -> Counter[tuple[int, int]]:
    return Counter(
        pair for seating in rounds for table in seating for pair in combinations(sorted(table), 2)
    )


def seatings(movement: Movement) -> tuple[Seating, ...]:
    return tuple(tuple(table.players for table in row) for row in movement.rounds)


def as_rounds(listed: list[list[list[int]]]) -> tuple[Seating, ...]:
    return tuple(tuple((n, e, s, w) for n, e, s, w in seating) for seating in listed)


# -- the published designs ---------------------------------------------------------------------


@pytest.mark.parametrize("players", VECTORS["cyclic_quad"], ids=str)
def test_the_closed_form_goes_as_far_as_published(players: str):
    assert designs.closed_form_rounds(int(players) // 4) == VECTORS["cyclic_quad"][players]


@pytest.mark.parametrize("players", VECTORS["offsets"], ids=str)
def test_the_offsets_are_the_published_ones(players: str):
    published = VECTORS["offsets"][players]
    assert [list(row) for row in designs.OFFSETS[int(players)]] == published["offsets"]
    assert best(int(players)).limit >= published["rounds"] == len(published["offsets"])


def test_no_offsets_are_ours_alone():
    assert {str(players) for players in designs.OFFSETS} == set(VECTORS["offsets"])


@pytest.mark.parametrize("players", VECTORS["designs"], ids=str)
def test_the_design_is_the_published_one(players: str):
    published = VECTORS["designs"][players]
    design = best(int(players))
    assert design.rounds == as_rounds(published["seating"])
    assert design.limit == published["rounds"]
    assert len(meetings(design.rounds)) == published["pairs_met"]


@pytest.mark.parametrize("players", VECTORS["z_cyclic"], ids=str)
def test_in_the_balanced_design_everybody_meets_everybody_three_times(players: str):
    published = VECTORS["z_cyclic"][players]
    last = int(players) - 1
    starter = [[last if who == "inf" else who for who in table] for table in published["starter"]]
    design = balanced(int(players))
    assert design.rounds[0] == as_rounds([starter])[0]
    assert len(design.rounds) == published["rounds"]
    met = meetings(design.rounds)
    assert len(met) == int(players) * last // 2
    assert set(met.values()) == {published["meetings_of_every_pair"]}


# -- every number of players -------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(8, 401, 4))
def test_nobody_meets_anybody_twice_up_to_the_limit(seats: int):
    """Whether all seats are taken by people or up to three by house players."""
    limits = {no_repeat_limit(players) for players in range(max(seats - 3, 8), seats + 1)}
    rounds = best(seats).rounds[: max(limits)]
    assert set(meetings(rounds).values()) == {1}
    for seating in rounds:
        assert sorted(who for table in seating for who in table) == list(range(seats))


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(8, 1), (12, 1), (16, 5), (24, 5), (28, 9), (44, 11), (64, 21), (128, 16), (400, 50)],
)
def test_the_limit_of_known_sizes(players: int, rounds: int):
    assert no_repeat_limit(players) == no_repeat_limit(players - 1 if players > 8 else 8) == rounds


def test_eight_rounds_without_a_repeat_from_28_players_but_for_none():
    short = [players for players in range(8, 401, 4) if no_repeat_limit(players) < 8]
    assert short == [8, 12, 16, 20, 24]


# -- a whole plan ------------------------------------------------------------------------------

SIZES = st.tuples(st.integers(8, 60), st.integers(1, 12), st.integers(0, 3))


@given(SIZES)
@example((8, 12, 0))
@example((13, 4, 0))
@example((16, 5, 1))
@example((24, 8, 2))
@example((201, 3, 0))
@example((400, 2, 0))
@settings(max_examples=25)
def test_everybody_sits_once_a_round_and_holds_every_compass_seat_once(size):
    players, rounds, seed = size
    movement = plan(players, rounds, seed)
    seated = list(range(players + len(movement.house)))
    assert len(movement.rounds) == rounds
    for row in movement.rounds:
        assert [table.table for table in row] == list(range(1, len(row) + 1))
        assert sorted(who for table in row for who in table.players) == seated
        held = Counter(
            (who, seat)
            for table in row
            for board in BOARDS
            for seat, who in zip(SEATS, table.holders(board), strict=True)
        )
        assert held == Counter((who, seat) for who in seated for seat in SEATS)


@given(SIZES)
@settings(max_examples=15)
def test_turning_the_board_keeps_neighbours(size):
    for row in plan(*size).rounds:
        for table in row:
            turned = {table.holders(board) for board in BOARDS}
            n, e, s, w = table.players
            assert turned == {(n, e, s, w), (w, n, e, s), (s, w, n, e), (e, s, w, n)}


@given(SIZES)
@settings(max_examples=20)
def test_deals_differ_by_little(size):
    players, rounds, seed = size
    deals = report(plan(players, rounds, seed))["dealers"]
    assert rounds - 2 <= deals["min"] <= deals["max"] <= rounds + 2
    assert round(deals["mean"]) == rounds


def by_hand(movement: Movement) -> dict[str, Any]:
    """The report's figures, counted in the slowest way."""
    entries = range(movement.players)
    compared = Counter(
        pair
        for row in movement.rounds
        for board in BOARDS
        for seat in SEATS
        for pair in combinations(sorted(table.holders(board)[seat] for table in row), 2)
    )
    met = meetings(seatings(movement))
    pairs = list(combinations(entries, 2))
    return {
        "meetings": Counter(met[pair] for pair in pairs),
        "comparisons": Counter(compared[pair] for pair in pairs),
        "dealers": Counter(
            sum(
                table.holders(board)[board - 1] == who
                for row in movement.rounds
                for table in row
                for board in BOARDS
            )
            for who in entries
        ),
    }


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (14, 4), (24, 8), (40, 6)])
def test_the_report_counts_what_a_patient_person_counts(players: int, rounds: int):
    movement = plan(players, rounds, seed=5)
    said, counted = report(movement), by_hand(movement)
    assert {int(k): v for k, v in said["meetings"].items()} == counted["meetings"]
    for name in ("comparisons", "dealers"):
        assert {int(k): v for k, v in said[name]["histogram"].items()} == counted[name]
    assert said["seats"]["min"] == said["seats"]["max"] == rounds


@pytest.mark.parametrize(("players", "rounds"), [(64, 8), (160, 8)])
def test_any_two_are_compared_about_once_a_round(players: int, rounds: int):
    """If boards were not turned it would be 0 or 32 times, with a deviation of nearly 14."""
    said = report(plan(players, rounds))
    assert said["dealers"]["min"] >= 7
    assert said["dealers"]["max"] <= 9
    assert 7.5 < said["comparisons"]["mean"] < 8
    assert said["comparisons"]["sd"] < 2.8
    assert said["comparisons"]["max"] <= 22


def test_the_same_seed_gives_the_same_plan_and_another_seed_turns_the_boards():
    assert plan(32, 6, 1) == plan(32, 6, 1) != plan(32, 6, 2)
    assert seatings(plan(32, 6, 1)) == seatings(plan(32, 6, 2))


def test_a_plan_is_the_same_on_every_machine():
    """Known answer: a change here changes the plan of every stored seed."""
    first, second = plan(8, 1, seed=7).rounds[0]
    assert (first.players, second.players) == ((7, 0, 1, 3), (2, 4, 5, 6))
    assert (first.turn, second.turn) == ((2, 0, 3, 1), (0, 3, 1, 2))


# -- more rounds than the limit ----------------------------------------------------------------


def test_more_rounds_than_the_limit_are_seated_and_warned_of():
    said = report(plan(24, 8))
    (warning,) = said["warnings"]
    assert warning["code"] == "rounds_above_no_repeat_limit"
    assert (warning["rounds"], warning["no_repeat_limit"]) == (8, 5)
    assert warning["meetings"] == said["meetings"]
    assert max(int(count) for count in said["meetings"]) == 2


def test_nothing_to_warn_of_at_the_limit():
    said = report(plan(24, 5))
    assert said["warnings"] == []
    assert set(said["meetings"]) == {"0", "1"}


@pytest.mark.parametrize("players", range(8, 61, 4))
def test_further_rounds_leave_the_first_ones_as_they_are(players: int):
    design = best(players)
    longer = of_length(design, design.limit + 3)
    assert len(longer.rounds) == design.limit + 3
    if players > 20:
        assert longer.rounds[: design.limit] == design.rounds


@pytest.mark.parametrize(
    ("players", "rounds", "times"),
    [(8, 7, 3), (12, 11, 3), (16, 15, 3), (16, 10, 2), (20, 19, 3), (28, 18, 2)],
)
def test_repeats_are_shared_out_evenly(players: int, rounds: int, times: int):
    assert report(plan(players, rounds))["meetings"] == {str(times): players * (players - 1) // 2}


# -- a number that is no multiple of four ------------------------------------------------------


@pytest.mark.parametrize(("players", "house"), [(13, 3), (14, 2), (15, 1), (16, 0), (398, 2)])
def test_house_players_fill_the_last_table_and_have_no_standing(players: int, house: int):
    movement = plan(players, 3)
    assert movement.house == tuple(range(players, players + house))
    said = report(movement)
    assert said["house"] == list(movement.house)
    assert sum(said["meetings"].values()) == players * (players - 1) // 2


@pytest.mark.parametrize("players", [13, 14, 18, 26, 50, 62, 102])
def test_house_players_do_not_sit_together_in_a_short_event(players: int):
    movement = plan(players, 2)
    for row in movement.rounds:
        assert all(len({*table.players} & {*movement.house}) <= 1 for table in row)


# -- drawing numbers, and what is refused ------------------------------------------------------


@given(st.integers(8, 400), st.integers())
def test_a_draw_gives_everybody_one_number(players: int, seed: int):
    assert sorted(draw(players, seed)) == list(range(players))


def test_another_seed_draws_another_order():
    assert draw(16, 1) == draw(16, 1) != draw(16, 2)


@pytest.mark.parametrize("players", [-1, 0, 7, 401])
def test_too_few_or_too_many_players_are_refused(players: int):
    with pytest.raises(MovementRefused) as refused:
        plan(players, 1)
    assert refused.value.code == "bad_players"
    assert refused.value.detail == {"players": players, "least": 8, "most": 400}


@pytest.mark.parametrize("rounds", [-1, 0, 101])
def test_no_rounds_or_too_many_are_refused(rounds: int):
    with pytest.raises(MovementRefused) as refused:
        plan(16, rounds)
    assert refused.value.code == "bad_rounds"


@pytest.mark.parametrize(("players", "rounds"), [(8, 1), (8, 4), (13, 9), (18, 30), (64, 21)])
def test_a_warning_beforehand_is_that_of_the_plan(players: int, rounds: int) -> None:
    for seed in (0, 5):
        told = movement.report(movement.plan(players, rounds, seed))
        assert movement.warnings(players, rounds) == told["warnings"]


def test_a_warning_can_be_changed_by_whoever_got_it() -> None:
    [first] = movement.warnings(8, 7)
    kept = dict(first["meetings"])
    first["meetings"].clear()
    assert movement.warnings(8, 7)[0]["meetings"] == kept
