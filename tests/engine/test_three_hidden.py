"""What holds for every game of three, tried on games nobody chose.

Above all: who has not seen a card cannot tell where it is. The operator of a closed fourth hand has
seen that hand, from his first turn with it on, and sees nothing of his own while he plays it.
"""

from __future__ import annotations

import contextlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import (
    DECK,
    SEATS,
    Card,
    Command,
    Deal,
    Declare,
    GameState,
    Hand,
    IllegalAction,
    MakeBid,
    NameLeader,
    PlayCard,
    Seat,
    rulesets,
    views,
)
from engine.scoring import points_of
from tests.engine.histories import random_deal
from tests.engine.test_three_players import EVERY_FORM, FORMS

seeds = st.integers(min_value=0, max_value=2**32 - 1)
SOME = settings(max_examples=25, deadline=None)
TABLE, SEAT, OPERATOR = "spectator", "seat", "operator"
PAIRS = 300


@dataclass(frozen=True)
class Played:
    states: list[GameState]
    commands: list[Command]
    happened: list[tuple[engine.Event, ...]]

    @property
    def events(self) -> list[engine.Event]:
        return [event for events in self.happened for event in events]


def open_random(ruleset: str, form: str, rng: random.Random, *, joker: bool = True) -> GameState:
    """Under options nobody chose, contradictions left out."""
    rules = rulesets.get(ruleset)
    options: dict[str, object] = {}
    for spec in rules.option_specs:
        if spec.values and rng.random() < 0.4 and (joker or spec.name != "joker"):
            chosen = {**options, spec.name: rng.choice(spec.values)}
            with contextlib.suppress(engine.BadOption):
                rules.resolve(chosen)
                options = chosen
    dealer = rng.choice(SEATS)
    anywhere = [seat for seat in SEATS if seat is not dealer]
    draws = rules.with_options(options).draws
    return engine.start(
        ruleset=ruleset,
        options=options,
        dealer=dealer,
        deal=random_deal(rng),
        form=form,
        fourth=None if form == "rene" else rng.choice(anywhere),
        beter_suit=rng.choice(list(engine.Suit)) if "beter" in draws else None,
        middle=rng.choice(DECK) if "middle" in draws else None,
    )


def choose(state: GameState, rng: random.Random) -> Command:
    """Any legal action; but mostly low bids, or nearly every auction would end in a solo."""
    legal = engine.legal_actions(state)
    if state.phase is engine.Phase.AUCTION:
        return rng.choice(legal[: rng.choice((1, 2, 3, 99))])
    return rng.choice(legal)


def play_out(ruleset: str, form: str, seed: int, *, joker: bool = True) -> Played:
    rng = random.Random(seed)
    state = open_random(ruleset, form, rng, joker=joker)
    played = Played([state], [], [])
    while not state.finished:
        command = choose(state, rng)
        happened = engine.decide(state, command)
        state = engine.replay(state, happened)
        played.states.append(state)
        played.commands.append(command)
        played.happened.append(happened)
    return played


@EVERY_FORM
@SOME
@given(seeds)
def test_every_game_of_three_ends_replays_and_sums_to_zero(ruleset: str, form: str, seed: int):
    played = play_out(ruleset, form, seed)
    start, last = played.states[0], played.states[-1]
    answer = engine.outcome(last)
    assert answer.scores is not None
    assert sum(answer.scores) == 0
    assert points_of(answer.payments) == answer.scores
    assert engine.replay(start, played.events) == last
    assert engine.fold(engine.write_record(start, played.commands)).state == last
    fourth = start.fourth
    assert fourth is not None
    for command in played.commands:
        assert (isinstance(command, PlayCard) and command.by is not None) is (
            command.seat is fourth.seat
        )


@EVERY_FORM
@settings(max_examples=8, deadline=None)
@given(seeds, st.data())
def test_what_is_listed_for_three_is_exactly_what_is_accepted(
    ruleset: str, form: str, seed: int, data: st.DataObject
):
    state = data.draw(st.sampled_from(play_out(ruleset, form, seed).states))
    legal = engine.legal_actions(state)
    assert len(set(legal)) == len(legal)
    for command in thinkable(state):
        if accepted(state, command) != (command in legal):
            raise AssertionError(f"{command} listed: {command in legal}")


