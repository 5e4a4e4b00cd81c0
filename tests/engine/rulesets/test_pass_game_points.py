"""What a pass game costs: as data, replaceable, and paid only where it counts."""

from __future__ import annotations

import pytest

import engine
from engine import BadOption, BadResult, ContractFacts, ResultFacts, rulesets, score_result
from engine.seats import SEATS
from tests.engine.rulesets.tables import bidding, open_hands

N, E, S, W = SEATS
PASSES = "pass pass pass pass"


@pytest.mark.parametrize(
    ("game", "facts", "points"),
    [
        ("fewest_tricks", ResultFacts(taken=(1, 2, 4, 6)), (15, -5, -5, -5)),
        ("fewest_tricks", ResultFacts(taken=(1, 1, 5, 6)), (10, 10, -10, -10)),
        ("last_trick", ResultFacts(taken=(1, 1, 5, 6), last_trick=W), (5, 5, 5, -15)),
        ("dames", ResultFacts(taken=(0, 1, 5, 7), pot_cards=(0, 0, 1, 3)), (10, 10, -5, -15)),
    ],
)
def test_wiezens_pass_games_have_stand_in_points(
    game: str, facts: ResultFacts, points: tuple[int, ...]
):
    facts = ResultFacts(
        pass_game=game,
        taken=facts.taken,
        last_trick=facts.last_trick,
        pot_cards=facts.pot_cards,
    )
    assert rulesets.get("wiezen").values_reconstructed
    assert score_result("wiezen", {"pass_game": game}, facts).scores == points
    own = {"pass_game": game, "values": {game: 10}}
    assert score_result("wiezen", own, facts).scores == tuple(2 * one for one in points)
    for_fun = {"pass_game": game, "pass_games_count": False}
    assert score_result("wiezen", for_fun, facts).payments == ()


@pytest.mark.parametrize("slug", rulesets.names())
def test_every_table_of_values_takes_other_points_for_single_entries(slug: str):
    rules = rulesets.get(slug)
    table = {
        rung.bid: 77 if rung.values.is_flat else {"base": 77, "over": 7} for rung in rules.ladder
    } | {game.game: 77 for game in rules.pass_games if game.amount}
    plain = rules.with_options({})
    tuned = rules.with_options({"values": table})
    assert {rung.values.made for rung in tuned.ladder} == {77}
    assert {game.amount for game in tuned.pass_games if game.game in table} <= {77}
    for entry, value in table.items():
        one = rules.with_options({"values": {entry: value}})
        others = [rung for rung in one.ladder if rung.bid != entry]
        assert others == [rung for rung in plain.ladder if rung.bid != entry]


@pytest.mark.parametrize(
    ("slug", "table", "nearest"),
    [
        ("championship-online", {"miser": 5}, "misere"),
        ("championship-online", {"one_of_five": 5}, "one_or_five"),
        ("wikibooks", {"rondpike": 5}, "rondpiek"),
        ("wiezen", {"vraag": {"bse": 2}}, "base"),
        ("german", {"troela": {"overs": 2}}, "over"),
    ],
)
def test_a_misspelt_entry_is_told_the_nearest(slug: str, table: object, nearest: str):
    with pytest.raises(BadOption, match=f"nearest is {nearest}") as refused:
        rulesets.get(slug).resolve({"values": table})
    assert refused.value.detail == {"option": "values", "nearest": nearest}


@pytest.mark.parametrize("value", [-1, 10_001, True, "5", {"base": 5}])
def test_points_are_numbers_within_reason(value: object):
    with pytest.raises(BadOption, match="from 0 to 10000"):
        rulesets.get("championship-online").resolve({"values": {"one_or_five": value}})


@pytest.mark.parametrize(
    ("game", "count", "values", "scored"),
    [
        ("schoppen_mie", False, {}, False),
        ("schoppen_mie", True, {"schoppen_mie": 0}, False),
        ("schoppen_mie", True, {"schoppen_mie": 25}, True),
    ],
)
def test_wikibooks_pass_games_are_for_fun_unless_they_count(
    game: str, count: bool, values: dict[str, object], scored: bool
):
    table = bidding("wikibooks", pass_games_count=count, values=values)
    scores = table.bid(PASSES).choose(game).play_on().scores
    assert any(scores.values()) is scored
    assert sum(scores.values()) == 0


def test_a_forced_rik_that_counts_is_paid_like_a_rik_of_seven_tricks():
    game = bidding("wikibooks", pass_games_count=True).bid(PASSES).choose("verplichte_rik")
    declared = game.do(engine.legal_actions(game.state)[0]).play_on()
    contract = declared.state.contracts[0]
    assert contract.partner is not None
    tricks = contract.tricks(declared.state.taken)
    facts = ResultFacts(
        (ContractFacts("verplichte_rik", E, tricks, contract.partner),),
        pass_game="verplichte_rik",
        taken=declared.state.taken,
    )
    scored = score_result("wikibooks", {"pass_games_count": True}, facts)
    assert {seat.letter: scored.scores[seat] for seat in SEATS} == declared.scores
    assert max(declared.scores.values()) == 5 * (tricks - 6 if tricks >= 7 else 7 - tricks)
    with pytest.raises(BadResult):
        score_result(
            "wikibooks",
            {"pass_games_count": True},
            ResultFacts(pass_game="verplichte_rik", taken=(4, 3, 3, 3)),
        )


@pytest.mark.parametrize(
    ("slug", "contract", "asked", "before", "at"),
    [
        ("wikibooks", "open_piek", {}, 4, 5),
        ("wikibooks", "open_piek", {"exposure": "first_trick"}, 3, 4),
        ("german", "open_piek", {}, 3, 4),
        ("german", "open_piek", {"exposure": "fifth_card"}, 4, 5),
        ("wiezen", "open_miserie", {}, 3, 4),
        ("wiezen", "open_miserie", {"exposure": "fifth_card"}, 4, 5),
        ("championship-offline", "open_piek", {"exposure": "first_trick"}, 3, 4),
    ],
)
def test_an_open_hand_is_laid_down_at_the_moment_the_table_agreed_on(
    slug: str, contract: str, asked: dict[str, object], before: int, at: int
):
    game = bidding(slug, **asked)
    game = game.bid(
        "E:piek S:misere W:pass N:pass E:open_piek S:pass"
        if slug.startswith("ch")
        else f"E:{contract} S:pass W:pass N:pass"
    )
    for _ in range(before):
        game = game.play(game.cards.split()[0])
    assert open_hands(game) == ""
    for _ in range(at - before):
        game = game.play(game.cards.split()[0])
    assert open_hands(game) == "E"
