"""The only door to deals that nobody has seen: seal one, open one.

Opened by ``gameplay.streams`` to replay a game on the server, and by ``gameplay.records`` once
it is released. A deal goes from here into a ``GameState`` and comes out again only card by
card, through the views.

No deal is dealt twice, at whatever table and in whatever year: that is too unlikely to be chance,
so it means that somebody or something knew the cards before.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.views.decorators.debug import sensitive_variables

import engine
from gameplay import sealing
from gameplay.errors import PlayRefused
from gameplay.ids import new_id
from gameplay.models import DealFingerprint, SealedDeal


class DealtBefore(PlayRefused):
    """A deal came up a second time; detail: the ids of both. Nothing was dealt."""


@sensitive_variables()
def sealed(deal: engine.Deal, *, now: datetime) -> SealedDeal:
    """The encrypted row of a deal, not yet stored; its digest is what an event promises."""
    deal_id = new_id()
    made = sealing.seal(deal.number, key=settings.DEAL_KEY, deal_id=deal_id)
    return SealedDeal(
        id=deal_id,
        number_sealed=made.number,
        salt_sealed=made.salt,
        digest=made.digest,
        created=now,
    )


@sensitive_variables()
def seal(deal: engine.Deal, *, now: datetime) -> SealedDeal:
    """Store a deal that somebody chose, encrypted; the row's digest is what ``GameOpened``
    promises. What is chosen may be chosen again."""
    row = sealed(deal, now=now)
    row.save(force_insert=True)
    return row


@sensitive_variables()
def draw(*, now: datetime) -> SealedDeal:
    """Draw a deal, uniform, and store it encrypted.

    :raises DealtBefore: it came up before.
    """
    deal = uniform()
    row = sealed(deal, now=now)
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


def unseal(deal_id: str) -> engine.Deal:
    row = SealedDeal.objects.get(pk=deal_id)
    number = sealing.unseal(
        bytes(row.number_sealed),
        bytes(row.salt_sealed),
        row.digest,
        key=settings.DEAL_KEY,
        deal_id=deal_id,
    )
    return engine.Deal.from_number(number)
