"""Claims: who may lay a hand open, who is asked, and what needs no asking."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import engine
from engine import AnswerClaim, Claim, GameFinished, IllegalAction, Phase, Seat
from engine.__main__ import main
from engine.cards import Hand
from engine.tricks import takes_all
from tests.engine.rulesets.tables import bidding as opening
from tests.engine.rulesets.tables import open_hands, put_away
from tests.engine.seen import cards_in
from tests.engine.test_three_players import rik as rik_of_three
from tests.engine.test_vectors import GAMES
from tests.vocabulary import Game, deal, playing

NORTH = "AKQJT98.AK.AK.AK"
# North has two trumps fewer, so somebody may ruff; West, South or East may hold the ace of hearts.
SHAKY = "AKQJ9.KQ2.AK2.AK"


def claim(game: Game, text: str) -> Game:
    """`"N 13 0 0 0"`: who claims, and what N, E, S and W have in the end."""
    letter, *counts = text.split()
    north, east, south, west = map(int, counts)
    return game.do(Claim(Seat.parse(letter), (north, east, south, west)))


def answer(game: Game, words: str) -> Game:
    """`"E:yes S:no"`."""
    for letter, said in (word.split(":") for word in words.split()):
        game = game.do(AnswerClaim(Seat.parse(letter), said == "yes"))
    return game


def refused(game: Game, command: engine.Command) -> IllegalAction:
    with pytest.raises(IllegalAction) as error:
        engine.decide(game.state, command)
    return error.value


def rik(holder: str = "W", leader: str = "N") -> Game:
    """North's rik with the ace of hearts in this hand; North leads unless said otherwise."""
    hands = {"N": SHAKY, holder: "HA"}
    return playing("rik by N, trump S, calls HA", hands=hands, leader=leader)


# -- asking ----------------------------------------------------------------------------------------


def test_all_three_are_asked_clockwise_whichever_side_they_are_on():
    for partner in "ESW":
        game = claim(rik(partner), "N 10 1 1 1")
        assert game.state.phase is Phase.CLAIM
        for letter in "ESW":
            assert game.to_act.letter == letter
            assert engine.legal_actions(game.state) == (
                AnswerClaim(game.to_act, True),
                AnswerClaim(game.to_act, False),
            )
            game = answer(game, f"{letter}:yes")
        assert game.state.finished
        assert isinstance(game.events[-1], GameFinished)


def test_a_claim_that_all_accept_is_scored_like_the_same_tricks_played():
    game = answer(claim(rik("W"), "N 7 3 1 2"), "E:yes S:yes W:yes")
    result = engine.outcome(game.state)
    assert result.tricks == (7, 3, 1, 2)
    assert [(one.tricks, one.made) for one in result.contracts] == [(9, True)]
    facts = engine.ResultFacts((engine.ContractFacts("rik", Seat.NORTH, 9, Seat.WEST),))
    assert result.scores == engine.score_result("championship-online", {}, facts).scores
    assert engine.legal_actions(game.state) == ()


def test_the_result_of_a_claim_names_the_partner_and_counts_his_tricks():
    before = rik("W")
    assert before.table.contracts[0].partner is None
    after = answer(claim(before, "N 5 4 2 2"), "E:yes S:yes W:yes").table
    assert (after.contracts[0].partner, after.contracts[0].tricks) == (Seat.WEST, 7)
    assert after.contracts[0].made is False
    assert after.result is not None and after.result.early


def test_one_who_plays_on_ends_the_claim_and_the_others_are_not_asked():
    game = answer(claim(rik(), "N 10 1 1 1"), "E:yes S:no")
    assert (game.state.phase, game.to_act) == (Phase.PLAY, Seat.NORTH)
    assert game.table.claim is None
    assert game.state.taken == (0, 0, 0, 0)
    assert game.play_on().state.finished


def test_the_claimed_hand_lies_open_from_the_claim_to_the_last_card():
    game = claim(rik(), "N 10 1 1 1")
    assert open_hands(game) == "N"
    assert game.table.exposed[0] == Hand.parse(SHAKY)
    refused_claim = answer(game, "E:no")
    later = refused_claim.after("N:SA").play_on(4)
    assert open_hands(later) == "N"
    assert later.table.exposed[0] == Hand.from_mask(later.state.hand_left(Seat.NORTH))


