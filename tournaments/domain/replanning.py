"""The tables of a club's evening, planned again for who is there.

Where each table plays its own cards nobody has to keep the chair of somebody who went home: tables
of four and five are made for any number, before a session as between rounds, and also after a round
began, as long as nothing was written down in it. What was played stays everybody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from tournaments.domain import championship, movement, table_plan, wants
from tournaments.domain.championship import HALL, OWN, Championship, Round
from tournaments.domain.desk import Change, NewKey
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import (
    EntryMade,
    EntryWithdrawn,
    SeatedRound,
    SeatedTable,
    TablesPlanned,
    TournamentEvent,
)

__all__ = ["Presence", "changes", "first_round", "out_of_date", "want"]

Decide = Callable[[Championship], list[TournamentEvent]]


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is there, as far as it is not known yet: entries that ``left`` or are ``back``; and who
    comes new, by account, by record of the club, and how many guests."""

    left: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    users: tuple[int, ...] = ()
    members: tuple[str, ...] = ()
    guests: int = 0


def first_round(state: Championship) -> Round:
    """The first round whose tables can be planned again.

    :raises TournamentRefused: there is none, or another movement says who sits where.
    """
    if state.setup.cards != OWN:
        raise TournamentRefused("movement_seats", "a movement says who sits where")
    if state.over:
        code = "cancelled" if state.cancelled else "finished"
        raise TournamentRefused(code, "the championship is over")
    if not state.numbers:
        raise TournamentRefused("not_seated", "nobody has a seat")
    current = state.current
    open_ = current is not None and current.in_play and not current.closing
    if current is not None and open_ and not _written_down(state, current):
        return current
    coming = state.round(state.next_round)
    if coming is None:
        rounds = len(state.rounds)
        raise TournamentRefused("last_round_started", "no round is left to plan", round=rounds)
    return coming


def out_of_date(state: Championship) -> bool:
    """Somebody who left has a seat in the plan, or somebody who came has none."""
    gone = any(not state.entries[key].active for key in state.numbers)
    return gone or bool(state.unseated)


def _written_down(state: Championship, known: Round) -> bool:
    """A result, also of a board that was ruled on, belongs to those who sat there."""
    boards = {(board.session, board.number) for board in known.boards}
    ruled = any(
        (getattr(each.event, "session", ""), getattr(each.event, "board", 0)) in boards
        for each in state.rulings.values()
        if each.holds
    )
    return ruled or any(
        f"{table.table}:{board.number}" in state.hall_results
        for table in known.tables
        for board in known.boards
    )


# -- what happens --------------------------------------------------------------------------------


def want(
    state: Championship, who: Presence, *, seed: int, new_key: NewKey
) -> list[TournamentEvent]:
    """``new_key`` as ``wants.seat`` has it. Guests are entered before everybody else who is, so
    that their names, which whoever appends adds, go to them."""
    first = first_round(state)
    after, events = _before_it_begins(state, first), list[TournamentEvent]()
    for decide in _acts(who, new_key):
        made = decide(after)
        after, events = _applied(after, made), events + made
    playing = [each for each in after.active if not each.fills]
    _must_make_tables(len(playing))
    filling = _fillers(after, len(playing), first, new_key)
    after, events = _applied(after, filling), events + filling
    fill = [each.key for each in after.active if each.fills]
    numbers = (*wants.drawn_numbers(playing, seed), *fill)
    rounds = table_plan.seat_rounds(
        after, {HALL: len(numbers)}, numbers, seed, new_key, first.number
    )
    return [*events, TablesPlanned(seed, numbers, _same_codes(after, rounds), first.number)]


def _before_it_begins(state: Championship, first: Round) -> Championship:
    """As if ``first`` had not started: it is the next round for who leaves or comes; and whoever
    leads lets people in whether or not registration is open."""
    rounds = tuple(
        replace(each, started=None) if each.number == first.number else each
        for each in state.rounds
    )
    return replace(state, rounds=rounds, registration_open=True)


def _applied(state: Championship, events: Iterable[TournamentEvent]) -> Championship:
    for event in events:
        state = championship.apply(state, event, state.created)
    return state


def _acts(who: Presence, new_key: NewKey) -> Iterator[Decide]:
    for key in who.left:
        yield partial(wants.withdraw, entry=key)
    for _ in range(who.guests):
        yield partial(wants.enter_guest, entry=new_key())
    for user in who.users:
        yield partial(wants.enter, user=user, entry=new_key())
    for member in who.members:
        yield partial(wants.enter_member, entry=new_key(), member=member)
    for key in who.back:
        yield partial(_back, key=key)


