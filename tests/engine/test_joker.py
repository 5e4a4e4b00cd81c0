"""The joker: a club below the two, and one card in the middle that the highest bidder may take."""

from __future__ import annotations

import json

import pytest

import engine
from engine import (
    JOKER,
    SEATS,
    BadDeal,
    Card,
    CardNotInHand,
    Exchange,
    GameState,
    Hand,
    IllegalCalledCard,
    NotYourTurn,
    Phase,
    PlayCard,
    RecordError,
    ResultFacts,
    Seat,
    SetupError,
    WrongPhase,
    score_result,
)
from engine.cards import CARDS
from engine.commands import plays_of
from engine.players import choose
from tests.engine.rulesets.tables import bidding, declarers
from tests.vocabulary import Game

# North has the ace of spades, East three other aces, South long clubs, West long diamonds.
HANDS = {
    "N": "AQ32.KQ2.K32.K32",
    "E": "K4.A43.A54.AQJT4",
    "S": "JT9.JT98.QJ.9876",
    "W": "8765.765.T9876.5",
}


def with_joker(middle: str, **options: object) -> Game:
    return bidding("wikibooks", joker=True, middle=middle, hands=HANDS, **options)


def exchange(game: Game, card: str | None) -> Game:
    return game.do(Exchange(game.to_act, Card(card) if card is not None else None))


def hand_of(game: Game, letter: str) -> Hand:
    return game.seen_by(letter).hand


def test_without_the_option_no_card_lies_in_the_middle():
    assert bidding("wikibooks").state.middle is None
    assert "middle" not in bidding("wikibooks").table.as_dict()
    with pytest.raises(SetupError, match="has no card in the middle"):
        engine.start(
            ruleset="wikibooks",
            options={},
            dealer=Seat.NORTH,
            deal=bidding("wikibooks").state.deal,
            middle=Card("D7"),
        )
    with pytest.raises(SetupError, match="needs a card in the middle"):
        engine.start(
            ruleset="wikibooks",
            options={"joker": True},
            dealer=Seat.NORTH,
            deal=bidding("wikibooks").state.deal,
        )


def test_the_joker_lies_in_the_hand_the_deal_gave_the_open_card_to():
    game = with_joker("D7")
    assert JOKER in hand_of(game, "W")
    assert Card("D7") not in hand_of(game, "W")
    assert all(len(hand_of(game, seat.letter)) == 13 for seat in SEATS)
    assert game.table.as_dict()["middle"] == "D7"
    assert all(JOKER not in hand_of(with_joker("C1"), seat.letter) for seat in SEATS)


def test_the_highest_bidder_exchanges_one_card_before_he_names_trump():
    game = with_joker("H9").bid("E:rik S:pass W:pass N:pass")
    assert (game.state.phase, game.to_act) == (Phase.EXCHANGE, Seat.EAST)
    with pytest.raises(WrongPhase):
        game.declare("C", "SA")
    with pytest.raises(NotYourTurn):
        game.do(Exchange(Seat.SOUTH, None))
    with pytest.raises(CardNotInHand):
        exchange(game, "SA")
    done = exchange(game, "S4")
    assert Card("H9") in hand_of(done, "E")
    assert Card("S4") not in hand_of(done, "E")
    assert done.table.as_dict()["exchange"] == {"seat": "E", "card": "S4"}
    assert (done.state.phase, done.to_act) == (Phase.DECLARE, Seat.EAST)
    kept = exchange(game, None)
    assert hand_of(kept, "E") == hand_of(game, "E")
    assert kept.table.as_dict()["exchange"] == {"seat": "E", "card": None}


def test_a_card_that_lies_in_the_middle_is_not_called():
    """East has three aces; the fourth lies open, so a king is called, whoever leaves it there."""
    left = exchange(with_joker("SA").bid("E:rik S:pass W:pass N:pass"), None)
    assert "C:SA" not in left.declarations
    assert {one.split(":")[1] for one in left.declarations} <= {"HK", "DK", "SK", "CK"}
    taken = exchange(with_joker("SA").bid("E:rik S:pass W:pass N:pass"), "S4")
    assert taken.declarations == left.declarations - {"C:SK"}
    given = exchange(with_joker("S9").bid("E:rik S:pass W:pass N:pass"), "HA")
    assert "C:SA" in given.declarations
    assert not any(one.endswith("HA") for one in given.declarations)
    with pytest.raises(IllegalCalledCard):
        given.declare("C", "HA")


