"""What happened in a club, told in sentences: who, what, when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from clubs import codec, ports, stream, texts
from clubs.domain import events, roles
from clubs.domain.club import Club, moment
from clubs.selectors import Person
from gameplay.eventstore import store
from gameplay.eventstore.records import Recorded

OF_RECORDS = (
    events.MemberLeft,
    events.MembershipAnswered,
    events.RecordsMerged,
    events.RecordsParted,
)


@dataclass(frozen=True, slots=True)
class Line:
    at: datetime
    who: str
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What sentences need besides their event."""

    club: Club
    people: Mapping[str, Person]
    accounts: Mapping[int, str]
    texts: Mapping[str, str]

    def name(self, member: str) -> str:
        known = self.people.get(member)
        return known.name if known is not None else str(texts.FORMER)

    def account(self, user: int | None) -> str:
        member = self.club.member_of(user)
        if member is not None:
            return self.name(member.key)
        if user in self.club.known:  # and is not any more: no name leads to what he did
            return str(texts.FORMER)
        return self.accounts.get(user or 0) or gettext("somebody who has gone")

    def applicant(self, request: str) -> str:
        known = self.club.requests.get(request)
        return self.account(known.user if known is not None else None)

    def day(self, evening: str) -> str:
        known = self.club.evenings.get(evening)
        return self.date(known.starts) if known is not None else gettext("an evening")

    def date(self, at: datetime) -> str:
        there = timezone.localtime(at, ZoneInfo(self.club.zone))
        return formats.date_format(there, gettext("D j F Y"))

    def guest(self, event: events.GuestBrought) -> str:
        return self.texts.get(event.name.id, str(texts.REMOVED))


