"""A pass game without an auction, as the last deals of an evening are played in seed 000."""

from __future__ import annotations

import json

import pytest

import engine
from engine import Phase, RecordError, SetupError, rulesets
from tests.vocabulary import Game, deal

EVERY = [
    pytest.param(slug, game.game, id=f"{slug} {game.game}")
    for slug in rulesets.names()
    for game in rulesets.get(slug).pass_games
    if not game.redeal
]


def scheduled(slug: str, word: str, **options: object) -> Game:
    cards = deal()
    turns = "turned" in rulesets.get(slug).draws
    return Game(
        engine.start(
            ruleset=slug,
            options=options,
            dealer=engine.Seat.NORTH,
            deal=cards,
            turned=cards.card(engine.Seat.NORTH, 0) if turns else None,
            pass_game=word,
        )
    )


@pytest.mark.parametrize(("slug", "word"), EVERY)
def test_it_begins_with_the_lead_of_forehand_and_is_a_record_like_any_other(slug: str, word: str):
    """Also where another game is fixed for when all pass, or none is played then."""
    game = scheduled(slug, word)
    assert game.to_act is engine.Seat.EAST
    forced = word == "verplichte_rik"
    assert game.state.phase is (Phase.DECLARE if forced else Phase.PLAY)
    assert game.table.calls == ()
    assert game.table.pass_game == word
    record = json.loads(json.dumps(engine.write_record(game.state, [])))
    assert record["pass_game"] == word
    assert engine.fold(record).state == game.state
    answer = engine.fold(record).answer
    assert (answer["pass_game"], answer["contracts"]) == (word, [])


def test_its_points_are_those_of_the_same_game_after_four_passes():
    after_passes = scheduled("championship-online", "one_or_five").play_on()
    auction = engine.start(
        ruleset="championship-online", options={}, dealer=engine.Seat.NORTH, deal=deal()
    )
    chosen = Game(auction).bid("pass pass pass pass").choose("one_or_five").play_on()
    assert after_passes.scores == chosen.scores
    assert "pass_game" not in engine.write_record(chosen.state, [])


@pytest.mark.parametrize("word", ["redeal", "dames", "rondpick"])
def test_a_game_that_is_none_is_refused_and_the_others_are_named(word: str):
    with pytest.raises(SetupError, match="two_or_five, one_three_five") as refused:
        scheduled("wikibooks", word)
    assert refused.value.code == "unknown_pass_game"
    record = engine.write_record(scheduled("wikibooks", "rondpiek").state, [])
    with pytest.raises(RecordError) as malformed:
        engine.fold({**record, "pass_game": word})
    assert malformed.value.code == "unknown_pass_game"


def test_rules_without_pass_games_schedule_none():
    with pytest.raises(SetupError, match="there are: none"):
        scheduled("platform", "rondpiek")


def test_the_points_of_the_event_hold_for_it():
    own = scheduled("german", "dames", values={"dames": 50}, pass_game="schoppen_mie")
    assert max(own.play_on().scores.values()) >= 50
