"""What each audience sees. Situations 33 to 35, and the championship's secrets."""

from __future__ import annotations

import json

import pytest

import engine
from engine import Card, Seat, Suit, director_view, public_event, public_view, seat_view
from tests.engine.rulesets.tables import bidding as opening
from tests.engine.rulesets.tables import put_away
from tests.engine.seen import cards_in, hidden_from_all
from tests.engine.test_play import (
    BLIND,
    BLIND_HANDS,
    HANDS,
    HEARTS_ELSEWHERE,
    MIE,
    MISERE,
    RIK,
    RUFFED,
)
from tests.vocabulary import Game, bidding, playing

PUBLIC = {
    "ruleset", "dealer", "phase", "to_act", "ladder", "ranks", "trumps", "targets", "values",
    "values_reconstructed", "calls", "standing", "pass_game",
    "contracts", "trick", "tricks", "blind_trick", "taken", "cards_left", "finished", "result",
}  # fmt: skip
CONTRACT = {
    "bid", "declarer", "partner", "trump", "called", "blind", "target", "tricks", "made",
}  # fmt: skip
ANSWER = CONTRACT - {"target"}
# Sent only at tables that have them.
SOMETIMES = {"forehand", "turned", "beter_suit", "opens", "exposed", "talk", "claim"}


def assert_only_allowed_keys(view: dict[str, object]) -> None:
    """The allow-list, written a second time: a field that is new here must be argued for."""
    assert PUBLIC <= set(view) <= PUBLIC | SOMETIMES
    assert set(view.get("exposed", {})) | set(view.get("talk", [])) <= set("NESW")
    for call in [*view["calls"], *([view["standing"]] if view["standing"] else [])]:
        assert set(call) == {"seat", "bid"}
    for contract in view["contracts"]:
        assert set(contract) == CONTRACT
    if view["trick"] is not None:
        assert set(view["trick"]) == {"number", "leader", "plays", "winning"}
        for play in view["trick"]["plays"]:
            assert set(play) == {"seat", "card"}
    for trick in view["tricks"]:
        assert set(trick) == {"leader", "cards", "winner"}
    assert set(view["taken"]) == set(view["cards_left"]) == set("NESW")
    if view["result"] is not None:
        assert set(view["result"]) == {
            "contracts", "pass_game", "tricks", "scores", "payments", "early", "hands",
        }  # fmt: skip
        for contract in view["result"]["contracts"]:
            assert set(contract) == ANSWER


MOMENTS = {
    "before a call": lambda: bidding(),
    "auction": lambda: bidding().bid("E:rik S:piek"),
    "choosing": lambda: bidding().bid("pass pass pass pass"),
    "declaring": lambda: bidding().bid("E:rik pass pass pass"),
    "first lead": lambda: playing(RIK, hands=HANDS),
    "mid-trick": lambda: playing(RIK, hands=HANDS).after("N:D2 E:D6"),
    "face down": lambda: playing(BLIND, hands=BLIND_HANDS).after("N:(SA) E:HA"),
    "joint": lambda: playing("misere by N and W", hands=MISERE, leader="S").play_on(1),
    "schoppen mie": lambda: playing("schoppen_mie", hands=MIE).play_on(2),
    "finished": lambda: playing(RIK, hands=HANDS).play_on(),
    "finished early": lambda: playing("misere by W", hands=MISERE, leader="S").play_on(),
    "turned": lambda: opening("wiezen").bid("E:vraag"),
    "better suit drawn": lambda: opening("german", beter="drawn").bid("E:rik"),
    "putting away": lambda: put_away(
        opening("wiezen", kleine_miserie=True).bid("E:kleine_miserie pass pass pass"), "H9"
    ),
    "lying open": lambda: opening("german").bid("E:open_misere_praatje pass pass pass").play_on(2),
    "naming": lambda: opening("championship-offline").bid("E:misere S:open_misere pass pass pass"),
    "dealt again": lambda: opening("wikibooks").bid("pass pass pass pass").choose("redeal"),
}


# Not a schoppen mie, whose score is not in the numbers of tricks.
MAY_CLAIM = {"first lead", "mid-trick", "face down", "joint", "lying open"}


@pytest.mark.parametrize("moment", MOMENTS)
def test_views_hold_the_allowed_keys_and_nothing_else(moment: str):
    state = MOMENTS[moment]().state
    for reveal in (False, True):
        assert_only_allowed_keys(public_view(state, reveal=reveal).as_dict())
    for seat in engine.SEATS:
        assert set(seat_view(state, seat).as_dict()) == {
            "seat", "hand", "legal", "holds_called", "blind", "face_down",
            *(("discarded",) if state.discarded(seat) else ()),
            *(("may_claim",) if moment in MAY_CLAIM and seat is state.to_act else ()),
        }  # fmt: skip
    assert set(director_view(state).as_dict()) == {
        "public", "hands", "dealt", "contracts", "legal", "face_down",
    }  # fmt: skip


