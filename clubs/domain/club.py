"""A club as it stands: who belongs to it, by which rules it plays, when it meets.

``apply`` folds events and never refuses. What people want is in ``wants`` and ``meetings``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from clubs.domain import merging, roles
from clubs.domain.events import (
    AttendanceNoted,
    ClubDescribed,
    ClubEvent,
    ClubFounded,
    ClubHandedOver,
    DuesNoted,
    EveningCancelled,
    EveningPlanned,
    GuestBrought,
    GuestDropped,
    HouseRulesSet,
    ImportUndone,
    InvitationMade,
    InvitationRevoked,
    MemberChanged,
    MemberErased,
    MemberJoined,
    MemberLeft,
    MembershipAnswered,
    MembershipRequested,
    MembersImported,
    NewMember,
    RecordClaimed,
    RecordsMerged,
    RecordsParted,
    RolesGiven,
    SignedOff,
    SignedUp,
    Words,
)

ACTIVE, LEFT, ERASED, UNDONE = "active", "left", "erased", "undone"
MERGED = "merged"
FULL, INITIALS, ANONYMOUS = "full", "initials", "anonymous"
SHOWN = (FULL, INITIALS, ANONYMOUS)
WAITING, ACCEPTED, REFUSED = "waiting", "accepted", "refused"


def moment(text: str) -> datetime:
    """A planned moment as an event holds it."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def written(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True)
class HouseRules:
    number: int
    ruleset: str
    options: Mapping[str, object]
    options_sha256: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Member:
    """``source`` is the import the record came with. ``paid`` are the years that were paid.
    ``removed``: when who left was taken off the list, and did not go by himself."""

    key: str
    user: int | None
    name: Words | None
    nickname: Words | None
    note: Words | None
    number: str
    roles: tuple[str, ...]
    shown: str
    joined: datetime
    source: str = ""
    state: str = ACTIVE
    why: Words | None = None
    paid: tuple[int, ...] = ()
    removed: datetime | None = None

    @property
    def active(self) -> bool:
        return self.state == ACTIVE

    @property
    def powers(self) -> frozenset[str]:
        return roles.powers(self.roles) if self.active else frozenset()


@dataclass(frozen=True, slots=True)
class Request:
    key: str
    user: int
    name: Words | None
    says: Words | None
    asked: datetime
    state: str = WAITING
    why: Words | None = None


@dataclass(frozen=True, slots=True)
class Invitation:
    key: str
    digest: str
    role: str
    uses: int
    expires: datetime
    made: datetime
    used: int = 0
    revoked: datetime | None = None

    def opens(self, now: datetime) -> bool:
        return self.revoked is None and now < self.expires and self.used < self.uses


@dataclass(frozen=True, slots=True)
class Guest:
    """``name`` goes with the record of who brought this guest."""

    key: str
    name: Words | None
    host: str


@dataclass(frozen=True, slots=True)
class Evening:
    """``coming`` are members in the order in which they signed up."""

    key: str
    series: str
    starts: datetime
    places: int
    coming: tuple[str, ...] = ()
    guests: tuple[Guest, ...] = ()
    present: tuple[str, ...] = ()
    noted: datetime | None = None
    cancelled: datetime | None = None
    why: Words | None = None

    @property
    def everybody(self) -> tuple[str, ...]:
        """Members, then guests: who comes, also who waits for a place."""
        return (*self.coming, *(guest.key for guest in self.guests))


