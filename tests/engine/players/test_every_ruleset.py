"""House players in all six rulesets: they read the rules of their table, never its name."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import engine
from engine.players import NAMES, choose
from engine.players.splitmix import Numbers
from tests.engine.histories import open_random
from tests.engine.players.table import fixed_deal
from tests.engine.rulesets.tables import bidding

RULESETS = engine.rulesets.names()
DEALS = 120
FIRST = 60_000


def opened(slug: str, number: int) -> engine.GameState:
    deal, dealer = fixed_deal(number), engine.SEATS[number % 4]
    rules = engine.rulesets.get(slug)
    turned = deal.card(dealer, number * 7 % 13) if rules.draws else None
    return engine.start(ruleset=slug, options={}, dealer=dealer, deal=deal, turned=turned)


def to_the_end(state: engine.GameState, players: list[str], seed: int) -> engine.GameState:
    """An illegal choice raises."""
    seeds = Numbers(seed)
    while state.to_act is not None:
        view = engine.seat_view(state, state.to_act)
        command = choose(players[state.to_act], view, seeds.next())
        state = engine.replay(state, engine.decide(state, command))
    return state


@pytest.mark.parametrize("slug", RULESETS)
def test_they_play_by_any_rules_and_options(slug: str) -> None:
    for seed in range(60):
        rng = random.Random(seed)
        state = open_random(slug, rng)
        players = [rng.choice(NAMES) for _ in engine.SEATS]
        scores = engine.outcome(to_the_end(state, players, seed)).scores
        assert scores is not None
        assert sum(scores) == 0


@pytest.mark.parametrize("slug", RULESETS)
def test_four_of_them_bid_and_make_what_the_ruleset_has(slug: str) -> None:
    bids: Counter[str] = Counter()
    made: Counter[str] = Counter()
    passed = 0
    for number in range(FIRST, FIRST + DEALS):
        end = to_the_end(opened(slug, number), ["house"] * 4, number)
        passed += all(call.bid == "pass" for call in end.auction.calls)
        for contract in engine.outcome(end).contracts:
            rung = end.ruleset.rungs[contract.bid]
            side = "together" if contract.partner is not None else rung.kind.value
            bids[side] += 1
            made[side] += bool(contract.made)
    assert passed < DEALS / 3
    assert bids["together"] > DEALS / 4
    assert 0.4 * bids["together"] < made["together"] < 0.95 * bids["together"]
    assert bids["piek"] + bids["misere"] > 0 or "piek" not in engine.rulesets.get(slug).rungs
    assert len(engine.rulesets.get(slug).ladder) < 5 or bids["alleen"] > 0


# Every rung on cards that call for it; what the others say first is said for them.
SOLO, HEARTS = "AKQJT98765.A.A.A", "A.AKQJT98765.A.A"
STEPS = [
    ("wikibooks", "rik_beter", SOLO, "alleen_8"),
    ("wikibooks", "alleen_8", HEARTS, "alleen_8_beter"),
    ("wikibooks", "piek", SOLO, "alleen_9"),
    ("wikibooks", "alleen_9", HEARTS, "alleen_9_beter"),
    ("wikibooks", "open_piek", SOLO, "alleen_10"),
    ("wikibooks", "alleen_10", HEARTS, "alleen_10_beter"),
    ("wikibooks", "alleen_11", HEARTS, "alleen_11_beter"),
]
TO_TEN = "E:rik S:misere W:alleen_10"
OPENED = "E:rik S:misere W:open_misere"
RUNGS = [
    *((slug, f"E:{standing}", "S", hand, bid) for slug, standing, hand, bid in STEPS),
    ("championship-offline", "E:rik", "S", "AKQJT98765.AK.A.", "alleen_8"),
    ("championship-offline", "E:rik S:piek", "W", "AKQJT98765.A.A.A", "alleen_9"),
    ("championship-offline", "E:rik S:misere", "W", "AKQJT98765.A.A.A", "alleen_10"),
    ("championship-offline", "E:rik S:misere W:alleen_10", "N", "AKQJT98765.A.A.A", "alleen_11"),
    ("championship-offline", "E:rik S:misere", "W", "5432.432.432.432", "open_misere"),
    (
        "championship-offline",
        "E:misere S:open_misere",
        "W",
        "5432.432.432.432",
        "open_misere_praatje",
    ),
    ("championship-offline", "E:piek", "S", "A.5432.5432.5432", "open_piek"),
    ("wikibooks", "E:open_piek_praatje", "S", "AKQJT98765.A.A.A", "alleen_11"),
    ("wikibooks", "E:open_misere_praatje", "S", "AKQJT98765.A.A.A", "alleen_12"),
    ("wikibooks", "E:alleen_12", "S", "A.AKQJT98765.A.A", "alleen_12_beter"),
    ("wikibooks", "E:alleen_12_beter", "S", "AKQJT98765.A.A.A", "alleen_13"),
    ("wikibooks", "", "E", "AK2.AK2.AK32.432", "troela"),
    ("wikibooks", "", "E", "5432.432.432.432", "open_misere_praatje"),
    ("german", "", "E", "AKQJT98765.A.A.A", "open_alleen_13"),
    ("german", "E:open_misere_praatje", "S", "AKQJT98765.A.A.A", "open_alleen_13"),
    ("german", "", "E", "5432.432.432.432", "open_misere_praatje"),
    ("german", "", "E", "AK2.AK2.AK32.432", "troela"),
    ("platform", "E:rik", "S", "AKQJT9.AK32.AK2.", "rik_beter"),
    ("platform", "", "E", "5432.432.432.432", "misere"),
    ("wiezen", "", "E", "AKQJT9876.4.K2.2", "abondance"),
    ("wiezen", "", "E", "AK2.AK2.AK32.432", "troel"),
    ("wiezen", "", "E", "AKQJT98765432...", "solo_slim"),
    ("wiezen", "", "E", "5432.432.432.432", "open_miserie"),
    ("championship-online", "", "E", "AKQJT98765.A.A.A", "rik"),
    ("championship-online", "E:rik", "S", "32.AQJ32.AK2.432", "rik_beter"),
    ("championship-online", "E:rik", "S", "AKQJT98765.A.A.A", "alleen_8"),
    ("championship-online", "", "E", "A.5432.5432.5432", "piek"),
    ("championship-online", "E:rik S:alleen_8", "W", "AKQJT98765.A.A.A", "alleen_9"),
    ("championship-online", "", "E", "A432.432.432.432", "misere"),
    ("championship-online", "E:rik S:misere", "W", "AKQJT98765.A.A.A", "alleen_10"),
    ("championship-online", f"{TO_TEN}", "N", "AKQJT98765.A.A.A", "alleen_11"),
    ("championship-online", f"{TO_TEN} N:alleen_11", "E", "AKQJT98765.A.A.A", "alleen_12"),
    (
        "championship-online",
        f"{TO_TEN} N:alleen_11 E:alleen_12",
        "S",
        "AKQJT98765.A.A.A",
        "alleen_13",
    ),
    ("championship-offline", "", "E", "AKQJT98765.A.A.A", "rik"),
    ("championship-offline", "E:rik", "S", "32.AQJ32.AK2.432", "rik_beter"),
    ("championship-offline", "", "E", "A.5432.5432.5432", "piek"),
    ("championship-offline", "", "E", "A432.432.432.432", "misere"),
    ("championship-offline", "E:piek S:open_piek", "W", "A.5432.5432.5432", "open_piek_praatje"),
    ("championship-offline", OPENED, "N", "AKQJT98765.A.A.A", "alleen_12"),
    ("championship-offline", f"{OPENED} N:alleen_12", "E", "AKQJT98765.A.A.A", "alleen_13"),
    ("wikibooks", "", "E", "AKQJT9.AK.432.32", "rik"),
    ("wikibooks", "", "E", "32.AQJ32.AK2.432", "rik_beter"),
    ("wikibooks", "", "E", "K2.432.5432.5432", "piek"),
    ("wikibooks", "", "E", "AKQ32.432.432.32", "misere"),
    ("wikibooks", "E:alleen_9", "S", "K2.432.5432.5432", "open_piek"),
    ("wikibooks", "E:open_piek", "S", "9532.9532.532.53", "open_misere"),
    ("wikibooks", "", "E", "A.5432.5432.5432", "open_piek_praatje"),
    ("platform", "", "E", "AKQJT98765.A.A.A", "rik"),
    ("platform", "", "E", "A.5432.5432.5432", "piek"),
    ("german", "", "E", "AKQJT98.A.432.32", "rik"),
    ("german", "E:rik", "S", "AK2.AK32.432.432", "rik_beter"),
    ("german", "", "E", "AKQJT987.A.A.A32", "alleen_8"),
    ("german", "", "E", "9532.9532.532.53", "misere"),
    ("german", "", "E", "K2.432.5432.5432", "piek"),
    ("german", "E:alleen_8", "S", "AKQJT987.A.A.A32", "alleen_9"),
    ("german", "E:alleen_9", "S", "AKQJT987.A.A.A32", "alleen_10"),
    ("german", "E:alleen_10", "S", "AKQJT987.A.A.A32", "alleen_11"),
    ("german", "E:alleen_11", "S", "AKQJT987.A.A.A32", "alleen_12"),
    ("german", "E:open_misere", "S", "9532.9532.532.53", "open_misere"),
    ("german", "E:alleen_9", "S", "K2.432.5432.5432", "open_piek"),
    ("german", "", "E", "A.5432.5432.5432", "open_piek_praatje"),
    ("german", "E:open_misere_praatje", "S", "AKQJT98765..A.A2", "alleen_13"),
    ("wiezen", "", "E", "AKQJT98.A.432.32", "vraag"),
    ("wiezen", "E:vraag S:pass W:pass N:pass", "E", "KQJ32.KQ2.432.32", "solo"),
    ("wiezen", "E:abondance", "S", "AKQJT98.A.432.32", "abondance_in_troef"),
    ("wiezen", "", "E", "AKQ32.432.432.32", "miserie"),
]


def test_no_bid_of_any_ruleset_is_left_out() -> None:
    ladders = {slug: engine.rulesets.get(slug).with_options({}).ladder for slug in RULESETS}
    every = {(slug, rung.bid) for slug, ladder in ladders.items() for rung in ladder}
    assert every - {(slug, bid) for slug, _, _, _, bid in RUNGS} == set()


@pytest.mark.parametrize(("slug", "before", "seat", "hand", "bid"), RUNGS)
def test_they_bid_it_when_the_cards_are_there(
    slug: str, before: str, seat: str, hand: str, bid: str
) -> None:
    game = bidding(slug, hands={seat: hand}).bid(before)
    choice = choose("house", game.seen_by(seat), 1)
    assert choice == engine.MakeBid(engine.Seat.parse(seat), bid)
