"""Calls for the director and reported messages: from a table, and to who leads.

Words may tell of cards: who leads and plays is told who called, and none of them.
"""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import found
from clubs.api.describe import changes, reads
from clubs.api.sending import sent
from clubs.api.shapes import Nothing, Shape
from gameplay import talk_handlers
from gameplay.models import Report
from tournaments import stream
from tournaments.api.base import ApiView
from tournaments.api.permissions import IsOrganizer
from tournaments.api.writes import command
from tournaments.domain.calls import ANSWERS, KINDS
from tournaments.models import DirectorCall, Tournament
from tournaments.selectors import calls as called
from tournaments.selectors import reports
from tournaments.services import calls, directing

__all__ = ["AnswerView", "CallsView", "DealtWithView", "ReportsView"]

FOR_WHO_LEADS = (400, 401, 403, 404, 429)
STATES = ["waiting", *ANSWERS]
NOT_TOLD = _("Null where it is not told, or was removed.")


class IsLeading(IsOrganizer):
    """For reading, too."""

    everybody_reads = False


class LeadsToRead(IsLeading):
    """Who sits at a table calls; who leads reads who did."""

    def has_object_permission(self, request: Request, view: Any, obj: Any) -> bool:
        if request.method not in SAFE_METHODS:
            return True
        return super().has_object_permission(request, view, obj)


class CallState(Shape):
    call = serializers.SerializerMethodField()
    table = serializers.CharField(source="table_id", help_text=_("The key of the table."))
    number = serializers.IntegerField(help_text=_("The number of the table."))
    state = serializers.ChoiceField(choices=STATES)
    called = serializers.DateTimeField()
    answered = serializers.DateTimeField(allow_null=True)

    def get_call(self, row: DirectorCall) -> str:
        return row.key.partition(":")[2]


class CallLine(CallState):
    entry = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    text = serializers.CharField(allow_null=True, help_text=NOT_TOLD)
    answer = serializers.CharField(allow_null=True, help_text=NOT_TOLD)


class NewCall(Shape):
    table = serializers.CharField(max_length=40, help_text=_("The key of the table."))
    kind = serializers.ChoiceField(choices=KINDS)
    text = serializers.CharField(
        max_length=calls.LONGEST, allow_blank=True, default="", help_text=_("For the director.")
    )


class NewAnswer(Shape):
    how = serializers.ChoiceField(choices=ANSWERS)
    text = serializers.CharField(
        max_length=calls.LONGEST, allow_blank=True, default="", help_text=_("For the whole table.")
    )


class ReportLine(Shape):
    report = serializers.IntegerField(source="id")
    by = serializers.CharField(help_text=_("Who pointed it out."))
    name = serializers.CharField(help_text=_("Who wrote it."))
    text = serializers.CharField(allow_null=True, help_text=NOT_TOLD)
    table = serializers.CharField(help_text=_("The key of the table."))


class Reports(Shape):
    results = ReportLine(many=True)


class Calls(Shape):
    results = CallLine(many=True, help_text=_("The oldest first."))


class LeadersView(ApiView):
    def with_words(self, row: Tournament) -> bool:
        return not directing.knows_cards(row, self.request.user.pk)

    def reports(self, row: Tournament) -> Response:
        waiting = reports.waiting(stream.name(row.key), with_words=self.with_words(row))
        return Response({"results": ReportLine(waiting, many=True).data})


class CallsView(LeadersView):
    permission_classes = (LeadsToRead,)

    @reads(
        "list_calls",
        _("Calls for the director that are not done, for who leads"),
        Calls,
        tag="rounds",
        refused=FOR_WHO_LEADS,
    )
    def get(self, request: Request, key: str) -> Response:
        row = self.tournament()
        told = [
            {
                **CallState(each.row).data,
                "entry": each.row.entry,
                "name": each.name,
                "kind": each.row.kind,
                "text": each.text,
                "answer": each.answer,
            }
            for each in called.waiting(row.key, with_words=self.with_words(row))
        ]
        return Response({"results": told})

    @changes(
        "call_director",
        _("Call the director to the table at which you sit"),
        CallState,
        tag="rounds",
        sent=NewCall,
        status=201,
    )
    def post(self, request: Request, key: str) -> Response:
        row = self.tournament()
        given, by = sent(request, NewCall), command(request)
        del by["actor"]
        calls.call(row.key, **given, user_id=request.user.pk, **by)
        last = row.calls.filter(table_id=given["table"]).order_by("-called")
        return Response(CallState(found(last, "call")).data, status=201)


class AnswerView(ApiView):
    permission_classes = (IsOrganizer,)

    @changes(
        "answer_call",
        _("Tell a table that called that you come, what you say, or that it is done"),
        CallState,
        tag="rounds",
        sent=NewAnswer,
    )
    def post(self, request: Request, key: str, call: str) -> Response:
        row = self.tournament()
        calls.answer(row.key, call=call, **sent(request, NewAnswer), **command(request))
        return Response(CallState(found(row.calls.all(), "call", pk=f"{row.key}:{call}")).data)


class ReportsView(LeadersView):
    permission_classes = (IsLeading,)

    @reads(
        "list_reports",
        _("Messages that players pointed out, for who leads"),
        Reports,
        tag="rounds",
        refused=FOR_WHO_LEADS,
    )
    def get(self, request: Request, key: str) -> Response:
        return self.reports(self.tournament())


class DealtWithView(LeadersView):
    permission_classes = (IsOrganizer,)

    @changes(
        "deal_with_report",
        _("Say that a report is dealt with; answers those that are not"),
        Reports,
        tag="rounds",
    )
    def post(self, request: Request, key: str, report: int) -> Response:
        row = self.tournament()
        sent(request, Nothing)
        origin = stream.name(row.key)
        found(Report.objects.filter(origin=origin), "report", pk=report)
        talk_handlers.handle_report(report, origin=origin, now=timezone.now())
        return self.reports(row)
