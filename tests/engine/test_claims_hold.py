"""What holds for claims in every ruleset, tried on games nobody chose."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import SEATS, Claim, GameState, Seat
from engine.cards import SUIT_MASKS, Suit, cards_in
from engine.tricks import takes_all
from tests.engine.histories import Played, play_out
from tests.engine.test_properties import EVERY, accepted

SOME = settings(max_examples=12, deadline=None)
seeds = st.integers(min_value=0, max_value=2**32 - 1)


def play_with_claims(slug: str, seed: int) -> Played:
    return play_out(slug, seed, claiming=0.08)


@EVERY
@SOME
@given(seeds)
def test_a_game_with_claims_is_replayed_recorded_and_settled(slug: str, seed: int):
    played = play_with_claims(slug, seed)
    first, last = played.states[0], played.states[-1]
    stored = [engine.event_payload(event) for event in played.events]
    read = [engine.event_from_payload(name, fields) for name, fields in stored]
    assert engine.replay(first, read) == last
    bells = [event for event in read if isinstance(event, engine.GameFinished)]
    assert engine.replay(first, [one for one in read if one not in bells]) == last
    assert len(bells) == 1
    assert engine.fold(engine.write_record(first, played.commands)).state == last
    answer = engine.outcome(last)
    assert sum(answer.scores) == 0
    if last.claim is not None:
        assert answer.tricks == last.claim.tricks
        assert sum(answer.tricks) == last.play.terms.length
    moves = [one for one in played.commands if not isinstance(one, Claim | engine.AnswerClaim)]
    assert len(moves) <= 120
    claims = [one for one in played.commands if isinstance(one, Claim)]
    assert len(claims) <= 4 * 13


@EVERY
@settings(max_examples=6, deadline=None)
@given(seeds, st.randoms(use_true_random=False))
def test_the_claims_that_are_listed_are_those_that_are_accepted(
    slug: str, seed: int, rng: random.Random
):
    played = play_with_claims(slug, seed)
    late = [one for one in played.states if one.play is not None and len(one.play.tricks) > 8]
    for state in rng.sample(late, min(3, len(late))):
        listed = set(engine.claimable(state))
        most = 13 - len(state.play.tricks) + 1
        for seat in SEATS:
            for more in itertools.product(range(-1, most + 1), repeat=3):
                taken = state.play.taken
                north, east, south = (have + add for have, add in zip(taken, more, strict=False))
                west = state.play.terms.length - north - east - south
                command = Claim(seat, (north, east, south, west))
                assert accepted(state, command) == (command in listed)


# -- a proved claim is never wrong -----------------------------------------------------------------


def takes_them_all(state: GameState, claimer: Seat) -> bool:
    """Has the claimer a way to take every trick, whatever the three others do?"""
    if state.finished:
        return True
    play, seat = state.play, state.to_act
    assert play is not None
    if play.leader is not claimer:
        return False
    after = (
        engine.replay(state, engine.decide(state, command))
        for command in engine.legal_actions(state)
    )
    judge = any if seat is claimer else all
    return judge(takes_them_all(one, claimer) for one in after)


@EVERY
def test_a_claim_that_ends_a_deal_is_right_however_the_rest_is_played(slug: str):
    """Endings of real games, played out in every way that the rules allow."""
    proved = 0
    for seed in range(60):
        for state in play_out(slug, seed).states:
            play = state.play
            if play is None or play.cards or not 1 <= play.terms.length - len(play.tricks) <= 3:
                continue
            for claim in engine.claimable(state):
                over = engine.replay(state, engine.decide(state, claim)).finished
                if over and not lost_already(state):
                    proved += 1
                    assert takes_them_all(state, play.leader), f"{slug} {seed}"
    assert proved > 20


def lost_already(state: GameState) -> bool:
    return all(one.rung.failed(one.tricks(state.taken)) for one in state.contracts) and bool(
        state.contracts
    )


def wins_whatever_falls(hands: Sequence[int], trump: Suit | None) -> bool:
    """The same on cards alone, by following suit and nothing else; the first hand leads."""
    mine, *others = hands
    if not mine:
        return True
    return any(
        all(
            not over and wins_whatever_falls([mine & ~lead.bit, *left], trump)
            for left, over in _answers_to(lead.bit, others, trump)
        )
        for lead in cards_in(mine)
    )


def _answers_to(
    lead: int, others: Sequence[int], trump: Suit | None
) -> list[tuple[list[int], bool]]:
    suit = next(mask for mask in SUIT_MASKS if mask & lead)
    beating = suit & (lead - 1)
    if trump is not None and not SUIT_MASKS[trump] & lead:
        beating |= SUIT_MASKS[trump]
    choices = [cards_in(hand & suit or hand) for hand in others]
    return [
        (
            [hand & ~card.bit for hand, card in zip(others, fell, strict=True)],
            any(card.bit & beating for card in fell),
        )
        for fell in itertools.product(*choices)
    ]


def spreads(unseen: Sequence[int], size: int) -> list[tuple[int, int, int]]:
    """Every way in which these cards may lie in three hands."""
    found = []
    for west in itertools.combinations(unseen, size):
        rest = [card for card in unseen if card not in west]
        for north in itertools.combinations(rest, size):
            east = [card for card in rest if card not in north]
            found.append((sum(west), sum(north), sum(east)))
    return found


@settings(max_examples=120, deadline=None)
@given(seeds, st.sampled_from([None, *Suit]))
def test_two_cards_are_proved_exactly_when_they_win_against_every_spread(
    seed: int, trump: Suit | None
):
    rng = random.Random(seed)
    # Few cards, and mostly high ones for the leader: else nothing would ever be proved.
    pool = sorted(rng.sample(range(52), 8), key=lambda index: index % 13)
    here = pool[:2] if rng.random() < 0.8 else rng.sample(pool, 2)
    mine = sum(1 << index for index in here)
    unseen = [1 << index for index in pool if index not in here]
    wins = all(wins_whatever_falls([mine, *spread], trump) for spread in spreads(unseen, 2))
    assert takes_all(mine, sum(unseen), trump) is wins


@settings(max_examples=80, deadline=None)
@given(seeds, st.sampled_from([None, *Suit]))
def test_three_cards_that_are_proved_win_against_a_spread_nobody_chose(
    seed: int, trump: Suit | None
):
    rng = random.Random(seed)
    pool = sorted(rng.sample(range(52), 12), key=lambda index: index % 13)
    mine, unseen = sum(1 << index for index in pool[:3]), pool[3:]
    if takes_all(mine, sum(1 << index for index in unseen), trump):
        rng.shuffle(unseen)
        spread = [sum(1 << index for index in unseen[at : at + 3]) for at in (0, 3, 6)]
        assert wins_whatever_falls([mine, *spread], trump)
