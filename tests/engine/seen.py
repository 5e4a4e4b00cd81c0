"""How the tests look for cards in what is sent: every string at every depth, every spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine import DECK, SEATS, Card, Declare, GameState, Hand, Seat, legal_actions

CODE = re.compile(r"(?<![A-Za-z0-9])(?:[SHDC][AKQJT98765432]|C1)(?![A-Za-z0-9])")
HAND = re.compile(r"(?:[AKQJT98765432]*\.){3}[AKQJT98765432]*1?")


def strings(value: object) -> Iterator[str]:
    """Every text in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from strings(key)
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)
    else:
        assert value is None or isinstance(value, bool | int), f"{value!r} is no JSON"


def cards_in(value: object) -> set[Card]:
    """Every card that can be read off, as a code or inside a hand's notation."""
    found: set[Card] = set()
    for text in strings(value):
        found.update(Card(code) for code in CODE.findall(text))
        for notation in HAND.findall(text):
            found.update(Hand.parse(notation))
    return found


def seen_by_all(state: GameState) -> set[Card]:
    """What has lain face up on the table: cards played, the dealer's turned card, hands laid open;
    and the card that was called by name."""
    shown = (state.turned, state.middle, state.in_the_middle)
    seen = {card for card in shown if card is not None}
    play = state.play
    if play is not None:
        for trick in play.tricks:
            seen.update(trick.cards)
        seen.update(play.cards[1:] if play.lies_face_down else play.cards)
    for seat in open_hands(state):
        seen.update(Hand.from_mask(state.hand_left(seat)))
    seen.update(one.called for one in state.contracts if one.called is not None)
    return seen


def open_hands(state: GameState) -> set[Seat]:
    """Whose cards lie on the table, told by the rules once more: after the first trick, or after
    the fifth card, or four cards later where two declarers of an open piek lead in turn; and those
    of whoever has claimed. An open fourth hand lies there as soon as it is known what is played."""
    play = state.play
    fourth = state.fourth
    open_fourth = fourth is not None and fourth.form.slug != "rene"
    found = {fourth.seat} if fourth and open_fourth and (state.contracts or play) else set()
    if play is None:
        return found
    played = 4 * len(play.tricks) + len(play.cards)
    joint = len(state.contracts)
    found |= {seat for seat in SEATS if state.claimed[seat]}
    usual = "first_trick" if state.ruleset.slug in ("german", "wiezen") else "fifth_card"
    moment = 4 if state.options.get("exposure", usual) == "first_trick" else 5
    for one in state.contracts:
        bid, slug = one.rung.bid, state.ruleset.slug
        if not bid.startswith("open_"):
            continue
        after = moment
        if slug == "championship-offline" and "piek" in bid:
            after += 4 * (joint - 1)
        if played >= after:
            found |= set(SEATS) if slug == "german" and "praatje" in bid else {one.declarer}
    return found


def seen_by(state: GameState, seat: Seat) -> set[Card]:
    return seen_by_all(state) | set(state.deal.hand(seat))


def declarations_of(state: GameState, seat: Seat) -> set[Card]:
    """The cards a declarer is offered to call are facts of his own hand: none of them is in it."""
    if state.to_act is not seat:
        return set()
    return {one.card for one in legal_actions(state) if isinstance(one, Declare) and one.card}


def hidden_from_all(state: GameState) -> set[Card]:
    return set(DECK) - seen_by_all(state)


__all__ = [
    "cards_in",
    "declarations_of",
    "hidden_from_all",
    "open_hands",
    "seen_by",
    "seen_by_all",
    "strings",
]
