"""Rikken as in the Dutch Wikibooks: ladder, joins, open hands, troela, pass games, options."""

from __future__ import annotations

import pytest

import engine
from engine import BadOption, IllegalBid, IllegalTrump, Phase, rulesets
from engine.scoring import settle_contract
from tests.engine.rulesets.tables import THREE_ACES, bidding, declarers, open_hands, talkers

RULES = rulesets.get("wikibooks")
N, E, S, W = engine.SEATS
LADDER = [
    "rik", "rik_beter", "alleen_8", "alleen_8_beter", "piek", "alleen_9", "alleen_9_beter",
    "misere", "open_piek", "alleen_10", "alleen_10_beter", "troela", "open_misere",
    "open_piek_praatje", "alleen_11", "alleen_11_beter", "open_misere_praatje", "alleen_12",
    "alleen_12_beter", "alleen_13",
]  # fmt: skip


def test_the_ladder_is_the_table_of_the_book_from_top_to_bottom():
    assert [rung.bid for rung in RULES.ladder] == LADDER
    assert [rung.rank for rung in RULES.ladder] == list(range(1, 21)), "no two bids are equal"


@pytest.mark.parametrize("standing", [bid for bid in LADDER if bid != "troela"])
def test_anything_higher_may_be_bid_and_what_can_be_played_together_joined(standing: str):
    above = [bid for bid in LADDER[LADDER.index(standing) + 1 :] if bid != "troela"]
    joined = [standing] if "piek" in standing or "misere" in standing else []
    assert bidding("wikibooks").bid(f"E:{standing}").bids.split() == ["pass", *joined, *above]


def test_troela_takes_exactly_three_aces_and_nobody_has_to_say_it():
    game = bidding("wikibooks", hands={"E": THREE_ACES})
    assert {"pass", "rik", "troela"} <= set(game.bids.split())
    with pytest.raises(IllegalBid):
        bidding("wikibooks", hands={"E": "A5432.A32.A4.A32"}).bid("E:troela")


def test_the_fourth_ace_names_the_trump_but_not_in_its_own_suit():
    game = bidding("wikibooks", hands={"E": THREE_ACES, "W": "CA"}).bid("troela pass pass pass")
    assert (game.state.phase, game.to_act) == (Phase.DECLARE, W)
    assert game.declarations == {"S", "H", "D"}
    assert game.table.contracts[0].partner is W, "he shows himself by naming it"
    with pytest.raises(IllegalTrump):
        game.declare("C")
    assert game.declare("S").to_act is E, "forehand leads"


def test_nobody_owes_the_fourth_ace():
    hands = {"E": THREE_ACES, "W": "CA C9 C8"}
    game = bidding("wikibooks", hands=hands).bid("troela pass pass pass").declare("S")
    game = game.play("E:C2 S:C5" if "C5" in game.play("E:C2").cards else "E:C2")
    while game.to_act is not W:
        game = game.play(game.cards.split()[0])
    assert {"CA", "C9", "C8"} <= set(game.cards.split())


def test_a_hand_lies_open_after_the_fifth_card_and_opponents_may_talk():
    game = bidding("wikibooks", hands={"E": "5432.5432.5432.2"})
    for bid, talk in (("open_misere", ""), ("open_misere_praatje", "NSW")):
        played = game.bid(f"E:{bid} pass pass pass").play_on(1)
        assert open_hands(played) == ""
        card = played.cards.split()[0]
        assert (open_hands(played.play(card)), talkers(played.play(card))) == ("E", talk)


def test_the_bidder_of_thirteen_leads_unless_forehand_does():
    for leader, seat in (("bidder", W), ("forehand", E)):
        game = bidding("wikibooks", a13_leader=leader).bid("E:pass S:pass W:alleen_13 N:pass")
        assert game.declare("H").to_act is seat


def test_hearts_are_the_better_suit_and_no_trump_of_a_plain_bid():
    for bid in ("rik", "alleen_8", "alleen_12"):
        game = bidding("wikibooks").bid(f"E:{bid} pass pass pass")
        assert not [one for one in game.declarations if one.startswith("H")]
    assert "H" in bidding("wikibooks").bid("E:alleen_13 pass pass pass").declarations


def test_eight_hearts_without_the_ace_may_not_be_trump_where_that_forces_a_blind_call():
    """The book's own example, with forced riks, whose trump is free."""
    hand = {"E": "A8765.KQJT9876.."}
    game = bidding("wikibooks", hands=hand).bid("pass pass pass pass").choose("verplichte_rik")
    assert {one for one in game.declarations if one.startswith("H")} == set()
    assert "S:HA" in game.declarations


