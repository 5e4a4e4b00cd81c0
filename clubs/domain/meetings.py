"""When a club meets, who comes, and who was there: what people want of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from clubs.domain import roles
from clubs.domain.club import Club, Evening, Member, written
from clubs.domain.errors import ClubRefused, NoSuchClub, NotAllowed
from clubs.domain.events import (
    AttendanceNoted,
    ClubEvent,
    EveningCancelled,
    EveningPlanned,
    GuestBrought,
    GuestDropped,
    SignedOff,
    SignedUp,
    Words,
)
from clubs.domain.wants import must

MOST_DATES = 60
MOST_PLACES = 400
MOST_GUESTS = 4
MOST_AHEAD = timedelta(days=3 * 366)


def plan(
    state: Club,
    *,
    by: int,
    series: str,
    dates: Sequence[tuple[str, datetime]],
    places: int,
    now: datetime,
) -> list[ClubEvent]:
    """Each date with the key of its evening; those at which the club meets already are left out."""
    must(state, by, roles.PLAN)
    if not 1 <= len(dates) <= MOST_DATES:
        raise ClubRefused("bad_dates", "too many dates, or none", most=MOST_DATES)
    if not 0 <= places <= MOST_PLACES:
        raise ClubRefused("bad_places", "too many places", most=MOST_PLACES)
    if min(starts for _, starts in dates) <= now:
        raise ClubRefused("date_over", "an evening lies ahead")
    if max(starts for _, starts in dates) > now + MOST_AHEAD:
        raise ClubRefused("date_far", "an evening lies far ahead", days=MOST_AHEAD.days)
    taken = {each.starts for each in state.evenings.values() if not each.cancelled}
    return [
        EveningPlanned(key, series, written(starts), places)
        for key, starts in dates
        if starts not in taken
    ]


def cancel(state: Club, *, by: int, evening: str, reason: Words | None) -> list[ClubEvent]:
    must(state, by, roles.PLAN)
    known = evening_of(state, evening)
    return [] if known.cancelled else [EveningCancelled(evening, reason)]


def sign_up(state: Club, *, by: int, evening: str, member: str, now: datetime) -> list[ClubEvent]:
    known, who = _signing(state, by, evening, member, now)
    return [] if who.key in known.coming else [SignedUp(evening, who.key)]


def sign_up_all(
    state: Club, *, by: int, evening: str, members: Collection[str], now: datetime
) -> list[ClubEvent]:
    """All of them or nobody, in this order; who is on the list already stays where he is."""
    return [
        event
        for member in dict.fromkeys(members)
        for event in sign_up(state, by=by, evening=evening, member=member, now=now)
    ]


def sign_off(state: Club, *, by: int, evening: str, member: str, now: datetime) -> list[ClubEvent]:
    """With the guests that this member brings."""
    known, who = _signing(state, by, evening, member, now, off=True)
    if who.key not in known.coming:
        return []
    brought = [GuestDropped(evening, each.key) for each in known.guests if each.host == who.key]
    return [*brought, SignedOff(evening, who.key)]


def bring(
    state: Club, *, by: int, evening: str, guest: str, name: Words, host: str, now: datetime
) -> list[ClubEvent]:
    known, who = _signing(state, by, evening, host, now)
    if sum(each.host == who.key for each in known.guests) >= MOST_GUESTS:
        raise ClubRefused("too_many_guests", "so many guests", most=MOST_GUESTS)
    return [GuestBrought(evening, guest, name, who.key)]


def drop(state: Club, *, by: int, evening: str, guest: str, now: datetime) -> list[ClubEvent]:
    known = evening_of(state, evening)
    brought = next((each for each in known.guests if each.key == guest), None)
    if brought is None:
        return []
    _signing(state, by, evening, brought.host, now, off=True)
    return [GuestDropped(evening, guest)]


def note_attendance(
    state: Club, *, by: int, evening: str, present: Collection[str]
) -> list[ClubEvent]:
    must(state, by, roles.ATTENDANCE)
    known = evening_of(state, evening)
    possible = {*state.members, *(each.key for each in known.guests)}
    there = tuple(sorted(set(present)))
    if not set(there) <= possible:
        raise NoSuchClub("no_such_member", "nobody of this club")
    return [] if known.noted and there == known.present else [AttendanceNoted(evening, there)]


def evening_of(state: Club, key: str) -> Evening:
    known = state.evenings.get(key)
    if known is None:
        raise NoSuchClub("no_such_evening", "the club does not meet then")
    return known


def _signing(
    state: Club, by: int, evening: str, member: str, now: datetime, *, off: bool = False
) -> tuple[Evening, Member]:
    """Oneself, until it begins; whoever plans the evenings also for others, and afterwards, and
    ``off`` also who is no member any more."""
    doer = must(state, by, roles.SIGN_UP)
    known = evening_of(state, evening)
    who = state.members.get(member)
    plans = roles.PLAN in doer.powers
    if who is None or not (who.active or (off and plans)):
        raise NoSuchClub("no_such_member", "nobody of this club", member=member)
    if who.key != doer.key and not plans:
        raise NotAllowed("not_allowed", "signs up for himself alone", power=roles.PLAN)
    if known.cancelled:
        raise ClubRefused("evening_cancelled", "the evening was called off")
    if known.starts <= now and not plans:
        raise ClubRefused("evening_over", "the evening has begun")
    return known, who
