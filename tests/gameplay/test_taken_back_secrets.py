"""What a roll-back leaves: the fold of what stands, a list of what was seen, nothing of the rest.

Told of games nobody chose, under all rules, without a store: the same functions fold it.
"""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine import SEATS, GameState, Seat, rulesets
from gameplay import streams, undoing
from gameplay.events import RolledBack
from gameplay.eventstore.records import Head
from gameplay.room import Shown, Step
from gameplay.streams import LiveGame
from tests.engine.histories import play_out
from tests.gameplay.audiences import Audience, cards_in, may_know, seen_by_all
from tests.gameplay.retelling import (
    AUDIENCES,
    NOW,
    Told,
    a_step,
    play,
    retellings,
    shuffled,
)


def folded(start: GameState, happened: list[tuple[engine.Event, ...]]) -> LiveGame:
    opened = a_step(start, 1, (), "live").shown.game
    assert opened is not None
    live = LiveGame("game", opened.opened, start, 1, b"", since=NOW, start=start)
    for events in happened:
        head = Head(live.version + len(events), b"")
        live = streams.carried_on(live, events, head, NOW, "user:1")
    return live


def gone_back(live: LiveGame, to: int) -> LiveGame:
    event = RolledBack(to, undoing.DIRECTOR)
    return streams.talked_on(live, [event], Head(live.version + 1, b""), NOW)


def sent_to(live: LiveGame, audience: Audience) -> str:
    step = a_step(live.state, 1, (), "live")
    shown = Shown(step.shown.table, step.shown.standings, live, released=None)
    event = streams.public_event(live, RolledBack(live.taken_back[-1].to, undoing.DIRECTOR))
    assert event is not None
    seats = [] if audience is None else [audience]
    return Step(shown, (event,), is_table=False).frames_for(seats, NOW)[audience].text


@pytest.mark.parametrize("slug", sorted(rulesets.names()))
def test_a_roll_back_is_the_fold_of_what_stands_and_undone_and_redone_is_the_same(
    slug: str,
) -> None:
    for seed in range(4):
        told, rng = play_out(slug, seed, claiming=0.05), Random(seed)
        moment = rng.randrange(1, len(told.happened))
        live = folded(told.states[0], told.happened[:moment])
        kept = rng.randrange(moment)
        to = (1, *(one.version for one in live.played))[kept]
        back = gone_back(live, to)
        assert (back.state, back.version) == (told.states[kept], live.version + 1)
        assert [one.event for one in back.played] == [e for (e,) in told.happened[:kept]]
        # Nobody's reserve pays for it, and whoever is to act has a turn that begins now.
        assert (back.turns, back.since) == (live.turns, NOW)
        seen = set().union(*map(seen_by_all, told.states[kept : moment + 1]))
        listed = {card for held in back.taken_back[-1].seen.cards.values() for card in held}
        assert listed <= seen
        assert back.taken_back[-1].events == undoing.as_seen(
            told.states[kept], [one.event for one in live.played[kept:]]
        )
        again = back
        for (event,) in told.happened[kept:moment]:
            head = Head(again.version + 1, b"")
            again = streams.carried_on(again, [event], head, NOW, "user:1")
        assert again.state == live.state
        assert [one.event for one in again.played] == [one.event for one in live.played]


@pytest.mark.parametrize("audience", AUDIENCES, ids=["N", "E", "S", "W", "watches"])
def test_after_a_roll_back_nobody_can_tell_two_deals_apart_that_he_could_not_before(
    audience: Audience,
) -> None:
    pairs = 0
    for seed in range(12):
        rng = Random(seed)
        whole = play(shuffled(seed), seed=seed, bids={Seat.SOUTH: "rik"}, keep_called_suit=True)
        told = whole.up_to(rng.randrange(6, len(whole.actions) - 4))
        for pair in retellings(told, audience, rng, most=2):
            pairs += 1
            kept = rng.randrange(len(told.actions))
            frames = [sent_to(back_to(each, kept), audience) for each in (pair.told, pair.again)]
            assert frames[0] == frames[1]
            known = may_know(audience, told.states[kept])
            known |= set().union(*map(seen_by_all, told.states[kept:]))
            if told.states[kept].phase is not engine.Phase.DECLARE:
                assert cards_in(frames[0]) <= known
    assert pairs >= 6


def back_to(told: Told, kept: int) -> LiveGame:
    live = folded(told.opening, list(told.happened))
    return gone_back(live, (1, *(one.version for one in live.played))[kept])


def test_a_card_that_fell_is_in_its_hand_again_and_on_the_list_alone() -> None:
    whole = play(shuffled(3), seed=3, bids={Seat.SOUTH: "rik"})
    first = next(n for n, state in enumerate(whole.states) if state.play is not None)
    live = folded(whole.opening, list(whole.happened[: first + 3]))
    back = gone_back(live, live.played[first - 1].version)
    seen = back.taken_back[-1].seen
    assert sum(len(held) for held in seen.cards.values()) == 3
    for seat in SEATS:
        assert back.state.hand_left(seat).bit_count() == 13
        for card in seen.cards.get(seat, ()):
            assert back.state.hand_left(seat) & card.bit
    assert engine.public_view(back.state).trick == engine.public_view(whole.states[first]).trick