@pytest.mark.parametrize("moment", MOMENTS)
def test_views_are_plain_json(moment: str):
    state = MOMENTS[moment]().state
    for view in (public_view(state), seat_view(state, Seat.NORTH), director_view(state)):
        assert json.loads(json.dumps(view.as_dict())) == view.as_dict()


def test_a_championship_online_has_none_of_what_is_sent_sometimes():
    for moment in ("auction", "declaring", "first lead", "joint", "finished"):
        assert not SOMETIMES & set(public_view(MOMENTS[moment]().state).as_dict())


def test_the_public_view_in_full():
    game = playing(RIK, hands=HANDS).after("N:D2 E:D6 S:DK W:D9 S:DJ")
    assert game.table.as_dict() == {
        "ruleset": "championship-online",
        "dealer": "W",
        "phase": "play",
        "to_act": "W",
        "ladder": [
            "rik", "rik_beter", "alleen_8", "piek", "alleen_9", "misere",
            "alleen_10", "alleen_11", "alleen_12", "alleen_13",
        ],
        "ranks": [1, 2, 3, 4, 5, 6, 7, 9, 11, 14],
        "trumps": ["CDHS", "H", "CDHS", "", "CDHS", "", *["CDHS"] * 4],
        "targets": [8, 8, 8, 1, 9, 0, 10, 11, 12, 13],
        "values": [10, 10, 10, 15, 20, 25, 30, 40, 50, 70],
        "values_reconstructed": True,
        "calls": [
            {"seat": "N", "bid": "rik"},
            {"seat": "E", "bid": "pass"},
            {"seat": "S", "bid": "pass"},
            {"seat": "W", "bid": "pass"},
        ],
        "standing": {"seat": "N", "bid": "rik"},
        "pass_game": None,
        "contracts": [
            {
                "bid": "rik", "declarer": "N", "partner": None, "trump": "S", "called": "HA",
                "blind": None, "target": 8, "tricks": 0, "made": None,
            }
        ],
        "trick": {
            "number": 2,
            "leader": "S",
            "plays": [{"seat": "S", "card": "DJ"}],
            "winning": "S",
        },
        "tricks": [{"leader": "N", "cards": ["D2", "D6", "DK", "D9"], "winner": "S"}],
        "blind_trick": None,
        "taken": {"N": 0, "E": 0, "S": 1, "W": 0},
        "cards_left": {"N": 12, "E": 12, "S": 11, "W": 12},
        "finished": False,
        "result": None,
    }  # fmt: skip


def test_a_seat_sees_its_own_hand_in_holding_order_and_its_own_choices():
    game = playing(RIK, hands=HANDS).after("N:D2")
    east = game.seen_by("E").as_dict()
    assert east["hand"] == [
        *("S7", "S6", "S5", "HA", "HK", "HQ", "C9", "C8", "C7", "C6", "D6", "D5", "D4")
    ]
    assert east["legal"] == [
        {"seat": "E", "do": "play", "card": card} for card in ("D6", "D5", "D4")
    ]
    assert east["holds_called"] is True
    south = game.seen_by("S").as_dict()
    assert (south["legal"], south["holds_called"], south["blind"]) == ([], False, None)


# The partner


def side_facts(game: Game) -> tuple[object, object]:
    contract = game.table.contracts[0]
    return contract.partner, contract.tricks


def test_the_partner_and_his_tricks_are_nobodys_business_until_the_ace_falls():
    game = playing(RIK, hands=HANDS).after("N:C2 E:C9 S:CA W:C4 S:CK W:C5 N:C3 E:C8")
    game = game.after("S:DK W:D9 N:D2 E:D6 S:CQ W:CT N:S8 E:C7")
    assert side_facts(game) == (None, 1)
    game = game.after("N:H2")
    assert side_facts(game) == (None, 1), "East must play the ace, which is his secret still"
    game = game.after("E:HA")
    assert side_facts(game) == (Seat.EAST, 1)
    assert side_facts(game.after("S:H6 W:H4")) == (Seat.EAST, 2)
    assert [one.partner for one in engine.outcome(game.state).contracts] == [Seat.EAST]


def test_the_ace_thrown_away_shows_the_partner_too():
    game = playing(RIK, hands=RUFFED).after("N:C2 E:CK S:C7 W:C4 E:CQ S:C8 W:C5 N:C3 E:CJ S:HA")
    assert side_facts(game)[0] is Seat.SOUTH


