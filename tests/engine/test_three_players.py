"""Three people and four hands: who plays the fourth, who sees it, and for whom it scores.

Rules 3.8 (René, the blinde) and rules-decisions 45 (the Strohmann).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import engine
from engine import (
    DECK,
    SEATS,
    Deal,
    NotTheOperator,
    Phase,
    PlayCard,
    RecordError,
    Seat,
    SetupError,
    players,
)
from engine.players.reading import Reading, as_the_hand_to_play
from tests.vocabulary import Game, deal

FORMS = (("wikibooks", "rene"), ("wikibooks", "blinde"), ("german", "strohmann"))
EVERY_FORM = pytest.mark.parametrize(("ruleset", "form"), FORMS, ids=[form for _, form in FORMS])

# North deals, West's hand is the fourth: South sits before it. The ace of diamonds is West's, that
# of clubs South's, and East has five sure trumps.
HANDS = {
    "N": "T987.5432.765.43",
    "E": "AKQJ6.A6.KQ3.652",
    "S": "543.KQJ.T984.A87",
    "W": "2.T987.AJ2.KQJT9",
}
N, E, S, W = SEATS


def three(form: str, *, ruleset: str = "wikibooks", fourth: str | None = None, **more: str) -> Game:
    return Game(
        engine.start(
            ruleset=ruleset,
            options={},
            dealer=Seat.parse(more.pop("dealer", "N")),
            deal=deal(**{**HANDS, **more}),
            form=form,
            fourth=Seat.parse(fourth) if fourth else None,
        )
    )


def rik(form: str, calls: str, ruleset: str = "wikibooks", **more: str) -> Game:
    """East rikt in spades."""
    return three(form, ruleset=ruleset, **more).bid("E:rik S:pass N:pass").declare("S", calls)


def operators(game: Game) -> Iterator[str]:
    """Who plays the fourth hand's cards, trick by trick, when all play the first legal card."""
    while not game.state.finished:
        if game.state.operator is not None:
            yield game.state.operator.letter
        game = game.do(engine.legal_actions(game.state)[0])


# The auction


def test_the_fourth_hand_is_never_asked():
    game = three("rene").bid("E:pass S:rik N:rik_beter")
    assert game.to_act is S
    assert game.bid("S:pass").state.phase is Phase.DECLARE


def test_three_passes_are_all():
    assert three("rene").bid("E:pass S:pass N:pass").state.phase is Phase.CHOOSE
    assert three("strohmann", ruleset="german").bid("E:pass S:pass N:pass").state.finished


def test_whoever_follows_an_absent_forehand_speaks_leads_and_chooses():
    game = three("blinde", fourth="E")
    assert game.to_act is S
    passed = game.bid("S:pass W:pass N:pass")
    assert (passed.state.phase, passed.to_act) == (Phase.CHOOSE, S)
    assert passed.choose("two_or_five").to_act is S


def test_the_declarer_names_the_trump_of_a_troela_whose_fourth_ace_nobody_holds():
    troela = {"N": "A987.5432.765.43", "E": "KQJT6.A6.KQ3.A52", "S": "543.KQJ.T984.876"}
    game = three("rene", **troela, W="2.T987.AJ2.KQJT9")
    assert not any(bid == "troela" for bid in game.bids.split()), "two aces are no troela"
    three_aces = {"E": "AKQJ6.A6.KQ3.A52", "S": "543.KQJ.T984.876", "W": "2.T987.AJ2.KQJT9"}
    game = three("rene", N="T987.5432.765.43", **three_aces).bid("E:troela S:pass N:pass")
    assert (game.state.phase, game.to_act) == (Phase.DECLARE, E)
    assert game.declarations == {"C", "H", "S"}
    assert game.declare("S").state.contracts[0].partner is W


# Who plays it


def test_rene_is_played_by_the_one_before_him_and_then_clockwise():
    assert "".join(operators(rik("rene", "CA"))) == "SNESNESNESNES"


def test_the_rikker_plays_the_blinde_that_he_asked():
    assert set(operators(rik("blinde", "DA"))) == {"E"}


def test_who_was_not_asked_plays_the_blinde():
    assert set(operators(rik("blinde", "CA"))) == {"N"}


