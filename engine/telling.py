"""What the table is told of an event, for movement and speech; an allow-list like the views."""

from __future__ import annotations

from engine.contract import Blind
from engine.events import (
    BidMade,
    CardPlayed,
    ClaimAnswered,
    Claimed,
    Declared,
    Discarded,
    Event,
    Exchanged,
    LeaderNamed,
    PassGameChosen,
)
from engine.seats import SEATS
from engine.state import GameState

__all__ = ["public_event"]


def public_event(state_after: GameState, event: Event) -> dict[str, object] | None:
    """What the table sees of one event; None would mean: nothing."""
    if isinstance(event, CardPlayed):
        play: dict[str, object] = {"do": "play", "seat": event.seat.letter}
        if event.by is not None:
            play["by"] = event.by.letter
        if event.face_down:
            return {**play, "face_down": True}
        return {**play, "card": event.card.notation}
    if isinstance(event, BidMade):
        return {"do": "bid", "seat": event.seat.letter, "bid": event.bid}
    if isinstance(event, PassGameChosen):
        return {"do": "choose", "seat": event.seat.letter, "game": event.game}
    if isinstance(event, Declared):
        declared: dict[str, object] = {"do": "declare", "seat": event.seat.letter}
        if event.trump is not None:
            declared["trump"] = event.trump.letter
        if event.card is not None:
            declared["card"] = event.card.notation
        if event.blind and state_after.ruleset.calls.blind is Blind.AT_CALL:
            declared["blind"] = True
        return declared
    if isinstance(event, LeaderNamed):
        return {"do": "leader", "seat": event.seat.letter, "leader": event.leader.letter}
    if isinstance(event, Discarded):
        return {"do": "discard", "seat": event.seat.letter}
    if isinstance(event, Exchanged):
        given = {} if event.card is None else {"card": event.card.notation}
        return {"do": "exchange", "seat": event.seat.letter, **given}
    if isinstance(event, Claimed):
        tricks = {seat.letter: event.tricks[seat] for seat in SEATS}
        return {"do": "claim", "seat": event.seat.letter, "tricks": tricks}
    if isinstance(event, ClaimAnswered):
        return {"do": "answer", "seat": event.seat.letter, "accept": event.accept}
    return {"do": "finished"}
