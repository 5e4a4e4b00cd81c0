"""Who sits in for whom, by name: both are told, since what is made there is the entry's; and
where whoever sits in finds his table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext

from gameplay.eventstore import store
from gameplay.selectors import names_of
from tournaments.domain.championship import Championship
from tournaments.models import Entry, Round, RoundSeat, RoundTable, Sitting, Tournament
from tournaments.projections.sat_in import boards_sat_in
from tournaments.selectors import leading, rankings, schedule

__all__ = [
    "OpenTable",
    "beside",
    "by_round",
    "called",
    "names",
    "names_in",
    "of",
    "open_tables",
]


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
    owners = rankings.names([one.entry for one in sitting.values()])
    found = seats.filter(Q(entry__in=of_his) | Q(entry__in=list(sitting)))
    return [
        OpenTable(seat.table, seat.round.tournament, owners.get(seat.entry_id, ""))
        for seat in found.select_related("table", "round__tournament").order_by("round__started")
        if (seat.entry_id in sitting and sitting[seat.entry_id].from_round <= seat.round.number)
        or (seat.entry_id not in sitting and seat.entry_id not in taken)
    ]


def names(state: Championship, number: int) -> dict[str, str]:
    """By entry, who sits in for it in this round."""
    sitting = {key: one for key, one in state.desk.stand_ins.items() if one.from_round <= number}
    if not sitting:
        return {}
    return _called(
        {
            key: (one.player, one.user, one.called.id if one.called else "")
            for key, one in sitting.items()
        }
    )


def called(sittings: Iterable[Sitting]) -> dict[str, str]:
    """By key of the sitting, what whoever sits in wants to be called by now."""
    return _called({one.key: (one.player, one.user_id, one.text_id) for one in sittings})


def _called(who: Mapping[str, tuple[str, int | None, str]]) -> dict[str, str]:
    """Of house players, people by account, and people by the id of their name."""
    people = names_of({user for _, user, _ in who.values() if user is not None})
    written = [text for _, _, text in who.values() if text]
    words = store.read_texts(written) if written else {}
    gone = gettext("somebody who has gone")

    def name(player: str, user: int | None, text: str) -> str:
        if player:
            return gettext("house player")
        return people.get(user, gone) if user is not None else words.get(text, gone)

    return {key: name(*each) for key, each in who.items()}


def by_round(tournament_key: str, *, entry: str = "") -> dict[str, dict[int, list[str]]]:
    """By entry and round, who played boards in its seat that have ended; in the order in which
    they sat down. ``entry``: of this one alone."""
    sat = boards_sat_in(tournament_key, entry=entry)
    keys = {key.rpartition(":")[0] for boards in sat.values() for key in boards}
    if not keys:
        return {}
    rounds = dict(RoundTable.objects.filter(pk__in=keys).values_list("key", "round__number"))
    who = called({one.key: one for boards in sat.values() for one in boards.values()}.values())
    found: dict[str, dict[int, list[str]]] = {}
    for key, boards in sat.items():
        for result, one in sorted(boards.items(), key=lambda pair: pair[1].since):
            names = found.setdefault(key, {}).setdefault(rounds[result.rpartition(":")[0]], [])
            if who[one.key] not in names:
                names.append(who[one.key])
    return {key: dict(sorted(rounds.items())) for key, rounds in found.items()}


def names_in(state: Championship, number: int) -> dict[str, str]:
    """By entry, who sits in for it in this round, or did if the round is over."""
    known = state.round(number)
    if known is None or known.closed is None:
        return names(state, number)
    sat = by_round(state.key)
    return {key: ", ".join(rounds[number]) for key, rounds in sat.items() if number in rounds}


def of(state: Championship, row: Round | None, entry: Entry | None) -> str:
    """Whoever has the entry's seat in this round; "" where nobody else has."""
    if row is None or entry is None:
        return ""
    return names_in(state, row.number).get(entry.key, "")


def beside(names: Mapping[str, str], stand_ins: Mapping[str, str]) -> dict[str, str]:
    """“Buurman Piet (Toos)” for those who are sat in for."""
    return {
        key: f"{stand_ins[key]} ({name})" if key in stand_ins else name
        for key, name in names.items()
    }