@pytest.mark.parametrize(
    ("calls", "bids", "operator"),
    [
        ("alleen_8 by E", "E:alleen_8 S:pass N:pass", "S"),
        ("piek by N, over a rik", "E:rik S:pass N:piek E:pass", "S"),
        ("piek by E, over what South bid", "E:piek S:pass N:pass", "S"),
        ("piek by S, over what East bid and passed", "E:rik S:piek N:pass E:pass", "N"),
        ("misere by E and S", "E:misere S:misere N:pass", "N"),
    ],
)
def test_who_bid_least_plays_the_blinde_against_one_alone(calls: str, bids: str, operator: str):
    game = three("blinde").bid(bids)
    if game.state.phase is Phase.DECLARE:
        game = game.declare("S")
    assert set(operators(game)) == {operator}, calls


def test_the_strohmann_is_played_by_its_partner():
    assert set(operators(rik("strohmann", "DA", "german"))) == {"E"}
    assert set(operators(rik("strohmann", "CA", "german"))) == {"N"}


def test_of_two_partners_the_one_on_its_left_plays_the_strohmann():
    alone = three("strohmann", ruleset="german").bid("E:piek S:pass N:pass")
    assert set(operators(alone)) == {"N"}
    by_north = three("strohmann", ruleset="german").bid("E:pass S:pass N:piek")
    assert set(operators(by_north)) == {"E"}


def test_a_pass_game_has_no_sides_so_every_fourth_hand_is_played_in_turn():
    game = three("blinde").bid("E:pass S:pass N:pass").choose("two_or_five")
    assert "".join(operators(game)) == "SNESNESNESNES"


def test_three_piekers_do_not_make_four_of_a_hand_that_nobody_holds():
    rules = {"three_piekers_make_four": True}
    state = engine.start(
        ruleset="wikibooks", options=rules, dealer=N, deal=deal(**HANDS), form="rene"
    )
    game = Game(state).bid("E:piek S:piek N:piek")
    assert [one.declarer for one in game.state.contracts] == [E, S, N]


# What is refused


@pytest.mark.parametrize("by", [None, "N", "E", "W"])
def test_only_the_operator_plays_the_fourth_hand(by: str | None):
    game = rik("rene", "CA").play("E:C2 S:CA")
    command = PlayCard(W, engine.Card("CK"), by=None if by is None else Seat.parse(by))
    with pytest.raises(NotTheOperator) as refused:
        engine.decide(game.state, command)
    assert refused.value.code == "not_the_operator"
    assert refused.value.detail == {"seat": "W", "by": by, "operator": "S"}
    assert game.play("W:CK").to_act is N


def test_nobody_plays_for_somebody_who_is_there():
    with pytest.raises(NotTheOperator) as refused:
        engine.decide(rik("rene", "CA").state, PlayCard(E, engine.Card("C2"), by=S))
    assert refused.value.detail == {"seat": "E", "by": "S", "operator": None}


def test_the_fourth_hand_follows_suit_like_any_other():
    game = rik("rene", "CA").play("E:C2 S:CA")
    with pytest.raises(engine.MustFollowSuit):
        game.play("W:HT")
    assert game.cards == "CK CQ CJ CT C9"


def test_a_card_of_the_operator_is_one_of_the_hand_he_plays():
    game = rik("rene", "CA").play("E:C2 S:CA")
    meant = engine.on_behalf(game.state, PlayCard(S, engine.Card("CK")))
    assert meant == PlayCard(W, engine.Card("CK"), by=S)
    for nobody in (PlayCard(N, engine.Card("CK")), engine.MakeBid(S, "pass")):
        assert engine.on_behalf(game.state, nobody) is nobody


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"form": "rene", "fourth": S}, "bad_fourth"),
        ({"form": "blinde", "fourth": N}, "bad_fourth"),
        ({"form": "blind"}, "unknown_form"),
        ({"form": "strohmann"}, "unknown_form"),
        ({"fourth": W}, "unexpected_fourth"),
        ({"form": "rene", "dealer": None, "forehand": E}, "form_without_dealer"),
    ],
)
def test_a_table_of_three_that_cannot_be_is_refused(setup: dict[str, object], code: str):
    with pytest.raises(SetupError) as refused:
        engine.start(
            **{"ruleset": "wikibooks", "options": {}, "dealer": N, "deal": deal(**HANDS), **setup}  # type: ignore[arg-type]
        )
    assert refused.value.code == code


