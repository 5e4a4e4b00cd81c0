"""Who speaks, when it is over, and who plays what. Situations 13 to 17 and 29."""

from __future__ import annotations

import pytest

import engine
from engine import MakeBid, Phase, Seat
from tests.vocabulary import bidding, deal


def declarers(game: object) -> list[str]:
    return [f"{one.declarer} {one.rung.bid}" for one in game.state.contracts]  # type: ignore[attr-defined]


def test_forehand_speaks_first():
    for dealer in engine.SEATS:
        assert bidding(dealer=dealer.letter).to_act is dealer.next


def test_a_pass_is_final():
    game = bidding().bid("E:pass S:rik W:rik_beter N:pass")
    assert game.to_act is Seat.SOUTH, "East is out for good"
    with pytest.raises(engine.NotYourTurn):
        game.do(MakeBid(Seat.EAST, "alleen_8"))


def test_an_overbid_rikker_speaks_again():
    game = bidding().bid("E:rik S:pass W:rik_beter N:pass")
    assert game.to_act is Seat.EAST
    game = game.bid("E:alleen_8 W:pass")
    assert declarers(game) == ["E alleen_8"]
    assert game.to_act is Seat.EAST
    assert game.state.phase is Phase.DECLARE


def test_the_auction_goes_on_after_four_calls():
    game = bidding().bid("E:rik S:rik_beter W:alleen_8 N:pass E:pass S:alleen_9 W:alleen_10 S:pass")
    assert declarers(game) == ["W alleen_10"]


def test_nobody_raises_his_own_standing_bid():
    game = bidding().bid("E:pass S:pass W:pass N:rik")
    assert game.state.phase is Phase.DECLARE
    assert declarers(game) == ["N rik"]


def test_a_fourth_seat_may_open_after_three_passes():
    assert bidding().bid("E:pass S:pass W:pass").to_act is Seat.NORTH


def test_whoever_has_not_passed_may_join_a_misere():
    game = bidding().bid("E:misere S:pass W:misere N:misere")
    assert declarers(game) == ["E misere", "W misere", "N misere"]
    assert game.state.phase is Phase.PLAY, "misère players are not asked for a trump"
    assert game.to_act is Seat.EAST


def test_four_may_piek_together():
    game = bidding(dealer="W").bid("N:piek E:piek S:piek W:piek")
    assert declarers(game) == ["N piek", "E piek", "S piek", "W piek"]


def test_a_join_does_not_reopen_the_auction_for_its_first_bidder():
    game = bidding().bid("E:piek S:piek W:pass")
    assert game.to_act is Seat.NORTH
    assert game.bid("N:pass").state.phase is Phase.PLAY


def test_an_overbid_rikker_may_join_a_piek():
    game = bidding().bid("E:rik S:piek W:pass N:pass")
    assert game.to_act is Seat.EAST
    assert declarers(game.bid("E:piek")) == ["E piek", "S piek"]


def test_a_higher_bid_ends_a_joint_piek_and_asks_both_again():
    game = bidding().bid("E:piek S:piek W:misere N:pass")
    assert game.to_act is Seat.EAST
    game = game.bid("E:pass")
    assert game.to_act is Seat.SOUTH
    assert declarers(game.bid("S:misere")) == ["S misere", "W misere"]


def test_piek_and_misere_are_never_played_together():
    game = bidding().bid("E:piek S:misere W:misere N:pass")
    assert game.bids == "pass misere", "East may give up his piek for a misère, not keep it"
    assert declarers(game.bid("E:pass")) == ["S misere", "W misere"]


def test_the_standing_bid_of_a_joint_contract_is_the_first_ones():
    table = bidding().bid("E:piek S:piek").table
    assert table.standing == engine.Call(Seat.EAST, "piek")


@pytest.mark.parametrize("aces", ["A.A.A.432QKJT987", "A.A.A.A5432QKJT9"])
def test_three_or_four_aces_are_nothing_to_announce(aces: str):
    game = bidding(dealer="W", cards=deal(N=aces))
    assert game.bids == "pass rik piek misere"
    assert game.bid("N:pass").to_act is Seat.EAST


def test_when_all_have_passed_the_dealer_chooses_and_nobody_else():
    game = bidding(dealer="S").bid("pass pass pass pass")
    assert game.state.phase is Phase.CHOOSE
    assert game.to_act is Seat.SOUTH
    with pytest.raises(engine.NotYourTurn):
        game.do(engine.ChoosePassGame(Seat.WEST, "one_or_five"))


@pytest.mark.parametrize("game", ["redeal", "rondpiek", "verplichte_rik"])
def test_pass_games_of_other_rulesets_are_refused(game: str):
    passed_out = bidding().bid("pass pass pass pass")
    with pytest.raises(engine.IllegalPassGame):
        passed_out.choose(game)


def test_what_belongs_to_another_phase_is_refused():
    game = bidding().bid("E:rik S:pass W:pass N:pass")
    for command in (
        MakeBid(Seat.EAST, "pass"),
        engine.ChoosePassGame(Seat.EAST, "one_or_five"),
        engine.PlayCard(Seat.EAST, next(iter(game.state.deal.hand(Seat.EAST)))),
    ):
        with pytest.raises(engine.WrongPhase) as refused:
            game.do(command)
        assert refused.value.detail == {"seat": "E", "phase": "declare"}
