"""The tables of an evening planned again for who is there: told first, then done."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime

from clubs import selectors
from clubs import stream as clubs
from gameplay import talk_handlers
from gameplay.ids import new_id
from tournaments import stream
from tournaments.domain import replanning
from tournaments.domain.championship import Championship
from tournaments.domain.desk import Change, mark
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import EntryMade, SeatedTable, TablesPlanned, TournamentEvent
from tournaments.domain.replanning import Presence
from tournaments.services import registration
from tournaments.services.desk import LONGEST

__all__ = [
    "Foretold",
    "Present",
    "again",
    "draw",
    "foretell",
    "members_not_entered",
    "replan",
    "with_account",
]


@dataclass(frozen=True, slots=True)
class Present:
    """``here``: keys of entries, of those that were ``asked`` about; whoever is not named in it is
    not there. ``members``: records of the club that come new; ``names``: guests."""

    asked: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Foretold:
    """What it would change; who would sit where in the first round that it is about, and how those
    are called who come new, by keys that hold for this answer alone."""

    changes: Sequence[Change]
    round: int
    tables: Sequence[SeatedTable]
    new: Mapping[str, EntryMade] = field(default_factory=dict)

    @property
    def people(self) -> list[str]:
        """Keys of those who come new, in the order in which ``changes`` tells them."""
        return [key for key, entry in self.new.items() if entry.standing]

    @property
    def mark(self) -> str:
        return mark(self.changes)


def draw() -> int:
    return secrets.randbelow(2**32)


def members_not_entered(state: Championship) -> dict[str, str]:
    """Records of the club that holds the evening, and what it calls them, of those who have never
    entered; in the order of their names."""
    if not state.club:
        return {}
    club = clubs.state(state.club)
    records = {club.kept(each.member) for each in state.entries.values() if each.member}
    users = {each.user for each in state.entries.values() if each.user is not None}
    people = selectors.people(club, frozenset())
    found = {
        key: people[key].slip_name
        for key, each in club.members.items()
        if each.active and key not in records and each.user not in users
    }
    return dict(sorted(found.items(), key=lambda one: one[1].casefold()))


def with_account(state: Championship, members: Iterable[str]) -> dict[str, int]:
    """Of these records of the club, the accounts of those who have one."""
    wanted = list(members)
    known = clubs.state(state.club).members if wanted else {}
    users = {key: known[key].user for key in wanted if key in known}
    return {key: user for key, user in users.items() if user is not None}


def foretell(key: str, present: Present, *, seed: int) -> Foretold:
    """What it would change now.

    :raises TournamentRefused: it would be refused.
    """
    state = stream.state(key).championship
    return _foretold(state, _wanted(state, present, seed))


def replan(
    key: str,
    present: Present,
    *,
    seed: int,
    words: str,
    mark: str = "",
    actor: str,
    now: datetime,
    command_id: str = "",
) -> Sequence[Change]:
    """Whoever left plays no more, whoever came is entered, and all have a seat in the rounds to
    come. ``mark``: of what was told beforehand with the same ``seed``; "" for who did not ask.

    :raises TournamentRefused: no words; it would change something else by now; whatever
        ``domain.replanning`` refuses.
    """
    said = talk_handlers.readable(words)[:LONGEST]
    if not said:
        raise TournamentRefused("reason_missing", "who is concerned will want to know why")
    changed: list[Change] = []

    def want(state: Championship) -> list[TournamentEvent]:
        made = _wanted(state, present, seed)
        told = _foretold(state, made)
        if mark and told.mark != mark:
            raise TournamentRefused("changes_otherwise", "it would change something else by now")
        changed[:] = told.changes
        return made

    stream.change(
        key,
        want,
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "replan", **asdict(replace(present, names=())), "seed": seed},
        reason=said,
        called=_called(present.names),
    )
    return changed


def again(key: str, *, actor: str, now: datetime) -> None:
    """For those who have entered and not left, as they stand there."""

    def want(state: Championship) -> list[TournamentEvent]:
        return replanning.want(state, Presence(), seed=seed, new_key=new_id)

    seed = draw()
    stream.change(key, want, actor=actor, now=now)


def _called(names: Iterable[str]) -> list[str]:
    """As ``registration.enter_guests`` writes them."""
    short = (" ".join(each.split())[: registration.LONGEST_NAME] for each in names)
    return [name for name in short if name]


def _wanted(state: Championship, present: Present, seed: int) -> list[TournamentEvent]:
    return replanning.want(state, _presence(state, present), seed=seed, new_key=new_id)


def _presence(state: Championship, present: Present) -> Presence:
    new = members_not_entered(state) if present.members else {}
    if not set(present.members) <= new.keys():
        raise TournamentRefused("plays_already", "who comes new has entered, or is no member")
    users = with_account(state, present.members)
    known = [state.entries[key] for key in present.asked if key in state.entries]
    return Presence(
        left=tuple(each.key for each in known if each.active and each.key not in present.here),
        back=tuple(each.key for each in known if not each.active and each.key in present.here),
        users=tuple(users.values()),
        members=tuple(key for key in present.members if key not in users),
        guests=len(_called(present.names)),
    )


def _foretold(state: Championship, made: Sequence[TournamentEvent]) -> Foretold:
    (planned,) = (event for event in made if isinstance(event, TablesPlanned))
    return Foretold(
        changes=replanning.changes(state, made),
        round=planned.from_round,
        tables=planned.rounds[0].tables,
        new={
            event.entry: event
            for event in made
            if isinstance(event, EntryMade) and event.entry not in state.entries
        },
    )