@dataclass(frozen=True, slots=True)
class Club:
    key: str
    name: str
    place: str
    zone: str
    language: str
    founded: datetime
    about: Words | None = None
    rules: tuple[HouseRules, ...] = ()
    members: Mapping[str, Member] = field(default_factory=dict)
    requests: Mapping[str, Request] = field(default_factory=dict)
    invitations: Mapping[str, Invitation] = field(default_factory=dict)
    evenings: Mapping[str, Evening] = field(default_factory=dict)
    known: frozenset[int] = frozenset()
    """Every account that ever had a record here."""
    merges: Mapping[str, merging.Merge] = field(default_factory=dict)
    """By the record that went, also of one that was parted again."""

    def way(self, key: str) -> tuple[str, ...]:
        """This record, the one it is part of, and so on to the one that is kept."""
        way: tuple[str, ...] = (key,)
        while (member := self.members.get(way[-1])) is not None and member.state == MERGED:
            way = (*way, self.merges[way[-1]].kept)
        return way

    def kept(self, key: str) -> str:
        """The record that this one is part of now, or itself."""
        return self.way(key)[-1]

    def merged_into(self, key: str) -> tuple[str, ...]:
        """All records that are part of this one now, be it part of another one itself or not."""
        return tuple(gone for gone in self.merges if gone != key and key in self.way(gone))

    def member_of(self, user: int | None) -> Member | None:
        """The record of this account, also of one who has left."""
        if user is None:
            return None
        return next(
            (e for e in self.members.values() if e.user == user and e.state != MERGED), None
        )

    def powers_of(self, user: int | None) -> frozenset[str]:
        member = self.member_of(user)
        return member.powers if member is not None else frozenset()

    @property
    def owners(self) -> tuple[Member, ...]:
        return tuple(
            each for each in self.members.values() if each.active and roles.OWNER in each.roles
        )


def start(key: str, event: ClubFounded, at: datetime) -> Club:
    return Club(key, event.name, event.place, event.zone, event.language, at)


def replay(
    key: str, events: Iterable[tuple[ClubEvent, datetime]], state: Club | None = None
) -> Club:
    """All events of a stream, or those behind ``state``, each with the moment it happened."""
    for event, at in events:
        if state is None:
            assert isinstance(event, ClubFounded)
            state = start(key, event, at)
        else:
            state = apply(state, event, at)
    assert state is not None
    return state


def apply(state: Club, event: ClubEvent, at: datetime) -> Club:
    match event:
        case ClubFounded():
            return state
        case ClubDescribed(name=name, place=place, about=about):
            return replace(state, name=name, place=place, about=about)
        case HouseRulesSet():
            rules = HouseRules(event.number, event.ruleset, event.options, event.options_sha256, at)
            return replace(state, rules=(*state.rules, rules))
        case MembershipRequested(request=key):
            request = Request(key, event.user, event.name, event.says, at)
            return replace(state, requests={**state.requests, key: request})
        case MembershipAnswered(request=key, accepted=accepted, reason=why):
            answered = replace(
                state.requests[key], state=ACCEPTED if accepted else REFUSED, why=why
            )
            return replace(state, requests={**state.requests, key: answered})
        case InvitationMade(invitation=key):
            made = Invitation(key, event.digest, event.role, event.uses, moment(event.expires), at)
            return replace(state, invitations={**state.invitations, key: made})
        case InvitationRevoked(invitation=key):
            revoked = replace(state.invitations[key], revoked=at)
            return replace(state, invitations={**state.invitations, key: revoked})
        case (
            EveningPlanned()
            | EveningCancelled()
            | SignedUp()
            | SignedOff()
            | GuestBrought()
            | GuestDropped()
            | AttendanceNoted()
        ):
            met = _met(state.evenings.get(event.evening), event, at)
            return replace(state, evenings={**state.evenings, event.evening: met})
        case RecordsMerged():
            state = _merged(state, event)
        case RecordsParted():
            state = _parted(state, event)
        case MemberJoined(how="invitation", source=source):
            used = state.invitations[source]
            used = replace(used, used=used.used + 1)
            state = replace(state, invitations={**state.invitations, source: used})
        case MemberErased(member=member) if (user := state.members[member].user) is not None:
            silent = {
                key: replace(each, name=None, says=None, why=None)
                for key, each in state.requests.items()
                if each.user == user
            }
            state = replace(state, requests={**state.requests, **silent})
    changed = _people(state, event, at)
    users = {each.user for each in changed.values() if each.user is not None}
    if not users <= state.known:
        state = replace(state, known=state.known | users)
    if gone := {key for key, each in changed.items() if not each.active}:
        nameless = {key for key in gone if changed[key].state in (ERASED, UNDONE)}
        evenings = {
            key: _without(each, gone if each.starts > at else set(), nameless)
            for key, each in state.evenings.items()
        }
        state = replace(state, evenings=evenings)
    return replace(state, members={**state.members, **changed})


