"""Somebody's claim: accepted when playing on can bring me nothing better.

Only what lies open is read: the claimer's hand, the cards played and the score. Whoever answered by
his own cards, or by being the hidden partner, would tell the table about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.bids import Kind
from engine.cards import DECK, JOKER, SUIT_MASKS, Card
from engine.commands import AnswerClaim
from engine.scoring import contract_payments, pass_game_payments, points_of
from engine.seats import SEATS, Seat
from engine.tricks import certain_tricks
from engine.views import ClaimView, ContractView, PublicView, SeatView

_WHOLE_DECK = sum(card.bit for card in DECK)
_FOR_TRICKS = (Kind.RIK, Kind.ALLEEN)


def answer(view: SeatView) -> AnswerClaim:
    public, claim = view.public, view.public.claim
    assert claim is not None
    accept = all(
        _points(public, tricks, partner)[view.seat] <= offered
        for partner in _partners(public)
        for offered in (_points(public, claim.tricks, partner)[view.seat],)
        for tricks in _ends(public, claim)
    )
    return AnswerClaim(view.seat, accept)


def _points(
    public: PublicView, tricks: Sequence[int], partner: Seat | None
) -> tuple[int, int, int, int]:
    rungs = public.rules.rungs
    game = public.rules.games[public.pass_game] if public.pass_game is not None else None
    if game is not None and game.rung is None:
        return points_of(pass_game_payments(game, tricks))
    return points_of(
        payment
        for one in public.contracts
        for payment in contract_payments(
            # A forced rik is on no ladder: nobody can bid it.
            game.rung if game is not None and game.rung is not None else rungs[one.bid],
            one.declarer,
            partner,
            _of_side(tricks, one, partner),
        )
    )


def _of_side(tricks: Sequence[int], contract: ContractView, partner: Seat | None) -> int:
    return tricks[contract.declarer] + (tricks[partner] if partner is not None else 0)


def _partners(public: PublicView) -> list[Seat | None]:
    """Everybody who may be the partner, as far as the table knows."""
    called = public.contracts[0] if public.contracts else None
    if called is None or called.called is None or called.partner is not None:
        return [called.partner if called is not None else None]
    return [
        seat
        for seat in SEATS
        if seat is not called.declarer
        and ((hand := public.exposed[seat]) is None or called.called in hand)
    ]


def _ends(public: PublicView, claim: ClaimView) -> Iterator[tuple[int, ...]]:
    """How many tricks each may have in the end, if we play on."""
    left = sum(claim.tricks) - len(public.tricks)
    least, most = _claimers_share(public, claim, left)
    others = claim.seat.clockwise()[1:]
    for own in range(least, most + 1):
        for first in range(left - own + 1):
            for second in range(left - own - first + 1):
                tricks = list(public.taken)
                shares = (first, second, left - own - first - second)
                for seat, more in zip((claim.seat, *others), (own, *shares), strict=True):
                    tricks[seat] += more
                yield tuple(tricks)


def _claimers_share(public: PublicView, claim: ClaimView, left: int) -> tuple[int, int]:
    """The fewest and the most of the tricks that are left, as the claimer wants them."""
    exposed = public.exposed[claim.seat]
    assert exposed is not None
    hand, unseen = exposed.mask, _unseen(public, exposed.mask)
    plays = [play.card for play in public.trick.plays] if public.trick is not None else []
    if public.contracts and all(one.kind in _FOR_TRICKS for one in public.contracts):
        certain = certain_tricks(hand, unseen, public.contracts[0].trump) if not plays else 0
        return certain, left
    if claim.tricks[claim.seat] == public.taken[claim.seat] and _takes_none(
        public, hand, unseen, plays
    ):
        return 0, 0
    return 0, left


def _unseen(public: PublicView, hand: int) -> int:
    unseen = _WHOLE_DECK
    if public.middle is not None:
        given = public.exchange.card if public.exchange is not None else None
        unseen = (unseen | JOKER.bit) & ~(given or public.middle).bit
    for trick in public.tricks:
        for card in trick.cards:
            unseen &= ~card.bit
    for play in public.trick.plays if public.trick is not None else ():
        if play.card is not None:
            unseen &= ~play.card.bit
    return unseen & ~hand


def _takes_none(public: PublicView, hand: int, unseen: int, plays: Sequence[Card | None]) -> bool:
    """Can the claimer, who is to play and has no trumps to fear, stay under in every trick?"""
    claimer = public.claim.seat if public.claim is not None else None
    others = sum(public.cards_left[seat] for seat in SEATS if seat is not claimer)
    if unseen.bit_count() != others:
        return False  # a card that was put away cannot take the trick from him
    return any(
        _stays_under(hand & ~card, unseen)
        for card in _bits(hand)
        if _falls_under(card, hand, unseen, plays)
    )


def _falls_under(card: int, hand: int, unseen: int, plays: Sequence[Card | None]) -> bool:
    """Does this card, played now and allowed, certainly not take the running trick?"""
    suit = next(mask for mask in SUIT_MASKS if mask & card)
    if not plays:
        return bool(unseen & suit) and not unseen & suit & ~(card - 1)
    if plays[0] is None:
        return False
    led = SUIT_MASKS[plays[0].suit]
    if not hand & led:
        return True
    on_top = min(one.bit for one in plays if one is not None and one.bit & led)
    return suit == led and card > on_top


def _stays_under(hand: int, unseen: int) -> bool:
    """Not on lead: his lowest, second lowest and so on lie under those of the others."""
    return all(
        mine > theirs
        for suit in SUIT_MASKS
        for mine, theirs in zip(
            reversed(_bits(hand & suit)), reversed(_bits(unseen & suit)), strict=False
        )
    )


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        found.append(mask & -mask)
        mask &= mask - 1
    return found
