"""Who is who in a club, as the reader may know it; and the clubs that somebody belongs to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from clubs import naming, stream, texts
from clubs.domain import roles
from clubs.domain.club import (
    ACTIVE,
    ERASED,
    UNDONE,
    WAITING,
    Evening,
    Guest,
    Invitation,
    Member,
    Request,
)
from clubs.domain.club import Club as State
from clubs.domain.events import Words
from clubs.models import Club, Membership
from gameplay.eventstore import store

READS_RECORDS = roles.RECORDS
MOST_LIKELY = 3


def full_names(everybody: Mapping[str, Person]) -> dict[str, str]:
    """By key, for whoever keeps the records."""
    return {key: person.full for key, person in everybody.items() if person.full}


def open_links(club: State, now: datetime) -> list[Invitation]:
    """Those by which somebody can join now, the newest first."""
    return [each for each in club.invitations.values() if each.opens(now)][::-1]


@dataclass(frozen=True, slots=True)
class Person:
    """``name`` is for this reader; ``full`` what the club's records say, "" where he reads none."""

    member: Member
    name: str
    nickname: str
    full: str
    note: str
    why: str

    @property
    def key(self) -> str:
        return self.member.key

    @property
    def roles(self) -> list[str]:
        """In words; an ordinary member has none that needs saying."""
        return [str(texts.ROLES[role]) for role in self.member.roles if role != roles.MEMBER]

    @property
    def slip_name(self) -> str:
        """What a scorer writes: the nickname of somebody who lets himself be known."""
        return self.nickname or self.name


def people(state: State, powers: frozenset[str]) -> dict[str, Person]:
    """Everybody that the club ever had a record of, by key, as a reader with these powers may see
    them: how somebody wants to be named holds for all but those who keep the records."""
    everybody = list(state.members.values())
    words = store.read_texts(_ids(everybody))
    accounts = _accounts(each.user for each in everybody if each.user is not None)
    reads = READS_RECORDS in powers
    found = {
        each.key: _person(each, words, accounts.get(each.user or 0), reads) for each in everybody
    }
    if reads:
        return found
    # What was once written of him elsewhere is no way around how he wants to be named.
    return {key: replace(found[state.kept(key)], member=each.member) for key, each in found.items()}


def _ids(members: Iterable[Member]) -> set[str]:
    return {
        words.id
        for each in members
        for words in (each.name, each.nickname, each.note, each.why)
        if words is not None
    }


def _accounts(users: Iterable[int]) -> dict[int, Any]:
    return {
        each.pk: each
        for each in get_user_model()
        .objects.filter(pk__in=list(users))
        .only("pk", "username", "display_name", "shown")
    }


def _person(member: Member, words: dict[str, str], account: Any, reads: bool) -> Person:
    def said(what: Words | None) -> str:
        return words.get(what.id, "") if what is not None else ""

    own = said(member.name) or (account.own_name if account is not None else "")
    if member.state in (ERASED, UNDONE) or not own:
        return Person(member, str(texts.FORMER), "", "", "", "")
    how = account.shown if account is not None else member.shown
    return Person(
        member=member,
        name=own if reads else naming.shown_as(own, how),
        nickname=said(member.nickname) if how == "full" or reads else "",
        full=own if reads else "",
        note=said(member.note) if reads else "",
        why=said(member.why) if reads else "",
    )


def slip_names(key: str, wanted: Collection[str]) -> dict[str, str]:
    """What these members, and guests of evenings, are called at a table and in a ranking."""
    state = stream.state(key)
    known = {k for key in wanted for k in state.way(key)}
    some = replace(state, members={k: state.members[k] for k in known if k in state.members})
    found = {each.key: each.slip_name for each in people(some, frozenset()).values()}
    guests = {
        guest.key: guest.name.id if guest.name else ""
        for evening in state.evenings.values()
        for guest in evening.guests
        if guest.key in wanted
    }
    words = store.read_texts(guests.values()) if guests else {}
    return {**found, **{k: words.get(id_, str(texts.REMOVED)) for k, id_ in guests.items()}}


