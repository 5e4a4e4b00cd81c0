"""A house player is asked about a claim: it plays on where that may bring it something."""

from __future__ import annotations

import random

import pytest

import engine
from engine import AnswerClaim, Seat
from engine.players import CHARACTERS, choose
from engine.players.answering import answer
from tests.engine.histories import play_out
from tests.engine.test_claims import NORTH, claim
from tests.vocabulary import Game, playing


def said(game: Game) -> str:
    """What the three house players would say if each were asked, in the order of asking."""
    words = []
    while game.state.phase is engine.Phase.CLAIM:
        seat = game.to_act
        accept = answer(engine.seat_view(game.state, seat)).accept
        words.append(f"{seat}:{'yes' if accept else 'no'}")
        game = game.do(AnswerClaim(seat, True))
    return " ".join(words)


def alone(hand: str, leader: str = "N") -> Game:
    return playing("alleen_8 by N, trump S", hands={"N": hand}, leader=leader)


def test_who_claims_only_what_is_certain_is_believed():
    """Eight trumps and an ace are nine tricks, and more than that he does not say."""
    game = alone("AKQJT987.A32.2.2")
    assert said(claim(game, "N 9 2 1 1")) == "E:yes S:yes W:yes"
    assert said(claim(game, "N 8 3 1 1")) == "E:yes S:yes W:yes"


def test_a_trick_that_is_not_certain_is_played_for():
    game = alone("AKQJT987.A32.2.2")
    assert said(claim(game, "N 10 1 1 1")) == "E:no S:no W:no"


def test_in_mid_trick_nothing_is_certain():
    game = alone(NORTH, leader="W").do(engine.PlayCard(Seat.WEST, engine.Card("C2")))
    assert said(claim(game, "N 13 0 0 0")) == "E:no S:no W:no"


@pytest.mark.parametrize("holder", "ESW")
def test_the_hidden_partner_answers_like_the_others(holder: str):
    """Whoever said yes to too much would be known as the partner."""
    hands = {"N": "AKQJ98.K32.32.32", holder: "HA"}
    game = playing("rik by N, trump S, calls HA", hands=hands)
    assert said(claim(game, "N 13 0 0 0")) == "E:no S:no W:no"


def test_a_misere_laid_down_is_believed_where_it_stays_under():
    low = "5432.432.432.432"
    game = playing("misere by N", hands={"N": low})
    assert said(claim(game, "N 0 5 4 4")) == "E:yes S:yes W:yes"
    followed = playing("misere by N", hands={"N": low}, leader="E").play_on(0)
    while followed.to_act is not Seat.NORTH:
        followed = followed.do(engine.legal_actions(followed.state)[0])
    assert said(claim(followed, "N 0 5 4 4")) == "E:yes S:yes W:yes"


@pytest.mark.parametrize("hand", ["A432.432.432.432", "6543.432.432.432", "J5432.432.432.42"])
def test_a_misere_that_may_yet_be_caught_is_played_on(hand: str):
    """A card too high, or a suit in which somebody holds a lower one."""
    game = playing("misere by N", hands={"N": hand})
    assert said(claim(game, "N 0 5 4 4")) == "E:no S:no W:no"


def test_a_piek_that_has_its_trick_is_believed_about_the_rest():
    hand = "A432.432.432.432"
    game = playing("piek by N", hands={"N": hand}).play("N:SA").play_on(1)
    assert game.state.taken[Seat.NORTH] == 1
    assert said(claim(game, "N 1 4 4 4")) == "E:yes S:yes W:yes"


@pytest.mark.parametrize("player", CHARACTERS)
def test_every_character_answers_by_the_same_rule(player: str):
    game = claim(alone("AKQJT987.A32.2.2"), "N 9 2 1 1")
    view = engine.seat_view(game.state, Seat.EAST)
    assert choose(player, view, 7) == AnswerClaim(Seat.EAST, True)


def best_for(state: engine.GameState, seat: Seat, claimer: Seat) -> int:
    """The most points that the three others together can get for `seat`, against the claimer."""
    scores = engine.outcome(state).scores
    if scores is not None:
        return scores[seat]
    judge = min if state.to_act is claimer else max
    return judge(
        best_for(engine.replay(state, engine.decide(state, command)), seat, claimer)
        for command in engine.legal_actions(state)
    )


@pytest.mark.parametrize("slug", engine.rulesets.names())
def test_whoever_agrees_could_not_have_got_more(slug: str):
    """The last two tricks of real games, played out in every way against claims of any kind."""
    agreed = 0
    for seed in range(18):
        rng = random.Random(seed)
        for state in play_out(slug, seed).states:
            play = state.play
            if play is None or len(play.tricks) != play.terms.length - 2 or len(play.cards) > 1:
                continue
            for made in rng.sample(claims := engine.claimable(state), min(5, len(claims))):
                asked = engine.replay(state, engine.decide(state, made))
                while asked.to_act is not None:
                    seat = asked.to_act
                    if answer(engine.seat_view(asked, seat)).accept:
                        agreed += 1
                        taken_up = _accepted(asked)
                        scores = engine.outcome(taken_up).scores
                        assert scores is not None
                        assert best_for(state, seat, made.seat) <= scores[seat], f"{slug} {seed}"
                    asked = engine.replay(asked, engine.decide(asked, AnswerClaim(seat, True)))
    assert agreed > 20


def _accepted(state: engine.GameState) -> engine.GameState:
    while state.to_act is not None:
        state = engine.replay(state, engine.decide(state, AnswerClaim(state.to_act, True)))
    return state


def test_a_forced_rik_is_a_contract_too():
    """Nobody bid it, and its tricks are paid all the same."""
    number = random.Random(1).randrange(engine.DEALS)
    state = engine.start(
        ruleset="wikibooks",
        options={"pass_games_count": True},
        dealer=Seat.NORTH,
        deal=engine.Deal.from_number(number),
        pass_game="verplichte_rik",
    )
    for command in (engine.legal_actions(state)[0], engine.Claim(Seat.EAST, (0, 13, 0, 0))):
        state = engine.replay(state, engine.decide(state, command))
    assert state.to_act is Seat.SOUTH
    assert not answer(engine.seat_view(state, Seat.SOUTH)).accept