def test_not_even_the_partners_own_view_names_him_as_public():
    game = playing(RIK, hands=HANDS)
    view = game.seen_by("E")
    assert view.holds_called
    assert view.public.contracts[0].partner is None


# The same auction and cards, but here East holds the called ace and there South does.
HERE = HANDS
THERE = {**HANDS, "E": "765.KQ.J654.9876", "S": "A4.A9876.KQ.AKQJ"}
SO_FAR = ("", "N:D2", "N:H2", "N:D2 E:D6 S:DK W:D9 S:DQ")


@pytest.mark.parametrize("words", SO_FAR)
def test_moving_the_called_ace_changes_nobodys_view_but_those_of_its_holders(words: str):
    here, there = playing(RIK, hands=HERE).after(words), playing(RIK, hands=THERE).after(words)
    assert here.table == there.table
    for seat in "NW":
        assert here.seen_by(seat) == there.seen_by(seat)


LEAKS = {
    "the partner": lambda state: state.contracts[0].partner,
    "a suit count": lambda state: len(state.deal.hand(Seat.EAST).suit(Suit.HEARTS)),
    "another seat's legal cards": lambda state: len(engine.legal_actions(state)),
    "the side's tricks": lambda state: engine.outcome(state).contracts[0].tricks,
    "a stop because the side has enough": lambda state: (
        engine.outcome(state).contracts[0].tricks >= 1
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_two_deals_would_show_each_leak_other_programs_had(leak: str):
    """Planted: were one of these in a view, the comparison above would fail."""
    told = [
        {words: LEAKS[leak](playing(RIK, hands=deal).after(words).state) for words in SO_FAR}
        for deal in (HERE, THERE)
    ]
    assert told[0] != told[1]


# The blind call


NORMAL_HANDS = {
    # North holds one heart, so the same call is a normal one; all else is nearly the same.
    **BLIND_HANDS,
    "N": "AKQJT9.3.A43.A32",
    "W": "32.654.7652.7654",
}


def test_that_a_call_is_blind_is_the_declarers_secret_until_he_leads_face_down():
    blind = playing(BLIND, hands=BLIND_HANDS)
    normal = playing("rik by N, trump S, calls HA", hands=NORMAL_HANDS)
    for words in ("", "N:C2", "N:C2 E:CK S:C8 W:C4 E:DK S:D8 W:D5 N:DA N:S9"):
        one, other = blind.after(words), normal.after(words)
        assert one.table == other.table
        assert one.table.contracts[0].blind is None
        assert one.seen_by("E") == other.seen_by("E")
        assert one.seen_by("S") == other.seen_by("S")
        assert (one.seen_by("N").blind, other.seen_by("N").blind) == (True, False)


def test_the_declaration_is_told_without_the_word_blind():
    game = playing(BLIND, hands=BLIND_HANDS)
    declared = next(one for one in game.events if isinstance(one, engine.Declared))
    assert declared.blind
    assert public_event(game.state, declared) == {
        "do": "declare", "seat": "N", "trump": "S", "card": "HA",
    }  # fmt: skip


def test_the_face_down_lead_tells_that_the_call_was_blind():
    game = playing(BLIND, hands=BLIND_HANDS).after("N:(SA)")
    assert game.table.contracts[0].blind is True


def test_the_card_lying_face_down_is_seen_by_its_player_and_the_director_only():
    game = playing(BLIND, hands=BLIND_HANDS).after("N:(SA)")
    assert game.table.trick.as_dict() == {
        "number": 1,
        "leader": "N",
        "plays": [{"seat": "N", "card": None}],
        "winning": None,
    }
    assert game.table.blind_trick is None
    assert game.seen_by("N").face_down is Card("SA")
    assert [game.seen_by(seat).face_down for seat in "ESW"] == [None] * 3
    assert director_view(game.state).face_down is Card("SA")
    assert public_event(game.state, game.events[-1]) == {
        "do": "play", "seat": "N", "face_down": True,
    }  # fmt: skip
    assert Card("SA") not in cards_in(game.table.as_dict())


def test_the_hidden_card_is_turned_when_its_trick_is_complete():
    game = playing(BLIND, hands=BLIND_HANDS).after("N:(SA) E:HA S:H7")
    assert game.table.trick.plays[0].card is None
    assert game.table.trick.winning is Seat.EAST
    game = game.after("W:H3")
    assert game.table.tricks[0].as_dict() == {
        "leader": "N", "cards": ["SA", "HA", "H7", "H3"], "winner": "E",
    }  # fmt: skip
    assert game.table.blind_trick == 1
    assert game.seen_by("N").face_down is None


def test_a_trick_of_a_hidden_card_and_discards_is_nobodys_yet():
    """East has no heart and throws a diamond: nobody wins until somebody follows or trumps."""
    hands = {
        "N": BLIND_HANDS["N"],
        "E": "654..98765.98765",
        "S": HEARTS_ELSEWHERE["E"],
        "W": HEARTS_ELSEWHERE["W"],
    }
    game = playing(BLIND, hands=hands).after("N:(SK) E:D5")
    assert game.table.trick.winning is None
    assert game.after("S:HA").table.trick.winning is Seat.SOUTH
    trumped = playing(BLIND, hands=hands).after("N:(SK) E:S4")
    assert trumped.table.trick.winning is Seat.EAST
    assert trumped.after("S:HA").table.trick.winning is Seat.EAST


def test_the_view_while_a_card_lies_hidden_does_not_depend_on_which_it_is():
    game = playing(BLIND, hands=BLIND_HANDS)
    tables = [
        game.after(f"N:({card}) E:HA S:H7").table.as_dict() for card in ("SA", "S9", "D2", "CA")
    ]
    assert all(table == tables[0] for table in tables)


# Verdicts and results


def test_a_lost_misere_is_seen_at_once_and_a_lost_rik_at_the_end():
    joint = playing("misere by N and W", hands=MISERE, leader="S").after("S:C4 W:C5 N:C2 E:C3")
    assert {str(one.declarer): one.made for one in joint.table.contracts} == {"N": None, "W": False}
    alone = playing("alleen_13 by N, trump S", hands=HANDS).after("N:C2 E:C9 S:CJ W:CT")
    assert alone.table.contracts[0].made is None


def test_the_deal_is_shown_with_the_result_only_when_the_caller_says_so():
    game = playing("misere by W", hands=MISERE, leader="S").play_on()
    kept = public_view(game.state).as_dict()["result"]
    assert kept["hands"] is None
    assert kept["early"] is True
    assert kept["scores"] == {"N": 25, "E": 25, "S": 25, "W": -75}
    shown = public_view(game.state, reveal=True).as_dict()["result"]
    assert shown["hands"] == MISERE
    assert not cards_in(public_view(game.state).as_dict()) & hidden_from_all(game.state)


def test_revealing_shows_nothing_while_the_game_goes_on():
    state = playing(RIK, hands=HANDS).after("N:D2").state
    assert public_view(state, reveal=True) == public_view(state)


def test_the_result_names_partner_and_blind_call():
    game = playing(BLIND, hands=BLIND_HANDS).play_on()
    result = game.table.as_dict()["result"]
    assert result["contracts"][0]["partner"] == "E"
    assert result["contracts"][0]["blind"] is True
    assert game.table.contracts[0].tricks == result["contracts"][0]["tricks"]
    assert result["early"] is False
    assert game.table.trick is None
    assert game.table.phase is engine.Phase.FINISHED


def test_the_director_sees_four_hands_and_the_partner():
    game = playing(RIK, hands=HANDS).after("N:D2")
    view = director_view(game.state).as_dict()
    assert len(cards_in(view["hands"])) == 51
    assert view["dealt"] == HANDS
    assert view["contracts"][0]["partner"] == "E"
    assert view["contracts"][0]["blind"] is False


def test_what_happens_is_told_event_by_event():
    game = playing("misere by W", hands=MISERE, leader="S").after("S:C4 W:C5 N:C2 E:C3")
    told = [public_event(game.state, event) for event in game.events]
    assert told[0] == {"do": "bid", "seat": "S", "bid": "pass"}
    assert {"do": "play", "seat": "S", "card": "C4"} in told
    assert told[-1] == {"do": "finished"}
    chosen = bidding().bid("pass pass pass pass").choose("one_or_five")
    assert public_event(chosen.state, chosen.events[-1]) == {
        "do": "choose", "seat": "N", "game": "one_or_five",
    }  # fmt: skip


# By accident


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_that_holds_cards_shows_them_in_a_log(moment: str):
    state = MOMENTS[moment]().state
    holders = [state, state.deal, state.play, state.play and state.play.terms]
    holders += [public_view(state), public_view(state).result, director_view(state)]
    holders += [seat_view(state, seat) for seat in engine.SEATS]
    holders += [engine.outcome(state), engine.fold(engine.write_record(state, []))]
    for holder in holders:
        for text in (repr(holder), str(holder), f"{holder}"):
            assert not cards_in(text), text


def test_a_contract_keeps_its_partner_out_of_the_log():
    contract = playing(BLIND, hands=BLIND_HANDS).state.contracts[0]
    assert "partner" not in repr(contract)
    assert "blind=" not in repr(contract)
