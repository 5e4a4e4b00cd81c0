"""What a club plays: the tournament of an evening, and the season."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import ports
from clubs.api.throttling import seconds_to_wait
from clubs.domain import roles
from clubs.domain.club import Club, Evening
from clubs.domain.errors import ClubRefused, NotAllowed
from clubs.domain.wants import EARLIEST, LATEST
from clubs.pages import common
from clubs.selectors import people
from engine import RikkenError
from gameplay.ids import new_id
from tournaments import presenting, rehearsal, seasons
from tournaments.forms import PRIMARIES, VENUES
from tournaments.models import Entry, Standing, Tournament
from tournaments.selectors import leading
from tournaments.services import club_evenings
from tournaments.views import not_too_often

BEST = 10
"""Evenings of a season that count, where nobody asks for another number."""


class EveningForm(forms.Form):
    form = forms.CharField(widget=forms.HiddenInput, max_length=40)
    """Which form it is: sent twice it makes one tournament."""
    title = forms.CharField(label=_("Name"), max_length=120)
    venue = forms.ChoiceField(
        label=_("Played"),
        choices=VENUES,
        initial="hall",
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=20)
    round_minutes = forms.IntegerField(label=_("Minutes a round"), min_value=1, max_value=600)
    primary = forms.ChoiceField(
        label=_("Ranking by"),
        choices=PRIMARIES,
    )


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@not_too_often("create")
def of_evening(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """Make the evening's tournament: who comes and has an account is entered."""
    now = timezone.now()
    try:
        state, known, players = club_evenings.look(club, evening, request.user.pk)
    except NotAllowed as refusal:
        raise PermissionDenied from refusal
    except ClubRefused as refusal:
        raise Http404 from refusal
    if request.method == "POST":
        form = EveningForm(request.POST, label_suffix="")
        if form.is_valid():
            told = dict(form.cleaned_data)
            sent = told.pop("form")
            try:
                key = club_evenings.make(
                    club,
                    evening,
                    settings=told,
                    by=request.user.pk,
                    now=now,
                    sent=sent,
                    named=rehearsal.house_player,
                )
                return redirect("tournaments:manage", key)
            except RikkenError as refusal:
                form.add_error(None, presenting.refusal(refusal.code, refusal.detail))
    else:
        initial = {"form": new_id(), "title": _title(state, known), "rounds": 3}
        form = EveningForm(initial={**initial, "round_minutes": 30}, label_suffix="")
    context = {"club": state, "evening": known, "players": players, "form": form}
    return render(request, "tournaments/of_evening.html", context)


def _title(club: Club, evening: Evening) -> str:
    day = timezone.localtime(evening.starts, ZoneInfo(club.zone))
    return f"{club.name}, {formats.date_format(day, gettext('D j F Y'))}"


@common.page(roles.LOOK)
def season(request: HttpRequest, seen: common.Seen) -> HttpResponse:
    """The year so far: of everybody's evenings the best ones count."""
    year = timezone.localtime(seen.now).year
    asked, best = request.GET.get("year", ""), request.GET.get("best", "")
    year = int(asked) if asked.isdecimal() and len(asked) == 4 else year
    year = min(max(year, EARLIEST), LATEST)
    counting = min(int(best), 60) if best.isdecimal() and 0 < len(best) < 3 else BEST
    zone = ZoneInfo(seen.club.zone)
    places = seasons.ranking(
        seen.club.key,
        {key: each.user for key, each in seen.club.members.items()},
        since=datetime(year, 1, 1, tzinfo=zone).astimezone(UTC),
        until=datetime(year + 1, 1, 1, tzinfo=zone).astimezone(UTC),
        best=max(1, counting),
        kept=seen.club.kept,
    )
    everybody = people(seen.club, frozenset())
    lines = [
        (place, everybody[place.who].name, presenting.number(str(place.total), 2))
        for place in places
    ]
    return common.show(
        request,
        seen,
        "tournaments/season.html",
        "season",
        lines=lines,
        year=year,
        best=max(1, counting),
        before=year - 1,
        after=year + 1,
    )


class _Evenings:
    """What clubs ask of us."""

    def played(self, club: str) -> Mapping[str, list[ports.Played]]:
        found: dict[str, list[ports.Played]] = defaultdict(list)
        rows: Any = Tournament.objects.filter(club=club).exclude(status=Tournament.CANCELLED)
        for row in rows.order_by("created"):
            address = reverse("tournaments:detail", args=[row.key])
            found[row.evening].append(ports.Played(address, row.title, row.key))
        return found

    def results(self, club: str, records: Collection[str]) -> int:
        return Entry.objects.filter(tournament__club=club, member__in=records).count()

    def address(self, club: str, evening: str) -> str:
        return reverse("tournaments:of_evening", args=[club, evening])

    def season(self, club: str) -> str:
        return reverse("tournaments:season", args=[club])


def about(user: int) -> list[dict[str, object]]:
    """What this person entered, and what came of it."""
    entries = (
        Entry.objects.filter(leading.of(user)).select_related("tournament").order_by("entered")
    )
    ranks = dict(
        Standing.objects.filter(entry__in=entries, scope=0).values_list("entry_id", "rank")
    )
    return [
        {
            "tournament": entry.tournament.title,
            "starts": entry.tournament.starts,
            "entered": entry.entered,
            "status": entry.status,
            "rank": ranks.get(entry.key),
        }
        for entry in entries
    ]


def register() -> None:
    ports.register_about_me("tournaments", about)
    ports.register_evenings(_Evenings())
    ports.register_throttle(seconds_to_wait)
