"""Calls for the director: as the console lists them, and as their table is told of the last one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from gameplay.access import DirectorsAnswer
from gameplay.eventstore import store
from tournaments.domain.calls import DONE
from tournaments.models import DirectorCall, DirectorsNote, Entry, Round, RoundTable
from tournaments.selectors.rankings import names as names_of

__all__ = ["Waiting", "at_table", "open_at", "waiting"]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that is not done. ``text`` is None where it is not told, or was removed."""

    id: str
    row: DirectorCall
    name: str
    text: str | None
    answer: str | None
    back: bool = False
    """Whether whoever reads it directs a table at which something can be taken back."""


def waiting(tournament_key: str, *, with_words: bool) -> list[Waiting]:
    """The oldest first. Words may tell of cards: not ``with_words`` for an organizer who plays."""
    rows = list(
        DirectorCall.objects.filter(tournament=tournament_key)
        .exclude(state=DONE)
        .order_by("called")
    )
    ids = [each for row in rows for each in (row.text_id, row.answer_id) if each]
    texts = store.read_texts(ids) if ids and with_words else {}
    names = names_of(Entry.objects.filter(pk__in=[row.entry for row in rows]))
    found = RoundTable.objects.filter(pk__in=[row.table_id for row in rows], hall=False)
    online = set(found.exclude(round__closed__isnull=False).values_list("key", flat=True))
    return [
        Waiting(
            row.key.partition(":")[2],
            row,
            names.get(row.entry, ""),
            texts.get(row.text_id),
            texts.get(row.answer_id),
            with_words and row.table_id in online,
        )
        for row in rows
    ]


def open_at(table_ids: Iterable[str]) -> set[str]:
    """Those of these tables at which the director was called and is not done."""
    found = DirectorCall.objects.filter(table_id__in=list(table_ids)).exclude(state=DONE)
    return set(found.values_list("table_id", flat=True))


def at_table(table_id: str) -> DirectorsAnswer | None:
    """The last call of a table, and what it is told unasked: for all its people. Why somebody
    called stays with the director."""
    row = DirectorCall.objects.filter(table_id=table_id).order_by("-called").first()
    event = Round.objects.filter(tables=table_id).values("tournament")
    here = Q(table_id=table_id) | Q(table_id="", tournament__in=event)
    told = list(DirectorsNote.objects.filter(here).order_by("said"))
    answers = [row.answer_id] if row is not None and row.answer_id else []
    texts = (
        store.read_texts([*answers, *(each.text_id for each in told)]) if told or answers else {}
    )
    said = [texts[each.text_id] for each in told if each.text_id in texts]
    if row is None and not said:
        return None
    return DirectorsAnswer(
        state=row.state if row else "",
        text=texts.get(row.answer_id, "") if row else "",
        note="\n".join(said),
        note_id=told[-1].text_id if said else "",
    )
