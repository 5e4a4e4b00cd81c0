"""Championships at the table: what the open forms add, and the readings of the one-step rule."""

from __future__ import annotations

import pytest

import engine
from engine import Phase, rulesets
from engine.scoring import settle_contract
from tests.engine.rulesets.tables import bidding, declarers, name_leader, open_hands, talkers

RULES = rulesets.get("championship-offline")
SLUG = "championship-offline"
N, E, S, W = engine.SEATS
LOW = "5432.5432.5432.2"

# rules.md 7.3; a rik has been bid somewhere before.
RAISES = {
    "rik": "rik_beter alleen_8 piek misere",
    "rik_beter": "alleen_8 piek misere",
    "alleen_8": "piek alleen_9 misere",
    "piek": "piek alleen_9 misere open_piek",
    "alleen_9": "misere alleen_10 open_piek",
    "misere": "misere alleen_10 open_piek open_misere",
    "alleen_10": "open_piek alleen_11 open_misere",
    "open_piek": "open_piek alleen_11 open_misere open_piek_praatje",
    "alleen_11": "open_misere alleen_12 open_piek_praatje",
    "open_misere": "open_misere alleen_12 open_piek_praatje open_misere_praatje",
    "alleen_12": "open_piek_praatje open_misere_praatje alleen_13",
    "open_piek_praatje": "open_piek_praatje open_misere_praatje alleen_13",
    "open_misere_praatje": "open_misere_praatje alleen_13",
    "alleen_13": "",
}
WAYS = [
    "rik",
    "rik rik_beter",
    "rik alleen_8",
    "rik piek",
    "rik piek alleen_9",
    "rik misere",
    "rik misere alleen_10",
    "rik misere open_piek",
    "rik misere alleen_10 alleen_11",
    "rik misere open_misere",
    "rik misere alleen_10 alleen_11 alleen_12",
    "rik misere open_piek open_piek_praatje",
    "rik misere open_misere open_misere_praatje",
    "rik misere alleen_10 alleen_11 alleen_12 alleen_13",
]


@pytest.mark.parametrize("calls", WAYS)
def test_a_raise_goes_one_step_in_its_family(calls: str):
    assert bidding(SLUG).bid(calls).bids == f"pass {RAISES[calls.split()[-1]]}".strip()


def test_the_next_rung_of_all_is_another_reading_of_one_step():
    game = bidding(SLUG, step="global").bid("E:rik")
    assert game.bids == "pass rik_beter"
    assert bidding(SLUG, step="global").bid("E:piek").bids == "pass piek misere"


def test_only_after_its_next_lower_relative_is_a_third():
    game = bidding(SLUG, step="predecessor").bid("E:rik")
    assert game.bids == "pass rik_beter alleen_8 piek misere"
    assert "alleen_9" not in game.bid("S:piek").bids.split()
    assert "alleen_9" in game.bid("S:alleen_8").bids.split()


def test_an_open_pieker_leads_and_lies_open_after_the_fifth_card():
    game = bidding(SLUG, hands={"W": LOW}).bid("E:piek S:pass W:open_piek N:pass E:pass")
    assert game.to_act is W
    trick = game.play_on(1)
    assert open_hands(trick) == ""
    assert open_hands(trick.play(trick.cards.split()[0])) == "W"


def test_two_open_piekers_lead_in_turn_and_lie_open_after_the_ninth_card():
    game = bidding(SLUG).bid("E:piek S:open_piek W:pass N:open_piek E:pass")
    assert declarers(game) == ["S open_piek", "N open_piek"]
    assert game.to_act is S, "who bid it first"
    second = game.play_on(1)
    assert second.to_act is N, "whoever took the trick"
    both = second.play_on(2)
    if not both.state.finished:
        assert open_hands(both) == ""
        assert open_hands(both.play(both.cards.split()[0])) == "NS"


def test_the_open_misere_player_names_who_leads():
    game = bidding(SLUG, hands={"S": LOW}).bid("E:misere S:open_misere W:pass N:pass E:pass")
    assert (game.state.phase, game.to_act) == (Phase.LEADER, S)
    assert len(engine.legal_actions(game.state)) == 4
    named = name_leader(game, "W")
    assert (named.state.phase, named.to_act) == (Phase.PLAY, W)
    assert engine.public_event(named.state, named.events[-1]) == {
        "do": "leader", "seat": "S", "leader": "W",
    }  # fmt: skip


def test_of_two_the_first_names_him():
    game = bidding(SLUG).bid("E:misere S:open_misere W:pass N:open_misere E:pass")
    assert game.to_act is S


def test_with_praatje_everybody_may_talk_once_the_hand_lies_open():
    calls = "E:misere S:open_misere W:open_misere_praatje N:pass E:pass S:pass"
    game = name_leader(bidding(SLUG, hands={"W": LOW}).bid(calls), "E").play_on(1)
    assert talkers(game) == ""
    assert talkers(game.play(game.cards.split()[0])) == "NESW"


def test_troela_is_not_played_and_three_aces_bind_nobody():
    game = bidding(SLUG, hands={"E": "AK2.A32.A432.432"})
    assert game.bids == "pass rik piek misere"


@pytest.mark.parametrize(
    ("bid", "tricks", "points"),
    [
        ("open_piek", 1, (120, -40, -40, -40)),
        ("open_misere", 1, (-150, 50, 50, 50)),
        ("open_piek_praatje", 0, (-165, 55, 55, 55)),
        ("open_misere_praatje", 0, (180, -60, -60, -60)),
        ("alleen_13", 12, (-210, 70, 70, 70)),
    ],
)
def test_the_open_forms_are_worth_more_from_rung_to_rung(
    bid: str, tricks: int, points: tuple[int, ...]
):
    assert settle_contract(RULES.rungs[bid], N, None, tricks) == points
