"""Rikken as the German rulebook has it: equal bids, troela as a duty, open hands, its variants."""

from __future__ import annotations

import pytest

import engine
from engine import BadOption, IllegalBid, IllegalTrump, Phase, rulesets
from engine.scoring import pass_game_payments, points_of, settle_contract, total
from tests.engine.rulesets.tables import (
    FOUR_ACES,
    THREE_ACES,
    bidding,
    declarers,
    open_hands,
    talkers,
)

RULES = rulesets.get("german")
N, E, S, W = engine.SEATS


def test_misere_and_piek_are_one_height_and_join_each_other():
    ranks = {rung.bid: rung.rank for rung in RULES.ladder}
    assert ranks["misere"] == ranks["piek"] < ranks["alleen_9"]
    assert ranks["open_misere"] == ranks["open_piek"] < ranks["troela"]
    game = bidding("german").bid("E:misere")
    assert game.bids.split()[1:3] == ["misere", "piek"]
    assert declarers(game.bid("S:piek W:pass N:pass")) == ["E misere", "S piek"]


def test_a_join_by_all_who_still_bid_ends_the_auction_at_once():
    game = bidding("german").bid("E:piek S:misere W:pass N:misere")
    assert game.state.phase is Phase.PLAY
    assert declarers(game) == ["E piek", "S misere", "N misere"]


@pytest.mark.parametrize(
    ("made", "points"), [((True, True), (10, 10, -10, -10)), ((True, False), (20, -20, 0, 0))]
)
def test_anna_s_misere_and_bens_piek_are_settled_each_on_its_own(
    made: tuple[bool, bool], points: tuple[int, ...]
):
    misere = settle_contract(RULES.rungs["misere"], N, None, 0 if made[0] else 1)
    piek = settle_contract(RULES.rungs["piek"], E, None, 1 if made[1] else 0)
    assert total([misere, piek]) == points


def test_three_aces_are_a_troela_at_the_first_bid():
    game = bidding("german", hands={"S": THREE_ACES}).bid("E:rik")
    assert game.bids.split()[0] == "troela"
    assert "pass" not in game.bids.split()
    for bid in ("pass", "rik_beter", "open_piek"):
        with pytest.raises(IllegalBid):
            game.bid(f"S:{bid}")
    assert game.bid("S:alleen_13").to_act is W, "higher is free"


def test_a_standing_bid_above_troela_ends_the_duty_for_good():
    game = bidding("german", hands={"S": THREE_ACES}).bid("E:open_misere_praatje")
    assert "pass" in game.bids.split()
    assert "troela" not in game.bids.split()


def test_four_aces_are_no_troela():
    game = bidding("german", hands={"E": FOUR_ACES})
    assert {"pass", "rik"} <= set(game.bids.split())
    assert "troela" not in game.bids.split()


def test_the_partner_names_the_trump_of_a_troela_or_by_option_the_declarer():
    hands = {"E": THREE_ACES, "N": "CA"}
    game = bidding("german", hands=hands).bid("E:troela pass pass pass")
    assert game.to_act is N
    with pytest.raises(IllegalTrump):
        game.declare("C")
    own = bidding("german", hands=hands, troela_trump="declarer").bid("E:troela pass pass pass")
    assert own.to_act is E


def test_the_fourth_ace_must_fall_when_its_suit_is_led():
    hands = {"E": THREE_ACES, "N": "CA C9"}
    game = bidding("german", hands=hands).bid("E:troela pass pass pass").declare("S")
    game = game.play("E:C2")
    while game.to_act is not N:
        game = game.play(game.cards.split()[0])
    assert game.cards == "CA"


def test_its_holder_may_lead_low_under_it_and_then_owes_nothing():
    hands = {"E": THREE_ACES, "N": "CA C9 C8 SQ"}
    game = bidding("german", dealer="W", hands=hands)
    game = game.bid("N:pass E:troela S:pass W:pass").declare("S").play("N:C8")
    assert game.state.play is not None
    assert game.state.play.duty_spent
    while not (game.to_act is N and not game.state.play.cards):
        game = game.play(game.cards.split()[-1])
        if game.state.finished or len(game.state.play.tricks) > 6:
            break


