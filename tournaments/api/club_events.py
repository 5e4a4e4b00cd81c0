"""What a club plays: the tournament of an evening, and the season."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.describe import changes, reads
from clubs.api.errors import ApiRefused
from clubs.api.sending import idempotency_key, sent
from clubs.api.shapes import Shape
from clubs.api.views import FOR_MEMBERS, ClubView
from clubs.domain import roles
from clubs.domain.meetings import evening_of
from clubs.domain.wants import EARLIEST, LATEST
from clubs.selectors import people
from gameplay.ids import new_id
from tournaments import presenting, rehearsal, seasons
from tournaments.api.base import ApiView
from tournaments.api.serializers import Exact, TournamentDetail, exact
from tournaments.domain import table_plan
from tournaments.domain.championship import DUPLICATE, HALL, OWN
from tournaments.domain.settings import MOST_OWN_BOARDS, MOST_TARIFF
from tournaments.forms import PRIMARIES, VENUES
from tournaments.models import Tournament
from tournaments.selectors import settlements
from tournaments.services import club_evenings

__all__ = ["OfEveningView", "OutcomeView", "SeasonView"]


class OfEvening(Shape):
    """What is left out is as on the page; some belongs to one kind of cards alone."""

    title = serializers.CharField(
        max_length=120, required=False, help_text=_("Left out, the club's name and the date.")
    )
    cards = serializers.ChoiceField(
        choices=[DUPLICATE, OWN],
        default=DUPLICATE,
        help_text=_("The same deals at all tables, or each with its own cards."),
    )
    sessions = serializers.IntegerField(min_value=1, max_value=4, required=False)
    rounds = serializers.IntegerField(min_value=1, max_value=20, required=False)
    boards = serializers.IntegerField(
        min_value=1, max_value=MOST_OWN_BOARDS, required=False, help_text=_("In each round.")
    )
    round_minutes = serializers.IntegerField(min_value=1, max_value=600, required=False)
    venue = serializers.ChoiceField(choices=[word for word, _told in VENUES], required=False)
    primary = serializers.ChoiceField(choices=[word for word, _told in PRIMARIES], required=False)
    plan = serializers.ChoiceField(choices=[table_plan.MEET, table_plan.BY_DRAW], required=False)
    tariff = serializers.IntegerField(
        min_value=0, max_value=MOST_TARIFF, required=False, help_text=_("Cents a point.")
    )


ALONE: Mapping[str, Mapping[str, object]] = {
    DUPLICATE: {"venue": HALL, "primary": "matchpoints"},
    OWN: {"plan": table_plan.MEET, "tariff": 0},
}
"""What belongs to one kind of cards alone, and what it is where nobody says it."""


def settings_of(asked: Mapping[str, Any]) -> dict[str, Any]:
    cards = asked["cards"]
    for kind, fields in ALONE.items():
        for name in fields if kind != cards else ():
            if name in asked:
                raise ApiRefused("unknown_field", 400, name=name, cards=cards)
    return {**ALONE[cards], **club_evenings.STARTS[cards], **asked}


class OfEveningView(ClubView, ApiView):
    to_change = roles.PLAN
    throttle_scope = "create"

    @changes(
        "make_tournament_of_evening",
        _("Make the evening's tournament of who comes, by the house rules"),
        TournamentDetail,
        tag="evenings",
        sent=OfEvening,
        status=201,
    )
    def post(self, request: Request, key: str, evening: str) -> Response:
        seen = self.seen()
        settings = settings_of(sent(request, OfEvening))
        settings.setdefault("title", club_evenings.title(seen.club, evening_of(seen.club, evening)))
        made = club_evenings.make(
            key,
            evening,
            settings=settings,
            by=request.user.pk,
            now=timezone.now(),
            sent=idempotency_key(request) or new_id(),
            named=rehearsal.house_player,
        )
        told = self.tournament_detail(Tournament.objects.get(pk=made))
        return Response(told, status=201, headers={"Location": told["url"]})


class Made(Shape):
    rank = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    points = serializers.IntegerField()
    deals = serializers.IntegerField()
    sessions = serializers.IntegerField(help_text=_("Of the evening, in which this person played."))
    cents = serializers.IntegerField()


class Pays(Shape):
    payer = serializers.CharField()
    payee = serializers.CharField()
    cents = serializers.IntegerField()


class Settlement(Shape):
    tournament = serializers.CharField()
    tariff = serializers.IntegerField(help_text=_("Cents a point."))
    lines = Made(many=True)
    payments = Pays(many=True, help_text=_("Who pays whom, once it is over."))


class Outcome(Shape):
    results = Settlement(many=True)


class OutcomeView(ClubView):
    to_read = roles.SIGN_UP

    @reads(
        "read_outcome",
        _("What came of an evening with own cards: everybody's points, and who pays whom"),
        Outcome,
        tag="evenings",
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str, evening: str) -> Response:
        evening_of(self.seen().club, evening)
        told = []
        for row in settlements.evening(key, evening):
            lines, payments = settlements.of(row)
            told.append(
                {
                    "tournament": row.key,
                    "tariff": row.tariff,
                    "lines": lines,
                    "payments": payments,
                }
            )
        return Response(Outcome({"results": told}).data)


class SeasonLine(Shape):
    rank = serializers.IntegerField()
    member = serializers.CharField()
    name = serializers.CharField(help_text=_("As this person wants to be named."))
    total = Exact(help_text=_("The sum of what counts."))
    counted = serializers.IntegerField()
    played = serializers.IntegerField()


class Season(Shape):
    year = serializers.IntegerField()
    by = serializers.ChoiceField(
        choices=seasons.MEASURES, help_text=_("Percentages and points are never added up.")
    )
    measures = serializers.ListField(child=serializers.ChoiceField(choices=seasons.MEASURES))
    best = serializers.IntegerField(help_text=_("So many evenings of each count."))
    results = SeasonLine(many=True)


class _Asked(serializers.Serializer[Any]):
    year = serializers.IntegerField(min_value=EARLIEST, max_value=LATEST, required=False)
    best = serializers.IntegerField(min_value=1, max_value=60, default=seasons.BEST)
    by = serializers.ChoiceField(choices=seasons.MEASURES, required=False)


class SeasonView(ClubView):
    to_read = roles.LOOK
    asked_beside = ("year", "best", "by")

    @reads(
        "read_season",
        _("The season of a club: of everybody's evenings the best ones count"),
        Season,
        tag="evenings",
        parameters=[
            OpenApiParameter("year", OpenApiTypes.INT, description=_("Left out, this one.")),
            OpenApiParameter(
                "best", OpenApiTypes.INT, description=_("How many evenings of each count.")
            ),
            OpenApiParameter(
                "by",
                str,
                enum=seasons.MEASURES,
                description=_("Left out, what was played last."),
            ),
        ],
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str) -> Response:
        seen = self.seen()
        asked = _Asked(data=request.query_params)
        asked.is_valid(raise_exception=True)
        best: int = asked.validated_data["best"]
        year: int = asked.validated_data.get("year") or timezone.localtime(seen.now).year
        made = seasons.of_year(seen.club, year, best, asked.validated_data.get("by", ""))
        everybody = people(seen.club, frozenset())
        lines = [
            {
                "rank": place.rank,
                "member": place.who,
                "name": everybody[place.who].name,
                "total": exact(str(place.total), presenting.season_total(place, made.by)),
                "counted": place.counted,
                "played": place.played,
            }
            for place in made.places
        ]
        told = {"year": year, "by": made.by, "measures": made.measures, "best": best}
        return Response(Season({**told, "results": lines}).data)
