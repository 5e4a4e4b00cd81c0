"""The championship's tables: ladder, values, pass games, options."""

from __future__ import annotations

import hashlib
from itertools import product

import pytest

import engine
from engine import BadOption, MakeBid, Seat, UnknownOption, UnknownRuleset, rulesets
from engine.scoring import settle_contract, settle_pass_game
from tests.vocabulary import bidding, deal, playing

RULES = rulesets.get("championship-online")
N, E, S, W = engine.SEATS

# rules.md 7.3 without the open rungs; a rik has been bid somewhere before.
RAISES = {
    "rik": "rik_beter alleen_8 piek misere",
    "rik_beter": "alleen_8 piek misere",
    "alleen_8": "piek alleen_9 misere",
    "piek": "piek alleen_9 misere",
    "alleen_9": "misere alleen_10",
    "misere": "misere alleen_10",
    "alleen_10": "alleen_11",
    "alleen_11": "alleen_12",
    "alleen_12": "alleen_13",
    "alleen_13": "",
}


def test_the_ladder_is_the_scoring_sheets_without_the_open_bids():
    assert [rung.bid for rung in RULES.ladder] == list(RAISES)
    ranks = [rung.rank for rung in RULES.ladder]
    assert ranks == sorted(set(ranks)), "no two bids are equal here"


def test_only_rik_piek_and_misere_open_the_bidding():
    assert bidding().bids == "pass rik piek misere"
    assert bidding().bid("pass pass pass").bids == "pass rik piek misere"


@pytest.mark.parametrize(
    ("calls", "standing"),
    [
        ("rik", "rik"),
        ("rik rik_beter", "rik_beter"),
        ("rik alleen_8", "alleen_8"),
        ("rik piek", "piek"),
        ("rik alleen_8 alleen_9", "alleen_9"),
        ("rik misere", "misere"),
        ("rik misere alleen_10", "alleen_10"),
        ("rik misere alleen_10 alleen_11", "alleen_11"),
        ("rik misere alleen_10 alleen_11 alleen_12", "alleen_12"),
        ("rik misere alleen_10 alleen_11 alleen_12 alleen_13", "alleen_13"),
    ],
)
def test_a_raise_goes_one_step_in_its_family(calls: str, standing: str):
    assert bidding().bid(calls).bids == f"pass {RAISES[standing]}".strip()


def test_nine_alone_waits_for_eight_alone_unless_piek_stands():
    assert "alleen_9" not in bidding().bid("rik").bids
    assert "alleen_9" not in bidding().bid("rik rik_beter").bids
    assert "alleen_9" in bidding().bid("rik piek").bids


def test_nobody_plays_alone_before_somebody_has_bid_a_rik():
    assert bidding().bid("piek").bids == "pass piek misere"
    assert bidding().bid("misere").bids == "pass misere"


def test_a_rik_counts_even_if_its_bidder_has_passed_since():
    game = bidding().bid("E:rik S:piek W:piek N:misere E:pass")
    assert game.bids == "pass misere alleen_10"


@pytest.mark.parametrize("bid", ["open_piek", "troela", "alleen_8_beter", "abondance", "alleen_7"])
def test_bids_of_other_rulesets_are_not_played_here(bid: str):
    with pytest.raises(engine.IllegalBid) as refused:
        bidding().do(MakeBid(Seat.EAST, bid))
    assert refused.value.message == f"{bid} is not played here"


RIK_MADE = [10, 15, 20, 25, 30, 70]
RIK_LOST = [10, 15, 20, 25, 30, 35, 40, 45]


@pytest.mark.parametrize("bid", ["rik", "rik_beter"])
def test_a_rik_pays_ten_and_five_more_for_each_overtrick_and_seventy_for_all(bid: str):
    rung = RULES.rungs[bid]
    assert [rung.value(tricks) for tricks in range(8, 14)] == RIK_MADE
    assert [rung.value(tricks) for tricks in range(7, -1, -1)] == RIK_LOST


