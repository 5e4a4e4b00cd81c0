"""What a club is: finding one, founding one, its page, its house rules, its past."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import django_filters
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as fields
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import history, ports, selectors, stream
from clubs.api import bodies, serializers
from clubs.api.base import LONGEST, ApiView
from clubs.api.describe import changes, reads
from clubs.api.errors import ApiRefused, missing
from clubs.api.permissions import SignedIn
from clubs.api.sending import idempotency_key, sent
from clubs.domain import roles
from clubs.domain.club import Evening, HouseRules
from clubs.domain.errors import NotAllowed
from clubs.models import Club
from clubs.pages.common import EVERYBODY, Seen
from clubs.services import founding
from clubs.services.people import Sent
from gameplay.eventstore import store
from gameplay.eventstore.ids import new_id

NEXT = 5
LINES = 100
FOR_MEMBERS = (400, 401, 403, 404, 429)


class OfAClub(SignedIn):
    """Signed in, also for reading what is not for everybody."""

    def has_permission(self, request: Request, view: Any) -> bool:
        public = request.method in SAFE_METHODS and view.to_read == EVERYBODY
        return super().has_permission(request, view) and (
            public or bool(request.user.is_authenticated)
        )


class ClubView(ApiView):
    """``to_read`` and ``to_change`` are the powers that GET and POST need. Services judge every
    change again; where nothing is said here, they alone."""

    permission_classes = (OfAClub,)
    queryset = Club.objects.none()  # lists are of what the folded stream holds
    to_read: ClassVar[str] = EVERYBODY
    to_change: ClassVar[str] = EVERYBODY

    def seen(self) -> Seen:
        """The club of the address as this caller meets it, if he may do this with it."""
        power = self.to_read if self.request.method in SAFE_METHODS else self.to_change
        seen = self.seen_by_anybody()
        if power not in (EVERYBODY, *seen.powers):
            raise NotAllowed("not_allowed", "no role that may do this", power=power)
        return seen

    def seen_by_anybody(self) -> Seen:
        """For views whose permission is about something inside the club."""
        state = stream.state(self.kwargs["key"])
        user = self.request.user.pk if self.request.user.is_authenticated else None
        return Seen(state, state.member_of(user), user, timezone.now())

    def by(self) -> Sent:
        """Who, when and which command, as the services of clubs take them."""
        user = self.request.user.pk
        id_ = stream.sent("api", user, idempotency_key(self.request))
        return Sent(user, timezone.now(), id_)


def no_guest_of_the_demo(request: Request) -> None:
    if getattr(request.user, "is_demo", False):
        raise ApiRefused("guests_have_no_club", 403)


def rules_told(rules: HouseRules) -> dict[str, Any]:
    return {
        "number": rules.number,
        "ruleset": rules.ruleset,
        "name": ports.rules().name(rules.ruleset),
        "options": dict(rules.options),
        "options_sha256": rules.options_sha256,
        "since": rules.since,
    }


def date_told(evening: Evening) -> dict[str, Any]:
    return {
        "evening": evening.key,
        "starts": evening.starts,
        "places": evening.places,
        "coming": len(evening.everybody),
    }


def club_told(seen: Seen) -> Mapping[str, Any]:
    club, member = seen.club, seen.member if seen.belongs else None
    asked = [each for each in club.requests.values() if each.user == seen.user]
    ahead = selectors.coming_up(club, seen.now)[:NEXT]
    told = {
        **{name: getattr(club, name) for name in ("key", "name", "place", "zone", "language")},
        "founded": club.founded,
        "ruleset": club.rules[-1].ruleset,
        "members_count": sum(each.active for each in club.members.values()),
        "about": store.read_text(club.about.id) or "" if club.about else "",
        "rules": rules_told(club.rules[-1]),
        "evenings": [date_told(each) for each in ahead],
        "you": {
            "member": seen.member.key if seen.member is not None else None,
            "roles": member.roles if member is not None else [],
            "powers": [power for power in roles.EVERY_POWER if power in seen.powers],
            "request": asked[-1].state if asked else None,
        },
    }
    shown: Mapping[str, Any] = serializers.ClubDetail(told).data
    return shown


class ClubFilters(django_filters.FilterSet):
    search = django_filters.CharFilter(
        method="called", max_length=LONGEST, help_text=_("These letters in the name or the place.")
    )

    class Meta:
        model = Club
        fields: tuple[str, ...] = ()

    def called(self, found: QuerySet[Club], name: str, value: str) -> QuerySet[Club]:
        return found.filter(Q(name__icontains=value) | Q(place__icontains=value))


class ClubsView(ApiView):
    permission_classes = (SignedIn,)
    queryset = Club.objects.all()
    filterset_class = ClubFilters
    paged = True
    throttle_scope = "create"
    refused_as = 400

    @reads(
        "list_clubs",
        _("Clubs, by name"),
        serializers.ClubLine,
        tag="clubs",
        many=True,
        refused=(400, 429),
    )
    def get(self, request: Request) -> Response:
        return self.page(selectors.clubs(), serializers.ClubLine)

    @changes(
        "found_club",
        _("Found a club; you own it then"),
        serializers.ClubDetail,
        tag="clubs",
        sent=bodies.NewClub,
        status=201,
    )
    def post(self, request: Request) -> Response:
        no_guest_of_the_demo(request)
        told = sent(request, bodies.NewClub)
        id_, user, now = idempotency_key(request), request.user.pk, timezone.now()
        key = founding.key_for(user, id_) if id_ else new_id()
        founding.found(**told, user=user, now=now, key=key)
        state = stream.state(key)
        shown = club_told(Seen(state, state.member_of(user), user, now))
        return Response(shown, status=201, headers={"Location": shown["url"]})


class OneClubView(ClubView):
    @reads("read_club", _("What everybody may know of a club"), serializers.ClubDetail, tag="clubs")
    def get(self, request: Request, key: str) -> Response:
        return Response(club_told(self.seen()))


class DescribeView(ClubView):
    to_change = roles.CLUB
    refused_as = 400

    @changes(
        "describe_club",
        _("Change what a club says about itself"),
        serializers.ClubDetail,
        tag="clubs",
        sent=bodies.Description,
    )
    def post(self, request: Request, key: str) -> Response:
        self.seen()
        told, by = sent(request, bodies.Description), self.by()
        founding.describe(key, by=by.by, now=by.now, command_id=by.command_id, **told)
        return Response(club_told(self.seen()))


class RulesView(ClubView):
    to_change = roles.CLUB
    refused_as = 400
    paged = True

    @reads(
        "list_house_rules",
        _("The house rules in all their versions, the newest first"),
        serializers.RulesLine,
        tag="clubs",
        many=True,
    )
    def get(self, request: Request, key: str) -> Response:
        return self.page(
            [rules_told(each) for each in self.seen().club.rules[::-1]], serializers.RulesLine
        )

    @changes(
        "set_house_rules",
        _("A new version of the house rules; tournaments keep the one they had"),
        serializers.RulesLine,
        tag="clubs",
        sent=bodies.Rules,
        status=201,
    )
    def post(self, request: Request, key: str) -> Response:
        self.seen()
        told, by = sent(request, bodies.Rules), self.by()
        founding.set_rules(key, by=by.by, now=by.now, command_id=by.command_id, **told)
        now = self.seen().club.rules[-1]
        return Response(serializers.RulesLine(rules_told(now)).data, status=201)


class _AskedPage(fields.Serializer[Any]):
    page = fields.IntegerField(min_value=1, max_value=100_000, default=1)


class HistoryView(ClubView):
    to_read = roles.AUDIT
    asked_beside = ("page",)

    @reads(
        "read_history",
        _("What happened in a club, the newest first"),
        serializers.History,
        tag="clubs",
        parameters=[
            OpenApiParameter(
                "page", OpenApiTypes.INT, description=_("A page has a hundred events at most.")
            )
        ],
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str) -> Response:
        seen = self.seen()
        asked = _AskedPage(data=request.query_params)
        asked.is_valid(raise_exception=True)
        page: int = asked.validated_data["page"]
        lines, pages = history.lines(seen.club, seen.people, seen.powers, page=page, most=LINES)
        if page > pages:
            raise missing("page")
        told = {"page": page, "pages": pages, "results": lines}
        return Response(serializers.History(told).data)