@pytest.mark.parametrize(
    ("bid", "partner", "tricks", "points"),
    [
        ("rik", E, 10, (3, 3, -3, -3)),
        ("rik", E, 7, (-2, -2, 2, 2)),
        ("rik", E, 13, (7, 7, -7, -7)),
        ("rik", E, 0, (-10, -10, 10, 10)),
        ("troela", E, 8, (2, 2, -2, -2)),
        ("troela", E, 7, (-3, -3, 3, 3)),
        ("troela", E, 13, (8, 8, -8, -8)),
        ("alleen_8", None, 10, (9, -3, -3, -3)),
        ("alleen_8", None, 13, (21, -7, -7, -7)),
        ("alleen_9", None, 8, (-6, 2, 2, 2)),
        ("alleen_12", None, 13, (9, -3, -3, -3)),
        ("open_misere", None, 0, (30, -10, -10, -10)),
        ("alleen_13", None, 13, (45, -15, -15, -15)),
    ],
)
def test_one_and_one_a_trick_and_one_more_for_all_thirteen(
    bid: str, partner: engine.Seat | None, tricks: int, points: tuple[int, ...]
):
    assert settle_contract(RULES.rungs[bid], N, partner, tricks) == points


def test_a_lost_rik_may_be_the_rikkers_alone():
    alone = RULES.with_options({"rikker_pays_alone": True})
    assert settle_contract(alone.rungs["rik"], N, E, 7) == (-4, 0, 2, 2)
    assert settle_contract(alone.rungs["troela"], N, E, 7) == (-3, -3, 3, 3)
    assert settle_contract(alone.rungs["rik"], N, E, 9) == (2, 2, -2, -2)


def test_who_pays_whom_is_told():
    game = bidding("german", hands={"E": "KQJT98.KQJT98.2."}).bid("E:rik pass pass pass")
    trump, _, card = sorted(game.declarations)[0].partition(":")
    ended = engine.outcome(game.declare(trump, card).play_on().state)
    assert len(ended.payments) == 2
    payers = {payment.payer for payment in ended.payments}
    payees = {payment.payee for payment in ended.payments}
    assert len(payers | payees) == 4


def test_a_hand_lies_open_after_the_first_trick_and_with_praatje_all_four():
    hands = {"E": "5432.5432.5432.2"}
    game = bidding("german", hands=hands)
    plain = game.bid("E:open_misere pass pass pass")
    assert open_hands(plain.play_on(0).play(plain.cards.split()[0])) == ""
    assert (open_hands(plain.play_on(1)), talkers(plain.play_on(1))) == ("E", "")
    talk = game.bid("E:open_misere_praatje pass pass pass").play_on(1)
    assert (open_hands(talk), talkers(talk)) == ("NESW", "NSW")


def test_two_open_players_lie_open_at_the_same_time():
    game = bidding("german").bid("E:open_misere S:open_piek W:pass N:pass").play_on(1)
    assert open_hands(game) == "ES"


def test_all_passes_throw_the_deal_in_or_a_pass_game_follows():
    thrown = bidding("german").bid("pass pass pass pass")
    assert thrown.state.finished
    assert thrown.scores == {"N": 0, "E": 0, "S": 0, "W": 0}
    fixed = bidding("german", pass_game="dames").bid("pass pass pass pass")
    assert (fixed.state.phase, fixed.state.pass_game) == (Phase.PLAY, "dames")
    free = bidding("german", pass_game="choose").bid("pass pass pass pass")
    assert (free.state.phase, free.to_act) == (Phase.CHOOSE, E)


@pytest.mark.parametrize(
    ("queens", "points"),
    [
        ((1, 1, 2, 0), (-5, -5, -10, 20)),
        ((3, 1, 0, 0), (-15, -5, 10, 10)),
        ((4, 0, 0, 0), (-18, 6, 6, 6)),
        ((1, 1, 1, 1), (0, 0, 0, 0)),
    ],
)
def test_the_pot_of_the_queens_is_shared_by_who_has_none(
    queens: tuple[int, ...], points: tuple[int, ...]
):
    game = RULES.games["dames"]
    assert points_of(pass_game_payments(game, (4, 3, 3, 3), (), queens)) == points


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ((1, 4, 4, 4), (30, -10, -10, -10)),
        ((1, 5, 4, 3), (10, 10, -10, -10)),
        ((1, 1, 1, 10), (10, 10, 10, -30)),
        ((4, 3, 3, 3), (0, 0, 0, 0)),
    ],
)
def test_one_five_or_eleven(taken: tuple[int, ...], points: tuple[int, ...]):
    game = RULES.games["one_five_eleven"]
    assert points_of(pass_game_payments(game, taken)) == points


