"""Faults that other programs had, to be planted: each makes some frame tell what it must not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import engine
from engine import SEATS, GameState, Seat, Suit
from gameplay import frames
from tests.gameplay.retelling import face_down_card

N, _, _, W = SEATS

Leak = Callable[[pytest.MonkeyPatch], None]


def in_public(change: Callable[[dict[str, Any], GameState], None]) -> Leak:
    """A leak in what everybody is sent."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        honest = engine.public_view

        class Leaking:
            def __init__(self, state: GameState, reveal: bool) -> None:
                self.state, self.reveal = state, reveal

            def as_dict(self) -> dict[str, Any]:
                view: dict[str, Any] = honest(self.state, reveal=self.reveal).as_dict()
                change(view, self.state)
                return view

            def __eq__(self, other: object) -> bool:
                return isinstance(other, Leaking) and self.as_dict() == other.as_dict()

            __hash__ = None

        patch.setattr(engine, "public_view", lambda state, *, reveal=False: Leaking(state, reveal))

    return plant


def in_own(change: Callable[[dict[str, Any], GameState, Seat], None]) -> Leak:
    """A leak in what one seat is sent."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        honest = frames.own_part

        def leaking(live: Any, viewer: Any, now: Any, **more: Any) -> dict[str, Any] | None:
            own = honest(live, viewer, now, **more)
            if own is not None:
                change(own, live.state, viewer.seat)
            return own

        patch.setattr(frames, "own_part", leaking)

    return plant


def partner(view: dict[str, Any], state: GameState) -> None:
    for shown, contract in zip(view["contracts"], state.contracts, strict=True):
        shown["partner"] = contract.partner.letter if contract.partner is not None else None


def blind(view: dict[str, Any], state: GameState) -> None:
    for shown, contract in zip(view["contracts"], state.contracts, strict=True):
        shown["blind"] = contract.blind if contract.called is not None else None


def tricks_of_the_side(view: dict[str, Any], state: GameState) -> None:
    for shown, contract in zip(view["contracts"], state.contracts, strict=True):
        shown["tricks"] = contract.tricks(state.taken)


def made_as_soon_as_the_side_has_enough(view: dict[str, Any], state: GameState) -> None:
    for shown, contract in zip(view["contracts"], state.contracts, strict=True):
        if contract.partner is not None and contract.rung.made(contract.tricks(state.taken)):
            shown["made"] = True


def number_of_hearts(view: dict[str, Any], state: GameState) -> None:
    view["cards_left"]["W"] = len(engine.Hand.from_mask(state.hand_left(W)).suit(Suit.HEARTS))


def suits(view: dict[str, Any], state: GameState) -> None:
    view["suits"] = {seat.letter: len(state.deal.hand(seat).suit(Suit.HEARTS)) for seat in SEATS}


def face_down(view: dict[str, Any], state: GameState) -> None:
    hidden = face_down_card(state)
    if hidden is not None:
        view["trick"]["plays"][0]["card"] = hidden[1].notation


def hands(view: dict[str, Any], state: GameState) -> None:
    view["ruleset"] = state.deal.hand(N).notation


def choices_of_another(own: dict[str, Any], state: GameState, seat: Seat) -> None:
    own["legal"] = [engine.write_action(one) for one in engine.legal_actions(state)]


def number_of_choices(own: dict[str, Any], state: GameState, seat: Seat) -> None:
    """As a flag that looks harmless: has the seat to act only one card to play?"""
    own["holds_called"] |= len(engine.legal_actions(state)) == 1


def partner_to_declarer(own: dict[str, Any], state: GameState, seat: Seat) -> None:
    for contract in state.contracts:
        if contract.declarer is seat and contract.called is not None:
            own["blind"] = contract.partner is seat.next


def tricks_still_needed(view: dict[str, Any], state: GameState) -> None:
    for shown, contract in zip(view["contracts"], state.contracts, strict=True):
        shown["needed"] = max(0, contract.rung.target - contract.tricks(state.taken))


def longer_with_every_choice(patch: pytest.MonkeyPatch) -> None:
    """Nothing to read, but so many bytes more as the seat to act has choices."""
    public_part = frames.public_part

    def leaking(live: Any, *args: Any, **kwargs: Any) -> frames.PublicPart:
        part = public_part(live, *args, **kwargs)
        choices = len(engine.legal_actions(live.state))
        return frames.PublicPart(part.version, f"{part.text[:-1]}{' ' * choices}}}")

    patch.setattr(frames, "public_part", leaking)


def stops_when_the_side_has_enough(patch: pytest.MonkeyPatch) -> None:
    """Stopping is no frame: it is the course of the game that tells who plays with whom."""
    from engine import game, run
    from engine.play import Play

    honest = game.after_play

    def stopping(state: GameState, play: Play) -> GameState:
        one = state.contracts[0] if state.contracts and not play.cards else None
        won = one is not None and one.called is not None and one.rung.made(one.tricks(play.taken))
        return honest(state, play._replace(legal=0) if won else play)

    patch.setattr(game, "after_play", stopping)
    patch.setattr(run, "after_play", stopping)


def tells_what_is_put_away(patch: pytest.MonkeyPatch) -> None:
    honest = engine.public_event

    def leaking(state: GameState, event: engine.Event) -> dict[str, object] | None:
        told = honest(state, event)
        if isinstance(event, engine.Discarded):
            return {**(told or {}), "card": event.card.notation}
        return told

    patch.setattr(engine, "public_event", leaking)