def test_everybody_sees_what_is_claimed_and_who_has_agreed():
    game = answer(claim(rik(), "N 10 1 1 1"), "E:yes")
    shown = {
        "seat": "N",
        "tricks": {"N": 10, "E": 1, "S": 1, "W": 1},
        "accepted": ["E"],
    }
    assert game.table.as_dict()["claim"] == shown
    assert game.table.as_dict()["phase"] == "claim"
    told = [engine.public_event(game.state, event) for event in game.events[-2:]]
    assert told == [
        {"do": "claim", "seat": "N", "tricks": {"N": 10, "E": 1, "S": 1, "W": 1}},
        {"do": "answer", "seat": "E", "accept": True},
    ]
    over = answer(game, "S:yes W:yes")
    assert over.table.as_dict()["claim"] == {**shown, "accepted": ["E", "S", "W"]}


def test_a_claim_does_not_tell_who_the_partner_is():
    """Until the deal is over all see the same, whoever holds the called card, but for himself."""
    for said in ("", "E:yes", "E:yes S:no", "E:no"):
        one, other = (
            answer(claim(playing("rik by N, trump S, calls HA", hands=hands), "N 9 2 1 1"), said)
            for hands in ({"N": SHAKY, "W": "HA"}, {"N": SHAKY, "S": "HA"})
        )
        assert one.table == other.table
        assert one.table.contracts[0].partner is None
        assert one.seen_by("N") == other.seen_by("N")


def test_a_partner_who_lays_his_hand_open_shows_himself():
    game = rik("W", leader="E")
    while game.to_act is not Seat.WEST:
        game = game.do(engine.legal_actions(game.state)[0])
    assert game.table.contracts[0].partner is None
    game = claim(game, "W 6 3 2 2")
    assert game.table.contracts[0].partner is Seat.WEST
    assert engine.Card("HA") in cards_in(game.table.as_dict())


# -- what may be claimed, and when -----------------------------------------------------------------


def test_only_the_seat_to_act_claims():
    assert refused(rik(), Claim(Seat.EAST, (13, 0, 0, 0))).code == "not_your_turn"
    bidding = opening("championship-online")
    assert refused(bidding, Claim(bidding.to_act, (13, 0, 0, 0))).code == "wrong_phase"


def test_a_claim_may_be_made_in_mid_trick():
    game = rik().after("N:SA")
    assert game.seen_by("E").may_claim
    assert not game.seen_by("S").may_claim
    game = answer(claim(game, "E 10 1 1 1"), "S:yes W:yes N:no")
    assert (game.to_act, game.table.trick.plays[0].card) == (Seat.EAST, engine.Card("SA"))


@pytest.mark.parametrize(
    ("tricks", "detail"),
    [
        ((8, 2, 1, 1), {"tricks": 13, "claimed": 12}),
        ((13, 1, 0, 0), {"tricks": 13, "claimed": 14}),
        ((0, 7, 6, 0), {"of": "N", "taken": 1}),
    ],
)
def test_totals_have_to_be_possible(tricks: tuple[int, int, int, int], detail: dict[str, object]):
    game = rik().after("N:SA").play_on(1)
    error = refused(game, Claim(Seat.NORTH, tricks))
    assert (error.code, error.detail) == ("impossible_claim", detail)


def test_nobody_claims_twice_in_one_trick_but_in_the_next_he_may():
    game = answer(claim(rik(), "N 10 1 1 1"), "E:no")
    assert not game.seen_by("N").may_claim
    error = refused(game, Claim(Seat.NORTH, (9, 2, 1, 1)))
    assert (error.code, error.detail) == ("already_claimed", {"trick": 1})
    game = game.after("N:SA").play_on(1)
    assert game.seen_by("N").may_claim
    assert claim(game, "N 10 1 1 1").state.phase is Phase.CLAIM


def test_one_claim_is_open_at_a_time_and_nothing_else_happens():
    game = claim(rik(), "N 10 1 1 1")
    for command in (
        Claim(Seat.EAST, (10, 1, 1, 1)),
        Claim(Seat.NORTH, (10, 1, 1, 1)),
        engine.PlayCard(Seat.NORTH, engine.Card("SA")),
        engine.MakeBid(Seat.EAST, "pass"),
    ):
        assert refused(game, command).code == "claim_open"
    assert refused(game, AnswerClaim(Seat.WEST, True)).code == "not_your_answer"
    assert refused(game, AnswerClaim(Seat.NORTH, True)).code == "not_your_answer"


def test_without_a_claim_there_is_nothing_to_answer():
    assert refused(rik(), AnswerClaim(Seat.NORTH, True)).code == "wrong_phase"