def active(everybody: dict[str, Person]) -> list[Person]:
    """Members of today, by name."""
    found = [each for each in everybody.values() if each.member.state == ACTIVE]
    return sorted(found, key=lambda each: (naming.sorted_as(each.name), each.key))


def called(everybody: dict[str, Person], powers: frozenset[str], looked_for: str) -> list[Person]:
    """Members of today with these letters in the name that this reader sees, or of this number."""
    letters = looked_for.casefold()
    return [
        each
        for each in active(everybody)
        if letters in f"{each.name} {each.nickname}".casefold()
        or (READS_RECORDS in powers and looked_for == each.member.number)
    ]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request to join, for whoever answers it. ``likely`` are records without an account of that
    very name: only said, for a name alone proves nothing."""

    request: Request
    name: str
    says: str
    likely: list[Person]


def asked(
    state: State, everybody: dict[str, Person], some: Iterable[Request] | None = None
) -> list[Asked]:
    """These requests, or all that wait."""
    waiting = [each for each in state.requests.values() if each.state == WAITING]
    wanted = waiting if some is None else list(some)
    words = store.read_texts(
        part.id for each in wanted for part in (each.name, each.says) if part is not None
    )
    without = [each for each in active(everybody) if each.member.user is None]

    def told(each: Request) -> Asked:
        name = words.get(each.name.id, "") if each.name else ""
        says = words.get(each.says.id, "") if each.says else ""
        likely = [one for one in without if one.full.casefold() == name.casefold()]
        return Asked(each, name, says, likely[:MOST_LIKELY])

    return [told(each) for each in wanted]


@dataclass(frozen=True, slots=True)
class Comer:
    """Somebody who comes to an evening. ``waits``: where he stands among those for whom there is no
    place yet, 0 for whoever has one."""

    key: str
    name: str
    host: str
    waits: int
    member: Member | None
    was_there: bool


def comers(evening: Evening, everybody: dict[str, Person]) -> list[Comer]:
    """In the order in which they signed up; guests come after the members."""
    names = store.read_texts(guest.name.id for guest in evening.guests if guest.name)

    def comer(number: int, key: str, name: str, host: str, member: Member | None) -> Comer:
        waits = max(0, number + 1 - evening.places) if evening.places else 0
        return Comer(key, name, host, waits, member, key in evening.present)

    known = [
        comer(number, key, everybody[key].slip_name, "", everybody[key].member)
        for number, key in enumerate(evening.coming)
    ]

    def of_guest(number: int, guest: Guest) -> Comer:
        host = everybody[guest.host].slip_name
        name = names.get(guest.name.id if guest.name else "", str(texts.REMOVED))
        return comer(number, guest.key, name, host, None)

    return known + [
        of_guest(number, guest) for number, guest in enumerate(evening.guests, start=len(known))
    ]


def coming_up(state: State, now: datetime) -> list[Evening]:
    return sorted(
        (each for each in state.evenings.values() if each.starts >= now and not each.cancelled),
        key=lambda each: each.starts,
    )


def been(state: State, now: datetime) -> list[Evening]:
    """Evenings that have begun, the last one first."""
    return sorted(
        (each for each in state.evenings.values() if each.starts < now and not each.cancelled),
        key=lambda each: each.starts,
        reverse=True,
    )


def clubs() -> QuerySet[Club]:
    return Club.objects.all()


@dataclass(frozen=True, slots=True)
class Mine:
    """A club of somebody's, what is next there, and what waits for him."""

    club: Club
    next: Evening | None
    comes: bool
    requests: int


def mine(user: int, now: datetime) -> list[Mine]:
    rows = Membership.objects.filter(user_id=user, state=ACTIVE).select_related("club")
    return [_mine(row, now) for row in rows.order_by("club__name", "club_id")]


def _mine(row: Membership, now: datetime) -> Mine:
    state = stream.state(row.club_id)
    ahead = coming_up(state, now)
    answers = roles.PEOPLE in roles.powers(row.roles)
    return Mine(
        club=row.club,
        next=ahead[0] if ahead else None,
        comes=bool(ahead) and row.member in ahead[0].coming,
        requests=row.club.requests_count if answers else 0,
    )


def memberships(user: int) -> QuerySet[Membership]:
    return Membership.objects.filter(user_id=user).order_by("joined", "key")
