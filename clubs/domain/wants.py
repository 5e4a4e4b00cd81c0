"""What people want of a club: each function refuses, or answers what happens. For dates see
``meetings``.

``by`` is the user who asks. Whoever has no role that gives the power is refused here too, whatever
page or program he came through.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from clubs.domain import roles
from clubs.domain.club import (
    ACTIVE,
    LEFT,
    MERGED,
    SHOWN,
    WAITING,
    Club,
    Invitation,
    Member,
    Request,
    written,
)
from clubs.domain.errors import ClubRefused, NoSuchClub, NotAllowed
from clubs.domain.events import (
    ClubDescribed,
    ClubEvent,
    ClubFounded,
    ClubHandedOver,
    DuesNoted,
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
    Words,
)
from engine import rulesets

MOST_MEMBERS = 6000
MOST_USES = 500
MOST_REQUESTS = 200
LONGEST_NUMBER = 20
RECORDS_AN_EVENT = 500
EARLIEST, LATEST = 1900, 2200


def must(state: Club, by: int | None, power: str) -> Member:
    """:raises NotAllowed: ``by`` has no role here that gives this power."""
    member = state.member_of(by)
    if member is None or power not in member.powers:
        raise NotAllowed("not_allowed", "no role that may do this", power=power)
    return member


# -- the club itself -------------------------------------------------------------------------------


def found(
    *,
    name: str,
    place: str,
    zone: str,
    language: str,
    founder: NewMember,
    ruleset: str,
    options: Mapping[str, object],
) -> list[ClubEvent]:
    record = NewMember(
        member=founder.member,
        user=founder.user,
        name=founder.name,
        nickname=None,
        note=None,
        number="1",
        roles=(roles.OWNER,),
    )
    return [
        ClubFounded(_line("name", name), _line("place", place, empty=True), zone, language),
        MemberJoined(record, "founded", ""),
        house_rules(1, ruleset, options),
    ]


def house_rules(number: int, ruleset: str, options: Mapping[str, object]) -> HouseRulesSet:
    """:raises engine.RikkenError: the rules do not allow these options."""
    digest = rulesets.options_sha256(ruleset, options)
    return HouseRulesSet(number, ruleset, dict(options), digest)


def describe(
    state: Club, *, by: int, name: str, place: str, about: Words | None
) -> list[ClubEvent]:
    must(state, by, roles.CLUB)
    return [ClubDescribed(_line("name", name), _line("place", place, empty=True), about)]


def set_rules(
    state: Club, *, by: int, ruleset: str, options: Mapping[str, object]
) -> list[ClubEvent]:
    """A new version, unless these are the rules already."""
    must(state, by, roles.CLUB)
    event = house_rules(len(state.rules) + 1, ruleset, options)
    last = state.rules[-1] if state.rules else None
    if last and (last.ruleset, last.options_sha256) == (event.ruleset, event.options_sha256):
        return []
    return [event]


# -- who belongs to it -----------------------------------------------------------------------------


def request(
    state: Club, *, key: str, user: int, name: Words | None, says: Words | None
) -> list[ClubEvent]:
    member = state.member_of(user)
    if member is not None and member.active:
        raise ClubRefused("already_member", "has a record here")
    waiting = [each for each in state.requests.values() if each.state == WAITING]
    if any(each.user == user for each in waiting):
        raise ClubRefused("already_asked", "a request of this person waits")
    if len(waiting) >= MOST_REQUESTS:
        raise ClubRefused("too_many_requests", "nobody has answered for long")
    return [MembershipRequested(key, user, name, says)]


def answer(
    state: Club,
    *,
    by: int,
    request: str,
    accepted: bool,
    member: str,
    claims: str,
    reason: Words | None,
) -> list[ClubEvent]:
    """Accept or not. ``member`` is the key of a new record; ``claims`` that of one without an
    account which this person's account takes over instead, with those of its roles that the doer
    could give him."""
    doer = must(state, by, roles.PEOPLE)
    asked = _request(state, request)
    if asked.state != WAITING:
        raise ClubRefused("already_answered", "this request has been answered", state=asked.state)
    answered = MembershipAnswered(request, accepted, reason)
    if not accepted:
        return [answered]
    known = state.member_of(asked.user)
    if claims:
        return [answered, *_claim(state, doer, claims, asked.user, known)]
    if known is not None and known.active:
        return [answered]
    record = _joining(state, known, member, asked.user, asked.name, roles.MEMBER)
    return [answered, MemberJoined(record, "request", request)]


def _claim(
    state: Club, doer: Member, claims: str, user: int, known: Member | None
) -> list[ClubEvent]:
    if known is not None:
        raise ClubRefused("has_own_record", "two records would be his", member=known.key)
    record = _active(state, claims)
    if record.user is not None:
        raise ClubRefused("already_claimed", "this record has an account", member=claims)
    claimed: list[ClubEvent] = [RecordClaimed(claims, user)]
    if not record.powers <= doer.powers:
        claimed.append(RolesGiven(claims, (roles.MEMBER,)))
    return claimed


def invite(
    state: Club, *, by: int, key: str, digest: str, role: str, uses: int, expires: datetime
) -> list[ClubEvent]:
    must(state, by, roles.PEOPLE)
    if role not in roles.JOIN_AS:
        raise ClubRefused("bad_role", "a link cannot give this role", role=role)
    if not 1 <= uses <= MOST_USES:
        raise ClubRefused("bad_uses", "too many, or none", most=MOST_USES)
    return [InvitationMade(key, digest, role, uses, written(expires))]


def revoke(state: Club, *, by: int, invitation: str) -> list[ClubEvent]:
    must(state, by, roles.PEOPLE)
    known = state.invitations.get(invitation)
    if known is None:
        raise NoSuchClub("no_such_invitation", "there is no such invitation")
    return [] if known.revoked else [InvitationRevoked(invitation)]


def opened_by(state: Club, digest: str, now: datetime) -> Invitation:
    """One answer for unknown, revoked, used up and expired."""
    for each in state.invitations.values():
        if each.digest == digest and each.opens(now):
            return each
    raise NoSuchClub("invitation_invalid", "no such invitation, or no longer valid")


def accept(
    state: Club, *, digest: str, now: datetime, member: str, user: int | None, name: Words | None
) -> list[ClubEvent]:
    """Join by a link, with an account or with a name alone. Who was taken off the list needs one
    that was made since, or asks: an older one says nothing of him."""
    known = state.member_of(user)
    if (known is not None and known.active) or (user is None and member in state.members):
        return []
    invitation = opened_by(state, digest, now)
    if known is not None and known.removed and invitation.made <= known.removed:
        raise ClubRefused("was_removed", "taken off the list since", member=known.key)
    if user is None and name is None:
        raise ClubRefused("missing_name", "somebody without an account has a name")
    record = _joining(state, known, member, user, name, invitation.role)
    return [MemberJoined(record, "invitation", invitation.key)]


def _joining(
    state: Club, known: Member | None, key: str, user: int | None, name: Words | None, role: str
) -> NewMember:
    """A new record, or that of somebody who comes back: as it was, with this role."""
    if known is None:
        _room(state, 1)
        return NewMember(key, user, name, None, None, next_number(state), (role,))
    kept = known.name or name, known.nickname, known.note
    return NewMember(known.key, user, *kept, known.number, (role,), known.shown)


def next_number(state: Club) -> str:
    taken = [int(each.number) for each in state.members.values() if each.number.isdecimal()]
    return str(max(taken, default=0) + 1)


def add(state: Club, *, by: int, record: NewMember) -> list[ClubEvent]:
    """By hand: somebody without an account, as yet."""
    must(state, by, roles.PEOPLE)
    _room(state, 1)
    _fits(state, record.number, record.shown)
    return [MemberJoined(record, "hand", "")]


def change(state: Club, *, by: int, change: MemberChanged) -> list[ClubEvent]:
    must(state, by, roles.PEOPLE)
    known = _active(state, change.member)
    _fits(state, change.number, change.shown, besides=known.key)
    return [change]


def merge(state: Club, *, by: int, kept: str, gone: str, reason: Words | None) -> list[ClubEvent]:
    """Both records are of one person. The one that goes has no account."""
    doer = must(state, by, roles.PEOPLE)
    into, other = _active(state, kept), _member(state, gone)
    if other.state == MERGED and state.kept(gone) == kept:
        return []
    if into.key == other.key:
        raise ClubRefused("same_record", "one record is no two", member=kept)
    if other.state not in (ACTIVE, LEFT):
        raise ClubRefused("has_left", "nothing is written there any more", member=gone)
    if other.user is not None:
        raise ClubRefused("account_is_kept", "the record with the account is kept", member=gone)
    _not_above(doer, other)
    return [RecordsMerged(kept, gone, _needed(reason))]


def part(state: Club, *, by: int, gone: str, reason: Words | None) -> list[ClubEvent]:
    """Take a merge back: each record has again what it brought along."""
    must(state, by, roles.PEOPLE)
    made, known = state.merges.get(gone), _member(state, gone)
    if made is None:
        raise NoSuchClub("no_such_member", "this record was never part of another")
    if known.state != MERGED:
        return []
    _active(state, made.kept)
    return [RecordsParted(made.kept, gone, _needed(reason))]


def _needed(reason: Words | None) -> Words:
    if reason is None:
        raise ClubRefused("missing_reason", "say why")
    return reason


def leave(state: Club, *, by: int) -> list[ClubEvent]:
    member = state.member_of(by)
    if member is None or not member.active:
        return []
    _not_the_last_owner(state, member)
    return [MemberLeft(member.key)]


def remove(state: Club, *, by: int, member: str, reason: Words | None) -> list[ClubEvent]:
    doer = must(state, by, roles.PEOPLE)
    known = _member(state, member)
    if not known.active:
        return []
    _not_above(doer, known)
    _not_the_last_owner(state, known)
    return [MemberLeft(member, reason, removed=True)]


def erase(state: Club, *, by: int, member: str) -> list[ClubEvent]:
    """One's own record, or by the secretary that of somebody who has no account."""
    known = _member(state, member)
    if known.user != by:
        must(state, by, roles.PEOPLE)
        if known.user is not None:
            raise NotAllowed("own_account", "whoever has an account erases himself")
    if known.name is None and known.user is None and not known.active:
        return []
    _not_the_last_owner(state, known)
    return [*withdraw(state, user=known.user), MemberErased(member)]