def test_claims_are_listed_apart_and_are_every_way_to_share_out_the_tricks():
    game = rik().after("N:SA").play_on(11)
    listed = engine.claimable(game.state)
    assert not any(isinstance(one, Claim) for one in engine.legal_actions(game.state))
    assert len(listed) == len(set(listed)) == 10  # two tricks over four seats
    assert engine.claimable(claim(rik(), "N 10 1 1 1").state) == ()
    assert engine.claimable(game.play_on().state) == ()


@pytest.mark.parametrize(
    ("slug", "game"),
    [("german", "schoppen_mie"), ("german", "dames"), ("wiezen", "last_trick")],
)
def test_where_a_card_or_a_certain_trick_costs_points_nothing_is_claimed(slug: str, game: str):
    table = opening(slug, pass_game=game).bid("pass pass pass pass")
    assert not table.seen_by(table.to_act.letter).may_claim
    error = refused(table, Claim(table.to_act, (13, 0, 0, 0)))
    assert (error.code, error.detail) == ("not_claimable", {"game": game})


def test_where_the_numbers_make_the_score_a_pass_game_is_claimed():
    game = playing("one_or_five").play_on(10)
    taken = game.state.taken
    seat = game.to_act
    tricks = tuple(taken[one] + (3 if one is seat.next else 0) for one in engine.SEATS)
    over = game.do(Claim(seat, tricks))  # type: ignore[arg-type]
    for _ in range(3):
        over = over.do(AnswerClaim(over.to_act, True))
    assert engine.outcome(over.state).tricks == tricks


def test_in_a_small_miserie_twelve_tricks_are_accounted_for():
    table = opening("wiezen", kleine_miserie=True).bid("E:kleine_miserie pass pass pass")
    for _ in range(4):
        card = next(iter(table.state.deal.hand(table.to_act)))
        table = put_away(table, card.notation)
    seat = table.to_act
    assert refused(table, Claim(seat, (13, 0, 0, 0))).detail == {"tricks": 12, "claimed": 13}
    assert claim(table, f"{seat} 4 0 4 4").state.phase is Phase.CLAIM


# -- what needs no asking --------------------------------------------------------------------------


def test_a_hand_of_certain_winners_on_lead_ends_the_deal_at_once():
    game = playing("alleen_13 by N, trump S", hands={"N": NORTH})
    over = claim(game, "N 13 0 0 0")
    assert over.state.finished
    assert isinstance(over.events[-1], GameFinished)
    assert (
        over.scores["N"]
        == playing("alleen_13 by N, trump S", hands={"N": NORTH}).play_on().scores["N"]
    )


def test_what_is_less_than_everything_is_asked():
    game = playing("alleen_13 by N, trump S", hands={"N": NORTH})
    assert claim(game, "N 12 1 0 0").state.phase is Phase.CLAIM


def test_who_is_not_on_lead_is_asked():
    game = playing("alleen_8 by N, trump S", hands={"N": NORTH}, leader="W").after("W:C2")
    assert game.to_act is Seat.NORTH
    assert claim(game, "N 13 0 0 0").state.phase is Phase.CLAIM


@pytest.mark.parametrize(
    ("mine", "unseen", "trump", "proved"),
    [
        ("SA", "SK SQ", None, True),
        ("SK", "SA", None, False),
        ("SA SQ", "SK S2 S3", None, False),
        ("SA SQ", "SK", None, True),
        ("SA SK S2", "SQ S3", None, True),
        ("SA SK S2", "SQ S3 S4", None, False),
        ("HA", "S2", "S", False),
        ("SA HA", "S2", "S", True),
        ("SA HA", "S2 S3", "S", False),
        ("SA SK", "SQ SJ ST S9", "S", True),
        ("SA SK", "SQ SJ ST S9", "H", True),
        ("S2 H2", "D3 C4", "C", False),
        ("S2 H2", "D3 D4", "C", True),
        ("", "SA", None, True),
        ("CA CK", "C1", "C", True),
        ("HA", "C1", "C", False),
    ],
)
def test_cards_that_take_every_trick_wherever_the_others_lie(
    mine: str, unseen: str, trump: str | None, proved: bool
):
    suit = engine.Suit.parse(trump) if trump is not None else None
    assert takes_all(Hand.parse(mine).mask, Hand.parse(unseen).mask, suit) is proved


def test_the_same_claim_is_judged_alike_whoever_holds_the_unseen_cards():
    """North lacks the ace of hearts: it is never proved, not even where it would turn out right."""
    for holder in "ESW":
        assert claim(rik(holder), "N 13 0 0 0").state.phase is Phase.CLAIM


MISERE = {"N": "AKQ.AKQ.AKQ.AKQJ"}