@pytest.mark.parametrize(
    ("takers", "points"), [((N, E), (-10, -10, 10, 10)), ((N, N), (-30, 10, 10, 10))]
)
def test_schoppen_mie_costs_ten_in_both_printed_cases(
    takers: tuple[engine.Seat, ...], points: tuple[int, ...]
):
    game = RULES.games["schoppen_mie"]
    assert points_of(pass_game_payments(game, (5, 4, 2, 2), takers)) == points


def test_seven_alone_stands_between_rik_beter_and_eight_alone():
    game = bidding("german", alleen_7=True).bid("E:rik_beter")
    assert game.bids.split()[:3] == ["pass", "alleen_7", "alleen_8"]
    seven = RULES.with_options({"alleen_7": True}).rungs["alleen_7"]
    assert settle_contract(seven, N, None, 8) == (6, -2, -2, -2)


def test_house_rules_take_bids_out():
    said = {rung.bid for rung in RULES.with_options({"no_piek": True, "beter": "none"}).ladder}
    assert not {"piek", "open_piek", "open_piek_praatje", "rik_beter"} & said
    assert "piek" not in bidding("german", no_piek=True).bid("E:misere").bids.split()


def test_nobody_plays_alone_first_where_a_bid_has_to_come_before():
    game = bidding("german", solo_after_bid=True)
    assert "alleen_8" not in game.bids.split()
    assert "alleen_8" in game.bid("E:rik").bids.split()


def test_a_drawn_better_suit_brings_better_solos_directly_above_the_plain_ones():
    game = bidding("german", beter="drawn", drawn="C").bid("E:alleen_8")
    assert game.bids.split()[:4] == ["pass", "alleen_8_beter", "misere", "piek"]
    assert game.bid("S:alleen_8_beter W:pass N:pass E:pass").declarations == {"C"}
    assert game.table.as_dict()["beter_suit"] == "C"
    rules = game.state.ruleset
    for tricks in range(14):
        eight, better = rules.rungs["alleen_8"], rules.rungs["alleen_8_beter"]
        assert settle_contract(eight, N, None, tricks) == settle_contract(better, N, None, tricks)


def test_without_hearts_in_a_plain_rik_means_without_the_drawn_suit():
    game = bidding("german", beter="drawn", drawn="C", plain_rik_hearts=False)
    named = {one[0] for one in game.bid("E:rik pass pass pass").declarations}
    assert "C" not in named
    assert "H" in named or "S" in named


@pytest.mark.parametrize(
    ("options", "suit", "code"),
    [({"beter": "drawn"}, None, "missing_beter"), ({}, "S", "unexpected_beter")],
)
def test_the_better_suit_is_told_where_it_is_drawn_and_only_there(
    options: dict[str, object], suit: str | None, code: str
):
    state = bidding("german").state
    with pytest.raises(engine.SetupError) as refused:
        engine.start(
            ruleset="german",
            options=options,
            dealer=N,
            deal=state.deal,
            beter_suit=engine.Suit(suit) if suit else None,
        )
    assert refused.value.code == code


def test_the_dealer_may_have_to_bid():
    game = bidding("german", dealer_must_bid=True).bid("pass pass pass")
    assert "pass" not in game.bids.split()


@pytest.mark.parametrize(
    "options",
    [
        {"troela": "absent", "troela_trump": "declarer"},
        {"dealer_must_bid": True, "pass_game": "dames"},
    ],
)
def test_contradictions_are_refused(options: dict[str, object]):
    with pytest.raises(BadOption) as refused:
        RULES.resolve(options)
    assert set(refused.value.detail["options"]) == set(options)


def test_values_can_be_replaced_rung_by_rung():
    table = {"misere": 7, "rik": {"base": 2}, "alleen_9": {"base": 3, "over": 2, "extra": 0}}
    rules = RULES.with_options({"values": table})
    assert settle_contract(rules.rungs["misere"], N, None, 0) == (21, -7, -7, -7)
    assert settle_contract(rules.rungs["rik"], N, E, 8) == (2, 2, -2, -2)
    assert settle_contract(rules.rungs["rik"], N, E, 7) == (-3, -3, 3, 3)
    assert settle_contract(rules.rungs["alleen_9"], N, None, 13) == (33, -11, -11, -11)
    assert rules.options["values"] == table


@pytest.mark.parametrize(
    "table",
    [[], {"mizere": 5}, {"misere": {"base": 1}}, {"rik": 5}, {"rik": {}}, {"misere": True},
     {"misere": -1}, {"rik": {"base": "x"}}, {"rik": {"bse": 1}}],
)  # fmt: skip
def test_a_table_of_another_shape_is_refused(table: object):
    with pytest.raises(BadOption):
        RULES.resolve({"values": table})