def _merged(state: Club, event: RecordsMerged) -> Club:
    """The evenings, and what parting will need; the records follow in ``_people``."""
    gone, kept = event.gone, event.kept
    paid = set(state.members[gone].paid) - set(state.members[kept].paid)
    coming, present, guests = {}, {}, []
    evenings = dict(state.evenings)
    for key, each in state.evenings.items():
        hosted = [guest.key for guest in each.guests if guest.host == gone]
        came = merging.moved(each.coming, gone, kept)
        was_there = merging.moved(each.present, gone, kept)
        if came is not None:
            coming[key] = came
        if was_there is not None:
            present[key] = was_there
        guests += hosted
        if hosted or came or was_there:
            evenings[key] = replace(
                each,
                coming=merging.take_over(each.coming, gone, kept),
                present=merging.take_over(each.present, gone, kept),
                guests=_hosted(each.guests, hosted, kept),
            )
    was = state.members[gone].state
    made = merging.Merge(kept, was, tuple(sorted(paid)), coming, present, tuple(guests))
    return replace(state, evenings=evenings, merges={**state.merges, gone: made})


def _parted(state: Club, event: RecordsParted) -> Club:
    gone, kept = event.gone, event.kept
    made = state.merges[gone]
    evenings = dict(state.evenings)
    for key in {*made.coming, *made.present} | {
        key for key, each in evenings.items() if any(g.key in made.guests for g in each.guests)
    }:
        each = evenings[key]
        evenings[key] = replace(
            each,
            coming=merging.put_back(each.coming, gone, kept, made.coming.get(key)),
            present=merging.put_back(each.present, gone, kept, made.present.get(key)),
            guests=_hosted(each.guests, made.guests, gone),
        )
    return replace(state, evenings=evenings)


def _hosted(guests: tuple[Guest, ...], some: Collection[str], host: str) -> tuple[Guest, ...]:
    return tuple(replace(each, host=host) if each.key in some else each for each in guests)


def _without(evening: Evening, gone: set[str], nameless: set[str]) -> Evening:
    """Who left does not come, nor do his guests; the guests of who was erased have no name. The
    very same evening where nothing of this holds."""
    coming = tuple(each for each in evening.coming if each not in gone)
    guests = tuple(
        replace(each, name=None) if each.host in nameless and each.name else each
        for each in evening.guests
        if each.host not in gone
    )
    if (coming, guests) == (evening.coming, evening.guests):
        return evening
    return replace(evening, coming=coming, guests=guests)