def withdraw(state: Club, *, user: int | None) -> list[ClubEvent]:
    """What this person asked waits no longer for an answer."""
    waiting = [each for each in state.requests.values() if each.state == WAITING]
    return [MembershipAnswered(each.key, False) for each in waiting if each.user == user]


def import_members(
    state: Club, *, by: int, source: str, records: Sequence[NewMember]
) -> list[ClubEvent]:
    must(state, by, roles.PEOPLE)
    not_yet_imported(state, source)
    _room(state, len(records))
    for each in records:
        _fits(state, each.number, each.shown, unique=False)
    return [
        MembersImported(source, tuple(records[start : start + RECORDS_AN_EVENT]))
        for start in range(0, len(records), RECORDS_AN_EVENT)
    ]


def not_yet_imported(state: Club, source: str) -> None:
    """A file is taken once, also by two who press the button at one moment."""
    if any(each.source == source for each in state.members.values()):
        raise NoSuchClub("import_gone", "imported already")


def undo_import(state: Club, *, by: int, source: str) -> list[ClubEvent]:
    must(state, by, roles.PEOPLE)
    came = undoable(state, source)
    if not any(each.source == source for each in state.members.values()):
        raise NoSuchClub("no_such_import", "nobody came with this import")
    return [ImportUndone(source)] if came else []


