"""Claims: a hand is laid open with the tricks that everybody will have in the end.

The seat to act may claim, once in each trick. All others are asked, clockwise, whichever side they
are on: whoever is not asked would be known as the partner. One who plays on ends the claim,
and the hand stays open. What needs no asking is worked out from the open hand and from what has
been seen by all, so that no verdict depends on a card that somebody has not seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.cards import SUIT_MASKS
from engine.commands import AnswerClaim, Claim, Command
from engine.contract import CalledCardDuty
from engine.errors import (
    AlreadyClaimed,
    ClaimOpen,
    IllegalAction,
    ImpossibleClaim,
    NotClaimable,
    NotYourAnswer,
)
from engine.play import Play
from engine.seats import SEATS, Seat
from engine.state import GameState, OpenClaim, Phase
from engine.tricks import takes_all

__all__ = [
    "after_answer",
    "after_claim",
    "claimable",
    "may_claim",
    "must_answer",
    "refuse_claim",
]

_Four = tuple[int, int, int, int]


def may_claim(state: GameState) -> bool:
    """Whether the seat to act may claim now, whatever it claims."""
    return state.to_act is not None and _barred(state, state.to_act) is None


def claimable(state: GameState) -> tuple[Claim, ...]:
    """Every claim that the seat to act may make: each way to share out the tricks that are left.

    Claims are no part of `legal_actions`, which answers what the game waits for.
    """
    play, seat = state.play, state.to_act
    if play is None or seat is None or _barred(state, seat) is not None:
        return ()
    left = play.terms.length - len(play.tricks)
    north, east, south, west = play.taken
    return tuple(
        Claim(seat, (north + one, east + two, south + three, west + left - one - two - three))
        for one, two, three in _shares(left)
    )


def _shares(left: int) -> Iterator[tuple[int, int, int]]:
    for one in range(left + 1):
        for two in range(left + 1 - one):
            for three in range(left + 1 - one - two):
                yield one, two, three


def refuse_claim(state: GameState, command: Claim) -> IllegalAction | None:
    """Why the seat to act may not claim this, None if it may."""
    barred = _barred(state, command.seat)
    if barred is not None:
        return barred
    play = state.play
    assert play is not None
    length, tricks = play.terms.length, command.tricks
    if sum(tricks) != length:
        return ImpossibleClaim(
            f"a claim accounts for all {length} tricks, not for {sum(tricks)}",
            detail={"tricks": length, "claimed": sum(tricks)},
        )
    for seat in SEATS:
        if tricks[seat] < play.taken[seat]:
            return ImpossibleClaim(
                f"{seat} has taken {play.taken[seat]} already",
                detail={"of": seat.letter, "taken": play.taken[seat]},
            )
    return None


def _barred(state: GameState, seat: Seat) -> IllegalAction | None:
    play = state.play
    if state.phase is not Phase.PLAY or play is None:
        return NotClaimable("there is nothing to claim now", detail={"seat": seat.letter})
    if state.is_fourth(seat):
        return NotClaimable("nobody claims for the fourth hand", detail={"seat": seat.letter})
    game = play.terms.game
    if game is not None and not game.by_counts:
        return NotClaimable(
            f"in {game.game} the tricks alone do not make the score", detail={"game": game.game}
        )
    if state.claimed[seat] == play.number:
        return AlreadyClaimed(
            f"{seat} has claimed in this trick already", detail={"trick": play.number}
        )
    return None


def must_answer(state: GameState, command: Command) -> None:
    """While a claim is open the seat that is asked answers, and nothing else happens.

    :raises ClaimOpen, NotYourAnswer: something else, or somebody else.
    """
    assert state.to_act is not None
    detail: dict[str, object] = {"seat": command.seat.letter, "to_act": state.to_act.letter}
    if not isinstance(command, AnswerClaim):
        raise ClaimOpen(f"a claim is open: {state.to_act} answers first", detail=detail)
    if command.seat is not state.to_act:
        raise NotYourAnswer(f"{state.to_act} is asked now, not {command.seat}", detail=detail)


def after_claim(state: GameState, seat: Seat, tricks: _Four) -> GameState:
    play = state.play
    assert play is not None
    north, east, south, west = (play.number if one is seat else state.claimed[one] for one in SEATS)
    called = play.terms.called
    if called is not None and play.hands[seat] & called.bit:
        play = play._replace(partner_known=True)
    claim = OpenClaim(seat, tricks)
    asked = None if _settles_at_once(state, play, seat, tricks) else _next_asked(state, claim)
    return state._replace(
        phase=Phase.FINISHED if asked is None else Phase.CLAIM,
        to_act=asked,
        play=play,
        claim=claim,
        claimed=(north, east, south, west),
    )


def after_answer(state: GameState, seat: Seat, *, accept: bool) -> GameState:
    claim = state.claim
    assert claim is not None
    if not accept:
        return state._replace(phase=Phase.PLAY, to_act=claim.seat, claim=None)
    claim = replace(claim, accepted=(*claim.accepted, seat))
    asked = _next_asked(state, claim)
    phase = Phase.FINISHED if asked is None else Phase.CLAIM
    return state._replace(phase=phase, to_act=asked, claim=claim)


def _next_asked(state: GameState, claim: OpenClaim) -> Seat | None:
    for seat in claim.seat.clockwise()[1:]:
        if seat not in claim.accepted and not state.is_fourth(seat):
            return seat
    return None


# What needs no asking. Games have ended by it, so what it answers may not change any more.


def _settles_at_once(state: GameState, play: Play, seat: Seat, tricks: _Four) -> bool:
    if _nothing_left_to_decide(play):
        return True
    rest = play.terms.length - len(play.tricks)
    if tricks[seat] != play.taken[seat] + rest or not _leads_as_he_likes(play, seat):
        return False
    unseen = 0
    for one in SEATS:
        unseen |= state.deal.masks[one] | play.hands[one]
    unseen &= ~state.gone
    for trick in play.tricks:
        for card in trick.cards:
            unseen &= ~card.bit
    # A card that was put away is not known to be out of play: it counts as held by somebody.
    return takes_all(play.hands[seat], unseen & ~play.hands[seat], play.terms.trump)


def _nothing_left_to_decide(play: Play) -> bool:
    """Every piek or misère is lost, and how badly does not matter."""
    contracts = play.terms.contracts
    return bool(contracts) and all(
        one.partner is None
        and one.rung.failed(one.tricks(play.taken))
        and not one.rung.values.under
        for one in contracts
    )


def _leads_as_he_likes(play: Play, seat: Seat) -> bool:
    """On lead now, and with each trick he takes, and free to play each suit from the top."""
    terms = play.terms
    if play.cards or play.leader is not seat or len(terms.leaders) > len(play.tricks) + 1:
        return False
    if terms.first_card is not None and not play.tricks:
        return False
    if terms.game is not None and not terms.game.follows_suit_only:
        return False
    hand, called = play.hands[seat], terms.called
    if called is None or not hand & called.bit or terms.duty is not CalledCardDuty.ALWAYS:
        return True
    return not hand & SUIT_MASKS[called.suit] & (called.bit - 1)  # it would have to go first
