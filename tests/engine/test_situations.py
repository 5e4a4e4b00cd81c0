"""Traps that other programs fell into at the table: bidding, calling and playing.

Each test carries the number of its line under "At the table". What another test says already is
listed, with all others, in `tests/test_situations.py`.
"""

from __future__ import annotations

import pytest

import engine
from engine import Declare, Hand, IllegalCalledCard, IllegalTrump, MustPlayCalledCard, PlayCard
from engine.cards import SUIT_MASKS
from tests.engine.histories import play_out
from tests.engine.rulesets.tables import FOUR_ACES, THREE_ACES, bidding, open_hands
from tests.vocabulary import playing

RULESETS = engine.rulesets.names()
EVERY = pytest.mark.parametrize("slug", RULESETS)
GAMES = 12
RIK = "rik by N, trump S, calls HA"
HANDS = {
    "N": "KQJT98.32.A32.32",
    "E": "765.AKQ.654.9876",
    "S": "A4.9876.KQJ.AKQJ",
    "W": "32.JT54.T987.T54",
}


def held(state: engine.GameState) -> Hand:
    assert state.to_act is not None
    return Hand.from_mask(state.hand_left(state.to_act))


def cards_allowed(state: engine.GameState) -> set[engine.Card]:
    plays = engine.legal_actions(state)
    return {one.card for one in plays if isinstance(one, PlayCard)}


@EVERY
def test_01_void_in_the_led_suit_the_whole_hand_may_be_played_whatever_is_trump(slug: str):
    looked_at = 0
    for seed in range(GAMES):
        for state in play_out(slug, seed).states:
            play = state.play
            if (
                state.phase is not engine.Phase.PLAY
                or play is None
                or play.led is None
                or play.terms.trump is None
            ):
                continue
            if not held(state).mask & SUIT_MASKS[play.led]:
                assert cards_allowed(state) == set(held(state))
                looked_at += 1
    assert looked_at > 10


@pytest.mark.parametrize("slug", ["wikibooks", "german", "championship-offline"])
def test_02_the_called_ace_falls_whoever_leads_its_suit_in_whichever_trick(slug: str):
    leaders, tricks = set(), set()
    for seed in range(4 * GAMES):
        for state in play_out(slug, seed).states:
            play = state.play
            if (
                state.phase is not engine.Phase.PLAY
                or play is None
                or play.led is None
                or play.terms.called is None
            ):
                continue
            terms, contract = play.terms, state.contracts[0]
            owed = terms.duty is not engine.contract.CalledCardDuty.NONE and not play.duty_spent
            holds = state.to_act is terms.holder and terms.called in held(state)
            if owed and holds and contract.rung.calls and play.led is terms.called.suit:
                assert cards_allowed(state) == {terms.called}
                leaders.add((play.leader - contract.declarer) % 4)
                tricks.add(play.number)
    assert len(leaders) > 1, "not the rikker alone"
    assert max(tricks) > 3


def test_03_ruffed_before_it_the_called_ace_falls_loses_and_shows_the_maat():
    hands = {
        "N": "KQJT9.32.A32.A32",
        "E": "8765..KQJT.KQJT9",
        "S": "A43.AKQJT.987.87",
        "W": "2.987654.654.654",
    }
    game = playing(RIK, hands=hands, leader="W").after("W:H4 N:H2 E:S5")
    assert game.cards == "HA"
    game = game.after("S:HA")
    assert game.state.taken == (0, 1, 0, 0)
    assert game.table.contracts[0].partner is engine.Seat.SOUTH


@pytest.mark.parametrize(
    ("duty", "allowed"),
    [("always", False), ("under_lead", True), ("none", True)],
)
def test_04_the_holder_leads_the_called_suit_low_where_the_rules_let_him(duty: str, allowed: bool):
    game = playing(RIK, hands=HANDS, leader="E", called_card_duty=duty)
    if not allowed:
        with pytest.raises(MustPlayCalledCard):
            game.play("E:HQ")
        return
    after = game.play("E:HQ")
    known = after.table.contracts[0].partner
    assert known is (engine.Seat.EAST if duty == "under_lead" else None)


