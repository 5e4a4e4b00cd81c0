"""What a club plays: the tournament of an evening, and the season."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import ports
from clubs.api.throttling import seconds_to_wait
from clubs.domain import meetings, roles
from clubs.domain.errors import ClubRefused, NotAllowed
from clubs.domain.wants import EARLIEST, LATEST
from clubs.pages import common
from clubs.selectors import people
from engine import RikkenError
from gameplay.ids import new_id
from tournaments import presenting, rehearsal, seasons
from tournaments.domain import table_plan
from tournaments.domain.championship import DUPLICATE, OWN
from tournaments.domain.settings import MOST_OWN_BOARDS, MOST_TARIFF
from tournaments.forms import PRIMARIES, VENUES
from tournaments.models import Entry, Standing, Tournament
from tournaments.selectors import leading, settlements
from tournaments.services import club_evenings
from tournaments.views import not_too_often


class _Evening(forms.Form):
    form = forms.CharField(widget=forms.HiddenInput, max_length=40)
    """Which form it is: sent twice it makes one tournament."""
    title = forms.CharField(label=_("Name"), max_length=120)
    sessions = forms.IntegerField(label=_("Sessions"), min_value=1, max_value=4)
    rounds = forms.IntegerField(
        label=_("Rounds in a session"),
        min_value=1,
        max_value=20,
        help_text=_("After each round everybody goes to another table."),
    )
    round_minutes = forms.IntegerField(label=_("Minutes a round"), min_value=1, max_value=600)

    def settings(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "form"}


class SameCards(_Evening):
    """All tables play the same deals."""

    cards = DUPLICATE
    boards = forms.TypedChoiceField(
        label=_("Boards a round"), choices=[(n, str(n)) for n in (4, 8, 12, 16, 20)], coerce=int
    )
    venue = forms.ChoiceField(label=_("Played"), choices=VENUES)
    primary = forms.ChoiceField(label=_("Ranking by"), choices=PRIMARIES)


class OwnCards(_Evening):
    """Every table shuffles its own cards, as clubs did before there was duplicate."""

    cards = OWN
    boards = forms.IntegerField(
        label=_("Deals a round"),
        min_value=1,
        max_value=MOST_OWN_BOARDS,
        help_text=_("A multiple of five is fair at tables of five, where one sits out each deal."),
    )
    plan = forms.ChoiceField(
        label=_("Who sits where"),
        choices=[
            (table_plan.MEET, _("everybody meets everybody, as evenly as can be")),
            (table_plan.BY_DRAW, _("by draw, anew for each round")),
        ],
    )
    tariff = forms.IntegerField(
        label=_("Cents a point"),
        min_value=0,
        max_value=MOST_TARIFF,
        help_text=_("0: not for money. Otherwise the evening ends with a list of who pays whom."),
    )


FORMS: Mapping[str, type[SameCards | OwnCards]] = {DUPLICATE: SameCards, OWN: OwnCards}


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
    kind = FORMS.get(request.GET.get("cards", ""), SameCards)
    if request.method == "POST":
        form = kind(request.POST, label_suffix="")
        if form.is_valid():
            try:
                key = club_evenings.make(
                    club,
                    evening,
                    settings={**form.settings(), "cards": kind.cards},
                    by=request.user.pk,
                    now=now,
                    sent=form.cleaned_data["form"],
                    named=rehearsal.house_player,
                )
                return redirect("tournaments:manage", key)
            except RikkenError as refusal:
                form.add_error(None, presenting.refusal(refusal.code, refusal.detail))
    else:
        initial = {
            "form": new_id(),
            "title": club_evenings.title(state, known),
            "tariff": _tariff(club),
        }
        form = kind(initial={**initial, **club_evenings.STARTS[kind.cards]}, label_suffix="")
    everybody = len(players.users) + len(players.without)
    tables = Counter(table_plan.sizes_filled_up(everybody))
    context = {
        "club": state,
        "evening": known,
        "players": players,
        "form": form,
        "cards": kind.cards,
        "everybody": everybody,
        "fours": tables[table_plan.FOUR],
        "fives": tables[table_plan.FIVE],
    }
    return render(request, "tournaments/of_evening.html", context)


def _tariff(club: str) -> int:
    """A house plays for what it played for last."""
    last = Tournament.objects.filter(club=club, cards=OWN).order_by("-created").first()
    return last.tariff if last is not None else 0


@common.page(roles.SIGN_UP)
def outcome(request: HttpRequest, seen: common.Seen, evening: str) -> HttpResponse:
    """What came of an evening: everybody's points, and who pays whom."""
    known = meetings.evening_of(seen.club, evening)
    played = [(row, *settlements.of(row)) for row in settlements.evening(seen.club.key, evening)]
    return common.show(
        request, seen, "tournaments/outcome.html", "evenings", evening=known, played=played
    )


@common.page(roles.LOOK)
def season(request: HttpRequest, seen: common.Seen) -> HttpResponse:
    """The year so far: of everybody's evenings the best ones count."""
    year = timezone.localtime(seen.now).year
    asked, best = request.GET.get("year", ""), request.GET.get("best", "")
    year = int(asked) if asked.isdecimal() and len(asked) == 4 else year
    year = min(max(year, EARLIEST), LATEST)
    counting = min(int(best), 60) if best.isdecimal() and 0 < len(best) < 3 else seasons.BEST
    made = seasons.of_year(seen.club, year, max(1, counting), request.GET.get("by", ""))
    everybody = people(seen.club, frozenset())
    lines = [
        (place, everybody[place.who].name, presenting.season_total(place, made.by))
        for place in made.places
    ]
    return common.show(
        request,
        seen,
        "tournaments/season.html",
        "season",
        lines=lines,
        year=year,
        by=made.by,
        measures=made.measures,
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
            outcome = reverse("tournaments:outcome", args=[club, row.evening])
            played = ports.Played(address, row.title, row.key, outcome if row.own_cards else "")
            found[row.evening].append(played)
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
