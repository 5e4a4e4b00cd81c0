"""A game as those at the table see it: after every step what is new to all, and to each seat.

      E: QJ3.A2.KQT9.K872
      E may pass rik piek misere
    E pass
      S may pass rik piek misere
    S declares trump D, calls SA
      rik by S, trump D, calls SA
      N holds SA
    1. E SQ
      E: J3.A2.KQT9.K872
      S may ST S9 S8 S7

Steps are told as the table is told them: a card lying face down and one that is put away have no
name there, and a call is blind only where that is said. Everything below a step is read from the
views, so that a golden file of this text notices when somebody sees more, or less.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.commands import (
    AnswerClaim,
    ChoosePassGame,
    Command,
    Declare,
    Discard,
    Exchange,
    MakeBid,
    NameLeader,
    PlayCard,
)
from engine.contract import Blind
from engine.game import GameState, apply, decide
from engine.notation import (
    Refusal,
    Remark,
    Transcript,
    command_text,
    named,
    tricks_text,
)
from engine.seats import SEATS
from engine.views import ContractView, PublicView, SeatView, public_view, seat_view

__all__ = ["write_seen"]


def write_seen(transcript: Transcript) -> str:
    """:raises IllegalAction: a step of the transcript is none."""
    lines: list[str] = []
    state = transcript.start
    onlookers = _Onlookers()
    lines += onlookers.news(state)
    for step in transcript.steps:
        if isinstance(step, Remark | Refusal):
            continue
        lines.append(_told(state, step))
        for event in decide(state, step):
            state = apply(state, event)
        lines += onlookers.news(state)
    return "\n".join([*lines, ""])


def _told(state: GameState, command: Command) -> str:
    """What the table is told of a step; `views.public_event` is the same for programs."""
    seat = command.seat
    if isinstance(command, PlayCard):
        assert state.play is not None
        text = f"{seat} a card face down" if command.face_down else command_text(command)
        return f"{state.play.number}. {text}"
    if isinstance(command, Discard):
        return f"{seat} puts away a card"
    if isinstance(command, Declare) and state.ruleset.calls.blind is not Blind.AT_CALL:
        return f"{seat} declares {named(command.trump, command.card, blind=False)}"
    return command_text(command)


class _Onlookers:
    """What was known before, so that only what is new is told."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def news(self, state: GameState) -> Iterator[str]:
        for about, text in self._facts(state):
            if self._known.get(about, "") != text:
                self._known[about] = text
                if text:
                    yield f"  {text}"

    def _facts(self, state: GameState) -> Iterator[tuple[str, str]]:
        yield from _public(public_view(state))
        for seat in SEATS:
            yield from _own(seat_view(state, seat))


def _public(view: PublicView) -> Iterator[tuple[str, str]]:
    for contract in view.contracts:
        yield f"contract {contract.declarer}", _contract(contract)
    yield "turned", f"turned {view.turned}" if view.turned is not None else ""
    yield "beter", f"beter {view.beter_suit}" if view.beter_suit is not None else ""
    yield "middle", f"in the middle {view.in_the_middle}" if view.middle is not None else ""
    yield "taken", tricks_text(view.taken) if any(view.taken) else ""
    if view.tricks and view.blind_trick == len(view.tricks):
        yield "turned up", f"the card face down was {view.tricks[-1].cards[0]}"
    for seat, hand in zip(SEATS, view.exposed, strict=True):
        yield f"open {seat}", f"{seat} lies open: {hand.notation}" if hand is not None else ""
    yield "talk", f"{' '.join(map(str, view.talk))} may talk" if view.talk else ""
    claim = view.claim
    yield "claim", "" if claim is None else f"{claim.seat} claims {tricks_text(claim.tricks)}"
    operated = view.operator is not None
    yield "operator", f"{view.operator} plays for {view.fourth}" if operated else ""
    if view.result is not None and view.result.outcome.scores is not None:
        scores = view.result.outcome.scores
        yield "score", "score: " + ", ".join(f"{seat} {scores[seat]:+d}" for seat in SEATS)


def _contract(view: ContractView) -> str:
    side = str(view.declarer) + (f" with {view.partner}" if view.partner is not None else "")
    facts = named(view.trump, view.called, blind=view.blind is True)
    verdict = {None: "", True: ", made", False: ", lost"}[view.made]
    return f"{view.bid} by {side}" + (f", {facts}" if facts else "") + verdict


def _own(view: SeatView) -> Iterator[tuple[str, str]]:
    seat = view.seat
    yield f"hand {seat}", f"{seat}: {view.hand.notation}"
    may = " ".join(_choices(view))
    yield f"may {seat}", f"{seat} may {may}" if may else ""
    called = view.public.contracts[0].called if view.public.contracts else None
    yield f"called {seat}", f"{seat} holds {called}" if view.holds_called else ""
    yield f"blind {seat}", f"{seat} called blind" if view.blind else ""
    yield f"down {seat}", f"{seat} has {view.face_down} lying there" if view.face_down else ""
    yield f"away {seat}", f"{seat} put away {view.discarded}" if view.discarded else ""


def _choices(view: SeatView) -> Iterator[str]:
    """The actions in as few words as they have; cards face down follow in brackets."""
    plays = [one for one in view.legal if isinstance(one, PlayCard) and not one.face_down]
    if len(view.hand) > 1 and len(plays) == len(view.hand):
        yield "any" if len(plays) == len(view.legal) else "any, up or down"
        return
    if view.legal and all(isinstance(one, Discard) for one in view.legal):
        yield "put away any"
        return
    for one in view.legal:
        if isinstance(one, PlayCard):
            yield f"({one.card})" if one.face_down else str(one.card)
        elif isinstance(one, MakeBid):
            yield one.bid
        elif isinstance(one, ChoosePassGame):
            yield one.game
        elif isinstance(one, NameLeader):
            yield str(one.leader)
        elif isinstance(one, Declare):
            yield _named(one)
        elif isinstance(one, Exchange):
            yield str(one.card or "keep")
        elif isinstance(one, AnswerClaim):
            yield "accept" if one.accept else "play_on"


def _named(one: Declare) -> str:
    called = "" if one.card is None else f"/{one.card}"
    return f"{one.trump}{called}{' blind' if one.blind else ''}"