def lines(
    club: Club, people: Mapping[str, Person], powers: frozenset[str], *, page: int, most: int
) -> tuple[list[Line], int]:
    """One page of lines, the newest first, and how many pages there are. Who paid, and why
    somebody is not a member, is not told to all who may read what happened."""
    version = store.version(stream.name(club.key))
    pages = max(1, -(-version // most))
    last = version - most * (page - 1)
    first = max(0, last - most)
    recorded = store.load(stream.name(club.key), first)[: max(0, last - first)]
    happened = [(row, codec.from_stored(row)) for row in reversed(recorded)]
    reads, dues = roles.RECORDS in powers, bool({roles.RECORDS, roles.DUES} & powers)
    facts = Facts(club, people, _accounts(happened), _texts(happened))
    return [
        Line(
            at=row.time,
            who=_who(row, facts),
            what=TELL[type(event)](event, facts),
            why=_why(event, facts) if reads or not isinstance(event, OF_RECORDS) else "",
        )
        for row, event in happened
        if dues or not isinstance(event, events.DuesNoted)
    ], pages


def _accounts(happened: list[tuple[Recorded, events.ClubEvent]]) -> dict[int, str]:
    users = {user for row, _ in happened if (user := _user(row.actor)) is not None}
    users |= {event.user for _, event in happened if isinstance(event, events.MembershipRequested)}
    found = get_user_model().objects.filter(pk__in=users)
    return {each.pk: each.get_short_name() for each in found}


def _texts(happened: list[tuple[Recorded, events.ClubEvent]]) -> dict[str, str]:
    words = [getattr(event, part, None) for _, event in happened for part in ("reason", "name")]
    return store.read_texts(each.id for each in words if isinstance(each, events.Words))


def _user(actor: str) -> int | None:
    kind, _, who = actor.partition(":")
    return int(who) if kind == "user" and who.isdecimal() else None


def _who(row: Recorded, facts: Facts) -> str:
    if row.actor.startswith(stream.BY_LINK):
        return gettext("by an invitation")
    user = _user(row.actor)
    return facts.account(user) if user is not None else gettext("by itself")


def _why(event: events.ClubEvent, facts: Facts) -> str:
    reason = getattr(event, "reason", None)
    return facts.texts.get(reason.id, str(texts.REMOVED)) if reason is not None else ""


def _roles(words: tuple[str, ...]) -> str:
    return ", ".join(str(texts.ROLES[role]) for role in words)


def _joined(event: events.MemberJoined, facts: Facts) -> str:
    name = {"name": facts.name(event.record.member)}
    if event.how == "request":
        return gettext("%(name)s is a member, as asked for.") % name
    if event.how == "invitation":
        return gettext("%(name)s came in by an invitation.") % name
    if event.how == "founded":
        return gettext("%(name)s founded the club and owns it.") % name
    return gettext("%(name)s was put on the list.") % name


def _answered(event: events.MembershipAnswered, facts: Facts) -> str:
    name = {"name": facts.applicant(event.request)}
    if event.accepted:
        return gettext("The request of %(name)s was accepted.") % name
    return gettext("The request of %(name)s was declined.") % name


def _dues(event: events.DuesNoted, facts: Facts) -> str:
    told = {"name": facts.name(event.member), "year": str(event.year)}
    if event.paid:
        return gettext("%(name)s has paid for %(year)s.") % told
    return gettext("%(name)s has not paid for %(year)s after all.") % told


def _rules(event: events.HouseRulesSet, facts: Facts) -> str:
    told = {"number": event.number, "rules": ports.rules().name(event.ruleset)}
    return gettext("House rules, version %(number)s: %(rules)s.") % told


def _imported(event: events.MembersImported, facts: Facts) -> str:
    count = len(event.records)
    return ngettext("%(count)s member was imported.", "%(count)s members were imported.", count) % {
        "count": count
    }


def _invited(event: events.InvitationMade, facts: Facts) -> str:
    return ngettext(
        "An invitation for %(uses)s person, as %(role)s.",
        "An invitation for %(uses)s people, as %(role)s.",
        event.uses,
    ) % {"uses": event.uses, "role": texts.ROLES[event.role]}


def _attendance(event: events.AttendanceNoted, facts: Facts) -> str:
    count = len(event.present)
    return ngettext(
        "On %(day)s %(count)s person was there.",
        "On %(day)s %(count)s people were there.",
        count,
    ) % {"day": facts.day(event.evening), "count": count}


TELL: Mapping[type, Callable[[Any, Facts], str]] = {
    events.ClubFounded: lambda event, facts: gettext("The club was founded."),
    events.ClubDescribed: lambda event, facts: gettext("The club's page was changed."),
    events.HouseRulesSet: _rules,
    events.MemberJoined: _joined,
    events.MembersImported: _imported,
    events.ImportUndone: lambda event, facts: gettext("An import was undone."),
    events.MemberChanged: lambda event, facts: (
        gettext("The record of %(name)s was changed.") % {"name": facts.name(event.member)}
    ),
    events.MemberLeft: lambda event, facts: (
        gettext("%(name)s is not a member any more.") % {"name": facts.name(event.member)}
    ),
    events.MemberErased: lambda event, facts: gettext("A member was erased."),
    events.MembershipRequested: lambda event, facts: (
        gettext("%(name)s asked to join.") % {"name": facts.applicant(event.request)}
    ),
    events.MembershipAnswered: _answered,
    events.RecordClaimed: lambda event, facts: (
        gettext("%(name)s has an account now.") % {"name": facts.name(event.member)}
    ),
    events.RecordsMerged: lambda event, facts: (
        gettext("Two records of %(name)s became one.") % {"name": facts.name(event.kept)}
    ),
    events.RecordsParted: lambda event, facts: (
        gettext("Two records are apart again: %(name)s and %(other)s.")
        % {"name": facts.name(event.kept), "other": facts.name(event.gone)}
    ),
    events.RolesGiven: lambda event, facts: (
        gettext("%(name)s is now: %(roles)s.")
        % {"name": facts.name(event.member), "roles": _roles(event.roles)}
    ),
    events.ClubHandedOver: lambda event, facts: (
        gettext("%(giver)s handed the club to %(taker)s.")
        % {"giver": facts.name(event.giver), "taker": facts.name(event.taker)}
    ),
    events.InvitationMade: _invited,
    events.InvitationRevoked: lambda event, facts: gettext("An invitation was withdrawn."),
    events.DuesNoted: _dues,
    events.EveningPlanned: lambda event, facts: (
        gettext("An evening was planned: %(day)s.") % {"day": facts.date(moment(event.starts))}
    ),
    events.EveningCancelled: lambda event, facts: (
        gettext("The evening of %(day)s is off.") % {"day": facts.day(event.evening)}
    ),
    events.SignedUp: lambda event, facts: (
        gettext("%(name)s comes on %(day)s.")
        % {"name": facts.name(event.member), "day": facts.day(event.evening)}
    ),
    events.SignedOff: lambda event, facts: (
        gettext("%(name)s does not come on %(day)s.")
        % {"name": facts.name(event.member), "day": facts.day(event.evening)}
    ),
    events.GuestBrought: lambda event, facts: (
        gettext("%(host)s brings %(name)s on %(day)s.")
        % {
            "host": facts.name(event.host),
            "name": facts.guest(event),
            "day": facts.day(event.evening),
        }
    ),
    events.GuestDropped: lambda event, facts: (
        gettext("A guest does not come on %(day)s.") % {"day": facts.day(event.evening)}
    ),
    events.AttendanceNoted: _attendance,
}