def thinkable(state: GameState) -> Iterator[Command]:
    for seat in SEATS:
        yield from (MakeBid(seat, bid) for bid in ("pass", *state.ruleset.rungs))
        yield from (Declare(seat, trump, None) for trump in engine.Suit)
        yield from (NameLeader(seat, leader) for leader in SEATS)
        for card in DECK:
            yield from (PlayCard(seat, card, by=by) for by in (None, *SEATS))
            yield PlayCard(seat, card, face_down=True)
    yield from (one for one in engine.legal_actions(state) if not isinstance(one, PlayCard))


def accepted(state: GameState, command: Command) -> bool:
    try:
        return bool(engine.decide(state, command))
    except IllegalAction:
        return False


# Non-interference


def lies_open(state: GameState) -> set[Card]:
    """Played, laid open with its contract, or in an open fourth hand; told once
    more than in the views, and from the cards."""
    seen: set[Card] = set()
    if state.play is not None:
        for trick in state.play.tricks:
            seen.update(trick.cards)
        seen.update(state.play.cards[1:] if state.play.lies_face_down else state.play.cards)
    fourth = state.fourth
    assert fourth is not None
    if fourth.form.slug != "rene" and (state.contracts or state.play is not None):
        seen |= set(state.deal.hand(fourth.seat))
    # Who has the last ace of a troela says so: he names the trump, or nobody does it for him.
    seen.update(one.called for one in state.contracts if one.rung.open_partner and one.called)
    for seat, exposed in zip(SEATS, engine.public_view(state).exposed, strict=True):
        if exposed is not None and seat is not fourth.seat:
            assert any(one.rung.bid.startswith("open_") for one in state.contracts)
            seen |= set(exposed)
    return seen


def knows_the_fourth(states: list[GameState], seat: Seat) -> bool:
    """Has this seat ever had the fourth hand before its eyes?"""
    return any(state.operator is seat for state in states)


def sees(states: list[GameState], seat: Seat) -> set[Seat]:
    """Whose cards are before this seat now, or were and cannot be forgotten."""
    now = states[-1]
    assert now.fourth is not None
    if now.operator is seat and not now.fourth.form.open:
        return {now.fourth.seat}
    return {seat, now.fourth.seat} if knows_the_fourth(states, seat) else {seat}


def swapped(
    state: GameState, seats: list[Seat], rng: random.Random
) -> tuple[Deal, set[Seat]] | None:
    """The deal with two unseen cards of two of these seats exchanged, and whose those were."""
    first, second = rng.sample(seats, 2)
    seen = lies_open(state)
    mine = [card for card in state.deal.hand(first) if card not in seen]
    theirs = [card for card in state.deal.hand(second) if card not in seen]
    if not mine or not theirs:
        return None
    called = {one.called for one in state.contracts} & set(mine)
    # The most telling swap: the called card, which is named but lies in somebody's hand.
    here = rng.choice([card for card in mine if card in called] or mine)
    there = rng.choice(theirs)
    hands = {seat: state.deal.hand(seat) for seat in SEATS}
    hands[first] = Hand([*hands[first].without(here), there])
    hands[second] = Hand([*hands[second].without(there), here])
    return Deal(*(hands[seat] for seat in SEATS)), {first, second}


def same_history(start: GameState, deal: Deal, commands: list[Command]) -> GameState | None:
    """The same actions over another deal; None where somebody would have broken a rule."""
    state = start._replace(deal=deal)
    try:
        for command in commands:
            state = engine.replay(state, engine.decide(state, command))
    except IllegalAction:
        return None
    return state


@dataclass(frozen=True)
class Pair:
    """Two games that `who` (None: who watches) cannot tell apart, after as many actions."""

    who: Seat | None
    audience: str
    after: int
    state: GameState
    other: GameState
    events: tuple[engine.Event, ...]