def test_05_void_elsewhere_the_holder_may_throw_the_called_ace_and_is_the_maat():
    hands = {
        "N": "KQJT9.32.A32.A32",
        "E": "8765..KQJT.KQJT9",
        "S": "A43.AKQJT.987.87",
        "W": "2.987654.654.654",
    }
    game = playing(RIK, hands=hands).after("N:C2 E:CK S:C7 W:C4 E:CQ S:C8 W:C5 N:C3 E:CJ")
    game = game.after("S:HA")
    assert game.table.contracts[0].partner is engine.Seat.SOUTH
    assert game.after("W:C6 N:CA N:H2 E:CT").cards == "HK HQ HJ HT", "nothing is forced any more"


BLIND = "rik by N, trump S, calls HA blind"
VOID = {
    "N": "AKQJT9..A43.A432",
    "E": "654.AKQ.KQJ.KQJT",
    "S": "87.JT987.T98.987",
    "W": "32.65432.7652.65",
}


def test_06_a_trump_lying_face_down_does_not_win():
    game = playing(BLIND, hands=VOID).after("N:(SA) E:HA S:H7 W:H3")
    assert game.to_act is engine.Seat.EAST


def test_07_on_the_face_down_lead_the_others_follow_the_called_suit():
    game = playing(BLIND, hands=VOID).after("N:(D3)")
    assert game.cards == "HA", "the called ace falls"
    game = game.after("E:HA")
    assert game.cards == "HJ HT H9 H8 H7"
    assert game.after("S:H7").cards == "H6 H5 H4 H3 H2"


@pytest.mark.parametrize("slug", ["german", "championship-offline", "championship-online"])
def test_08_of_the_missing_aces_that_of_a_held_suit_only_is_called(slug: str):
    game = bidding(slug, hands={"E": "AKQJT9.5432.A32."}).bid("rik pass pass pass")
    spades = {one for one in game.declarations if one.startswith("S")}
    assert spades == {"S:HA"}, "not the ace of clubs, of which he has none"
    with pytest.raises(IllegalCalledCard):
        game.declare("S", "CA", blind=True)


@pytest.mark.parametrize("slug", ["wikibooks", "championship-offline", "championship-online"])
def test_09_with_the_ace_of_every_suit_he_holds_the_fourth_is_called_blind(slug: str):
    game = bidding(slug, hands={"E": "AKQJT9..A432.A32"}).bid("rik pass pass pass")
    assert {one for one in game.declarations if one.startswith("S")} == {"S:HA blind"}


@pytest.mark.parametrize(
    "slug", ["wikibooks", "german", "championship-offline", "championship-online"]
)
def test_10_with_four_aces_a_king_is_called_and_owed_like_an_ace(slug: str):
    hands = {"E": FOUR_ACES, "S": "KQJ.KQJ.KQJ.KQJT"}
    game = bidding(slug, hands=hands).bid("rik pass pass pass")
    assert game.declarations and all(one.split(":")[1][1] == "K" for one in game.declarations)
    game = game.declare("S", "HK").play("E:H2")
    assert game.cards == "HK"


@EVERY
def test_11_no_ace_of_trump_and_none_of_his_own_is_ever_called(slug: str):
    offered = 0
    for seed in range(GAMES):
        for state in play_out(slug, seed).states:
            for one in engine.legal_actions(state):
                if isinstance(one, Declare) and one.card is not None:
                    offered += 1
                    assert one.card.suit is not one.trump
                    assert one.card not in state.deal.hand(one.seat)
                    own = Declare(one.seat, one.trump, next(iter(state.deal.hand(one.seat))))
                    with pytest.raises(engine.IllegalAction):
                        engine.decide(state, own)
    assert offered or slug == "wiezen", "nobody is called there"


@pytest.mark.parametrize("slug", ["wikibooks", "german"])
def test_12_the_trump_of_a_troela_is_any_suit_but_that_of_the_fourth_ace(slug: str):
    game = bidding(slug, hands={"E": THREE_ACES, "W": "CA"}).bid("troela pass pass pass")
    assert game.to_act is engine.Seat.WEST, "its holder chooses"
    assert game.declarations == {"D", "H", "S"}
    with pytest.raises(IllegalTrump):
        game.declare("C")


def test_13_three_aces_bind_in_the_german_rules_and_nobody_in_a_championship():
    assert "pass" not in bidding("german", hands={"E": THREE_ACES}).bids.split()
    for slug in ("championship-offline", "championship-online"):
        assert bidding(slug, hands={"E": THREE_ACES}).bids == "pass rik piek misere"
    outbid = bidding("german", hands={"S": THREE_ACES}).bid("E:open_misere_praatje")
    assert "pass" in outbid.bids.split(), "a bid above troela ends the duty"


