"""What holds for every game, tried on games nobody chose."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import (
    DECK,
    SEATS,
    AnswerClaim,
    ChoosePassGame,
    Claim,
    Command,
    Declare,
    Discard,
    Exchange,
    GameState,
    IllegalAction,
    MakeBid,
    NameLeader,
    PlayCard,
    Seat,
    Suit,
    rulesets,
)
from engine.bids import BID_WORDS
from engine.cards import CARDS
from engine.notation import read_transcript, write_transcript
from engine.passgames import PASS_GAME_WORDS
from engine.record import record_of, transcript_of
from engine.scoring import points_of
from tests.engine.histories import play_out
from tests.engine.seen import cards_in, declarations_of, seen_by, seen_by_all

FEW = settings(max_examples=8, deadline=None)
SOME = settings(max_examples=25, deadline=None)
RULESETS = rulesets.names()
EVERY = pytest.mark.parametrize("slug", RULESETS)
# No auction, declaration and play together are longer than this.
LONGEST = 120


seeds = st.integers(min_value=0, max_value=2**32 - 1)


def everything_thinkable(seat: Seat) -> Iterator[Command]:
    yield from (MakeBid(seat, bid) for bid in sorted(BID_WORDS))
    yield from (ChoosePassGame(seat, game) for game in sorted(PASS_GAME_WORDS))
    trumps: list[Suit | None] = [None, *Suit]
    for trump, card, blind in itertools.product(trumps, [None, *DECK], [False, True]):
        yield Declare(seat, trump, card, blind)
    yield from (PlayCard(seat, card, down) for card in CARDS for down in (False, True))
    yield from (Discard(seat, card) for card in DECK)
    yield from (NameLeader(seat, leader) for leader in SEATS)
    yield from (Exchange(seat, card) for card in (None, *DECK, engine.JOKER))
    yield from (AnswerClaim(seat, accept) for accept in (True, False))
    for tricks in ((13, 0, 0, 0), (4, 3, 3, 3), (0, 0, 0, 12), (7, 7, 0, 0)):
        yield Claim(seat, tricks)


def accepted(state: GameState, command: Command) -> bool:
    """Whether it is; what it leads to is never refused then."""
    try:
        happened = engine.decide(state, command)
    except IllegalAction:
        return False
    assert happened
    return engine.replay(state, happened) != state


@EVERY
@SOME
@given(seeds)
def test_every_game_ends_and_sums_to_zero(slug: str, seed: int):
    played = play_out(slug, seed)
    last = played.states[-1]
    answer = engine.outcome(last)
    assert isinstance(played.events[-1], engine.GameFinished)
    assert sum(answer.scores) == 0
    assert points_of(answer.payments) == answer.scores
    assert all(payment.amount > 0 for payment in answer.payments)
    complete = 0 if last.play is None else len(last.play.tricks)
    if last.claim is not None and last.play is not None:
        complete = last.play.terms.length
    assert sum(answer.tricks) == complete <= 13
    answers = [one for one in played.commands if isinstance(one, Claim | AnswerClaim)]
    assert len(played.commands) - len(answers) <= LONGEST
    assert answer.legal == ()
    assert all(contract.made is not None for contract in answer.contracts)


@EVERY
@FEW
@given(seeds, st.randoms(use_true_random=False))
def test_what_is_listed_is_exactly_what_is_accepted(slug: str, seed: int, rng: random.Random):
    played = play_out(slug, seed)
    for state in rng.sample(played.states, 2):
        legal = engine.legal_actions(state)
        assert len(set(legal)) == len(legal)
        listed = {*legal, *engine.claimable(state)}
        assert all(accepted(state, command) for command in listed)
        for seat in SEATS:
            for command in everything_thinkable(seat):
                if accepted(state, command) != (command in listed):
                    raise AssertionError(f"{command} listed: {command in listed}")


@EVERY
@SOME
@given(seeds)
def test_there_is_something_to_do_until_the_game_is_finished(slug: str, seed: int):
    for state in play_out(slug, seed).states:
        legal = engine.legal_actions(state)
        assert state.finished is (state.to_act is None) is (not legal)
        assert {command.seat for command in legal} <= {state.to_act}


@EVERY
@SOME
@given(seeds)
def test_replaying_the_events_gives_the_same_game(slug: str, seed: int):
    played = play_out(slug, seed)
    stored = [engine.event_payload(event) for event in played.events]
    read = [engine.event_from_payload(name, fields) for name, fields in stored]
    assert read == played.events
    again = engine.replay(played.states[0], read)
    assert again == played.states[-1]
    without_bell = [event for event in read if not isinstance(event, engine.GameFinished)]
    assert engine.replay(played.states[0], without_bell) == again


@EVERY
@SOME
@given(seeds)
def test_a_game_moved_on_at_once_is_the_game_applied_step_by_step(slug: str, seed: int):
    """The two drivers of the same rules, and the second one frozen after every event."""
    played = play_out(slug, seed)
    state, run = played.states[0], engine.Run(played.states[0])
    for event in played.events:
        state = engine.apply(state, event)
        run.apply(event)
        assert run.state == state
    assert engine.replay(played.states[0], played.events) == state
    record = engine.write_record(played.states[0], played.commands)
    assert list(engine.fold(record).states) == played.states


@EVERY
@SOME
@given(seeds)
def test_a_record_tells_the_same_game(slug: str, seed: int):
    played = play_out(slug, seed)
    record = engine.write_record(played.states[0], played.commands)
    folded = engine.fold(record)
    assert folded.state == played.states[-1]
    assert folded.answer == engine.outcome(played.states[-1]).as_dict()


@EVERY
@FEW
@given(seeds)
def test_a_record_becomes_a_transcript_and_a_record_again(slug: str, seed: int):
    played = play_out(slug, seed)
    record = engine.write_record(played.states[0], played.commands)
    text = write_transcript(transcript_of(record))
    assert record_of(read_transcript(text)) == record
    assert write_transcript(read_transcript(text)) == text


@EVERY
@SOME
@given(seeds, st.randoms(use_true_random=False))
def test_no_view_holds_a_card_its_viewer_has_not_seen(slug: str, seed: int, rng: random.Random):
    played = play_out(slug, seed)
    for state in rng.sample(played.states, 5):
        table = engine.public_view(state).as_dict()
        assert cards_in(table) <= seen_by_all(state)
        for seat in SEATS:
            view = engine.seat_view(state, seat).as_dict()
            assert cards_in(view) <= seen_by(state, seat) | declarations_of(state, seat)
            assert view["legal"] == [] or state.to_act is seat


@EVERY
@SOME
@given(seeds)
def test_no_event_told_to_the_table_holds_a_card_that_has_not_been_seen(slug: str, seed: int):
    played = play_out(slug, seed)
    state = played.states[0]
    for event in played.events:
        state = engine.apply(state, event)
        assert cards_in(engine.public_event(state, event)) <= seen_by_all(state)


@EVERY
@SOME
@given(seeds, st.data())
def test_no_refusal_tells_about_a_card_that_has_not_been_seen(
    slug: str, seed: int, data: st.DataObject
):
    played = play_out(slug, seed)
    state = data.draw(st.sampled_from(played.states))
    seat = data.draw(st.sampled_from(SEATS))
    for card in DECK:
        for face_down in (False, True):
            try:
                engine.decide(state, PlayCard(seat, card, face_down))
            except IllegalAction as refusal:
                told = cards_in(refusal.detail) | cards_in(refusal.message)
                assert told <= seen_by(state, seat) | {card}


def test_a_planted_leak_is_found():
    """The searches above do find things: each leak that other programs had is caught."""
    state = play_out("championship-online", 1).states[1]
    table = engine.public_view(state).as_dict()
    secret = state.deal.hand(Seat.NORTH)
    for leak in (
        {"legal": [{"card": next(iter(secret)).notation}]},
        {"hands": {"N": secret.notation}},
        {"note": f"N:{secret.notation} and three others"},
        {next(iter(secret)).notation: 1},
        {"deep": [[{"deeper": ("x", [f"({next(iter(secret))})"])}]]},
    ):
        assert not cards_in({**table, **leak}) <= seen_by_all(state)