def pairs(ruleset: str, form: str, seed: int) -> Iterator[Pair]:
    # Whoever exchanges a card knows two places of it: that is a test of its own.
    played = play_out(ruleset, form, seed, joker=False)
    rng = random.Random(seed)
    turns = [n for n, state in enumerate(played.states) if state.operator is not None]
    moments = [rng.randrange(len(played.states) - 1), *(rng.sample(turns, 1) if turns else [])]
    for upto in moments:
        states, state = played.states[: upto + 1], played.states[upto]
        for n in range(8):
            hidden = SEATS if state.operator is None else set(SEATS) - sees(states, state.operator)
            exchanged = swapped(state, sorted(hidden if n % 2 else SEATS), rng)
            if exchanged is None:
                continue
            deal, changed = exchanged
            other = same_history(played.states[0], deal, played.commands[:upto])
            if other is None or other.operator is not state.operator:
                continue
            events = played.happened[upto - 1] if upto else ()
            for who in (None, *(seat for seat in SEATS if not state.is_fourth(seat))):
                if who is None or not sees(states, who) & changed:
                    operates = who is not None and state.operator is who
                    audience = OPERATOR if operates else SEAT if who is not None else TABLE
                    yield Pair(who, audience, upto, state, other, events)


def differing(ruleset: str, form: str, seed: int, compared: Counter[str]) -> list[str]:
    """Every view that is not the same over two deals which its viewer cannot tell apart."""
    found = []
    for pair in pairs(ruleset, form, seed):
        compared[pair.audience] += 1
        if frames(pair.other, pair.who) != frames(pair.state, pair.who):
            found.append(f"{form} {seed}: {pair.who or TABLE} after {pair.after} actions")
    return found


def frames(state: GameState, seat: Seat | None) -> tuple[object, str]:
    """What is sent to somebody, to the byte, and the object a house player reads."""
    view = engine.public_view(state) if seat is None else engine.seat_view(state, seat)
    return view, json.dumps(view.as_dict())


@EVERY_FORM
def test_cards_that_somebody_has_not_seen_change_nothing_that_he_is_shown(ruleset: str, form: str):
    compared: Counter[str] = Counter()

    @settings(max_examples=200, deadline=None)
    @given(seeds)
    def look(seed: int) -> None:
        if min(compared[one] for one in (TABLE, SEAT, OPERATOR)) < PAIRS:
            assert differing(ruleset, form, seed, compared) == []

    look()
    assert min(compared[one] for one in (TABLE, SEAT, OPERATOR)) >= PAIRS, compared


def leaks() -> Iterator[tuple[str, str, Callable[..., object]]]:
    """Form, what of `views` is replaced, and by what: one fault for each audience."""
    seat_view = views.seat_view
    cards_left = views._cards_left
    exposed = views._exposed

    def own_hand_too(state: GameState, seat: Seat) -> object:
        """The operator of a closed hand goes on seeing his own."""
        view = seat_view(state, seat)
        return replace(view, discarded=min(state.deal.hand(seat), key=lambda card: card.index))

    def called_by_me(state: GameState, seat: Seat) -> object:
        """Whether the operator himself has the called card, while he plays the other hand."""
        view = seat_view(state, seat)
        called = {one.called for one in state.contracts}
        return replace(view, holds_called=any(one in called for one in state.deal.hand(seat)))

    def fourth_open(state: GameState) -> object:
        assert state.fourth is not None
        return (state.fourth.seat,)

    def open_too_early(state: GameState) -> object:
        assert state.fourth is not None
        return (*exposed(state), state.fourth.seat)

    def suit_count(state: GameState) -> object:
        spades = [
            sum(card.suit is engine.Suit.SPADES for card in state.deal.hand(s)) for s in SEATS
        ]
        return tuple(spades) if state.play is not None else cards_left(state)

    yield "rene", "seat_view", own_hand_too
    yield "rene", "seat_view", called_by_me
    yield "rene", "_exposed", fourth_open
    yield "blinde", "_exposed", open_too_early
    yield "strohmann", "_cards_left", suit_count


@pytest.mark.parametrize(
    ("form", "name", "leaking"),
    list(leaks()),
    ids=[f"{form} {by.__name__}" for form, _, by in leaks()],
)
def test_a_planted_leak_is_seen_at_a_table_of_three(
    form: str, name: str, leaking: Callable[..., object], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(views, name, leaking)
    monkeypatch.setattr(engine, "seat_view", views.seat_view)
    ruleset = next(rules for rules, slug in FORMS if slug == form)
    assert any(differing(ruleset, form, seed, Counter()) for seed in range(150))