def undoable(state: Club, source: str) -> list[Member]:
    return [each for each in state.members.values() if each.source == source and goes(state, each)]


def goes(state: Club, member: Member) -> bool:
    """Whether a record goes again with the import by which it came: no account has claimed it, and
    no other record is part of it."""
    return member.user is None and member.active and not state.merged_into(member.key)


def note_dues(state: Club, *, by: int, member: str, year: int, paid: bool) -> list[ClubEvent]:
    must(state, by, roles.DUES)
    known = _active(state, member)
    if not EARLIEST <= year <= LATEST:
        raise ClubRefused("bad_year", "no year of our time", year=year)
    return [] if (year in known.paid) == paid else [DuesNoted(member, year, paid)]


# -- roles -----------------------------------------------------------------------------------------


def give_roles(state: Club, *, by: int, member: str, given: Collection[str]) -> list[ClubEvent]:
    """Nobody gives what he has not, and nobody gives himself what he has not."""
    doer = must(state, by, roles.ROLES)
    known = _active(state, member)
    wanted = roles.in_order(given)
    if not wanted or set(wanted) != set(given):
        raise ClubRefused("bad_role", "no such role, or none at all")
    if wanted == known.roles:
        return []
    if doer.key == known.key and not roles.powers(wanted) <= known.powers:
        raise NotAllowed("own_role_upwards", "nobody gives himself a power")
    if not roles.powers(wanted) <= doer.powers:
        raise NotAllowed("role_above_own", "nobody gives a power that he has not")
    _not_above(doer, known)
    if roles.OWNER in wanted:
        _has_account(known)
    else:
        _not_the_last_owner(state, known)
    return [RolesGiven(member, wanted)]


