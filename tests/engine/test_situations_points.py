"""Traps that other programs fell into when it came to paying, and to pass games.

Each test carries the number of its line under "At the table". Points are those of the sources; no
source but 002 gives anything for all thirteen tricks except the reconstructed championship sheet.
"""

from __future__ import annotations

import itertools

import pytest

import engine
from engine import ContractFacts, ResultFacts, score_result
from tests.engine.rulesets.tables import bidding

N, E, S, W = engine.SEATS
EVERY = pytest.mark.parametrize("slug", engine.rulesets.names())
CHAMPIONSHIPS = ("championship-offline", "championship-online")
Points = tuple[int, ...]


def points(slug: str, *contracts: ContractFacts, **options: object) -> Points:
    return score_result(slug, options, ResultFacts(contracts)).scores


def test_18_of_two_miseres_one_fails_and_each_is_settled_alone():
    """Anna makes hers, Ben does not. That she plays on is said in `test_play`."""
    assert points("german", ContractFacts("misere", N, 0), ContractFacts("piek", E, 0)) == (
        *(20, -20, 0, 0),
    )


@pytest.mark.parametrize("declarers", [1, 2, 3, 4])
@EVERY
def test_19_however_many_piek_or_misere_together_the_points_sum_to_zero(slug: str, declarers: int):
    rules = engine.rulesets.get(slug).with_options({})
    joint = [rung for rung in rules.ladder if rung.joined_by or declarers == 1]
    for rung in joint:
        if rung.kind.value not in ("piek", "misere"):
            continue
        for made in itertools.product((True, False), repeat=declarers):
            if all(made) and declarers == 4:
                continue  # who takes the other tricks?
            tricks = [rung.target + (0 if good else 1) for good in made]
            if declarers == 4:
                tricks[made.index(False)] += 13 - rung.discards - sum(tricks)
            contracts = [
                ContractFacts(rung.bid, seat, taken)
                for seat, taken in zip(engine.SEATS, tricks, strict=False)
            ]
            result = score_result(slug, {}, ResultFacts(tuple(contracts)))
            assert sum(result.scores) == 0
            assert all(one.payer is not one.payee for one in result.payments)
            if len(set(made)) == 1 and declarers == 4:
                assert result.scores == (0, 0, 0, 0), "each pays each as much"


@pytest.mark.parametrize(("tricks", "made"), [(0, True), (1, False), (4, False)])
@EVERY
def test_20_a_misere_is_made_without_a_trick_and_with_none(slug: str, tricks: int, made: bool):
    bid = "miserie" if slug == "wiezen" else "misere"
    [mine, *others] = points(slug, ContractFacts(bid, N, tricks))
    assert (mine > 0) is made
    assert [-3 * one for one in others] == [mine] * 3
    assert points(slug, ContractFacts(bid, N, 4)) == points(slug, ContractFacts(bid, N, 1))


@pytest.mark.parametrize(
    ("slug", "options", "expected"),
    [
        ("championship-online", {}, (-20, 0, 10, 10)),
        ("championship-offline", {}, (-20, 0, 10, 10)),
        ("wikibooks", {}, (-10, 0, 5, 5)),
        ("german", {}, (-2, -2, 2, 2)),
        ("german", {"rikker_pays_alone": True}, (-4, 0, 2, 2)),
    ],
)
def test_21_a_rik_lost_with_seven_is_paid_as_each_source_has_it(
    slug: str, options: dict[str, object], expected: Points
):
    assert points(slug, ContractFacts("rik", N, 7, E), **options) == expected


@pytest.mark.parametrize(
    ("slug", "rik", "other", "nine"),
    [
        # 002 has one more for all thirteen, and two for a troela; the championship sheet has 35.
        ("german", 7, ("troela", 8), 6),
        ("wikibooks", 30, ("troela", 30), 25),
        ("championship-online", 70, ("rik_beter", 70), 40),
        ("championship-offline", 70, ("rik_beter", 70), 40),
    ],
)
def test_22_all_thirteen_tricks_are_worth_what_each_source_says(
    slug: str, rik: int, other: tuple[str, int], nine: int
):
    assert points(slug, ContractFacts("rik", N, 13, E)) == (rik, rik, -rik, -rik)
    bid, value = other
    assert points(slug, ContractFacts(bid, N, 13, E)) == (value, value, -value, -value)
    assert points(slug, ContractFacts("alleen_9", N, 13)) == (3 * nine, -nine, -nine, -nine)


