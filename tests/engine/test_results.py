"""A game known by its result alone has the points of the same game played card by card."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import BadResult, ContractFacts, ResultFacts, score_result
from tests.engine.histories import play_out
from tests.engine.test_vectors import GAMES, by_name

N, E, S, W = engine.SEATS
FINISHED = [record for record in GAMES if record["expect"]["finished"]]


def facts_written_down(record: dict[str, Any]) -> ResultFacts:
    """From the expected answer and the cards as they lay in the tricks, not from the engine's
    own settling."""
    expect = record["expect"]
    seat = engine.Seat.parse
    contracts = tuple(
        ContractFacts(
            one["bid"],
            seat(one["declarer"]),
            one["tricks"],
            seat(one["partner"]) if one["partner"] else None,
        )
        for one in expect["contracts"]
    )
    if expect["pass_game"] is None:
        return ResultFacts(contracts)
    play = engine.fold(record).state.play
    if play is None:
        return ResultFacts(pass_game=expect["pass_game"])
    north, east, south, west = (expect["tricks"][letter] for letter in "NESW")
    mie = next((one.winner for one in play.tricks if engine.Card("SQ") in one.cards), None)
    return ResultFacts(
        pass_game=expect["pass_game"],
        taken=(north, east, south, west),
        penalty_card=mie,
        last_trick=play.tricks[-1].winner,
    )


@pytest.mark.parametrize("record", FINISHED, ids=by_name)
def test_the_result_alone_gives_the_points_of_the_played_game(record: dict[str, Any]):
    facts = facts_written_down(record)
    if facts.pass_game not in ("schoppen_mie",):
        facts = ResultFacts(facts.contracts, facts.pass_game, facts.taken)
    scored = score_result(record["ruleset"], record["options"], facts)
    points = {seat.letter: scored.scores[seat] for seat in engine.SEATS}
    assert points == record["expect"]["scores"]
    assert scored.payments == engine.outcome(engine.fold(record).state).payments


@pytest.mark.parametrize("slug", engine.rulesets.names())
@settings(max_examples=15, deadline=None)
@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_any_finished_game_is_worth_what_its_facts_say(slug: str, seed: int):
    """Under options nobody chose: jokers, pass games that count or not, riks paid alone."""
    over = play_out(slug, seed).states[-1]
    scored = score_result(slug, over.options, engine.facts_of(over))
    answer = engine.outcome(over)
    assert (scored.scores, scored.payments) == (answer.scores, answer.payments)


def test_a_bid_whose_points_an_event_has_set_to_nothing_is_paid_by_nobody():
    facts = ResultFacts((ContractFacts("piek", N, 1), ContractFacts("piek", S, 2)))
    scored = score_result("wikibooks", {"values": {"piek": 0}}, facts)
    assert (scored.scores, scored.payments) == ((0, 0, 0, 0), ())


@pytest.mark.parametrize(
    "facts",
    [
        ResultFacts((ContractFacts("troela", N, 8, E),)),
        ResultFacts((ContractFacts("rik", N, 14, E),)),
        ResultFacts((ContractFacts("rik", N, 8),)),
        ResultFacts((ContractFacts("rik", N, 8, N),)),
        ResultFacts((ContractFacts("alleen_8", N, 8, E),)),
        ResultFacts((ContractFacts("piek", N, 1), ContractFacts("misere", E, 0))),
        ResultFacts((ContractFacts("piek", N, 1), ContractFacts("piek", N, 1))),
        ResultFacts((ContractFacts("alleen_8", N, 8), ContractFacts("alleen_8", E, 8))),
        ResultFacts(pass_game="rondpiek", taken=(4, 3, 3, 3)),
        ResultFacts(pass_game="one_or_five", taken=(4, 4, 4, 4)),
        ResultFacts(pass_game="schoppen_mie", taken=(4, 3, 3, 3)),
        ResultFacts(pass_game="schoppen_mie", taken=(0, 7, 3, 3), penalty_card=N, last_trick=E),
        ResultFacts((ContractFacts("piek", N, 1),), pass_game="one_or_five", taken=(4, 3, 3, 3)),
    ],
    ids=lambda facts: str(facts.contracts or facts.pass_game)[:60],
)
def test_a_result_as_no_game_has_it_is_refused(facts: ResultFacts):
    with pytest.raises(BadResult):
        score_result("championship-online", {}, facts)


def test_nobody_took_anything_when_the_deal_was_thrown_in():
    assert score_result("german", {}, ResultFacts()).payments == ()
