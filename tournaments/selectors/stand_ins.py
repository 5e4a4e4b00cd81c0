"""Who sits in for whom, by name: both are told, since what is made there is the entry's; and
where whoever sits in finds his table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext

from gameplay.eventstore import store
from gameplay.selectors import names_of
from tournaments.domain.championship import Championship
from tournaments.models import Entry, RoundSeat, RoundTable, Sitting, Tournament
from tournaments.selectors import leading, rankings, schedule

__all__ = ["OpenTable", "beside", "names", "open_tables"]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table at which somebody plays now; ``owner``: for whom he sits in, "" in his own seat."""

    table: RoundTable
    tournament: Tournament
    owner: str = ""


def open_tables(user_id: int) -> list[OpenTable]:
    """Everywhere: tables of rounds in play at which this person is expected by now."""
    sitting = {
        one.entry_id: one
        for one in Sitting.objects.filter(user_id=user_id, until=None).select_related("entry")
    }
    seats = RoundSeat.objects.filter(table__opened=True, round__state__in=schedule.GOING_ON)
    of_his = Entry.objects.filter(leading.of(user_id))
    taken = set(
        Sitting.objects.filter(entry__in=of_his, until=None, player="").values_list(
            "entry_id", flat=True
        )
    )
    called = rankings.names([one.entry for one in sitting.values()])
    found = seats.filter(Q(entry__in=of_his) | Q(entry__in=list(sitting)))
    return [
        OpenTable(seat.table, seat.round.tournament, called.get(seat.entry_id, ""))
        for seat in found.select_related("table", "round__tournament").order_by("round__started")
        if (seat.entry_id in sitting and sitting[seat.entry_id].from_round <= seat.round.number)
        or (seat.entry_id not in sitting and seat.entry_id not in taken)
    ]


def names(state: Championship, number: int) -> dict[str, str]:
    """By entry, who sits in for it in this round."""
    sitting = {key: one for key, one in state.desk.stand_ins.items() if one.from_round <= number}
    if not sitting:
        return {}
    people = names_of({one.user for one in sitting.values() if one.user is not None})
    written = [one.called.id for one in sitting.values() if one.called is not None]
    words = store.read_texts(written) if written else {}
    gone = gettext("somebody who has gone")

    def name(key: str) -> str:
        one = sitting[key]
        if one.player:
            return gettext("house player")
        if one.user is not None:
            return people.get(one.user, gone)
        return words.get(one.called.id, gone) if one.called is not None else gone

    return {key: name(key) for key in sitting}


def beside(names: Mapping[str, str], stand_ins: Mapping[str, str]) -> dict[str, str]:
    """“Buurman Piet (Toos)” for those who are sat in for."""
    return {
        key: f"{stand_ins[key]} ({name})" if key in stand_ins else name
        for key, name in names.items()
    }
