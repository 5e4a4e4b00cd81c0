"""The shared mechanisms turned the other way, on a ruleset made for the test.

Five more rulesets come as data: here each switch they need is shown to be one.
"""

from __future__ import annotations

from dataclasses import replace

import engine
from engine import Phase, Seat, rulesets
from engine.auction import Step
from engine.bids import Leader
from engine.contract import Blind
from engine.opening import open_game
from engine.passgames import Chooser
from engine.scoring import LostRik, settle_contract
from tests.engine.test_play import BLIND_HANDS
from tests.vocabulary import Game, deal

BASE = rulesets.get("championship-online").with_options({})


def game(ruleset: rulesets.Ruleset, dealer: str = "N", **hands: str) -> Game:
    return Game(open_game(ruleset, dealer=Seat.parse(dealer), deal=deal(**hands)))


def test_a_ruleset_may_allow_jumps():
    jumps = replace(BASE, step=Step.ANY)
    assert game(jumps).bid("E:rik").bids.split() == [
        "pass",
        *(rung.bid for rung in BASE.ladder if rung.bid != "rik"),
    ]


def test_two_bids_may_share_a_rank_and_be_joined_by_each_other():
    """Piek and misère of equal rank, as the German rulebook has them."""
    pair = frozenset({"piek", "misere"})
    equal = replace(
        BASE,
        ladder=tuple(
            replace(rung, rank=4, joined_by=pair) if rung.bid in pair else rung
            for rung in sorted(BASE.ladder, key=lambda rung: 4 if rung.bid in pair else rung.rank)
        ),
    )
    table = game(equal).bid("E:piek")
    assert "misere" in table.bids.split()
    table = table.bid("S:misere W:pass N:pass")
    assert table.state.phase is Phase.PLAY, "equal ranks end the auction"
    assert [(one.declarer.letter, one.rung.bid) for one in table.state.contracts] == [
        ("E", "piek"),
        ("S", "misere"),
    ]


def test_a_ruleset_may_throw_the_deal_in_when_all_pass():
    thrown = game(replace(BASE, pass_games=())).bid("pass pass pass pass")
    assert thrown.state.finished
    assert thrown.events[-1] == engine.GameFinished()
    answer = engine.outcome(thrown.state).as_dict()
    assert answer["contracts"] == []
    assert answer["pass_game"] is None
    assert answer["scores"] == answer["tricks"] == {"N": 0, "E": 0, "S": 0, "W": 0}


def test_forehand_may_choose_the_pass_game():
    chosen = game(replace(BASE, chooser=Chooser(steps=1))).bid("pass pass pass pass")
    assert chosen.to_act is Seat.EAST


def test_a_declarer_may_lead():
    leads = replace(
        BASE, ladder=tuple(replace(rung, leader=Leader.DECLARER) for rung in BASE.ladder)
    )
    assert game(leads).bid("E:pass S:piek W:pass N:pass").to_act is Seat.SOUTH


def test_a_blind_call_may_be_announced_at_once():
    announced = replace(BASE, calls=replace(BASE.calls, blind=Blind.AT_CALL))
    table = game(announced, "W", **BLIND_HANDS).bid("N:rik pass pass pass")
    table = table.declare("S", "HA", blind=True)
    assert table.table.contracts[0].blind is True
    told = engine.public_event(table.state, table.events[-1])
    assert told is not None
    assert told["blind"] is True


def test_both_may_pay_for_a_lost_rik():
    rik = replace(BASE.rungs["rik"], lost_by=LostRik.BOTH)
    lost = settle_contract(rik, Seat.SOUTH, Seat.NORTH, 7)
    assert lost == (-10, 10, -10, 10)
