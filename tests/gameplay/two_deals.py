"""Two deals that differ in cards some people have not seen, played through the same history.

Whoever has not seen the exchanged cards must be sent the same bytes and given the same views up to
the moment at which the difference shows: when an exchanged card is played, or somebody does what
over the other deal he could not.

An `Audience` is somebody with the hands he may look into. Further ones are an entry in `AUDIENCES`:
the operator of a closed hand, who sees that one and not his own, or who sits this board out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import engine
from engine import (
    DECK,
    SEATS,
    Card,
    Command,
    Deal,
    Declare,
    Discard,
    Event,
    GameState,
    Hand,
    IllegalAction,
    MakeBid,
    Phase,
    PlayCard,
    Seat,
)
from engine.contract import Blind
from engine.errors import GameAlreadyFinished, NotYourTurn, WrongPhase
from gameplay.visibility import BOARD, LIVE
from tests.engine.histories import Played, play_out
from tests.engine.seen import open_hands
from tests.gameplay.retelling import NOW, a_step, face_down_card, shows_himself

__all__ = ["AUDIENCES", "Audience", "Compared", "compare"]


@dataclass(frozen=True)
class Audience:
    """`seat`: whose frames are sent, None those of all who watch; `hands`: which are seen."""

    name: str
    seat: Seat | None
    hands: Callable[[GameState], frozenset[Seat]]


AUDIENCES: tuple[Audience, ...] = (
    *(Audience(f"seat {seat}", seat, lambda state, s=seat: frozenset((s,))) for seat in SEATS),
    Audience("who watches", None, lambda state: frozenset()),
    Audience("who sits out", None, lambda state: frozenset()),
)
# Compared are the last moment at which nothing shows yet, so many before it, and any earlier one.
LAST = 1
EXCHANGES = 4


@dataclass
class Compared:
    """How many pairs each audience could not tell apart, and what was secret in them."""

    pairs: Counter[str] = field(default_factory=Counter)
    secrets: Counter[str] = field(default_factory=Counter)


@dataclass
class _Shown:
    """One history over one deal, with the frames that have been asked for kept."""

    played: Played
    seats: Sequence[Seat] = SEATS
    versions: list[int] = field(init=False)
    made: dict[int, dict[Seat | None, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.versions = [1]
        for events in self.played.happened:
            self.versions.append(self.versions[-1] + len(events))

    def frames(self, number: int) -> dict[Seat | None, str]:
        """What is sent after so many actions. The end is shown as on a board not yet released:
        where it is released all hands are open to all."""
        if number not in self.made:
            state = self.played.states[number]
            policy = BOARD if state.finished else LIVE
            events: Sequence[Event] = self.played.happened[number - 1] if number else ()
            step = a_step(state, self.versions[number], events, policy)
            frames = step.frames_for(self.seats, NOW)
            self.made[number] = {audience: frame.text for audience, frame in frames.items()}
        return self.made[number]


def compare(slug: str, seed: int, found: Compared, *, claiming: float = 0.0) -> None:
    """One history, told over other deals at several of its moments; counts in `found`.

    :raises AssertionError: somebody can tell two deals apart.
    """
    shown = _Shown(play_out(slug, seed, claiming=claiming))
    rng = Random(seed)
    for moment in _moments(shown.played, rng):
        for _ in range(EXCHANGES):
            _compare_once(shown, moment, rng, found)


def _compare_once(shown: _Shown, moment: int, rng: Random, found: Compared) -> None:
    played = shown.played
    other = _exchanged(played.states[moment], rng)
    if other is None:
        return
    again, seats = _tell_again(played, moment, *other, rng)
    upto = len(again.commands)
    if upto < moment:
        return  # over that deal somebody would have broken a rule before
    told = _Shown(again, [seat for seat in SEATS if seat not in seats])
    one, another = played.states[upto], again.states[upto]
    assert engine.director_view(one).as_dict() != engine.director_view(another).as_dict()
    assert one.finished is another.finished, "the course of the game tells two deals apart"
    if one.finished and one.claim is not None:
        # All have agreed to the end, and the result says who the partner was.
        upto -= 1
        one, another = played.states[upto], again.states[upto]
    numbers = sorted({*range(max(0, upto - LAST), upto + 1), rng.randrange(upto + 1)})
    for audience in AUDIENCES:
        if audience.hands(played.states[0]) & seats or (one.finished and audience.seat is None):
            continue
        for number in numbers:
            here, there = shown.frames(number), told.frames(number)
            same = here[audience.seat] == there[audience.seat]
            assert same, f"{audience.name} can tell two deals of {one.ruleset} apart"
        _compare_engine(one, another, audience.seat, rng)
        found.pairs[audience.name] += 1
    _count_secrets(one, another, found.secrets)


def _compare_engine(one: GameState, other: GameState, seat: Seat | None, rng: Random) -> None:
    """The values that house players read, and what a seat is answered to what it may not do."""
    if seat is None:
        assert engine.public_view(one) == engine.public_view(other)
        return
    assert engine.seat_view(one, seat) == engine.seat_view(other, seat)
    card = rng.choice(DECK)
    for command in (PlayCard(seat, card), PlayCard(seat, card, True), MakeBid(seat, "troela")):
        assert _answer(one, command) == _answer(other, command)


def _answer(state: GameState, command: Command) -> object:
    try:
        engine.decide(state, command)
    except IllegalAction as refusal:
        return refusal.code, refusal.message, refusal.detail
    return None


# -- moments and exchanges -------------------------------------------------------------------------


def _moments(played: Played, rng: Random) -> list[int]:
    """One of each phase, of the early and the late play, and of what is secret only for a while."""
    by_kind: dict[object, list[int]] = {}
    for number, state in enumerate(played.states):
        kinds: list[object] = [state.phase]
        if state.play is not None and not state.finished:
            kinds = [(state.phase, state.play.number // 4)]
            if face_down_card(state) is not None:
                kinds.append("face down")
            if open_hands(state):
                kinds.append("open")
            if _hidden_partner(state):
                kinds.append("partner")
        for kind in kinds:
            by_kind.setdefault(kind, []).append(number)
    found = {rng.choice(numbers) for numbers in by_kind.values()}
    for late in ("partner", "face down"):
        found.update(by_kind.get(late, [])[-1:])
    return sorted(found)


def _hidden_partner(state: GameState) -> bool:
    play = state.play
    return play is not None and play.terms.called is not None and not play.partner_known


def _unseen(state: GameState) -> dict[Seat, list[Card]]:
    """What each seat was dealt and nobody else has seen, nor can say who has it."""
    known = {state.turned, state.middle, state.in_the_middle} | {
        one.called for one in state.contracts if one.called and not _hidden_partner(state)
    }
    if state.play is None:
        known -= {one.called for one in state.contracts if not one.rung.open_partner}
    hidden, lying_open = face_down_card(state), open_hands(state)
    found = {}
    for seat in SEATS:
        cards = [] if seat in lying_open else list(Hand.from_mask(state.hand_left(seat)))
        put_away = state.discarded(seat)
        cards += [put_away] if put_away is not None else []
        cards += [hidden[1]] if hidden is not None and hidden[0] is seat else []
        found[seat] = [card for card in cards if card not in known]
    return found


def _exchanged(
    state: GameState, rng: Random
) -> tuple[Deal, dict[Card, Card], frozenset[Seat]] | None:
    """The deal with cards of two hands exchanged, what became what, and whose they were."""
    unseen = {seat: cards for seat, cards in _unseen(state).items() if cards}
    if len(unseen) < 2:
        return None
    first, second = rng.sample(sorted(unseen), 2)
    changed: dict[Card, Card] = {}
    aimed = _at_a_secret(state, unseen, rng) if rng.random() < 0.7 else None
    if aimed is not None:
        first, here, second, there = aimed
        changed = {here: there, there: here}
    for _ in range(rng.choice((0, 0, 1, 3) if aimed else (1, 1, 2, 4))):
        here = rng.choice(unseen[first])
        there = rng.choice(_alike(here, unseen[second], rng))
        if here not in changed and there not in changed:
            changed |= {here: there, there: here}
    hands = [Hand([changed.get(card, card) for card in state.deal.hand(seat)]) for seat in SEATS]
    for seat in set(SEATS) - {first, second}:
        hands[seat] = state.deal.hand(seat)
    return Deal(*hands), changed, frozenset((first, second))


def _at_a_secret(
    state: GameState, unseen: dict[Seat, list[Card]], rng: Random
) -> tuple[Seat, Card, Seat, Card] | None:
    """Another partner; or a call that was blind and is none any more."""
    contract = next((one for one in state.contracts if one.called is not None), None)
    if contract is None or contract.called is None:
        return None
    called, declarer = contract.called, contract.declarer
    others = [seat for seat in sorted(unseen) if seat is not declarer]
    holder = next((seat for seat in others if called in unseen[seat]), None)
    if contract.blind and declarer in unseen and rng.random() < 0.5:
        giver = rng.choice(others)
        suited = [card for card in unseen[giver] if card.suit is called.suit and card is not called]
        return (
            (declarer, rng.choice(unseen[declarer]), giver, rng.choice(suited)) if suited else None
        )
    if holder is None or len(others) < 2:
        return None
    partner = rng.choice([seat for seat in others if seat is not holder])
    return holder, called, partner, rng.choice(unseen[partner])


def _alike(card: Card, cards: list[Card], rng: Random) -> list[Card]:
    """Of the same suit more often than not: suits that were followed stay followed."""
    suited = [one for one in cards if one.suit is card.suit]
    return suited if suited and rng.random() < 0.6 else cards


# -- telling it again ------------------------------------------------------------------------------


def _tell_again(
    played: Played,
    moment: int,
    deal: Deal,
    changed: dict[Card, Card],
    seats: frozenset[Seat],
    rng: Random,
) -> tuple[Played, frozenset[Seat]]:
    """The same actions over the other deal, up to `moment` or until the difference shows."""
    state = played.states[0]._replace(deal=deal)
    hidden = face_down_card(played.states[moment]) is not None
    again = Played([state], [], [])
    for before, command in zip(played.states[:moment], played.commands, strict=False):
        same = _looking_the_same(state, command, changed, rng if hidden else None)
        if same is None or shows_himself(before, command) != shows_himself(state, same):
            break
        try:
            events = engine.decide(state, same)
        except (GameAlreadyFinished, NotYourTurn, WrongPhase) as difference:
            raise AssertionError("the course of the game tells about unseen cards") from difference
        except IllegalAction as difference:
            if command.seat in seats:
                break
            raise AssertionError(f"a refusal tells {command.seat} of other hands") from difference
        state = engine.replay(state, events)
        if _announced(state) != _announced(played.states[len(again.commands) + 1]):
            break
        if same != command:  # whoever did it has seen the difference
            seats |= {command.seat}
        again.states.append(state)
        again.commands.append(same)
        again.happened.append(events)
    return again, seats


def _announced(state: GameState) -> object:
    """What a troela or troel says by itself: the ace that is missing, and so who has it; and what
    an accepted claim tells at the end, though the called card has not fallen."""
    claimed = state.finished and state.claim is not None
    return [
        (one.called, one.partner, claimed and one.blind)
        for one in state.contracts
        if one.rung.open_partner or claimed
    ]


def _looking_the_same(
    state: GameState, command: Command, changed: dict[Card, Card], rng: Random | None
) -> Command | None:
    """Nobody else sees which card was put away, whether a call was blind where that is told at the
    lead, nor which card lies face down; with `rng` one still does."""
    if isinstance(command, Discard):
        return Discard(command.seat, changed.get(command.card, command.card))
    if isinstance(command, Declare) and state.ruleset.calls.blind is Blind.AT_LEAD:
        calls = [one for one in engine.legal_actions(state) if isinstance(one, Declare)]
        alike = [one for one in calls if (one.trump, one.card) == (command.trump, command.card)]
        return alike[0] if alike else command
    if rng is not None and isinstance(command, PlayCard) and command.face_down:
        plays = [one for one in engine.legal_actions(state) if isinstance(one, PlayCard)]
        hidden = [one for one in plays if one.face_down]
        return rng.choice(hidden) if hidden else None
    return command


def _count_secrets(one: GameState, other: GameState, secrets: Counter[str]) -> None:
    secrets[f"phase {one.phase}"] += 1
    secrets["choices"] += engine.legal_actions(one) != engine.legal_actions(other)
    secrets["open hand"] += bool(open_hands(one))
    secrets["talk"] += any("praatje" in each.rung.bid for each in one.contracts) and bool(
        open_hands(one)
    )
    secrets["put away"] += one.discards != other.discards
    secrets["face down"] += face_down_card(one) != face_down_card(other)
    if one.contracts and one.play is not None and one.play.terms.called is not None:
        mine, his = one.contracts[0], other.contracts[0]
        secrets["partner"] += mine.partner is not his.partner
        secrets["blind"] += mine.blind is not his.blind
        secrets["tricks of the side"] += mine.tricks(one.taken) != his.tricks(other.taken)
    secrets["claim"] += any(one.claimed)
    secrets["early end"] += one.finished and one.phase is Phase.FINISHED