def test_the_joker_is_never_called():
    """Not even by who holds every other club: the two is the lowest card that can be."""
    game = with_joker("D7").bid("E:rik S:pass W:pass N:pass")
    for card in (None, *hand_of(game, "E")):
        after = game.do(Exchange(Seat.EAST, card))
        assert not any("C1" in one for one in after.declarations)


def test_troela_needs_somebody_who_has_the_fourth_ace():
    assert "troela" in with_joker("D7").bids.split()
    assert "troela" not in with_joker("SA").bids.split()
    game = with_joker("D7").bid("E:troela S:pass W:pass N:pass")
    assert game.table.contracts[0].partner is None
    done = exchange(game, "HA")
    assert (done.table.contracts[0].partner, done.table.contracts[0].called) == (
        Seat.NORTH,
        Card("SA"),
    )


def test_of_joint_declarers_the_first_who_bid_has_the_choice():
    game = with_joker("D7").bid("E:pass S:misere W:misere N:pass")
    assert declarers(game) == ["S misere", "W misere"]
    assert game.to_act is Seat.SOUTH
    done = exchange(game, "SJ")
    assert (done.state.phase, done.to_act) == (Phase.PLAY, Seat.EAST)
    assert Card("D7") in hand_of(done, "S")


def test_nobody_exchanges_in_a_pass_game():
    game = with_joker("SQ").bid("E:pass S:pass W:pass N:pass")
    played = game.choose("schoppen_mie").play_on()
    assert played.state.exchange is None
    assert played.table.as_dict()["middle"] == "SQ"
    assert set(played.scores.values()) == {0}
    counted = with_joker("SQ", pass_games_count=True).bid("E:pass S:pass W:pass N:pass")
    scores = counted.choose("schoppen_mie").play_on().scores
    # The queen lies in the middle: only the last trick costs anything.
    assert sorted(scores.values()) == [-15, 5, 5, 5]
    facts = ResultFacts(pass_game="schoppen_mie", taken=(4, 3, 3, 3), last_trick=Seat.EAST)
    counting = {"joker": True, "pass_games_count": True}
    assert score_result("wikibooks", counting, facts).scores == (5, -15, 5, 5)


def test_the_joker_follows_clubs_and_is_beaten_by_each_of_them():
    game = exchange(with_joker("C6").bid("E:alleen_8 S:pass W:pass N:pass"), None)
    assert JOKER in hand_of(game, "S")
    led = game.declare("D").play("E:CA")
    with pytest.raises(engine.MustFollowSuit):
        led.play("S:SJ")
    trick = led.play("S:C1 W:C5 N:C2")
    assert trick.table.tricks[-1].winner is Seat.EAST
    low = game.declare("D").play("E:S4 S:S9 W:S8 N:SA N:C2 E:C4 S:C1 W:C5")
    assert low.table.tricks[-1].winner is Seat.WEST


