"""A game known by its result alone has the points of the same game played card by card."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
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


@pytest.mark.parametrize("record", FINISHED, ids=by_name)
def test_the_facts_of_a_played_game_are_worth_its_points_also_as_json(record: dict[str, Any]):
    """With every suit, called card and hand looked at: what has been played is never refused."""
    over = engine.fold(record).state
    facts = engine.facts_of(over)
    written = json.loads(json.dumps(engine.write_facts(facts)))
    assert engine.read_facts(written) == facts
    scored = score_result(record["ruleset"], record["options"], facts, deal=over.deal)
    points = {seat.letter: scored.scores[seat] for seat in engine.SEATS}
    assert points == record["expect"]["scores"]
    assert sum(scored.scores) == 0


@pytest.mark.parametrize("slug", engine.rulesets.names())
@settings(max_examples=15, deadline=None)
@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_any_finished_game_is_worth_what_its_facts_say(slug: str, seed: int):
    """Under options nobody chose: jokers, pass games that count or not, riks paid alone."""
    over = play_out(slug, seed).states[-1]
    facts = engine.facts_of(over)
    assert engine.read_facts(engine.write_facts(facts)) == facts
    scored = score_result(slug, over.options, facts, deal=over.deal, beter_suit=over.beter_suit)
    answer = engine.outcome(over)
    assert (scored.scores, scored.payments) == (answer.scores, answer.payments)
    assert score_result(slug, over.options, facts).scores == answer.scores, "the deal unknown"
    _is_asked_for(slug, over, facts)


def _is_asked_for(slug: str, over: engine.GameState, facts: ResultFacts) -> None:
    """A form for these rules has a place for all of it."""
    scheduled = facts.pass_game if not over.auction.calls else None
    form = engine.result_form(slug, over.options, pass_game=scheduled, beter_suit=over.beter_suit)
    contracts = {one.bid: one for one in form.contracts}
    if facts.pass_game is not None:
        game = next(one for one in form.pass_games if one.game == facts.pass_game)
        written = engine.write_facts(facts).keys() - {"pass_game"}
        assert set(game.needs) <= written <= {*game.needs, *game.may}
        contracts = {game.contract.bid: game.contract} if game.contract else {}
    elif not facts.contracts:
        assert form.thrown_in
    for one in facts.contracts:
        asked = contracts[one.bid]
        assert one.tricks <= asked.most
        assert one.trump is None or one.trump in asked.trumps
        assert one.called is None or one.called in asked.called
        others = [other.bid for other in facts.contracts if other is not one]
        assert set(others) <= set(asked.joined_by)
        told = engine.write_facts(ResultFacts((one,)))["contracts"][0].keys()  # type: ignore[index]
        assert {"bid", *asked.needs} <= told <= {"bid", *asked.needs, *asked.may}


@pytest.mark.parametrize("slug", engine.rulesets.names())
def test_whatever_a_form_lets_somebody_fill_in_sums_to_nothing(slug: str):
    form = engine.result_form(slug, {})
    for one in form.contracts:
        called = one.called[0] if "partner" in {*one.needs, *one.may} and one.called else None
        for tricks, trump in itertools.product(range(one.most + 1), one.trumps or (None,)):
            if called is not None and trump is not None and one.called_beside_trump:
                called = next(card for card in one.called if card.suit is not trump)
            facts = ContractFacts(
                one.bid,
                N,
                tricks,
                E if "partner" in {*one.needs, *one.may} else None,
                called.suit if one.called_is_trump and called is not None else trump,
                called,
                one.most - tricks,
            )
            assert sum(score_result(slug, {}, ResultFacts((facts,))).scores) == 0


def test_a_bid_whose_points_an_event_has_set_to_nothing_is_paid_by_nobody():
    facts = ResultFacts((ContractFacts("piek", N, 1), ContractFacts("piek", S, 2)))
    scored = score_result("wikibooks", {"values": {"piek": 0}}, facts)
    assert (scored.scores, scored.payments) == ((0, 0, 0, 0), ())


RIK = ContractFacts("rik", N, 8, E, engine.Suit.SPADES, engine.Card("HA"))


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("bid_not_played", ResultFacts((ContractFacts("troela", N, 8, E),))),
        ("too_many_tricks", ResultFacts((ContractFacts("rik", N, 14, E),))),
        ("too_many_tricks", ResultFacts((ContractFacts("rik", N, -1, E),))),
        ("sides_not_thirteen", ResultFacts((replace(RIK, against=6),))),
        ("sides_not_thirteen", ResultFacts((ContractFacts("misere", N, 0, against=12),))),
        ("partner_missing", ResultFacts((ContractFacts("rik", N, 8),))),
        ("partner_is_declarer", ResultFacts((ContractFacts("rik", N, 8, N),))),
        ("played_alone", ResultFacts((ContractFacts("alleen_8", N, 8, E),))),
        ("impossible_trump", ResultFacts((replace(RIK, bid="rik_beter"),))),
        ("impossible_trump", ResultFacts((ContractFacts("piek", N, 1, trump=RIK.trump),))),
        ("called_is_trump", ResultFacts((replace(RIK, called=engine.Card("SA")),))),
        ("called_is_trump", ResultFacts((ContractFacts("rik_beter", N, 8, E, None, RIK.called),))),
        (
            "counts_not_thirteen",
            ResultFacts(tuple(ContractFacts("piek", s, 1) for s in (N, E, S, W))),
        ),
        ("impossible_called", ResultFacts((ContractFacts("piek", N, 1, called=RIK.called),))),
        (
            "not_joined",
            ResultFacts((ContractFacts("piek", N, 1), ContractFacts("misere", E, 0))),
        ),
        (
            "declarer_twice",
            ResultFacts((ContractFacts("piek", N, 1), ContractFacts("piek", N, 1))),
        ),
        (
            "not_joined",
            ResultFacts((ContractFacts("alleen_8", N, 8), ContractFacts("alleen_8", E, 8))),
        ),
        (
            "too_many_tricks",
            ResultFacts((ContractFacts("piek", N, 7), ContractFacts("piek", E, 7))),
        ),
        ("pass_game_not_played", ResultFacts(pass_game="rondpiek", taken=(4, 3, 3, 3))),
        ("counts_not_thirteen", ResultFacts(pass_game="one_or_five", taken=(4, 4, 4, 4))),
        ("counts_not_thirteen", ResultFacts(pass_game="one_or_five", taken=(14, -1, 0, 0))),
        ("counts_not_thirteen", ResultFacts(pass_game="one_or_five")),
        ("taken_by_nobody", ResultFacts(pass_game="schoppen_mie", taken=(4, 3, 3, 3))),
        ("taken_by_nobody", ResultFacts(pass_game="schoppen_mie", penalty_card=N)),
        (
            "took_no_trick",
            ResultFacts(pass_game="schoppen_mie", taken=(0, 7, 3, 3), penalty_card=N, last_trick=E),
        ),
        (
            "does_not_count",
            ResultFacts(pass_game="one_or_five", taken=(1, 5, 4, 3), last_trick=E),
        ),
        (
            "contract_of_pass_game",
            ResultFacts(
                (ContractFacts("piek", N, 1),), pass_game="one_or_five", taken=(4, 3, 3, 3)
            ),
        ),
        ("fact_of_pass_game", ResultFacts((RIK,), last_trick=E)),
        ("not_thrown_in", ResultFacts()),
    ],
    ids=lambda value: value if isinstance(value, str) else value.notation,
)
def test_a_result_as_no_game_has_it_is_refused(code: str, facts: ResultFacts):
    with pytest.raises(BadResult) as refused:
        score_result("championship-online", {}, facts)
    assert refused.value.code == code
    assert refused.value.notation == facts.notation


DEAL = engine.Deal.parse("N:AK2.QT9.J87.A654 QJ3.A2.KQT9.K872 T987.KJ87.A2.QJ3 654.6543.6543.T9")


@pytest.mark.parametrize(
    ("code", "partner", "called"),
    [(None, E, "HA"), ("partner_lacks_card", S, "HA"), ("own_card_called", E, "CA")],
)
def test_where_the_deal_is_known_the_partner_is_who_held_the_called_card(
    code: str | None, partner: engine.Seat, called: str
):
    facts = ResultFacts((ContractFacts("rik", N, 8, partner, RIK.trump, engine.Card(called)),))
    assert score_result("championship-online", {}, facts).scores[N] == 10
    if code is None:
        assert score_result("championship-online", {}, facts, deal=DEAL).scores[N] == 10
        return
    with pytest.raises(BadResult) as refused:
        score_result("championship-online", {}, facts, deal=DEAL)
    assert refused.value.code == code


def test_of_a_piek_that_was_stopped_at_its_second_trick_the_others_have_fewer_than_eleven():
    stopped = ResultFacts((ContractFacts("piek", N, 2, against=3),))
    assert score_result("championship-online", {}, stopped).scores == (-45, 15, 15, 15)
    with pytest.raises(BadResult):
        score_result("championship-online", {"early_end": False}, stopped)
    all_four = ResultFacts(tuple(ContractFacts("piek", seat, 2) for seat in engine.SEATS))
    score_result("championship-online", {}, all_four)
    with pytest.raises(BadResult):
        score_result("championship-online", {"early_end": False}, all_four)


def test_a_pass_game_that_follows_no_passes_is_played_only_where_it_was_scheduled():
    counts = {"pass_games_count": True, "pass_game": "schoppen_mie"}
    other = ResultFacts(pass_game="rondpiek", taken=(1, 4, 4, 4))
    mie = ResultFacts(pass_game="schoppen_mie", penalty_card=N, last_trick=E)
    again = ResultFacts(pass_game="redeal")
    for facts in (other, mie):
        assert any(score_result("wikibooks", counts, facts, scheduled=True).scores)
    assert any(score_result("wikibooks", counts, mie, scheduled=False).scores)
    for facts, options in ((other, counts), (again, {**counts, "pass_game": "redeal"})):
        score_result("wikibooks", options, facts)
        with pytest.raises(BadResult) as refused:
            score_result("wikibooks", options, facts, scheduled=False)
        assert refused.value.code == "pass_game_not_played"


def test_a_pass_game_that_is_not_paid_needs_nothing_but_its_name():
    assert score_result("wikibooks", {}, ResultFacts(pass_game="rondpiek")).payments == ()
    with pytest.raises(BadResult):
        score_result("wikibooks", {"pass_games_count": True}, ResultFacts(pass_game="rondpiek"))


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("malformed_result", []),
        ("malformed_result", {}),
        ("malformed_result", {"thrown_in": True, "pass_game": "rondpiek"}),
        ("malformed_result", {"thrown_in": 1}),
        ("malformed_result", {"contracts": "rik"}),
        ("malformed_result", {"pass_game": ["rondpiek"]}),
        ("malformed_result", {"pass_game": "one_or_five", "taken": [1, 5, 4, 3]}),
        (
            "malformed_result",
            {"pass_game": "one_or_five", "taken": {"N": 13, "E": 0, "S": 0, "W": None}},
        ),
        ("malformed_result", {"contracts": [{"bid": "rik", "declarer": "N", "tricks": True}]}),
        ("missing_field", {"contracts": [{"declarer": "N", "tricks": 8}]}),
        ("missing_field", {"contracts": [{"bid": "rik", "tricks": 8}]}),
        ("missing_field", {"contracts": [{"bid": "rik", "declarer": "N"}]}),
        ("bad_seat", {"contracts": [{"bid": "rik", "declarer": "n", "tricks": 8}]}),
        (
            "bad_card",
            {"contracts": [{"bid": "rik", "declarer": "N", "tricks": 8, "called": 7}]},
        ),
        ("unknown_field", {"contracts": [], "score": 10}),
    ],
    ids=str,
)
def test_what_is_no_result_at_all_is_refused_with_its_field(code: str, written: object):
    with pytest.raises(BadResult) as refused:
        engine.read_facts(written)
    assert refused.value.code == code
    assert refused.value.detail["field"]


def test_nobody_took_anything_when_the_deal_was_thrown_in():
    assert score_result("german", {}, ResultFacts()).payments == ()
