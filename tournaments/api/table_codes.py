"""Codes for the tables in the hall, over the API: made, made anew and ended by who leads.

What a code holds is told once, in the answer to whoever had it made, and stands in no address: a
device sends it by POST, see ``hall``.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.describe import changes
from clubs.api.sending import idempotency_key, sent
from clubs.api.shapes import Shape
from tournaments.api.base import ApiView
from tournaments.api.permissions import IsOrganizer
from tournaments.domain.errors import TournamentRefused
from tournaments.services import directing, table_links

__all__ = ["CodesView", "RevokeView"]

MOST = 100


class OfTables(Shape):
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST),
        max_length=MOST,
        default=list,
        help_text=_("By number; left out, all that are in the hall."),
    )


class TheseTables(Shape):
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST),
        min_length=1,
        max_length=MOST,
        help_text=_("By number."),
    )


class TableOfRound(Shape):
    table = serializers.CharField(help_text=_("The key of the table, in this round."))
    number = serializers.IntegerField()


class TableCode(TableOfRound):
    token = serializers.CharField(
        allow_null=True,
        help_text=_(
            "A device sends it to hall/device/. It is told this once and kept nowhere: null where "
            "the same was sent before."
        ),
    )


class Codes(Shape):
    codes = TableCode(many=True)


class Ended(Shape):
    ended = TableOfRound(many=True)


class CodesView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "make_table_codes",
        _("Make codes for the tables of a round in the hall; older ones of these tables end"),
        Codes,
        tag="hall",
        sent=OfTables,
        status=201,
    )
    @sensitive_variables()
    def post(self, request: Request, key: str, number: int) -> Response:
        row = self.round()
        tables = sent(request, OfTables)["tables"]
        event = row.tournament
        if directing.knows_cards(event, request.user.pk) and not event.own_cards:
            # As on the page: who plays makes himself no device of another table.
            raise TournamentRefused("plays_too", "an organizer who plays is no table's device")
        made = table_links.make(
            event.key,
            row.number,
            tables=tables,
            user_id=request.user.pk,
            now=timezone.now(),
            sent=idempotency_key(request),
        )
        told = [
            {"table": table.table, "number": table.number, "token": token or None}
            for table, token in made
        ]
        return Response({"codes": told}, status=201, headers={"Cache-Control": "no-store"})


class RevokeView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "end_table_codes",
        _("End the codes of tables in the hall, and with them the devices that used them"),
        Ended,
        tag="hall",
        sent=TheseTables,
    )
    def post(self, request: Request, key: str, number: int) -> Response:
        row = self.round()
        tables = sent(request, TheseTables)["tables"]
        ended = table_links.revoke(row.tournament_id, row.number, tables=tables, now=timezone.now())
        return Response({"ended": [{"table": t.table, "number": t.number} for t in ended]})
