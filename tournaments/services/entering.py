"""Several people entered at once by who leads: members of the club that holds the championship,
with an account or without, and people of whom there is a name alone.

All of them or nobody. Who is there already stays as he is, and who has withdrawn stays away: that
was his own word, and he can take it back himself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from clubs import stream as clubs
from clubs.domain.club import Club
from gameplay.ids import new_id
from tournaments import stream
from tournaments.domain import championship, wants
from tournaments.domain.championship import HALL, Championship, Entry
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import EntryMade, EntryOfMember, TournamentEvent
from tournaments.selectors import leading
from tournaments.services.registration import LONGEST_NAME

__all__ = ["ENTERED", "HAPPENED", "THERE_ALREADY", "WITHDRAWN", "Came", "Wanted", "enter_several"]

ENTERED, THERE_ALREADY, WITHDRAWN = "entered", "there_already", "withdrawn"
HAPPENED = (ENTERED, THERE_ALREADY, WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A member of the club by key, or somebody by name. ``place``: as ``registration.enter``."""

    member: str = ""
    name: str = ""
    place: str = ""


class Came(NamedTuple):
    """What came of one of them: the entry, and what happened."""

    entry: str
    happened: str


@dataclass(frozen=True, slots=True)
class _Person:
    """``own``: the entry by which rows know him, of his account or of a record that is his."""

    wanted: Wanted
    user: int | None = None
    own: str = ""

    def entry(self, state: Championship) -> Entry | None:
        if self.wanted.name:
            return None
        member = self.wanted.member
        mine = state.entry_of(self.user) if self.user is not None else None
        by_record = (each for each in state.entries.values() if each.member == member)
        return mine or state.entries.get(self.own) or next(by_record, None)

    def enter(self, state: Championship) -> list[TournamentEvent]:
        place = self.wanted.place
        if self.user is not None:
            return wants.enter(state, user=self.user, entry=new_id(), place=place)
        if self.wanted.name:
            return wants.enter_guest(state, entry=new_id(), place=place or HALL)
        if place not in ("", HALL):
            raise TournamentRefused("needs_account", "who plays online has an account")
        return wants.enter_member(state, entry=new_id(), member=self.wanted.member)


def enter_several(
    key: str, people: Sequence[Wanted], *, actor: str, now: datetime, command_id: str = ""
) -> list[Came]:
    """What came of each, in this order. Names alone say of nobody that he is there already: only a
    command id tells two of one name from one who is entered twice.

    :raises TournamentRefused: whatever refuses one of them; ``person`` is his place in the list.
    """
    everybody = _known(key, [_tidy(each) for each in people])
    came: list[Came] = []

    def want(state: Championship) -> list[TournamentEvent]:
        came.clear()
        events: list[TournamentEvent] = []
        for at, each in enumerate(everybody):
            there = each.entry(state)
            if there is not None:
                came.append(_there(there))
                continue
            made = _entered(state, each, at)
            for event in made:
                state = championship.apply(state, event, now)
            events += made
            came.append(Came(_keys(made)[0], ENTERED))
        return events

    live = stream.change(
        key,
        want,
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "enter", "people": [_told(each.wanted) for each in everybody]},
        called=[each.wanted.name for each in everybody if each.wanted.name],
    )
    state = live.championship
    if came and all(each.entry in state.entries for each in came):
        return came
    return _came_before(state, everybody, stream.found(key, command_id))


def _tidy(wanted: Wanted) -> Wanted:
    name = " ".join(wanted.name.split())[:LONGEST_NAME]
    return Wanted(wanted.member, name, wanted.place)


def _told(wanted: Wanted) -> dict[str, object]:
    """Without anybody's name: the content of a command is kept as it is."""
    told = {"member": wanted.member, "place": wanted.place}
    return {name: value for name, value in told.items() if value}


def _known(key: str, people: Sequence[Wanted]) -> list[_Person]:
    held = stream.state(key).championship.club
    club = clubs.state(held) if held else None
    return [_person(key, club, each, at) for at, each in enumerate(people)]


def _person(key: str, club: Club | None, wanted: Wanted, at: int) -> _Person:
    if not wanted.member:
        return _Person(wanted)
    member = club.members.get(wanted.member) if club is not None else None
    if member is None or not member.active:
        raise NoSuchTournament("no_such_member", "nobody of the club that holds it", person=at)
    if member.user is None:
        return _Person(wanted)
    own = leading.entry_in(key, member.user)
    return _Person(wanted, member.user, own.key if own is not None else "")


def _entered(state: Championship, person: _Person, at: int) -> list[TournamentEvent]:
    try:
        return person.enter(state)
    except TournamentRefused as refusal:
        detail = {**refusal.detail, "person": at}
        raise type(refusal)(refusal.code, refusal.message, **detail) from refusal


def _there(entry: Entry) -> Came:
    return Came(entry.key, THERE_ALREADY if entry.active else WITHDRAWN)


def _came_before(
    state: Championship, everybody: Sequence[_Person], events: Sequence[TournamentEvent]
) -> list[Came]:
    """Of what was sent before: everybody as he is there now, those by name in their order."""
    members = {event.entry for event in events if isinstance(event, EntryOfMember)}
    named = iter(
        event.entry
        for event in events
        if isinstance(event, EntryMade) and event.user is None and event.entry not in members
    )
    there = [
        state.entries[next(named)] if each.wanted.name else each.entry(state) for each in everybody
    ]
    return [_there(each) for each in there if each is not None]


def _keys(events: Sequence[TournamentEvent]) -> list[str]:
    return [event.entry for event in events if isinstance(event, EntryMade)]
