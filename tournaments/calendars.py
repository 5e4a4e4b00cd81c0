"""When somebody plays, for his own calendar: a file for one tournament, a feed for one person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from clubs.domain.club import ACTIVE
from clubs.models import AccessToken, Evening, Scope
from clubs.selectors import memberships
from clubs.services import access
from tournaments.models import Entry, Session, Tournament
from tournaments.selectors import leading

PRODUCT = "-//Rikken//Rikken//"
# Of a session whose rounds nobody knows yet.
AN_EVENING = timedelta(hours=3)
A_YEAR = timedelta(days=366)


@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The sessions of one tournament: for everybody, as its page is."""
    tournament = get_object_or_404(Tournament, pk=key)
    with override(tournament.language):
        return _answer(tournament.title, _sessions(request, [tournament]), key)


@never_cache
@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """What the person who gave out this token has entered or leads, and his clubs' evenings."""
    given = access.find(token)
    if given is None or not given.good_for(Scope.CALENDAR):
        raise Http404
    with override(given.user.language or None):
        events = [*_sessions(request, _of(given)), *_evenings(request, given.user_id)]
        return _answer("Rikken", events, "rikken")


def _of(given: AccessToken) -> Iterable[Tournament]:
    entered = Entry.objects.filter(leading.of(given.user_id), status=Entry.ACTIVE)
    mine = leading.led_by(given.user_id) | Q(pk__in=entered.values("tournament"))
    return Tournament.objects.filter(mine).order_by("starts")


def _sessions(request: HttpRequest, tournaments: Iterable[Tournament]) -> Iterator[Event]:
    for tournament in tournaments:
        for session in tournament.sessions.prefetch_related("rounds").order_by("number"):
            yield _session(request, tournament, session)


def _evenings(request: HttpRequest, user: int) -> Iterator[Event]:
    mine = memberships(user).filter(state=ACTIVE).values("club")
    recent = Evening.objects.filter(club__in=mine, starts__gte=timezone.now() - A_YEAR)
    for evening in recent.select_related("club").order_by("starts"):
        yield _event(
            request,
            f"{evening.club_id}-{evening.evening}",
            reverse("clubs:evening", args=[evening.club_id, evening.evening]),
            evening.club.name,
            (evening.starts, evening.starts + AN_EVENING),
            stamp=evening.club.founded,
            version=evening.club.version,
            cancelled=evening.cancelled is not None,
        )


def _answer(name: str, events: Iterable[Event], file: str) -> HttpResponse:
    made = Calendar()
    made.add("prodid", PRODUCT)
    made.add("version", "2.0")
    made.add("name", name)
    made.add("x-wr-calname", name)
    for event in events:
        made.add_component(event)
    answer = HttpResponse(made.to_ical(), content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = f'inline; filename="{file}.ics"'
    return answer


def _session(request: HttpRequest, tournament: Tournament, session: Session) -> Event:
    rounds = sorted(session.rounds.all(), key=lambda each: each.number)
    starts = rounds[0].started or rounds[0].starts if rounds else session.starts
    ends = max(
        (each.closed or each.starts + timedelta(minutes=each.minutes) for each in rounds),
        default=starts + AN_EVENING,
    )
    return _event(
        request,
        f"{tournament.pk}-{session.number}",
        reverse("tournaments:detail", args=[tournament.pk]),
        _title(tournament, session),
        (starts, max(ends, starts)),
        stamp=tournament.created,
        version=tournament.version,
        cancelled=tournament.status == Tournament.CANCELLED,
    )


def _event(
    request: HttpRequest,
    name: str,
    path: str,
    title: str,
    span: tuple[datetime, datetime],
    *,
    stamp: datetime,
    version: int,
    cancelled: bool,
) -> Event:
    where = request.build_absolute_uri(path)
    event = Event()
    event.add("uid", f"{name}@{request.get_host().partition(':')[0]}")
    event.add("dtstamp", stamp)
    # Whoever moves something appends an event: a calendar takes the highest number.
    event.add("sequence", version)
    event.add("dtstart", span[0])
    event.add("dtend", span[1])
    event.add("summary", title)
    event.add("url", where)
    event.add("description", where)
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    return event


def _title(tournament: Tournament, session: Session) -> str:
    if tournament.sessions.count() < 2:
        return tournament.title
    said = gettext("%(title)s, session %(number)s")
    return said % {"title": tournament.title, "number": session.number}