@pytest.mark.parametrize(
    ("slug", "each"),
    [("german", 4), ("wikibooks", 15), ("championship-online", 30), ("championship-offline", 30)],
)
def test_23_nine_alone_with_six_tricks_pays_for_three_missing_ones(slug: str, each: int):
    assert points(slug, ContractFacts("alleen_9", N, 6)) == (-3 * each, each, each, each)
    fewer = points(slug, ContractFacts("alleen_9", N, 5))
    assert fewer[0] < -3 * each, "each missing trick counts"


@pytest.mark.parametrize("slug", ["wikibooks", "german", *CHAMPIONSHIPS])
def test_24_twelve_tricks_are_not_thirteen(slug: str):
    assert points(slug, ContractFacts("alleen_13", N, 12))[0] < 0
    assert points(slug, ContractFacts("alleen_13", N, 13))[0] > 0


@pytest.mark.parametrize("slug", CHAMPIONSHIPS)
def test_28_every_way_to_share_thirteen_tricks_at_one_or_five(slug: str):
    """One winner +30, two +20 each, three +10 each, nobody 0; four cannot be."""
    splits = 0
    for north, east, south in itertools.product(range(14), repeat=3):
        taken = (north, east, south, 13 - north - east - south)
        if taken[3] < 0:
            continue
        splits += 1
        scores = score_result(slug, {}, ResultFacts(pass_game="one_or_five", taken=taken)).scores
        winners = [place for place in range(4) if taken[place] in (1, 5)]
        assert sum(scores) == 0
        assert len(winners) < 4
        for place in range(4):
            won = 10 * (4 - len(winners)) if winners else 0
            assert scores[place] == (won if place in winners else -10 * len(winners))
    assert splits == 560


@pytest.mark.parametrize("slug", ["wikibooks", *CHAMPIONSHIPS])
def test_29_all_pass_and_a_pass_game_is_chosen_by_whom_the_rules_name(slug: str):
    game = bidding(slug, dealer="W").bid("pass pass pass pass")
    assert game.state.phase is engine.Phase.CHOOSE
    assert game.to_act is (N if slug == "wikibooks" else W)


def test_29_all_pass_and_forehand_must_rik_on_the_platform():
    game = bidding("platform", dealer="W").bid("pass pass pass pass")
    assert [(one.rung.bid, one.declarer) for one in game.state.contracts] == [("rik", N)]


@pytest.mark.parametrize(("slug", "again"), [("german", False), ("wiezen", True)])
def test_29_all_pass_and_the_deal_is_thrown_in_to_be_dealt_by_the_next_or_the_same(
    slug: str, again: bool
):
    game = bidding(slug).bid("pass pass pass pass")
    assert game.state.finished
    assert engine.outcome(game.state).scores == (0, 0, 0, 0)
    assert game.state.dealt_again is again


@pytest.mark.parametrize("tricks", range(14))
@pytest.mark.parametrize("slug", ["wikibooks", "platform", "german", *CHAMPIONSHIPS])
def test_38_a_rik_may_take_any_number_of_tricks(slug: str, tricks: int):
    target = engine.rulesets.get(slug).rungs["rik"].target
    scores = points(slug, ContractFacts("rik", N, tricks, E))
    assert sum(scores) == 0
    assert (scores[0] > 0) is (tricks >= target)


def test_38_of_thirteen_tricks_none_may_be_missing():
    with pytest.raises(engine.BadResult):
        score_result(
            "championship-online", {}, ResultFacts(pass_game="one_or_five", taken=(4,) * 4)
        )
    with pytest.raises(engine.BadResult):
        points("championship-online", ContractFacts("rik", N, 14, E))