# Over each bid that can stand, all that may be said by the next; `+` stands for all that follows
# in the ladder. Worked out from the sources by hand.
LADDERS = {
    "wikibooks": (
        "rik rik_beter alleen_8 alleen_8_beter piek alleen_9 alleen_9_beter misere open_piek "
        "alleen_10 alleen_10_beter open_misere open_piek_praatje alleen_11 alleen_11_beter "
        "open_misere_praatje alleen_12 alleen_12_beter alleen_13"
    ),
    "platform": "rik rik_beter piek misere",
    "german": (
        "rik rik_beter alleen_8 misere,piek alleen_9 alleen_10 alleen_11 alleen_12 "
        "open_misere,open_piek open_misere_praatje,open_piek_praatje alleen_13 open_alleen_13"
    ),
    "wiezen": "vraag abondance abondance_in_troef miserie open_miserie solo_slim",
}


@pytest.mark.parametrize("slug", LADDERS)
def test_14_over_each_bid_whatever_is_higher_and_what_is_joined(slug: str):
    rungs = [height.split(",") for height in LADDERS[slug].split()]
    for place, height in enumerate(rungs):
        for bid in height:
            above = [one for rung in rungs[place + 1 :] for one in rung]
            joined = height if slug != "platform" and _is_joint(bid) else []
            accepted = ["meegaan"] if bid == "vraag" else []
            allowed = bidding(slug).bid(bid).bids.split()
            assert allowed == ["pass", *accepted, *joined, *above]


def _is_joint(bid: str) -> bool:
    return "piek" in bid or "miser" in bid


STEPS = {
    "": "pass rik piek misere",
    "rik": "pass rik_beter alleen_8 piek misere",
    "rik rik_beter": "pass alleen_8 piek misere",
    "rik alleen_8": "pass piek alleen_9 misere",
    "rik piek": "pass piek alleen_9 misere +open_piek",
    "rik alleen_8 alleen_9": "pass misere alleen_10 +open_piek",
    "misere": "pass misere +open_piek +open_misere",
    "rik misere alleen_10": "pass +open_piek alleen_11 +open_misere",
    "rik misere alleen_10 alleen_11": "pass +open_misere alleen_12 +open_piek_praatje",
    "rik misere alleen_10 alleen_11 alleen_12": (
        "pass +open_piek_praatje +open_misere_praatje alleen_13"
    ),
    "rik misere alleen_10 alleen_11 alleen_12 alleen_13": "pass",
}


@pytest.mark.parametrize("calls", STEPS)
@pytest.mark.parametrize("slug", ["championship-online", "championship-offline"])
def test_14_and_15_one_step_at_a_time_in_a_championship(slug: str, calls: str):
    offline = slug == "championship-offline"
    expected = [bid.lstrip("+") for bid in STEPS[calls].split() if offline or bid[0] != "+"]
    assert set(bidding(slug).bid(calls).bids.split()) == set(expected)


@pytest.mark.parametrize("standing", ["rik", "rik rik_beter"])
def test_15_nine_alone_waits_for_eight_alone_with_a_rik_standing(standing: str):
    for slug in ("championship-online", "championship-offline"):
        with pytest.raises(engine.IllegalBid):
            bidding(slug).bid(standing).bid("alleen_9")


def test_16_outbid_the_first_rikker_speaks_again_and_who_passed_does_not():
    game = bidding("championship-online").bid("E:rik S:pass W:rik_beter N:pass")
    assert game.to_act is engine.Seat.EAST
    game = game.bid("E:alleen_8")
    assert game.to_act is engine.Seat.WEST, "South and North have passed for good"
    with pytest.raises(engine.NotYourTurn):
        game.bid("S:misere")


@pytest.mark.parametrize("slug", ["wikibooks", "german", "championship-offline"])
def test_17_a_misere_is_joined_in_order_and_nobody_is_asked_for_a_trump(slug: str):
    game = bidding(slug).bid("E:pass S:misere W:misere N:misere")
    assert [str(one) for one in game.state.auction.in_order_of_bidding()] == ["S", "W", "N"]
    assert game.state.phase is engine.Phase.PLAY


