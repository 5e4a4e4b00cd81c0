"""Taking back: what of it follows from a game's events. Pure.

A question stands until it is refused, all have agreed, or anything else happens in the game. Only
the last action of a person can be asked for, and only if it showed nothing besides itself: a bid,
a declaration and a card are seen by being made, but a trick that it completed, a partner it made
known or a hand that it opened cannot be unseen. A director may go back further, and what was seen
since is listed, since nobody can be asked to forget it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import engine
from engine import SEATS, Card, Seat

CONSENT, DIRECTOR = "consent", "director"

# By consent, for one seat on one board: house players always agree, and a board has to end.
AT_MOST = 3

TRICK, HAND, PARTNER, TALK, CARDS, ANSWER = "trick", "hand", "partner", "talk", "cards", "answer"
"""What an action can show besides itself."""


@dataclass(frozen=True, slots=True)
class Played:
    """An action that stands: the version it led to, and who sent it."""

    version: int
    event: engine.Event
    actor: str

    @property
    def seat(self) -> Seat | None:
        """At whose seat it was decided: whoever plays the fourth hand answers for its card."""
        by = getattr(self.event, "by", None)
        return by if by is not None else getattr(self.event, "seat", None)

    @property
    def by_person(self) -> bool:
        return self.actor.startswith("user:")


@dataclass(frozen=True, slots=True)
class Question:
    """Whether this seat may take back its last action, the one at ``of``."""

    seat: Seat
    of: int
    agreed: frozenset[Seat] = frozenset()
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """What the table came to see beyond a point, besides the actions themselves.

    ``cards`` are those that fell or lay open, by whose they were; ``hands`` were laid open. To each
    of ``operators`` alone a closed fourth hand was shown.
    """

    cards: Mapping[Seat, tuple[Card, ...]]
    hands: tuple[Seat, ...]
    partners: tuple[Seat, ...]
    operators: tuple[Seat, ...] = ()

    def as_dict(self) -> dict[str, object]:
        return {
            "cards": {seat.letter: [c.notation for c in held] for seat, held in self.cards.items()},
            "hands": [seat.letter for seat in self.hands],
            "partners": [seat.letter for seat in self.partners],
            "operators": [seat.letter for seat in self.operators],
        }


@dataclass(frozen=True, slots=True)
class TakenBack:
    """``at``: the version of the event that took it back; ``to``: the one it went back to.

    ``events`` are the actions as the table saw them; ``seat`` is whose wish it was, nobody's where
    a director decided.
    """

    at: int
    to: int
    by: str
    seat: Seat | None
    events: tuple[Mapping[str, object], ...]
    seen: Seen

    def as_dict(self) -> dict[str, object]:
        return {
            "at": self.at,
            "to": self.to,
            "by": self.by,
            "seat": self.seat.letter if self.seat is not None else None,
            "events": list(self.events),
            **self.seen.as_dict(),
        }


def why_not(
    last: Played | None,
    before: engine.GameState | None,
    after: engine.GameState,
    question: Question | None,
    taken_back: Sequence[TakenBack] = (),
) -> tuple[str, dict[str, object]] | None:
    """Why the last action cannot be asked for: a code and facts; None where it can."""
    if after.finished:
        return "game_finished", {}
    if last is None or before is None:
        return "undo_nothing", {}
    seat = last.seat.letter if last.seat is not None else None
    if not last.by_person:
        return "undo_house", {"seat": seat}
    if question is not None:
        return "undo_refused" if question.refused else "undo_asked", {"seat": seat}
    agreed = sum(one.by == CONSENT and one.seat is last.seat for one in taken_back)
    if agreed >= AT_MOST:
        return "undo_enough", {"seat": seat}
    shown = shows(before, after)
    return None if shown is None else ("undo_shown", {"shown": shown})


def shows(before: engine.GameState, after: engine.GameState) -> str | None:
    """What the table came to know by the step from ``before`` to ``after``, besides the action."""
    was, now = engine.public_view(before), engine.public_view(after)
    if now.claim != was.claim:
        return ANSWER
    if len(now.tricks) != len(was.tricks):
        return TRICK
    if _open(now) - _open(was) or (_looks(after) and not _looks(before)):
        return HAND
    if set(_partners(now)) - set(_partners(was)):
        return PARTNER
    if now.talk != was.talk:
        return TALK
    if any(after.hand_left(seat) & ~before.hand_left(seat) for seat in SEATS):
        return CARDS
    return None


def seen_since(start: engine.GameState, later: Iterable[engine.Event]) -> Seen:
    """What the table saw from ``start`` on, while these actions happened."""
    state = start
    known = _cards(engine.public_view(start))
    hands, partners = _open(engine.public_view(start)), _partners(engine.public_view(start))
    cards: dict[Seat, set[Card]] = {seat: set() for seat in SEATS}
    opened: set[Seat] = set()
    told: dict[Seat, None] = {}
    looked: dict[Seat, None] = {}
    for event in later:
        state = engine.apply(state, event)
        view = engine.public_view(state)
        for seat, held in _cards(view).items():
            cards[seat] |= held - known[seat]
        opened |= _open(view) - hands
        told |= dict.fromkeys(each for each in _partners(view) if each not in partners)
        looked |= dict.fromkeys(_looks(state))
    return Seen(
        cards={seat: tuple(sorted(cards[seat], key=_rank)) for seat in SEATS if cards[seat]},
        hands=tuple(seat for seat in SEATS if seat in opened),
        partners=tuple(told),
        operators=tuple(seat for seat in looked if seat not in _looks(start)),
    )


def as_seen(
    start: engine.GameState, later: Sequence[engine.Event]
) -> tuple[dict[str, object], ...]:
    """These actions as the table saw them."""
    state, told = start, []
    for event in later:
        state = engine.apply(state, event)
        public = engine.public_event(state, event)
        if public is not None:
            told.append(public)
    return tuple(told)


def _rank(card: Card) -> int:
    return card.index


def _looks(state: engine.GameState) -> tuple[Seat, ...]:
    """Who is shown a closed fourth hand now, since he is to play it."""
    if state.operator is None or state.fourth is None or state.fourth.form.open:
        return ()
    return (state.operator,)


def _open(view: engine.PublicView) -> frozenset[Seat]:
    return frozenset(seat for seat in SEATS if view.exposed[seat] is not None)


def _partners(view: engine.PublicView) -> tuple[Seat, ...]:
    return tuple(one.partner for one in view.contracts if one.partner is not None)


def _cards(view: engine.PublicView) -> dict[Seat, set[Card]]:
    """Every card that lies or has lain open, by whose it is."""
    found: dict[Seat, set[Card]] = {seat: set() for seat in SEATS}
    for trick in view.tricks:
        for place, card in enumerate(trick.cards):
            found[trick.leader.after(place)].add(card)
    for play in view.trick.plays if view.trick is not None else ():
        if play.card is not None:
            found[play.seat].add(play.card)
    for seat, hand in zip(SEATS, view.exposed, strict=True):
        if hand is not None:
            found[seat] |= set(hand)
    return found