def test_silent_blind_calls_leave_every_trump_and_every_ace_not_held():
    hand = {"E": "A8765.KQJT9876.."}
    silent = bidding("wikibooks", hands=hand, blind_silent=True, plain_rik_hearts=True)
    game = silent.bid("E:rik pass pass pass")
    assert {"H:DA", "H:CA", "S:HA", "S:DA"} <= game.declarations
    assert not any("blind" in one for one in game.declarations)
    led = game.declare("S", "DA")
    assert "(H6)" in led.cards.split(), "one card may be led face down all the same"
    assert led.table.contracts[0].blind is None, "and nothing tells the table"
    assert "(H6)" not in game.declare("S", "HA").cards.split()


@pytest.mark.parametrize(
    ("bid", "tricks", "points"),
    [
        ("rik", 10, (15, 15, -15, -15)),
        ("rik", 6, (-20, 0, 10, 10)),
        ("rik_beter", 13, (30, 30, -30, -30)),
    ],
)
def test_a_rik_is_paid_head_by_head_and_lost_by_the_rikker(
    bid: str, tricks: int, points: tuple[int, ...]
):
    assert settle_contract(RULES.rungs[bid], N, E, tricks) == points


@pytest.mark.parametrize(
    ("bid", "tricks", "mine"),
    [
        ("alleen_9", 11, 45),
        ("alleen_9", 7, -30),
        ("alleen_13", 13, 15),
        ("alleen_13", 11, -30),
        ("piek", 1, 15),
        ("misere", 0, 30),
        ("open_piek", 2, -30),
        ("open_misere_praatje", 1, -60),
    ],
)
def test_the_printed_points_are_the_declarers(bid: str, tricks: int, mine: int):
    rung = RULES.rungs[bid]
    assert settle_contract(rung, N, None, tricks) == (mine, -mine // 3, -mine // 3, -mine // 3)


def test_or_each_opponent_pays_as_much():
    thrice = RULES.with_options({"solo_value_is_total": False})
    assert settle_contract(thrice.rungs["misere"], N, None, 0) == (90, -30, -30, -30)
    assert settle_contract(thrice.rungs["rik"], N, E, 8) == (5, 5, -5, -5)


def test_forehand_chooses_among_seven_pass_games():
    game = bidding("wikibooks").bid("pass pass pass pass")
    assert (game.state.phase, game.to_act) == (Phase.CHOOSE, E)
    assert set(RULES.games) == {
        "two_or_five", "one_three_five", "schoppen_mie", "rondpiek",
        "verplicht_misere", "verplichte_rik", "redeal",
    }  # fmt: skip
    again = game.choose("redeal")
    assert again.state.finished
    assert again.events[-1] == engine.GameFinished()
    assert not game.choose("two_or_five").state.finished


def test_a_pass_game_fixed_beforehand_is_chosen_by_nobody():
    game = bidding("wikibooks", pass_game="rondpiek").bid("pass pass pass pass")
    assert (game.state.phase, game.state.pass_game) == (Phase.PLAY, "rondpiek")


def test_a_duplicate_board_leaves_dealing_again_out_and_other_games_are_named():
    game = bidding("wikibooks", redeal=False).bid("pass pass pass pass")
    with pytest.raises(engine.IllegalPassGame) as refused:
        game.choose("redeal")
    assert "verplichte_rik" in refused.value.detail["legal"]
    with pytest.raises(BadOption, match="two_or_five"):
        RULES.resolve({"redeal": False, "pass_game": "redeal"})


def test_a_forced_rik_is_played_with_partner_and_trump_and_counts_as_a_pass_game():
    game = bidding("wikibooks", hands={"E": "AQ432.K432.32.32", "N": "HA"})
    game = game.bid("pass pass pass pass").choose("verplichte_rik").declare("S", "HA")
    assert game.table.contracts[0].target == 7
    answer = engine.outcome(game.play_on().state)
    assert (answer.contracts, answer.pass_game) == ((), "verplichte_rik")


def test_three_piekers_make_four_where_that_is_the_custom():
    calls = "E:piek S:piek W:pass N:piek"
    assert len(bidding("wikibooks").bid(calls).state.contracts) == 3
    four = bidding("wikibooks", three_piekers_make_four=True).bid(calls)
    assert declarers(four) == ["E piek", "S piek", "W piek", "N piek"]


def test_no_spades_in_the_first_trick_of_schoppen_mie_and_no_duty_to_drop_the_queen():
    hands = {"E": "SQ S2 H2"}
    game = bidding("wikibooks", hands=hands).bid("pass pass pass pass").choose("schoppen_mie")
    assert not [card for card in game.cards.split() if card.startswith("S")]
    assert engine.outcome(game.play_on().state).scores == (0, 0, 0, 0)


def test_only_the_identical_bid_is_joined():
    game = bidding("wikibooks").bid("E:open_misere")
    assert "open_piek_praatje" in game.bids.split()
    assert declarers(game.bid("S:open_misere W:pass N:pass")) == ["E open_misere", "S open_misere"]