def _people(state: Club, event: ClubEvent, at: datetime) -> dict[str, Member]:
    """The records that an event about people changes."""
    known = state.members
    match event:
        case MemberJoined(record=record):
            new = _record(record, at)
            if (before := known.get(record.member)) is not None:  # comes back
                new = replace(new, paid=before.paid, source=before.source)
            return {record.member: new}
        case MembersImported(source=source, records=records):
            return {each.member: replace(_record(each, at), source=source) for each in records}
        case ImportUndone(source=source):
            return {
                key: replace(_erased(each), state=UNDONE)
                for key, each in known.items()
                if each.source == source and each.user is None and each.state != LEFT
                if not _is_in_a_merge(state, key)
            }
        case MemberChanged(member=key):
            changed = replace(
                known[key],
                name=event.name,
                nickname=event.nickname,
                note=event.note,
                number=event.number,
                shown=event.shown,
            )
            return {key: changed}
        case MemberLeft(member=key, reason=why, removed=removed):
            gone = replace(known[key], state=LEFT, why=why, removed=at if removed else None)
            return {key: replace(gone, roles=(roles.GUEST,))}
        case MemberErased(member=key):
            return {each: _erased(known[each]) for each in (key, *state.merged_into(key))}
        case RecordClaimed(member=key, user=user):
            return {
                each: replace(known[each], user=user) for each in (key, *state.merged_into(key))
            }
        case RecordsMerged(kept=kept, gone=gone, reason=why):
            theirs = {each: known[each] for each in (gone, *state.merged_into(gone))}
            theirs = {key: replace(each, user=known[kept].user) for key, each in theirs.items()}
            theirs[gone] = replace(theirs[gone], state=MERGED, why=why)
            paid = {*known[kept].paid, *known[gone].paid}
            return {**theirs, kept: replace(known[kept], paid=tuple(sorted(paid)))}
        case RecordsParted(kept=kept, gone=gone, reason=why):
            made = state.merges[gone]
            with_it = [each for each in state.merged_into(kept) if gone in state.way(each)]
            theirs = {key: replace(known[key], user=None) for key in (gone, *with_it)}
            theirs[gone] = replace(theirs[gone], state=made.was, why=why)
            left = tuple(year for year in known[kept].paid if year not in made.paid)
            return {**theirs, kept: replace(known[kept], paid=left)}
        case RolesGiven(member=key, roles=given):
            return {key: replace(known[key], roles=given)}
        case ClubHandedOver(giver=giver, taker=taker):
            without = tuple(each for each in known[giver].roles if each != roles.OWNER)
            gave = replace(known[giver], roles=without or (roles.MEMBER,))
            took = roles.in_order((*known[taker].roles, roles.OWNER))
            return {giver: gave, taker: replace(known[taker], roles=took)}
        case DuesNoted(member=key, year=year, paid=paid):
            years = {*known[key].paid, year} if paid else set(known[key].paid) - {year}
            return {key: replace(known[key], paid=tuple(sorted(years)))}
    return {}


def _is_in_a_merge(state: Club, key: str) -> bool:
    return state.members[key].state == MERGED or any(
        each.kept == key and state.members[gone].state == MERGED
        for gone, each in state.merges.items()
    )


def _record(new: NewMember, at: datetime) -> Member:
    return Member(
        key=new.member,
        user=new.user,
        name=new.name,
        nickname=new.nickname,
        note=new.note,
        number=new.number,
        roles=new.roles,
        shown=new.shown,
        joined=at,
    )


def _erased(known: Member) -> Member:
    """Nothing that leads to a person; that there was one, and what he came to, stays."""
    return replace(
        known,
        user=None,
        name=None,
        nickname=None,
        note=None,
        number="",
        roles=(roles.GUEST,),
        state=ERASED,
        why=None,
    )


def _met(
    known: Evening | None,
    event: EveningPlanned
    | EveningCancelled
    | SignedUp
    | SignedOff
    | GuestBrought
    | GuestDropped
    | AttendanceNoted,
    at: datetime,
) -> Evening:
    if isinstance(event, EveningPlanned):
        return Evening(event.evening, event.series, moment(event.starts), event.places)
    assert known is not None
    match event:
        case EveningCancelled(reason=why):
            return replace(known, cancelled=at, why=why)
        case SignedUp(member=key):
            return replace(known, coming=(*known.coming, key))
        case SignedOff(member=key):
            return replace(known, coming=tuple(each for each in known.coming if each != key))
        case GuestBrought(guest=key, name=name, host=host):
            return replace(known, guests=(*known.guests, Guest(key, name, host)))
        case GuestDropped(guest=key):
            return replace(known, guests=tuple(each for each in known.guests if each.key != key))
        case AttendanceNoted(present=present):
            return replace(known, present=present, noted=at)