def test_an_unknown_form_is_answered_with_those_there_are():
    with pytest.raises(SetupError) as refused:
        three("strohman", ruleset="german")
    assert refused.value.detail == {"form": "strohman", "forms": ["strohmann"]}
    with pytest.raises(SetupError) as refused:
        three("rene", ruleset="championship-online")
    assert refused.value.detail["forms"] == []


# What is seen


def notations(view: engine.SeatView) -> list[str]:
    hand = view.as_dict()["hand"]
    assert isinstance(hand, list)
    return hand


def test_the_operator_of_rene_sees_rene_and_not_his_own_hand():
    before = rik("rene", "CA").play("E:C2")
    assert notations(before.seen_by("S"))[0] == "S5"
    assert before.seen_by("S").operates is None
    now = before.play("S:CA").seen_by("S")
    assert now.operates is W
    assert set(now.hand) == set(deal(**HANDS).hand(W))
    assert set(now.dealt) == set(now.hand)
    assert {one.seat for one in now.legal} == {W}
    assert {one.by for one in now.legal if isinstance(one, PlayCard)} == {S}
    after = before.play("S:CA W:CK").seen_by("S")
    assert after.operates is None
    assert set(after.hand) < set(deal(**HANDS).hand(S))


def test_nobody_else_sees_a_card_of_rene():
    game = rik("rene", "CA").play("E:C2 S:CA")
    assert game.table.exposed == (None,) * 4
    assert (game.table.form, game.table.fourth, game.table.operator) == ("rene", W, S)
    for letter in "NE":
        view = game.seen_by(letter)
        assert set(view.hand) <= set(deal(**HANDS).hand(Seat.parse(letter)))
        assert view.legal == ()


def test_who_operates_rene_is_told_whether_rene_has_the_called_card():
    for calls, holds in (("DA", True), ("CA", False)):
        game = rik("rene", calls).play("E:C2 S:CA")
        assert game.seen_by("S").holds_called is holds
    assert rik("rene", "CA").seen_by("S").holds_called


@pytest.mark.parametrize(("ruleset", "form"), FORMS[1:])
def test_an_open_hand_lies_there_from_the_end_of_the_auction(ruleset: str, form: str):
    game = three(form, ruleset=ruleset).bid("E:rik S:pass")
    assert game.table.exposed == (None,) * 4
    settled = game.bid("N:pass")
    assert settled.state.phase is Phase.DECLARE
    assert settled.table.exposed == (None, None, None, deal(**HANDS).hand(W))
    assert (game.table.opens, settled.table.opens) == ((), (W,))
    assert settled.table.as_dict()["exposed"] == {
        "W": engine.seat_view(settled.state, W).as_dict()["hand"]
    }


def test_a_deal_thrown_in_shows_no_strohmann():
    game = three("strohmann", ruleset="german").bid("E:pass S:pass N:pass")
    assert game.table.exposed == (None,) * 4


def test_the_called_ace_in_an_open_hand_is_seen_by_all():
    assert rik("blinde", "DA").table.contracts[0].partner is W
    assert rik("rene", "DA").table.contracts[0].partner is None


def test_who_plays_an_open_hand_shows_the_partner_when_it_is_to_play_and_not_before():
    game = rik("blinde", "CA").play("E:H6")
    assert (game.table.contracts[0].partner, game.table.operator) == (None, None)
    game = game.play("S:HK")
    assert (game.table.contracts[0].partner, game.table.operator) == (S, N)
    assert set(game.seen_by("N").hand) == set(deal(**HANDS).hand(N)), "his own hand he may see"
    assert game.seen_by("N").operates is W
    assert engine.public_event(game.state, engine.CardPlayed(W, engine.Card("H7"), by=N)) == {
        "do": "play",
        "seat": "W",
        "by": "N",
        "card": "H7",
    }


def test_a_hand_that_nobody_holds_does_not_talk():
    game = three("strohmann", ruleset="german").bid("E:open_piek_praatje S:pass N:pass")
    game = game.play_on(1)
    assert game.table.talk == (N, S)


def test_tables_of_four_are_sent_nothing_of_this():
    state = engine.start(ruleset="wikibooks", options={}, dealer=N, deal=deal(**HANDS))
    assert not {"form", "fourth", "operator"} & set(engine.public_view(state).as_dict())
    assert "operates" not in engine.seat_view(state, E).as_dict()


