"""For those who watch: the featured table, and who comments; decided by who leads."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.describe import changes, reads
from clubs.api.sending import sent
from clubs.api.shapes import Shape
from tournaments import stream
from tournaments.api.base import ApiView
from tournaments.api.permissions import IsOrganizer
from tournaments.api.writes import command
from tournaments.selectors import lobby
from tournaments.services import desk, watching

__all__ = ["CommentatorsView", "DismissView", "FeatureView"]


class Featured(Shape):
    table = serializers.CharField(
        max_length=40, allow_blank=True, help_text=_("The key of the table; empty: none.")
    )


class ByUserName(Shape):
    user = serializers.CharField(max_length=150, help_text=_("The user name."))


class Commentators(Shape):
    names = serializers.ListField(
        child=serializers.CharField(), help_text=_("Of those who see all hands and comment.")
    )


class FeatureView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "feature_table",
        _("Point everybody who watches to a table, or to none"),
        Featured,
        tag="rounds",
        sent=Featured,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        table = sent(request, Featured)["table"]
        watching.feature(row.key, table=table, **command(request))
        return Response({"table": stream.state(row.key).championship.featured})


def _commentators(key: str) -> Response:
    return Response({"names": [name for _user, name in lobby.commentators(key)]})


class CommentatorsView(ApiView):
    permission_classes = (IsOrganizer,)

    @reads("list_commentators", _("Who comments on the tournament"), Commentators, tag="rounds")
    def get(self, request: Request, key: str) -> Response:
        return _commentators(self.tournament().key)

    @changes(
        "appoint_commentator",
        _("Let somebody who does not play see all hands and comment"),
        Commentators,
        tag="rounds",
        sent=ByUserName,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        username = sent(request, ByUserName)["user"]
        watching.appoint(row.key, username=username, **command(request))
        return _commentators(row.key)


class DismissView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "dismiss_commentator",
        _("Let a commentator see no hands any more"),
        Commentators,
        tag="rounds",
        sent=ByUserName,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        user = desk.person(sent(request, ByUserName)["user"])
        watching.dismiss(row.key, user_id=user, **command(request))
        return _commentators(row.key)