@pytest.mark.parametrize(
    ("bid", "tricks", "each"),
    [
        ("alleen_8", 8, 10),
        ("alleen_8", 9, 15),
        ("alleen_8", 13, 35),
        ("alleen_8", 7, -10),
        ("alleen_8", 0, -45),
        ("alleen_9", 11, 30),
        ("alleen_9", 8, -20),
        ("alleen_9", 6, -30),
        ("alleen_10", 10, 30),
        ("alleen_10", 9, -30),
        ("alleen_11", 12, 45),
        ("alleen_12", 13, 55),
        ("alleen_13", 13, 70),
        ("alleen_13", 12, -70),
        ("alleen_13", 0, -130),
        ("piek", 1, 15),
        ("piek", 0, -15),
        ("piek", 5, -15),
        ("misere", 0, 25),
        ("misere", 1, -25),
        ("misere", 4, -25),
    ],
)
def test_a_lone_declarer_is_paid_by_three(bid: str, tricks: int, each: int):
    points = settle_contract(RULES.rungs[bid], S, None, tricks)
    assert points == (-each, -each, 3 * each, -each)


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        (8, (10, -10, 10, -10)),
        (13, (70, -70, 70, -70)),
        (7, (0, 10, -20, 10)),
        (5, (0, 20, -40, 20)),
        (0, (0, 45, -90, 45)),
    ],
)
def test_a_lost_rik_is_paid_by_the_rikker_alone(tricks: int, points: tuple[int, ...]):
    assert settle_contract(RULES.rungs["rik"], S, N, tricks) == points


def splits_of_thirteen() -> list[tuple[int, ...]]:
    return [split for split in product(range(14), repeat=4) if sum(split) == 13]


def test_one_or_five_pays_ten_from_every_loser_to_every_winner():
    game = RULES.games["one_or_five"]
    by_winners: dict[int, int] = {}
    for split in splits_of_thirteen():
        points = settle_pass_game(game, split, [])
        winners = [place for place in range(4) if split[place] in (1, 5)]
        by_winners[len(winners)] = by_winners.get(len(winners), 0) + 1
        assert sum(points) == 0
        for place in range(4):
            if not winners:
                assert points[place] == 0
            elif place in winners:
                assert points[place] == 10 * (4 - len(winners))
            else:
                assert points[place] == -10 * len(winners)
    assert by_winners == {0: 180, 1: 244, 2: 108, 3: 28}, "four winners cannot be"


@pytest.mark.parametrize(
    ("queen", "last", "points"),
    [
        (N, N, (-30, 10, 10, 10)),
        (N, E, (-10, -10, 10, 10)),
        (W, S, (10, 10, -10, -10)),
    ],
)
def test_schoppen_mie_costs_five_to_each_for_the_queen_and_for_the_last_trick(
    queen: Seat, last: Seat, points: tuple[int, ...]
):
    game = RULES.games["schoppen_mie"]
    assert settle_pass_game(game, (4, 4, 4, 1), [queen, last]) == points


def test_when_all_pass_the_dealer_chooses_one_of_two_games():
    game = bidding(dealer="W").bid("pass pass pass pass")
    assert game.to_act is W
    assert {command.game for command in engine.legal_actions(game.state)} == {
        "schoppen_mie",
        "one_or_five",
    }
    assert game.choose("one_or_five").to_act is N, "forehand leads"


def test_forehand_leads_to_everything_thirteen_alone_included():
    assert playing("alleen_13 by S, trump H", leader="E").to_act is E
    assert playing("piek by S", leader="W").to_act is W
    assert playing("schoppen_mie", leader="N").to_act is N


def test_all_options_have_their_defaults():
    assert RULES.resolve({}) == {
        "called_card_duty": "always",
        "early_end": True,
        "plain_rik_hearts": True,
    }
    assert [spec.name for spec in RULES.option_specs] == [
        "early_end",
        "called_card_duty",
        "plain_rik_hearts",
        "step",
        "pass_game",
        "pass_games_count",
        "values",
    ]


