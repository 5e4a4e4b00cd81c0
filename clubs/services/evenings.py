"""When a club meets, who comes, and who was there."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from clubs import stream
from clubs.domain import meetings
from clubs.domain.club import Club
from clubs.domain.errors import ClubRefused
from clubs.domain.events import ClubEvent, SignedUp, Words
from clubs.services.founding import MOST_NAME
from clubs.services.people import MOST_SAYS, Sent
from gameplay.eventstore.ids import new_id

ONCE, WEEKLY, FORTNIGHTLY, MONTHLY = "once", "weekly", "fortnightly", "monthly"
EVERY = (ONCE, WEEKLY, FORTNIGHTLY, MONTHLY)
WEEK = timedelta(weeks=1)


def dates(first: date, every: str, times: int) -> list[date]:
    """So many dates from the first one on. Monthly is the same weekday of the month, “the second
    Monday”; a fifth one is the last of a month that has only four."""
    if every == ONCE:
        return [first]
    if every == MONTHLY:
        return [_month_later(first, months) for months in range(times)]
    step = WEEK * (2 if every == FORTNIGHTLY else 1)
    return [first + step * index for index in range(times)]


def _month_later(first: date, months: int) -> date:
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    start = date(year, month + 1, 1)
    start += timedelta(days=(first.weekday() - start.weekday()) % 7)
    wanted = start + WEEK * ((first.day - 1) // 7)
    return wanted if wanted.month == start.month else wanted - WEEK


def plan(
    key: str, sent: Sent, *, first: date, at: time, every: str, times: int, places: int
) -> str:
    """The same hour on the clock each time, whatever is done to clocks in between; answers what
    all of them have as their series."""
    zone = ZoneInfo(stream.state(key).zone)
    if first > (sent.now + meetings.MOST_AHEAD).date():
        raise ClubRefused("date_far", "computing dates has an end", days=meetings.MOST_AHEAD.days)
    if first < sent.now.astimezone(zone).date():
        raise ClubRefused("date_over", "an evening lies ahead")
    series = sent.id_for(key, "series")
    planned = [
        (new_id(), datetime.combine(day, at.replace(second=0, microsecond=0), zone))
        for day in dates(first, every, times)
    ]
    sent.change(
        key,
        lambda state: meetings.plan(
            state, by=sent.by, series=series, dates=planned, places=places, now=sent.now
        ),
        do="plan",
        first=first.isoformat(),
        at=at.isoformat("minutes"),
        every=every,
        times=times,
        places=places,
    )
    return series


def cancel(key: str, sent: Sent, *, evening: str, reason: str = "") -> None:
    why = stream.draft(sent.by, reason, MOST_SAYS, lines=True)
    sent.change(
        key,
        lambda state: meetings.cancel(state, by=sent.by, evening=evening, reason=stream.words(why)),
        texts=[why],
        do="cancel",
        evening=evening,
    )


def sign_up(key: str, sent: Sent, *, evening: str, member: str) -> None:
    sent.change(
        key,
        lambda state: meetings.sign_up(
            state, by=sent.by, evening=evening, member=member, now=sent.now
        ),
        do="sign_up",
        evening=evening,
        member=member,
    )


def sign_up_all(key: str, sent: Sent, *, evening: str, members: Collection[str]) -> frozenset[str]:
    """Who of them was not on the list before; nobody where this was sent before."""
    fresh: frozenset[str] = frozenset()

    def want(state: Club) -> list[ClubEvent]:
        nonlocal fresh
        events = meetings.sign_up_all(
            state, by=sent.by, evening=evening, members=members, now=sent.now
        )
        fresh = frozenset(each.member for each in events if isinstance(each, SignedUp))
        return events

    sent.change(key, want, do="sign_up_all", evening=evening, members=list(members))
    return fresh


def sign_off(key: str, sent: Sent, *, evening: str, member: str) -> None:
    sent.change(
        key,
        lambda state: meetings.sign_off(
            state, by=sent.by, evening=evening, member=member, now=sent.now
        ),
        do="sign_off",
        evening=evening,
        member=member,
    )


def bring(key: str, sent: Sent, *, evening: str, host: str, name: str) -> None:
    """A guest for one evening."""
    called = stream.draft(None, name, MOST_NAME)
    if called is None:
        raise ClubRefused("missing_name", "a guest has a name")
    guest, words = new_id(), Words(called.id, called.digest)
    sent.change(
        key,
        lambda state: meetings.bring(
            state, by=sent.by, evening=evening, guest=guest, name=words, host=host, now=sent.now
        ),
        texts=[called],
        do="bring",
        evening=evening,
        host=host,
    )


def drop(key: str, sent: Sent, *, evening: str, guest: str) -> None:
    sent.change(
        key,
        lambda state: meetings.drop(state, by=sent.by, evening=evening, guest=guest, now=sent.now),
        do="drop",
        evening=evening,
        guest=guest,
    )


def note_attendance(key: str, sent: Sent, *, evening: str, present: Collection[str]) -> None:
    sent.change(
        key,
        lambda state: meetings.note_attendance(state, by=sent.by, evening=evening, present=present),
        do="attendance",
        evening=evening,
        present=sorted(present),
    )
