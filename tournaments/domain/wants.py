"""What people and the clock want of a championship.

Each function refuses with a code or answers the events to append; nothing left to do is no
event. Reasons are added by whoever appends: here nobody's words are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from engine import rulesets
from tournaments.domain import hall, movement, table_plan, watching
from tournaments.domain.championship import (
    HALL,
    HYBRID,
    ONLINE,
    OWN,
    PAUSED,
    RUNNING,
    Championship,
    Entry,
    Round,
)
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import (
    BoardsGivenUp,
    EntryMade,
    EntryOfMember,
    EntryPlaced,
    EntryReinstated,
    EntryWithdrawn,
    HeldByClub,
    OutageMadeGood,
    RegistrationClosed,
    RegistrationOpened,
    RoundClosed,
    RoundClosing,
    RoundExtended,
    RoundPaused,
    RoundRescheduled,
    RoundResumed,
    RoundsSeated,
    RoundStarted,
    SeatedRound,
    SeatedTable,
    TournamentCancelled,
    TournamentEvent,
    TournamentFinished,
    ValuesConfirmed,
)
from tournaments.domain.walltimes import written

MOST_MINUTES = 600
HOUSE = "house"
LEAST_AT_A_PLACE = 4


def confirm_values(state: Championship) -> list[TournamentEvent]:
    """Nothing to confirm where the source of the rules tells the points."""
    if state.values_confirmed or not rulesets.get(state.setup.ruleset).values_reconstructed:
        return []
    if state.cancelled:
        raise TournamentRefused("cancelled", "the championship was cancelled")
    return [ValuesConfirmed()]


def hold(state: Championship, *, club: str, evening: str) -> list[TournamentEvent]:
    """Before anybody plays: afterwards it would change whose season it counts for."""
    if (state.club, state.evening) == (club, evening):
        return []
    _must_go_on(state)
    if state.current is not None:
        raise TournamentRefused("already_started", "a round has started", round=1)
    return [HeldByClub(club, evening)]


# -- entries ---------------------------------------------------------------------------------------


def open_registration(state: Championship) -> list[TournamentEvent]:
    """Also again after it was closed, even after the seating: there may be seats to fill."""
    _must_go_on(state)
    return [] if state.registration_open else [RegistrationOpened()]


def close_registration(state: Championship) -> list[TournamentEvent]:
    return [RegistrationClosed()] if state.registration_open and not state.over else []


def enter(state: Championship, *, user: int, entry: str, place: str = "") -> list[TournamentEvent]:
    """``entry`` is the key of a new entry, or of his by a record of the club; whoever had withdrawn
    gets his own back. ``place``: in a hybrid event, where this person plays; "" for online there.
    """
    known = state.entry_of(user) or state.entries.get(entry)
    if known is not None and known.active:
        return []
    _must_go_on(state)
    watching.must_not_know_cards(state, user)
    if state.desk.seats(user):
        raise TournamentRefused("plays_already", "this person sits in for somebody")
    if not state.registration_open:
        raise TournamentRefused("registration_not_open", "nobody can enter now")
    there = _place(state, place)
    if known is not None and there != known.place and known.key in state.numbers:
        if not place:
            there = known.place
        else:
            raise TournamentRefused("already_seated", "his chair is at one place", entry=known.key)
    _must_have_room(state, there)
    return [EntryMade(known.key if known else entry, user, "", "", True, there)]


def enter_guest(state: Championship, *, entry: str, place: str = HALL) -> list[TournamentEvent]:
    """Somebody without an account, who can only play with real cards; his name is added by
    whoever appends."""
    _must_go_on(state)
    if _place(state, place) != HALL:
        raise TournamentRefused("needs_account", "who plays online has an account")
    _must_have_room(state, HALL)
    return [EntryMade(entry, None, "", "", True, HALL)]


def enter_member(state: Championship, *, entry: str, member: str) -> list[TournamentEvent]:
    """Somebody whom the club that holds it knows, and who has no account; once."""
    if any(each.member == member for each in state.entries.values()):
        return []
    made = enter_guest(state, entry=entry)
    return [*made, EntryOfMember(entry, member)]


def known_entry(state: Championship, key: str) -> Entry:
    known = state.entries.get(key)
    if known is None:
        raise NoSuchTournament("no_such_entry", "there is no such entry", entry=key)
    return known


def place_entry(state: Championship, *, entry: str, place: str) -> list[TournamentEvent]:
    """Before the seats are drawn an entry may go to the other place of a hybrid event."""
    known = known_entry(state, entry)
    _must_go_on(state)
    there = _place(state, place)
    if there == known.place:
        return []
    if state.numbers:
        raise TournamentRefused("already_seated", "everybody has a seat at one place", entry=entry)
    if there == ONLINE and known.user is None and not known.player:
        raise TournamentRefused("needs_account", "who plays online has an account")
    if there == HALL and known.player:
        raise TournamentRefused("house_plays_online", "a house player holds no real cards")
    return [EntryPlaced(entry, there)]


def _place(state: Championship, wanted: str) -> str:
    """Where somebody plays: where everybody does, or where he wants to."""
    venue = state.setup.venue
    if venue != HYBRID:
        return venue
    if wanted not in ("", ONLINE, HALL):
        raise TournamentRefused("unknown_place", "one plays online or in the hall")
    return wanted or ONLINE


def enter_house(
    state: Championship, *, entry: str, player: str, name: str, standing: bool
) -> list[TournamentEvent]:
    """A house player; with standing it is compared and ranked as anybody else."""
    _must_go_on(state)
    if state.setup.venue == HALL:
        raise TournamentRefused("house_plays_online", "a house player holds no real cards")
    _must_have_room(state)
    return [EntryMade(entry, None, player, name, standing)]


def withdraw(state: Championship, *, entry: str) -> list[TournamentEvent]:
    """From the first round that has not started; what was played stays as it is."""
    known = known_entry(state, entry)
    if not known.active:
        return []
    _must_go_on(state)
    return [EntryWithdrawn(entry, state.next_round)]


def reinstate(state: Championship, *, entry: str) -> list[TournamentEvent]:
    """Whoever withdrew, or was withdrawn, plays again from the first round that has not started;
    in his own seat as long as nobody has it, or waits for one and has no other."""
    known = known_entry(state, entry)
    if known.active:
        return []
    _must_go_on(state)
    if not known.standing:
        raise TournamentRefused("no_stand_in_for_house", "the house is always there")
    if known.user is not None:
        watching.must_not_know_cards(state, known.user)
        if state.desk.seats(known.user):
            raise TournamentRefused("plays_already", "this person sits in for somebody")
    _must_have_room(state, known.place)
    return [EntryReinstated(entry, state.next_round)]


def no_room(state: Championship) -> TournamentRefused | None:
    """Why nobody can be entered any more, whoever it is; None: there is a place."""
    refusals = []
    for place in (HALL, ONLINE) if state.setup.venue == HYBRID else (state.setup.venue,):
        try:
            _must_have_room(state, place)
        except TournamentRefused as refusal:
            refusals.append(refusal)
        else:
            return None
    return refusals[-1]


def _must_have_room(state: Championship, place: str = ONLINE) -> None:
    """A seat in a round to come. Whoever left has no claim to the one he had: it is one of the
    vacant ones, and somebody may wait for it."""
    if state.next_round > len(state.rounds):
        raise TournamentRefused(
            "last_round_started", "no round is left to play in", round=len(state.rounds)
        )
    # Own cards: tables of four and five are planned again for any number.
    if state.numbers and state.setup.cards != OWN:
        waiting = len(_waiting(state, place))
        if waiting >= len(_vacant(state, place)):
            raise TournamentRefused("no_seat_free", "every seat has a player", waiting=waiting)
    elif len(state.active) >= state.setup.capacity:
        raise TournamentRefused("full", "there is no room", capacity=state.setup.capacity)


# -- seats -----------------------------------------------------------------------------------------


def seat(
    state: Championship,
    *,
    seed: int,
    new_key: Callable[[], str],
    names: Iterable[str] = (),
) -> list[TournamentEvent]:
    """Draw player numbers and seat all rounds; again only while none has started.

    House players fill the last table; they get the first of ``names`` that nobody has. In the hall
    it is filled by whoever is at hand. ``new_key`` answers a key that nothing has.

    Who plays in the hall meets others there only: hall tables come first, then those online.
    """
    _must_go_on(state)
    if state.numbers and not _out_of_date(state):
        return []
    if state.next_round > 1:
        raise TournamentRefused(
            "already_started", "only later rounds can be seated anew", round=state.next_round - 1
        )
    events: list[TournamentEvent] = list(close_registration(state))
    fillers = [each for each in state.active if each.fills and each.key in state.numbers]
    events += [EntryWithdrawn(each.key, 1) for each in fillers]
    playing = [each for each in state.active if each not in fillers]
    if len(playing) < table_plan.fewest(state.setup):
        raise TournamentRefused(
            "too_few_entries",
            "a championship needs more players",
            entries=len(playing),
            least=table_plan.fewest(state.setup),
        )
    if len(playing) > movement.MAX_PLAYERS:
        raise TournamentRefused(
            "too_many_entries",
            "a championship has fewer players",
            entries=len(playing),
            most=movement.MAX_PLAYERS,
        )
    numbers = drawn_numbers(playing, seed)
    hall = sum(each.place == HALL for each in playing)
    parts = _parts(hall, len(playing) - hall)
    free = _free(state, names)
    for place, part in parts.items():
        missing = table_plan.fillers(state.setup, part)
        fill = [_filler(new_key(), place, free) for _ in range(missing)]
        numbers += tuple(each.entry for each in fill)
        events += fill
    rounds = table_plan.seat_rounds(state, parts, numbers, seed, new_key)
    return [*events, RoundsSeated(seed, numbers, rounds, 1), *table_plan.own_boards(state)]


def _parts(hall: int, online: int) -> dict[str, int]:
    """How many play where. Fewer than four make no table: they would have to play the others."""
    parts = {place: many for place, many in ((HALL, hall), (ONLINE, online)) if many}
    for place, many in parts.items():
        if many < LEAST_AT_A_PLACE:
            raise TournamentRefused(
                "too_few_at_a_place",
                "a place has four players or more, or none",
                place=place,
                entries=many,
                least=LEAST_AT_A_PLACE,
            )
    return parts


def parts_of(state: Championship) -> tuple[int, ...]:
    """How many players the draw was for: in the hall, then online; places without any left out."""
    hall = sum(state.entries[key].place == HALL for key in state.numbers[: state.drawn])
    return tuple(many for many in (hall, state.drawn - hall) if many)


def _filler(key: str, place: str, names: Iterator[str]) -> EntryMade:
    """In the hall a person whom nobody knows yet sits down; online a house player does."""
    if place == HALL:
        return EntryMade(key, None, "", "", False, HALL)
    return EntryMade(key, None, HOUSE, next(names, ""), False)


def drawn_numbers(playing: list[Entry], seed: int) -> tuple[str, ...]:
    """The hall first; in each place house players without standing come last, where the movement
    keeps them apart."""
    drawn = [playing[index] for index in movement.draw(len(playing), seed)]
    drawn.sort(key=lambda entry: (entry.place != HALL, not entry.standing))
    return tuple(each.key for each in drawn)


def _free(state: Championship, names: Iterable[str]) -> Iterator[str]:
    taken = {each.name for each in state.entries.values()}
    return (name for name in names if name not in taken)


def reseat(
    state: Championship, *, new_key: Callable[[], str], names: Iterable[str] = ()
) -> list[TournamentEvent]:
    """Seats of those who left go to those who came late, else to house players; for all rounds
    that have not started. Nobody else moves."""
    _must_go_on(state)
    _must_be_seated(state)
    late = {place: _waiting(state, place) for place in (HALL, ONLINE)}
    free = _free(state, names)
    events: list[TournamentEvent] = []
    new: dict[str, str] = {}
    for key in _vacant(state):
        entry = state.entries[key]
        if late[entry.place]:
            new[key] = late[entry.place].pop(0)
            if entry.active:
                events.append(EntryWithdrawn(key, state.next_round))
        elif not entry.active:
            new[key] = new_key()
            events.append(_filler(new[key], entry.place, free))
    from_round = state.next_round
    if not new or state.seed is None or from_round > len(state.rounds):
        return []
    rounds = tuple(
        SeatedRound(each.number, tuple(_with_others(table, new) for table in each.tables))
        for each in state.rounds[from_round - 1 :]
    )
    numbers = tuple(new.get(key, key) for key in state.numbers)
    return [*events, RoundsSeated(state.seed, numbers, rounds, from_round)]


def _with_others(table: SeatedTable, new: Mapping[str, str]) -> SeatedTable:
    return replace(table, chairs=tuple(new.get(key, key) for key in table.chairs))


def _waiting(state: Championship, place: str) -> list[str]:
    return [each.key for each in state.unseated if each.place == place]


def _vacant(state: Championship, place: str = "") -> list[str]:
    """Numbered entries whose seat somebody may have: those who left first, then fillers; of one
    place, or of both."""
    entries = [state.entries[key] for key in state.numbers]
    entries = [each for each in entries if place in ("", each.place)]
    gone = [each.key for each in entries if not each.active]
    return gone + [each.key for each in entries if each.fills]


def _out_of_date(state: Championship) -> bool:
    gone = any(not state.entries[key].active for key in state.numbers)
    return gone or bool(state.unseated)


# -- rounds ----------------------------------------------------------------------------------------


def blockers(state: Championship, number: int) -> list[TournamentRefused]:
    """Everything that keeps this round from starting, the first to be seen to first."""
    found: list[TournamentRefused] = []
    if state.cancelled:
        found.append(TournamentRefused("cancelled", "the championship was cancelled"))
    if state.finished:
        found.append(TournamentRefused("finished", "the championship is over"))
    wanted = state.round(number)
    if wanted is None:
        rounds = len(state.rounds)
        found.append(
            NoSuchTournament("no_such_round", "no such round", round=number, rounds=rounds)
        )
        return found
    if wanted.started:
        found.append(
            TournamentRefused(
                "already_started", "the round has started", round=number, state=wanted.state
            )
        )
        return found
    if not wanted.tables:
        found.append(TournamentRefused("not_seated", "nobody has a seat", round=number))
    else:
        found += _seating_blockers(state, wanted)
    if not wanted.boards:
        found.append(TournamentRefused("not_dealt", "the boards are not dealt", round=number))
    before = state.round(number - 1)
    if before is not None and before.closed is None:
        found.append(
            TournamentRefused(
                "round_before_not_closed",
                "the round before is not over",
                round=before.number,
                state=before.state,
            )
        )
    return found


def _seating_blockers(state: Championship, wanted: Round) -> list[TournamentRefused]:
    """What filling the seats again would mend, and nothing else: a round must not wait for ever
    for somebody to whom no seat can be given."""
    gone = [
        TournamentRefused(
            "withdrawn_entry_seated",
            "somebody who left has a seat",
            entry=key,
            round=wanted.number,
            table=table.number,
        )
        for table in wanted.tables
        for key in table.chairs
        if not state.entries[key].active
    ]
    any_number = state.setup.cards == OWN
    return gone + [
        TournamentRefused("entry_not_seated", "somebody has no seat", entry=key)
        for place in (HALL, ONLINE)
        for key in _waiting(state, place)[: None if any_number else len(_vacant(state, place))]
    ]


def start_round(state: Championship, number: int) -> list[TournamentEvent]:
    found = blockers(state, number)
    if found:
        raise found[0]
    return [RoundStarted(number)]


def pause_round(state: Championship, number: int) -> list[TournamentEvent]:
    if _known_round(state, number).state == PAUSED:
        return []
    _must_run(state, number)
    return [RoundPaused(number)]


def resume_round(state: Championship, number: int) -> list[TournamentEvent]:
    known = _known_round(state, number)
    if known.state == PAUSED:
        return [RoundResumed(number)]
    _must_run(state, number)
    return []


def extend_round(state: Championship, number: int, minutes: int) -> list[TournamentEvent]:
    if not 1 <= minutes <= MOST_MINUTES:
        raise TournamentRefused(
            "bad_minutes", "too few minutes, or too many", minutes=minutes, most=MOST_MINUTES
        )
    _must_run(state, number)
    return [RoundExtended(number, minutes)]


def make_good(state: Championship, number: int, seconds: int) -> list[TournamentEvent]:
    """Give a running round what it lost in an outage; the clock of a paused one stood anyway."""
    known = _known_round(state, number)
    return [OutageMadeGood(number, seconds)] if known.ends is not None and seconds > 0 else []


def close_round(state: Championship, number: int) -> list[TournamentEvent]:
    """Its tables are closed after this; asked for again, it changes nothing."""
    known = _known_round(state, number)
    if known.closing or known.closed:
        return []
    _must_run(state, number)
    return [RoundClosing(number)]


def time_is_up(state: Championship, number: int, now: datetime) -> list[TournamentEvent]:
    """Close the round if its clock has run out by ``now``, as it stands there by now."""
    ends = _known_round(state, number).ends
    return [RoundClosing(number)] if ends is not None and ends <= now else []


def all_ended(state: Championship, number: int) -> list[TournamentEvent]:
    """For a caller who has seen that every board of the round has ended at every table. One in the
    hall may have opened a result again since: its people could confirm it no more."""
    known = _known_round(state, number)
    waits = known.closing is None and hall.missing(state, number)
    return [RoundClosed(number)] if known.in_play and not waits else []


def reschedule_round(state: Championship, number: int, starts: datetime) -> list[TournamentEvent]:
    """Before the round starts, after the one before it is over and so that it is over before the
    next one, as at set-up."""
    known = _known_round(state, number)
    _must_go_on(state)
    starts = starts.replace(microsecond=0)
    if starts == known.starts:
        return []
    if known.started:
        raise TournamentRefused("already_started", "the round has started", round=number)
    before, after = state.round(number - 1), state.round(number + 1)
    if (before and starts <= before.starts) or (after and starts >= after.starts):
        raise TournamentRefused(
            "rounds_out_of_order", "a round starts after the one before it", round=number
        )
    if before and starts < (earliest := _over_by(before)):
        raise _overlap(number, starts, earliest)
    if after and after.starts < (earliest := starts + timedelta(minutes=known.minutes)):
        raise _overlap(after.number, after.starts, earliest)
    return [RoundRescheduled(number, written(starts))]


def _over_by(known: Round) -> datetime:
    """When a round is over, or should be by the clock."""
    planned = (known.started or known.starts) + timedelta(minutes=known.minutes)
    return known.closed or known.ends or planned


def _overlap(number: int, starts: datetime, earliest: datetime) -> TournamentRefused:
    return TournamentRefused(
        "rounds_overlap",
        "a round starts before the one before it is over",
        round=number,
        starts=written(starts),
        earliest=written(earliest),
    )


# -- the end ---------------------------------------------------------------------------------------


def finish(state: Championship) -> list[TournamentEvent]:
    """Once every round is closed and every board released."""
    if state.over or not all(each.closed for each in state.rounds) or not state.all_released:
        return []
    return [TournamentFinished()]


def cancel(state: Championship) -> list[TournamentEvent]:
    """A round in play is closed with it; its boards are interrupted."""
    if state.cancelled:
        return []
    _must_go_on(state)
    current = state.current
    running = current is not None and current.in_play and not current.closing
    closing: list[TournamentEvent] = [RoundClosing(current.number)] if current and running else []
    if current and current.in_play and any(table.hall for table in current.tables):
        closing.append(BoardsGivenUp(current.number))
    return [*closing, TournamentCancelled()]


# -- what must be so -------------------------------------------------------------------------------


def _must_go_on(state: Championship) -> None:
    if state.cancelled:
        raise TournamentRefused("cancelled", "the championship was cancelled")
    if state.finished:
        raise TournamentRefused("finished", "the championship is over")


def _must_be_seated(state: Championship) -> None:
    if not state.numbers:
        raise TournamentRefused("not_seated", "nobody has a seat")


def _known_round(state: Championship, number: int) -> Round:
    known = state.round(number)
    if known is None:
        rounds = len(state.rounds)
        raise NoSuchTournament("no_such_round", "no such round", round=number, rounds=rounds)
    return known


def _must_run(state: Championship, number: int) -> None:
    known = _known_round(state, number)
    if known.state not in (RUNNING, PAUSED):
        raise TournamentRefused(
            "round_not_running", "the round is not being played", round=number, state=known.state
        )
