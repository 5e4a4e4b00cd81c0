"""Who plays: opening and closing registration, entering, withdrawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TypeVar

from gameplay.ids import new_id
from tournaments import stream
from tournaments.domain import championship, wants
from tournaments.domain.championship import Championship
from tournaments.domain.events import EntryMade, TournamentEvent
from tournaments.models import Entry
from tournaments.selectors import leading

LONGEST_NAME = 60
P = TypeVar("P")
Named = Callable[[int], tuple[str, str]]
"""Name and player of the first house player, the second, … (from 0)."""


def open(key: str, *, actor: str, now: datetime, command_id: str = "") -> None:  # noqa: A001
    stream.change(
        key,
        wants.open_registration,
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "open"},
    )


def close(key: str, *, actor: str, now: datetime, command_id: str = "") -> None:
    stream.change(
        key,
        wants.close_registration,
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "close"},
    )


def enter(
    key: str,
    *,
    user_id: int,
    actor: str,
    now: datetime,
    command_id: str = "",
    place: str = "",
) -> str:
    """Enter a person and answer the entry's key; entered already, that entry's. ``place``: in a
    hybrid event, online or in the hall."""
    known = leading.entry_in(key, user_id)
    by_record = known.key if known is not None and known.member else ""
    if known is not None and by_record and known.status != Entry.WITHDRAWN:
        return by_record  # the club entered him, by the record that he has taken over since
    fresh = by_record or new_id()
    live = stream.change(
        key,
        lambda state: wants.enter(state, user=user_id, entry=fresh, place=place),
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "enter", "user": user_id, **({"place": place} if place else {})},
    )
    entry = live.championship.entry_of(user_id)
    assert entry is not None
    return entry.key


def _one_by_one(
    state: Championship,
    people: Iterable[P],
    enter: Callable[[Championship, P], list[TournamentEvent]],
    now: datetime,
) -> list[TournamentEvent]:
    """Each finds those before him there; if one is refused, nobody is entered."""
    events: list[TournamentEvent] = []
    for each in people:
        made = enter(state, each)
        for event in made:
            state = championship.apply(state, event, now)
        events += made
    return events


def enter_people(key: str, users: Sequence[int], *, actor: str, now: datetime) -> None:
    """Enter these people; all of them or none, and who has entered already not again."""

    def enter(state: Championship, user: int) -> list[TournamentEvent]:
        return wants.enter(state, user=user, entry=new_id())

    stream.change(key, lambda state: _one_by_one(state, users, enter, now), actor=actor, now=now)


def enter_guests(
    key: str, names: Sequence[str], *, actor: str, now: datetime, command_id: str = ""
) -> int:
    """Enter people without an account, who play in the hall; all of them or none. How many."""
    called = [name for name in (" ".join(each.split())[:LONGEST_NAME] for each in names) if name]

    def enter(state: Championship, _: str) -> list[TournamentEvent]:
        return wants.enter_guest(state, entry=new_id())

    stream.change(
        key,
        lambda state: _one_by_one(state, called, enter, now),
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "enter", "guests": len(called)},
        called=called,
    )
    return len(called)


def enter_members(key: str, members: Sequence[str], *, actor: str, now: datetime) -> None:
    """Enter people whom the club that holds it knows, and who have no account; each once."""

    def enter(state: Championship, member: str) -> list[TournamentEvent]:
        return wants.enter_member(state, entry=new_id(), member=member)

    stream.change(key, lambda state: _one_by_one(state, members, enter, now), actor=actor, now=now)


def place_entry(
    key: str, *, entry: str, place: str, actor: str, now: datetime, command_id: str = ""
) -> None:
    """In a hybrid event: this one plays online, or in the hall."""
    stream.change(
        key,
        lambda state: wants.place_entry(state, entry=entry, place=place),
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "place", "entry": entry, "place": place},
    )


def enter_house(
    key: str,
    *,
    name: str,
    player: str = "house",
    standing: bool = True,
    actor: str,
    now: datetime,
    command_id: str = "",
) -> str:
    """Enter a house player. Only a command id tells two of one name from one entered twice."""
    fresh = new_id()

    def want(state: Championship) -> list[TournamentEvent]:
        return wants.enter_house(state, entry=fresh, player=player, name=name, standing=standing)

    live = stream.change(
        key,
        want,
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "enter", "player": player, "name": name, "standing": standing},
    )
    if fresh in live.championship.entries:
        return fresh
    made = stream.found(key, command_id)
    return next(event.entry for event in made if isinstance(event, EntryMade))


def bring_house_to(
    key: str,
    count: int,
    *,
    named: Named,
    actor: str,
    now: datetime,
    command_id: str = "",
) -> None:
    """Enter house players, with standing, until there have been ``count``; all of them or none.

    ``named`` answers name and player of the first, the second, … (from 0).
    """

    def enter(state: Championship, index: int) -> list[TournamentEvent]:
        name, player = named(index)
        return wants.enter_house(state, entry=new_id(), player=player, name=name, standing=True)

    def want(state: Championship) -> list[TournamentEvent]:
        there = sum(bool(each.player) and each.standing for each in state.entries.values())
        return _one_by_one(state, range(there, count), enter, now)

    stream.change(
        key,
        want,
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "enter", "house": count},
    )


def withdraw(
    key: str, *, entry: str, reason: str, actor: str, now: datetime, command_id: str = ""
) -> None:
    """From the next round on. What was played, and where, stays as it is."""
    known = stream.state(key).championship.entries.get(entry)
    stream.change(
        key,
        lambda state: wants.withdraw(state, entry=entry),
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "withdraw", "entry": entry},
        reason=reason,
        about=known.user if known else None,
    )