def test_a_lost_misere_that_is_played_on_is_settled_by_any_claim():
    game = playing("misere by N", hands=MISERE, early_end=False).play_on(1)
    assert game.state.taken[Seat.NORTH] == 1
    over = claim(game, "N 1 4 4 4")
    assert over.state.finished
    assert over.scores == game.play_on().scores


def test_a_misere_not_lost_yet_is_asked():
    game = playing("misere by N", hands=MISERE, early_end=False)
    assert claim(game, "N 1 4 4 4").state.phase is Phase.CLAIM


def test_of_two_miseres_both_have_to_be_lost():
    hands = {"N": "AKQ.AKQ.AKQ.AKQJ", "S": "432.432.432.5432"}
    game = playing("misere by N and S", hands=hands, early_end=False).play_on(1)
    taken = game.state.taken
    assert taken[Seat.NORTH] == 1 and taken[Seat.SOUTH] == 0
    assert claim(game, "N 2 4 4 3").state.phase is Phase.CLAIM


@pytest.mark.parametrize("early_end", [True, False])
def test_a_claim_costs_what_playing_on_would_cost(early_end: bool):
    game = playing("misere by N", hands=MISERE, early_end=early_end)
    over = answer(claim(game, "N 2 4 4 3"), "E:yes S:yes W:yes")
    assert over.scores == game.play_on().scores


def test_a_deal_that_a_claim_ended_is_deal_and_record_as_ever():
    game = answer(claim(rik(), "N 9 2 1 1"), "E:no")
    game = claim(game.after("N:SA").play_on(1), "N 10 1 1 1")
    game = answer(game, "E:yes S:yes W:yes")
    commands = [
        engine.events.command_of(event)
        for event in game.events
        if not isinstance(event, GameFinished)
    ]
    opening_state = engine.start(
        ruleset="championship-online",
        options={},
        dealer=Seat.WEST,
        deal=deal(N=SHAKY, W="HA"),
    )
    folded = engine.fold(engine.write_record(opening_state, commands))
    assert folded.state == game.state
    assert folded.answer["tricks"] == {"N": 10, "E": 1, "S": 1, "W": 1}
    asked = next(
        one for one in folded.prefixes if one["legal"] and one["legal"][0]["do"] == "answer"
    )
    assert asked == {
        "to_act": "E",
        "legal": [
            {"seat": "E", "do": "answer", "accept": True},
            {"seat": "E", "do": "answer", "accept": False},
        ],
    }


# -- three people, and from files ------------------------------------------------------------------


def test_of_three_players_two_are_asked_and_nobody_claims_for_the_fourth_hand():
    game = rik_of_three("blinde", "CA").play_on(1)
    while game.state.operator is not None:
        assert not game.seen_by(game.state.operator.letter).may_claim
        error = refused(game, Claim(game.to_act, (13, 0, 0, 0)))
        assert (error.code, error.detail) == ("not_claimable", {"seat": "W"})
        game = game.do(engine.legal_actions(game.state)[0])
    claimer = game.to_act
    left = 13 - game.tricks
    tricks = tuple(
        have + left * (one is claimer.next)
        for have, one in zip(game.state.taken, engine.SEATS, strict=True)
    )
    asked = game.do(Claim(claimer, tricks))  # type: ignore[arg-type]
    for _ in range(2):
        assert not asked.state.is_fourth(asked.to_act)
        asked = asked.do(AnswerClaim(asked.to_act, True))
    assert asked.state.finished


def test_a_file_with_a_claim_is_answered_and_one_with_a_wrong_claim_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Two tricks before the end the leader gives both to the next hand; then one too many."""
    record = {**GAMES[0], "actions": list(GAMES[0]["actions"])[:-8]}
    state = engine.fold(record).state
    seat = state.to_act
    tricks = {one.letter: state.taken[one] + 2 * (one is seat.next) for one in engine.SEATS}
    claimed = {"seat": seat.letter, "do": "claim", "tricks": tricks}
    answers = [{"seat": one.letter, "do": "answer", "accept": True} for one in seat.clockwise()[1:]]
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**record, "actions": [*record["actions"], claimed, *answers]}))
    assert main(["replay", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["tricks"] == tricks
    wrong = {**claimed, "tricks": {**tricks, seat.letter: tricks[seat.letter] + 1}}
    path.write_text(json.dumps({**record, "actions": [*record["actions"], wrong]}))
    assert main(["replay", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{path}: action {len(record['actions'])}: impossible_claim: ")
    assert "accounts for all 13 tricks, not for 14" in said
    assert said.count("\n") == 1