@pytest.mark.parametrize("middle", ["C1", "D7", "SA"])
def test_a_record_has_the_deal_of_52_the_middle_and_the_exchange(middle: str):
    game = with_joker(middle).bid("E:rik S:pass W:pass N:pass")
    game = exchange(game, "S4")
    commands = [
        engine.MakeBid(Seat.EAST, "rik"),
        *(engine.MakeBid(seat, "pass") for seat in (Seat.SOUTH, Seat.WEST, Seat.NORTH)),
        Exchange(Seat.EAST, Card("S4")),
    ]
    record = json.loads(json.dumps(engine.write_record(game.state, commands)))
    assert record["middle"] == middle
    assert "1" not in record["deal"].replace("10", "")
    assert record["actions"][-1] == {"seat": "E", "do": "exchange", "card": "S4"}
    assert engine.fold(record).state == game.state
    kept = {**record, "actions": [*record["actions"][:-1], {"seat": "E", "do": "exchange"}]}
    assert engine.fold(kept).state.exchange.card is None
    null = {"seat": "E", "do": "exchange", "card": None}
    assert engine.fold({**kept, "actions": [*record["actions"][:-1], null]}).state == (
        engine.fold(kept).state
    )


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"middle": None}, "missing_middle"),
        ({"middle": "C0"}, "bad_card"),
        ({"options": {}}, "unexpected_middle"),
        (
            {"deal": "N:AQ32.KQ2.K32.K32 K4.A43.A54.AQJT4 JT9.JT98.QJ.9876 8765.765.T986.51"},
            "joker_in_deal",
        ),
    ],
)
def test_a_record_whose_middle_cannot_be_is_malformed(change: dict[str, object], code: str):
    record = engine.write_record(with_joker("D7").state, [])
    with pytest.raises(RecordError) as refused:
        engine.fold({**record, **change})
    assert (refused.value.code, refused.value.index) == (code, None)


def test_everybody_sees_the_exchange_and_nobody_more():
    """A table at which East holds another card in the place of the one he gave looks the same."""
    done = exchange(with_joker("H9").bid("E:rik S:pass W:pass N:pass"), "S4")
    event = engine.public_event(done.state, engine.Exchanged(Seat.EAST, Card("S4")))
    assert event == {"do": "exchange", "seat": "E", "card": "S4"}
    for letter in "NSW":
        own = done.seen_by(letter).as_dict()
        assert own["legal"] == []
        assert "H9" not in own["hand"]


def test_what_is_listed_is_what_is_accepted():
    game = with_joker("H9").bid("E:rik S:pass W:pass N:pass")
    listed = set(engine.legal_actions(game.state))
    tries = {Exchange(Seat.EAST, None), *(Exchange(Seat.EAST, card) for card in CARDS)}
    assert {one for one in tries if _accepted(game.state, one)} == listed
    assert len(listed) == 14


def _accepted(state: GameState, command: Exchange) -> bool:
    try:
        return bool(engine.decide(state, command))
    except engine.IllegalAction:
        return False


def test_a_house_player_takes_a_better_card_and_leaves_a_worse_one():
    better = with_joker("CK").bid("E:alleen_8 S:pass W:pass N:pass")
    taken = choose("house", better.seen_by("E"), 1)
    assert isinstance(taken, Exchange)
    assert taken.card is not None
    assert taken.card.suit is not engine.Suit.CLUBS
    worse = with_joker("HA").bid("E:pass S:misere W:pass N:pass")
    assert choose("house", worse.seen_by("S"), 1) == Exchange(Seat.SOUTH, None)
    rid = with_joker("C1").bid("E:pass S:misere W:pass N:pass")
    given = choose("house", rid.seen_by("S"), 1)
    assert isinstance(given, Exchange)
    assert given.card is not None


@pytest.mark.parametrize("number", range(3))
def test_house_players_play_whole_games_with_it(number: int):
    deal = engine.Deal.from_number(engine.DEALS // 7 * (number + 1))
    state = engine.start(
        ruleset="wikibooks",
        options={"joker": True},
        dealer=Seat.NORTH,
        deal=deal,
        middle=deal.card(Seat.SOUTH, 4 * number),
    )
    while not state.finished:
        seat = state.to_act
        assert seat is not None
        command = choose("house", engine.seat_view(state, seat), number)
        state = engine.replay(state, engine.decide(state, command))
    played = [card for trick in state.play.tricks for card in trick.cards] if state.play else []
    assert state.in_the_middle not in played
    assert sum(engine.outcome(state).scores or ()) == 0


def test_a_deal_with_the_joker_is_no_deal_of_52():
    with pytest.raises(BadDeal):
        _ = with_joker("D7").state.deal.number
    assert PlayCard(Seat.NORTH, JOKER) in plays_of(Seat.NORTH, JOKER.bit)