def test_options_that_came_later_are_named_only_where_they_differ():
    """So events frozen before they came keep their fingerprint, and their promise with it."""
    assert RULES.resolve({"step": "family", "values": {}}) == RULES.resolve({})
    assert RULES.resolve({"step": "global"}) == {**RULES.resolve({}), "step": "global"}


def test_the_state_knows_the_options_in_force():
    assert bidding(early_end=False).state.options == {
        "called_card_duty": "always",
        "early_end": False,
        "plain_rik_hearts": True,
    }


@pytest.mark.parametrize(
    ("misspelt", "meant"),
    [
        ("early_ned", "early_end"),
        ("calledcardduty", "called_card_duty"),
        ("plain-rik-hearts", "plain_rik_hearts"),
        ("EARLY_END", "early_end"),
        ("roundsN", "early_end"),
    ],
)
def test_a_misspelt_option_is_refused_naming_the_nearest(misspelt: str, meant: str):
    with pytest.raises(UnknownOption) as refused:
        RULES.resolve({misspelt: True})
    assert refused.value.code == "unknown_option"
    assert refused.value.detail["nearest"] in {spec.name for spec in RULES.option_specs}
    if misspelt != "roundsN":
        assert refused.value.detail["nearest"] == meant
    assert f"nearest is {refused.value.detail['nearest']}" in refused.value.message


@pytest.mark.parametrize(
    ("option", "value", "near"),
    [
        ("called_card_duty", "alway", "always"),
        ("called_card_duty", "underlead", "under_lead"),
        ("called_card_duty", None, "none"),
        ("early_end", 1, None),
        ("early_end", "true", "true"),
        ("plain_rik_hearts", [], None),
    ],
)
def test_a_wrong_value_is_refused_naming_the_nearest(option: str, value: object, near: str | None):
    with pytest.raises(BadOption) as refused:
        RULES.resolve({option: value})
    assert refused.value.code == "bad_option"
    if near is not None:
        assert refused.value.detail["nearest"] == near


@pytest.mark.parametrize("slug", ["championship_online", "championship", "bridge", "", None, 7])
def test_an_unknown_ruleset_is_refused_naming_the_nearest(slug: object):
    with pytest.raises(UnknownRuleset) as refused:
        rulesets.get(slug)
    assert refused.value.detail["nearest"] in rulesets.names()


def test_rules_have_one_fingerprint_however_they_are_written():
    text = (
        b'{"id":"championship-online","options":{"called_card_duty":"always",'
        b'"early_end":true,"plain_rik_hearts":true}}'
    )
    plain = rulesets.options_sha256("championship-online", {})
    assert plain == hashlib.sha256(text).hexdigest()
    assert plain == rulesets.options_sha256("championship-online", {"early_end": True})
    assert plain != rulesets.options_sha256("championship-online", {"early_end": False})


def test_without_the_option_a_plain_rik_may_not_have_hearts():
    south = "KQJ.AQJ.KQJ.KQJ2"
    free = bidding(dealer="E", cards=deal(S=south)).bid("rik pass pass pass")
    tied = bidding(dealer="E", cards=deal(S=south), plain_rik_hearts=False).bid(
        "rik pass pass pass"
    )
    assert any(one.startswith("H") for one in free.declarations)
    assert tied.declarations == {one for one in free.declarations if not one.startswith("H")}
    with pytest.raises(engine.IllegalTrump):
        tied.declare("H", "SA")


def test_without_the_option_rik_beter_and_alone_keep_their_hearts():
    beter = bidding(dealer="E", cards=deal(S="KQJ.AQJ.KQJ.KQJ2"), plain_rik_hearts=False)
    game = beter.bid("S:pass W:rik N:pass E:rik_beter W:pass")
    assert {one[0] for one in game.declarations} == {"H"}
    alone = beter.bid("S:pass W:rik N:pass E:alleen_8 W:pass")
    assert {one[0] for one in alone.declarations} == set("CDHS")


def test_the_points_are_called_a_reconstruction():
    """The scoring sheet of the rulebook is not public."""
    assert RULES.values_reconstructed is True
