"""The only door to deals that nobody has seen: seal one, open one.

Opened by ``gameplay.streams`` to replay a game on the server, and by ``gameplay.records`` once
it is released. A deal goes from here into a ``GameState`` and comes out again only card by
card, through the views.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings

import engine
from gameplay import sealing
from gameplay.ids import new_id
from gameplay.models import SealedDeal


def seal(deal: engine.Deal, *, now: datetime) -> SealedDeal:
    """Store a deal encrypted; the row's digest is what ``GameOpened`` promises."""
    deal_id = new_id()
    sealed = sealing.seal(deal.number, key=settings.DEAL_KEY, deal_id=deal_id)
    return SealedDeal.objects.create(
        id=deal_id,
        number_sealed=sealed.number,
        salt_sealed=sealed.salt,
        digest=sealed.digest,
        created=now,
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