def _back(state: Championship, *, key: str) -> list[TournamentEvent]:
    """With the name and the points that he had."""
    known = wants.known_entry(state, key)
    if known.active:
        return []
    if not known.standing:
        raise NoSuchTournament("no_such_entry", "nobody in particular sat there", entry=key)
    if known.user is not None:
        return wants.enter(state, user=known.user, entry=key)
    wants.enter_guest(state, entry=key)  # refuses where there is no room
    return [EntryMade(key, None, "", "", True, known.place, known.called)]


def _must_make_tables(playing: int) -> None:
    if playing < table_plan.FOUR:
        least = table_plan.FOUR
        raise TournamentRefused("too_few_entries", "four are a table", entries=playing, least=least)
    if playing > movement.MAX_PLAYERS:
        most = movement.MAX_PLAYERS
        raise TournamentRefused(
            "too_many_entries", "a championship has fewer players", entries=playing, most=most
        )


def _fillers(
    state: Championship, playing: int, first: Round, new_key: NewKey
) -> list[TournamentEvent]:
    """Who fills up a table that is neither of four nor of five goes, stays or comes."""
    there = [each.key for each in state.active if each.fills]
    missing = table_plan.fillers(state.setup, playing)
    go: list[TournamentEvent] = [EntryWithdrawn(key, first.number) for key in there[missing:]]
    come = range(missing - len(there))
    return [*go, *(EntryMade(new_key(), None, "", "", False, HALL) for _ in come)]


def _same_codes(state: Championship, rounds: Sequence[SeatedRound]) -> tuple[SeatedRound, ...]:
    """A table keeps its key, and so the code that lies on it."""
    known = {(each.number, one.number): one.table for each in state.rounds for one in each.tables}
    return tuple(
        SeatedRound(
            each.round,
            tuple(
                replace(one, table=known.get((each.round, one.number), one.table))
                for one in each.tables
            ),
        )
        for each in rounds
    )


# -- what that changes ---------------------------------------------------------------------------


def changes(state: Championship, events: Iterable[TournamentEvent]) -> list[Change]:
    """What ``want`` answered, told before it happens. Entries are told by key; those who
    come new have none yet, and are told in the order in which ``want`` enters them."""
    told: list[Change] = []
    known = {key for key, each in state.entries.items() if each.fills}
    for event in events:
        match event:
            case EntryWithdrawn(entry=key) if state.entries[key].standing:
                told.append(Change("goes_home", {"entry": key}))
            case EntryMade(standing=True, entry=key) if key in state.entries:
                told.append(Change("is_back", {"entry": key}))
            case EntryMade(standing=True):
                told.append(Change("comes_new"))
            case EntryMade(entry=key):
                known.add(key)
            case TablesPlanned():
                told += _of_the_plan(state, event, len(known.intersection(event.numbers)))
    return told


def _of_the_plan(state: Championship, event: TablesPlanned, fillers: int) -> list[Change]:
    sizes = Counter(len(table.chairs) for table in event.rounds[0].tables)
    where = {
        "round": event.from_round,
        "people": len(event.numbers) - fillers,
        "fours": sizes[table_plan.FOUR],
        "fives": sizes[table_plan.FIVE],
    }
    told = [Change("tables_for", where)]
    if fillers:
        told.append(Change("filled_up", {"count": fillers}))
    again = _meet_again(state, event)
    told.append(Change("meet_again" if again else "meet_new", {"count": again}))
    known = state.round(event.from_round)
    if known is not None and known.started is not None:
        told.append(Change("has_begun", {"round": known.number}))
    return [*told, Change("codes_stay")]


def _meet_again(state: Championship, event: TablesPlanned) -> int:
    """Pairs who have sat at one table this evening and will again."""
    met: Counter[frozenset[str]] = Counter()
    for each in state.rounds[: event.from_round - 1]:
        met.update(_pairs(each.tables))
    planned: Counter[frozenset[str]] = Counter()
    for row in event.rounds:
        planned.update(_pairs(row.tables))
    return sum(met[pair] + times > 1 for pair, times in planned.items())


def _pairs(tables: Iterable[SeatedTable]) -> Iterator[frozenset[str]]:
    for table in tables:
        yield from map(frozenset, combinations(table.chairs, 2))
