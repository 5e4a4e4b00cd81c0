"""A house player sees its view and nothing else: other cards in other hands change nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import engine
from engine.players import choose
from engine.players.splitmix import Numbers
from tests.engine.players.table import RULESET, states


def commands_of(events: list[engine.Event]) -> Iterator[engine.Command]:
    for event in events:
        match event:
            case engine.BidMade(seat=seat, bid=bid):
                yield engine.MakeBid(seat, bid)
            case engine.PassGameChosen(seat=seat, game=game):
                yield engine.ChoosePassGame(seat, game)
            case engine.Declared(seat=seat, trump=trump, card=card, blind=blind):
                yield engine.Declare(seat, trump, card, blind)
            case engine.CardPlayed(seat=seat, card=card, face_down=face_down):
                yield engine.PlayCard(seat, card, face_down)


def history(
    number: int, players: list[str], steps: int
) -> tuple[engine.GameState, list[engine.Command]]:
    """The game after so many actions, or before the last one, and what was done to get there."""
    state = first = next(states(number, players))
    events: list[engine.Event] = []
    seeds = Numbers(number)
    for _ in range(steps):
        assert state.to_act is not None
        command = choose(players[state.to_act], engine.seat_view(state, state.to_act), seeds.next())
        happened = engine.decide(state, command)
        after = engine.replay(state, happened)
        if after.finished:
            break
        events += happened
        state = after
    assert first.dealer is state.dealer
    return state, list(commands_of(events))


def swapped(state: engine.GameState, numbers: Numbers) -> engine.Deal:
    """The same deal, but two unplayed cards of one suit have changed places behind my back.

    One suit, so that everybody who followed could follow, and nobody who did not.
    """
    me = state.to_act
    others = [seat for seat in engine.SEATS if seat is not me]
    hands = {seat: list(state.deal.hand(seat)) for seat in engine.SEATS}
    pairs = [
        (one, two, left, right)
        for left in others
        for right in others
        if left < right
        for one in engine.seat_view(state, left).hand
        for two in engine.seat_view(state, right).hand
        if one.suit is two.suit
    ]
    if not pairs:
        return state.deal
    one, two, left, right = pairs[numbers.below(len(pairs))]
    hands[left][hands[left].index(one)] = two
    hands[right][hands[right].index(two)] = one
    return engine.Deal(*(engine.Hand(hands[seat]) for seat in engine.SEATS))


def replayed(
    state: engine.GameState, deal: engine.Deal, commands: list[engine.Command]
) -> engine.GameState | None:
    """The same actions over another deal; None where they would not have been legal."""
    other = engine.start(ruleset=RULESET, options={}, dealer=state.dealer, deal=deal)
    try:
        for command in commands:
            other = engine.replay(other, engine.decide(other, command))
    except engine.IllegalAction:
        return None
    return other


@pytest.mark.parametrize("number", range(60))
def test_the_choice_is_the_same_when_unseen_cards_change_places(number: int) -> None:
    numbers = Numbers(number)
    players = ["house"] * 4 if number % 2 else ["house", "random", "house", "random"]
    state, commands = history(number, players, numbers.below(55))
    me = state.to_act
    assert me is not None
    view = engine.seat_view(state, me)
    compared = 0
    for _ in range(8):
        deal = swapped(state, numbers)
        other = replayed(state, deal, commands) if deal != state.deal else None
        if other is None:
            continue
        seen = engine.seat_view(other, me)
        assert seen.as_dict() == view.as_dict()
        assert seen.public.as_dict() == view.public.as_dict()
        assert choose("house", seen, 5) == choose("house", view, 5)
        compared += 1
    assert compared or len(commands) > 20


def test_most_of_these_swaps_do_move_a_card() -> None:
    moved = 0
    for number in range(20):
        numbers = Numbers(number)
        state, commands = history(number, ["house"] * 4, 12)
        deal = swapped(state, numbers)
        moved += deal != state.deal and replayed(state, deal, commands) is not None
    assert moved >= 15
