"""What holds for every game, tried on games nobody chose."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engine
from engine import (
    DEALS,
    DECK,
    SEATS,
    Card,
    ChoosePassGame,
    Command,
    Deal,
    Declare,
    Discard,
    Event,
    GameState,
    Hand,
    IllegalAction,
    MakeBid,
    NameLeader,
    PlayCard,
    Seat,
    Suit,
    rulesets,
    views,
)
from engine.bids import BID_WORDS
from engine.cards import SUIT_MASKS
from engine.contract import Contract
from engine.passgames import PASS_GAME_WORDS
from engine.scoring import points_of
from tests.engine.seen import cards_in, declarations_of, hidden_from_all, seen_by, seen_by_all

FEW = settings(max_examples=8, deadline=None)
SOME = settings(max_examples=25, deadline=None)
RULESETS = rulesets.names()
EVERY = pytest.mark.parametrize("slug", RULESETS)
# No auction, declaration and play together are longer than this.
LONGEST = 120


@dataclass(frozen=True)
class Played:
    """A game with every state it went through; `commands[i]` leads from `states[i]` on."""

    states: list[GameState]
    commands: list[Command]
    events: list[Event]


def choose(state: GameState, rng: random.Random) -> Command:
    """Random, but leaning to what is rare: riks, blind leads; else most auctions end in solos."""
    legal = engine.legal_actions(state)
    if state.phase is engine.Phase.AUCTION:
        accept = [one for one in legal if one == MakeBid(one.seat, "meegaan")]
        if rng.random() < 0.6:
            return rng.choice(accept or list(legal[:1]))
        return rng.choice(legal[: rng.randint(2, 99)])
    hidden = [one for one in legal if isinstance(one, PlayCard) and one.face_down]
    blind = [one for one in legal if isinstance(one, Declare) and one.blind]
    return rng.choice(hidden or blind or list(legal))


def open_random(slug: str, rng: random.Random) -> GameState:
    """A uniform deal under options nobody chose, contradictions left out."""
    rules = rulesets.get(slug)
    options: dict[str, object] = {}
    for spec in rules.option_specs:
        if spec.values and rng.random() < 0.4:
            chosen = {**options, spec.name: rng.choice(spec.values)}
            with contextlib.suppress(engine.BadOption):
                rules.resolve(chosen)
                options = chosen
    deal = Deal.from_number(rng.randrange(DEALS))
    dealer, sits_out = rng.choice(SEATS), rng.random() < 0.25
    draws = rules.with_options(options).draws
    return engine.start(
        ruleset=slug,
        options=options,
        dealer=None if sits_out else dealer,
        forehand=dealer.next if sits_out else None,
        deal=deal,
        turned=deal.card(dealer, rng.randrange(13)) if "turned" in draws else None,
        beter_suit=rng.choice(list(Suit)) if "beter" in draws else None,
    )


def play_out(slug: str, seed: int) -> Played:
    rng = random.Random(seed)
    state = open_random(slug, rng)
    played = Played([state], [], [])
    while not state.finished:
        command = choose(state, rng)
        happened = engine.decide(state, command)
        state = engine.replay(state, happened)
        played.states.append(state)
        played.commands.append(command)
        played.events.extend(happened)
    return played


seeds = st.integers(min_value=0, max_value=2**32 - 1)


def everything_thinkable(seat: Seat) -> Iterator[Command]:
    yield from (MakeBid(seat, bid) for bid in sorted(BID_WORDS))
    yield from (ChoosePassGame(seat, game) for game in sorted(PASS_GAME_WORDS))
    trumps: list[Suit | None] = [None, *Suit]
    for trump, card, blind in itertools.product(trumps, [None, *DECK], [False, True]):
        yield Declare(seat, trump, card, blind)
    yield from (PlayCard(seat, card, down) for card in DECK for down in (False, True))
    yield from (Discard(seat, card) for card in DECK)
    yield from (NameLeader(seat, leader) for leader in SEATS)


def accepted(state: GameState, command: Command) -> bool:
    try:
        return bool(engine.decide(state, command))
    except IllegalAction:
        return False


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
    assert sum(answer.tricks) == (len(last.play.tricks) if last.play is not None else 0) <= 13
    assert len(played.commands) <= LONGEST
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
        for seat in SEATS:
            for command in everything_thinkable(seat):
                if accepted(state, command) != (command in legal):
                    raise AssertionError(f"{command} listed: {command in legal}")


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
def test_a_record_tells_the_same_game(slug: str, seed: int):
    played = play_out(slug, seed)
    record = engine.write_record(played.states[0], played.commands)
    folded = engine.fold(record)
    assert folded.state == played.states[-1]
    assert folded.answer == engine.outcome(played.states[-1]).as_dict()


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


def with_two_cards_swapped(
    state: GameState, rng: random.Random
) -> tuple[Deal, set[Seat], dict[Card, Card]] | None:
    """The deal with two unseen cards of two seats exchanged, and whose cards those were."""
    first, second = rng.sample(SEATS, 2)
    unseen = hidden_from_all(state)
    if state.play is None or state.play.terms.called is None or rng.random() < 0.5:
        mine = [card for card in state.deal.hand(first) if card in unseen]
    else:
        # The most telling swap: the called card, which is named but lies in somebody's hand.
        called = state.play.terms.called
        first = state.deal.holder(called)
        mine = [called] if not state.play.partner_known else []
    theirs = [card for card in state.deal.hand(second) if card in unseen]
    if not mine or not theirs or first is second:
        return None
    here, there = rng.choice(mine), rng.choice(theirs)
    hands = {seat: state.deal.hand(seat) for seat in SEATS}
    hands[first] = Hand([*hands[first].without(here), there])
    hands[second] = Hand([*hands[second].without(there), here])
    deal = Deal(*(hands[seat] for seat in SEATS))
    return deal, {first, second}, {here: there, there: here}


def differing(slug: str, seed: int) -> tuple[int, list[str]]:
    """One history over two deals that differ in two cards which no onlooker has seen: how often
    that could be tried, and every view that is not the same both times."""
    played = play_out(slug, seed)
    rng = random.Random(seed)
    upto = rng.randrange(len(played.states))
    state, start = played.states[upto], played.states[0]
    compared, found = 0, []
    for _ in range(0 if state.finished else 8):
        swapped = with_two_cards_swapped(state, rng)
        if swapped is None:
            continue
        deal, changed, exchanged = swapped
        try:
            other = engine.start(
                ruleset=slug,
                options=start.options,
                dealer=None if start.dealer_sits_out else start.dealer,
                forehand=start.forehand if start.dealer_sits_out else None,
                deal=deal,
                turned=start.turned,
                beter_suit=start.beter_suit,
            )
            for done in played.commands[:upto]:
                command = unseen_part(state, done, exchanged)
                other = engine.replay(other, engine.decide(other, command))
        except IllegalAction:
            continue  # over that deal somebody would have broken a rule: not the same history
        compared += 1
        for who in (None, *sorted(set(SEATS) - changed)):
            if frames(other, who) != frames(state, who):
                found.append(f"{slug} {seed}: {who or 'the table'} after {upto} actions")
    return compared, found


def frames(state: GameState, seat: Seat | None) -> tuple[object, str]:
    """What is sent to somebody, to the byte, and the object a house player reads."""
    view = engine.public_view(state) if seat is None else engine.seat_view(state, seat)
    return view, json.dumps(view.as_dict())


@EVERY
@settings(max_examples=60, deadline=None)
@given(seeds)
def test_the_same_history_over_other_unseen_cards_looks_the_same(slug: str, seed: int):
    """Whatever could be read from a view about unseen cards would differ between the two deals."""
    compared, found = differing(slug, seed)
    assert found == []
    assume(compared)


def leaks() -> Iterator[tuple[str, str, str, Callable[..., object]]]:
    """Faults that other programs had: ruleset, module, what is replaced, and by what."""
    contract = views._contract
    cards_left = views._cards_left

    def with_partner(one: Contract, state: GameState) -> object:
        return replace(contract(one, state), partner=one.partner)

    def with_side_tricks(one: Contract, state: GameState) -> object:
        return replace(contract(one, state), tricks=one.tricks(state.taken))

    def with_suit_count(state: GameState) -> object:
        spades = [(state.hand_left(seat) & SUIT_MASKS[0]).bit_count() for seat in SEATS]
        return tuple(spades) if state.play is not None else cards_left(state)

    def everybody_open(state: GameState) -> object:
        return SEATS if state.play is not None else ()

    yield "championship-online", "partner", "_contract", with_partner
    yield "german", "partner", "_contract", with_partner
    yield "wikibooks", "side tricks", "_contract", with_side_tricks
    yield "championship-offline", "suit count", "_cards_left", with_suit_count
    yield "wiezen", "suit count", "_cards_left", with_suit_count
    yield "platform", "hands", "_exposed", everybody_open


@pytest.mark.parametrize(
    ("slug", "name", "leaking"),
    [(slug, at, by) for slug, _, at, by in leaks()],
    ids=[f"{slug} {what}" for slug, what, _, _ in leaks()],
)
def test_a_planted_leak_makes_two_deals_look_different(
    slug: str, name: str, leaking: Callable[..., object], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(views, name, leaking)
    assert any(differing(slug, seed)[1] for seed in range(400))


def unseen_part(state: GameState, command: Command, exchanged: dict[Card, Card]) -> Command:
    """What was done with a card that nobody saw is done with the other one over the other deal."""
    if isinstance(command, Discard) and command.card in exchanged:
        return Discard(command.seat, exchanged[command.card])
    if isinstance(command, PlayCard) and command.face_down and command.card in exchanged:
        assert state.play is not None
        if state.play.lies_face_down:
            return PlayCard(command.seat, exchanged[command.card], face_down=True)
    return command


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
