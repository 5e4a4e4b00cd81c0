from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine.players import NAMES, choose
from engine.players.splitmix import Numbers
from tests.engine.players.table import played, start, states
from tests.vocabulary import bidding, playing


def test_there_are_house_players_of_four_characters_and_a_random_one() -> None:
    assert NAMES == ("house", "bold", "careful", "hasty", "random")


def test_an_unknown_player_is_refused_by_name() -> None:
    view = engine.seat_view(bidding().state, engine.Seat.EAST)
    with pytest.raises(ValueError, match="'robot'"):
        choose("robot", view, 1)


@pytest.mark.parametrize("name", NAMES)
def test_nobody_chooses_out_of_turn(name: str) -> None:
    view = engine.seat_view(bidding(dealer="N").state, engine.Seat.WEST)
    with pytest.raises(ValueError, match="turn of W"):
        choose(name, view, 1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", range(20))
def test_the_same_view_and_seed_give_the_same_legal_action(name: str, number: int) -> None:
    for state in states(number, ["random"] * 4):
        if state.to_act is not None:
            view = engine.seat_view(state, state.to_act)
            first = choose(name, view, number)
            assert first in view.legal
            assert choose(name, engine.seat_view(state, state.to_act), number) == first


def test_the_random_player_takes_every_legal_action_equally_often() -> None:
    view = engine.seat_view(start(1), engine.Seat.SOUTH)
    counts = Counter(choose("random", view, seed) for seed in range(4000))
    assert set(counts) == set(view.legal)
    assert all(abs(count - 4000 / len(view.legal)) < 120 for count in counts.values())


def test_the_bold_one_bids_more_often_than_the_plain_one_and_the_careful_one_less() -> None:
    def bids(name: str) -> int:
        made = 0
        for number in range(120):
            view = engine.seat_view(start(number), engine.SEATS[(number + 1) % 4])
            choice = choose(name, view, 1)
            made += isinstance(choice, engine.MakeBid) and choice.bid != "pass"
        return made

    assert bids("careful") < bids("house") < bids("bold")


def test_tables_with_the_same_cards_do_not_all_end_alike() -> None:
    four = ["house", "bold", "careful", "hasty"]
    differing = 0
    for number in range(40):
        ends = {played(number, four[turn:] + four[:turn]).scores for turn in range(4)}
        differing += len(ends) > 1
    assert differing >= 25


def test_the_hasty_one_slips_in_a_few_cards_of_a_hundred_and_in_no_bid() -> None:
    slips = cards = 0
    for number in range(30):
        for state in states(number, ["house"] * 4):
            if state.to_act is None:
                continue
            view = engine.seat_view(state, state.to_act)
            plain, hasty = (choose(name, view, number * 991) for name in ("house", "hasty"))
            if not isinstance(plain, engine.PlayCard):
                assert plain == hasty
            elif len(view.legal) > 1:
                hasty = choose("hasty", view, number * 991 + len(view.legal) * 17 + cards)
                cards += 1
                slips += plain != hasty
    assert 0.02 < slips / cards < 0.12


def test_the_house_player_settles_every_option_of_a_blind_call() -> None:
    game = playing("rik by N, trump S, calls HA blind", hands={"N": "A..AKQJ32.A98432"})
    view = engine.seat_view(game.state, engine.Seat.NORTH)
    assert any(isinstance(one, engine.PlayCard) and one.face_down for one in view.legal)
    assert choose("house", view, 0) in view.legal


def test_splitmix64_gives_its_published_numbers() -> None:
    numbers = Numbers(1234567)
    assert [numbers.next() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_numbers_stay_below_their_bound() -> None:
    numbers = Numbers(7)
    assert {numbers.below(3) for _ in range(100)} == {0, 1, 2}
