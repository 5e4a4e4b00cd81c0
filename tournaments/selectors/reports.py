"""Messages of a championship's tables that players pointed out, for who leads it."""

from __future__ import annotations

from typing import NamedTuple

from gameplay import talk_handlers
from gameplay.eventstore import store
from gameplay.selectors import names_of

__all__ = ["Reported", "waiting"]


class Reported(NamedTuple):
    """``text`` is None where it is not told, or was removed."""

    id: int
    by: str
    name: str
    text: str | None
    table: str


def waiting(origin: str, *, with_words: bool) -> list[Reported]:
    """What nobody has dealt with at the tables of an origin, which is the stream of their event.

    Words may tell of cards: none for an organizer who plays.
    """
    found = talk_handlers.reports_at(origin)
    texts = store.read_texts(row.message.text_id for row in found if row.message.text_id)
    people = names_of({who for row in found for who in (row.by, row.message.user_id)})
    return [
        Reported(
            row.pk,
            people.get(row.by, ""),
            people.get(row.message.user_id, ""),
            texts.get(row.message.text_id) if with_words else None,
            row.table_id,
        )
        for row in found
    ]