@pytest.mark.parametrize(
    ("slug", "leader"),
    [
        ("wikibooks", "W"),
        ("german", "E"),
        ("championship-offline", "E"),
        ("championship-online", "E"),
    ],
)
def test_24_who_leads_to_thirteen_alone(slug: str, leader: str):
    start = bidding(slug)
    if slug.startswith("championship"):
        game = start.bid("E:rik S:misere W:alleen_10 N:alleen_11 E:alleen_12 S:pass W:alleen_13")
        game = game.bid("N:pass E:pass")
    else:
        game = start.bid("E:pass S:pass W:alleen_13 N:pass")
    assert game.declare("S").to_act.letter == leader


def test_24_the_player_of_a_solo_slim_leads():
    game = bidding("wiezen").bid("E:pass S:pass W:solo_slim N:pass").declare("S")
    assert game.to_act is engine.Seat.WEST


def test_25_a_misere_that_stops_at_its_first_trick_keeps_fifty_two_cards():
    hands = {"S": "AKQJT98765432...", "W": ".AKQJT98765432..", "N": "..AKQJT98765432."}
    game = playing("misere by S", hands=hands, leader="S").play_on()
    play = game.state.play
    assert play is not None and game.state.finished
    left = [card for seat in engine.SEATS for card in Hand.from_mask(play.hands[seat])]
    piles = [card for trick in play.tricks for card in trick.cards]
    assert (len(piles), len(set(left + piles))) == (4, 52)
    assert engine.public_view(game.state).as_dict()["result"]["early"] is True


MIE = {"N": "AK2.A32.A32.A432", "E": "Q43.KQJ.KQJ.KQJT", "W": "JT98765.T98.T98."}


def test_26_spades_are_barred_for_three_tricks_on_the_lead_and_as_a_discard():
    game = playing("schoppen_mie", hands=MIE)
    assert not any(card.startswith("S") for card in game.cards.split())
    game = game.after("N:CA E:CT S:C9")
    assert not any(card.startswith("S") for card in game.cards.split()), "West has no club"
    assert any(card.startswith("S") for card in game.play_on(3).cards.split())


def test_26_a_hand_of_spades_may_play_them():
    hands = {"N": "AKQJT98765432..."}
    assert playing("schoppen_mie", hands=hands).cards.split()[0].startswith("S")


def test_27_void_after_the_third_trick_the_queen_is_the_only_card():
    hands = {
        "N": "AK.A2.AKQJT9.A32",
        "E": "Q2.KQJT9..KQJT98",
        "S": "J43.876.876.7654",
        "W": "T98765.543.5432.",
    }
    game = playing("schoppen_mie", hands=hands).after("N:DA E:CK S:D6 W:D2")
    game = game.after("N:DK")
    assert "SQ" not in game.cards.split(), "not before"
    game = game.after("E:CQ S:D7 W:D3 N:DQ E:CJ S:D8 W:D4 N:DJ")
    assert game.cards == "SQ"


EXPOSED = [
    ("german", "open_piek", 4, "S"),
    ("german", "open_misere_praatje", 4, "NESW"),
    ("wikibooks", "open_misere", 5, "S"),
    ("wikibooks", "open_piek_praatje", 5, "S"),
    ("wiezen", "open_miserie", 4, "S"),
]


@pytest.mark.parametrize(("slug", "bid", "cards", "whose"), EXPOSED)
def test_36_an_open_hand_is_seen_from_its_card_on_and_not_one_before(
    slug: str, bid: str, cards: int, whose: str
):
    game = bidding(slug).bid(f"E:pass S:{bid} W:pass N:pass")
    for _ in range(cards - 1):
        game = game.do(engine.legal_actions(game.state)[0])
    assert open_hands(game) == ""
    assert open_hands(game.do(engine.legal_actions(game.state)[0])) == whose


def test_36_offline_after_the_fifth_card():
    game = bidding("championship-offline").bid("E:misere S:open_misere W:pass N:pass E:pass")
    game = game.do(engine.NameLeader(engine.Seat.SOUTH, engine.Seat.EAST))
    for card in range(1, 6):
        game = game.do(engine.legal_actions(game.state)[0])
        assert open_hands(game) == ("S" if card == 5 else "")


def test_39_once_an_evening_games_are_no_bids_and_no_championship_has_them():
    """Four in a piek is a bid joined by all, not a game of the house."""
    for slug in ("championship-offline", "championship-online"):
        rules = engine.rulesets.get(slug)
        assert set(rules.games) == {"schoppen_mie", "one_or_five"}
        assert {rung.kind.value for rung in rules.ladder} == {"rik", "alleen", "piek", "misere"}
        assert not any(rung.values.doubled for rung in rules.ladder), "no doublers"
