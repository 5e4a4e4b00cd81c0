"""What an organizer decides at the desk while people play: who sits in for whom, who changes seats
with whom, who comes late, what tables are told.

``want`` refuses or answers the events, as everywhere; ``changes`` tells beforehand what they will
change, and ``mark`` whether that is still so when it is decided.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from tournaments.domain import championship, wants, watching
from tournaments.domain.championship import HALL, ONLINE, OWN, Championship, Round
from tournaments.domain.desk_events import (
    MessageSent,
    SeatsSwapped,
    StandInLeft,
    StandInSeated,
    exchanged,
)
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import (
    EntryMade,
    EntryReinstated,
    EntryWithdrawn,
    RoundsSeated,
    SeatedTable,
    TournamentEvent,
)

__all__ = ["ACTS", "Act", "Change", "changes", "mark", "round_for", "seat_of", "want"]

STAND_IN, BACK, SWAP, ARRIVE, WITHDRAW = "stand_in", "back", "swap", "arrive", "withdraw"
REINSTATE = "reinstate"
MESSAGE, QUIET = "message", "quiet"
CHAIRS = "NESW56"


@dataclass(frozen=True, slots=True)
class Act:
    """One act at the desk. ``user`` is who sits in or arrives, by account; ``named``: a person in
    the hall whose name is kept apart; neither: the house. ``table`` is a number, 0 for all."""

    do: str
    entry: str = ""
    other: str = ""
    round: int = 0
    table: int = 0
    user: int | None = None
    named: bool = False
    place: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that an act changes. Entries and people in the facts are keys and ids."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


NewKey = Callable[[], str]


def want(
    state: Championship, act: Act, *, new_key: NewKey, names: Iterable[str] = ()
) -> list[TournamentEvent]:
    """``new_key`` and ``names`` as ``wants.seat`` has them, for somebody who arrives."""
    if state.over:
        raise TournamentRefused(
            "cancelled" if state.cancelled else "finished", "the championship is over"
        )
    decide = _WANTS.get(act.do)
    if decide is None:
        raise TournamentRefused("unknown_act", "there is no such act", act=act.do[:24])
    return decide(state, act, new_key, names)


def round_for(state: Championship) -> Round:
    """The round that an act is about by itself: the one in play, else the next one."""
    current = state.current
    if current is not None and current.in_play and current.closing is None:
        return current
    coming = state.round(state.next_round)
    if coming is None:
        raise TournamentRefused(
            "last_round_started", "no round is left to play in", round=len(state.rounds)
        )
    if not coming.tables:
        raise TournamentRefused("not_seated", "nobody has a seat")
    return coming


def seat_of(known: Round, entry: str) -> tuple[SeatedTable, str] | None:
    """Table and chair of an entry in a round."""
    for table in known.tables:
        if entry in table.chairs:
            return table, CHAIRS[table.chairs.index(entry)]
    return None


def _must_sit(known: Round, entry: str) -> tuple[SeatedTable, str]:
    found = seat_of(known, entry)
    if found is None:
        raise TournamentRefused("entry_not_seated", "no seat in this round", entry=entry)
    return found


# -- who sits in for whom ------------------------------------------------------------------------


def _stand_in(
    state: Championship, act: Act, new_key: NewKey, names: Iterable[str]
) -> list[TournamentEvent]:
    entry, known = wants.known_entry(state, act.entry), round_for(state)
    _must_sit(known, entry.key)
    if entry.fills or entry.player:
        raise TournamentRefused("no_stand_in_for_house", "the house is always there")
    player = "" if act.named or act.user is not None else wants.HOUSE
    if entry.place == HALL:
        if not act.named:
            raise TournamentRefused("name_needed", "in the hall a person sits in, by name")
    elif act.named:
        raise TournamentRefused("needs_account", "who plays online has an account")
    if act.user is not None:
        _may_sit_in(state, known, entry.key, act.user)
    before = state.desk.stand_ins.get(entry.key)
    if before and not act.named and (before.user, before.player) == (act.user, player):
        return []
    return [StandInSeated(entry.key, known.number, act.user, player)]


def _may_sit_in(state: Championship, known: Round, entry: str, user: int) -> None:
    """Nobody who has, or had, other cards of this round's boards before him; and no director, who
    sees how others play them."""
    sat = state.desk.sat_in.get(user)
    if sat is not None and sat.entry != entry and known.started and sat.round >= known.number:
        raise TournamentRefused("plays_already", "this person has sat in for somebody else")
    own = state.entry_of(user)
    if own is not None and (own.active or seat_of(known, own.key)):
        raise TournamentRefused("plays_already", "this person has a seat, or waits for one")
    if state.desk.seats(user):
        raise TournamentRefused("plays_already", "this person sits in for somebody already")
    watching.must_not_know_cards(state, user)
    if user == state.setup.organizer:
        raise TournamentRefused("director_sits_nowhere", "the director has seen cards")


def _back(
    state: Championship, act: Act, new_key: NewKey, names: Iterable[str]
) -> list[TournamentEvent]:
    entry = wants.known_entry(state, act.entry)
    if entry.key not in state.desk.stand_ins:
        return []
    return [StandInLeft(entry.key, round_for(state).number)]


# -- changing seats ------------------------------------------------------------------------------


def _swap(
    state: Championship, act: Act, new_key: NewKey, names: Iterable[str]
) -> list[TournamentEvent]:
    """Online only before the start: the moment a table opens its people see a hand, and the same
    boards lie at the others."""
    known = state.round(act.round) if act.round else round_for(state)
    if known is None or not known.tables:
        raise NoSuchTournament("no_such_round", "no such round", round=act.round)
    first, second = wants.known_entry(state, act.entry), wants.known_entry(state, act.other)
    if first.key == second.key:
        raise TournamentRefused("bad_seats", "nobody changed places")
    tables = [_must_sit(known, each.key)[0] for each in (first, second)]
    if first.place != second.place:
        raise TournamentRefused("other_place", "one plays in the hall, the other online")
    if known.started is not None:
        _must_be_untouched(state, known, tables)
    return [SeatsSwapped(known.number, first.key, second.key)]


def _must_be_untouched(state: Championship, known: Round, tables: list[SeatedTable]) -> None:
    if known.closed is not None or not all(each.hall for each in tables):
        raise TournamentRefused(
            "cards_seen", "the round has started, and hands were seen", round=known.number
        )
    for table in tables:
        if any(f"{table.table}:{board.number}" in state.hall_results for board in known.boards):
            raise TournamentRefused(
                "something_played", "a result was entered there", table=table.number
            )
    boards = {(board.session, board.number) for board in known.boards}
    for ruling in state.rulings.values():
        about = (getattr(ruling.event, "session", ""), getattr(ruling.event, "board", 0))
        if ruling.holds and about in boards:
            raise TournamentRefused("result_ruled", "undo the ruling first", board=about[1])


# -- who comes late, who leaves ------------------------------------------------------------------


def _arrive(
    state: Championship, act: Act, new_key: NewKey, names: Iterable[str]
) -> list[TournamentEvent]:
    """Somebody comes after the seats were drawn, and gets one that is vacant, from the next round
    on. The organizer may let him in whether or not registration is open."""
    if not state.numbers:
        raise TournamentRefused("not_seated", "nobody has a seat")
    if act.user is not None:
        place = act.place or (ONLINE if state.setup.venue == championship.HYBRID else "")
        let_in = replace(state, registration_open=True)
        made = wants.enter(let_in, user=act.user, entry=new_key(), place=place)
    elif act.named:
        made = wants.enter_guest(state, entry=new_key())
    else:
        raise TournamentRefused("name_needed", "say who comes")
    if not made:
        return []
    after = state
    for event in made:
        after = championship.apply(after, event, state.created)
    return [*made, *wants.reseat(after, new_key=new_key, names=names)]


def _withdraw(
    state: Championship, act: Act, new_key: NewKey, names: Iterable[str]
) -> list[TournamentEvent]:
    return wants.withdraw(state, entry=act.entry)


def _reinstate(
    state: Championship, act: Act, new_key: NewKey, names: Iterable[str]
) -> list[TournamentEvent]:
    """A withdrawal is taken back, the next round on. Where others have the seat by now, a vacant
    one goes to whom it is owed."""
    made = wants.reinstate(state, entry=act.entry)
    if not made or not state.numbers or act.entry in state.numbers:
        return made
    after = championship.apply(state, made[0], state.created)
    return [*made, *wants.reseat(after, new_key=new_key, names=names)]


# -- what tables are told ------------------------------------------------------------------------


def _message(
    state: Championship, act: Act, new_key: NewKey, names: Iterable[str]
) -> list[TournamentEvent]:
    return [MessageSent(_table(state, act.table), act.table)]


def _quiet(
    state: Championship, act: Act, new_key: NewKey, names: Iterable[str]
) -> list[TournamentEvent]:
    key = next((k for k, one in state.desk.messages.items() if one.number == act.table), None)
    return [] if key is None else [MessageSent(key, act.table)]


def _table(state: Championship, number: int) -> str:
    if not number:
        return ""
    for table in round_for(state).tables:
        if table.number == number:
            return table.table
    raise NoSuchTournament("no_such_table", "no such table", table=number)


Decide = Callable[[Championship, Act, NewKey, Iterable[str]], list[TournamentEvent]]

_WANTS: Mapping[str, Decide] = {
    STAND_IN: _stand_in,
    BACK: _back,
    SWAP: _swap,
    ARRIVE: _arrive,
    WITHDRAW: _withdraw,
    REINSTATE: _reinstate,
    MESSAGE: _message,
    QUIET: _quiet,
}
ACTS = tuple(_WANTS)


# -- what that changes ---------------------------------------------------------------------------


def changes(state: Championship, act: Act, events: Iterable[TournamentEvent]) -> list[Change]:
    """What ``want`` answered, told before it happens; empty where it is so already."""
    return [change for event in events for change in _told(state, act, event)]


def mark(told: Iterable[Change]) -> str:
    """Of what somebody was told beforehand: with another one he decides anew."""
    written = [[one.code, dict(one.facts)] for one in told]
    return sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()[:16]


def _told(state: Championship, act: Act, event: TournamentEvent) -> list[Change]:
    match event:
        case StandInSeated():
            return _of_a_stand_in(state, event)
        case StandInLeft(entry=entry):
            return _of_a_return(state, entry)
        case SeatsSwapped():
            return _of_a_swap(state, event)
        case MessageSent():
            return _of_a_message(state, event, quiet=act.do == QUIET)
        case EntryMade(standing=True, user=user):
            told = [Change("arrives", {"user": user, "place": event.place})]
            return [*told, *([Change("plan_tables")] if state.setup.cards == OWN else [])]
        case EntryReinstated(entry=entry, from_round=number):
            return _of_a_reinstatement(state, entry, number)
        case EntryWithdrawn(entry=entry, from_round=number) if act.do == WITHDRAW:
            last = number > len(state.rounds)
            seated = entry in state.numbers
            vacant = "plan_tables" if state.setup.cards == OWN else "seat_vacant"
            code = "seat_stays_empty" if last else vacant if seated else "place_free"
            return [Change("leaves", {"entry": entry, "round": number}), Change(code)]
        case RoundsSeated(from_round=number, numbers=numbers):
            return _of_new_seats(state, event, numbers, number)
        case _:
            return []


def _where(known: Round, entry: str) -> dict[str, object]:
    table, chair = _must_sit(known, entry)
    return {
        "round": known.number,
        "table": table.number,
        "chair": chair,
        "hall": table.hall,
        "now": known.started is not None,
    }


def _of_a_stand_in(state: Championship, event: StandInSeated) -> list[Change]:
    known = round_for(state)
    where = _where(known, event.entry)
    who = {"entry": event.entry, "user": event.user, "house": bool(event.player)}
    told = [Change("sits_in", {**who, **where}), Change("results_stay", {"entry": event.entry})]
    if where["now"] and not where["hall"]:
        told.append(Change("hand_passes", who))
    if event.player:
        told.append(Change("back_by_himself", {"entry": event.entry}))
    if event.entry in state.desk.stand_ins:
        told.append(Change("instead", {"entry": event.entry}))
    return told


def _of_a_return(state: Championship, entry: str) -> list[Change]:
    """Whoever withdrew gets no seat again where he has none, or a round has not begun."""
    known = round_for(state)
    plays = known.started is not None or state.entries[entry].active
    if not plays or seat_of(known, entry) is None:
        return [Change("instead", {"entry": entry})]
    return [Change("back", {"entry": entry, **_where(known, entry)})]


def _of_a_reinstatement(state: Championship, entry: str, number: int) -> list[Change]:
    told = [Change("plays_again", {"entry": entry, "round": number})]
    known = state.round(number)
    if known is not None and seat_of(known, entry) is not None:
        told.append(Change("same_seat", {"entry": entry, **_where(known, entry)}))
    if entry in state.desk.stand_ins:
        told.append(Change("stand_in_stays", {"entry": entry}))
    return told


def _of_a_swap(state: Championship, event: SeatsSwapped) -> list[Change]:
    known = state.round(event.round)
    assert known is not None
    pair = (event.first, event.second)
    moves = [
        Change("moves", {"entry": one, **_where(known, one), "to": _where(known, other)})
        for one, other in (pair, pair[::-1])
    ]
    told = [*moves, Change("this_round_only", {"round": known.number})]
    table, other = (_must_sit(known, key)[0] for key in pair)
    if table.number != other.number:
        told.append(Change("meetings_change", {"round": known.number}))
    if table.hall:
        told.append(Change("devices_ask_again", {"tables": sorted({table.number, other.number})}))
    assert exchanged(table.chairs, event) != table.chairs
    return told


def _of_a_message(state: Championship, event: MessageSent, *, quiet: bool) -> list[Change]:
    where = {"table": event.number}
    if quiet:
        return [Change("message_gone", where)]
    told = [Change("message_shown" if event.number else "message_everywhere", where)]
    if event.table in state.desk.messages:
        told.append(Change("message_instead", where))
    return [*told, Change("message_stands", where)]


def _of_new_seats(
    state: Championship, event: RoundsSeated, numbers: tuple[str, ...], number: int
) -> list[Change]:
    """Whose seats go to whom: keys of those who come are new, so only whose they were is told."""
    known = state.round(number)
    assert known is not None
    return [
        Change("takes_seat", {"entry": old, **_where(known, old)})
        for old, new in zip(state.numbers, numbers, strict=True)
        if old != new and seat_of(known, old) is not None
    ]