def hand_over(state: Club, *, by: int, member: str) -> list[ClubEvent]:
    """Make another member owner in one's own place."""
    giver = must(state, by, roles.HAND_OVER)
    taker = _active(state, member)
    if taker.key == giver.key:
        return []
    _has_account(taker)
    return [ClubHandedOver(giver.key, taker.key)]


def _has_account(member: Member) -> None:
    if member.user is None:
        raise ClubRefused("needs_account", "an owner can sign in", member=member.key)


def _not_above(doer: Member, other: Member) -> None:
    if not other.powers <= doer.powers:
        raise NotAllowed("above_you", "this member may do more", member=other.key)


def _not_the_last_owner(state: Club, member: Member) -> None:
    if [each.key for each in state.owners] == [member.key]:
        raise ClubRefused("last_owner", "a club has an owner: hand it over first")


# -- what must be so -------------------------------------------------------------------------------


def _member(state: Club, key: str) -> Member:
    member = state.members.get(key)
    if member is None:
        raise NoSuchClub("no_such_member", "there is no such record")
    return member


def _active(state: Club, key: str) -> Member:
    member = _member(state, key)
    if not member.active:
        raise ClubRefused("has_left", "no member any more", member=key)
    return member


def _request(state: Club, key: str) -> Request:
    request = state.requests.get(key)
    if request is None:
        raise NoSuchClub("no_such_request", "nobody asked for this")
    return request


def _room(state: Club, more: int) -> None:
    if sum(each.active for each in state.members.values()) + more > MOST_MEMBERS:
        raise ClubRefused("club_full", "too many members", most=MOST_MEMBERS)


def _fits(state: Club, number: str, shown: str, *, besides: str = "", unique: bool = True) -> None:
    if shown not in SHOWN:
        raise ClubRefused("bad_choice", "no such way to be named", shown=shown)
    if len(number) > LONGEST_NUMBER or not (number.isprintable()):
        raise ClubRefused("bad_number", "no number of a member")
    if unique and number and number in numbers(state, besides=besides):
        raise ClubRefused("number_taken", "another member has this number", number=number)


def numbers(state: Club, *, besides: str = "") -> set[str]:
    return {each.number for key, each in state.members.items() if each.active and key != besides}


def _line(name: str, value: str, *, empty: bool = False) -> str:
    line = " ".join(value.split())
    if (not line and not empty) or len(line) > 80 or not line.isprintable():
        raise ClubRefused("bad_text", "a name of 1 to 80 characters", name=name)
    return line
