"""Five or six at the table: the dealer is none of the four who play, and the last to speak has
what the rules give the dealer.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import engine
from engine import Deal, Phase, Seat, SetupError
from engine.__main__ import main
from tests.engine.test_vectors import GAMES
from tests.vocabulary import Game, deal, seat

Capture = pytest.CaptureFixture[str]


def without_dealer(record: dict[str, object]) -> dict[str, object]:
    """The same four, and somebody else dealt for the last to speak."""
    forehand = seat(str(record["dealer"])).next
    return {**record, "dealer": None, "forehand": forehand.letter}


def sitting_out(slug: str, forehand: str, turned: str | None = None, **options: object) -> Game:
    card = engine.Card(turned) if turned is not None else None
    state = engine.start(
        ruleset=slug,
        options=options,
        dealer=None,
        forehand=seat(forehand),
        deal=deal(W="H7"),
        turned=card,
    )
    return Game(state)


def refused(dealer: Seat | None, forehand: Seat | None) -> SetupError:
    with pytest.raises(SetupError) as error:
        engine.start(
            ruleset="german", options={}, dealer=dealer, forehand=forehand, deal=Deal.from_number(0)
        )
    return error.value


@pytest.mark.parametrize("record", GAMES[::5], ids=lambda record: record["name"])
def test_the_four_play_as_if_the_last_to_speak_had_dealt(record: dict[str, object]):
    played, again = engine.fold(record), engine.fold(without_dealer(record))
    assert again.answer == played.answer
    assert again.prefixes == played.prefixes
    actions = record["actions"]
    assert isinstance(actions, list)
    commands = [engine.read_action(action) for action in actions]
    written = engine.write_record(again.states[0], commands)
    assert (written["dealer"], written["forehand"]) == (None, again.state.forehand.letter)
    assert engine.fold(json.loads(json.dumps(written))).answer == played.answer


def test_a_file_without_a_dealer_is_replayed(tmp_path: Path, capsys: Capture):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(without_dealer(GAMES[0])), encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == {"legal": [], **GAMES[0]["expect"]}


def test_the_table_sees_that_none_of_the_four_deals_and_who_begins():
    view = sitting_out("german", "E").table.as_dict()
    assert (view["dealer"], view["forehand"], view["to_act"]) == (None, "E", "E")


def test_where_the_dealer_plays_nothing_more_is_sent():
    dealt = engine.start(ruleset="german", options={}, dealer=Seat.NORTH, deal=deal())
    view = engine.public_view(dealt).as_dict()
    assert view["dealer"] == "N"
    assert "forehand" not in view


def test_the_last_to_speak_chooses_the_pass_game():
    game = sitting_out("championship-online", "N").bid("pass pass pass pass")
    assert (game.state.phase, game.to_act) == (Phase.CHOOSE, Seat.WEST)


def test_the_last_to_speak_must_bid_where_the_dealer_must():
    game = sitting_out("german", "N", dealer_must_bid=True).bid("pass pass pass")
    assert game.to_act is Seat.WEST
    assert "pass" not in game.bids.split()


def test_the_turned_card_is_of_the_last_hand_dealt():
    game = sitting_out("wiezen", "N", turned="H7")
    assert game.table.as_dict()["turned"] == "H7"
    with pytest.raises(SetupError) as error:
        sitting_out("wiezen", "E", turned="H7")
    assert error.value.code == "turned_elsewhere"


def test_a_deal_thrown_in_is_dealt_again_by_the_same_dealer_in_wiezen_only():
    thrown_in = sitting_out("wiezen", "N", turned="H7").bid("pass pass pass pass").state
    assert thrown_in.dealt_again
    assert not sitting_out("german", "N").bid("pass pass pass pass").state.dealt_again


def test_a_dealer_and_a_forehand_are_one_too_many():
    error = refused(Seat.NORTH, Seat.EAST)
    assert error.code == "dealer_and_forehand"
    assert error.detail == {"dealer": "N", "forehand": "E"}


def test_without_dealer_and_forehand_nobody_begins():
    assert refused(None, None).code == "missing_dealer"
