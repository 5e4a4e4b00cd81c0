"""Results that come too late: handed in by a device whose code has ended, looked at by who leads.

They count for nothing, and overwrite nothing, before somebody enters them.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.authentication import BEARER
from clubs.api.base import found
from clubs.api.describe import changes, reads
from clubs.api.errors import ApiRefused
from clubs.api.permissions import Anybody
from clubs.api.sending import sent
from clubs.api.shapes import Nothing, Shape
from clubs.api.throttling import ByPerson
from tournaments import device, stream
from tournaments.api.base import ApiView
from tournaments.api.calls import FOR_WHO_LEADS, IsLeading
from tournaments.api.hall import FACTS, Device, Facts, link_of
from tournaments.api.permissions import IsOrganizer
from tournaments.domain import hall as halls
from tournaments.domain.championship import Championship
from tournaments.domain.errors import NoSuchTournament
from tournaments.models import LateResult, TableLink
from tournaments.services import directing, late_results

__all__ = ["HandInView", "LateView", "SetAsideView"]


class Outdated(NamedTuple):
    """A device, whether its code still holds or not."""

    link: TableLink


class OnceADevice(Device):
    def authenticate(self, request: Request) -> tuple[AnonymousUser, Any] | None:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != BEARER:
            return None
        try:
            known = late_results.remembered([link_of(token)])
        except signing.BadSignature:
            known = []
        if not known:
            raise ApiRefused("device_unknown", 401)
        return AnonymousUser(), Outdated(known[0])


class OnceADeviceScheme(OpenApiAuthenticationExtension):
    """Registers itself."""

    target_class = "tournaments.api.late.OnceADevice"
    name = "once_a_device"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class WasADevice(Anybody):
    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method == "OPTIONS" or isinstance(request.auth, Outdated)


class ByCode(ByPerson):
    """A hall has one address: each code is counted by itself."""

    def get_cache_key(self, request: Request, view: Any) -> str:
        if not isinstance(request.auth, Outdated):
            return super().get_cache_key(request, view)
        ident = f"table:{request.auth.link.id}"
        return self.cache_format % {"scope": self.scope, "ident": ident}


class Kept(Facts):
    entry = serializers.CharField(
        max_length=40, default="", allow_blank=True, help_text=_("Who of the table wrote it down.")
    )


class Handed(Shape):
    handed = serializers.BooleanField()


class LateLine(Shape):
    late = serializers.CharField(source="id")
    table = serializers.CharField(source="table_id", help_text=_("The key of the table."))
    number = serializers.IntegerField(help_text=_("The number of the table."))
    round = serializers.IntegerField()
    board = serializers.IntegerField()
    entry = serializers.CharField(help_text=_("Who of the table wrote it down."))
    facts = serializers.DictField(help_text=FACTS)
    told = serializers.CharField(help_text=_("In a few words, for people."))
    received = serializers.DateTimeField()


class Late(Shape):
    results = LateLine(many=True)


class HandInView(ApiView):
    authentication_classes = (OnceADevice,)
    permission_classes = (WasADevice,)
    throttle_classes = (ByCode,)

    @changes(
        "hand_in_late",
        _("Hand a result in that the device kept until its code had ended"),
        Handed,
        tag="hall",
        sent=Kept,
    )
    def post(self, request: Request) -> Response:
        link = cast(Outdated, request.auth).link
        given = sent(request, Kept)
        late_results.hand_in([link.id], table=link.table_id, **given, now=timezone.now())
        return Response({"handed": True})


class LateView(ApiView):
    permission_classes = (IsLeading,)

    @reads(
        "list_late_results",
        _("What devices handed in too late, for who leads; if he plays, of released boards"),
        Late,
        tag="hall",
        refused=FOR_WHO_LEADS,
    )
    def get(self, request: Request, key: str) -> Response:
        row = self.tournament()
        plays = directing.knows_cards(row, request.user.pk)
        state = stream.state(key).championship
        lines = [_line(state, each, plays=plays) for each in late_results.waiting(row.key)]
        return Response({"results": [each for each in lines if each is not None]})


def _line(state: Championship, row: LateResult, *, plays: bool) -> dict[str, Any] | None:
    try:
        here = halls.place(state, row.table_id, row.board)
    except NoSuchTournament:
        return None  # the seats were drawn anew, and nobody plays there
    if plays and here.board.released is None:
        return None
    told = " ".join([device.sentence(row.facts), *device.players(row.facts)])
    where = {"number": here.table.number, "round": here.round.number, "told": told}
    names = ("id", "table_id", "board", "entry", "facts", "received")
    return dict(LateLine({**{name: getattr(row, name) for name in names}, **where}).data)


class SetAsideView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "set_late_result_aside",
        _("Set a late result aside, entered or not"),
        Nothing,
        tag="hall",
    )
    def post(self, request: Request, key: str, late: str) -> Response:
        row = self.tournament()
        sent(request, Nothing)
        known = found(LateResult.objects.filter(tournament_key=row.key), "result", pk=late)
        late_results.set_aside(row.key, known.id, now=timezone.now())
        return Response({})
