"""What happens in a club, as it lies in stream ``club-<key>``.

Nothing here names a person: people are user ids and keys of records, and what somebody is called
or wrote is a text that an event only points to. Moments that are planned are text in UTC; when an
event happened, the store knows. How an invitation is opened is kept as a digest alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = [
    "EVENTS",
    "AttendanceNoted",
    "ClubDescribed",
    "ClubEvent",
    "ClubFounded",
    "ClubHandedOver",
    "DuesNoted",
    "EveningCancelled",
    "EveningPlanned",
    "GuestBrought",
    "GuestDropped",
    "HouseRulesSet",
    "ImportUndone",
    "InvitationMade",
    "InvitationRevoked",
    "MemberChanged",
    "MemberErased",
    "MemberJoined",
    "MemberLeft",
    "MembersImported",
    "MembershipAnswered",
    "MembershipRequested",
    "NewMember",
    "RecordClaimed",
    "RecordsMerged",
    "RecordsParted",
    "RolesGiven",
    "SignedOff",
    "SignedUp",
    "Words",
]


@dataclass(frozen=True, slots=True)
class Words:
    """Where the words are that somebody gave, and a salted digest of them."""

    id: str
    digest: str


@dataclass(frozen=True, slots=True)
class ClubFounded:
    name: str
    place: str
    zone: str
    language: str


@dataclass(frozen=True, slots=True)
class ClubDescribed:
    name: str
    place: str
    about: Words | None


@dataclass(frozen=True, slots=True)
class HouseRulesSet:
    """The rules of the house from now on. What was played before keeps the version it had."""

    number: int
    ruleset: str
    options: Mapping[str, object]
    options_sha256: str


@dataclass(frozen=True, slots=True)
class NewMember:
    """A record of somebody; ``user`` is his account, None if he has none.

    ``shown``: how he wants to be named, for as long as no account says it.
    """

    member: str
    user: int | None
    name: Words | None
    nickname: Words | None
    note: Words | None
    number: str
    roles: tuple[str, ...]
    shown: str = "full"


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """``how``: founded, request, invitation, hand. ``source`` is the request or invitation.

    Joined again under the key of a record that had left: he is back.
    """

    record: NewMember
    how: str
    source: str


@dataclass(frozen=True, slots=True)
class MembersImported:
    """One file in one event, or in several of one command when it is long."""

    source: str
    records: tuple[NewMember, ...]


@dataclass(frozen=True, slots=True)
class ImportUndone:
    """All records of this import are gone, but for those that somebody claimed meanwhile."""

    source: str


@dataclass(frozen=True, slots=True)
class MemberChanged:
    member: str
    name: Words | None
    nickname: Words | None
    note: Words | None
    number: str
    shown: str


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """``removed``: somebody else took the record off the list."""

    member: str
    reason: Words | None = None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class MemberErased:
    """What he did stays true, done by a former member; his names and all words about him go."""

    member: str


@dataclass(frozen=True, slots=True)
class MembershipRequested:
    request: str
    user: int
    name: Words | None
    says: Words | None


@dataclass(frozen=True, slots=True)
class MembershipAnswered:
    request: str
    accepted: bool
    reason: Words | None = None


@dataclass(frozen=True, slots=True)
class RecordClaimed:
    """The record of somebody without an account is that of this account from now on."""

    member: str
    user: int


@dataclass(frozen=True, slots=True)
class RecordsMerged:
    """Both were of one person: what was written down under ``gone`` is ``kept``'s from now on."""

    kept: str
    gone: str
    reason: Words


@dataclass(frozen=True, slots=True)
class RecordsParted:
    """They were not: each has again what it brought along."""

    kept: str
    gone: str
    reason: Words


@dataclass(frozen=True, slots=True)
class RolesGiven:
    """All the roles that somebody has from now on."""

    member: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClubHandedOver:
    giver: str
    taker: str


@dataclass(frozen=True, slots=True)
class InvitationMade:
    """``digest`` is that of the link's token, which is nowhere kept. ``expires`` is in UTC."""

    invitation: str
    digest: str
    role: str
    uses: int
    expires: str


@dataclass(frozen=True, slots=True)
class InvitationRevoked:
    invitation: str


@dataclass(frozen=True, slots=True)
class DuesNoted:
    member: str
    year: int
    paid: bool


@dataclass(frozen=True, slots=True)
class EveningPlanned:
    """``series`` is shared by dates that were planned together; ``places`` 0: as many as come."""

    evening: str
    series: str
    starts: str
    places: int


@dataclass(frozen=True, slots=True)
class EveningCancelled:
    evening: str
    reason: Words | None = None


@dataclass(frozen=True, slots=True)
class SignedUp:
    evening: str
    member: str


@dataclass(frozen=True, slots=True)
class SignedOff:
    evening: str
    member: str


@dataclass(frozen=True, slots=True)
class GuestBrought:
    """Somebody for this one evening, with a member who answers for him."""

    evening: str
    guest: str
    name: Words
    host: str


@dataclass(frozen=True, slots=True)
class GuestDropped:
    evening: str
    guest: str


@dataclass(frozen=True, slots=True)
class AttendanceNoted:
    """Everybody who was there: members and guests. Noted again, it replaces what was noted."""

    evening: str
    present: tuple[str, ...]


ClubEvent = (
    ClubFounded
    | ClubDescribed
    | HouseRulesSet
    | MemberJoined
    | MembersImported
    | ImportUndone
    | MemberChanged
    | MemberLeft
    | MemberErased
    | MembershipRequested
    | MembershipAnswered
    | RecordClaimed
    | RecordsMerged
    | RecordsParted
    | RolesGiven
    | ClubHandedOver
    | InvitationMade
    | InvitationRevoked
    | DuesNoted
    | EveningPlanned
    | EveningCancelled
    | SignedUp
    | SignedOff
    | GuestBrought
    | GuestDropped
    | AttendanceNoted
)
EVENTS: tuple[type[ClubEvent], ...] = ClubEvent.__args__