# Points and records


def test_the_fourth_hand_has_an_account_of_its_own():
    game = rik("rene", "DA").play_on()
    scores = game.scores
    assert sum(scores.values()) == 0
    assert scores["W"] == scores["E"] > 0 or scores["W"] == 0 > scores["E"]
    against = three("strohmann", ruleset="german").bid("E:alleen_8 S:pass N:pass").declare("S")
    scores = against.play_on().scores
    assert scores["W"] == scores["N"] == scores["S"] == -scores["E"] // 3 != 0


@pytest.mark.parametrize("fourth", [None, "S"])
def test_a_record_says_how_three_play_and_who_played_the_fourth_hand(fourth: str | None):
    game = three("blinde", fourth=fourth)
    game = game.bid("E:rik S:pass N:pass" if fourth is None else "E:rik W:pass N:pass")
    game = game.declare("S", "DA").play_on()
    actions = [
        engine.events.command_of(one)
        for one in game.events
        if not isinstance(one, engine.GameFinished)
    ]
    start = three("blinde", fourth=fourth).state
    record = engine.write_record(start, actions)
    assert (record["form"], record.get("fourth")) == ("blinde", fourth)
    plays = [one for one in record["actions"] if one["do"] == "play"]  # type: ignore[attr-defined]
    absent = "W" if fourth is None else fourth
    assert {one["seat"] for one in plays if "by" in one} == {absent}
    assert all("by" in one for one in plays if one["seat"] == absent)
    assert engine.fold(record).state == game.state
    stored = [engine.event_payload(event) for event in game.events]
    assert [engine.event_from_payload(*one) for one in stored] == list(game.events)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"form": 3}, "unknown_form"),
        ({"form": "renee"}, "unknown_form"),
        ({"fourth": "S"}, "bad_fourth"),
        ({"fourth": "Q"}, "bad_seat"),
        ({"form": None, "fourth": "W"}, "unexpected_fourth"),
    ],
)
def test_a_record_of_three_that_cannot_be_is_malformed(change: dict[str, object], code: str):
    record = engine.write_record(three("rene").state, [])
    with pytest.raises(RecordError) as refused:
        engine.fold({**record, **change})
    assert (refused.value.code, refused.value.index) == (code, None)


def test_a_play_by_the_wrong_person_is_refused_at_its_index():
    game = rik("rene", "CA").play("E:C2 S:CA W:CK")
    record = engine.write_record(
        three("rene").state,
        [engine.events.command_of(one) for one in game.events],  # type: ignore[arg-type]
    )
    record["actions"][-1]["by"] = "N"  # type: ignore[index]
    with pytest.raises(RecordError) as refused:
        engine.fold(record)
    assert (refused.value.code, refused.value.index) == ("not_the_operator", 6)


# House players


@EVERY_FORM
def test_house_players_play_three_and_a_fourth_hand(ruleset: str, form: str):
    """From the view of whoever acts; what they choose is decided, so nothing illegal comes out."""
    rng = random.Random(3)
    for _ in range(12):
        state = engine.start(
            ruleset=ruleset,
            options={},
            dealer=rng.choice(SEATS),
            deal=Deal.from_number(rng.randrange(engine.DEALS)),
            form=form,
        )
        while not state.finished:
            who = state.operator if state.operator is not None else state.to_act
            assert who is not None
            command = players.choose("house", engine.seat_view(state, who), rng.randrange(99))
            state = engine.replay(state, engine.decide(state, command))
        assert sum(engine.outcome(state).scores or ()) == 0


def test_the_operator_of_an_open_hand_reads_both_hands():
    view = rik("blinde", "CA").play("E:H6 S:HK").seen_by("N")
    reading = Reading(as_the_hand_to_play(view))
    assert reading.me == W
    assert set(reading.known) == {N}
    hidden = sum(mask.bit_count() for mask in reading.hidden_from_me)
    assert hidden == len(DECK) - 13 - 13 - 2


def test_the_operator_of_rene_reads_rene_alone():
    view = rik("rene", "CA").play("E:H6 S:HK").seen_by("S")
    reading = Reading(as_the_hand_to_play(view))
    assert (reading.me, reading.known) == (W, {})
