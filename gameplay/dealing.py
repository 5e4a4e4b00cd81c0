"""The only door to deals that nobody has seen: seal one, open one.

Opened by ``gameplay.streams`` to replay a game on the server, and by ``gameplay.records`` once
it is released. A deal goes from here into a ``GameState`` and comes out again only card by
card, through the views.

No deal is dealt twice, at whatever table and in whatever year: that is too unlikely to be chance,
so it means that somebody or something knew the cards before.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.views.decorators.debug import sensitive_variables

import engine
from engine.cards import CARDS
from gameplay import sealing
from gameplay.errors import PlayRefused
from gameplay.ids import new_id
from gameplay.models import DealFingerprint, SealedDeal

# Among how many each of them is drawn (`rikdeal-1` §5b), for a table that deals for itself.
OUTCOMES: Mapping[str, int] = {"beter": 4, "middle": 53, "turned": 13}
# The better suit is drawn in the order of card indices.
DRAWN_SUITS = (engine.Suit.SPADES, engine.Suit.HEARTS, engine.Suit.DIAMONDS, engine.Suit.CLUBS)
_NOTHING: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal and what the rules draw besides it, as numbers. Its repr tells neither."""

    deal: engine.Deal = field(repr=False)
    draws: Mapping[str, int] = field(default_factory=dict, repr=False)


class DealtBefore(PlayRefused):
    """A deal came up a second time; detail: the ids of both. Nothing was dealt."""


@sensitive_variables()
def sealed(deal: engine.Deal, *, now: datetime, draws: Mapping[str, int] = _NOTHING) -> SealedDeal:
    """The encrypted row of a deal, not yet stored; its digest is what an event promises."""
    deal_id = new_id()
    made = sealing.seal(deal.number, key=settings.DEAL_KEY, deal_id=deal_id, draws=draws)
    return SealedDeal(
        id=deal_id,
        number_sealed=made.number,
        salt_sealed=made.salt,
        draws_sealed=made.draws,
        digest=made.digest,
        created=now,
    )


@sensitive_variables()
def seal(deal: engine.Deal, *, now: datetime, draws: Mapping[str, int] = _NOTHING) -> SealedDeal:
    """Store a deal that somebody chose, encrypted; the row's digest is what ``GameOpened``
    promises. What is chosen may be chosen again."""
    row = sealed(deal, now=now, draws=draws)
    row.save(force_insert=True)
    return row


@sensitive_variables()
def draw(*, now: datetime, labels: Sequence[str] = ()) -> SealedDeal:
    """Draw a deal and what these labels stand for, uniform, and store all of it encrypted.

    :raises DealtBefore: the deal came up before.
    """
    deal = uniform()
    row = sealed(deal, now=now, draws=drawn(labels))
    keep([row], [deal])
    return row


@sensitive_variables()
def keep(rows: Sequence[SealedDeal], deals: Sequence[engine.Deal], *, among: str = "") -> None:
    """Store the rows of deals that chance made, and that they were dealt.

    ``among``: deals that come up again on purpose, from a seed that somebody chose, are compared
    with those of this name only.

    :raises DealtBefore: one of them was dealt before, or two of them are equal.
    """
    fingerprints = [
        sealing.fingerprint(deal.number, key=settings.DEAL_KEY, among=among) for deal in deals
    ]
    with transaction.atomic():
        SealedDeal.objects.bulk_create(rows)
        try:
            with transaction.atomic():
                DealFingerprint.objects.bulk_create(
                    DealFingerprint(fingerprint=fingerprint, deal_id=row.id)
                    for row, fingerprint in zip(rows, fingerprints, strict=True)
                )
        except IntegrityError:
            raise _dealt_before(rows, fingerprints) from None


def _dealt_before(rows: Sequence[SealedDeal], fingerprints: Sequence[str]) -> DealtBefore:
    earlier = DealFingerprint.objects.filter(fingerprint__in=fingerprints).first()
    return DealtBefore(
        "deal_dealt_before",
        "a deal came up that was dealt before; nothing was dealt",
        deals=[row.id for row in rows],
        earlier=earlier.deal_id if earlier else None,
    )


def uniform() -> engine.Deal:
    """A deal in which all 52!/(13!)^4 are equally likely, from the operating system's generator."""
    return engine.Deal.from_number(secrets.randbelow(engine.DEALS))


@sensitive_variables()
def drawn(labels: Sequence[str]) -> dict[str, int]:
    """A number for each label (``Ruleset.draws``), uniform, from the same generator."""
    return {label: secrets.randbelow(OUTCOMES[label]) for label in labels}


@sensitive_variables()
def by_hand(before: engine.GameState, *, forehand: engine.Seat) -> Dealt:
    """The next deal from the cards as the one before left them, by the habit of its rules.

    Where they were cut, how they were shuffled and how each trick was swept up comes from the
    operating system's generator and is kept nowhere but in the deal it leads to.
    """
    rules = before.ruleset
    tricks = len(before.play.tricks) if before.play is not None else 0
    stack = engine.by_hand.gather(before, [_any_order(4) for _ in range(tricks)])
    if rules.mixing is engine.by_hand.Mixing.SHUFFLE:
        mixed = engine.by_hand.shuffle(stack, _any_order(len(stack)))
    else:
        mixed = engine.by_hand.cut(stack, 1 + secrets.randbelow(len(stack) - 1))
    dealt = engine.by_hand.deal(mixed, rules.packets, forehand)
    draws = drawn(rules.draws)
    if "middle" in draws and dealt.middle is not None:
        draws["middle"] = dealt.middle.index
    if "turned" in draws:
        own = dealt.deal.hand(forehand.after(3))
        draws["turned"] = [card.index for card in own].index(dealt.last.index)
    return Dealt(dealt.deal, draws)


def _any_order(count: int) -> list[int]:
    order = list(range(count))
    secrets.SystemRandom().shuffle(order)
    return order


@sensitive_variables()
def unseal(deal_id: str) -> Dealt:
    row = SealedDeal.objects.get(pk=deal_id)
    found = sealing.Sealed(
        bytes(row.number_sealed), bytes(row.salt_sealed), row.digest, bytes(row.draws_sealed)
    )
    number, draws = sealing.unseal(found, key=settings.DEAL_KEY, deal_id=deal_id)
    return Dealt(engine.Deal.from_number(number), draws)


@sensitive_variables()
def start(
    dealt: Dealt,
    *,
    ruleset: str,
    options: Mapping[str, object],
    dealer: engine.Seat | None,
    forehand: engine.Seat | None = None,
    form: str = "",
    pass_game: str = "",
) -> engine.GameState:
    """The game as it begins, with what was drawn for it in the words of the rules.

    Where the dealer sits out, the card is turned in the hand of the last to speak.
    """
    turned, beter, middle = map(dealt.draws.get, ("turned", "beter", "middle"))
    last = forehand.after(3) if forehand is not None else dealer
    return engine.start(
        ruleset=ruleset,
        options=options,
        dealer=dealer,
        forehand=forehand,
        form=form or None,
        pass_game=pass_game or None,
        deal=dealt.deal,
        turned=None if turned is None or last is None else dealt.deal.card(last, turned),
        beter_suit=None if beter is None else DRAWN_SUITS[beter],
        middle=None if middle is None else CARDS[middle],
    )
